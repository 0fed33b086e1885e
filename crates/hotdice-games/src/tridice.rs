//! TriDice: four-sided dice that walk over a triangle and capture each other.
//!
//! Rules after the game of Philo and Rodrigo, where a die walks as many cells as the number on its top and rolls over
//! an edge with every step. Where their document is silent the rules are settled here, see the page of the game.
//!
//! The board is made of `cell`, `cell_set` and `rows`. A die is either the five slots of `die`, rolled step by step, or
//! its `imprint` over the four classes of cells (`class`), which never changes while the die lives. The rules play with
//! imprints and the ways found in `walks`; five slots draw the picture.

mod board;
mod cell;
mod cell_set;
mod class;
mod die;
mod explain;
mod imprint;
mod moves;
mod notation;
mod past;
mod refusal;
mod rows;
mod setup;
mod show;
mod state;
#[cfg(test)]
mod tests;
mod walks;

use std::sync::Arc;

use hotdice_core::{
    AnyGame, Game, Open, Parameter, RulesError, RulesLine, Seat, SeatRange, Standing, Throw, Turn,
    Viewer, read_rules,
};

use crate::registry::{Family, Preset};

pub use board::Board;
pub use cell::{Cell, NotACell, Step};
pub use cell_set::CellSet;
pub use class::Class;
pub use die::Die;
pub use imprint::{Imprint, NotAnImprint};
pub use refusal::Refusal;
pub use rows::{NotRows, Rows};
pub use state::{Draw, State};

/// The family for the registry.
pub const FAMILY: Family = Family {
    name: "tridice",
    presets: &[Preset {
        name: "tridice",
        sentence: "Four-sided dice move across a triangle, as far as the number on top. Capture them all.",
    }],
    small: &["tridice(rows=3,dice=1)", "tridice(rows=3,dice=2)"],
    read,
};

/// The game of TriDice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriDice {
    rows: Rows,
    dice: u8,
}

impl TriDice {
    /// The usual game.
    pub const USUAL: Self = Self {
        rows: Rows::USUAL,
        dice: 4,
    };

    /// Returns the game on a board of `rows` with that many dice for each player, or nothing unless they are 1 to 4.
    #[must_use]
    pub const fn new(rows: Rows, dice: u8) -> Option<Self> {
        match dice {
            1..=4 => Some(Self { rows, dice }),
            _ => None,
        }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn rows(&self) -> Rows {
        self.rows
    }

    /// Returns how many dice each player begins with.
    #[must_use]
    pub const fn dice(&self) -> u8 {
        self.dice
    }

    /// Returns all there is to these rules: the size of the board, and the dice of each player.
    ///
    /// A solver that takes this apart does not compile when there is more to them.
    #[must_use]
    pub const fn parts(&self) -> (Rows, u8) {
        let Self { rows, dice } = *self;
        (rows, dice)
    }
}

const PARAMETERS: &[Parameter<TriDice>] = &[
    Parameter {
        name: "rows",
        meaning: "Rows of the board",
        accepts: "3, 4 or 5",
        examples: &["3", "4", "5"],
        get: |game| game.rows.to_string(),
        set: |game, value| {
            game.rows = value.parse().ok()?;
            Some(())
        },
    },
    Parameter {
        name: "dice",
        meaning: "Dice per player",
        accepts: "a number from 1 to 4",
        examples: &["1", "2", "3", "4"],
        get: |game| game.dice.to_string(),
        set: |game, value| {
            *game = TriDice::new(game.rows, value.parse().ok()?)?;
            Some(())
        },
    },
];

fn read(line: &RulesLine) -> Result<Arc<dyn AnyGame>, RulesError> {
    Ok(Arc::new(read_rules(TriDice::USUAL, PARAMETERS, line)?))
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Takes a die from the hand and rolls it for an empty cell.
    Place(Cell),
    /// Walks a die as far as its number says.
    Move {
        /// Where it stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// Does nothing, because nothing can be done.
    Pass,
}

/// How a die that is placed comes to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// Where it stands.
    pub cell: Cell,
    /// How it stands.
    pub imprint: Imprint,
}

impl Game for TriDice {
    type State = State;
    type Action = Action;
    type Roll = Roll;
    type View = Open<State>;
    type Refusal = Refusal;

    fn seats(&self) -> SeatRange {
        SeatRange::exactly(2)
    }

    fn start(&self, _seats: u8) -> State {
        State::new(self.dice)
    }

    fn seated(&self, _state: &State) -> u8 {
        2
    }

    fn turn(&self, state: &State) -> Turn {
        if state.rolling.is_some() {
            Turn::Roll
        } else if let Some(loser) = state.loser() {
            Turn::Over(Standing::won_by(loser.next(2)))
        } else if state.draw().is_some() {
            Turn::Over(Standing::shared_by_all(2))
        } else {
            Turn::Decide(state.seat)
        }
    }

    fn for_each_action(&self, state: &State, mut visit: impl FnMut(Action)) {
        let mut is_stuck = true;
        for from in state.board.of(state.seat).iter() {
            for to in self.targets(&state.board, from).iter() {
                visit(Action::Move { from, to });
                is_stuck = false;
            }
        }
        for cell in self.placements(state).iter() {
            visit(Action::Place(cell));
            is_stuck = false;
        }
        if is_stuck {
            visit(Action::Pass);
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Place(cell) => self.check_place(state, cell),
            Action::Move { from, to } => self.check_move(state, from, to),
            Action::Pass if self.can_act(state) => Err(Refusal::CanAct),
            Action::Pass => Ok(()),
        }
    }

    fn act(&self, state: &mut State, action: &Action) {
        state.act(*action);
    }

    fn for_each_roll(&self, state: &State, mut visit: impl FnMut(Roll, u64)) {
        if let Some(cell) = state.rolling {
            Imprint::all().for_each(|imprint| visit(Roll { cell, imprint }, 1));
        }
    }

    fn is_possible(&self, state: &State, roll: &Roll) -> bool {
        state.rolling == Some(roll.cell)
    }

    fn throw(&self, _state: &State) -> Throw {
        let sides = Imprint::COUNT as u16;
        Throw { dice: 1, sides }
    }

    fn read_throw(&self, state: &State, lying: &[u16]) -> Roll {
        let cell = state.rolling.expect("a throw is due");
        let imprint = Imprint::from_index(usize::from(lying[0])).expect("one of twelve sides");
        Roll { cell, imprint }
    }

    fn settle(&self, state: &mut State, roll: &Roll) {
        state.set_down(roll.cell, roll.imprint);
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        i32::from(self.dice) - i32::from(state.dice_left(seat.next(2)))
    }

    fn agreement(&self, state: &State) -> Option<Standing> {
        match self.turn(state) {
            Turn::Over(_) => None,
            Turn::Decide(_) | Turn::Roll => Some(Standing::shared_by_all(2)),
        }
    }

    fn view(&self, state: &State, _viewer: Viewer) -> Open<State> {
        Open(*state)
    }
}
