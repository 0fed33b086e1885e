//! Questions that have to be answered before anything else.

use hotdice_wire::Emote;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use crate::full::canvas::Canvas;
use crate::full::event_loop::centred;
use crate::full::screen::KeyHint;
use crate::full::widgets::panel;
use crate::session::{Leaving, UnsavedGame};

/// A question.
pub(super) enum ConfirmDialog {
    /// Is a plainly bad choice meant?
    Sure {
        /// What is chosen, one after the other.
        steps: Vec<String>,
        label: String,
        warning: String,
    },
    /// Is the table to be left?
    Leave(LeaveWhat),
    /// Is the game really to be deleted?
    Delete,
    /// Is the game to be solved, at this cost?
    Solve { rules: String, cost: String },
    /// Does everybody want a draw?
    Draw,
    /// Is the draw that somebody offers accepted?
    Offered { by: String },
    /// What is to be shown to the others?
    Emote,
}

/// What is left behind at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LeaveWhat {
    /// A game that is saved.
    Saved,
    /// A game that could not be saved.
    Unsaved(UnsavedGame),
    /// A seat at a table of a server.
    Seat,
}

/// What can be shown, with the key that does.
const EMOTES: [(char, Emote, &str); 6] = [
    ('1', Emote::Hello, "hello"),
    ('2', Emote::Bravo, "bravo"),
    ('3', Emote::Lucky, "lucky"),
    ('4', Emote::Ouch, "ouch"),
    ('5', Emote::Thinking, "thinking"),
    ('6', Emote::Thanks, "thanks"),
];

/// An answer.
pub(super) enum DialogAnswer {
    /// Not one yet.
    Wait,
    /// No.
    Back,
    /// Another question.
    Ask(ConfirmDialog),
    /// The choice is meant.
    Act(Vec<String>),
    /// The game is to be solved.
    Solve,
    /// Everybody wants a draw.
    Draw,
    /// The draw is declined.
    Decline,
    /// The table is left.
    Leave(Leaving),
    /// This is shown.
    Emote(Emote),
}

impl ConfirmDialog {
    fn text(&self) -> Vec<String> {
        match self {
            Self::Sure { label, warning, .. } => vec![
                format!("{label}?"),
                warning.clone(),
                "(You can turn this question off in the settings.)".to_owned(),
            ],
            Self::Leave(LeaveWhat::Saved) => {
                vec!["Leave the table? The game is saved, and you can go on later.".to_owned()]
            }
            Self::Leave(LeaveWhat::Unsaved(unsaved)) => vec![
                "Leave the table? This game cannot be saved:".to_owned(),
                format!("{}. {}", unsaved.why, unsaved.loss()),
            ],
            Self::Leave(LeaveWhat::Seat) => {
                vec!["Leave the table? Your seat stays yours, and the game goes on.".to_owned()]
            }
            Self::Delete => vec!["Delete this game for good?".to_owned()],
            Self::Solve { rules, cost } => vec![
                format!("Solve {rules} now? It takes {cost}."),
                "You can play on meanwhile; it is done once and for all.".to_owned(),
            ],
            Self::Draw => vec!["End the game in a draw? All players have to agree.".to_owned()],
            Self::Offered { by } => vec![format!("{by} offers a draw.")],
            Self::Emote => vec!["Send a reaction".to_owned()],
        }
    }

    /// Returns the keys that answer.
    pub(super) fn keys(&self) -> Vec<KeyHint> {
        let hint = |key, label, does: &str| KeyHint::new(KeyCode::Char(key), label, does);
        let mut keys = match self {
            Self::Sure { .. } => vec![hint('y', "y", "do it anyway")],
            Self::Leave(LeaveWhat::Saved) => {
                vec![
                    hint('y', "y", "leave"),
                    hint('x', "x", "leave and delete the game"),
                ]
            }
            Self::Leave(LeaveWhat::Unsaved(_)) => vec![hint('y', "y", "leave all the same")],
            Self::Leave(LeaveWhat::Seat) => vec![hint('y', "y", "leave")],
            Self::Delete => vec![hint('y', "y", "delete it")],
            Self::Solve { .. } => vec![hint('y', "y", "solve it")],
            Self::Draw => vec![hint('y', "y", "offer a draw")],
            Self::Offered { .. } => vec![hint('y', "y", "accept"), hint('x', "x", "decline")],
            Self::Emote => EMOTES
                .iter()
                .zip(["1", "2", "3", "4", "5", "6"])
                .map(|((key, _, word), label)| hint(*key, label, word))
                .collect(),
        };
        keys.push(KeyHint::new(KeyCode::Esc, "n Esc", "go back"));
        keys
    }

    /// Answers a key.
    pub(super) fn press(&self, key: KeyCode) -> DialogAnswer {
        match (self, key) {
            (_, KeyCode::Esc | KeyCode::Char('n' | 'q')) => DialogAnswer::Back,
            (Self::Sure { steps, .. }, KeyCode::Char('y')) => DialogAnswer::Act(steps.clone()),
            (Self::Leave(_), KeyCode::Char('y')) => DialogAnswer::Leave(Leaving::Pause),
            (Self::Leave(LeaveWhat::Saved), KeyCode::Char('x')) => DialogAnswer::Ask(Self::Delete),
            (Self::Delete, KeyCode::Char('y')) => DialogAnswer::Leave(Leaving::Abandon),
            (Self::Solve { .. }, KeyCode::Char('y')) => DialogAnswer::Solve,
            (Self::Draw | Self::Offered { .. }, KeyCode::Char('y')) => DialogAnswer::Draw,
            (Self::Offered { .. }, KeyCode::Char('x')) => DialogAnswer::Decline,
            (Self::Emote, KeyCode::Char(typed)) => EMOTES
                .iter()
                .find(|(key, ..)| *key == typed)
                .map_or(DialogAnswer::Wait, |(_, emote, _)| {
                    DialogAnswer::Emote(*emote)
                }),
            _ => DialogAnswer::Wait,
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
        if canvas.is_roomy() {
            canvas.put(text.block(panel("", look)), area);
        } else {
            canvas.put(text, area);
        }
    }
}
