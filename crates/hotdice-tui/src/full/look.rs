//! Colours. Whatever a colour says, a sign or a word says as well.

use ratatui::style::{Color, Modifier, Style};

use crate::settings::{Colours, Theme, UserSettings};

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
    /// A code that cameras read, dark on light; nothing if the terminal cannot show one.
    pub(crate) code: Option<Style>,
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
    Extended,
    True,
}

/// The background of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// Light text is read on it.
    Dark,
    /// Dark text is read on it.
    Light,
}

impl Shade {
    /// Returns the shade of a colour.
    pub(crate) fn of(colour: [u8; 3]) -> Self {
        // Whichever of black and white text has the higher contrast: they are level at this luminance.
        if luminance(colour) > 0.179 {
            Self::Light
        } else {
            Self::Dark
        }
    }
}

/// Returns the relative luminance of a colour, as WCAG defines it.
fn luminance(colour: [u8; 3]) -> f64 {
    let linear = |channel: u8| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.040_45 {
            channel / 12.92
        } else {
            ((channel + 0.055) / 1.055).powf(2.4)
        }
    };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

impl Sight {
    /// Returns what the settings ask for; where they leave it open, what the terminal answered, and then what its variables say.
    pub(crate) fn new(
        settings: &UserSettings,
        answered: Option<Shade>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let colours = match settings.colours {
            Colours::None => ColourDepth::None,
            Colours::Sixteen => ColourDepth::Sixteen,
            Colours::Extended => ColourDepth::Extended,
            Colours::True => ColourDepth::True,
            Colours::Auto => colours_of(&variable),
        };
        let ground = match settings.theme {
            Theme::Dark => Shade::Dark,
            Theme::Light => Shade::Light,
            Theme::Auto => answered.unwrap_or_else(|| ground_of(&variable)),
        };
        Self { colours, ground }
    }
}

/// Terminals with all colours whose other variables are lost on the way through ssh.
const TRUE_COLOUR: [&str; 5] = [
    "xterm-kitty",
    "xterm-ghostty",
    "alacritty",
    "foot",
    "wezterm",
];

fn colours_of(variable: impl Fn(&str) -> Option<String>) -> ColourDepth {
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return ColourDepth::None;
    }
    let term = variable("TERM").unwrap_or_default();
    let is_true = |name: &&str| term.starts_with(name);
    match variable("COLORTERM").as_deref() {
        Some("truecolor" | "24bit") => ColourDepth::True,
        _ if term == "dumb" => ColourDepth::None,
        _ if term.ends_with("-direct") || TRUE_COLOUR.iter().any(is_true) => ColourDepth::True,
        _ if term.contains("256color") => ColourDepth::Extended,
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
        let palette = match sight.ground {
            Shade::Dark => &DARK,
            Shade::Light => &LIGHT,
        };
        match (sight.colours, sight.ground) {
            (ColourDepth::None, Shade::Dark) => Self {
                code: Some(Style::new().add_modifier(Modifier::REVERSED)),
                ..Self::colourless()
            },
            (ColourDepth::None, Shade::Light) => Self::colourless(),
            (ColourDepth::Sixteen, Shade::Dark) => Self::dark_sixteen(),
            (ColourDepth::Sixteen, Shade::Light) => Self::light_sixteen(),
            (ColourDepth::Extended, _) => Self::of(palette, indexed),
            (ColourDepth::True, _) => {
                Self::of(palette, |[red, green, blue]| Color::Rgb(red, green, blue))
            }
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
            faint: plain,
            strong,
            accent: strong,
            chosen: plain.add_modifier(Modifier::REVERSED),
            good: strong,
            bad: strong,
            die: plain,
            scoring: strong,
            held: strong,
            bar: plain.add_modifier(Modifier::REVERSED),
            code: Some(plain),
            seats: [strong; 6],
        }
    }

    /// The terminal's own colours, of which it decides how they look: those that can be read on black in every usual palette.
    fn dark_sixteen() -> Self {
        let plain = Style::new();
        let bold = |colour: Color| plain.fg(colour).add_modifier(Modifier::BOLD);
        Self {
            faint: plain.fg(Color::Gray),
            accent: plain.fg(Color::LightCyan),
            good: plain.fg(Color::LightGreen),
            bad: bold(Color::LightRed),
            scoring: bold(Color::LightGreen),
            held: bold(Color::LightYellow),
            bar: plain.fg(Color::Black).bg(Color::Cyan),
            code: Some(plain.fg(Color::Black).bg(Color::White)),
            seats: [
                Color::LightCyan,
                Color::LightYellow,
                Color::LightGreen,
                Color::LightRed,
                Color::White,
                Color::Cyan,
            ]
            .map(bold),
            ..Self::colourless()
        }
    }

    /// Those that can be read on white. None is bold: many terminals draw bold colours as bright ones, which cannot.
    fn light_sixteen() -> Self {
        let plain = Style::new();
        let [blue, red, magenta] =
            [Color::Blue, Color::Red, Color::Magenta].map(|colour| plain.fg(colour));
        let lined = |style: Style| style.add_modifier(Modifier::UNDERLINED);
        Self {
            accent: blue,
            good: blue,
            bad: red,
            scoring: lined(blue),
            held: magenta,
            bar: plain.fg(Color::White).bg(Color::Blue),
            code: Some(plain.fg(Color::Black).bg(Color::White)),
            seats: [blue, red, magenta, lined(blue), lined(red), lined(magenta)],
            ..Self::colourless()
        }
    }

    fn of(palette: &Palette, colour: impl Fn([u8; 3]) -> Color) -> Self {
        let plain = Style::new();
        let text = |channels| plain.fg(colour(channels));
        let bold = |channels| text(channels).add_modifier(Modifier::BOLD);
        let bar = text(palette.on_accent).bg(colour(palette.accent));
        Self {
            plain,
            faint: text(palette.faint),
            strong: plain.add_modifier(Modifier::BOLD),
            accent: text(palette.accent),
            chosen: bar.add_modifier(Modifier::BOLD),
            good: text(palette.good),
            bad: bold(palette.bad),
            die: plain,
            scoring: bold(palette.good),
            held: bold(palette.held),
            bar,
            code: Some(text([0; 3]).bg(colour([0xff; 3]))),
            seats: palette.seats.map(bold),
        }
    }
}

