//! A toy game in which a seat may choose several times in a row: a heap of five stones, whoever takes the last wins.

use std::cell::Cell;

use hotdice_core::{
    Choice, Dice, EventOf, Game, Line, Notation, Open, ParameterValue, Scene, Score, ScoreRefused,
    Seat, SeatRange, Section, Show, Standing, Target, Throw, Turn, Unreadable, Viewer,
};

thread_local! {
    /// How many actions this thread has read.
    pub static READ: Cell<usize> = const { Cell::new(0) };
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stones;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    left: u8,
    seat: Seat,
    shaking: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Takes a stone, and decides again.
    Take,
    /// Rolls a die for nothing.
    Shake,
    /// Lets the other seat decide.
    Pass,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {}

impl Game for Stones {
    type State = State;
    type Action = Action;
    type Roll = u8;
    type View = Open<State>;
    type Refusal = Refusal;

    fn seats(&self) -> SeatRange {
        SeatRange::exactly(2)
    }

    fn start(&self, _seats: u8) -> State {
        State {
            left: 5,
            seat: Seat::FIRST,
            shaking: false,
        }
    }

    fn seated(&self, _state: &State) -> u8 {
        2
    }

    fn turn(&self, state: &State) -> Turn {
        match (state.left, state.shaking) {
            (0, _) => Turn::Over(Standing::won_by(state.seat)),
            (_, true) => Turn::Roll,
            (_, false) => Turn::Decide(state.seat),
        }
    }

    fn for_each_action(&self, _state: &State, visit: impl FnMut(Action)) {
        [Action::Take, Action::Shake, Action::Pass]
            .into_iter()
            .for_each(visit);
    }

    fn check(&self, _state: &State, _action: &Action) -> Result<(), Refusal> {
        Ok(())
    }

    fn act(&self, state: &mut State, action: &Action) {
        match action {
            Action::Take => state.left -= 1,
            Action::Shake => state.shaking = true,
            Action::Pass => state.seat = state.seat.next(2),
        }
    }

    fn for_each_roll(&self, _state: &State, mut visit: impl FnMut(u8, u64)) {
        (1..=2).for_each(|roll| visit(roll, 1));
    }

    fn throw(&self, _state: &State) -> Throw {
        Throw { dice: 1, sides: 2 }
    }

    fn read_throw(&self, _state: &State, lying: &[u16]) -> u8 {
        lying[0] as u8 + 1
    }

    fn settle(&self, state: &mut State, _roll: &u8) {
        state.shaking = false;
    }

    fn points(&self, _state: &State, _seat: Seat) -> i32 {
        0
    }

    fn agreement(&self, _state: &State) -> Option<Standing> {
        Some(Standing::shared_by_all(2))
    }

    fn view(&self, state: &State, _viewer: Viewer) -> Open<State> {
        Open(state.clone())
    }
}

impl Notation for Stones {
    fn rules_line(&self) -> String {
        "stones".to_owned()
    }

    fn write_action(&self, action: &Action) -> String {
        format!("{action:?}").to_lowercase()
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        READ.with(|read| read.set(read.get() + 1));
        match text.trim() {
            "take" => Ok(Action::Take),
            "shake" => Ok(Action::Shake),
            "pass" => Ok(Action::Pass),
            _ => Err(Unreadable::new(text, "use take, shake or pass")),
        }
    }

    fn write_roll(&self, roll: &u8) -> String {
        roll.to_string()
    }

    fn read_roll(&self, text: &str) -> Result<u8, Unreadable> {
        let roll = text.trim().parse();
        roll.map_err(|_| Unreadable::new(text, "use 1 or 2"))
    }

    fn write_state(&self, state: &State) -> String {
        format!("left={} turn={}", state.left, state.seat)
    }

    fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        Err(Unreadable::new(text, "stones are not put back"))
    }
}

impl Show for Stones {
    fn scene(&self, Open(state): &Open<State>) -> Scene {
        Scene {
            turn: Some(state.seat),
            parts: Vec::new(),
            choices: Vec::new(),
        }
    }

    fn menu(&self, _view: &Open<State>) -> Vec<Action> {
        vec![Action::Take, Action::Shake, Action::Pass]
    }

    fn choice(&self, _view: &Open<State>, action: &Action) -> Choice {
        let notation = self.write_action(action);
        Choice {
            label: notation.clone(),
            notation,
            hint: String::new(),
            target: Target::Nothing,
            points: None,
            then: Vec::new(),
        }
    }

    fn roller(&self, state: &State) -> Option<Seat> {
        Some(state.seat)
    }

    fn dice_of(&self, _roll: &u8) -> Dice {
        Dice::NONE
    }

    fn story(&self, _before: &State, _event: &EventOf<Self>, _after: &State) -> Vec<Line> {
        Vec::new()
    }

    fn explain(&self) -> Vec<Section> {
        Vec::new()
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        Vec::new()
    }

    fn score(&self, _dice: Dice, _name: Option<&str>) -> Result<Score, ScoreRefused> {
        Err(ScoreRefused::NoBoxes)
    }
}
