//! House rules: a game that is changed one parameter after the other.

use std::sync::Arc;

use hotdice_core::{AnyGame, ParameterValue, RulesError, RulesLine};
use hotdice_wire::{ExploreAnswer, FigureAnswer};

use crate::plain::fold;

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

/// Which way to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the next value.
    Up,
    /// To the one before.
    Down,
}

/// A range up to this is stepped through one by one, a larger one in steps of [`STRIDE`].
const FEW: i64 = 100;

const STRIDE: i64 = 50;

/// Returns the values to try when somebody steps on from the value that a parameter has, the nearest first; none where
/// values have to be typed.
#[must_use]
pub fn other_values(parameter: &ParameterValue, direction: Direction) -> Vec<String> {
    if let Some(range) = range(parameter.accepts) {
        let next = parameter.value.parse().ok();
        let next = next.and_then(|value| next_number(value, range, direction));
        return next.into_iter().map(|number| number.to_string()).collect();
    }
    let mut known = alternatives(parameter.accepts);
    if direction == Direction::Down {
        known.reverse();
    }
    // Round from the value it has; one that is not listed stands before the first.
    if let Some(place) = known.iter().position(|value| *value == parameter.value) {
        known.rotate_left(place);
        known.remove(0);
    }
    known
}

/// Reads `… from 0 to 1000000`.
fn range(accepts: &str) -> Option<(i64, i64)> {
    let (_, bounds) = accepts.split_once("from ")?;
    let (least, most) = bounds.split_once(" to ")?;
    Some((least.parse().ok()?, most.parse().ok()?))
}

fn next_number(value: i64, (least, most): (i64, i64), direction: Direction) -> Option<i64> {
    let stride = if most <= FEW { 1 } else { STRIDE };
    let next = match direction {
        Direction::Up => (value.div_euclid(stride) + 1) * stride,
        Direction::Down => (value - 1).div_euclid(stride) * stride,
    };
    Some(next.clamp(least, most)).filter(|next| *next != value)
}

/// Reads `none, double, linear, or three values such as 1000/2000/3000`: single words, and examples.
fn alternatives(accepts: &str) -> Vec<String> {
    let parts = accepts.split(", ").flat_map(|part| part.split(" or "));
    let parts = parts.map(|part| part.trim_start_matches("or "));
    let value = |part: &str| match part.rsplit_once("as ") {
        Some((_, example)) => one_word(example),
        None => one_word(part),
    };
    parts.filter_map(value).collect()
}

fn one_word(text: &str) -> Option<String> {
    (!text.is_empty() && !text.contains(' ')).then(|| text.to_owned())
}

/// Says what rules make of a game, in lines of at most `width` letters where words allow it, with the difference to other
/// rules behind every figure that differs.
#[must_use]
pub fn effect(answer: &ExploreAnswer, than: Option<&ExploreAnswer>, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for figure in &answer.figures {
        let before = than.and_then(|than| same_figure(than, figure));
        lines.extend(figure_lines(figure, before, width));
    }
    if !answer.busts.is_empty() {
        lines.push("dice  bust                stop at".to_owned());
    }
    for place in 0..answer.busts.len() {
        lines.push(dice_line(answer, than, place));
    }
    if let Some(why) = &answer.unsolved {
        lines.extend(fold(&format!("Not solved: {why}"), width, 2));
    }
    lines
}

fn same_figure<'a>(than: &'a ExploreAnswer, figure: &FigureAnswer) -> Option<&'a FigureAnswer> {
    than.figures.iter().find(|known| known.name == figure.name)
}

fn figure_lines(figure: &FigureAnswer, before: Option<&FigureAnswer>, width: usize) -> Vec<String> {
    let value = match figure.unit.as_str() {
        "chance" => per_cent(figure.value),
        _ => format!("{:.2}", figure.value),
    };
    let change = before.map(|before| figure.value - before.value);
    let change = change.map_or(String::new(), |change| match figure.unit.as_str() {
        "chance" => signed(100.0 * change, " points"),
        _ => signed(change, ""),
    });
    fold(&format!("{value}{change}  {}", figure.words), width, 4)
}

