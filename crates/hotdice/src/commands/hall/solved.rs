//! What perfect play is worth.

use hotdice_bots::{Scope, figures};
use hotdice_tui::backstage::Backstage;

use super::Hall;
use super::games::show_games;
use crate::outcome::Outcome;

impl Hall<'_, '_> {
    /// Solves games until people go back.
    pub(super) fn solved(&mut self) -> Outcome {
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
