//! One side of a six-sided die.

use std::fmt;

/// One side of a six-sided die: one to six pips, by construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Face {
    One = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
}

impl Face {
    /// Lists all faces, from one to six.
    pub const ALL: [Self; 6] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
    ];

    /// Returns the face with that many pips, or nothing outside 1 to 6.
    #[must_use]
    pub const fn new(pips: u8) -> Option<Self> {
        match pips {
            1..=6 => Some(Self::ALL[pips as usize - 1]),
            _ => None,
        }
    }

    /// Returns the face written as this digit, or nothing for any other character.
    #[must_use]
    pub fn from_digit(digit: char) -> Option<Self> {
        digit.to_digit(7).and_then(|pips| Self::new(pips as u8))
    }

    /// Returns the number of pips.
    #[must_use]
    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// Returns the place of this face in [`Face::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pips().fmt(f)
    }
}
