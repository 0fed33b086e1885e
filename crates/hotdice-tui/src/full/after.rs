//! After a game: luck, skill and the check of the dice.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyCode;

use super::canvas::Canvas;
use super::screen::{Cx, Hint, Screen, Step};

/// Opens the record of a game.
pub(crate) fn open(text: String, place: Option<PathBuf>, cx: &mut Cx) -> Box<dyn Screen> {
    let _ = cx;
    Box::new(Unread { text, place })
}

struct Unread {
    text: String,
    place: Option<PathBuf>,
}

impl Screen for Unread {
    fn title(&self) -> String {
        match &self.place {
            Some(place) => place.display().to_string(),
            None => "The game".to_owned(),
        }
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        for (row, line) in (0..).zip(self.text.lines()) {
            canvas.line(row, line);
        }
    }

    fn keys(&self) -> Vec<Hint> {
        Vec::new()
    }

    fn press(&mut self, _key: KeyCode, _cx: &mut Cx) -> Step {
        Step::Back
    }
}
