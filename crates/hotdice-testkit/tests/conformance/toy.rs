//! A toy game with hidden dice: each of two seats rolls a die that only they see, then says `keep` or `swap`.
//!
//! Swapping trades the two dice, and after a swap nobody may swap back. The higher die wins. A [`Fault`] breaks the
//! game in one place, to see that the kit finds it.

mod notation;
mod show;

use std::sync::Arc;

use hotdice_core::{
    AnyGame, Face, Game, Parameter, RulesError, RulesLine, Seat, SeatRange, SeatSet, Standing,
    Throw, Turn, Viewer, read_rules,
};

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Fault {
    #[default]
    Nothing,
    LeakingView,
    TwinOfItself,
    WrongWeight,
    NoWeight,
    CrookedThrow,
    AcceptsIllegal,
    RefusesLegal,
    RepeatsAction,
    RepeatsRoll,
    NobodyWins,
    NeverEnds,
    ForgetfulState,
    UnreadableState,
    StrictSpaces,
    OtherSpelling,
    SilentRefusal,
    HiddenChoice,
    InventedChoice,
    BlankLabel,
    WrongTurnShown,
    MissingTarget,
    OtherRules,
    NoWords,
    EmptyRoll,
}

/// The toy.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Toy {
    pub(crate) fault: Fault,
    tie: Tie,
}

/// What happens when both dice are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Tie {
    #[default]
    Shared,
    First,
}

impl Toy {
    pub(crate) fn with(fault: Fault) -> Self {
        let tie = Tie::default();
        Self { fault, tie }
    }
}

const PARAMETERS: &[Parameter<Toy>] = &[Parameter {
    name: "tie",
    meaning: "who wins when both dice are the same",
    accepts: "shared or first",
    examples: &["shared", "first"],
    get: |toy| format!("{:?}", toy.tie).to_lowercase(),
    set: |toy, value| {
        toy.tie = match value {
            "shared" => Tie::Shared,
            "first" => Tie::First,
            _ => return None,
        };
        Some(())
    },
}];

/// Finds the toy, as a registry would.
pub(crate) fn find(rules: &str) -> Result<Arc<dyn AnyGame>, RulesError> {
    let line: RulesLine = rules.parse()?;
    match line.name.as_str() {
        "toy" => Ok(Arc::new(read_rules(Toy::default(), PARAMETERS, &line)?)),
        _ => Err(RulesError::Malformed(rules.to_owned())),
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    dice: Vec<Face>,
    said: u8,
    swapped: bool,
}

/// What a viewer knows: unknown dice are nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    dice: Vec<Option<Face>>,
    said: u8,
    swapped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    Keep,
    Swap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("nobody may swap back")]
    SwapBack,
    #[error("")]
    Silent,
}

impl Game for Toy {
    type State = State;
    type Action = Action;
    type Roll = Face;
    type View = View;
    type Refusal = Refusal;

    fn seats(&self) -> SeatRange {
        SeatRange::exactly(2)
    }

    fn start(&self, _seats: u8) -> State {
        State {
            dice: Vec::new(),
            said: 0,
            swapped: false,
        }
    }

    fn seated(&self, _state: &State) -> u8 {
        2
    }

    fn turn(&self, state: &State) -> Turn {
        match (state.dice.len(), state.said) {
            (0 | 1, _) => Turn::Roll,
            (_, 0) => Turn::Decide(Seat::FIRST),
            (_, 1) => Turn::Decide(Seat::FIRST.next(2)),
            _ if self.fault == Fault::NobodyWins => Turn::Over(Standing {
                winners: SeatSet::default(),
            }),
            _ => Turn::Over(self.standing(state)),
        }
    }

    fn for_each_action(&self, state: &State, mut visit: impl FnMut(Action)) {
        visit(Action::Keep);
        if self.fault == Fault::RepeatsAction {
            visit(Action::Keep);
        }
        if !state.swapped {
            visit(Action::Swap);
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refusal> {
        match (action, self.fault) {
            (Action::Keep, Fault::RefusesLegal) if state.said == 1 => Err(Refusal::SwapBack),
            (Action::Swap, Fault::AcceptsIllegal) => Ok(()),
            (Action::Swap, Fault::SilentRefusal) if state.swapped => Err(Refusal::Silent),
            (Action::Swap, _) if state.swapped => Err(Refusal::SwapBack),
            _ => Ok(()),
        }
    }

    fn act(&self, state: &mut State, action: &Action) {
        if *action == Action::Swap {
            state.dice.reverse();
            state.swapped = true;
        }
        if self.fault != Fault::NeverEnds {
            state.said += 1;
        }
    }

    fn for_each_roll(&self, _state: &State, mut visit: impl FnMut(Face, u64)) {
        for face in Face::ALL {
            match (face, self.fault) {
                (Face::Six, Fault::WrongWeight) => visit(face, 2),
                (Face::Six, Fault::NoWeight) => visit(face, 0),
                (Face::Six, Fault::RepeatsRoll) => visit(Face::One, 1),
                _ => visit(face, 1),
            }
        }
    }

    fn throw(&self, _state: &State) -> Throw {
        let dice = if self.fault == Fault::EmptyRoll { 0 } else { 1 };
        Throw { dice, sides: 6 }
    }

    fn read_throw(&self, _state: &State, lying: &[u16]) -> Face {
        match lying.first().copied().unwrap_or_default() {
            5 if self.fault == Fault::CrookedThrow => Face::One,
            side => Face::ALL[usize::from(side)],
        }
    }

    fn settle(&self, state: &mut State, roll: &Face) {
        state.dice.push(*roll);
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        let die = state.dice.get(seat.index());
        die.map_or(0, |face| i32::from(face.pips()))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let mut dice = Vec::new();
        for (seat, &face) in std::iter::zip(Seat::all(2), &state.dice) {
            let seen = state.said == 2 || viewer == Viewer::Seat(seat);
            dice.push((seen || self.fault == Fault::LeakingView).then_some(face));
        }
        View {
            dice,
            said: state.said,
            swapped: state.swapped,
        }
    }

    fn for_each_twin(&self, state: &State, viewer: Viewer, mut visit: impl FnMut(State)) {
        if state.said == 2 {
            return;
        }
        for (seat, &face) in std::iter::zip(Seat::all(2), &state.dice) {
            let others = Face::ALL.into_iter().filter(|&other| other != face);
            for other in others.filter(|_| viewer != Viewer::Seat(seat)) {
                let mut twin = state.clone();
                twin.dice[seat.index()] = other;
                visit(twin);
            }
        }
        if self.fault == Fault::TwinOfItself {
            visit(state.clone());
        }
    }
}

impl Toy {
    fn standing(&self, state: &State) -> Standing {
        let tie = state.dice[0] == state.dice[1];
        match self.tie {
            Tie::First if tie => Standing::won_by(Seat::FIRST),
            _ => Standing {
                winners: SeatSet::highest(&state.dice),
            },
        }
    }
}
