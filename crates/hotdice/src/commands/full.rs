//! The whole screen: the hall, or a game at once.

use std::io::Write;
use std::sync::Arc;

use anyhow::anyhow;
use hotdice_tui::full::{self, Opening, Stopped};

use crate::backstage::{Here, read_settings};
use crate::manner::Motion;
use crate::outcome::{Outcome, Stop};

/// Opens the hall.
pub(crate) fn full_hall(motion: Motion) -> Outcome {
    open(motion, |_, remark| Ok(Opening::Hall(remark)))
}

/// Opens the whole screen, and says afterwards what remains to be said.
pub(super) fn open(
    motion: Motion,
    opening: impl FnOnce(&Here, Option<String>) -> Outcome<Opening>,
) -> Outcome {
    let (mut settings, not_read) = read_settings();
    let mut here = Here::quiet();
    if motion == Motion::None {
        here.stand_still(&mut settings);
    }
    let remark = not_read.as_ref().map(|not_read| not_read.short.clone());
    let opening = opening(&here, remark)?;
    let parting = full::run(Arc::new(here), settings, opening).map_err(stopped)?;
    let mut out = anstream::stdout();
    let not_read = not_read.map(|not_read| not_read.whole);
    for line in not_read.into_iter().chain(parting) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn stopped(why: Stopped) -> Stop {
    match why {
        Stopped::Terminal(error) => {
            Stop::Failed(anyhow::Error::new(error).context("the terminal fails: try --plain"))
        }
        Stopped::Game(trouble) => Stop::Failed(anyhow!("{trouble}")),
    }
}
