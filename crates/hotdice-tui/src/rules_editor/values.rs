//! The values that a parameter can be stepped to, read from the words that say what it takes.

use hotdice_core::ParameterValue;

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

#[cfg(test)]
mod tests {
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
