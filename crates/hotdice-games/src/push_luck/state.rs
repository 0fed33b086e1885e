//! Where a game of the family stands.

use hotdice_core::{Dice, Seat, SeatSet};

use super::cards::{Card, Deck};
use super::rules::Rules;

/// A state of a push-your-luck game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) players: Vec<Player>,
    pub(super) seat: Seat,
    /// What the seat in turn has set aside since its turn began, the dice on the table not counted.
    pub(super) total: u32,
    pub(super) card: Option<Card>,
    /// Whether the seat in turn has passed under its card; stays false without cards.
    pub(super) passed: bool,
    pub(super) deck: Deck,
    /// The seat that began the final round.
    pub(super) closer: Option<Seat>,
    pub(super) phase: Phase,
}

/// What one player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Player {
    pub(super) score: u32,
    /// Busts in a row, counted only where they cost something.
    pub(super) busts: u8,
}

/// What the state waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The seat that begins is drawn by lot.
    First,
    /// The seat in turn draws a card.
    Draw,
    /// The seat in turn accepts or declines its card.
    Answer,
    /// The seat in turn picks up what the last one left, or begins with six dice.
    PickUp {
        /// The total that was banked, with which it would begin.
        total: u32,
        /// The dice that were not kept.
        dice: u8,
    },
    /// So many dice are rolled.
    Roll(u8),
    /// Dice lie on the table, and at least one of them scores.
    Choose {
        /// The dice on the table.
        roll: Dice,
    },
    /// Some dice of the roll have been kept.
    Kept {
        /// The dice on the table.
        roll: Dice,
        /// Those of them that are kept.
        kept: Dice,
    },
    /// The game is over.
    Over,
}

impl State {
    /// Returns how many seats there are.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// Returns what a seat of this table has banked.
    ///
    /// # Panics
    /// When there is no such seat.
    #[must_use]
    pub fn score(&self, seat: Seat) -> u32 {
        self.players[seat.index()].score
    }

    /// Returns how often in a row a seat of this table has bust, where that costs something.
    ///
    /// # Panics
    /// When there is no such seat.
    #[must_use]
    pub fn busts(&self, seat: Seat) -> u8 {
        self.players[seat.index()].busts
    }

    /// Returns the seat in turn.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns what the seat in turn has set aside since its turn began, the dice on the table not counted.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Returns the roll that lies on the table.
    #[must_use]
    pub fn roll(&self) -> Option<Dice> {
        match self.phase {
            Phase::Choose { roll } | Phase::Kept { roll, .. } => Some(roll),
            _ => None,
        }
    }

    /// Returns the seat that began the final round.
    #[must_use]
    pub fn closer(&self) -> Option<Seat> {
        self.closer
    }

    /// Returns what the state waits for.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the card under which the seat in turn plays.
    #[must_use]
    pub const fn card(&self) -> Option<Card> {
        self.card
    }

    /// Tells whether the seat in turn has passed under its card.
    #[must_use]
    pub const fn has_passed(&self) -> bool {
        self.passed
    }

    /// Returns how many of each card are left to draw, in the order of [`Card::ALL`].
    #[must_use]
    pub fn cards_left(&self) -> [u8; 8] {
        self.deck.counts()
    }

    pub(super) fn player(&mut self) -> &mut Player {
        &mut self.players[self.seat.index()]
    }

    /// Returns the seats that share the highest score.
    pub(super) fn leaders(&self, rules: &Rules) -> SeatSet {
        let counted = |player: &Player| rules.counted(player.score);
        SeatSet::highest(self.players.iter().map(counted))
    }

    /// Tells whether the seat in turn leads alone.
    pub(super) fn leads_alone(&self, rules: &Rules) -> bool {
        self.leaders(rules) == SeatSet::from_iter([self.seat])
    }
}
