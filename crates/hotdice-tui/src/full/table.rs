//! A table: the screen on which games are played, wherever the table stands.

mod sitting;
mod start;

use ratatui::crossterm::event::KeyCode;

use super::canvas::Canvas;
use super::screen::{Cx, Hint, Screen, Step};
use crate::backstage::Trouble;

pub(crate) use sitting::{
    Coaching, Connection, Leaving, Moment, MomentKind, Person, Sitting, Stage, Standing,
};
pub use start::Start;

/// Opens the table of a game on this terminal.
pub(crate) fn begin(start: Start, cx: &mut Cx) -> Result<Box<dyn Screen>, Trouble> {
    let _ = (start, cx);
    Err("not here yet".into())
}

/// Opens the screen of a table that somebody sits at or watches.
pub(crate) fn sit(sitting: Box<dyn Sitting>, cx: &mut Cx) -> Box<dyn Screen> {
    let _ = cx;
    Box::new(TableScreen { sitting })
}

struct TableScreen {
    sitting: Box<dyn Sitting>,
}

impl Screen for TableScreen {
    fn title(&self) -> String {
        self.sitting.standing().rules.clone()
    }

    fn draw(&mut self, _canvas: &mut Canvas<'_, '_>) {}

    fn keys(&self) -> Vec<Hint> {
        Vec::new()
    }

    fn press(&mut self, _key: KeyCode, _cx: &mut Cx) -> Step {
        Step::Back
    }
}
