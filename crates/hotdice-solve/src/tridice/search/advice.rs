//! What a search has to say.

use hotdice_core::Game;
use hotdice_games::tridice::{Action, State};

use super::Search;
use crate::tridice::endings::Ending;

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingCertainty {
    /// It is the exact chance to win with best play, a draw counting half.
    Exact,
    /// It is a guess after looking ahead.
    Estimate,
    /// It is a guess too, and the action may be worse: it was only seen not to be the best.
    AtMost,
}

/// An action and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// What to do.
    pub action: Action,
    /// The chance to win for the player in turn, a draw counting half: from 0 to 1.
    pub value: f64,
    /// How sure the value is.
    pub certainty: RatingCertainty,
}

/// All that a search has found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Every legal action, the best first, all looked at to the same depth. Where only the best was wanted and the search ended in the
    /// middle of a depth, the actions that were looked at to that depth come before the others.
    pub ratings: Vec<Rating>,
    /// How many turns ahead every action was looked at; 0 when all was known without.
    pub depth: u8,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Advice {
    /// Returns the best action with its value.
    ///
    /// # Panics
    /// Never: a player in turn can always do something, if only pass.
    #[must_use]
    pub fn best(&self) -> &Rating {
        self.ratings.first().expect("there is always an action")
    }
}

/// An action with its score from −1 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActionScore {
    pub(super) action: Action,
    pub(super) score: f32,
    pub(super) certainty: RatingCertainty,
}

impl ActionScore {
    /// Returns the rating, with the exact value where there is one.
    pub(super) fn rating(&self, exact: &[(Action, Option<f64>)]) -> Rating {
        let known = exact.iter().find(|(action, _)| *action == self.action);
        let (value, certainty) = match known {
            Some((_, Some(value))) => (*value, RatingCertainty::Exact),
            _ => (f64::midpoint(1.0, self.score.into()), self.certainty),
        };
        Rating {
            action: self.action,
            value,
            certainty,
        }
    }
}

impl Search {
    /// Returns the advice where the value of every action is known exactly: quick wins and slow losses first.
    pub(super) fn known_advice(&self, state: &State, values: Vec<(Action, f64)>) -> Advice {
        let mut known: Vec<(f64, Rating)> = values
            .into_iter()
            .map(|(action, value)| {
                let certainty = RatingCertainty::Exact;
                let rating = Rating {
                    action,
                    value,
                    certainty,
                };
                (self.preference(state, &rating), rating)
            })
            .collect();
        known.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        Advice {
            ratings: known.into_iter().map(|(_, rating)| rating).collect(),
            depth: 0,
            nodes: 0,
        }
    }

    /// Returns a number that is higher for actions to prefer: by value, then for quick wins and slow losses.
    fn preference(&self, state: &State, rating: &Rating) -> f64 {
        let mut after = *state;
        self.game.act(&mut after, &rating.action);
        let endings = self.endings.as_deref();
        let haste = match endings.and_then(|endings| endings.of(&after)) {
            Some(Ending::Lost { turns }) => -f64::from(turns),
            Some(Ending::Won { turns }) => f64::from(turns),
            Some(Ending::Drawn) | None => 0.0,
        };
        // A capture is itself the next step to the win; how far the one after it is matters less.
        let scale = match after.quiet_turns() {
            0 => 1e-6,
            _ => 1e-3,
        };
        rating.value + scale * haste
    }
}
