//! A match: rules, players, and all that happened between them.

use std::sync::Arc;

use hotdice_core::{
    AgreementRefused, AnyGame, AnyPosition, Attendance, Bytes32, CheckedAction, CheckedRoll,
    Choice, DiceOrigin, EventRefused, GameEvent, Name, Record, RecordEvent, ResignRefused,
    RollRefused, RulesError, Scene, Seat, StartRefused, Turn, Viewer,
};

use crate::DiceSource;
use crate::dice::places::DicePlaces;

/// A game between players, as a log of events that only grows, but for actions that are taken back at once.
///
/// The log spells every event as the game itself does, however it was typed, and ends with
/// [`RecordEvent::Ended`] as soon as the game is over.
#[derive(Clone, Debug)]
pub struct Match {
    game: Arc<dyn AnyGame>,
    names: Vec<Name>,
    origin: DiceOrigin,
    /// The state it began from, unless that was the opening.
    from: Option<String>,
    position: Box<dyn AnyPosition>,
    /// What has happened; nothing if somebody else keeps it.
    log: Option<Vec<RecordEvent>>,
    places: DicePlaces,
    /// What was before the last actions, as many as can be taken back.
    before: Vec<(Box<dyn AnyPosition>, DicePlaces)>,
}

/// A match that cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There is no such game.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// There are too many players for these rules, or too few, or nobody can begin from that position.
    #[error(transparent)]
    Start(#[from] StartRefused),
}

/// An action that the match did not take.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// It is somebody else's turn.
    #[error("it isn't seat {seat}'s turn: seat {decides} decides")]
    NotYourTurn {
        /// The seat that wanted to act.
        seat: Seat,
        /// The seat that decides.
        decides: Seat,
    },
    /// The game did not accept it.
    #[error(transparent)]
    Refused(#[from] EventRefused),
}

/// A roll that did not happen.
#[derive(Debug, thiserror::Error)]
pub enum RollError {
    /// The game does not wait for dice.
    #[error(transparent)]
    Refused(#[from] EventRefused),
    /// The source gave dice that are not the throw it was asked for, or none because it has run out.
    #[error(
        "the source of the dice gave {given:?}, which is no throw of {dice} dice with {sides} sides"
    )]
    WrongDice {
        /// What the source gave.
        given: Vec<u16>,
        /// How many dice were due.
        dice: u8,
        /// How many sides each of them has.
        sides: u16,
    },
}

/// Nobody plays at a seat any more, or ever did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nobody plays at seat {0} here")]
pub struct NobodyThere(pub Seat);

/// An action that cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoRefused {
    /// Nothing has happened yet.
    #[error("there is nothing to take back yet")]
    Nothing,
    /// Dice have been rolled since.
    #[error("the dice have been rolled: it's too late to take that back")]
    Rolled,
    /// The dice are about to be rolled.
    #[error("the dice are about to be rolled: it's too late to take that back")]
    ToBeRolled,
    /// Another seat decides now.
    #[error("it's the next player's turn: it's too late to take that back")]
    Passed,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

impl Match {
    /// Opens a match by its rules line.
    ///
    /// # Errors
    /// When there is no such game, or it is not for that many players.
    pub fn open(rules: &str, names: Vec<Name>, origin: DiceOrigin) -> Result<Self, OpenError> {
        let game = hotdice_games::find(rules)?;
        Ok(Self::of(game, names, origin, None)?)
    }

    /// Opens a match of a game, from a state in its notation or from the opening.
    ///
    /// # Errors
    /// When the game is not for that many players, or nobody can begin from that state.
    pub fn of(
        game: Arc<dyn AnyGame>,
        names: Vec<Name>,
        origin: DiceOrigin,
        from: Option<&str>,
    ) -> Result<Self, StartRefused> {
        let seats = u8::try_from(names.len()).unwrap_or(u8::MAX);
        let position = game.begin(seats, from)?;
        let mut opened = Self {
            game,
            names,
            origin,
            from: from.map(|_| position.state()),
            places: DicePlaces::of(&*position),
            position,
            log: Some(Vec::new()),
            before: Vec::new(),
        };
        opened.end_if_over();
        Ok(opened)
    }

    /// Returns the rules.
    #[must_use]
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// Returns who sits where, from the first seat on.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns where the dice come from.
    #[must_use]
    pub fn origin(&self) -> &DiceOrigin {
        &self.origin
    }

    /// Returns the state that the match began from, unless that was the opening.
    #[must_use]
    pub fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// Returns the position before the first event.
    ///
    /// # Panics
    /// Never: the match itself began there.
    #[must_use]
    pub fn start(&self) -> Box<dyn AnyPosition> {
        let start = self.game.begin(self.names.len() as u8, self.from());
        start.expect("a match that was opened opens again")
    }

