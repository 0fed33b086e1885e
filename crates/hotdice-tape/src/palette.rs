//! The colours of the pictures.

use crate::cells::{Paint, Style};

/// A colour as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// What the terminal writes with, unless told otherwise.
pub(crate) const INK: Colour = Colour(0xdc, 0xdf, 0xe4);

/// What it writes on.
pub(crate) const PAPER: Colour = Colour(0x16, 0x1a, 0x22);

const SIXTEEN: [Colour; 16] = [
    Colour(0x2b, 0x30, 0x3b),
    Colour(0xe0, 0x6c, 0x75),
    Colour(0x98, 0xc3, 0x79),
    Colour(0xe5, 0xc0, 0x7b),
    Colour(0x61, 0xaf, 0xef),
    Colour(0xc6, 0x78, 0xdd),
    Colour(0x56, 0xb6, 0xc2),
    Colour(0xc8, 0xcc, 0xd4),
    Colour(0x7a, 0x83, 0x92),
    Colour(0xff, 0x87, 0x8f),
    Colour(0xb5, 0xe0, 0x90),
    Colour(0xff, 0xd8, 0x8a),
    Colour(0x82, 0xc4, 0xff),
    Colour(0xde, 0x97, 0xf2),
    Colour(0x74, 0xd4, 0xe0),
    Colour(0xff, 0xff, 0xff),
];

impl Style {
    /// Returns the colours of a letter and of what is behind it.
    pub(crate) fn colours(self) -> (Colour, Colour) {
        let (ink, paper) = (shade(self.ink, INK), shade(self.paper, PAPER));
        let (ink, paper) = match self.reversed {
            true => (paper, ink),
            false => (ink, paper),
        };
        match self.dim {
            true => (ink.towards(paper), paper),
            false => (ink, paper),
        }
    }
}

fn shade(paint: Paint, usual: Colour) -> Colour {
    match paint {
        Paint::Usual => usual,
        Paint::Mixed(red, green, blue) => Colour(red, green, blue),
        Paint::Listed(number) => listed(number),
    }
}

/// Returns one of the 256 colours: sixteen by name, a cube, and greys.
fn listed(number: u8) -> Colour {
    match number {
        0..=15 => SIXTEEN[usize::from(number)],
        16..=231 => {
            let number = number - 16;
            Colour(step(number / 36), step(number / 6 % 6), step(number % 6))
        }
        232..=255 => {
            let grey = 8 + 10 * (number - 232);
            Colour(grey, grey, grey)
        }
    }
}

fn step(number: u8) -> u8 {
    match number {
        0 => 0,
        number => 55 + 40 * number,
    }
}

impl Colour {
    /// Returns the colour, a good part of the way to another one.
    fn towards(self, other: Self) -> Self {
        let mix = |own: u8, other: u8| {
            let mixed = (u16::from(own) * 6 + u16::from(other) * 4) / 10;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_256_colours_are_those_of_terminals() {
        assert_eq!(listed(16).to_string(), "#000000");
        assert_eq!(listed(231).to_string(), "#ffffff");
        assert_eq!(listed(208).to_string(), "#ff8700");
        assert_eq!(listed(255).to_string(), "#eeeeee");
    }

    #[test]
    fn reversed_letters_change_places_with_their_paper() {
        let style = Style {
            reversed: true,
            ..Style::default()
        };
        assert_eq!(style.colours(), (PAPER, INK));
    }
}
