//! What a player likes: colours, the pace of the dice, a bell, a coach.

mod choice;

use serde::{Deserialize, Serialize};

pub use choice::Setting;

/// What a player likes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UserSettings {
    /// What the player is called.
    pub name: String,
    /// How long dice roll.
    pub pace: Pace,
    /// How many colours are used.
    pub colours: Colours,
    /// What the terminal's background is like.
    pub ground: Background,
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// Whether the terminal's bell says that it is your turn.
    pub bell: bool,
    /// Whether the coach is there from the beginning in games against bots.
    pub coach: bool,
    /// Whether a plainly bad choice has to be confirmed when a lot is at stake.
    pub warn: bool,
}

impl Default for UserSettings {
    fn default() -> Self {
        Self {
            name: String::new(),
            pace: Pace::Usual,
            colours: Colours::Auto,
            ground: Background::Auto,
            mouse: true,
            bell: false,
            coach: false,
            warn: true,
        }
    }
}

/// How long dice roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Nothing moves.
    Off,
    /// A blink.
    Quick,
    /// A moment.
    Usual,
    /// Long enough to hope.
    Slow,
}

impl Pace {
    /// Returns every pace, from none to slow.
    pub const ALL: [Self; 4] = [Self::Off, Self::Quick, Self::Usual, Self::Slow];

    /// Returns how many milliseconds dice roll.
    #[must_use]
    pub const fn rolling(self) -> u64 {
        match self {
            Self::Off => 0,
            Self::Quick => 250,
            Self::Usual => 600,
            Self::Slow => 1200,
        }
    }

    /// Returns how many milliseconds something that others did stays before the next thing.
    #[must_use]
    pub const fn pause(self) -> u64 {
        match self {
            Self::Off => 0,
            Self::Quick => 350,
            Self::Usual => 900,
            Self::Slow => 1600,
        }
    }
}

/// How many colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colours {
    /// As many as the terminal says it has.
    Auto,
    /// None.
    None,
    /// The sixteen of every terminal.
    Sixteen,
    /// All.
    True,
}

/// What the terminal's background is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Background {
    /// As the terminal says, or dark.
    Auto,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

/// Returns the settings in a text.
///
/// # Errors
/// When it is not a text of settings.
pub fn read(text: &str) -> Result<UserSettings, serde_json::Error> {
    // A list of nothing would pass for settings in which everything is left out.
    let named: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text)?;
    serde_json::from_value(named.into())
}

/// Writes settings as a text.
#[must_use]
pub fn write(settings: &UserSettings) -> String {
    let text = serde_json::to_string_pretty(settings);
    text.expect("plain values become JSON") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back() {
        let settings = UserSettings {
            name: "Ada".to_owned(),
            pace: Pace::Off,
            ..UserSettings::default()
        };
        assert_eq!(read(&write(&settings)).unwrap(), settings);
    }

    #[test]
    fn what_is_left_out_is_as_usual() {
        let settings = read(r#"{"bell": true, "of_a_later_version": 1}"#).unwrap();
        assert_eq!(
            settings,
            UserSettings {
                bell: true,
                ..UserSettings::default()
            }
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "{", "[]", r#"{"pace": "breakneck"}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
