//! What a player likes: colours, the pace of the dice, a bell, a coach.

use hotdice_core::{Name, NotAName};
use serde::Deserialize;

use crate::key_map::KeyMap;

/// What a player likes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct UserSettings {
    /// What the player is called.
    pub name: String,
    /// How long dice roll.
    pub pace: Pace,
    /// How many colours are used.
    pub colours: Colours,
    /// Whether colours are for a dark terminal or for a light one.
    #[serde(alias = "ground")]
    pub theme: Theme,
    /// Which characters pictures are drawn with.
    pub characters: Characters,
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// Whether the terminal's bell says that it is your turn.
    pub bell: bool,
    /// Whether the window's title says what is open, and whose turn it is.
    pub title: bool,
    /// Whether the desktop is told that it is your turn while you look at another window.
    pub notices: bool,
    /// Whether the coach is there from the beginning in games against bots.
    pub coach: bool,
    /// Whether a plainly bad choice has to be confirmed when a lot is at stake.
    pub warn: bool,
    /// Keys of the player's own.
    #[serde(skip)]
    pub keys: KeyMap,
    /// House rules of the player's own, under their names.
    #[serde(skip)]
    pub rules: Vec<NamedRules>,
}

/// House rules under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRules {
    /// What they are called.
    pub name: String,
    /// The rules line.
    pub line: String,
}

impl NamedRules {
    /// Returns rules under a name.
    ///
    /// # Errors
    /// When the name cannot be used, or nothing can be played by the rules.
    pub fn new(name: &str, line: &str) -> Result<Self, String> {
        let name = name.trim();
        if name.is_empty() {
            return Err("House rules need a name".to_owned());
        }
        if hotdice_games::find(name).is_ok() {
            return Err(format!("{name:?} is the name of a game"));
        }
        let game = hotdice_games::find(line).map_err(|error| error.to_string())?;
        Ok(Self {
            name: name.to_owned(),
            line: game.rules_line(),
        })
    }
}

impl Default for UserSettings {
    fn default() -> Self {
        Self {
            name: String::new(),
            pace: Pace::Usual,
            colours: Colours::Auto,
            theme: Theme::Auto,
            characters: Characters::Auto,
            mouse: true,
            bell: false,
            title: true,
            notices: true,
            coach: false,
            warn: false,
            keys: KeyMap::default(),
            rules: Vec::new(),
        }
    }
}

/// How long dice roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
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

    /// Returns how many milliseconds the turn of somebody else is shown at most.
    #[must_use]
    pub const fn turn(self) -> u64 {
        match self {
            Self::Off => 0,
            Self::Quick => 1200,
            Self::Usual => 2500,
            Self::Slow => 6000,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colours {
    /// As many as the terminal says it has.
    Auto,
    /// None.
    None,
    /// The sixteen of every terminal.
    Sixteen,
    /// 256.
    #[serde(rename = "256")]
    Extended,
    /// All.
    True,
}

/// Whether colours are for a dark terminal or for a light one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the terminal says, or dark.
    Auto,
    /// For dark terminals.
    Dark,
    /// For light terminals.
    Light,
}

/// Which characters pictures are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Characters {
    /// Those that the terminal can show, as far as it says.
    Auto,
    /// All.
    Unicode,
    /// ASCII.
    Ascii,
}

/// Reads `settings.json`, in which settings were kept before there was a config file.
///
/// # Errors
/// When it is not a text of settings.
pub fn read(text: &str) -> Result<UserSettings, serde_json::Error> {
    // A list of nothing would pass for settings in which everything is left out.
    let named: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text)?;
    serde_json::from_value(named.into())
}

/// One of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// What the player is called.
    Name,
    /// How long dice roll.
    Pace,
    /// How many colours are used.
    Colours,
    /// Whether the terminal is dark or light.
    Theme,
    /// Which characters pictures are drawn with.
    Characters,
    /// Whether the mouse is listened to.
    Mouse,
    /// Whether the bell sounds.
    Bell,
    /// Whether the window's title is set.
    Title,
    /// Whether the desktop is told.
    Notices,
    /// Whether the coach is there from the beginning.
    Coach,
    /// Whether plainly bad choices are asked about.
    Warn,
}

impl Setting {
    /// Lists all settings. New ones come last: people type their numbers.
    pub const ALL: [Self; 11] = [
        Self::Name,
        Self::Pace,
        Self::Colours,
        Self::Theme,
        Self::Mouse,
        Self::Bell,
        Self::Coach,
        Self::Warn,
        Self::Characters,
        Self::Title,
        Self::Notices,
    ];

