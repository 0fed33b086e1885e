//! A solved game.

use hotdice_games::yatzy::{Column, State, Yatzy};

use super::layout::{Layout, TableSize, TooLarge};
use super::levels::{LANES, last_level, level_before};
use super::progress::StateProgress;
use super::table::LevelTable;
use super::worth::Mean;
use crate::{Stopped, Watch};

/// The most bytes that [`Solved::solve`] takes for a table.
pub const USUAL_LIMIT: u64 = 1 << 30;

/// Expected points of perfect play, alone and for points, from the start of every turn.
#[derive(Clone, Debug)]
pub struct Solved {
    pub(super) game: Yatzy,
    pub(super) layout: Layout,
    /// The values of each level, by the number of filled boxes.
    pub(super) levels: LevelTable<f64>,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// Whoever waited gave up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It takes too much memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl Solved {
    /// Returns how many bytes a solved game takes.
    ///
    /// # Errors
    /// When only to lay out its table would take more than `limit` bytes.
    pub fn bytes_needed(game: &Yatzy, limit: u64) -> Result<u64, TooLarge> {
        let size = TableSize::of(game, limit)?;
        Ok(size.own_bytes() + size.bytes())
    }

    /// Returns how many bytes this one takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.layout.own_bytes() + self.layout.bytes()
    }

    /// Returns how many bytes it takes to work through a game level by level, with one number for each state.
    ///
    /// # Errors
    /// When only to lay out its table would take more than `limit` bytes.
    pub fn bytes_streamed(game: &Yatzy, limit: u64) -> Result<u64, TooLarge> {
        let size = TableSize::of(game, limit)?;
        Ok(size.own_bytes() + size.streamed_bytes())
    }

    /// Solves a game whose table takes no more than [`USUAL_LIMIT`].
    ///
    /// ```
    /// use hotdice_games::yatzy::Yatzy;
    /// use hotdice_solve::Unwatched;
    /// use hotdice_solve::yatzy::Solved;
    ///
    /// // One die, two rolls, and its pips count: roll again below the mean of a die.
    /// let game = Yatzy::read(&"kata(dice=1,rolls=2,boxes=chance)".parse()?)?;
    /// let solved = Solved::solve(&game, &Unwatched)?;
    /// assert!((solved.expected() - 4.25).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the table would be larger, said before the work begins, or when `watch` stops it.
    pub fn solve(game: &Yatzy, watch: &dyn Watch) -> Result<Self, Unsolved> {
        Self::solve_within(game, USUAL_LIMIT, watch)
    }

    /// Solves a game whose table takes no more than `limit` bytes.
    ///
    /// # Errors
    /// When the table would be larger, said before the work begins, or when `watch` stops it.
    pub fn solve_within(game: &Yatzy, limit: u64, watch: &dyn Watch) -> Result<Self, Unsolved> {
        let layout = Layout::new(game, limit)?;
        TooLarge::check(layout.bytes(), limit)?;
        let mut levels = vec![last_level(&layout)];
        let progress = StateProgress::new(layout.states(), watch);
        for filled in (0..layout.boxes.all.len()).rev() {
            let later = &levels[levels.len() - 1];
            levels.push(level_before::<Mean<LANES>>(
                &layout, filled, later, &progress,
            )?);
        }
        levels.reverse();
        Ok(Self {
            game: game.clone(),
            layout,
            levels: LevelTable::new(levels),
        })
    }

    /// Returns the rules that were solved.
    #[must_use]
    pub fn game(&self) -> &Yatzy {
        &self.game
    }

    /// Returns the expected points of a whole game.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.levels[0][0]
    }

    /// Returns how many states at the start of a turn the table has.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.layout.states()
    }
}

/// Returns the points of a column without the bonus.
pub(super) fn written(game: &Yatzy, column: &Column) -> u32 {
    game.total(column) - u32::from(game.bonus(column))
}

/// Returns how many rolls the seat in turn has, saved ones included, after the one in hand.
pub(super) fn rolls_of(state: &State) -> usize {
    let saved = state.column(state.seat()).saved();
    usize::from(state.left()) + usize::from(saved)
}

/// Returns the expected points of a whole game, and keeps no table.
///
/// Only two levels are in memory at a time, so that games can be solved whose table is too large.
///
/// # Errors
/// When these two would take more than `limit` bytes, said before the work begins, or when `watch` stops it.
pub fn expected_within(game: &Yatzy, limit: u64, watch: &dyn Watch) -> Result<f64, Unsolved> {
    let layout = Layout::new(game, limit)?;
    TooLarge::check(layout.streamed_bytes(), limit)?;
    let progress = StateProgress::new(layout.states(), watch);
    let mut values = last_level(&layout);
    for filled in (0..layout.boxes.all.len()).rev() {
        values = level_before::<Mean<LANES>>(&layout, filled, &values, &progress)?;
    }
    Ok(values[0])
}