    /// Returns the position after the last event.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        self.position.as_ref()
    }

    /// Returns what has happened; nothing if the log is not kept here.
    #[must_use]
    pub fn log(&self) -> &[RecordEvent] {
        self.log.as_deref().unwrap_or_default()
    }

    /// Lets somebody else keep the log, which grows without end. Nothing can be taken back then.
    pub(crate) fn drop_log(&mut self) {
        self.log = None;
        self.before.clear();
    }

    /// Goes on from a position that a match like this came to, without the log that led there.
    pub(crate) fn resume(&mut self, position: Box<dyn AnyPosition>, places: DicePlaces) {
        self.drop_log();
        (self.position, self.places) = (position, places);
    }

    /// Returns which die lies where.
    pub(crate) fn places(&self) -> &DicePlaces {
        &self.places
    }

    /// Returns what everybody added to promised dice when the match began.
    pub(crate) fn entropy(&self) -> &[Option<Bytes32>] {
        let promise = self.origin.promise();
        promise.map_or(&[], |fair| &fair.entropy)
    }

    fn write_down(&mut self, event: RecordEvent) {
        if let Some(log) = &mut self.log {
            log.push(event);
        }
    }

    /// Says what the match waits for.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.position.turn()
    }

    /// Draws what `viewer` sees, every die in its place.
    #[must_use]
    pub fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = self.position.scene(viewer);
        self.places.arrange(&mut scene);
        scene
    }

    /// Draws what a spectator sees, with the choices of the seat that decides, every die in its place.
    #[must_use]
    pub fn picture(&self) -> Scene {
        let mut scene = self.position.picture();
        self.places.arrange(&mut scene);
        scene
    }

    /// Reads an action of the seat that decides.
    ///
    /// # Errors
    /// When the text is no action of the game, or the action is not legal now.
    pub fn read_action(&self, text: &str) -> Result<CheckedAction, EventRefused> {
        self.position.read_action(text)
    }

    /// Reads a roll that was made elsewhere, by dice that fell like `lying` if they give that roll.
    ///
    /// # Errors
    /// When the text is no roll of the game, or the roll is not possible now.
    pub fn read_roll(
        &self,
        text: &str,
        lying: Option<&[u16]>,
    ) -> Result<CheckedRoll, EventRefused> {
        let roll = self.position.read_roll(text)?;
        let fell = lying.and_then(|lying| self.position.read_throw(lying));
        Ok(fell.filter(|fell| *fell == roll).unwrap_or(roll))
    }

    /// Describes an action as the menu does: what it is done to, and what it scores.
    ///
    /// # Errors
    /// When the action is not legal now.
    pub fn choice(&self, action: &CheckedAction) -> Result<Choice, EventRefused> {
        self.position.choice(action)
    }

    /// Writes the match down.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            rules: self.game.rules_line(),
            dice: self.origin.clone(),
            seats: self.names.clone(),
            from: self.from.clone(),
            events: self.log().to_vec(),
        }
    }

    /// Shows the seed of dice that were promised, once the game is over and it can do no harm.
    pub fn reveal(&mut self, seed: Bytes32) {
        let is_over = matches!(self.turn(), Turn::Over(_));
        if let Some(fair) = self.origin.promise_mut().filter(|_| is_over) {
            fair.seed = Some(seed);
        }
    }

    /// Acts for the seat that decides, and returns what that did.
    ///
    /// # Errors
    /// When the game does not accept the action; the match is then unchanged.
    pub fn act(&mut self, action: &CheckedAction) -> Result<GameEvent, EventRefused> {
        let decides = self.turn();
        let before = self.log.is_some();
        let before = before.then(|| (self.position.clone(), self.places.clone()));
        let event = self.position.act(action)?;
        // Only a deciding seat's action is accepted, so there is always a seat to name.
        if let Turn::Decide(seat) = decides {
            let notation = action.notation().to_owned();
            self.write_down(RecordEvent::Acted(seat, notation));
        }
        if self.turn() == decides {
            self.before.extend(before);
        } else {
            self.before.clear();
        }
        self.places.note(&event, &*self.position);
        self.end_if_over();
        Ok(event)
    }

    /// Acts for `seat`, and returns what that did.
    ///
    /// # Errors
    /// When another seat decides or the game does not accept the action; the match is then unchanged.
    pub fn act_as(&mut self, seat: Seat, action: &CheckedAction) -> Result<GameEvent, ActError> {
        self.check_decides(seat)?;
        Ok(self.act(action)?)
    }

    /// Says so if another seat decides.
    pub(crate) fn check_decides(&self, seat: Seat) -> Result<(), ActError> {
        match self.turn() {
            Turn::Decide(decides) if decides != seat => {
                Err(ActError::NotYourTurn { seat, decides })
            }
            _ => Ok(()),
        }
    }

    /// Reads what the match waits for, an action or a roll, and lets it happen.
    ///
    /// # Errors
    /// When the text cannot be read or the game does not accept it; the match is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<GameEvent, EventRefused> {
        match self.turn() {
            Turn::Roll => self.settle(&self.read_roll(text, None)?),
            Turn::Decide(_) | Turn::Over(_) => self.act(&self.read_action(text)?),
        }
    }

    /// Throws the dice that are due, and returns what that did.
    ///
    /// # Errors
    /// When no dice are due, or the source gives other dice than it was asked for; the match is then unchanged.
    pub fn roll(&mut self, dice: &mut dyn DiceSource) -> Result<GameEvent, RollError> {
        let Some(throw) = self.position.throw() else {
            return Err(RollError::Refused(self.no_dice_due().into()));
        };
        let given = dice.throw(throw);
        match self.position.read_throw(&given) {
            Some(roll) => Ok(self.settle(&roll)?),
            None => Err(RollError::WrongDice {
                given,
                dice: throw.dice,
                sides: throw.sides,
            }),
        }
    }

    fn no_dice_due(&self) -> RollRefused {
        match self.turn() {
            Turn::Over(_) => RollRefused::Over,
            Turn::Decide(_) | Turn::Roll => RollRefused::NotRolling,
        }
    }

    /// Applies a roll that was made elsewhere, and returns what that did.
    ///
    /// # Errors
    /// When the roll is not possible here; the match is then unchanged.
    pub fn settle(&mut self, roll: &CheckedRoll) -> Result<GameEvent, EventRefused> {
        self.settle_linked(roll, None)
    }

    /// Applies a roll as [`Match::settle`] does, of linked dice with the server's link.
    pub(crate) fn settle_linked(
        &mut self,
        roll: &CheckedRoll,
        link: Option<Bytes32>,
    ) -> Result<GameEvent, EventRefused> {
        let event = self.position.settle(roll)?;
        self.write_down(RecordEvent::Rolled(roll.notation().to_owned(), link));
        self.before.clear();
        self.places.note(&event, &*self.position);
        self.end_if_over();
        Ok(event)
    }

    /// Ends the match because all players agree to.
    ///
    /// # Errors
    /// When the rules do not allow it; the match is then unchanged.
    pub fn agree(&mut self) -> Result<(), AgreementRefused> {
        self.position.agree()?;
        self.write_down(RecordEvent::Agreed);
        self.before.clear();
        self.end_if_over();
        Ok(())
    }

    /// Notes that the player of a seat gives up for good; the last one who has not wins.
    ///
    /// # Errors
    /// When that player cannot; the match is then unchanged.
    pub fn resign(&mut self, seat: Seat) -> Result<(), ResignRefused> {
        self.position.resign(seat)?;
        self.write_down(RecordEvent::Resigned(seat));
        self.before.clear();
        self.end_if_over();
        Ok(())
    }

    /// Notes whether the player of a seat is there.
    ///
    /// # Errors
    /// When the game is over or has no such seat; the match is then unchanged.
    pub fn attend(&mut self, seat: Seat, attendance: Attendance) -> Result<(), NobodyThere> {
        self.check_attends(seat)?;
        self.write_down(RecordEvent::Attended(seat, attendance));
        // What was done before the note cannot be taken back without taking back the note.
        self.before.clear();
        Ok(())
    }

    pub(crate) fn check_attends(&self, seat: Seat) -> Result<(), NobodyThere> {
        if seat.index() >= self.names.len() || matches!(self.turn(), Turn::Over(_)) {
            return Err(NobodyThere(seat));
        }
        Ok(())
    }

    /// Writes down what somebody adds to linked dice, which changes nothing in the game.
    pub(crate) fn note(&mut self, event: RecordEvent) {
        self.write_down(event);
        self.before.clear();
    }

    /// Takes back the last action, as long as the seat that chose it still decides; never a roll.
    ///
    /// # Errors
    /// When the last event cannot be taken back; the match is then unchanged.
    pub fn undo(&mut self) -> Result<(), UndoRefused> {
        let before = self.before.pop().ok_or_else(|| self.undo_refused())?;
        (self.position, self.places) = before;
        self.log.as_mut().and_then(Vec::pop);
        Ok(())
    }

    fn undo_refused(&self) -> UndoRefused {
        match (self.turn(), self.log().last()) {
            (Turn::Over(_), _) => UndoRefused::Over,
            (_, None) => UndoRefused::Nothing,
            (_, Some(RecordEvent::Rolled(..))) => UndoRefused::Rolled,
            (Turn::Roll, _) => UndoRefused::ToBeRolled,
            (Turn::Decide(_), _) => UndoRefused::Passed,
        }
    }

    fn end_if_over(&mut self) {
        if let Turn::Over(standing) = self.turn() {
            self.write_down(RecordEvent::Ended(standing.winners));
            self.before.clear();
        }
    }
}
