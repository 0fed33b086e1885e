//! One byte for every position with given numbers of dice.

use super::{Ending, QUIET_TURNS};

/// What every position of an ending comes to.
#[derive(Debug, Default)]
pub(super) struct EndingTable(Vec<u8>);

/// Added to the distance of lost positions; 0 is a draw, or not known yet.
const LOST: u8 = 128;

impl EndingTable {
    /// Returns a table of so many draws.
    pub(super) fn of_draws(len: usize) -> Self {
        Self(vec![0; len])
    }

    /// Returns the table that was written as bytes; nothing if one of them says more turns than a game allows.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let is_known = |&code: &u8| code % LOST <= QUIET_TURNS;
        bytes.iter().all(is_known).then(|| Self(bytes.to_vec()))
    }

    /// Returns the table as bytes, one for each place.
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Tells whether there are no positions.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how many places there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns what the position at a place comes to.
    pub(super) fn get(&self, place: usize) -> Ending {
        match self.0[place] {
            0 => Ending::Drawn,
            turns @ 1..LOST => Ending::Won { turns },
            code => Ending::Lost { turns: code - LOST },
        }
    }

    /// Sets what the position at a place comes to.
    pub(super) fn set(&mut self, place: usize, ending: Ending) {
        self.0[place] = match ending {
            Ending::Drawn => 0,
            Ending::Won { turns } => turns,
            Ending::Lost { turns } => LOST + turns,
        };
    }

    /// Returns the longest distance to a capture.
    pub(super) fn longest(&self) -> Option<u8> {
        self.0.iter().map(|&code| code % LOST).max()
    }
}
