//! The whole screen: the hall, or a game at once.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use hotdice_tui::full::{self, FirstScreen};
use hotdice_tui::session::UnsavedGame;

use crate::Motion;
use crate::cli_result::{CliResult, Stop};
use crate::services::{Here, read_settings};

/// Opens the hall.
pub(crate) fn full_hall(motion: Motion) -> CliResult {
    open(motion, |_, remark| Ok(FirstScreen::Hall(remark)))
}

/// Opens the whole screen, and says afterwards what remains to be said.
pub(super) fn open(
    motion: Motion,
    opening: impl FnOnce(&Here, Option<String>) -> CliResult<FirstScreen>,
) -> CliResult {
    let (mut settings, not_read) = read_settings();
    let mut here = Here::quiet();
    if motion == Motion::None {
        here.stand_still(&mut settings);
    }
    let remark = not_read.as_ref().map(|not_read| not_read.short.clone());
    let opening = opening(&here, remark)?;
    let parting = full::run(Arc::new(here), settings, opening);
    let parting = parting.context("the terminal fails: try --plain")?;
    let mut out = anstream::stdout();
    let not_read = not_read.map(|not_read| not_read.whole);
    let mut lines = not_read.into_iter().chain(parting.lines);
    let said = lines.try_for_each(|line| writeln!(out, "{line}"));
    let unsaved: Vec<String> = parting.unsaved.iter().map(UnsavedGame::in_words).collect();
    let unsaved = unsaved.join("\n");
    match parting.signal {
        // A terminal that is gone hears nothing.
        Some(signal) => {
            if !unsaved.is_empty() {
                anstream::eprintln!("hotdice: {unsaved}");
            }
            Err(Stop::Signal(signal))
        }
        None if unsaved.is_empty() => Ok(said?),
        None => Err(Stop::Unsaved(anyhow!(unsaved))),
    }
}
