//! Two games that no crate knows: a box of tiles, and pig under another name.

use hotdice_core::{
    Choice, Dice, EventOf, Face, Fields, Game, Line, Notation, Objective, Open, ParameterValue,
    Scene, Score, ScoreRefused, Seat, SeatRange, SeatSet, Section, Show, SoloObjective, Standing,
    Target, Throw, Turn, Unreadable, Viewer,
};
use hotdice_games::pig::{self, Pig};

/// A box of numbered tiles: roll a die, shut tiles that make its number, and stop when none do. The fewest points left win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    /// The highest number.
    pub(crate) highest: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// What each seat has left, once it has played.
    rests: Vec<Option<u8>>,
    seat: Seat,
    /// The open tiles, 1 lowest.
    open: u8,
    rolled: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these tiles do not make the roll")]
pub(crate) struct WrongTiles;

impl Tiles {
    fn all(&self) -> u8 {
        (1 << self.highest) - 1
    }

    fn end_turn(&self, state: &mut State) {
        state.rests[state.seat.index()] = Some(sum(state.open));
        state.seat = state.seat.next(state.rests.len() as u8);
        state.open = self.all();
        state.rolled = None;
    }
}

fn tiles(set: u8) -> impl Iterator<Item = u8> {
    (1..=8).filter(move |tile| set >> (tile - 1) & 1 == 1)
}

fn sum(set: u8) -> u8 {
    tiles(set).sum()
}

impl Game for Tiles {
    type State = State;
    type Action = u8;
    type Roll = Face;
    type View = Open<State>;
    type Refusal = WrongTiles;

    fn seats(&self) -> SeatRange {
        SeatRange::new(1, 3).expect("a range")
    }

    fn start(&self, seats: u8) -> State {
        State {
            rests: vec![None; usize::from(seats)],
            seat: Seat::FIRST,
            open: self.all(),
            rolled: None,
        }
    }

    fn seated(&self, state: &State) -> u8 {
        state.rests.len() as u8
    }

    fn turn(&self, state: &State) -> Turn {
        let rests: Option<Vec<u8>> = state.rests.iter().copied().collect();
        match (rests, state.rolled) {
            (Some(rests), _) => Turn::Over(Standing {
                winners: SeatSet::highest(rests.into_iter().map(std::cmp::Reverse)),
            }),
            (None, Some(_)) => Turn::Decide(state.seat),
            (None, None) => Turn::Roll,
        }
    }

    fn for_each_action(&self, state: &State, mut visit: impl FnMut(u8)) {
        let fits = |set: &u8| set & !state.open == 0 && Some(sum(*set)) == state.rolled;
        (1..=self.all()).filter(fits).for_each(&mut visit);
    }

    fn check(&self, state: &State, action: &u8) -> Result<(), WrongTiles> {
        let mut found = false;
        self.for_each_action(state, |legal| found |= legal == *action);
        found.then_some(()).ok_or(WrongTiles)
    }

    fn act(&self, state: &mut State, action: &u8) {
        state.open &= !action;
        state.rolled = None;
        if state.open == 0 {
            self.end_turn(state);
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
        state.rolled = Some(roll.pips());
        let mut possible = false;
        self.for_each_action(state, |_| possible = true);
        if !possible {
            self.end_turn(state);
        }
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        let open = match seat == state.seat {
            true => state.open,
            false => self.all(),
        };
        i32::from(state.rests[seat.index()].unwrap_or(sum(open)))
    }

    fn is_fewest_best(&self) -> bool {
        true
    }

    fn view(&self, state: &State, _viewer: Viewer) -> Open<State> {
        Open(state.clone())
    }
}

impl Notation for Tiles {
    fn rules_line(&self) -> String {
        format!("tiles(highest={})", self.highest)
    }

    fn write_action(&self, action: &u8) -> String {
        let tiles: Vec<String> = tiles(*action).map(|tile| tile.to_string()).collect();
        format!("shut {}", tiles.join(" "))
    }

    fn read_action(&self, text: &str) -> Result<u8, Unreadable> {
        let refused = || Unreadable::new(text, "expected shut and tiles");
        let tiles = text.strip_prefix("shut ").ok_or_else(refused)?;
        let tile = |word: &str| {
            word.parse::<u8>()
                .ok()
                .filter(|tile| (1..=8).contains(tile))
        };
        let tiles: Option<Vec<u8>> = tiles.split(' ').map(tile).collect();
        let tiles = tiles.ok_or_else(refused)?;
        Ok(tiles.into_iter().fold(0, |set, tile| set | 1 << (tile - 1)))
    }

    fn write_roll(&self, roll: &Face) -> String {
        roll.pips().to_string()
    }

    fn read_roll(&self, text: &str) -> Result<Face, Unreadable> {
        let face = Face::ALL
            .into_iter()
            .find(|face| face.pips().to_string() == text);
        face.ok_or_else(|| Unreadable::new(text, "expected a face"))
    }

    fn write_state(&self, state: &State) -> String {
        let number = |rest: &Option<u8>| rest.map_or("-".to_owned(), |rest| rest.to_string());
        let rests: Vec<String> = state.rests.iter().map(number).collect();
        let (rests, rolled) = (rests.join(","), number(&state.rolled));
        format!(
            "rests={rests} turn={} open={} rolled={rolled}",
            state.seat, state.open
        )
    }

    fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        let number = |word: &str| match word {
            "-" => Some(None),
            number => number.parse().ok().map(Some),
        };
        let mut fields = Fields::new(text)?;
        let state = State {
            rests: fields.take("rests", |rests| rests.split(',').map(number).collect())?,
            seat: fields.take("turn", |seat| seat.parse().ok())?,
            open: fields.take("open", |open| open.parse().ok())?,
            rolled: fields.take("rolled", number)?,
        };
        fields.finish().map(|()| state)
    }
}

impl Show for Tiles {
    fn scene(&self, Open(state): &Open<State>) -> Scene {
        Scene {
            turn: Some(state.seat),
            ..Scene::default()
        }
    }

    fn menu(&self, Open(state): &Open<State>) -> Vec<u8> {
        let mut menu = Vec::new();
        self.for_each_action(state, |action| menu.push(action));
        menu
    }

    fn choice(&self, _view: &Open<State>, action: &u8) -> Choice {
        Choice {
            label: self.write_action(action),
            notation: self.write_action(action),
            hint: String::new(),
            target: Target::Nothing,
            points: None,
            then: Vec::new(),
        }
    }

    fn roller(&self, state: &State) -> Option<Seat> {
        Some(state.seat)
    }

    fn dice_of(&self, roll: &Face) -> Dice {
        Dice::of(*roll, 1)
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

    fn objectives(&self) -> Vec<SoloObjective<Self>> {
        vec![
            SoloObjective {
                objective: Objective {
                    name: "shut",
                    words: "chance to shut every tile",
                    is_chance: true,
                    is_least_best: false,
                },
                payoff: |_, state| f64::from(u8::from(state.rests[0] == Some(0))),
            },
            SoloObjective {
                objective: Objective {
                    name: "expected_rest",
                    words: "points left on average",
                    is_chance: false,
                    is_least_best: true,
                },
                payoff: |_, state| f64::from(state.rests[0].unwrap_or_default()),
            },
        ]
    }

    fn score(&self, _dice: Dice, _name: Option<&str>) -> Result<Score, ScoreRefused> {
        Err(ScoreRefused::NoBoxes)
    }
}

/// Pig under another name, so that nothing special about pig is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hog(pub(crate) Pig);

impl Game for Hog {
    type State = pig::State;
    type Action = pig::Action;
    type Roll = Face;
    type View = Open<pig::State>;
    type Refusal = pig::Refusal;

    fn seats(&self) -> SeatRange {
        self.0.seats
    }

    fn start(&self, seats: u8) -> pig::State {
        self.0.start(seats)
    }

    fn seated(&self, state: &pig::State) -> u8 {
        self.0.seated(state)
    }

    fn turn(&self, state: &pig::State) -> Turn {
        self.0.turn(state)
    }

    fn for_each_action(&self, state: &pig::State, visit: impl FnMut(pig::Action)) {
        self.0.for_each_action(state, visit);
    }

    fn check(&self, state: &pig::State, action: &pig::Action) -> Result<(), pig::Refusal> {
        self.0.check(state, action)
    }

    fn act(&self, state: &mut pig::State, action: &pig::Action) {
        self.0.act(state, action);
    }

    fn for_each_roll(&self, state: &pig::State, visit: impl FnMut(Face, u64)) {
        self.0.for_each_roll(state, visit);
    }

    fn throw(&self, state: &pig::State) -> Throw {
        self.0.throw(state)
    }

    fn read_throw(&self, state: &pig::State, lying: &[u16]) -> Face {
        self.0.read_throw(state, lying)
    }

    fn settle(&self, state: &mut pig::State, roll: &Face) {
        self.0.settle(state, roll);
    }

    fn points(&self, state: &pig::State, seat: Seat) -> i32 {
        self.0.points(state, seat)
    }

    fn canonical(&self, state: &pig::State) -> pig::State {
        self.0.canonical(state)
    }

    fn view(&self, state: &pig::State, viewer: Viewer) -> Open<pig::State> {
        self.0.view(state, viewer)
    }
}

impl Notation for Hog {
    fn rules_line(&self) -> String {
        format!("hog(target={})", self.0.target)
    }

    fn write_action(&self, action: &pig::Action) -> String {
        self.0.write_action(action)
    }

    fn read_action(&self, text: &str) -> Result<pig::Action, Unreadable> {
        self.0.read_action(text)
    }

    fn write_roll(&self, roll: &Face) -> String {
        self.0.write_roll(roll)
    }

    fn read_roll(&self, text: &str) -> Result<Face, Unreadable> {
        self.0.read_roll(text)
    }

    fn write_state(&self, state: &pig::State) -> String {
        self.0.write_state(state)
    }

    fn read_state(&self, text: &str) -> Result<pig::State, Unreadable> {
        Notation::read_state(&self.0, text)
    }
}

impl Show for Hog {
    fn scene(&self, view: &Open<pig::State>) -> Scene {
        self.0.scene(view)
    }

    fn menu(&self, view: &Open<pig::State>) -> Vec<pig::Action> {
        self.0.menu(view)
    }

    fn choice(&self, view: &Open<pig::State>, action: &pig::Action) -> Choice {
        self.0.choice(view, action)
    }

    fn roller(&self, state: &pig::State) -> Option<Seat> {
        self.0.roller(state)
    }

    fn dice_of(&self, roll: &Face) -> Dice {
        self.0.dice_of(roll)
    }

    fn story(&self, before: &pig::State, event: &EventOf<Self>, after: &pig::State) -> Vec<Line> {
        self.0.story(before, event, after)
    }

    fn explain(&self) -> Vec<Section> {
        Show::explain(&self.0)
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        Show::parameters(&self.0)
    }

    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused> {
        Show::score(&self.0, dice, name)
    }
}
