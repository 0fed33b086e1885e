//! After the game.

use std::path::PathBuf;

use super::screen::{Cx, Screen};

mod ledger;

/// Opens what there is to see of a game that is over.
pub(crate) fn open(text: String, place: Option<PathBuf>, cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(ledger::After::new(text, place, cx))
}
