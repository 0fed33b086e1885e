//! Somebody who knows what positions are worth.

use hotdice_core::{AnyPosition, Game, Position, Seat, Show};
use hotdice_games::push_luck::{self, PushLuck};
use hotdice_games::yatzy::{self, Yatzy};

use crate::generic::Aim;
use crate::push_luck::{Race, ThreeRace};
use crate::yatzy::{PagedTable, Solved, Winning};

/// Knows what every state of a game is worth under perfect play.
pub trait Evaluator<G: Game>: Send + Sync {
    /// Says what values count.
    fn aim(&self) -> Aim;

    /// Says whether values are exact or estimates.
    fn certainty(&self) -> Certainty;

    /// Says the same of one state and its actions, which may be known better than most.
    fn certainty_at(&self, _state: &G::State) -> Certainty {
        self.certainty()
    }

    /// Says why values are estimates, where they are.
    fn basis(&self) -> &'static str {
        UNSOLVED
    }

    /// Returns what a state is worth to a seat; nothing for a state that this evaluator does not know.
    fn value(&self, state: &G::State, seat: Seat) -> Option<f64>;

    /// Returns every legal action with what it is worth to the seat that decides; empty where nobody does.
    fn action_values(&self, state: &G::State) -> Vec<(G::Action, f64)>;

    /// Says how far values may be off, as [`ActionValue::margin`] does; 0 for exact ones.
    fn margin(&self) -> f64 {
        0.0
    }
}

/// Why most estimates are no more than that.
pub const UNSOLVED: &str = "the game is not solved";

/// What it is for three players and more whose games are played on by bots.
pub const AMONG_BOTS: &str =
    "chances among bots that play for points, which can be far off near the end";

/// Says why values are estimates. Only those of games that are played on have a margin.
#[must_use]
pub fn basis_of(aim: Aim, seats: usize, values: &[ActionValue]) -> &'static str {
    match aim {
        Aim::Win if seats > 2 && values.iter().any(|value| value.margin > 0.0) => AMONG_BOTS,
        Aim::Win | Aim::Points => UNSOLVED,
    }
}

/// How far values can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// They are exact, but for the last digits of the arithmetic.
    Exact,
    /// They are exact but for rounding, and right to about 1e-4.
    Rounded,
    /// They are estimates of a search.
    Estimate,
}

impl Certainty {
    /// Returns its name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Rounded => "rounded",
            Self::Estimate => "estimate",
        }
    }
}

/// An evaluator of any game, asked about positions of any kind.
pub trait Oracle: Send + Sync {
    /// Says what values count.
    fn aim(&self) -> Aim;

    /// Says whether values are exact or estimates.
    fn certainty(&self) -> Certainty;

    /// Says the same of one position and its actions, which may be known better than most.
    fn certainty_at(&self, _position: &dyn AnyPosition) -> Certainty {
        self.certainty()
    }

    /// Says why values are estimates, where they are.
    fn basis(&self) -> &'static str {
        UNSOLVED
    }

    /// Returns what a position is worth to a seat; nothing for one that this oracle does not know.
    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64>;

    /// Returns every legal action with what it is worth to the seat that decides, best first.
    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue>;

    /// Says how far the value of a position may be off, as [`ActionValue::margin`] does; 0 for exact ones.
    fn margin(&self, _position: &dyn AnyPosition) -> f64 {
        0.0
    }

    /// Returns what a game that is over was worth to a seat, where that is not what the aim says.
    fn result(&self, _position: &dyn AnyPosition, _seat: Seat) -> Option<f64> {
        None
    }
}

/// Returns values in order, the best first and equal ones as they were.
pub(crate) fn best_first(mut values: Vec<ActionValue>) -> Vec<ActionValue> {
    values.sort_by(|a, b| b.value.total_cmp(&a.value));
    values
}

/// What an action is worth to the seat that chooses it.
///
/// All values of one answer come from the same look at the position, at the same depth, so they can be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionValue {
    /// The action, in the notation of its game.
    pub action: String,
    /// What it is worth.
    pub value: f64,
    /// How far that may be off: half the width of an interval that holds the truth 95 times in a hundred; 0 for exact values.
    pub margin: f64,
    /// What it is worth to every seat, where the same look tells that; otherwise empty.
    pub everyone: Vec<f64>,
}

impl ActionValue {
    /// Returns a value without an error.
    #[must_use]
    pub fn exact(action: String, value: f64) -> Self {
        Self {
            action,
            value,
            margin: 0.0,
            everyone: Vec::new(),
        }
    }
}

/// An evaluator behind the face of an oracle.
pub struct EvaluatorOracle<G, E> {
    game: G,
    evaluator: E,
}

impl<G: Game, E: Evaluator<G>> EvaluatorOracle<G, E> {
    /// Returns the oracle of a game.
    pub fn new(game: G, evaluator: E) -> Self {
        Self { game, evaluator }
    }
}

impl<G: Show, E: Evaluator<G>> Oracle for EvaluatorOracle<G, E> {
    fn aim(&self) -> Aim {
        self.evaluator.aim()
    }

