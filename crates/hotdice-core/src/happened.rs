//! What is about to happen, read once, and what has happened, as values.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{Dice, Face, Line, Notation, Seat, SeatSet, Show, Target};

/// An action of a game, read from text once and found legal in the position it was read for.
///
/// Two of one game are equal when they are spelled the same.
#[derive(Clone)]
pub struct CheckedAction {
    notation: String,
    value: Arc<dyn Any + Send + Sync>,
}

impl CheckedAction {
    /// Wraps an action that is known to be legal; whoever applies it checks again.
    pub fn new<G: Notation>(game: &G, action: G::Action) -> Self {
        Self {
            notation: game.write_action(&action),
            value: Arc::new(action),
        }
    }

    /// Returns the action in the game's own spelling, the one that records and lists of actions use.
    #[must_use]
    pub fn notation(&self) -> &str {
        &self.notation
    }

    /// Returns the action itself, for code that knows the game; nothing if it is of another game.
    #[must_use]
    pub fn value<A: Any>(&self) -> Option<&A> {
        self.value.downcast_ref()
    }
}

/// A roll of a game, read once and found possible, with the dice in the order in which they fell where that is known.
#[derive(Clone)]
pub struct CheckedRoll {
    notation: String,
    value: Arc<dyn Any + Send + Sync>,
    dice: Vec<u8>,
}

impl CheckedRoll {
    /// Wraps a roll that is known to be possible, made by dice that lie so, each counted from 0.
    ///
    /// Dice whose order is not known, or that are not those of the roll, are listed in rising order.
    pub fn new<G: Show>(game: &G, roll: G::Roll, lying: &[u16]) -> Self {
        let rolled = game.dice_of(&roll);
        let fell = lying.iter().all(|&side| side < 6) && Dice::lying(lying) == rolled;
        let dice = if fell {
            lying.iter().map(|&side| side as u8 + 1).collect()
        } else {
            rolled.faces().map(Face::pips).collect()
        };
        Self {
            notation: game.write_roll(&roll),
            value: Arc::new(roll),
            dice,
        }
    }

    /// Returns the roll in the game's own spelling.
    #[must_use]
    pub fn notation(&self) -> &str {
        &self.notation
    }

    /// Returns the pips of the dice from left to right; none if it is no roll of six-sided dice.
    #[must_use]
    pub fn dice(&self) -> &[u8] {
        &self.dice
    }

    /// Returns the roll itself, for code that knows the game; nothing if it is of another game.
    #[must_use]
    pub fn value<R: Any>(&self) -> Option<&R> {
        self.value.downcast_ref()
    }
}

/// What happened in a game: who did what, what it scored, and how it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEvent {
    /// The seat in turn when it happened; nobody's where chance decides who begins.
    pub seat: Option<Seat>,
    /// What happened.
    pub kind: GameEventKind,
    /// By how much the score of that seat changed.
    pub points: i32,
    /// The seats that share the win, if this ended the game.
    pub winners: Option<SeatSet>,
    /// What it did, in the game's own words.
    pub story: Vec<Line>,
}

/// What kind of thing happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEventKind {
    /// Chance decided.
    Rolled {
        /// The roll in the game's own spelling.
        notation: String,
        /// The pips of the dice as they fell, from left to right; none if it is no roll of six-sided dice.
        dice: Vec<u8>,
    },
    /// A player chose.
    Acted {
        /// The action in the game's own spelling.
        notation: String,
        /// What it was done to.
        target: Target,
        /// What it scored at once, as in [`Choice::points`](crate::Choice::points).
        points: Option<i32>,
    },
}

impl GameEventKind {
    /// Returns the action or roll in the game's own spelling.
    #[must_use]
    pub fn notation(&self) -> &str {
        match self {
            Self::Rolled { notation, .. } | Self::Acted { notation, .. } => notation,
        }
    }
}

/// Both are known by their spelling.
macro_rules! spelled {
    ($($name:ident),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.notation)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.notation).finish()
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.notation == other.notation
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.notation.cmp(&other.notation)
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.notation.hash(state);
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.notation == *other
            }
        }
    )*};
}

spelled!(CheckedAction, CheckedRoll);
