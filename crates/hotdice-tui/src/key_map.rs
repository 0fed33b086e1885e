//! Keys that a player uses instead of the built-in ones.

use ratatui::crossterm::event::KeyCode;

/// Something that can be given another key.
struct KeyAction {
    name: &'static str,
    built_in: KeyCode,
    /// What its key does, where the same key does something else on other screens.
    does: &'static [&'static str],
}

const fn action(name: &'static str, built_in: KeyCode, does: &'static [&'static str]) -> KeyAction {
    KeyAction {
        name,
        built_in,
        does,
    }
}

const ACTIONS: [KeyAction; 23] = [
    action("up", KeyCode::Up, &[]),
    action("down", KeyCode::Down, &[]),
    action("left", KeyCode::Left, &[]),
    action("right", KeyCode::Right, &[]),
    action("select", KeyCode::Enter, &[]),
    action("back", KeyCode::Esc, &[]),
    action("help", KeyCode::Char('?'), &[]),
    action("quit", KeyCode::Char('q'), &["quit", "leave"]),
    action("filter", KeyCode::Char('/'), &["filter"]),
    action("roll", KeyCode::Char('r'), &["roll"]),
    action("bank", KeyCode::Char('b'), &["bank"]),
    action("hold", KeyCode::Char(' '), &["hold", "pick"]),
    action("list", KeyCode::Tab, &["list"]),
    action("best", KeyCode::Char('.'), &["best"]),
    action("coach", KeyCode::Char('c'), &["coach"]),
    action("rules", KeyCode::Char('i'), &["rules"]),
    action("undo", KeyCode::Char('u'), &["undo"]),
    action("type", KeyCode::Char(':'), &["type"]),
    action("animation", KeyCode::Char('a'), &["animation"]),
    action("draw", KeyCode::Char('d'), &["draw"]),
    action("react", KeyCode::Char('e'), &["react", "feeling"]),
    action("new", KeyCode::Char('n'), &["new"]),
    action("copy", KeyCode::Char('y'), &["copy"]),
];

/// Keys with names; others are called by what they write.
const NAMES: [(&str, KeyCode); 14] = [
    ("space", KeyCode::Char(' ')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

/// Keys that a player uses instead of the built-in ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyMap {
    keys: Vec<MappedKey>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct MappedKey {
    pressed: KeyCode,
    built_in: KeyCode,
    does: &'static [&'static str],
    /// How the key is written on the screen.
    label: String,
}

impl MappedKey {
    fn is_meant(&self, does: &str) -> bool {
        self.does.is_empty() || self.does.iter().any(|word| does.contains(word))
    }
}

/// Why a key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAKey {
    /// Nothing is called so.
    #[error("nothing has a key called {0:?}")]
    Action(String),
    /// No key is called so.
    #[error(
        "there is no key {0:?}: use one character, space, enter, esc, tab or f2 to f12, for example"
    )]
    Key(String),
    /// Something else has it.
    #[error("{0:?} is used twice")]
    Twice(String),
}

impl KeyMap {
    /// Gives something another key.
    ///
    /// # Errors
    /// When there is no such thing or no such key, or something else has it.
    pub fn set(&mut self, action: &str, key: &str) -> Result<(), NotAKey> {
        let mut actions = ACTIONS.iter();
        let found = actions.find(|known| known.name == action);
        let action = found.ok_or_else(|| NotAKey::Action(action.to_owned()))?;
        let pressed = read(key).ok_or_else(|| NotAKey::Key(key.to_owned()))?;
        if self.keys.iter().any(|mapped| mapped.pressed == pressed) {
            return Err(NotAKey::Twice(key.to_owned()));
        }
        self.keys.push(MappedKey {
            pressed,
            built_in: action.built_in,
            does: action.does,
            label: label(key),
        });
        Ok(())
    }

    /// Returns the built-in key that a key stands for where these keys do these things: one with a meaning of its own there keeps it.
    pub(crate) fn built_in(&self, pressed: KeyCode, used: &[(KeyCode, String)]) -> KeyCode {
        let does = |key: KeyCode| used.iter().find(|(known, _)| *known == key);
        let mut keys = self.keys.iter();
        match keys.find(|mapped| mapped.pressed == pressed) {
            Some(mapped) => match does(mapped.built_in) {
                Some((_, does)) if mapped.is_meant(does) => mapped.built_in,
                None if does(pressed).is_none() => mapped.built_in,
                _ => pressed,
            },
            None => pressed,
        }
    }

