//! What the search remembers of positions it has seen (a transposition table).

use hotdice_games::tridice::Action;

/// What a remembered score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    AtLeast,
    /// The score is at most this.
    AtMost,
}

/// One remembered position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry {
    pub(super) key: u64,
    pub(super) score: f32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) best: Action,
}

/// A memory of fixed size. A newer position takes the place of an older one, unless that was searched much deeper.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    places: Vec<Option<TableEntry>>,
}

impl TranspositionTable {
    const PLACES: usize = 1 << 17;

    /// Returns an empty memory.
    pub(super) fn new() -> Self {
        let places = vec![None; Self::PLACES];
        Self { places }
    }

    /// Returns a memory in which nothing stays.
    #[cfg(test)]
    pub(super) fn none() -> Self {
        Self { places: Vec::new() }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.places.fill(None);
    }

    /// Returns what is remembered of a position.
    pub(super) fn recall(&self, key: u64) -> Option<&TableEntry> {
        let place = self.place(key)?;
        self.places[place].as_ref().filter(|memo| memo.key == key)
    }

    /// Remembers a position.
    pub(super) fn remember(&mut self, memo: TableEntry) {
        let Some(place) = self.place(memo.key) else {
            return;
        };
        let is_worth_more =
            |old: &TableEntry| old.key != memo.key && old.depth > memo.depth.saturating_add(2);
        if !self.places[place].as_ref().is_some_and(is_worth_more) {
            self.places[place] = Some(memo);
        }
    }

    fn place(&self, key: u64) -> Option<usize> {
        (key as usize).checked_rem(self.places.len())
    }
}
