//! Pig, the smallest game: roll on or hold.
//!
//! Rules as John Scarne described them in 1945. One die; a 1 ends the turn and loses its points, anything else adds
//! to the turn total; holding banks it; the first to hold at or past the target wins.
//!
//! This module is the worked example for adding a game: the rules here, the text forms in `notation`, the picture
//! and the words in `show`.

mod notation;
mod show;

use std::sync::Arc;

use hotdice_core::{
    AnyGame, Face, Game, Open, Parameter, RulesError, RulesLine, Seat, SeatRange, Standing, Throw,
    Turn, Viewer, read_rules,
};

use crate::registry::{Family, Preset};

/// The family for the registry.
pub const FAMILY: Family = Family {
    name: "pig",
    presets: &[Preset {
        name: "pig",
        sentence: "One die: keep rolling and risk a 1, or hold and bank. First to 100 wins.",
    }],
    small: &["pig(target=10)"],
    read,
};

/// The game of pig.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pig {
    /// The points that win.
    pub target: u32,
    /// How many can play.
    pub seats: SeatRange,
}

impl Pig {
    /// The usual game.
    pub const USUAL: Self = Self {
        target: 100,
        seats: SeatRange::at_least(2),
    };

    /// Returns how many states can come up at a table of `seats`.
    ///
    /// Scores are 0, or 2 and more, because a turn never brings 1; a turn total that wins is as good as any other that does.
    #[must_use]
    pub fn states(&self, seats: u8) -> u128 {
        let Self { target, seats: _ } = *self;
        let target = u128::from(target);
        let scores = target.saturating_sub(1).max(1);
        // By the score of the seat in turn: totals to roll on with and to choose with, counted together.
        let turns = match target {
            1 | 2 => 3,
            _ => (2 * target - 1) + (target - 2).pow(2) + 2,
        };
        let others = scores.saturating_pow(u32::from(seats.saturating_sub(1)));
        // And one state more in which the seat before has just won.
        let each = others.saturating_mul(turns + 1);
        each.saturating_mul(u128::from(seats))
    }
}

const PARAMETERS: &[Parameter<Pig>] = &[
    Parameter {
        name: "target",
        meaning: "Points to win",
        accepts: "a number from 1 to 1000000",
        examples: &["1", "2", "30", "100"],
        get: |pig| pig.target.to_string(),
        set: |pig, value| {
            let target = value.parse().ok()?;
            pig.target = Some(target).filter(|target| (1..=1_000_000).contains(target))?;
            Some(())
        },
    },
    Parameter {
        name: "seats",
        meaning: "Players",
        accepts: "2, 2+ or 2-4",
        examples: &["2", "2+", "2-4"],
        get: |pig| pig.seats.to_string(),
        set: |pig, value| {
            pig.seats = value.parse().ok()?;
            Some(())
        },
    },
];

fn read(line: &RulesLine) -> Result<Arc<dyn AnyGame>, RulesError> {
    Ok(Arc::new(read_rules(Pig::USUAL, PARAMETERS, line)?))
}

/// A state of pig.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    scores: Vec<u32>,
    seat: Seat,
    total: u32,
    phase: Phase,
}

/// What the seat in turn does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Rolling,
    Choosing,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Rolls the die again.
    Roll,
    /// Banks the turn total.
    Hold,
}

/// Nothing is ever refused: whoever may choose may choose either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {}

impl Game for Pig {
    type State = State;
    type Action = Action;
    type Roll = Face;
    type View = Open<State>;
    type Refusal = Refusal;

    fn seats(&self) -> SeatRange {
        self.seats
    }

    fn start(&self, seats: u8) -> State {
        State {
            scores: vec![0; usize::from(seats)],
            seat: Seat::FIRST,
            total: 0,
            phase: Phase::Rolling,
        }
    }

    fn seated(&self, state: &State) -> u8 {
        state.seats()
    }

    fn turn(&self, state: &State) -> Turn {
        let winner = Seat::all(state.seats()).find(|&seat| state.score(seat) >= self.target);
        match (winner, state.phase) {
            (Some(seat), _) => Turn::Over(Standing::won_by(seat)),
            (None, Phase::Rolling) => Turn::Roll,
            (None, Phase::Choosing) => Turn::Decide(state.seat),
        }
    }

    fn for_each_action(&self, _state: &State, mut visit: impl FnMut(Action)) {
        visit(Action::Roll);
        visit(Action::Hold);
    }

    fn check(&self, _state: &State, _action: &Action) -> Result<(), Refusal> {
        Ok(())
    }

    fn act(&self, state: &mut State, action: &Action) {
        match action {
            Action::Roll => state.phase = Phase::Rolling,
            Action::Hold => {
                state.scores[state.seat.index()] += state.total;
                state.pass_the_die();
            }
        }
    }

    fn for_each_roll(&self, _state: &State, mut visit: impl FnMut(Face, u64)) {
        Face::ALL.into_iter().for_each(|face| visit(face, 1));
    }

    fn throw(&self, _state: &State) -> Throw {
        Throw { dice: 1, sides: 6 }
    }

    fn read_throw(&self, _state: &State, lying: &[u16]) -> Face {
        Face::ALL[usize::from(lying[0])]
    }

    fn settle(&self, state: &mut State, roll: &Face) {
        match roll {
            Face::One => state.pass_the_die(),
            face => {
                state.total += u32::from(face.pips());
                state.phase = Phase::Choosing;
            }
        }
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        state.score(seat) as i32
    }

    fn state_count(&self, seats: u8) -> Option<u128> {
        Some(self.states(seats))
    }

    /// Caps points beyond the target, which win as the target does.
    fn canonical(&self, state: &State) -> State {
        let missing = self.target.saturating_sub(state.score(state.seat));
        let mut state = state.clone();
        state.total = state.total.min(missing);
        for score in &mut state.scores {
            *score = self.target.min(*score);
        }
        state
    }

    fn view(&self, state: &State, _viewer: Viewer) -> Open<State> {
        Open(state.clone())
    }
}

impl State {
    /// Returns how many seats there are.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.scores.len() as u8
    }

    /// Returns the seat in turn.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns what a seat has banked.
    #[must_use]
    pub fn score(&self, seat: Seat) -> u32 {
        self.scores[seat.index()]
    }

    /// Returns the turn total.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Tells whether the seat in turn chooses to roll or to hold; otherwise it rolls.
    #[must_use]
    pub fn is_choosing(&self) -> bool {
        self.phase == Phase::Choosing
    }

    fn pass_the_die(&mut self) {
        self.seat = self.seat.next(self.seats());
        self.total = 0;
        self.phase = Phase::Rolling;
    }
}
