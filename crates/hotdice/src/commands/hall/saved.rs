//! Saved games: going on, telling them again, taking them apart, checking them, throwing them away.

use anyhow::anyhow;
use hotdice_tui::plain::age_in_words;
use hotdice_tui::services::{SavedGame, SavedStage, Services};

use super::Hall;
use crate::cli_result::{CliResult, Stop};
use crate::commands::analyse::Analyse;
use crate::commands::numbered;
use crate::commands::play;
use crate::commands::replay::ReplayCommand;
use crate::commands::verify::Verify;

impl Hall<'_, '_> {
    /// Lists the saved games until people go back.
    pub(super) fn saved(&mut self) -> CliResult {
        loop {
            let games = self.here.saved_games().map_err(Stop::ui)?;
            if games.is_empty() {
                let words = "No game is saved yet: games are saved while they are played.";
                return Ok(self.console.say(words)?);
            }
            for (number, game) in (1..).zip(&games) {
                self.console.say(&in_words(number, game))?;
            }
            self.console.say(
                "Type play, replay, analyse, verify or delete and a number. To go back press Enter.",
            )?;
            let Some(answer) = self.console.ask("Which game?")? else {
                return Ok(());
            };
            let (word, number) = match answer.split_once(' ') {
                Some((word, number)) => (word, number.trim()),
                None => ("", answer.as_str()),
            };
            if let ("", "" | "back" | "quit" | "q") = (word, number) {
                return Ok(());
            }
            let done = match numbered::nth(&games, number) {
                Some(game) => self.do_with(word, game),
                None => numbered::no_such(self.console, number, games.len()),
            };
            numbered::tell(self.console, done)?;
        }
    }

    fn do_with(&mut self, word: &str, game: &SavedGame) -> CliResult {
        let place = game.place.clone();
        match (word, game.stage) {
            ("" | "play", SavedStage::Paused) => play::resume(self.console, &place, &self.here),
            ("play", _) => Err(Stop::Failed(anyhow!("this game does not go on: replay it"))),
            ("" | "replay", _) => ReplayCommand::of(place).run(),
            ("analyse", _) => Analyse::of(place).run(),
            ("verify", _) => Verify::of(place).run(),
            ("delete", _) => self.delete(game),
            _ => Err(Stop::Failed(anyhow!(
                "{word:?} cannot be done with a game: type play, replay, analyse, verify or delete"
            ))),
        }
    }

    fn delete(&mut self, game: &SavedGame) -> CliResult {
        let place = game.place.display().to_string();
        let question = format!("Throw {place} away for good?");
        if self.console.ask_whether(&question)? == Some(true) {
            self.here.delete_game(&game.place).map_err(Stop::ui)?;
            self.console.say(&format!("{place} is gone."))?;
        }
        Ok(())
    }
}

fn in_words(number: usize, game: &SavedGame) -> String {
    let stage = match game.stage {
        SavedStage::Fair => "over, its dice can be checked",
        SavedStage::Paused | SavedStage::Over => game.stage.in_words(),
        SavedStage::Damaged => return format!("{number:>3}) {}, damaged", game.place.display()),
    };
    let rules = game.rules.as_deref().unwrap_or_default();
    let (names, age) = (game.names.join(", "), age_in_words(game.age));
    format!("{number:>3}) {rules}: {names}; {stage}, {age}")
}
