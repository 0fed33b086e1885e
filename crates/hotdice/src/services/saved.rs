//! The games that are saved here.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context;
use hotdice_core::{DiceOrigin, Record, Turn};
use hotdice_table::Match;
use hotdice_tui::services::{SavedGame, SavedStage};

use crate::data_folder;
use crate::game_file;

/// Lists the saved games, the latest first.
pub(super) fn list() -> anyhow::Result<Vec<SavedGame>> {
    let folder =
        data_folder::games().context("there is no folder for saved games: set HOTDICE_DATA")?;
    let mut games: Vec<SavedGame> = paths(&folder)?.into_iter().map(look_at).collect();
    games.sort_by(|one, other| {
        one.age
            .cmp(&other.age)
            .then_with(|| other.place.cmp(&one.place))
    });
    Ok(games)
}

/// Returns the files of a folder that may be games; none if there is no folder yet.
fn paths(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("cannot read {}", folder.display()))?,
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_game = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "hotdice");
    Ok(paths.filter(is_game).collect())
}

fn look_at(place: PathBuf) -> SavedGame {
    let age = age(&place).unwrap_or_default();
    let record = fs::read_to_string(&place).ok();
    let record: Option<Record> = record.and_then(|text| text.parse().ok());
    let stage = record.as_ref().and_then(|record| stage(&place, record));
    let names = record.iter().flat_map(|record| &record.seats);
    SavedGame {
        names: names.map(ToString::to_string).collect(),
        rules: record.as_ref().map(|record| record.rules.clone()),
        stage: stage.unwrap_or(SavedStage::Damaged),
        place,
        age,
    }
}

/// Returns how far a game got; nothing if it is none.
fn stage(place: &Path, record: &Record) -> Option<SavedStage> {
    let game = Match::replay(record).ok()?;
    let is_over = matches!(game.turn(), Turn::Over(_));
    Some(match &record.dice {
        DiceOrigin::Fair(_) if is_over => SavedStage::Fair,
        // Only its server knows the dice to come.
        DiceOrigin::Fair(_) if game_file::hidden(place).is_none() => SavedStage::Over,
        _ if is_over => SavedStage::Over,
        _ => SavedStage::Paused,
    })
}

/// Returns how many seconds ago a file was written.
fn age(place: &Path) -> Option<u64> {
    let written = fs::metadata(place).ok()?.modified().ok()?;
    let age = SystemTime::now().duration_since(written);
    Some(age.unwrap_or_default().as_secs())
}
