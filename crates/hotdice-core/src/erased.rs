//! Any game behind one object-safe face: text in, text and scenes out.
//!
//! Front ends, tables and test kits work with these traits and know no game by name.

use std::any::Any;
use std::error::Error;
use std::fmt::Debug;

use crate::{
    ActRefused, AgreementRefused, CheckedAction, CheckedRoll, Choice, Dice, EventOf, Exploration,
    Game, GameEvent, GameEventKind, Notation, Objective, ParameterValue, Position, ResignRefused,
    RollRefused, Scene, Score, ScoreRefused, Seat, SeatRange, SeatsRefused, Section, Show,
    StateGraph, StateIndex, StateKey, Throw, Turn, TypedEvent, Unexplored, Unreadable, Viewer,
    counted,
    graph::{explore, keyed},
    perft,
};

/// A game of any kind.
pub trait AnyGame: Debug + Send + Sync {
    /// Returns the game itself, for code that knows its kind: solvers and the players that use them.
    fn as_any(&self) -> &dyn Any;

    /// Writes the rules line.
    fn rules_line(&self) -> String;

    /// Returns how many seats the rules allow.
    fn seats(&self) -> SeatRange;

    /// Explains the rules in plain words.
    fn explain(&self) -> Vec<Section>;

    /// Lists all parameters with the values they have here.
    fn parameters(&self) -> Vec<ParameterValue>;

    /// Scores dice that lie on a table.
    ///
    /// # Errors
    /// When these rules cannot score such dice.
    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused>;

    /// Counts the event sequences of exactly `depth` events at a table of `seats`.
    ///
    /// # Errors
    /// When the rules do not allow that many seats.
    fn perft(&self, seats: u8, depth: u32) -> Result<u64, SeatsRefused>;

    /// Returns how many states can come up at a table of `seats`, where the rules know.
    fn state_count(&self, seats: u8) -> Option<u128>;

    /// Returns the position before the first event.
    ///
    /// # Errors
    /// When the rules do not allow that many seats.
    fn open(&self, seats: u8) -> Result<Box<dyn AnyPosition>, SeatsRefused>;

    /// Reads a position from the text of a state.
    ///
    /// # Errors
    /// When the text is not a state of this game.
    fn read_state(&self, text: &str) -> Result<Box<dyn AnyPosition>, Unreadable>;

    /// Returns the position that a match of `seats` players begins from: a state, or the opening.
    ///
    /// # Errors
    /// When the rules do not allow that many seats, or nobody can begin from that state.
    fn begin(&self, seats: u8, from: Option<&str>) -> Result<Box<dyn AnyPosition>, StartRefused> {
        let opening = self.open(seats)?;
        let Some(from) = from else {
            return Ok(opening);
        };
        let position = self.read_state(from)?;
        if position.seats() != seats {
            let given = position.seats();
            return Err(StartRefused::OtherSeats { given, seats });
        }
        if let Turn::Over(_) = position.turn() {
            return Err(StartRefused::Over);
        }
        if position.hides_something() {
            return Err(StartRefused::Hidden);
        }
        Ok(position)
    }
}

/// A position of any game.
pub trait AnyPosition: Debug + Send + Sync {
    /// Returns the position itself, for code that knows its kind: solvers, and whoever asks a program to play.
    fn as_any(&self) -> &dyn Any;

    /// Returns how many seats the table has.
    fn seats(&self) -> u8;

    /// Says what the position waits for.
    fn turn(&self) -> Turn;

    /// Writes the state.
    fn state(&self) -> String;

    /// Lists the legal actions; empty unless a player has to choose.
    fn actions(&self) -> Vec<CheckedAction>;

    /// Lists the possible rolls with their weights; empty unless dice have to be rolled.
    fn rolls(&self) -> Vec<(CheckedRoll, u64)>;

    /// Says what is thrown, if dice have to be rolled.
    fn throw(&self) -> Option<Throw>;

    /// Reads an action and checks that it is legal here: the only place where text becomes an action.
    ///
    /// # Errors
    /// When the text is no action of this game, or the action is not legal here.
    fn read_action(&self, text: &str) -> Result<CheckedAction, EventRefused>;

    /// Reads a roll and checks that it is possible here.
    ///
    /// # Errors
    /// When the text is no roll of this game, or the roll is not possible here.
    fn read_roll(&self, text: &str) -> Result<CheckedRoll, EventRefused>;

