//! Colours. Whatever a colour says, a sign or a word says as well.

use ratatui::style::{Color, Modifier, Style};

use crate::settings::{Background, Colours, UserSettings};

/// The styles of everything that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// Words.
    pub(crate) plain: Style,
    /// What matters less.
    pub(crate) faint: Style,
    /// Headings and names.
    pub(crate) strong: Style,
    /// Frames, keys, what is alive.
    pub(crate) accent: Style,
    /// The line under the cursor.
    pub(crate) chosen: Style,
    /// Something to be glad about.
    pub(crate) good: Style,
    /// Something to be sorry about.
    pub(crate) bad: Style,
    /// A die.
    pub(crate) die: Style,
    /// A die that scores.
    pub(crate) scoring: Style,
    /// A die that was set aside, or is about to be.
    pub(crate) held: Style,
    /// The first line of the screen.
    pub(crate) bar: Style,
    seats: [Style; 6],
}

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) colours: ColourDepth,
    pub(crate) ground: Shade,
}

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColourDepth {
    None,
    Sixteen,
    True,
}

/// The background of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shade {
    Dark,
    Light,
}

impl Sight {
    /// Returns what the settings ask for; where they leave it open, what the terminal says in its variables.
    pub(crate) fn new(settings: &UserSettings, variable: impl Fn(&str) -> Option<String>) -> Self {
        let colours = match settings.colours {
            Colours::None => ColourDepth::None,
            Colours::Sixteen => ColourDepth::Sixteen,
            Colours::True => ColourDepth::True,
            Colours::Auto => colours_of(&variable),
        };
        let ground = match settings.ground {
            Background::Dark => Shade::Dark,
            Background::Light => Shade::Light,
            Background::Auto => ground_of(&variable),
        };
        Self { colours, ground }
    }
}

fn colours_of(variable: impl Fn(&str) -> Option<String>) -> ColourDepth {
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return ColourDepth::None;
    }
    match variable("COLORTERM").as_deref() {
        Some("truecolor" | "24bit") => ColourDepth::True,
        _ if variable("TERM").as_deref() == Some("dumb") => ColourDepth::None,
        _ => ColourDepth::Sixteen,
    }
}

/// Some terminals write foreground and background as `15;0`.
fn ground_of(variable: impl Fn(&str) -> Option<String>) -> Shade {
    let colours = variable("COLORFGBG").unwrap_or_default();
    match colours.rsplit(';').next() {
        Some("7" | "15") => Shade::Light,
        _ => Shade::Dark,
    }
}

impl Look {
    /// Returns the styles for a terminal.
    pub(crate) fn new(sight: Sight) -> Self {
        match (sight.colours, sight.ground) {
            (ColourDepth::None, _) => Self::colourless(),
            (ColourDepth::Sixteen, ground) => Self::of(&sixteen(ground)),
            (ColourDepth::True, Shade::Dark) => Self::of(&DARK),
            (ColourDepth::True, Shade::Light) => Self::of(&LIGHT),
        }
    }

    /// Returns the style of a seat; its letter tells it apart as well.
    pub(crate) fn seat(&self, seat: usize) -> Style {
        self.seats[seat % self.seats.len()]
    }

    fn colourless() -> Self {
        let plain = Style::new();
        let strong = plain.add_modifier(Modifier::BOLD);
        Self {
            plain,
            faint: plain.add_modifier(Modifier::DIM),
            strong,
            accent: strong,
            chosen: plain.add_modifier(Modifier::REVERSED),
            good: strong,
            bad: strong,
            die: plain,
            scoring: strong,
            held: strong,
            bar: plain.add_modifier(Modifier::REVERSED),
            seats: [strong; 6],
        }
    }

