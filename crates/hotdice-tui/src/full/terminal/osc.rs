//! What is said to the terminal itself: the window's title, notices, and texts for the clipboard.

/// Keeps the title that the window has.
pub(super) const KEEP_TITLE: &str = "\x1b[22;0t";

/// Gives the window the title that was kept.
pub(super) const RESTORE_TITLE: &str = "\x1b[23;0t";

/// Returns what gives the window a title.
pub(super) fn title(text: &str) -> String {
    format!("\x1b]2;{}\x1b\\", printable(text))
}

/// Returns what tells the desktop something, in the way that the terminal knows: those that know both would show it twice.
pub(super) fn notice(text: &str, variable: impl Fn(&str) -> Option<String>) -> String {
    let term = variable("TERM").unwrap_or_default();
    let is_vte = variable("VTE_VERSION").is_some();
    let text = printable(text);
    let notice = if is_vte || term.starts_with("rxvt") || term.starts_with("foot") {
        format!("\x1b]777;notify;Hot Dice;{text}\x1b\\")
    } else {
        format!("\x1b]9;{text}\x1b\\")
    };
    if is_tmux(&variable) {
        through_tmux(&notice)
    } else {
        notice
    }
}

/// Returns what puts a text into the clipboard.
pub(super) fn copy(text: &str, variable: impl Fn(&str) -> Option<String>) -> String {
    let copy = format!("\x1b]52;c;{}\x1b\\", base64(text.as_bytes()));
    if is_tmux(&variable) {
        // Its settings decide whether tmux takes it or lets it through.
        let through = through_tmux(&copy);
        copy + &through
    } else {
        copy
    }
}

fn is_tmux(variable: impl Fn(&str) -> Option<String>) -> bool {
    variable("TMUX").is_some_and(|value| !value.is_empty())
}

/// Hands a sequence to the terminal around tmux.
fn through_tmux(sequence: &str) -> String {
    let doubled = sequence.replace('\x1b', "\x1b\x1b");
    format!("\x1bPtmux;{doubled}\x1b\\")
}

/// Leaves out what would end a sequence too early.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let byte = |place: usize| u32::from(part.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= part.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_encoded() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("http://a/t/k7w2m9x4ab", "aHR0cDovL2EvdC9rN3cybTl4NGFi"),
            ("ÿ~?", "w79+Pw=="),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded, "{text}");
        }
    }

    #[test]
    fn nobody_can_slip_a_command_into_a_title() {
        assert_eq!(title("Ada\x1b]0;x\x07\n"), "\x1b]2;Ada]0;x\x1b\\");
    }

    #[test]
    fn tmux_lets_them_through() {
        let tmux = |name: &str| (name == "TMUX").then(|| "/tmp/tmux".to_owned());
        assert_eq!(copy("f", |_| None), "\x1b]52;c;Zg==\x1b\\");
        assert_eq!(
            copy("f", tmux),
            "\x1b]52;c;Zg==\x1b\\\x1bPtmux;\x1b\x1b]52;c;Zg==\x1b\x1b\\\x1b\\"
        );
        assert_eq!(notice("Bo", |_| None), "\x1b]9;Bo\x1b\\");
        assert_eq!(
            notice("Bo", tmux),
            "\x1bPtmux;\x1b\x1b]9;Bo\x1b\x1b\\\x1b\\"
        );
        let foot = |name: &str| (name == "TERM").then(|| "foot".to_owned());
        assert_eq!(notice("Bo", foot), "\x1b]777;notify;Hot Dice;Bo\x1b\\");
    }
}
