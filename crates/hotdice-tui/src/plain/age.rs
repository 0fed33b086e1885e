//! How long ago something was.

/// Says how long ago something was.
#[must_use]
pub fn age_in_words(seconds: u64) -> String {
    let (number, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let many = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{many} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_rounded_down() {
        for (seconds, words) in [
            (0, "just now"),
            (60, "1 minute ago"),
            (7199, "1 hour ago"),
            (7200, "2 hours ago"),
            (200_000, "2 days ago"),
        ] {
            assert_eq!(age_in_words(seconds), words);
        }
    }
}
