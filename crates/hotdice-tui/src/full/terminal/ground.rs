//! The background of the terminal, which it tells when it is asked.
//!
//! The answer comes among the keys, as Alt-] and letters. Here it is taken out from between them, whenever it comes, so that none of it
//! is ever typed.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use crate::full::look::Shade;
use crate::job::Signal;

/// Asks for the colour of the background.
pub(super) const QUESTION: &str = "\x1b]11;?\x1b\\";

/// How every answer begins.
const BEGINNING: &str = "11;rgb";

/// The longest answer: `11;rgba:` and four channels of four digits.
const LONGEST: usize = 27;

/// What has come of an answer.
#[derive(Debug, Default)]
pub(super) struct GroundAnswer {
    letters: Option<String>,
}

impl GroundAnswer {
    /// Returns what an event means; nothing if it is part of an answer that goes on.
    pub(super) fn hear(&mut self, event: Event) -> Option<Signal> {
        let Event::Key(key) = &event else {
            return Some(Signal::Input(event));
        };
        match (self.letters.take(), key.code, key.modifiers) {
            (_, KeyCode::Char(']'), KeyModifiers::ALT) => {
                self.letters = Some(String::new());
                None
            }
            (Some(letters), _, _) if is_end(key) => {
                read(&letters).map(|colour| Signal::Ground(Shade::of(colour)))
            }
            (Some(mut letters), KeyCode::Char(letter), _) => {
                letters.push(letter);
                if !may_go_on(&letters) {
                    return Some(Signal::Input(event));
                }
                self.letters = Some(letters);
                None
            }
            _ => Some(Signal::Input(event)),
        }
    }
}

/// Tells whether a key is what answers end with: the bell, or Esc and a backslash.
fn is_end(key: &KeyEvent) -> bool {
    matches!(
        (key.code, key.modifiers),
        (KeyCode::Char('g'), KeyModifiers::CONTROL) | (KeyCode::Char('\\'), KeyModifiers::ALT)
    )
}

fn may_go_on(letters: &str) -> bool {
    let rest = letters.strip_prefix(BEGINNING);
    let is_part = |letter: char| letter.is_ascii_hexdigit() || matches!(letter, ':' | '/');
    letters.len() <= LONGEST
        && (BEGINNING.starts_with(letters) || rest.is_some_and(|rest| rest.chars().all(is_part)))
}

/// Reads `11;rgb:ffff/ffff/ffff`, in which a channel may have one to four digits.
fn read(letters: &str) -> Option<[u8; 3]> {
    let (_, channels) = letters.split_once(':')?;
    let mut colour = [0; 3];
    let mut channels = channels.split('/');
    for place in &mut colour {
        let digits = channels.next()?;
        let most = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)? - 1;
        let value = u32::from_str_radix(digits, 16).ok()?;
        *place = u8::try_from(value * 255 / most.max(1)).ok()?;
    }
    Some(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(letter: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(letter), modifiers))
    }

    /// Returns an answer as the keys that it looks like, with an end of its own.
    fn keys(letters: &str, end: Event) -> Vec<Event> {
        let mut keys = vec![key(']', KeyModifiers::ALT)];
        keys.extend(
            letters
                .chars()
                .map(|letter| key(letter, KeyModifiers::NONE)),
        );
        keys.push(end);
        keys
    }

    fn hear(events: Vec<Event>) -> Vec<String> {
        let mut answer = GroundAnswer::default();
        let heard = events.into_iter().filter_map(|event| answer.hear(event));
        heard
            .map(|signal| match signal {
                Signal::Ground(shade) => format!("{shade:?}"),
                Signal::Input(Event::Key(key)) => key.code.to_string(),
                signal => format!("{signal:?}"),
            })
            .collect()
    }

    #[test]
    fn answers_are_taken_out_from_between_the_keys() {
        let bell = || key('g', KeyModifiers::CONTROL);
        let string_end = || key('\\', KeyModifiers::ALT);
        for (letters, shade) in [
            ("11;rgb:ffff/ffff/ffff", "Light"),
            ("11;rgb:ff/ff/dd", "Light"),
            ("11;rgb:f/f/f", "Light"),
            ("11;rgb:1e1e/1e1e/1e1e", "Dark"),
            ("11;rgba:fdfd/f6f6/e3e3/ffff", "Light"),
        ] {
            for end in [bell(), string_end()] {
                let mut events = vec![key('q', KeyModifiers::NONE)];
                events.extend(keys(letters, end));
                events.push(key('1', KeyModifiers::NONE));
                assert_eq!(hear(events), ["q", shade, "1"], "{letters}");
            }
        }
    }

    #[test]
    fn other_keys_get_through() {
        let typed = keys("1x", key('g', KeyModifiers::CONTROL));
        assert_eq!(hear(typed), ["x", "g"]);
        let broken = keys("11;rgb:", key('g', KeyModifiers::CONTROL));
        assert_eq!(hear(broken), Vec::<String>::new());
    }
}