struct Palette {
    faint: [u8; 3],
    accent: [u8; 3],
    on_accent: [u8; 3],
    good: [u8; 3],
    bad: [u8; 3],
    held: [u8; 3],
    seats: [[u8; 3]; 6],
}

/// The steps of the cube of 6×6×6 colours.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Returns one of the 240 colours that terminals with 256 agree about.
fn shown(index: u8) -> [u8; 3] {
    match index {
        232.. => [8 + 10 * (index - 232); 3],
        _ => {
            let place = usize::from(index.saturating_sub(16));
            [place / 36, place / 6 % 6, place % 6].map(|step| STEPS[step])
        }
    }
}

/// Returns the nearest of these colours.
fn indexed(wanted: [u8; 3]) -> Color {
    let distance = |index: &u8| -> u32 {
        let channels = shown(*index).into_iter().zip(wanted);
        channels
            .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
            .sum()
    };
    let nearest = (16..=u8::MAX).min_by_key(distance);
    nearest.map_or(Color::Reset, Color::Indexed)
}

const fn rgb(hex: u32) -> [u8; 3] {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
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
    bad: rgb(0xa0_2c00),
    held: rgb(0x7a_4e00),
    seats: [
        rgb(0x05_50ae),
        rgb(0xa0_2c00),
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
        let sight = Sight::new(&UserSettings::default(), None, variable);
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
        check(
            &[("TERM", "tmux-256color")],
            ColourDepth::Extended,
            Shade::Dark,
        );
        check(&[("TERM", "xterm-kitty")], ColourDepth::True, Shade::Dark);
        check(&[("TERM", "dumb")], ColourDepth::None, Shade::Dark);
        check(&[("COLORFGBG", "0;15")], ColourDepth::Sixteen, Shade::Light);
        check(&[("COLORFGBG", "15;0")], ColourDepth::Sixteen, Shade::Dark);
    }

    #[test]
    fn the_answer_of_a_terminal_is_stronger_than_its_variables() {
        let settings = UserSettings::default();
        let sight = Sight::new(&settings, Some(Shade::Light), |name| {
            (name == "COLORFGBG").then(|| "15;0".to_owned())
        });
        assert_eq!(sight.ground, Shade::Light);
    }

    #[test]
    fn settings_are_stronger_than_the_terminal() {
        let settings = UserSettings {
            colours: Colours::True,
            theme: Theme::Light,
            ..UserSettings::default()
        };
        let sight = Sight::new(&settings, Some(Shade::Dark), |_| None);
        assert_eq!(
            sight,
            Sight {
                colours: ColourDepth::True,
                ground: Shade::Light
            }
        );
    }

    #[test]
    fn shades_are_told_apart() {
        for dark in [0x00_0000, 0x1e_1e1e, 0x00_2b36, 0x28_2c34, 0x30_0a24] {
            assert_eq!(Shade::of(rgb(dark)), Shade::Dark, "{dark:06x}");
        }
        for light in [0xff_ffff, 0xfd_f6e3, 0xee_e8d5, 0xff_ffdd, 0xc0_c0c0] {
            assert_eq!(Shade::of(rgb(light)), Shade::Light, "{light:06x}");
        }
    }
}

#[cfg(test)]
mod contrast_tests {
    use super::*;

    /// What a terminal makes of the sixteen colours.
    type Sixteen = [u32; 16];

