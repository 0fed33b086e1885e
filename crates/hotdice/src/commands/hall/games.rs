//! Which game?

use std::io;
use std::sync::Arc;

use hotdice_bots::{Scope, figures};
use hotdice_core::AnyGame;
use hotdice_games::presets;
use hotdice_tui::plain::{Console, ask_names, wrap, write_rules};
use hotdice_tui::services::Services;

use super::Hall;
use crate::cli_result::CliResult;
use crate::commands::play;

impl Hall<'_, '_> {
    /// Lets people choose a game, and plays it.
    pub(super) fn choose_and_play(&mut self) -> CliResult {
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
    pub(super) fn play(&mut self, game: Arc<dyn AnyGame>) -> CliResult {
        match ask_names(self.console, &*game, &self.settings.name)? {
            Some(names) => {
                let local = play::start(game, names, None, None, &self.here)?;
                play::play_local(self.console, local, &self.here)
            }
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

    fn show_rules(&mut self, choice: &str) -> CliResult {
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

impl Hall<'_, '_> {
    /// Solves games until people go back.
    pub(super) fn solved(&mut self) -> CliResult {
        show_games(self.console)?;
        loop {
            let prompt = "What is perfect play worth in? A number or a rules line";
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(());
            };
            if let "" | "back" | "quit" | "q" = answer.as_str() {
                return Ok(());
            }
            if let Some(game) = self.find(&answer)? {
                let library = self.here.library();
                match figures(&*game, Scope::Game, &*library) {
                    Err(why) => self.console.say(&format!("{why}."))?,
                    Ok(figures) => {
                        self.console.announce(&game.rules_line())?;
                        for figure in figures {
                            let value = figure.value_in_words();
                            self.console.say(&format!("  {value}  {}", figure.words))?;
                        }
                    }
                }
            }
        }
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
