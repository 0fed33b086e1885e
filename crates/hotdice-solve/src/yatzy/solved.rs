//! A solved game.

use hotdice_games::yatzy::Yatzy;

use super::layout::Layout;
use super::levels::{last_level, level_before};
use crate::{Stopped, Watch};

/// Expected points of perfect play from the start of every turn.
#[derive(Clone, Debug)]
pub struct Solved {
    game: Yatzy,
    layout: Layout,
    /// The values of each level, by the number of filled boxes.
    levels: Vec<Vec<f64>>,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Whoever waited gave up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Solved {
    /// Solves a game.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn solve(game: &Yatzy, watch: &dyn Watch) -> Result<Self, Refused> {
        let layout = Layout::new(game);
        let all = layout.states();
        let mut levels = vec![last_level(&layout)];
        let mut done = 0;
        for filled in (0..layout.boxes.all.len()).rev() {
            let later = levels.last().expect("the last level is there");
            levels.push(level_before(&layout, filled, later));
            done += layout.levels[filled].states as u64;
            watch.progress(done, all);
        }
        levels.reverse();
        Ok(Self {
            game: game.clone(),
            layout,
            levels,
        })
    }

    /// Returns the expected points of a whole game.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.levels[0][0]
    }
}
