//! A game whose positions misbehave where `Position` would not let a game: behind the text.

use hotdice_core::{
    AgreementRefused, AnyGame, AnyPosition, CheckedAction, CheckedRoll, Choice, Dice, EventRefused,
    Exploration, GameEvent, Objective, ParameterValue, ResignRefused, Scene, Score, ScoreRefused,
    Seat, SeatRange, SeatsRefused, Section, StateGraph, StateIndex, StateKey, Throw, Turn,
    Unexplored, Unreadable, Viewer,
};

use crate::toy::{Fault, Toy};

/// How a position misbehaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mischief {
    /// A refused action has an effect.
    ActsWhenRefusing,
    /// Everybody is given the choices of the seat that decides.
    ShowsChoicesToAll,
    /// Dice can be thrown while a seat decides.
    ThrowsAnyTime,
    /// Dice that are no throw are read.
    ReadsAnyThrow,
    /// An agreement is accepted without effect.
    AgreesInVain,
    /// Refusals repeat all that was said.
    Babbles,
    /// A table of any size opens.
    OpensAnyTable,
}

/// The toy with a mischief.
#[derive(Clone, Debug)]
pub(crate) struct Meddler {
    toy: Toy,
    mischief: Mischief,
}

impl Meddler {
    pub(crate) fn new(mischief: Mischief) -> Self {
        let toy = Toy::with(Fault::Nothing);
        Self { toy, mischief }
    }

    fn meddle(&self, position: Box<dyn AnyPosition>) -> Box<dyn AnyPosition> {
        let mischief = self.mischief;
        Box::new(Meddled { position, mischief })
    }
}

impl AnyGame for Meddler {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn rules_line(&self) -> String {
        AnyGame::rules_line(&self.toy)
    }

    fn seats(&self) -> SeatRange {
        AnyGame::seats(&self.toy)
    }

    fn explain(&self) -> Vec<Section> {
        AnyGame::explain(&self.toy)
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        AnyGame::parameters(&self.toy)
    }

    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused> {
        AnyGame::score(&self.toy, dice, name)
    }

    fn perft(&self, seats: u8, depth: u32) -> Result<u64, SeatsRefused> {
        AnyGame::perft(&self.toy, seats, depth)
    }

    fn state_count(&self, seats: u8) -> Option<u128> {
        AnyGame::state_count(&self.toy, seats)
    }

    fn open(&self, seats: u8) -> Result<Box<dyn AnyPosition>, SeatsRefused> {
        let seats = match self.mischief {
            Mischief::OpensAnyTable => 2,
            _ => seats,
        };
        self.toy.open(seats).map(|position| self.meddle(position))
    }

    fn read_state(&self, text: &str) -> Result<Box<dyn AnyPosition>, Unreadable> {
        let position = AnyGame::read_state(&self.toy, text)?;
        Ok(self.meddle(position))
    }
}

#[derive(Clone, Debug)]
struct Meddled {
    position: Box<dyn AnyPosition>,
    mischief: Mischief,
}

impl AnyPosition for Meddled {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn seats(&self) -> u8 {
        self.position.seats()
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn state(&self) -> String {
        self.position.state()
    }

    fn actions(&self) -> Vec<CheckedAction> {
        self.position.actions()
    }

    fn rolls(&self) -> Vec<(CheckedRoll, u64)> {
        self.position.rolls()
    }

    fn throw(&self) -> Option<Throw> {
        match self.mischief {
            Mischief::ThrowsAnyTime => Some(Throw { dice: 1, sides: 6 }),
            _ => self.position.throw(),
        }
    }

    fn read_throw(&self, lying: &[u16]) -> Option<CheckedRoll> {
        match self.mischief {
            Mischief::ReadsAnyThrow => self.position.read_throw(&lying[..1]),
            _ => self.position.read_throw(lying),
        }
    }

    fn read_action(&self, text: &str) -> Result<CheckedAction, EventRefused> {
        match self.position.read_action(text) {
            Err(_) if self.mischief == Mischief::Babbles => {
                let reason = format!("I will not {}", text.repeat(100));
                Err(Unreadable::new(text, reason).into())
            }
            read => read,
        }
    }

    fn read_roll(&self, text: &str) -> Result<CheckedRoll, EventRefused> {
        self.position.read_roll(text)
    }

    fn choice(&self, action: &CheckedAction) -> Result<Choice, EventRefused> {
        self.position.choice(action)
    }

    fn act(&mut self, action: &CheckedAction) -> Result<GameEvent, EventRefused> {
        let done = self.position.act(action);
        if done.is_err() && self.mischief == Mischief::ActsWhenRefusing {
            // A keep that nobody asked for, where somebody may keep.
            let _ = self.position.play("keep");
        }
        done
    }

    fn settle(&mut self, roll: &CheckedRoll) -> Result<GameEvent, EventRefused> {
        self.position.settle(roll)
    }

    fn agree(&mut self) -> Result<(), AgreementRefused> {
        match self.mischief {
            Mischief::AgreesInVain => Ok(()),
            _ => self.position.agree(),
        }
    }

    fn resign(&mut self, seat: Seat) -> Result<(), ResignRefused> {
        self.position.resign(seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.position.points(seat)
    }

    fn is_fewest_best(&self) -> bool {
        self.position.is_fewest_best()
    }

    fn objectives(&self) -> Vec<Objective> {
        self.position.objectives()
    }

    fn graph(&self, how: &Exploration<'_>) -> Result<StateGraph, Unexplored> {
        self.position.graph(how)
    }

    fn index_of_keys(&self, keys: Vec<StateKey>) -> Box<dyn StateIndex> {
        self.position.index_of_keys(keys)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = self.position.scene(viewer);
        if let (Mischief::ShowsChoicesToAll, Turn::Decide(seat)) = (self.mischief, self.turn()) {
            scene.choices = self.position.scene(Viewer::Seat(seat)).choices;
        }
        scene
    }

    fn picture(&self) -> Scene {
        self.position.picture()
    }

    fn view(&self, viewer: Viewer) -> String {
        self.position.view(viewer)
    }

    fn twins(&self, viewer: Viewer) -> Vec<Box<dyn AnyPosition>> {
        self.position.twins(viewer)
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
}
