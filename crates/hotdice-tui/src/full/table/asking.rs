//! Questions that have to be answered before anything else.

use hotdice_wire::Emote;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::super::canvas::Canvas;
use super::super::screen::Hint;
use super::super::stage::centred;
use super::super::widgets::panel;
use super::sitting::Leaving;

/// A question.
pub(super) enum Asking {
    /// Is a plainly bad choice meant?
    Sure { notation: String, warning: String },
    /// Is the game to go on later?
    Leave { online: bool },
    /// Does everybody want a draw?
    Draw,
    /// What is to be shown to the others?
    Feeling,
}

/// What can be shown, with the key that does.
const FEELINGS: [(char, Emote, &str); 6] = [
    ('1', Emote::Hello, "hello"),
    ('2', Emote::Bravo, "bravo"),
    ('3', Emote::Lucky, "lucky"),
    ('4', Emote::Ouch, "ouch"),
    ('5', Emote::Thinking, "thinking"),
    ('6', Emote::Thanks, "thanks"),
];

/// An answer.
pub(super) enum Answer {
    /// Not one yet.
    Wait,
    /// No.
    Back,
    /// The choice is meant.
    Act(String),
    /// Everybody wants a draw.
    Draw,
    /// The table is left.
    Leave(Leaving),
    /// This is shown.
    Feel(Emote),
}

impl Asking {
    fn text(&self) -> Vec<String> {
        match self {
            Self::Sure { notation, warning } => vec![
                format!("Really {notation}?"),
                warning.clone(),
                "(Settings switch this question off.)".to_owned(),
            ],
            Self::Leave { online: false } => {
                vec!["Leave the table? The game is kept, to go on later.".to_owned()]
            }
            Self::Leave { online: true } => {
                vec!["Leave the table? Your seat waits for you, and the game goes on.".to_owned()]
            }
            Self::Draw => vec!["End the game in a draw? All players have to agree.".to_owned()],
            Self::Feeling => vec!["What do you want to show the others?".to_owned()],
        }
    }

    /// Returns the keys that answer.
    pub(super) fn keys(&self) -> Vec<Hint> {
        let hint = |key, label, does: &str| Hint::new(KeyCode::Char(key), label, does);
        let mut keys = match self {
            Self::Sure { .. } => vec![hint('y', "y", "do it all the same")],
            Self::Leave { online: false } => {
                vec![
                    hint('y', "y", "leave"),
                    hint('x', "x", "leave and throw it away"),
                ]
            }
            Self::Leave { online: true } => vec![hint('y', "y", "leave")],
            Self::Draw => vec![hint('y', "y", "yes, a draw")],
            Self::Feeling => FEELINGS
                .iter()
                .zip(["1", "2", "3", "4", "5", "6"])
                .map(|((key, _, word), label)| hint(*key, label, word))
                .collect(),
        };
        keys.push(Hint::new(KeyCode::Esc, "n Esc", "no"));
        keys
    }

    /// Answers a key.
    pub(super) fn press(&self, key: KeyCode) -> Answer {
        match (self, key) {
            (_, KeyCode::Esc | KeyCode::Char('n' | 'q')) => Answer::Back,
            (Self::Sure { notation, .. }, KeyCode::Char('y')) => Answer::Act(notation.clone()),
            (Self::Leave { .. }, KeyCode::Char('y')) => Answer::Leave(Leaving::Pause),
            (Self::Leave { online: false }, KeyCode::Char('x')) => Answer::Leave(Leaving::Abandon),
            (Self::Draw, KeyCode::Char('y')) => Answer::Draw,
            (Self::Feeling, KeyCode::Char(typed)) => FEELINGS
                .iter()
                .find(|(key, ..)| *key == typed)
                .map_or(Answer::Wait, |(_, emote, _)| Answer::Feel(*emote)),
            _ => Answer::Wait,
        }
    }

    /// Draws the question over the table.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let mut lines: Vec<Line<'_>> = self.text().into_iter().map(Line::from).collect();
        lines.push(Line::default());
        for hint in self.keys() {
            lines.push(Line::from(format!("{:>6}  {}", hint.label, hint.does)));
        }
        let width = 60_u16.min(canvas.area.width);
        let long = lines
            .iter()
            .filter(|line| line.width() + 2 > usize::from(width))
            .count();
        let area = centred(canvas.area, width, (lines.len() + long) as u16 + 2);
        let look = canvas.look;
        canvas.put(Clear, area);
        let text = Paragraph::new(lines).wrap(Wrap { trim: false });
        match canvas.is_roomy() {
            true => canvas.put(text.block(panel("", look)), area),
            false => canvas.put(text, area),
        }
    }
}
