//! How to play a turn for points: what every choice brings on average, with no end of the game in sight.

use hotdice_core::Game;
use hotdice_games::push_luck::{Action, Phase, PushLuck, State};

use super::best_turn::Solver;

/// The expected points of every position of a turn under the best play for points.
///
/// Cards and penalties for busts in a row are left out of the reckoning.
#[derive(Clone, Debug)]
pub struct PointsPlan {
    game: PushLuck,
    step: u32,
    /// What rolling one to six dice brings, by turn total in steps.
    rolling: Vec<[f64; 6]>,
}

impl PointsPlan {
    /// Works out the plan for some rules.
    #[must_use]
    pub fn new(game: &PushLuck) -> Self {
        let (step, rolling) = Solver::new(game).rolling(game.rules().bank_min);
        Self {
            game: game.clone(),
            step,
            rolling,
        }
    }

    /// Returns the points that a turn brings on average when `dice` dice are rolled on top of `total`.
    #[must_use]
    pub fn rolling(&self, total: u32, dice: u8) -> f64 {
        let place = (total / self.step) as usize;
        let dice = usize::from(dice.clamp(1, 6)) - 1;
        match self.rolling.get(place) {
            Some(values) => values[dice],
            None => self.far_ahead(total, dice),
        }
    }

    /// Totals beyond the table are worth what they are beyond its end: nobody rolls there for long.
    fn far_ahead(&self, total: u32, dice: usize) -> f64 {
        let last = self.rolling.len() - 1;
        let end = last as u32 * self.step;
        let kept = self.rolling[last][dice] / f64::from(end.max(1));
        f64::from(total) * kept
    }

    /// Returns what every legal action brings the seat in turn on average.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        let mut values = Vec::new();
        self.game.for_each_action(state, |action| {
            let mut after = state.clone();
            self.game.act(&mut after, &action);
            values.push((action, self.worth(state, &after)));
        });
        values
    }

    /// Returns the points that a turn brings after an action.
    fn worth(&self, before: &State, after: &State) -> f64 {
        match after.phase() {
            Phase::Roll(dice) if after.total() > 0 => self.rolling(after.total(), dice),
            Phase::Kept { .. } => {
                let values = self
                    .action_values(after)
                    .into_iter()
                    .map(|(_, value)| value);
                values.fold(0.0, f64::max)
            }
            _ => f64::from(after.score(before.seat()) - before.score(before.seat())),
        }
    }
}
