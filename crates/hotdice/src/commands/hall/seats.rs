//! Who plays?

use std::io;

use hotdice_bots::{Level, can_play};
use hotdice_core::{AnyGame, Name};

use super::Hall;

impl Hall<'_, '_> {
    /// Asks who plays; nothing if people go back or the input has ended.
    pub(super) fn ask_seats(&mut self, game: &dyn AnyGame) -> io::Result<Option<Vec<Name>>> {
        let allowed = game.seats();
        self.say_who_can_play(game)?;
        let mut names: Vec<Name> = Vec::new();
        while names.len() < usize::from(allowed.most()) {
            let own = self.settings.name.clone();
            let own = own
                .parse::<Name>()
                .ok()
                .filter(|own| names.is_empty() && !own.as_str().is_empty());
            let prompt = match &own {
                Some(own) => format!("Player 1 [{own}]"),
                None => format!("Player {}", names.len() + 1),
            };
            let Some(answer) = self.console.ask(&prompt)? else {
                return Ok(None);
            };
            let enough = names.len() >= usize::from(allowed.least());
            match (answer.as_str(), own) {
                ("", Some(own)) => names.push(own),
                ("back", _) => return Ok(None),
                ("" | "stop", None) | ("stop", Some(_)) if enough => break,
                ("" | "stop", _) => {
                    let least = allowed.least();
                    self.console
                        .say(&format!("There are too few: add at least {least} in all."))?;
                }
                (text, _) => match self.read_seat(text, &names, game) {
                    Ok(name) => names.push(name),
                    Err(problem) => self.console.say(&problem)?,
                },
            }
        }
        Ok(Some(names))
    }

    fn say_who_can_play(&mut self, game: &dyn AnyGame) -> io::Result<()> {
        let (rules, allowed) = (game.rules_line(), game.seats());
        self.console.announce(&format!(
            "Who plays {rules}? These rules are for {} players.",
            allowed.in_words()
        ))?;
        self.console
            .say("Enter a name for each player, then stop to begin, or back.")?;
        self.console.say(
            "The program itself plays as\n\
             \u{20} bot:random    does anything that is allowed\n\
             \u{20} bot:greedy    takes what pays most at once\n\
             \u{20} bot:careful   follows sensible rules of thumb\n\
             \u{20} bot:strong    plays as well as it can without the whole game",
        )?;
        match can_play(game, Level::Perfect, allowed.least().max(2)) {
            Ok(()) => self.console.say("  bot:perfect   never errs"),
            Err(why) => self
                .console
                .say(&format!("There is no bot:perfect: {why}.")),
        }
    }

    fn read_seat(&self, text: &str, names: &[Name], game: &dyn AnyGame) -> Result<Name, String> {
        let name: Name = text
            .parse()
            .map_err(|error| format!("{text:?} cannot be used: {error}."))?;
        let Some(level) = name.as_str().strip_prefix("bot:") else {
            return match names.contains(&name) {
                true => Err(format!("{name} has a seat already: choose another name.")),
                false => Ok(name),
            };
        };
        let level: Level = level.parse().map_err(|error| format!("{error}."))?;
        let seats = (names.len() + 1).max(usize::from(game.seats().least()));
        match can_play(game, level, seats.max(2) as u8) {
            Ok(()) => Ok(name),
            Err(why) => Err(format!("{name} cannot play here: {why}.")),
        }
    }
}
