//! Pictures for terminals that cannot show every character: a finished picture is translated, sign by sign.

use ratatui::buffer::Buffer;
use ratatui::text::Span;

use crate::settings::{Characters, UserSettings};

/// The characters that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CharacterSet {
    /// All.
    Unicode,
    /// Those of the fonts of a Linux console: lines and blocks, but no round corners and no braille.
    Console,
    /// ASCII.
    Ascii,
}

impl CharacterSet {
    /// Returns what the settings ask for; where they leave it open, what the variables say.
    pub(crate) fn new(settings: &UserSettings, variable: impl Fn(&str) -> Option<String>) -> Self {
        match settings.characters {
            Characters::Unicode => Self::Unicode,
            Characters::Ascii => Self::Ascii,
            Characters::Auto => {
                let is_console = variable("TERM").is_some_and(|term| term == "linux");
                match (writes_unicode(&variable), is_console) {
                    (false, _) => Self::Ascii,
                    (true, true) => Self::Console,
                    (true, false) => Self::Unicode,
                }
            }
        }
    }

    /// Replaces everything in a picture that the terminal cannot show.
    pub(crate) fn translate(self, picture: &mut Buffer) {
        let replace = match self {
            Self::Unicode => return,
            Self::Console => in_console,
            Self::Ascii => in_ascii,
        };
        for cell in &mut picture.content {
            let symbol = cell.symbol();
            if symbol.is_ascii() {
                continue;
            }
            let mut letters = symbol.chars();
            let sign = match (letters.next(), letters.next()) {
                (Some(letter), None) => replace(letter),
                _ if self == Self::Console => None,
                // A letter with marks on it, or a sign of several.
                _ => Some('?'),
            };
            if let Some(sign) = sign {
                let width = Span::raw(symbol).width();
                let text: String = [sign].into_iter().cycle().take(width.max(1)).collect();
                cell.set_symbol(&text);
            }
        }
    }

    /// Writes a text with what the terminal can show.
    pub(crate) fn text(self, text: &str) -> String {
        let letter = |letter: char| match self {
            _ if letter.is_ascii() => letter,
            Self::Ascii => in_ascii(letter).unwrap_or(letter),
            Self::Unicode | Self::Console => letter,
        };
        text.chars().map(letter).collect()
    }
}

/// Tells whether the locale writes UTF-8. One that is not set at all says nothing against it.
fn writes_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Returns what stands for a character in a font of the console, if it is not there.
fn in_console(letter: char) -> Option<char> {
    Some(match letter {
        '\u{2800}'..='\u{28ff}' => match halves(letter) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        },
        '╭' | '┏' => '┌',
        '╮' | '┓' => '┐',
        '╰' | '┗' => '└',
        '╯' | '┛' => '┘',
        '━' | '╌' | '┄' | '▔' => '─',
        '┃' | '╎' => '│',
        '▶' | '▸' => '►',
        '◀' | '◂' => '◄',
        '●' => '•',
        '▣' => '■',
        '╱' => '/',
        '╲' => '\\',
        '…' => '.',
        '−' => '-',
        '✓' => '√',
        _ => return None,
    })
}

