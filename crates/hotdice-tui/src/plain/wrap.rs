//! Long sentences in short lines.

/// The width that every terminal has.
const WIDTH: usize = 79;

/// Breaks a text between words so that no line is wider than a narrow terminal; later lines begin with `indent` spaces.
#[must_use]
pub fn wrap(text: &str, indent: usize) -> String {
    let mut wrapped = String::new();
    let mut width = 0;
    for (place, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if place > 0 && width + 1 + length > WIDTH {
            wrapped += "\n";
            wrapped += &" ".repeat(indent);
            width = indent;
        } else if place > 0 {
            wrapped.push(' ');
            width += 1;
        }
        wrapped += word;
        width += length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words_and_loses_none() {
        let text = format!("  {}", "dice and more dice ".repeat(12));
        let wrapped = wrap(&text, 4);
        assert!(wrapped.lines().all(|line| line.chars().count() <= WIDTH));
        let mut later = wrapped.lines().skip(1);
        assert!(later.all(|line| line.starts_with("    ") && !line.starts_with("     ")));
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&wrapped), words(&text));
        assert_eq!(wrap("short", 4), "short");
    }
}
