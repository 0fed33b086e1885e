//! Hosting: what is played, by how many, and who may come.

use std::sync::Arc;

use hotdice_bots::Level;
use hotdice_core::AnyGame;
use hotdice_games::presets;
use hotdice_wire::OpenRequest;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::form::{FormAction, FormRow, InputForm, Journey, Sayings, keep_name, read_name};
use crate::full::canvas::Canvas;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::TextField;
use crate::services::{Reach, Services};
use crate::session::{self, TableRequest, words};

/// The lines of the form.
const GAME: usize = 0;
const RULES: usize = 1;
const SEATS: usize = 2;
const BOTS: usize = 3;
const LEVEL: usize = 4;
const CLOCK: usize = 5;
const COACH: usize = 6;
const REACH: usize = 7;
const NAME: usize = 8;
const OPEN: usize = 9;

/// How many seconds a decision may take; nothing for no limit.
const CLOCKS: [u32; 6] = [0, 30, 60, 120, 300, 86_400];

/// The most seats that are offered, even for games with no limit.
const MOST_SEATS: u8 = 8;

/// What guests should know about the dice before they are invited.
const LINKED: &str =
    "Linked dice: a host who plays can win every game by leaving out their own part.";
const COMMITTED: &str = "Committed dice: whoever runs the server could know them before the game.";

/// What is said while a table is opened.
const SAYINGS: Sayings = Sayings {
    on_the_way: "Opening the table",
    not_there: "The table is not open",
};

/// The screen on which a table is opened.
pub(super) struct HostForm {
    form: InputForm,
    game: Result<Arc<dyn AnyGame>, String>,
    opening: Journey,
}

impl HostForm {
    pub(super) fn new(game: Option<Arc<dyn AnyGame>>, cx: &mut Cx) -> Self {
        let first = presets().next().map_or("", |(_, preset)| preset.name);
        let rules = game
            .as_ref()
            .map_or_else(|| first.to_owned(), |game| game.rules_line());
        let name = &cx.settings.name;
        let rows = vec![
            choice(
                "Game",
                presets()
                    .map(|(_, preset)| preset.name.to_owned())
                    .collect(),
                0,
            ),
            FormRow::TextField("Rules", TextField::new(&*rules)),
            choice("Seats", Vec::new(), 0),
            choice("Bots", Vec::new(), 0),
            choice(
                "Bots play",
                Level::ALL.iter().map(ToString::to_string).collect(),
                2,
            ),
            choice(
                "Time to decide",
                CLOCKS.iter().map(|clock| clock_in_words(*clock)).collect(),
                0,
            ),
            choice("Coach", vec!["off".to_owned(), "on".to_owned()], 0),
            choice(
                "Who may come",
                vec![
                    "players on this machine".to_owned(),
                    "everybody on the network".to_owned(),
                ],
                1,
            ),
            FormRow::TextField("Your name", TextField::new(name.as_str())),
            FormRow::Button("Open the table"),
        ];
        let cursor = if name.is_empty() { NAME } else { GAME };
        let mut form = Self {
            form: InputForm::new(rows, cursor),
            game: game.ok_or_else(String::new),
            opening: Journey::new(SAYINGS, None),
        };
        form.read_rules();
        form
    }

    /// Reads the rules line; the seats follow from it.
    fn read_rules(&mut self) {
        let rules = self.form.text(RULES);
        let base = rules.split('(').next().unwrap_or_default().trim();
        let preset = presets().position(|(_, preset)| preset.name == base);
        self.game = hotdice_games::find(rules).map_err(|error| error.to_string());
        if let Some(preset) = preset {
            self.form.choose(GAME, preset);
        }
        if let Ok(game) = &self.game {
            let seats = seats(&**game);
            self.form
                .offer(SEATS, seats.map(|seats| seats.to_string()).collect());
        }
        self.offer_bots();
    }

    fn offer_bots(&mut self) {
        let most = self.seats().saturating_sub(1);
        let bots = (0..=most).map(|bots| match bots {
            0 => "none".to_owned(),
            bots => bots.to_string(),
        });
        self.form.offer(BOTS, bots.collect());
    }

    fn seats(&self) -> u8 {
        let Ok(game) = &self.game else { return 1 };
        let chosen = self.form.chosen(SEATS);
        seats(&**game).nth(chosen).unwrap_or(1)
    }