    /// Reads dice that lie on the table, counted from 0, as a roll; nothing unless they are a throw that is due.
    fn read_throw(&self, lying: &[u16]) -> Option<CheckedRoll>;

    /// Describes a legal action as the menu does: what it is done to, and what it scores.
    ///
    /// # Errors
    /// When the action is not legal here.
    fn choice(&self, action: &CheckedAction) -> Result<Choice, EventRefused>;

    /// Applies an action, and returns what it did. Its legality is checked again, so that one read for another position does no harm.
    ///
    /// # Errors
    /// When the action is not legal here; the position is then unchanged.
    fn act(&mut self, action: &CheckedAction) -> Result<GameEvent, EventRefused>;

    /// Applies a roll, and returns what it did.
    ///
    /// # Errors
    /// When the roll is not possible here; the position is then unchanged.
    fn settle(&mut self, roll: &CheckedRoll) -> Result<GameEvent, EventRefused>;

    /// Reads what the position waits for, an action or a roll, and applies it.
    ///
    /// # Errors
    /// When the text cannot be read or does not fit here; the position is then unchanged.
    fn play(&mut self, text: &str) -> Result<GameEvent, EventRefused> {
        match self.turn() {
            Turn::Roll => {
                let roll = self.read_roll(text)?;
                self.settle(&roll)
            }
            Turn::Decide(_) | Turn::Over(_) => {
                let action = self.read_action(text)?;
                self.act(&action)
            }
        }
    }

    /// Ends the game because all players agree to.
    ///
    /// # Errors
    /// When the rules do not allow it; the position is then unchanged.
    fn agree(&mut self) -> Result<(), AgreementRefused>;

    /// Notes that the player of a seat gives up. The last seat that has not wins; until then the game goes on.
    ///
    /// # Errors
    /// When that player cannot; the position is then unchanged.
    fn resign(&mut self, seat: Seat) -> Result<(), ResignRefused>;

    /// Returns what a seat has scored so far.
    fn points(&self, seat: Seat) -> i32;

    /// Tells whether few points are good.
    fn is_fewest_best(&self) -> bool;

    /// Lists what one player alone may aim for, beside points; empty at other tables.
    fn objectives(&self) -> Vec<Objective>;