    fn certainty(&self) -> Certainty {
        self.evaluator.certainty()
    }

    fn certainty_at(&self, position: &dyn AnyPosition) -> Certainty {
        match position.as_any().downcast_ref::<Position<G>>() {
            Some(position) => self.evaluator.certainty_at(position.state()),
            None => self.certainty(),
        }
    }

    fn basis(&self) -> &'static str {
        self.evaluator.basis()
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        let position: &Position<G> = position.as_any().downcast_ref()?;
        self.evaluator.value(position.state(), seat)
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        let Some(position) = position.as_any().downcast_ref::<Position<G>>() else {
            return Vec::new();
        };
        let values = self.evaluator.action_values(position.state());
        let values = values.into_iter().map(|(action, value)| ActionValue {
            margin: self.evaluator.margin(),
            ..ActionValue::exact(self.game.write_action(&action), value)
        });
        best_first(values.collect())
    }

    fn margin(&self, _position: &dyn AnyPosition) -> f64 {
        self.evaluator.margin()
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for std::sync::Arc<E> {
    fn aim(&self) -> Aim {
        (**self).aim()
    }

    fn certainty(&self) -> Certainty {
        (**self).certainty()
    }

    fn certainty_at(&self, state: &G::State) -> Certainty {
        (**self).certainty_at(state)
    }

    fn basis(&self) -> &'static str {
        (**self).basis()
    }

    fn value(&self, state: &G::State, seat: Seat) -> Option<f64> {
        (**self).value(state, seat)
    }

    fn action_values(&self, state: &G::State) -> Vec<(G::Action, f64)> {
        (**self).action_values(state)
    }

    fn margin(&self) -> f64 {
        (**self).margin()
    }
}

impl Evaluator<PushLuck> for Race {
    fn aim(&self) -> Aim {
        Aim::Win
    }

    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }

    fn value(&self, state: &push_luck::State, seat: Seat) -> Option<f64> {
        let values = Self::value(self, state).ok()?;
        values.get(seat.index()).copied()
    }

    fn action_values(&self, state: &push_luck::State) -> Vec<(push_luck::Action, f64)> {
        Self::action_values(self, state).unwrap_or_default()
    }
}

impl Evaluator<PushLuck> for ThreeRace {
    fn aim(&self) -> Aim {
        Aim::Win
    }

    fn certainty(&self) -> Certainty {
        Self::certainty(self)
    }

    fn value(&self, state: &push_luck::State, seat: Seat) -> Option<f64> {
        Self::value(self, state)?.get(seat.index()).copied()
    }

    fn action_values(&self, state: &push_luck::State) -> Vec<(push_luck::Action, f64)> {
        Self::action_values(self, state)
    }
}

impl Evaluator<Yatzy> for Solved {
    fn aim(&self) -> Aim {
        Aim::Points
    }

    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }

    fn value(&self, state: &yatzy::State, seat: Seat) -> Option<f64> {
        Some(Self::value(self, state, seat))
    }

    fn action_values(&self, state: &yatzy::State) -> Vec<(yatzy::Action, f64)> {
        Self::action_values(self, state)
    }
}

impl Evaluator<Yatzy> for Winning {
    fn aim(&self) -> Aim {
        Aim::Win
    }

    fn certainty(&self) -> Certainty {
        if self.is_exact() {
            Certainty::Exact
        } else {
            Certainty::Estimate
        }
    }

    fn certainty_at(&self, state: &yatzy::State) -> Certainty {
        if self.is_exact_at(state) {
            Certainty::Exact
        } else {
            Certainty::Estimate
        }
    }

    fn basis(&self) -> &'static str {
        "the best reply to others who play for points"
    }

    fn value(&self, state: &yatzy::State, seat: Seat) -> Option<f64> {
        Some(Self::value(self, state, seat))
    }

    fn action_values(&self, state: &yatzy::State) -> Vec<(yatzy::Action, f64)> {
        Self::action_values(self, state)
    }
}

impl Evaluator<Yatzy> for PagedTable {
    fn aim(&self) -> Aim {
        Aim::Points
    }

    fn certainty(&self) -> Certainty {
        Certainty::Rounded
    }

    fn value(&self, state: &yatzy::State, seat: Seat) -> Option<f64> {
        Self::value(self, state, seat)
    }

    fn action_values(&self, state: &yatzy::State) -> Vec<(yatzy::Action, f64)> {
        Self::action_values(self, state)
    }
}

impl<O: Oracle + ?Sized> Oracle for std::sync::Arc<O> {
    fn aim(&self) -> Aim {
        (**self).aim()
    }

    fn certainty(&self) -> Certainty {
        (**self).certainty()
    }

    fn certainty_at(&self, position: &dyn AnyPosition) -> Certainty {
        (**self).certainty_at(position)
    }

    fn basis(&self) -> &'static str {
        (**self).basis()
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        (**self).value(position, seat)
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        (**self).action_values(position)
    }

    fn margin(&self, position: &dyn AnyPosition) -> f64 {
        (**self).margin(position)
    }

    fn result(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        (**self).result(position, seat)
    }
}
