//! Tables on servers.

use std::sync::Arc;

use hotdice_core::AnyGame;
use ratatui::crossterm::event::KeyCode;

use super::canvas::Canvas;
use super::screen::{Cx, Hint, Screen, Step};

/// Opens a server on this machine, for a game if one is chosen already.
pub(crate) fn host(game: Option<Arc<dyn AnyGame>>, cx: &mut Cx) -> Box<dyn Screen> {
    let _ = (game, cx);
    Box::new(Closed)
}

/// Looks for a table by address and code.
pub(crate) fn join(cx: &mut Cx) -> Box<dyn Screen> {
    let _ = cx;
    Box::new(Closed)
}

struct Closed;

impl Screen for Closed {
    fn title(&self) -> String {
        "Not open yet".to_owned()
    }

    fn draw(&mut self, _canvas: &mut Canvas<'_, '_>) {}

    fn keys(&self) -> Vec<Hint> {
        Vec::new()
    }

    fn press(&mut self, _key: KeyCode, _cx: &mut Cx) -> Step {
        Step::Back
    }
}
