//! What a screen is.

use std::sync::Arc;
use std::time::Instant;

use hotdice_core::capitalized;
use ratatui::crossterm::event::KeyCode;

use super::canvas::Canvas;
use super::look::Shade;
use crate::full::online::grouped;
use crate::job::Bell;
use crate::services::{Services, UiError};
use crate::session::{Farewell, UnsavedGame};
use crate::settings::{Pace, UserSettings};

/// A screen: it draws itself and answers keys.
pub(crate) trait Screen {
    /// Returns what stands in the first line.
    fn title(&self) -> String;

    /// Draws everything between the first line and the last.
    fn draw(&mut self, canvas: &mut Canvas<'_, '_>);

    /// Returns the keys that do something now, the most important first.
    fn keys(&self) -> Vec<KeyHint>;

    /// Answers a key.
    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation;

    /// Answers the wheel of the mouse.
    fn scroll(&mut self, up: bool, cx: &mut Cx) -> Navigation {
        self.press(if up { KeyCode::Up } else { KeyCode::Down }, cx)
    }

    /// Answers a click on something that was drawn.
    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        let _ = (spot, cx);
        Navigation::Stay
    }

    /// Looks whether a job is done, or whether it is time to move on.
    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        let _ = cx;
        Navigation::Stay
    }

    /// Returns when the screen wants to be woken though nothing happens, as during an animation.
    fn next_wake(&self) -> Option<Instant> {
        None
    }

    /// Tells whether letters are being typed, so that none of them is a command.
    fn is_typing(&self) -> bool {
        false
    }

    /// Returns what stays on the screen as long as it is so.
    fn notice(&self) -> Option<String> {
        None
    }

    /// Tells whether somebody here has to choose now.
    fn is_your_turn(&self) -> bool {
        false
    }

    /// Is told that the program ends.
    fn closing(&mut self, cx: &mut Cx) {
        let _ = cx;
    }

    /// Is told that the screen above it is gone.
    fn uncovered(&mut self, cx: &mut Cx) {
        let _ = cx;
    }
}

/// What follows from a key.
pub(crate) enum Navigation {
    /// The screen stays.
    Stay,
    /// Another screen is opened above it.
    Open(Box<dyn Screen>),
    /// Another screen takes its place.
    Become(Box<dyn Screen>),
    /// The screen closes.
    Back,
    /// The program ends.
    Quit,
}

/// What screens share.
pub(crate) struct Cx {
    pub(crate) services: Arc<dyn Services>,
    pub(crate) bell: Bell,
    pub(crate) settings: UserSettings,
    /// What the terminal said about its background.
    pub(crate) ground: Option<Shade>,
    /// What time it is.
    pub(crate) now: Instant,
    /// Whether the terminal's bell shall sound.
    pub(crate) sound: bool,
    /// What the clipboard shall hold.
    pub(crate) copied: Option<String>,
    /// What the last line says for once instead of the keys.
    pub(crate) remark: Option<Remark>,
    /// What is said when the screen is given back.
    pub(crate) parting: Vec<String>,
    /// The games that could not be saved.
    pub(crate) unsaved: Vec<UnsavedGame>,
    /// The pace that dice have when they move again.
    pub(crate) moving: Pace,
}

/// A sentence in the last line, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Remark {
    /// Something went as it should.
    Good(String),
    /// Something did not.
    Bad(String),
}

impl Cx {
    /// Returns what screens share.
    pub(crate) fn new(services: Arc<dyn Services>, bell: Bell, settings: UserSettings) -> Self {
        Self {
            moving: match settings.pace {
                Pace::Off => Pace::Usual,
                pace => pace,
            },
            services,
            bell,
            settings,
            ground: None,
            now: Instant::now(),
            sound: false,
            copied: None,
            remark: None,
            parting: Vec::new(),
            unsaved: Vec::new(),
        }
    }

    /// Says that something went well.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a sentence is handed over in whatever it comes"
    )]
    pub(crate) fn say(&mut self, text: impl ToString) {
        self.remark = Some(Remark::Good(text.to_string()));
    }

    /// Says that something did not work out.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a sentence is handed over in whatever it comes"
    )]
    pub(crate) fn complain(&mut self, text: impl ToString) {
        self.remark = Some(Remark::Bad(text.to_string()));
    }

    /// Says that something is refused.
    pub(crate) fn refuse(&mut self, error: &UiError) {
        match error.client_error() {
            Some(_) => self.complain(error),
            None => self.complain(format!("Not possible: {error}.")),
        }
    }

    /// Opens a screen, or says why there is none.
    pub(crate) fn open<E: ToString>(&mut self, screen: Result<Box<dyn Screen>, E>) -> Navigation {
        match screen {
            Ok(screen) => Navigation::Open(screen),
            Err(trouble) => {
                self.complain(trouble);
                Navigation::Stay
            }
        }
    }

    /// Remembers what to say about a table when the screen is given back; only the latest farewell to a table counts.
    pub(crate) fn part(&mut self, farewell: &Farewell) {
        match farewell {
            Farewell::SeatWaits { table, .. } => {
                let table = grouped(table);
                self.parting.retain(|line| !line.contains(&table));
                self.say("Your seat waits for you among the saved games.");
            }
            Farewell::Unsaved(unsaved) => {
                self.complain(capitalized(&unsaved.in_words()));
                return self.unsaved.push(unsaved.clone());
            }
            Farewell::Nothing | Farewell::Saved(_) | Farewell::Recorded(_) => {}
        }
        self.parting.extend(farewell.in_words());
    }

    /// Saves settings that were changed.
    pub(crate) fn save_settings(&mut self) {
        if let Err(trouble) = self.services.save_settings(&self.settings) {
            self.complain(format!("The settings are not saved: {trouble}"));
        }
    }
}

/// A key and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyHint {
    /// The key.
    pub(crate) key: KeyCode,
    /// How the key is written, which may stand for several.
    pub(crate) label: &'static str,
    /// What it does, in a word or two.
    pub(crate) does: String,
}

impl KeyHint {
    /// Returns a hint.
    pub(crate) fn new(key: KeyCode, label: &'static str, does: impl Into<String>) -> Self {
        let does = does.into();
        Self { key, label, does }
    }
}

/// Something on the screen that can be clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ClickTarget {
    /// As if this key were pressed.
    Key(KeyCode),
    /// A line of a list.
    Item(usize),
    /// A die of the first tray.
    Die(usize),
    /// A tile, by its place.
    Tile(usize),
    /// A row of the sheet.
    Row(String),
    /// A cell of the triangle.
    Cell(String),
}