    /// Lays out all states that can come up from here.
    ///
    /// # Errors
    /// When there are more than asked for, or the callback says stop.
    fn graph(&self, how: &Exploration<'_>) -> Result<StateGraph, Unexplored>;

    /// Returns what finds states of its game by their keys, which are given in ascending order.
    fn index_of_keys(&self, keys: Vec<StateKey>) -> Box<dyn StateIndex>;

    /// Draws what `viewer` sees, with the choices if `viewer` decides.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// Draws what a spectator sees, with the choices of the seat that decides.
    ///
    /// It is the same for everybody: also the choices are drawn from the spectator's view alone, so nothing hidden is in it.
    fn picture(&self) -> Scene;

    /// Returns all that `viewer` may know, in a form that can be compared.
    fn view(&self, viewer: Viewer) -> String;

    /// Returns positions that differ from this one only in what `viewer` may not know.
    fn twins(&self, viewer: Viewer) -> Vec<Box<dyn AnyPosition>>;

    /// Tells whether somebody at the table or beside it may not know everything about this position.
    fn hides_something(&self) -> bool {
        let seats = Seat::all(self.seats()).map(Viewer::Seat);
        let mut viewers = seats.chain([Viewer::Spectator]);
        viewers.any(|viewer| !self.twins(viewer).is_empty())
    }

    /// Returns a copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// An event that was refused, in text.
#[derive(Debug, thiserror::Error)]
pub enum EventRefused {
    /// The text could not be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The rules do not allow it.
    #[error(transparent)]
    Act(Box<dyn Error + Send + Sync>),
    /// Chance cannot produce it.
    #[error(transparent)]
    Roll(#[from] RollRefused),
    /// It was read for a position of another game.
    #[error("that belongs to another game")]
    OtherGame,
}

/// A state that a match cannot begin from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartRefused {
    /// The rules do not allow that many seats.
    #[error(transparent)]
    Seats(#[from] SeatsRefused),
    /// The text is not a state of this game.
    #[error("that is not a position of this game: {0}")]
    State(Unreadable),
    /// The state has another number of players.
    #[error("that position is for {}, but there are {seats} at the table", counted(*given, "player", "players"))]
    OtherSeats {
        /// How many players the state has.
        given: u8,
        /// How many are at the table.
        seats: u8,
    },
    /// The game is over in that state.
    #[error("the game is already over in that position: choose an earlier one")]
    Over,
    /// Somebody would see what is hidden from them.
    #[error("that position shows things some players must not see: start a new game instead")]
    Hidden,
}

/// Its message is part of the refusal, so it is no source: chains of errors would say it twice.
impl From<Unreadable> for StartRefused {
    fn from(unreadable: Unreadable) -> Self {
        Self::State(unreadable)
    }
}

impl<G: Show> AnyGame for G {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn rules_line(&self) -> String {
        Notation::rules_line(self)
    }

    fn seats(&self) -> SeatRange {
        Game::seats(self)
    }

    fn explain(&self) -> Vec<Section> {
        Show::explain(self)
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        Show::parameters(self)
    }

    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused> {
        Show::score(self, dice, name)
    }

    fn perft(&self, seats: u8, depth: u32) -> Result<u64, SeatsRefused> {
        let position = Position::new(self.clone(), seats)?;
        Ok(perft(self, position.state(), depth))
    }

    fn state_count(&self, seats: u8) -> Option<u128> {
        Game::state_count(self, seats)
    }

    fn open(&self, seats: u8) -> Result<Box<dyn AnyPosition>, SeatsRefused> {
        Ok(Box::new(Position::new(self.clone(), seats)?))
    }

    fn read_state(&self, text: &str) -> Result<Box<dyn AnyPosition>, Unreadable> {
        let state = Notation::read_state(self, text)?;
        Ok(Box::new(Position::from_state(self.clone(), state)))
    }
}

impl<G: Show> AnyPosition for Position<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn seats(&self) -> u8 {
        self.game().seated(Position::state(self))
    }

    fn turn(&self) -> Turn {
        Position::turn(self)
    }

    fn state(&self) -> String {
        self.game().write_state(Position::state(self))
    }

    fn actions(&self) -> Vec<CheckedAction> {
        let mut actions = Vec::new();
        if let Turn::Decide(_) = Position::turn(self) {
            let game = self.game();
            game.for_each_action(Position::state(self), |action| {
                actions.push(CheckedAction::new(game, action));
            });
        }
        actions
    }

    fn rolls(&self) -> Vec<(CheckedRoll, u64)> {
        let mut rolls = Vec::new();
        if let Turn::Roll = Position::turn(self) {
            let game = self.game();
            game.for_each_roll(Position::state(self), |roll, weight| {
                rolls.push((CheckedRoll::new(game, roll, &[]), weight));
            });
        }
        rolls
    }

    fn throw(&self) -> Option<Throw> {
        match Position::turn(self) {
            Turn::Roll => Some(self.game().throw(Position::state(self))),
            Turn::Decide(_) | Turn::Over(_) => None,
        }
    }

    fn read_action(&self, text: &str) -> Result<CheckedAction, EventRefused> {
        let action = self.game().read_action(text)?;
        self.check(&action).map_err(act_refused)?;
        Ok(CheckedAction::new(self.game(), action))
    }

    fn read_roll(&self, text: &str) -> Result<CheckedRoll, EventRefused> {
        let roll = self.game().read_roll(text)?;
        self.check_roll(&roll)?;
        Ok(CheckedRoll::new(self.game(), roll, &[]))
    }

    fn read_throw(&self, lying: &[u16]) -> Option<CheckedRoll> {
        let throw = AnyPosition::throw(self)?;
        let fits = lying.len() == usize::from(throw.dice);
        let possible = lying.iter().all(|&side| side < throw.sides);
        (fits && possible).then(|| {
            let roll = self.game().read_throw(Position::state(self), lying);
            CheckedRoll::new(self.game(), roll, lying)
        })
    }

    fn choice(&self, action: &CheckedAction) -> Result<Choice, EventRefused> {
        let action: &G::Action = action.value().ok_or(EventRefused::OtherGame)?;
        self.check(action).map_err(act_refused)?;
        Ok(self.described(Position::state(self), action))
    }

    fn act(&mut self, action: &CheckedAction) -> Result<GameEvent, EventRefused> {
        let value: &G::Action = action.value().ok_or(EventRefused::OtherGame)?;
        let (before, seat) = (Position::state(self).clone(), self.seat_in_turn());
        Position::act(self, value).map_err(act_refused)?;
        let Choice { target, points, .. } = self.described(&before, value);
        let kind = GameEventKind::Acted {
            notation: action.notation().to_owned(),
            target,
            points,
        };
        Ok(self.event(&before, seat, kind, &TypedEvent::Acted(value.clone())))
    }

    fn settle(&mut self, roll: &CheckedRoll) -> Result<GameEvent, EventRefused> {
        let value: &G::Roll = roll.value().ok_or(EventRefused::OtherGame)?;
        let (before, seat) = (Position::state(self).clone(), self.seat_in_turn());
        Position::settle(self, value)?;
        let kind = GameEventKind::Rolled {
            notation: roll.notation().to_owned(),
            dice: roll.dice().to_vec(),
        };
        Ok(self.event(&before, seat, kind, &TypedEvent::Rolled(value.clone())))
    }

    fn agree(&mut self) -> Result<(), AgreementRefused> {
        Position::agree(self)
    }

    fn resign(&mut self, seat: Seat) -> Result<(), ResignRefused> {
        Position::resign(self, seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.game().points(Position::state(self), seat)
    }

    fn is_fewest_best(&self) -> bool {
        Game::is_fewest_best(self.game())
    }

    fn objectives(&self) -> Vec<Objective> {
        match AnyPosition::seats(self) {
            1 => self
                .game()
                .objectives()
                .iter()
                .map(|solo| solo.objective)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn graph(&self, how: &Exploration<'_>) -> Result<StateGraph, Unexplored> {
        explore(self.game(), Position::state(self), how)
    }

    fn index_of_keys(&self, keys: Vec<StateKey>) -> Box<dyn StateIndex> {
        keyed(self.game(), keys)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let decides = match (Position::turn(self), viewer) {
            (Turn::Decide(seat), Viewer::Seat(viewer)) => seat == viewer,
            _ => false,
        };
        self.drawn_for(viewer, decides)
    }

    fn picture(&self) -> Scene {
        let decides = matches!(Position::turn(self), Turn::Decide(_));
        self.drawn_for(Viewer::Spectator, decides)
    }

    fn view(&self, viewer: Viewer) -> String {
        let view = self.game().view(Position::state(self), viewer);
        format!("{view:?}")
    }

    fn twins(&self, viewer: Viewer) -> Vec<Box<dyn AnyPosition>> {
        let mut twins: Vec<Box<dyn AnyPosition>> = Vec::new();
        let game = self.game();
        game.for_each_twin(Position::state(self), viewer, |state| {
            twins.push(Box::new(Self::from_state(game.clone(), state)));
        });
        twins
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
}

impl<G: Show> Position<G> {
    fn drawn_for(&self, viewer: Viewer, with_choices: bool) -> Scene {
        let game = self.game();
        let view = game.view(Position::state(self), viewer);
        let mut scene = game.scene(&view);
        if with_choices {
            let menu = game.menu(&view);
            scene.choices = menu.iter().map(|each| game.choice(&view, each)).collect();
        }
        if let Turn::Over(_) = Position::turn(self) {
            scene.turn = None;
        }
        scene
    }

    /// Returns the seat that decides or rolls; nobody does where chance decides who begins, or the game is over.
    fn seat_in_turn(&self) -> Option<Seat> {
        match Position::turn(self) {
            Turn::Decide(seat) => Some(seat),
            Turn::Roll => self.game().roller(Position::state(self)),
            Turn::Over(_) => None,
        }
    }

    /// Describes a legal action as every spectator may see it.
    fn described(&self, state: &G::State, action: &G::Action) -> Choice {
        let view = self.game().view(state, Viewer::Spectator);
        self.game().choice(&view, action)
    }

    /// Describes what has just happened.
    fn event(
        &self,
        before: &G::State,
        seat: Option<Seat>,
        kind: GameEventKind,
        event: &EventOf<G>,
    ) -> GameEvent {
        let (game, after) = (self.game(), Position::state(self));
        let change = |seat| game.points(after, seat) - game.points(before, seat);
        GameEvent {
            seat,
            kind,
            points: seat.map_or(0, change),
            winners: match Position::turn(self) {
                Turn::Over(standing) => Some(standing.winners),
                Turn::Decide(_) | Turn::Roll => None,
            },
            story: game.story(before, event, after),
        }
    }
}

fn act_refused<R: Error + Send + Sync + 'static>(refused: ActRefused<R>) -> EventRefused {
    EventRefused::Act(refused.into())
}
