//! How to play a turn for points: what every choice brings on average, with no end of the game in sight.

use hotdice_core::Game;
use hotdice_games::push_luck::{Action, Phase, PushLuck, State};

use super::best_turn::Solver;
use super::rules::SolverRules;

/// The expected points of every position of a turn under the best play for points.
///
/// Cards, penalties for busts in a row, the least total to open and what is left for the next player are left out of the
/// reckoning: this is a plan for players, and where there are such rules only about right.
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
        let SolverRules {
            least: [_, least],
            // The solver has these.
            no_score: _,
            hot: _,
            bank_takes: _,
            // No end of the game is in sight, and nothing is kept in mind from turn to turn.
            target: _,
            end: _,
            busts: _,
            counts_from: _,
            piggyback: _,
            first: _,
            deck: _,
        } = SolverRules::of(game);
        let (step, rolling) = Solver::new(game).rolling(least);
        Self {
            game: game.clone(),
            step,
            rolling,
        }
    }

    /// Returns the step of its totals: every roll brings a multiple of it.
    #[must_use]
    pub const fn step(&self) -> u32 {
        self.step
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

    /// Goes on straight beyond the table: from its last total but one, everything is banked that can be, and hot dice are
    /// worth a straight line, so that what rolling brings is one too.
    fn far_ahead(&self, total: u32, dice: usize) -> f64 {
        let last = self.rolling.len() - 1;
        let end = self.rolling[last][dice];
        let slope = (end - self.rolling[last - 1][dice]) / f64::from(self.step);
        end + slope * f64::from(total - last as u32 * self.step)
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
            Phase::Roll(dice) if after.total() > 0 || is_offered(before) => {
                self.rolling(after.total(), dice)
            }
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

/// Tells whether a player is asked whether to pick up what was left.
const fn is_offered(state: &State) -> bool {
    matches!(state.phase(), Phase::PickUp { .. })
}
