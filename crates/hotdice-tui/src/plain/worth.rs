//! Values in words.

use hotdice_solve::generic::Aim;

/// Writes a value as people read it: a chance in per cent, points with two digits.
#[must_use]
pub fn worth_in_words(aim: Aim, value: f64) -> String {
    match aim {
        Aim::Win => format!("{:.2} %", 100.0 * value),
        Aim::Points => format!("{value:.2}"),
    }
}

/// Writes the difference of two values, with its sign.
#[must_use]
pub fn difference_in_words(aim: Aim, difference: f64) -> String {
    match aim {
        Aim::Win => format!("{:+.2} %", 100.0 * difference),
        Aim::Points => format!("{difference:+.2}"),
    }
}