    /// Returns what the setting is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "your name",
            Self::Pace => "pace of the dice",
            Self::Colours => "colours",
            Self::Theme => "theme",
            Self::Characters => "characters",
            Self::Mouse => "mouse",
            Self::Bell => "bell",
            Self::Title => "window title",
            Self::Notices => "notifications",
            Self::Coach => "coach",
            Self::Warn => "warnings",
        }
    }

    /// Returns what the setting is called in the config file.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Pace => "pace",
            Self::Colours => "colours",
            Self::Theme => "theme",
            Self::Characters => "characters",
            Self::Mouse => "mouse",
            Self::Bell => "bell",
            Self::Title => "title",
            Self::Notices => "notices",
            Self::Coach => "coach",
            Self::Warn => "warnings",
        }
    }

    /// Tells whether the setting is on or off.
    #[must_use]
    pub const fn is_switch(self) -> bool {
        matches!(
            self,
            Self::Mouse | Self::Bell | Self::Title | Self::Notices | Self::Coach | Self::Warn
        )
    }

    /// Says what the setting changes.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Name => "What you are called at every table, if you do not say otherwise.",
            Self::Pace => {
                "How long dice roll, and how long the turns of others are shown. Off: nothing moves."
            }
            Self::Colours => {
                "Auto asks the terminal. Whatever a colour says, a sign or a word says as well."
            }
            Self::Theme => "Colours for a dark or a light terminal. Auto asks the terminal.",
            Self::Characters => {
                "Frames and dice in Unicode or in ASCII. Auto goes by the locale and the terminal."
            }
            Self::Mouse => {
                "Whether clicks choose. When off, the terminal uses the mouse to mark text."
            }
            Self::Bell => "Whether the terminal's bell says that it is your turn.",
            Self::Title => {
                "Whether the window's title says what is open, and when it is your turn."
            }
            Self::Notices => {
                "Whether you are notified of your turn while you look at another window."
            }
            Self::Coach => {
                "Whether the coach shows what every choice is worth in games against bots."
            }
            Self::Warn => {
                "Whether you are asked again when a lot is at stake and a choice is plainly bad."
            }
        }
    }

    /// Returns the value that the setting has.
    #[must_use]
    pub fn value(self, settings: &UserSettings) -> String {
        let switch = |on: bool| if on { "on" } else { "off" };
        match self {
            Self::Name if settings.name.is_empty() => "(none)",
            Self::Name => &settings.name,
            Self::Pace => settings.pace.word(),
            Self::Colours => settings.colours.word(),
            Self::Theme => settings.theme.word(),
            Self::Characters => settings.characters.word(),
            Self::Mouse => switch(settings.mouse),
            Self::Bell => switch(settings.bell),
            Self::Title => switch(settings.title),
            Self::Notices => switch(settings.notices),
            Self::Coach => switch(settings.coach),
            Self::Warn => switch(settings.warn),
        }
        .to_owned()
    }

    /// Changes the setting to its next value, or to the one before; a name has to be typed.
    pub fn turn(self, settings: &mut UserSettings, forward: bool) {
        match self {
            Self::Name => {}
            Self::Pace => settings.pace = next(&Pace::ALL, settings.pace, forward),
            Self::Colours => settings.colours = next(&Colours::ALL, settings.colours, forward),
            Self::Theme => settings.theme = next(&Theme::ALL, settings.theme, forward),
            Self::Characters => {
                settings.characters = next(&Characters::ALL, settings.characters, forward);
            }
            Self::Mouse => settings.mouse = !settings.mouse,
            Self::Bell => settings.bell = !settings.bell,
            Self::Title => settings.title = !settings.title,
            Self::Notices => settings.notices = !settings.notices,
            Self::Coach => settings.coach = !settings.coach,
            Self::Warn => settings.warn = !settings.warn,
        }
    }
}

fn next<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
    let place = all.iter().position(|value| *value == now).unwrap_or(0);
    let step = if forward { 1 } else { all.len() - 1 };
    all[(place + step) % all.len()]
}

impl UserSettings {
    /// Reads what a player wants to be called; nothing is a name as well, for nobody in particular.
    ///
    /// # Errors
    /// When it cannot be a name at a table.
    pub fn read_name(text: &str) -> Result<String, NotAName> {
        match text.trim() {
            "" => Ok(String::new()),
            text => text.parse().map(|name: Name| name.to_string()),
        }
    }
}

impl Colours {
    /// Lists all values.
    pub const ALL: [Self; 5] = [
        Self::Auto,
        Self::None,
        Self::Sixteen,
        Self::Extended,
        Self::True,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::None => "none",
            Self::Sixteen => "16",
            Self::Extended => "256",
            Self::True => "all",
        }
    }
}

impl Theme {
    /// Lists all values.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Dark, Self::Light];

    const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }
}

impl Characters {
    /// Lists all values.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Unicode, Self::Ascii];

    const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Unicode => "unicode",
            Self::Ascii => "ascii",
        }
    }
}

impl Pace {
    const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Quick => "quick",
            Self::Usual => "usual",
            Self::Slow => "slow",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_as_usual() {
        let settings =
            read(r#"{"bell": true, "ground": "light", "of_a_later_version": 1}"#).unwrap();
        assert_eq!(
            settings,
            UserSettings {
                bell: true,
                theme: Theme::Light,
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

#[cfg(test)]
mod choice_tests {
    use super::*;

    #[test]
    fn every_setting_comes_round_both_ways() {
        for choice in Setting::ALL {
            let usual = UserSettings::default();
            for forward in [true, false] {
                let mut settings = usual.clone();
                let mut seen = vec![choice.value(&settings)];
                loop {
                    choice.turn(&mut settings, forward);
                    if settings == usual {
                        break;
                    }
                    seen.push(choice.value(&settings));
                }
                seen.sort();
                seen.dedup();
                let values = match choice {
                    Setting::Name => 1,
                    Setting::Colours => 5,
                    Setting::Pace => 4,
                    Setting::Theme | Setting::Characters => 3,
                    _ => 2,
                };
                assert_eq!(seen.len(), values, "{choice:?}");
            }
        }
    }
}
