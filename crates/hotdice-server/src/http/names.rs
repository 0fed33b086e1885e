//! Names that people can see and tell apart.
//!
//! Records of old games may hold any name that is one line. Who sits down now has to be visible, and must not look like
//! somebody who is there.

use hotdice_core::{Name, NotAName};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most marks that one letter may carry. Written languages need up to three.
const MAX_MARKS: usize = 3;

/// Refuses a name that cannot be seen, hides something, or towers over its line.
pub(super) fn check_visible(name: &Name) -> Result<(), NotAName> {
    let text = name.as_str();
    let shows =
        |letter: char| !letter.is_whitespace() && !joins(letter) && !is_combining_mark(letter);
    let mut marks = 0;
    let mut towers = |letter: char| {
        marks = if is_combining_mark(letter) {
            marks + 1
        } else {
            0
        };
        marks > MAX_MARKS
    };
    let is_good =
        text.chars().any(shows) && !text.chars().any(is_invisible) && !text.nfd().any(&mut towers);
    is_good.then_some(()).ok_or(NotAName)
}

/// Tells whether two names look alike.
pub(super) fn look_alike(one: &Name, other: &Name) -> bool {
    skeleton(one.as_str()) == skeleton(other.as_str())
}

/// Returns a text that is the same for names which look alike: without what joins letters, wide and ornamental forms,
/// and capitals, and with letters of other alphabets as their Latin doubles.
fn skeleton(text: &str) -> String {
    let folded = text.nfkc().filter(|letter| !joins(*letter));
    let folded = folded.map(latin_double).flat_map(char::to_lowercase);
    folded.collect()
}

/// Tells characters that shape their neighbours: emoji and some scripts need them.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Tells characters that take no room or show nothing.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns the Latin letter that a Cyrillic or Greek one looks like, or the letter itself.
fn latin_double(letter: char) -> char {
    match letter {
        'А' | 'а' | 'Α' | 'α' => 'a',
        'В' | 'Β' => 'b',
        'С' | 'с' | 'Ϲ' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'Е' | 'е' | 'Ε' => 'e',
        'Н' | 'һ' | 'Η' => 'h',
        'І' | 'і' | 'Ӏ' | 'Ι' | 'ι' => 'i',
        'Ј' | 'ј' | 'ϳ' => 'j',
        'К' | 'к' | 'Κ' | 'κ' => 'k',
        'М' | 'Μ' => 'm',
        'Ν' => 'n',
        'О' | 'о' | 'Ο' | 'ο' => 'o',
        'Р' | 'р' | 'Ρ' | 'ρ' => 'p',
        'Ԛ' | 'ԛ' => 'q',
        'Ѕ' | 'ѕ' => 's',
        'Т' | 'т' | 'Τ' => 't',
        'ν' => 'v',
        'Ԝ' | 'ԝ' => 'w',
        'Х' | 'х' | 'Χ' | 'χ' => 'x',
        'У' | 'у' | 'Υ' | 'υ' => 'y',
        'Ζ' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        text.parse().expect("one line")
    }

    #[test]
    fn names_can_be_seen() {
        for good in [
            "Ada",
            "Zoë",
            "Zoe\u{308}",
            "Nguyễn",
            "Łukasz O’Neil",
            "山田",
            "👩‍👧",
            "❤️",
            "نیم\u{200c}روز",
        ] {
            assert_eq!(check_visible(&name(good)), Ok(()), "{good:?}");
        }
        let tower = format!("z{}", "\u{301}".repeat(31));
        for bad in [
            "\u{200b}",
            "\u{2800}",
            "\u{3164}",
            "\u{ad}",
            "\u{1160}",
            "\u{200d}",
            "\u{301}",
            &tower,
            "Ada\u{200b}",
            "A\u{34f}da",
            "Ada\u{200e}",
        ] {
            assert_eq!(check_visible(&name(bad)), Err(NotAName), "{bad:?}");
        }
    }

    #[test]
    fn names_can_be_told_apart() {
        for double in ["ada", "ADA", "Аda", "Αda", "Ａda", "Ad\u{200d}a"] {
            assert!(look_alike(&name("Ada"), &name(double)), "{double:?}");
        }
        assert!(look_alike(&name("Zoë"), &name("Zoe\u{308}")));
        for other in ["Ida", "Adá", "Ada 2"] {
            assert!(!look_alike(&name("Ada"), &name(other)), "{other:?}");
        }
    }
}
