//! House rules, with what they do to the game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hotdice_tui::plain::wrap;
use hotdice_tui::rules_editor::{Direction, RulesEditor, effect};
use hotdice_tui::services::{Depth, Services};

use super::Hall;
use super::show_games;
use crate::cli_result::CliResult;
use crate::services::LONGEST;

const HELP: &str = "\
To change the rules type one of these:
  NAME VALUE       changes a rule, as in: target 5000
  NAME             changes a rule to the next value it can have
  reset NAME       makes a rule as usual again; reset alone all of them
  line RULES       takes a whole rules line, as in: line farkle(target=5000)
  list             lists the rules again
  solve            solves the whole game, and says what that changes
  rules            explains the game in words
  play             plays it
  back             goes back";

/// The width of a line.
const WIDTH: usize = 79;

impl Hall<'_, '_> {
    /// Lets people choose a game, and change its rules.
    pub(super) fn choose_and_change(&mut self) -> CliResult {
        loop {
            show_games(self.console)?;
            let prompt = "Which rules do you want to change? A number or a rules line";
            match self.console.ask(prompt)?.as_deref() {
                None | Some("" | "back" | "quit" | "q") => return Ok(()),
                Some(choice) => {
                    if let Some(game) = self.find(choice)? {
                        return self.change_rules(&game.rules_line());
                    }
                }
            }
        }
    }

    fn change_rules(&mut self, line: &str) -> CliResult {
        let mut rules = RulesEditor::read(line)?;
        self.list_rules(&rules)?;
        self.console.say(HELP)?;
        self.tell_effect(&rules, Depth::Turn)?;
        loop {
            let prompt = rules.game().rules_line();
            let Some(answer) = self.console.ask(&prompt)? else {
                return Ok(());
            };
            let (word, rest) = answer.split_once([' ', '=']).unwrap_or((&answer, ""));
            let rest = rest.trim();
            let before = rules.game().rules_line();
            match word {
                "" => {}
                "back" | "quit" | "q" => return Ok(()),
                "help" => self.console.say(HELP)?,
                "list" => self.list_rules(&rules)?,
                "rules" => self.tell_rules(&**rules.game())?,
                "solve" => self.tell_effect(&rules, Depth::Game)?,
                "play" => return self.play(rules.game().clone()),
                "reset" if rest.is_empty() => rules.reset_all(),
                _ => {
                    if let Err(refused) = change(&mut rules, word, rest) {
                        self.console.say(&wrap(&format!("{refused}."), 2))?;
                    }
                }
            }
            if rules.game().rules_line() != before {
                self.tell_effect(&rules, Depth::Turn)?;
            }
        }
    }

    fn list_rules(&mut self, rules: &RulesEditor) -> CliResult {
        for (rule, usual) in rules.parameters() {
            let changed = if rule.value == usual {
                String::new()
            } else {
                format!(" (usually {usual})")
            };
            let line = format!("  {} {}{changed}", rule.name, rule.value);
            self.console.say(&wrap(&line, 6))?;
            let words = format!("      {}: {}", rule.meaning, rule.accepts);
            self.console.say(&wrap(&words, 6))?;
        }
        Ok(())
    }

    /// Says what the rules do, and how that differs from the preset.
    fn tell_effect(&mut self, rules: &RulesEditor, depth: Depth) -> CliResult {
        if depth == Depth::Game {
            let games = if rules.is_changed() { 2 } else { 1 };
            let longest = games * LONGEST.as_secs();
            self.console.say(&format!(
                "Please wait: this takes at most {longest} seconds."
            ))?;
        }
        let ask = |game| {
            self.here
                .explore(game, depth, &Arc::<AtomicBool>::default())
        };
        let now = ask(&**rules.game());
        let usual = rules.is_changed().then(|| ask(&**rules.preset()));
        let lines = effect(&now, usual.as_ref(), WIDTH);
        if lines.is_empty() {
            self.console.say("Type solve to see what these rules do.")?;
            return Ok(());
        }
        let heading = if rules.is_changed() {
            format!(
                "What they do, with the difference to {}:",
                rules.preset().rules_line()
            )
        } else {
            "What they do:".to_owned()
        };
        self.console.say(&heading)?;
        for line in lines {
            self.console.say(&format!("  {line}"))?;
        }
        Ok(())
    }
}

/// Changes a rule as it was typed, or says why not.
fn change(rules: &mut RulesEditor, word: &str, rest: &str) -> Result<(), String> {
    let in_words = |error: &dyn ToString| error.to_string();
    match (word, rest) {
        ("line", line) => {
            *rules = RulesEditor::read(line).map_err(|error| in_words(&error))?;
            Ok(())
        }
        ("reset", name) => rules.reset(name).map_err(|error| in_words(&error)),
        (name, "") => {
            let parameters = rules.game().parameters();
            match parameters.iter().find(|known| known.name == name) {
                Some(known) => {
                    let stepped = rules.step(known, Direction::Up);
                    stepped.map(drop).map_err(|error| in_words(&error))
                }
                // Whoever reads rules lines knows what to say about a name that there is not.
                None => rules.set(name, "").map_err(|error| in_words(&error)),
            }
        }
        (name, value) => rules.set(name, value).map_err(|error| in_words(&error)),
    }
}
