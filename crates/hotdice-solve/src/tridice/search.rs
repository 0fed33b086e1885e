//! Looks ahead (expectimax): the best of one's own actions, the worst of the other's, the mean of what the dice can show.
//!
//! Every depth is searched before the next one (iterative deepening). What was found is remembered (a transposition
//! table) and says which actions to try first. Actions that cannot matter any more are left out (alpha-beta pruning),
//! also in the middle of the twelve outcomes of a placement (Star1 pruning). Where the depth ends, captures are still
//! played out. Scores run from −1, lost, to 1, won, and fade a little with every turn, so that a near win is better
//! than a far one.

mod advice;
mod chance;
mod expectimax;
pub(super) mod keys;
mod root;
mod transposition_table;
mod window;

use std::sync::Arc;

use hotdice_core::{Game, Turn};
use hotdice_games::tridice::{Action, State, TriDice};

pub use self::advice::{Advice, Rating, RatingCertainty};
use self::expectimax::Expectimax;
use self::transposition_table::TranspositionTable;
use super::endings::Endings;
use crate::Watch;

/// How long to search. Whatever comes first ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions to look at.
    pub nodes: u64,
    /// Turns to look ahead.
    pub depth: u8,
}

impl Budget {
    /// As long as the watcher allows.
    pub const UNTIL_STOPPED: Self = Self {
        nodes: u64::MAX,
        depth: Self::DEEPEST,
    };

    /// The deepest that any search goes.
    pub const DEEPEST: u8 = 60;

    /// Returns the budget of so many positions.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Self {
        Self {
            nodes,
            depth: Self::DEEPEST,
        }
    }

    /// Returns the budget of so many turns ahead.
    #[must_use]
    pub const fn of_depth(depth: u8) -> Self {
        let nodes = u64::MAX;
        Self { nodes, depth }
    }
}

/// What a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The best action; of the others only that they are not better. A forced action needs no looking ahead.
    Best,
    /// A value for every action, which takes longer.
    Every,
}

/// A searching player.
#[derive(Debug)]
pub struct Search {
    game: TriDice,
    endings: Option<Arc<Endings>>,
    memory: TranspositionTable,
}

impl Search {
    /// Returns a player that knows no endings by heart.
    #[must_use]
    pub fn new(game: TriDice) -> Self {
        // Both are in the board and in the states; a rule that is added has to be put in here first.
        let (_rows, _dice) = game.parts();
        Self {
            game,
            endings: None,
            memory: TranspositionTable::new(),
        }
    }

    /// Returns the player with endings to look up, if they are of the same board.
    #[must_use]
    pub fn with_endings(mut self, endings: Arc<Endings>) -> Self {
        self.endings = (endings.rows() == self.game.rows()).then_some(endings);
        self
    }

    /// Returns the player without a memory for positions, to check that memory changes no value.
    #[cfg(test)]
    pub(super) fn without_memory(mut self) -> Self {
        self.memory = TranspositionTable::none();
        self
    }

    /// Rates the actions of a state, or says nothing where nobody has to choose.
    ///
    /// ```
    /// use hotdice_core::Notation;
    /// use hotdice_games::tridice::TriDice;
    /// use hotdice_solve::Unwatched;
    /// use hotdice_solve::tridice::{Budget, Search, Wanted};
    ///
    /// let game = TriDice::USUAL;
    /// // The die on 22 shows 2 and reaches 34, where the last die of the other player stands.
    /// let state = game.read_state("turn=1 hands=0,0 board=22:1=1324,34:2=1432")?;
    /// let mut search = Search::new(game);
    /// let advice = search.advise(&state, Wanted::Best, Budget::of_depth(2), &Unwatched);
    /// let best = advice.expect("somebody has to choose").best().action;
    /// assert_eq!(game.write_action(&best), "move 22-34");
    /// # Ok::<(), hotdice_core::Unreadable>(())
    /// ```
    ///
    /// The search ends when the budget is used up or the watcher says stop, and tells the best it has found; one turn
    /// ahead it always looks. With the same budget, and nobody who stops it, the answer is always the same.
    pub fn advise(
        &mut self,
        state: &State,
        wanted: Wanted,
        budget: Budget,
        watch: &dyn Watch,
    ) -> Option<Advice> {
        let Turn::Decide(_) = self.game.turn(state) else {
            return None;
        };
        let exact = self.look_up(state);
        let known: Option<Vec<_>> = exact
            .iter()
            .map(|&(action, value)| value.map(|value| (action, value)))
            .collect();
        Some(match known {
            Some(known) => self.known_advice(state, known),
            None => self.found_advice(state, &exact, wanted, budget, watch),
        })
    }

    /// Returns the advice where not every value is known, after looking ahead.
    fn found_advice(
        &mut self,
        state: &State,
        exact: &[(Action, Option<f64>)],
        wanted: Wanted,
        budget: Budget,
        watch: &dyn Watch,
    ) -> Advice {
        self.memory.forget();
        let endings = self.endings.as_deref();
        let mut look_ahead = Expectimax::new(
            &self.game,
            endings,
            &mut self.memory,
            state,
            budget.nodes,
            watch,
        );
        let scores = look_ahead.deepen(wanted, budget.depth);
        Advice {
            ratings: scores.iter().map(|score| score.rating(exact)).collect(),
            depth: look_ahead.depth(),
            nodes: look_ahead.nodes(),
        }
    }

    /// Returns every action with its exact value for the player in turn, where that is known.
    fn look_up(&self, state: &State) -> Vec<(Action, Option<f64>)> {
        let mut values = Vec::new();
        self.game.for_each_action(state, |action| {
            values.push((action, self.exact_value(state, action)));
        });
        values
    }

    fn exact_value(&self, state: &State, action: Action) -> Option<f64> {
        let mut after = *state;
        self.game.act(&mut after, &action);
        let value = match (self.game.turn(&after), &self.endings) {
            (Turn::Over(_), _) if after.loser().is_none() => Some(0.5),
            (Turn::Over(_), _) => Some(0.0),
            (_, Some(endings)) => endings.value(&self.game, &after),
            (_, None) => None,
        };
        if after.seat() == state.seat() {
            value
        } else {
            value.map(|value| 1.0 - value)
        }
    }
}