    fn new_table(&mut self) -> Result<(TableRequest, Reach), String> {
        let game = self.game.as_ref().map_err(|error| unreadable(error))?;
        let name = read_name(&mut self.form, NAME)?;
        let clock = CLOCKS[self.form.chosen(CLOCK).min(CLOCKS.len() - 1)];
        let level = Level::ALL[self.form.chosen(LEVEL).min(Level::ALL.len() - 1)];
        let reach = match self.form.chosen(REACH) {
            0 => Reach::Here,
            _ => Reach::Network,
        };
        let new = TableRequest {
            request: OpenRequest {
                rules: game.rules_line(),
                seats: Some(self.seats()),
                clock: (clock > 0).then_some(clock),
                coach: Some(self.form.chosen(COACH) == 1),
                ..OpenRequest::default()
            },
            bots: vec![level.to_string(); self.form.chosen(BOTS)],
            name: Some(name),
        };
        Ok((new, reach))
    }

    fn open(&mut self, cx: &mut Cx) {
        match self.new_table() {
            Ok((new, reach)) => {
                if let Some(name) = &new.name {
                    keep_name(name, cx);
                }
                let way = move |services: &dyn Services| session::host(&new, reach, services);
                self.opening.set_out(way, cx);
            }
            Err(trouble) => self.opening.refuse(trouble),
        }
    }

    fn changed(&mut self, row: usize) {
        self.opening.forget();
        match row {
            GAME => {
                let chosen = presets().nth(self.form.chosen(GAME));
                if let Some((_, preset)) = chosen {
                    self.form.write(RULES, preset.name);
                }
                self.read_rules();
            }
            RULES => self.read_rules(),
            SEATS => self.offer_bots(),
            _ => {}
        }
    }

    /// Says what is going on, what is wrong, or what the game is.
    fn below(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let look = canvas.look;
        if let Some(line) = self.opening.line(look) {
            return vec![line];
        }
        if let Err(error) = &self.game {
            return vec![Line::styled(format!("! {}", unreadable(error)), look.bad)];
        }
        let preset = presets().nth(self.form.chosen(GAME));
        let sentence = preset.map_or("", |(_, preset)| preset.sentence);
        let bots = self.form.chosen(BOTS);
        let free = usize::from(self.seats()).saturating_sub(1 + bots);
        let others = match free {
            0 => "The game begins at once.".to_owned(),
            1 => "The game begins when somebody else has joined.".to_owned(),
            free => format!("The game begins when {free} others have joined, or when you say so."),
        };
        let linked = CLOCKS[self.form.chosen(CLOCK).min(CLOCKS.len() - 1)] < session::LONG_CLOCK;
        let dice = if linked { LINKED } else { COMMITTED };
        vec![
            Line::from(Span::styled(sentence, look.faint)),
            Line::from(others),
            Line::from(Span::styled(dice, look.faint)),
        ]
    }
}

/// Says what is wrong with rules, in a sentence that ends once.
fn unreadable(error: &str) -> String {
    let stop = if error.ends_with(['?', '.']) { "" } else { "." };
    format!("These rules cannot be read: {error}{stop}")
}

fn choice(label: &'static str, options: Vec<String>, at: usize) -> FormRow {
    FormRow::Choice { label, options, at }
}

fn clock_in_words(seconds: u32) -> String {
    match seconds {
        0 => "no limit".to_owned(),
        seconds => words::clock_in_words(seconds),
    }
}

/// Returns the numbers of seats to choose from: two at least, where the game allows it.
fn seats(game: &dyn AnyGame) -> impl Iterator<Item = u8> + use<> {
    let range = game.seats();
    let most = range.most().min(MOST_SEATS.max(range.least()));
    range.least().max(2.min(most))..=most
}

impl Screen for HostForm {
    fn title(&self) -> String {
        "Host a table on this machine".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let below = self.below(canvas);
        self.form.draw(canvas, below);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = vec![
            KeyHint::new(KeyCode::Down, "↑↓", "move"),
            KeyHint::new(KeyCode::Right, "←→", "change"),
        ];
        if self.form.cursor() == OPEN {
            keys.insert(0, KeyHint::new(KeyCode::Enter, "Enter", "open the table"));
        }
        keys.push(KeyHint::new(KeyCode::Esc, "Esc", "back"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if let Some(step) = self.opening.press(key) {
            return step;
        }
        match self.form.press(key) {
            FormAction::Changed(row) => self.changed(row),
            FormAction::Pushed(OPEN) => self.open(cx),
            FormAction::Pushed(_) | FormAction::Moved | FormAction::Nothing => {}
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        if self.form.click(spot) {
            self.press(KeyCode::Enter, cx)
        } else {
            Navigation::Stay
        }
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        self.opening.wake(cx)
    }

    fn is_typing(&self) -> bool {
        self.form.is_typing()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_not_followed_by_a_stop() {
        for (rules, end) in [("farkel", "did you mean \"farkle\"?"), ("farkle(", ".")] {
            let error = hotdice_games::find(rules).unwrap_err().to_string();
            let text = unreadable(&error);
            assert!(text.ends_with(end), "{text}");
            assert!(!text.ends_with("?.") && !text.ends_with(".."), "{text}");
        }
    }
}