/// Returns what stands for a character in ASCII.
fn in_ascii(letter: char) -> Option<char> {
    Some(match letter {
        '\u{2800}'..='\u{28ff}' => match halves(letter) {
            (true, true) => ':',
            (true, false) => '\'',
            (false, true) => '.',
            (false, false) => ' ',
        },
        '─' | '━' | '╌' | '┄' | '┈' | '╴' | '╶' | '−' | '–' | '—' => '-',
        '═' => '=',
        '│' | '┃' | '║' | '╎' | '┆' | '┊' | '▌' | '▐' | '▏' => '|',
        '╱' => '/',
        '╲' => '\\',
        // The rest of the lines are corners and crossings.
        '\u{2500}'..='\u{257f}' => '+',
        '▔' | '▀' => '"',
        '▁' | '▂' => '_',
        '▃' => '-',
        '▄' => '=',
        '▅' => '+',
        '▆' => '*',
        '▇' => '%',
        '░' => '.',
        '▒' => ':',
        '█' | '▓' | '■' | '▣' => '#',
        '\u{2580}'..='\u{259f}' => '#',
        '□' => '.',
        '▶' | '▸' | '►' | '→' | '›' | '»' => '>',
        '◀' | '◂' | '◄' | '←' | '‹' | '«' => '<',
        '▲' | '△' | '↑' => '^',
        '▼' | '▽' | '↓' => 'v',
        '●' | '○' | '•' | '◦' => 'o',
        '◆' | '★' | '◇' | '☆' => '*',
        '…' | '·' => '.',
        '×' | '✗' => 'x',
        '✓' => 'v',
        '±' => '~',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁶' => '6',
        '⚀'..='⚅' => char::from_digit(u32::from(letter) - u32::from('⚀') + 1, 10)?,
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '\u{a0}' => ' ',
        _ => '?',
    })
}

/// Tells whether a braille sign has dots in its upper half, and in its lower one.
fn halves(braille: char) -> (bool, bool) {
    let dots = u32::from(braille) - 0x2800;
    (dots & 0b0001_1011 != 0, dots & 0b1110_0100 != 0)
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], set: CharacterSet) {
        let variable = |name: &str| {
            let mut found = variables.iter().filter(|(known, _)| *known == name);
            found.next().map(|(_, value)| (*value).to_owned())
        };
        let settings = UserSettings::default();
        assert_eq!(CharacterSet::new(&settings, variable), set, "{variables:?}");
    }

    #[test]
    fn the_locale_decides() {
        check(&[], CharacterSet::Unicode);
        check(&[("LANG", "en_GB.UTF-8")], CharacterSet::Unicode);
        check(&[("LANG", "C.utf8")], CharacterSet::Unicode);
        check(&[("LANG", "C")], CharacterSet::Ascii);
        check(&[("LANG", "de_DE.ISO-8859-1")], CharacterSet::Ascii);
        check(
            &[("LANG", "en_GB.UTF-8"), ("LC_ALL", "POSIX")],
            CharacterSet::Ascii,
        );
        check(
            &[("LANG", "C"), ("LC_ALL", ""), ("LC_CTYPE", "C.UTF-8")],
            CharacterSet::Unicode,
        );
        check(
            &[("LANG", "C.UTF-8"), ("TERM", "linux")],
            CharacterSet::Console,
        );
    }

    #[test]
    fn the_setting_is_stronger() {
        let settings = UserSettings {
            characters: Characters::Ascii,
            ..UserSettings::default()
        };
        let utf8 = |_: &str| Some("C.UTF-8".to_owned());
        assert_eq!(CharacterSet::new(&settings, utf8), CharacterSet::Ascii);
    }

    fn translated(set: CharacterSet, text: &str) -> String {
        let mut picture = Buffer::empty(Rect::new(0, 0, 30, 1));
        picture.set_string(0, 0, text, Style::new());
        set.translate(&mut picture);
        let line: String = picture.content.iter().map(Cell::symbol).collect();
        line.trim_end().to_owned()
    }

    #[test]
    fn every_sign_keeps_its_width() {
        let ascii = |text| translated(CharacterSet::Ascii, text);
        assert_eq!(ascii("╭──╮ ▶ ●"), "+--+ > o");
        assert_eq!(ascii("⠁⡀⣿⠀│"), "'.: |");
        assert_eq!(ascii("e\u{301}Ada"), "?Ada");
        // The second column of a wide sign is empty in the picture.
        assert_eq!(ascii("骰Bo"), "?? Bo");
        let console = |text| translated(CharacterSet::Console, text);
        assert_eq!(console("╭──╮ ▶ ● é"), "┌──┐ ► • é");
        assert_eq!(console("⠁⡀⣿⠀│"), "▀▄█ │");
    }
}
