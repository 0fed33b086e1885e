//! Tables on servers: hosting one from here, joining one, waiting for the others, playing there.
//!
//! The waiting room and the table are two screens over the same [`Link`](crate::session::Link).

mod address;
mod form;
mod host_form;
mod join_form;
mod known;
mod lobby;
mod qr;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use hotdice_core::AnyGame;

use super::screen::{Cx, Screen};

pub(crate) use address::grouped;
pub(crate) use form::{Journey, Sayings};
pub(crate) use known::{KnownRow, remembered};
pub(crate) use lobby::enter;

/// Opens the screen on which a table is opened on this machine, for this game or one still to be chosen.
pub(crate) fn host(game: Option<Arc<dyn AnyGame>>, cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(host_form::HostForm::new(game, cx))
}

/// Opens the screen on which a table is joined by its address and code, or watched.
pub(crate) fn join(cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(join_form::JoinForm::new(cx))
}
