//! Those who take part.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use hotdice_core::{Bytes32, Name, Seat};

use super::PersonLinks;

/// Somebody who takes part, numbered from 1 in the order of joining; those who meet again are numbered by the seats they
/// had before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(NonZeroU32);

/// A person or a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person.
    Person {
        /// What the person is called.
        name: Name,
        /// What the person adds to the dice: bytes for all of them, or the anchor of their chain if the dice are linked.
        entropy: Bytes32,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number of the player.
    pub id: PlayerId,
    /// Who it is.
    pub who: Who,
    /// Whether the player is there.
    pub presence: Presence,
    /// The number of the event with which the player came, or came back.
    pub back: u64,
    /// What the person adds to linked dice.
    pub links: Option<PersonLinks>,
}

/// Whether a player is there.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Presence {
    /// The player is there.
    #[default]
    Here,
    /// The player has said goodbye, and the seat waits.
    Away,
    /// A bot of this level plays on.
    Replaced(String),
    /// The player has given up for good, and a bot of this level plays on.
    Resigned(String),
}

/// Tells whether a bot can be of this level: one word of small letters, digits and dashes that fits in a name.
pub(super) fn is_level(level: &str) -> bool {
    let fits = (1..=16).contains(&level.len());
    let letters =
        |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    fits && level.bytes().all(letters)
}

impl Who {
    /// Returns the name under which somebody plays.
    #[must_use]
    pub fn name(&self) -> Name {
        match self {
            Self::Person { name, .. } => name.clone(),
            Self::Bot { level } => format!("bot:{level}")
                .parse()
                .expect("levels are short words"),
        }
    }
}

impl PlayerId {
    /// Returns the number of whoever sat there before, for those who meet again.
    #[must_use]
    pub fn of_seat(seat: Seat) -> Self {
        Self::after(seat.index() as u32)
    }

    /// Returns the player with this number.
    #[must_use]
    pub fn numbered(number: NonZeroU32) -> Self {
        Self(number)
    }

    /// Returns the number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0.get()
    }

    /// Returns the player that joins after so many others.
    pub(crate) fn after(joined: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(joined))
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PlayerId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}