    const XTERM: Sixteen = [
        0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5,
        0x7f_7f7f, 0xff_0000, 0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
    ];
    const LINUX: Sixteen = [
        0x00_0000, 0xaa_0000, 0x00_aa00, 0xaa_5500, 0x00_00aa, 0xaa_00aa, 0x00_aaaa, 0xaa_aaaa,
        0x55_5555, 0xff_5555, 0x55_ff55, 0xff_ff55, 0x55_55ff, 0xff_55ff, 0x55_ffff, 0xff_ffff,
    ];
    const GNOME: Sixteen = [
        0x17_1421, 0xc0_1c28, 0x26_a269, 0xa2_734c, 0x12_488b, 0xa3_47ba, 0x2a_a1b3, 0xd0_cfcc,
        0x5e_5c64, 0xf6_6151, 0x33_d17a, 0xe9_ad0c, 0x2a_7bde, 0xc0_61cb, 0x33_c7de, 0xff_ffff,
    ];
    const WINDOWS: Sixteen = [
        0x0c_0c0c, 0xc5_0f1f, 0x13_a10e, 0xc1_9c00, 0x00_37da, 0x88_1798, 0x3a_96dd, 0xcc_cccc,
        0x76_7676, 0xe7_4856, 0x16_c60c, 0xf9_f1a5, 0x3b_78ff, 0xb4_009e, 0x61_d6d6, 0xf2_f2f2,
    ];

    /// A terminal: its colours, and what it writes with on what.
    struct Shown {
        sixteen: Sixteen,
        text: u32,
        ground: u32,
    }

    fn place(colour: Color) -> Option<usize> {
        Some(match colour {
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 8,
            Color::LightRed => 9,
            Color::LightGreen => 10,
            Color::LightYellow => 11,
            Color::LightBlue => 12,
            Color::LightMagenta => 13,
            Color::LightCyan => 14,
            Color::White => 15,
            _ => return None,
        })
    }

    impl Shown {
        fn colour(&self, colour: Option<Color>, otherwise: u32, brighter: bool) -> [u8; 3] {
            match colour {
                None | Some(Color::Reset) => rgb(otherwise),
                Some(Color::Rgb(red, green, blue)) => [red, green, blue],
                Some(Color::Indexed(index)) => shown(index),
                Some(colour) => {
                    let place = place(colour).expect("one of the sixteen");
                    rgb(self.sixteen[if brighter { place | 8 } else { place }])
                }
            }
        }

        /// Returns the contrast of a style, the worse one where bold may be drawn as bright.
        fn contrast(&self, style: Style) -> f64 {
            let is_bold = style.add_modifier.contains(Modifier::BOLD);
            let contrast = |brighter: bool| {
                let text = self.colour(style.fg, self.text, brighter);
                let ground = self.colour(style.bg, self.ground, false);
                let mut pair = [text, ground].map(luminance);
                pair.sort_by(f64::total_cmp);
                (pair[1] + 0.05) / (pair[0] + 0.05)
            };
            contrast(false).min(contrast(is_bold))
        }
    }

    #[track_caller]
    fn check(colours: ColourDepth, ground: Shade, terminals: &[Shown]) {
        let look = Look::new(Sight { colours, ground });
        let styles = [
            look.plain,
            look.faint,
            look.strong,
            look.accent,
            look.chosen,
            look.good,
            look.bad,
            look.die,
            look.scoring,
            look.held,
            look.bar,
        ];
        for style in styles.into_iter().chain(look.seats).chain(look.code) {
            for terminal in terminals {
                let contrast = terminal.contrast(style);
                assert!(
                    contrast >= 4.5,
                    "{colours:?} {ground:?}: {style:?} on {:06x} has {contrast:.2}:1",
                    terminal.ground
                );
            }
        }
    }

    #[test]
    fn everything_can_be_read_in_sixteen_colours() {
        let palettes = [XTERM, LINUX, GNOME, WINDOWS];
        let dark = palettes.map(|sixteen| Shown {
            sixteen,
            text: sixteen[7],
            ground: sixteen[0],
        });
        check(ColourDepth::Sixteen, Shade::Dark, &dark);
        let light = palettes.map(|sixteen| Shown {
            sixteen,
            text: sixteen[0],
            ground: 0xff_ffff,
        });
        check(ColourDepth::Sixteen, Shade::Light, &light);
    }

    #[test]
    fn everything_can_be_read_in_more_colours() {
        let terminal = |text| {
            move |ground| Shown {
                sixteen: XTERM,
                text,
                ground,
            }
        };
        // xterm, GNOME, VS Code, Solarized, One, Ubuntu.
        let dark = [
            0x00_0000, 0x17_1421, 0x1e_1e1e, 0x00_2b36, 0x28_2c34, 0x30_0a24,
        ];
        let light = [0xff_ffff, 0xfa_fafa, 0xfd_f6e3];
        for colours in [ColourDepth::Extended, ColourDepth::True] {
            check(colours, Shade::Dark, &dark.map(terminal(0xe5_e5e5)));
            check(colours, Shade::Light, &light.map(terminal(0x00_0000)));
        }
    }
}
