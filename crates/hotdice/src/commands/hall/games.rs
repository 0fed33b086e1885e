//! Which game?

use std::io;
use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::presets;
use hotdice_tui::plain::{Console, wrap, write_rules};

use super::Hall;
use crate::commands::play;
use crate::outcome::Outcome;

impl Hall<'_, '_> {
    /// Lets people choose a game, and plays it.
    pub(super) fn choose_and_play(&mut self) -> Outcome {
        loop {
            show_games(self.console)?;
            self.console.say(
                "Type a number, or house rules such as farkle(target=5000).\n\
                 To read the rules first type rules and the number. To go back press Enter.",
            )?;
            let Some(answer) = self.console.ask("What do you want to play?")? else {
                return Ok(());
            };
            match answer.split_once(' ').unwrap_or((&answer, "")) {
                ("" | "back" | "quit" | "q", "") => return Ok(()),
                ("rules", choice) => self.show_rules(choice)?,
                _ => {
                    if let Some(game) = self.find(&answer)? {
                        return self.play(game);
                    }
                }
            }
        }
    }

    /// Asks who plays, and plays.
    pub(super) fn play(&mut self, game: Arc<dyn AnyGame>) -> Outcome {
        match self.ask_seats(&*game)? {
            Some(names) => play::begin(self.console, game, names, None, None),
            None => Ok(()),
        }
    }

    /// Returns the game of a choice from the list, or says why there is none.
    pub(super) fn find(&mut self, choice: &str) -> io::Result<Option<Arc<dyn AnyGame>>> {
        match hotdice_games::find(rules_of(choice)) {
            Ok(game) => Ok(Some(game)),
            Err(error) => {
                self.console.say(&format!("{error}."))?;
                Ok(None)
            }
        }
    }

    fn show_rules(&mut self, choice: &str) -> Outcome {
        if let Some(game) = self.find(choice)? {
            self.tell_rules(&*game)?;
            self.console.ask("Enter to go back")?;
        }
        Ok(())
    }

    pub(super) fn tell_rules(&mut self, game: &dyn AnyGame) -> io::Result<()> {
        let mut text = Vec::new();
        write_rules(&mut text, game)?;
        self.console.say(&String::from_utf8_lossy(&text))
    }
}

/// Lists all games by family.
pub(super) fn show_games(console: &mut Console<'_>) -> io::Result<()> {
    let mut last = "";
    for (number, (family, preset)) in (1..).zip(presets()) {
        if family.name != last {
            console.say(&format!("\n{}", family.name))?;
            last = family.name;
        }
        let game = format!("{number:>3}) {:<15} {}", preset.name, preset.sentence);
        console.say(&wrap(&game, 21))?;
    }
    Ok(())
}

/// Returns the rules line of a choice from the list, or what was typed as one.
fn rules_of(choice: &str) -> &str {
    let number = choice.parse::<usize>().ok();
    let listed = number.and_then(|number| presets().nth(number.checked_sub(1)?));
    listed.map_or(choice, |(_, preset)| preset.name)
}
