//! Saved games: going on, telling them again, taking them apart, checking them, throwing them away.

use anyhow::anyhow;
use hotdice_tui::backstage::{Backstage, SavedGame, SavedStage};
use hotdice_tui::plain::age_in_words;

use super::Hall;
use crate::commands::analyse::Analyse;
use crate::commands::numbered;
use crate::commands::play;
use crate::commands::replay::Replay;
use crate::commands::verify::Verify;
use crate::outcome::{Outcome, Stop};

impl Hall<'_, '_> {
    /// Lists the saved games until people go back.
    pub(super) fn saved(&mut self) -> Outcome {
        loop {
            let games = self
                .here
                .saved_games()
                .map_err(|trouble| anyhow!("{trouble}"))?;
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

    fn do_with(&mut self, word: &str, game: &SavedGame) -> Outcome {
        let place = game.place.clone();
        match (word, game.stage) {
            ("" | "play", SavedStage::Paused) => play::resume(self.console, &place),
            ("play", _) => Err(Stop::Failed(anyhow!("this game does not go on: replay it"))),
            ("" | "replay", _) => Replay::of(place).run(),
            ("analyse", _) => Analyse::of(place).run(),
            ("verify", _) => Verify::of(place).run(),
            ("delete", _) => self.delete(game),
            _ => Err(Stop::Failed(anyhow!(
                "{word:?} cannot be done with a game: type play, replay, analyse, verify or delete"
            ))),
        }
    }

    fn delete(&mut self, game: &SavedGame) -> Outcome {
        let place = game.place.display().to_string();
        let question = format!("Throw {place} away for good?");
        if self.console.ask_whether(&question)? == Some(true) {
            let gone = self.here.forget_game(&game.place);
            gone.map_err(|trouble| anyhow!("{trouble}"))?;
            self.console.say(&format!("{place} is gone."))?;
        }
        Ok(())
    }
}

fn in_words(number: usize, game: &SavedGame) -> String {
    let stage = match game.stage {
        SavedStage::Paused => "goes on",
        SavedStage::Over => "over",
        SavedStage::Fair => "over, its dice can be checked",
        SavedStage::Damaged => return format!("{number:>3}) {}, damaged", game.place.display()),
    };
    let rules = game.rules.as_deref().unwrap_or_default();
    let (names, age) = (game.names.join(", "), age_in_words(game.age));
    format!("{number:>3}) {rules}: {names}; {stage}, {age}")
}
