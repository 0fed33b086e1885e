//! A solved game whose table is too large for memory: it is worked out level by level, kept somewhere else in numbers of
//! four bytes, and read as far as a question needs it.
//!
//! The work itself is done in numbers of eight bytes, so each value that is kept is the right one, rounded once.

use hotdice_core::Seat;
use hotdice_games::yatzy::{Action, State, Yatzy};

use super::advice::{Adviser, is_in_turn, points_before_turn};
use super::boxes::{Filled, each};
use super::later::Excerpt;
use super::layout::{Layout, TooLarge};
use super::levels::{LANES, last_level, level_before};
use super::progress::StateProgress;
use super::solved::Unsolved;
use super::worth::Mean;
use crate::Watch;

/// Somewhere the values of a large table are kept.
pub trait PageStore: Send + Sync {
    /// Reads `count` values of a level from the place `first` on; nothing if they are not there or damaged.
    fn read(&self, level: usize, first: usize, count: usize) -> Option<Vec<f32>>;
}

/// A large table before it is worked out: how long its levels are.
#[derive(Clone, Debug)]
pub struct TableOutline {
    game: Yatzy,
    layout: Layout,
}

/// Why a large table was not worked out and kept.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotPaged<E> {
    /// It was not worked out.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// It could not be kept.
    #[error("the table could not be kept: {0}")]
    Store(E),
}

/// Expected points of perfect play, alone and for points, read from where they are kept: each is right to about 1e-4.
pub struct PagedTable {
    outline: TableOutline,
    store: Box<dyn PageStore>,
}

impl TableOutline {
    /// Lays out the table of a game.
    ///
    /// # Errors
    /// When two levels of it that follow each other take more than `limit` bytes while it is worked out.
    pub fn new(game: &Yatzy, limit: u64) -> Result<Self, TooLarge> {
        let layout = Layout::new(game, limit)?;
        TooLarge::check(layout.streamed_bytes(), limit)?;
        let game = game.clone();
        Ok(Self { game, layout })
    }

    /// Returns how many values each level has.
    pub fn levels(&self) -> impl ExactSizeIterator<Item = usize> {
        self.layout.levels.iter().map(|level| level.states)
    }

    /// Works out the table, the last level first, and gives every level to `keep` with its number.
    ///
    /// # Errors
    /// When a level cannot be kept, or `watch` stops the work.
    pub fn solve<E>(
        &self,
        watch: &dyn Watch,
        mut keep: impl FnMut(usize, &[f64]) -> Result<(), E>,
    ) -> Result<(), NotPaged<E>> {
        let progress = StateProgress::new(self.layout.states(), watch);
        let last = self.layout.boxes.all.len();
        let mut values = last_level(&self.layout);
        keep(last, &values).map_err(NotPaged::Store)?;
        for filled in (0..last).rev() {
            values = level_before::<Mean<LANES>>(&self.layout, filled, &values, &progress)
                .map_err(Unsolved::from)?;
            keep(filled, &values).map_err(NotPaged::Store)?;
        }
        Ok(())
    }

    /// Returns the solved game whose values are in `store`.
    #[must_use]
    pub fn open(self, store: Box<dyn PageStore>) -> PagedTable {
        let outline = self;
        PagedTable { outline, store }
    }
}

impl PagedTable {
    /// Returns the expected points of a whole game; nothing if they cannot be read.
    #[must_use]
    pub fn expected(&self) -> Option<f64> {
        self.store.read(0, 0, 1)?.first().copied().map(f64::from)
    }

    /// Returns the expected final points of a seat when it plays perfectly from here on; nothing if values cannot be read.
    #[must_use]
    pub fn value(&self, state: &State, seat: Seat) -> Option<f64> {
        let TableOutline { game, layout } = &self.outline;
        if is_in_turn(layout, state, seat) {
            return self.advise(state, |adviser| adviser.value(state));
        }
        let column = state.column(seat);
        let now = self.excerpt([layout.sheet(column).filled].into_iter())?;
        Some(points_before_turn(game, layout, column, &now))
    }

    /// Returns every legal action of the seat in turn with the expected final points of that seat after it.
    ///
    /// Nothing while dice are rolled, when the game is over, or when values cannot be read.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        self.advise(state, |adviser| adviser.action_values(state))
            .unwrap_or_default()
    }

    /// Asks the adviser of the seat in turn.
    fn advise<R>(&self, state: &State, ask: impl FnOnce(&Adviser<'_>) -> R) -> Option<R> {
        let TableOutline { game, layout } = &self.outline;
        let column = state.column(state.seat());
        let sheet = layout.sheet(column);
        let open = each(layout.open(&sheet));
        let later = self.excerpt(open.map(|place| sheet.filled | 1 << place))?;
        Some(ask(&Adviser::for_points(game, layout, column, &later)))
    }

    fn excerpt(&self, sets: impl Iterator<Item = Filled>) -> Option<Excerpt> {
        Excerpt::read(&self.outline.layout, sets, |level, first, count| {
            self.store.read(level, first, count)
        })
    }
}