fn dice_line(answer: &ExploreAnswer, than: Option<&ExploreAnswer>, place: usize) -> String {
    let bust = answer.busts[place];
    let change = than.and_then(|than| Some(bust - than.busts.get(place)?));
    let change = change.map_or(String::new(), |change| signed(100.0 * change, ""));
    let bust = format!("{}{change}", per_cent(bust));
    let stop = answer.stops.get(place).copied();
    let was = than.and_then(|than| than.stops.get(place).copied());
    let was = was.filter(|was| Some(*was) != stop);
    let was = was.map_or(String::new(), |was| format!(" (was {})", total(Some(was))));
    format!("{:>4}  {bust:<18}  {}{was}", place + 1, total(stop))
}

fn per_cent(chance: f64) -> String {
    format!("{:.2}%", 100.0 * chance)
}

fn total(stop: Option<Option<u32>>) -> String {
    match stop.flatten() {
        Some(total) => total.to_string(),
        None => "never".to_owned(),
    }
}

/// Writes a difference with its sign; nothing where the digits that are shown are the same.
fn signed(change: f64, unit: &str) -> String {
    if change.abs() < 0.005 {
        String::new()
    } else {
        format!(" ({change:+.2}{unit})")
    }
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

#[cfg(test)]
mod values_tests {
    use super::*;

    #[track_caller]
    fn check(accepts: &'static str, value: &str, up: &[&str], down: &[&str]) {
        let parameter = ParameterValue {
            name: "rule",
            meaning: "",
            accepts,
            examples: &[],
            value: value.to_owned(),
        };
        assert_eq!(other_values(&parameter, Direction::Up), up);
        assert_eq!(other_values(&parameter, Direction::Down), down);
    }

    #[test]
    fn words_go_round() {
        let words = "optional, ends-turn or forced";
        check(
            words,
            "optional",
            &["ends-turn", "forced"],
            &["forced", "ends-turn"],
        );
        check(
            words,
            "forced",
            &["optional", "ends-turn"],
            &["ends-turn", "optional"],
        );
        check("on or off", "off", &["on"], &["on"]);
        check("2, 2+ or 2-4", "2+", &["2-4", "2"], &["2", "2-4"]);
    }

    #[test]
    fn examples_are_values_as_well() {
        let kinds = "none, double, linear, or three values such as 1000/2000/3000";
        check(
            kinds,
            "linear",
            &["1000/2000/3000", "none", "double"],
            &["double", "none", "1000/2000/3000"],
        );
        check(
            kinds,
            "1/2/3",
            &["none", "double", "linear", "1000/2000/3000"],
            &["1000/2000/3000", "linear", "double", "none"],
        );
        check(
            "none, or points/least upper sum as 50/63",
            "none",
            &["50/63"],
            &["50/63"],
        );
    }

    #[test]
    fn numbers_stay_in_their_range() {
        check("a number from 1 to 6", "5", &["6"], &["4"]);
        check("a number from 1 to 6", "6", &[], &["5"]);
        check("points from 0 to 1000000", "100", &["150"], &["50"]);
        check("points from 0 to 1000000", "0", &["50"], &[]);
        check("points from 50 to 1000000", "75", &["100"], &["50"]);
        check("a number from 1 to 1000000", "40", &["50"], &["1"]);
    }

    #[test]
    fn what_is_only_described_is_typed() {
        check("a list of boxes", "", &[], &[]);
    }
}

#[cfg(test)]
mod effect_tests {
    use super::*;

    fn answer(value: f64, stop: Option<u32>) -> ExploreAnswer {
        ExploreAnswer {
            rules: String::new(),
            figures: vec![FigureAnswer {
                name: "turn_value".to_owned(),
                value,
                words: "points that the best turn brings".to_owned(),
                unit: "points".to_owned(),
            }],
            busts: vec![value / 1000.0],
            stops: vec![stop],
            rolling: Vec::new(),
            unsolved: None,
        }
    }

    #[test]
    fn differences_stand_behind_what_differs() {
        let (now, before) = (answer(500.0, Some(300)), answer(450.0, None));
        assert_eq!(
            effect(&now, Some(&before), 44),
            [
                "500.00 (+50.00)  points that the best turn",
                "    brings",
                "dice  bust                stop at",
                "   1  50.00% (+5.00)      300 (was never)",
            ]
        );
        assert_eq!(effect(&now, Some(&now), 60), effect(&now, None, 60));
    }
}