    /// Returns how a built-in key that does this is written, where it would be written as `usual`.
    pub(crate) fn label(&self, built_in: KeyCode, usual: &str, does: &str) -> String {
        let mut keys = self.keys.iter();
        match keys.find(|mapped| mapped.built_in == built_in && mapped.is_meant(does)) {
            None => usual.to_owned(),
            Some(mapped) if usual.chars().count() == 1 => mapped.label.clone(),
            // Labels of several keys hold for the others still.
            Some(mapped) => format!("{} {usual}", mapped.label),
        }
    }
}

fn read(key: &str) -> Option<KeyCode> {
    let mut letters = key.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return (!letter.is_control()).then_some(KeyCode::Char(letter));
    }
    let name = key.to_ascii_lowercase();
    let named = NAMES.iter().find(|(known, _)| *known == name);
    let function = || {
        let number = name.strip_prefix('f')?.parse().ok()?;
        (2..=12).contains(&number).then_some(KeyCode::F(number))
    };
    named.map(|(_, code)| *code).or_else(function)
}

fn label(key: &str) -> String {
    let mut letters = key.chars();
    match letters.next() {
        Some(first) if key.len() > 1 && key.is_ascii() => {
            first.to_ascii_uppercase().to_string() + &key[1..].to_ascii_lowercase()
        }
        _ => key.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(keys: &[(&str, &str)]) -> KeyMap {
        let mut map = KeyMap::default();
        for (action, key) in keys {
            map.set(action, key).unwrap();
        }
        map
    }

    fn used(keys: &[(char, &str)]) -> Vec<(KeyCode, String)> {
        let keys = keys.iter();
        keys.map(|(key, does)| (KeyCode::Char(*key), (*does).to_owned()))
            .collect()
    }

    #[test]
    fn keys_change_places() {
        let map = map(&[("roll", "b"), ("bank", "r"), ("select", "F5")]);
        let used = used(&[('r', "roll"), ('b', "bank 350")]);
        assert_eq!(map.built_in(KeyCode::Char('b'), &used), KeyCode::Char('r'));
        assert_eq!(map.built_in(KeyCode::Char('r'), &used), KeyCode::Char('b'));
        assert_eq!(map.built_in(KeyCode::F(5), &used), KeyCode::Enter);
        assert_eq!(map.built_in(KeyCode::Char('x'), &used), KeyCode::Char('x'));
    }

    #[test]
    fn a_key_keeps_its_meaning_where_the_other_has_none() {
        let map = map(&[("roll", "space")]);
        let (space, roll) = (KeyCode::Char(' '), KeyCode::Char('r'));
        assert_eq!(map.built_in(space, &used(&[(' ', "pick")])), space);
        assert_eq!(map.built_in(space, &used(&[('r', "rules")])), space);
        assert_eq!(
            map.built_in(space, &used(&[(' ', "pick"), ('r', "roll")])),
            roll
        );
        assert_eq!(map.built_in(space, &[]), roll);
    }

    #[test]
    fn labels_follow() {
        let map = map(&[("roll", "space"), ("down", "n"), ("back", "PageUp")]);
        assert_eq!(map.label(KeyCode::Char('r'), "r", "roll"), "Space");
        assert_eq!(map.label(KeyCode::Char('r'), "r", "rules"), "r");
        assert_eq!(map.label(KeyCode::Down, "↑↓ jk", "choose"), "n ↑↓ jk");
        assert_eq!(map.label(KeyCode::Esc, "Esc q", "back"), "Pageup Esc q");
        assert_eq!(map.label(KeyCode::Char('u'), "u", "undo"), "u");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut map = map(&[("roll", "space")]);
        let before = map.clone();
        for (action, key) in [
            ("dance", "x"),
            ("bank", ""),
            ("bank", "ctrl-b"),
            ("bank", "f1"),
            ("bank", "f99"),
            ("bank", "Space"),
        ] {
            assert!(map.set(action, key).is_err(), "{action} = {key}");
        }
        assert_eq!(map, before);
    }
}
