//! What a dice game is: a value of a game's type is one set of rules.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use crate::{Seat, SeatRange, SeatSet, Viewer};

/// A dice game with all its rules settled.
///
/// [`Game::turn`] says what a state waits for. At [`Turn::Decide`] the game visits every legal action, at
/// [`Turn::Roll`] every distinct outcome with its weight. [`Game::act`] and [`Game::settle`] apply them without
/// checks, for solvers; everybody else uses [`Position`](crate::Position).
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Everything that the rest of the game depends on.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// What a player chooses.
    type Action: Clone + Eq + Hash + Debug + Send + Sync;
    /// What chance decides: dice, a card.
    type Roll: Clone + Eq + Hash + Debug + Send + Sync;
    /// All that one viewer may know of a state.
    type View: Clone + Eq + Debug + Send + Sync;
    /// Why an action is not legal.
    type Refusal: Error + Clone + Eq + Send + Sync;

    /// Returns how many seats the rules allow.
    fn seats(&self) -> SeatRange;

    /// Returns the state before the first event at a table of `seats`, a number that [`Game::seats`] contains.
    fn start(&self, seats: u8) -> Self::State;

    /// Returns how many seats the table of a state has.
    fn seated(&self, state: &Self::State) -> u8;

    /// Says what the state waits for.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Visits every legal action of a state that waits for a decision, each once.
    fn for_each_action(&self, state: &Self::State, visit: impl FnMut(Self::Action));

    /// Says why an action is not legal in a state that waits for a decision.
    ///
    /// # Errors
    /// When the action is not one of those that [`Game::for_each_action`] visits.
    fn check(&self, state: &Self::State, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// Applies a legal action.
    fn act(&self, state: &mut Self::State, action: &Self::Action);

    /// Visits every distinct outcome of a state that waits for a roll, with its weight.
    fn for_each_roll(&self, state: &Self::State, visit: impl FnMut(Self::Roll, u64));

    /// Tells whether chance can produce `roll` in a state that waits for a roll.
    fn is_possible(&self, state: &Self::State, roll: &Self::Roll) -> bool {
        let mut found = false;
        self.for_each_roll(state, |possible, _| found |= possible == *roll);
        found
    }

    /// Says what is thrown in a state that waits for a roll.
    fn throw(&self, state: &Self::State) -> Throw;

    /// Reads dice that lie on the table, each counted from 0 up to the sides of the throw, as a roll.
    ///
    /// Over all throws every roll comes as often as its weight says.
    fn read_throw(&self, state: &Self::State, lying: &[u16]) -> Self::Roll;

    /// Applies a possible roll.
    fn settle(&self, state: &mut Self::State, roll: &Self::Roll);

    /// Returns what a seat has scored so far.
    fn points(&self, state: &Self::State, seat: Seat) -> i32;

    /// Tells whether few points are good, as where what is left over counts.
    fn is_fewest_best(&self) -> bool {
        false
    }

    /// Returns how many states can come up at a table of `seats`, where that is known without looking at them.
    ///
    /// Counted as [`Game::canonical`] merges them. A solver then refuses what is too large at once.
    fn state_count(&self, _seats: u8) -> Option<u128> {
        None
    }

    /// Returns how the game ends if all players agree to stop now, where the rules allow that.
    fn agreement(&self, _state: &Self::State) -> Option<Standing> {
        None
    }

    /// Returns a state of the same worth that stands for all states like this one.
    ///
    /// Solvers merge by it. A game whose totals can grow without end, though it no longer matters, must cap them here.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Returns all that `viewer` may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Visits states that differ from this one only in what `viewer` may not know.
    ///
    /// Games that hide nothing visit none. The conformance kit checks that twins look the same.
    fn for_each_twin(
        &self,
        _state: &Self::State,
        _viewer: Viewer,
        _visit: impl FnMut(Self::State),
    ) {
    }
}

/// What a state waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player has to choose.
    Decide(Seat),
    /// Dice have to be rolled, or a card drawn.
    Roll,
    /// Nothing: the game is over.
    Over(Standing),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The seats that share the win; more than one is a tie.
    pub winners: SeatSet,
}

impl Standing {
    /// Returns the standing in which one seat has won.
    #[must_use]
    pub fn won_by(seat: Seat) -> Self {
        let winners = SeatSet::from_iter([seat]);
        Self { winners }
    }

    /// Returns the standing in which all seats share the win.
    #[must_use]
    pub fn shared_by_all(seats: u8) -> Self {
        let winners = Seat::all(seats).collect();
        Self { winners }
    }
}

/// A physical throw: some dice with equally likely sides. A card is one die with a side for every card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// How many dice are thrown.
    pub dice: u8,
    /// How many sides each of them has.
    pub sides: u16,
}

/// One thing that happens in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypedEvent<Action, Roll> {
    /// A player chose.
    Acted(Action),
    /// Chance decided.
    Rolled(Roll),
}

/// The view of a game that hides nothing: everybody may know the whole state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open<State>(pub State);
