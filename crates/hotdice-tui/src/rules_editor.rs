//! House rules: a game that is changed one parameter after the other.

mod effect;
mod values;

use std::sync::Arc;

use hotdice_core::{AnyGame, ParameterValue, RulesError, RulesLine};

pub use effect::effect;
pub use values::{Direction, other_values};

/// A game with house rules, and the preset they began with.
#[derive(Clone, Debug)]
pub struct RulesEditor {
    preset: Arc<dyn AnyGame>,
    game: Arc<dyn AnyGame>,
}

impl RulesEditor {
    /// Returns the house rules of a rules line.
    ///
    /// # Errors
    /// When the line cannot be played.
    pub fn read(line: &str) -> Result<Self, RulesError> {
        let game = hotdice_games::find(line)?;
        let preset = hotdice_games::find(name(&*game).as_str())?;
        Ok(Self { preset, game })
    }

    /// Returns the game as it stands.
    #[must_use]
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// Returns the game that nothing is changed in.
    #[must_use]
    pub fn preset(&self) -> &Arc<dyn AnyGame> {
        &self.preset
    }

    /// Tells whether anything is changed.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.game.rules_line() != self.preset.rules_line()
    }

    /// Returns every parameter with its value here and in the preset.
    #[must_use]
    pub fn parameters(&self) -> Vec<(ParameterValue, String)> {
        let usual = self.preset.parameters();
        let usual = usual.into_iter().map(|parameter| parameter.value);
        self.game.parameters().into_iter().zip(usual).collect()
    }

    /// Changes one parameter.
    ///
    /// # Errors
    /// When the parameter cannot have this value, or the rules would contradict themselves; nothing is changed then.
    pub fn set(&mut self, parameter: &str, value: &str) -> Result<(), RulesError> {
        let mut line: RulesLine = self.game.rules_line().parse()?;
        line.parameters.retain(|(name, _)| name != parameter);
        line.parameters
            .push((parameter.to_owned(), value.to_owned()));
        // Later parameters of a family may stand on earlier ones.
        let order = self.game.parameters();
        let place = |name: &str| order.iter().position(|known| known.name == name);
        line.parameters.sort_by_key(|(name, _)| place(name));
        self.game = hotdice_games::find(&line.to_string())?;
        Ok(())
    }

    /// Gives one parameter the value of the preset again.
    ///
    /// # Errors
    /// When the rules would contradict themselves; nothing is changed then.
    pub fn reset(&mut self, parameter: &str) -> Result<(), RulesError> {
        let mut line: RulesLine = self.game.rules_line().parse()?;
        line.parameters.retain(|(name, _)| name != parameter);
        self.game = hotdice_games::find(&line.to_string())?;
        Ok(())
    }

    /// Changes nothing any more.
    pub fn reset_all(&mut self) {
        self.game = self.preset.clone();
    }

    /// Gives a parameter the next value that can be stepped to. Values that contradict other rules are passed over, and the
    /// reason of the first is returned.
    ///
    /// # Errors
    /// When there is no other value to step to; nothing is changed then.
    pub fn step(
        &mut self,
        parameter: &ParameterValue,
        direction: Direction,
    ) -> Result<Option<RulesError>, NoStep> {
        let mut passed = None;
        for value in other_values(parameter, direction) {
            match self.set(parameter.name, &value) {
                Ok(()) => return Ok(passed),
                Err(error) => passed = passed.or(Some(error)),
            }
        }
        Err(match passed {
            Some(error) => NoStep::Refused(error),
            None => NoStep::Typed(parameter.name),
        })
    }
}

/// A parameter that has no other value to step to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStep {
    /// Its values have to be typed.
    #[error("{0} has too many values to step through: type one")]
    Typed(&'static str),
    /// The other rules allow none.
    #[error(transparent)]
    Refused(RulesError),
}

/// Returns the name of the preset that a game goes back to.
fn name(game: &dyn AnyGame) -> String {
    let mut line = game.rules_line();
    line.truncate(line.find('(').unwrap_or(line.len()));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(rules: &RulesEditor, name: &str) -> ParameterValue {
        let mut parameters = rules.game().parameters().into_iter();
        parameters.find(|known| known.name == name).unwrap()
    }

    #[test]
    fn one_parameter_after_the_other() {
        let mut rules = RulesEditor::read("farkle(target=5000)").unwrap();
        assert!(rules.is_changed());
        rules.set("opening", "500").unwrap();
        assert_eq!(rules.game().rules_line(), "farkle(target=5000,opening=500)");
        rules.reset("target").unwrap();
        assert_eq!(rules.game().rules_line(), "farkle(opening=500)");
        rules.set("opening", "0").unwrap();
        assert!(!rules.is_changed());
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut rules = RulesEditor::read("farkle(opening=500)").unwrap();
        for (name, value) in [
            ("target", "7"),
            ("hot", "cold"),
            ("horse", "1"),
            ("ones", "1)("),
        ] {
            let before = rules.game().rules_line();
            assert!(rules.set(name, value).is_err(), "{name}={value}");
            assert_eq!(rules.game().rules_line(), before);
        }
    }

    #[test]
    fn steps_come_round_to_the_beginning() {
        let mut rules = RulesEditor::read("farkle").unwrap();
        let mut seen = Vec::new();
        for _ in 0..3 {
            let hot = parameter(&rules, "hot");
            seen.push(hot.value.clone());
            rules.step(&hot, Direction::Up).unwrap();
        }
        assert_eq!(seen, ["optional", "ends-turn", "forced"]);
        assert!(!rules.is_changed());
    }

    #[test]
    fn every_parameter_of_every_preset_can_be_stepped_or_typed() {
        for (_, preset) in hotdice_games::presets() {
            let rules = RulesEditor::read(preset.name).unwrap();
            for parameter in rules.game().parameters() {
                for direction in [Direction::Up, Direction::Down] {
                    let mut stepped = rules.clone();
                    match stepped.step(&parameter, direction) {
                        Ok(_) => assert!(stepped.is_changed(), "{parameter:?}"),
                        Err(_) => assert!(!stepped.is_changed(), "{parameter:?}"),
                    }
                }
            }
        }
    }
}
