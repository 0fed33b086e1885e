//! Where a game stands: a column for every seat, and the turn in progress.

use std::iter;

use hotdice_core::{Dice, Seat};

use super::rules::MOST_BOXES;

/// The place of a box on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxIndex(u8);

impl BoxIndex {
    /// Returns the first `count` places, from top to bottom.
    pub(super) fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count.min(MOST_BOXES) as u8).map(Self)
    }

    /// Returns the place counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct BoxSet(u32);

impl BoxSet {
    /// Tells whether a box is in the set.
    #[must_use]
    pub const fn contains(self, place: BoxIndex) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    /// Tells whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the boxes from top to bottom.
    pub fn iter(self) -> impl Iterator<Item = BoxIndex> {
        let mut left = self.0;
        iter::from_fn(move || {
            let place = (left != 0).then(|| BoxIndex(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(place)
        })
    }
}

impl FromIterator<BoxIndex> for BoxSet {
    fn from_iter<I: IntoIterator<Item = BoxIndex>>(places: I) -> Self {
        Self(places.into_iter().fold(0, |set, place| set | 1 << place.0))
    }
}

/// What one seat has written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Column {
    pub(super) cells: [Option<u16>; MOST_BOXES],
    pub(super) hundreds: u16,
    pub(super) saved: u16,
}

impl Column {
    /// Returns what is written in a box, if it is filled.
    #[must_use]
    pub const fn cell(&self, place: BoxIndex) -> Option<u16> {
        self.cells[place.index()]
    }

    /// Writes points in a box.
    pub fn fill(&mut self, place: BoxIndex, points: u16) {
        self.cells[place.index()] = Some(points);
    }

    /// Returns how many boxes are filled.
    #[must_use]
    pub fn filled(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Returns how many further rolls of equal dice have earned 100 points.
    #[must_use]
    pub const fn hundreds(&self) -> u16 {
        self.hundreds
    }

    /// Returns how many rolls are saved from earlier turns.
    #[must_use]
    pub const fn saved(&self) -> u16 {
        self.saved
    }
}

/// A state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) columns: Vec<Column>,
    pub(super) seat: Seat,
    pub(super) left: u8,
    pub(super) phase: Phase,
}

/// What the dice of the seat in turn do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// All but those held are about to be rolled.
    Rolling {
        /// The dice that stay.
        held: Dice,
    },
    /// They lie on the table.
    Choosing {
        /// What they show.
        dice: Dice,
    },
}

impl State {
    /// Returns the column of a seat.
    #[must_use]
    pub fn column(&self, seat: Seat) -> &Column {
        &self.columns[seat.index()]
    }

    /// Returns the seat in turn.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns how many rolls this turn still has, without saved ones and the one in hand.
    #[must_use]
    pub const fn left(&self) -> u8 {
        self.left
    }

    /// Says what the dice do.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns how many seats there are.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.columns.len() as u8
    }

    /// Returns the column of the seat in turn.
    pub(super) fn own(&self) -> &Column {
        self.column(self.seat)
    }

    pub(super) fn own_mut(&mut self) -> &mut Column {
        &mut self.columns[self.seat.index()]
    }

    /// Tells whether the seat in turn may roll again.
    pub(super) fn can_roll(&self) -> bool {
        self.left > 0 || self.own().saved > 0
    }
}
