//! Placements: the mean of twelve outcomes.

use hotdice_games::tridice::{Cell, Imprint};

use super::expectimax::Expectimax;
use super::window::Window;
use crate::tridice::position::SearchPosition;

const OUTCOMES: f32 = Imprint::COUNT as f32;

impl Expectimax<'_> {
    /// Returns the score of placing a die on `cell`, or a bound of it outside the window.
    ///
    /// No outcome is better than a win or worse than a loss. So after some outcomes the mean may be known to lie
    /// outside the window whatever the others are, and the others need not be looked at (Star1 pruning).
    pub(super) fn place(
        &mut self,
        field: &SearchPosition,
        cell: Cell,
        depth: u8,
        window: Window,
    ) -> f32 {
        let mut sum = 0.0;
        let mut left = OUTCOMES;
        for imprint in Imprint::all() {
            left -= 1.0;
            let needed = Window {
                alpha: (OUTCOMES * window.alpha - sum - left).max(-1.0),
                beta: (OUTCOMES * window.beta - sum + left).min(1.0),
            };
            let next = field.placed(cell, imprint);
            let score = self.turn(&next, depth, needed);
            if self.is_stopped {
                return 0.0;
            }
            sum += score;
            if score <= needed.alpha && needed.alpha > -1.0 {
                return (sum + left) / OUTCOMES;
            }
            if score >= needed.beta && needed.beta < 1.0 {
                return (sum - left) / OUTCOMES;
            }
        }
        sum / OUTCOMES
    }
}