    fn of(colours: &Palette) -> Self {
        let plain = Style::new();
        let bold = |colour: Color| plain.fg(colour).add_modifier(Modifier::BOLD);
        Self {
            plain,
            faint: plain.fg(colours.faint),
            strong: plain.add_modifier(Modifier::BOLD),
            accent: plain.fg(colours.accent),
            chosen: plain
                .fg(colours.on_accent)
                .bg(colours.accent)
                .add_modifier(Modifier::BOLD),
            good: plain.fg(colours.good),
            bad: bold(colours.bad),
            die: plain,
            scoring: bold(colours.good),
            held: bold(colours.held),
            bar: plain.fg(colours.on_accent).bg(colours.accent),
            seats: colours.seats.map(bold),
        }
    }
}

struct Palette {
    faint: Color,
    accent: Color,
    on_accent: Color,
    good: Color,
    bad: Color,
    held: Color,
    seats: [Color; 6],
}

/// The terminal's own colours, of which it decides how they look; none of them hides on either ground.
const fn sixteen(ground: Shade) -> Palette {
    let on_accent = match ground {
        Shade::Dark => Color::Black,
        Shade::Light => Color::White,
    };
    let faint = match ground {
        Shade::Dark => Color::Gray,
        Shade::Light => Color::DarkGray,
    };
    Palette {
        faint,
        accent: Color::Cyan,
        on_accent,
        good: Color::Blue,
        bad: Color::Red,
        held: Color::Magenta,
        seats: [
            Color::Blue,
            Color::Red,
            Color::Magenta,
            Color::Cyan,
            Color::Green,
            Color::Yellow,
        ],
    }
}

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Blue against orange, which all kinds of colour blindness tell apart.
const DARK: Palette = Palette {
    faint: rgb(0x9a_a4b2),
    accent: rgb(0x6c_c5e0),
    on_accent: rgb(0x0d_1b22),
    good: rgb(0x7c_c0ff),
    bad: rgb(0xff_a657),
    held: rgb(0xf2_cc60),
    seats: [
        rgb(0x7c_c0ff),
        rgb(0xff_a657),
        rgb(0xd2_a8ff),
        rgb(0x6c_d9b5),
        rgb(0xf2_cc60),
        rgb(0xff_9bce),
    ],
};

const LIGHT: Palette = Palette {
    faint: rgb(0x57_606a),
    accent: rgb(0x0b_5f7a),
    on_accent: rgb(0xff_ffff),
    good: rgb(0x05_50ae),
    bad: rgb(0xa0_4100),
    held: rgb(0x7a_4e00),
    seats: [
        rgb(0x05_50ae),
        rgb(0xa0_4100),
        rgb(0x66_39ba),
        rgb(0x11_6149),
        rgb(0x7a_4e00),
        rgb(0x99_286e),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], colours: ColourDepth, ground: Shade) {
        let variable = |name: &str| {
            let mut found = variables.iter().filter(|(known, _)| *known == name);
            found.next().map(|(_, value)| (*value).to_owned())
        };
        let sight = Sight::new(&UserSettings::default(), variable);
        assert_eq!(sight, Sight { colours, ground });
    }

    #[test]
    fn terminals_say_what_they_can() {
        check(&[], ColourDepth::Sixteen, Shade::Dark);
        check(
            &[("COLORTERM", "truecolor")],
            ColourDepth::True,
            Shade::Dark,
        );
        check(
            &[("COLORTERM", "truecolor"), ("NO_COLOR", "1")],
            ColourDepth::None,
            Shade::Dark,
        );
        check(&[("NO_COLOR", "")], ColourDepth::Sixteen, Shade::Dark);
        check(&[("TERM", "dumb")], ColourDepth::None, Shade::Dark);
        check(&[("COLORFGBG", "0;15")], ColourDepth::Sixteen, Shade::Light);
        check(&[("COLORFGBG", "15;0")], ColourDepth::Sixteen, Shade::Dark);
    }

    #[test]
    fn settings_are_stronger_than_the_terminal() {
        let settings = UserSettings {
            colours: Colours::True,
            ground: Background::Light,
            ..UserSettings::default()
        };
        let sight = Sight::new(&settings, |_| None);
        assert_eq!(
            sight,
            Sight {
                colours: ColourDepth::True,
                ground: Shade::Light
            }
        );
    }
}
