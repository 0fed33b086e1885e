//! How well a program plays.

use std::fmt;
use std::str::FromStr;

use hotdice_core::meant;

/// How well a program plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Any legal action.
    Random,
    /// What pays most at once; where nothing does, what is least likely to end the turn.
    Greedy,
    /// Sensible rules of thumb, or a short look ahead.
    Careful,
    /// As well as this program can where the game is not solved, and nearly perfect where it is.
    Strong,
    /// Perfect, only where that is true.
    Perfect,
}

impl Level {
    /// Lists all levels from the weakest on.
    pub const ALL: [Self; 5] = [
        Self::Random,
        Self::Greedy,
        Self::Careful,
        Self::Strong,
        Self::Perfect,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Careful => "careful",
            Self::Strong => "strong",
            Self::Perfect => "perfect",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchLevel {
    /// It is a slip of the pen.
    #[error(
        "there is no bot {name:?}: did you mean {meant:?}? There are random, greedy, careful, strong and perfect"
    )]
    Misspelt {
        /// What was written.
        name: String,
        /// The level that is meant.
        meant: &'static str,
    },
    /// It is like no level.
    #[error("there is no bot {0:?}: there are random, greedy, careful, strong and perfect")]
    Unknown(String),
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        let known = Self::ALL.into_iter().find(|level| level.word() == text);
        known.ok_or_else(|| {
            let name = text.to_owned();
            match meant(text, Self::ALL.map(Self::word)) {
                Some(meant) => NoSuchLevel::Misspelt { name, meant },
                None => NoSuchLevel::Unknown(name),
            }
        })
    }
}
