//! Numbers and names as English writes them.

/// Writes a whole number with commas between thousands: `10,000`.
#[must_use]
pub fn with_commas(number: impl Into<i64>) -> String {
    let number = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut written = String::from(if number < 0 { "-" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

/// Says how many there are of something: `1 die`, `3 dice`.
#[must_use]
pub fn counted(number: impl Into<i64>, one: &str, many: &str) -> String {
    let number = number.into();
    format!(
        "{} {}",
        with_commas(number),
        if number == 1 { one } else { many }
    )
}

/// Writes a text with a capital letter at its start.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let written = [0, 999, 1000, 10_000, 1_234_567, -1_500, -20_i64].map(with_commas);
        let expected = ["0", "999", "1,000", "10,000", "1,234,567", "-1,500", "-20"];
        assert_eq!(written, expected);
    }

    #[test]
    fn one_is_no_plural() {
        let dice = |number: u8| counted(number, "die", "dice");
        assert_eq!([dice(0), dice(1), dice(2)], ["0 dice", "1 die", "2 dice"]);
    }

    #[test]
    fn the_first_letter_becomes_a_capital() {
        assert_eq!(
            ["two pairs", "", "1s"].map(capitalized),
            ["Two pairs", "", "1s"]
        );
    }
}
