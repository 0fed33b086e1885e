//! After the last roll: who won, and what is left to do.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use hotdice_client::{KnownSeat, record_name};
use hotdice_core::{Record, Seat, SeatSet};
use hotdice_tui::plain::who_won;
use hotdice_wire::TableView;
use tempfile::NamedTempFile;

use super::seen::Seen;
use crate::data_folder;
use crate::outcome::Outcome;

/// Says who won; those who played get the record of the game.
pub(super) fn tell_ending(seen: &mut Seen<'_, '_>, view: &TableView) -> Outcome {
    let winners = view
        .winners
        .iter()
        .filter_map(|seat| Seat::new(seat.checked_sub(1)?));
    let winners: SeatSet = winners.collect();
    seen.console.announce(&who_won(winners, &seen.names))?;
    match seen.seat {
        Some(seat) => keep_record(seen, view, seat),
        None => Ok(()),
    }
}

fn keep_record(seen: &mut Seen<'_, '_>, view: &TableView, seat: &KnownSeat) -> Outcome {
    let table = seen.table;
    let text = seen.server.ask("Fetching the record", |client| {
        client.record(table.as_str())
    })?;
    let record: Record = text
        .parse()
        .context("the record of the server is damaged")?;
    if !seat.is_in(&record) {
        seen.console.say(
            "Careful: your own bytes are not in the record. The dice of this server cannot be trusted.",
        )?;
    }
    let path = write_record(&record_name(&view.rules, table.as_str()), &text)?;
    let path = path.display();
    seen.console.say(&format!(
        "The record is in {path}\n\
         How much was luck?   hotdice analyse '{path}'\n\
         Were the dice fair?  hotdice verify '{path}'\n\
         Once more?           hotdice online rematch {table}"
    ))?;
    Ok(())
}

/// Writes a record next to the other saved games. The game of a table has one file, however often it is fetched.
fn write_record(name: &str, text: &str) -> anyhow::Result<PathBuf> {
    let folder =
        data_folder::games().context("there is no folder for saved games: set HOTDICE_DATA")?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(name);
    let write = || -> anyhow::Result<()> {
        let mut file = NamedTempFile::new_in(&folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(&path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}
