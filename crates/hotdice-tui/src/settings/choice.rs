//! Settings one by one: what each is called, what it says, and how it is changed.

use hotdice_core::{Name, NotAName};

use super::{Background, Colours, Pace, UserSettings};

/// One of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// What the player is called.
    Name,
    /// How long dice roll.
    Pace,
    /// How many colours are used.
    Colours,
    /// What the background is like.
    Background,
    /// Whether the mouse is listened to.
    Mouse,
    /// Whether the bell sounds.
    Bell,
    /// Whether the coach is there from the beginning.
    Coach,
    /// Whether plainly bad choices are asked about.
    Warn,
}

impl Setting {
    /// Lists all settings.
    pub const ALL: [Self; 8] = [
        Self::Name,
        Self::Pace,
        Self::Colours,
        Self::Background,
        Self::Mouse,
        Self::Bell,
        Self::Coach,
        Self::Warn,
    ];

    /// Returns what the setting is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "your name",
            Self::Pace => "pace of the dice",
            Self::Colours => "colours",
            Self::Background => "background",
            Self::Mouse => "mouse",
            Self::Bell => "bell",
            Self::Coach => "coach",
            Self::Warn => "warnings",
        }
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
            Self::Background => {
                "Whether the terminal is dark or light, so that nothing is hard to read."
            }
            Self::Mouse => {
                "Whether clicks choose. When off, the terminal uses the mouse to mark text."
            }
            Self::Bell => "Whether the terminal's bell says that it is your turn.",
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
            Self::Background => settings.ground.word(),
            Self::Mouse => switch(settings.mouse),
            Self::Bell => switch(settings.bell),
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
            Self::Background => settings.ground = next(&Background::ALL, settings.ground, forward),
            Self::Mouse => settings.mouse = !settings.mouse,
            Self::Bell => settings.bell = !settings.bell,
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
    pub const ALL: [Self; 4] = [Self::Auto, Self::None, Self::Sixteen, Self::True];

    const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::None => "none",
            Self::Sixteen => "sixteen",
            Self::True => "all",
        }
    }
}

impl Background {
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
                    Setting::Pace | Setting::Colours => 4,
                    Setting::Background => 3,
                    _ => 2,
                };
                assert_eq!(seen.len(), values, "{choice:?}");
            }
        }
    }
}
