//! Playing at a table: what is shown, what may be done, and what is under way.
//!
//! A [`Session`] is the same for a game on this terminal and for one on a server. None of its
//! calls waits: work that takes time runs in a `BackgroundJob`, which rings a `Bell`. The event loop of
//! the whole screen wakes on that bell, and the line-by-line loop blocks on it.

mod arrival;
mod coach;
mod dice_check;
mod link;
mod local;
mod online;
mod unsaved;
pub(crate) mod words;

use std::path::PathBuf;
use std::time::Instant;

use hotdice_core::{Face, Line, Name, Scene, Seat, SeatSet, capitalized};
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty};
use hotdice_wire::Emote;

use crate::services::UiError;

pub(crate) use arrival::note_seen;
pub use arrival::{
    Arrival, LONG_CLOCK, OpenedTable, TableRequest, TakenSeat, come_back, host, join, open,
    rematch, sit_down, take_over, watch,
};
pub use link::{Link, TableAccess};
pub use local::{LocalGame, LocalSession, NewGame};
pub use online::OnlineSession;
pub use unsaved::UnsavedGame;
pub use words::clock_in_words;

/// A place at a table, from which it is played or watched.
pub trait Session {
    /// Returns the next thing to show, once everything before it has been shown.
    fn next(&mut self) -> Option<Update>;

    /// Returns the table after the last update that was returned.
    fn status(&self) -> &TableStatus;

    /// Says what may be done here, besides choosing.
    fn abilities(&self) -> Abilities;

    /// Begins to do what the player chose; a refusal that comes later is an [`Update::Failure`].
    ///
    /// # Errors
    /// When it is refused at once.
    fn act(&mut self, action: &PlayerAction) -> Result<(), UiError>;

    /// Takes the last choice back, never a roll.
    ///
    /// # Errors
    /// When nothing can be taken back.
    fn undo(&mut self) -> Result<(), UiError> {
        Err("what a server has heard cannot be taken back".into())
    }

    /// Offers a draw, or agrees to one. On one terminal everybody has been asked before.
    ///
    /// # Errors
    /// When the rules do not allow it, or nobody plays here.
    fn offer_draw(&mut self) -> Result<(), UiError>;

    /// Declines the draw that others offer.
    ///
    /// # Errors
    /// When nobody else could offer one.
    fn decline_draw(&mut self) -> Result<(), UiError> {
        Err("nobody offers a draw here".into())
    }

    /// Returns what the coach says about the decision that is due, and begins to work it out if nobody has asked yet.
    fn coach(&mut self) -> Coaching;

    /// Returns what the coach says about the decision that follows a choice at once, if it can be known before the choice is made.
    fn coach_ahead(&mut self, notation: &str) -> Coaching {
        let _ = notation;
        Coaching::None(String::new())
    }

    /// Lets bots and the coach take what has been solved meanwhile, instead of what they had to do without it.
    fn solved(&mut self) {}

    /// Returns the chance to win (or the points to be expected) of the player before every event so far, as far as it is known.
    fn course(&self) -> &[f64] {
        &[]
    }

    /// Returns the record of a game that is over; fetches it if it must.
    fn record(&mut self) -> Option<Result<GameRecord, UiError>> {
        None
    }

    /// Plays again with the same players: how to go on, as soon as that is known.
    fn rematch(&mut self) -> Option<Result<NextGame, UiError>> {
        None
    }

    /// Says who waits at the next table, once somebody does.
    fn invitation(&self) -> Option<String> {
        None
    }

    /// Tries again to save a game that could not be saved when it last changed.
    fn save_again(&mut self) {}

    /// Leaves the table, and says where to find it again.
    ///
    /// # Errors
    /// When the game cannot be deleted.
    fn leave(&mut self, how: Leaving) -> Result<Farewell, UiError>;

    /// Sends an emote to everybody at the table.
    ///
    /// # Errors
    /// When there is nobody to see it.
    fn emote(&mut self, emote: Emote) -> Result<(), UiError> {
        let _ = emote;
        Err("everybody can see you".into())
    }

    /// Takes the seat back from the bot that played on while the player was away.
    fn come_back(&mut self) {}

    /// Tells whether something was sent and has not been answered yet; the answer rings the bell.
    fn is_sending(&self) -> bool {
        false
    }
}

/// Something that a session has to show.
#[derive(Debug)]
pub enum Update {
    /// Something happened at the table.
    Event(SessionEvent),
    /// Something worked out, in a sentence.
    Notice(String),
    /// Something is not as it should be, in a sentence; the game goes on.
    Warning(String),
    /// Something did not work out.
    Failure(UiError),
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionEvent {
    /// What is told about it.
    pub story: Vec<Line>,
    /// What kind of event it is.
    pub kind: SessionEventKind,
    /// Whether the player of this terminal did it and needs no time to see it.
    pub own: bool,
}

/// What kind of thing happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEventKind {
    /// Dice were thrown and fell so; none if they are not six-sided.
    Rolled(Vec<Face>),
    /// Somebody chose.
    Acted,
    /// Somebody came, went or spoke.
    Other,
    /// It happened before the player came.
    Past,
}

/// A choice as a player makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerAction {
    /// The action in the notation of the game.
    pub notation: String,
    /// What the player expects to score by it; refused if that is wrong.
    pub expect: Option<i64>,
}

impl From<&str> for PlayerAction {
    fn from(notation: &str) -> Self {
        let (notation, expect) = (notation.to_owned(), None);
        Self { notation, expect }
    }
}

/// What may be done at a table, besides choosing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Whether somebody at this terminal plays.
    pub play: bool,
    /// Whether choices can be taken back.
    pub undo: bool,
    /// Whether the game may end in a draw by agreement.
    pub draw: bool,
    /// Whether the coach may speak unasked: against bots, and where the table allows it.
    pub coach: bool,
    /// Whether others can see emotes.
    pub emote: bool,
}

/// How a table is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// To come back.
    Pause,
    /// For good.
    Abandon,
}

/// What remains of a table that was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// Nothing.
    Nothing,
    /// A game that can go on, in this file.
    Saved(PathBuf),
    /// The record of a game that is over, in this file.
    Recorded(PathBuf),
    /// A game that could not be saved.
    Unsaved(UnsavedGame),
    /// A seat at a table of a server.
    SeatWaits {
        /// The name of the table.
        table: String,
        /// How to come back to it, in words.
        way: String,
    },
}

impl Farewell {
    /// Returns what is said when the whole screen has been left.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::Saved(path) => Some(format!(
                "The game is saved in {path}\nGo on with: hotdice play --resume '{path}'",
                path = path.display()
            )),
            Self::Recorded(path) => Some(format!(
                "The record is in {path}\nLook at it again: hotdice review '{path}'",
                path = path.display()
            )),
            Self::Unsaved(unsaved) => Some(capitalized(&unsaved.in_words())),
            Self::SeatWaits { table, way } => {
                let table = crate::full::grouped(table);
                Some(format!("Your seat at table {table} waits. Go on {way}"))
            }
        }
    }
}

/// The record of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The record as text.
    pub text: String,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
}

/// How the same players go on.
pub enum NextGame {
    /// With a new game on this terminal.
    Local(NewGame),
    /// At another table of the server.
    Online(Box<Arrival>),
}

/// A table as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// The rules line.
    pub rules: String,
    /// Who sits where.
    pub names: Vec<Name>,
    /// What the player sees, with the choices if it is their turn.
    pub scene: Scene,
    /// What the table waits for.
    pub phase: TablePhase,
    /// One for each seat; empty where everybody sits at this terminal.
    pub people: Vec<PersonStatus>,
    /// How many watch.
    pub watching: u32,
    /// Whether the table can be reached.
    pub connection: Connectivity,
    /// When the time of whoever decides is up.
    pub deadline: Option<Instant>,
    /// The other players who offer a draw that the player of this terminal has not agreed to.
    pub offers: Vec<Seat>,
    /// Why the game is not saved as it stands, if it is not.
    pub unsaved: Option<UnsavedGame>,
}

impl TableStatus {
    /// Returns a table on this terminal.
    fn local(rules: String, names: Vec<Name>, scene: Scene, phase: TablePhase) -> Self {
        Self {
            rules,
            names,
            scene,
            phase,
            people: Vec::new(),
            watching: 0,
            connection: Connectivity::Local,
            deadline: None,
            offers: Vec::new(),
            unsaved: None,
        }
    }

    /// Returns who sits at a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        crate::plain::draw::name(&self.names, seat)
    }

    /// Tells whether a bot plays on for the player of this terminal.
    #[must_use]
    pub fn is_replaced(&self) -> bool {
        let mut people = self.people.iter();
        people.any(|person| person.you && person.replaced)
    }

    /// Says what everybody waits for, in a few words.
    #[must_use]
    pub fn waits_for(&self) -> String {
        match self.phase {
            TablePhase::Yours(seat) => format!("{}, your turn", self.name(seat)),
            TablePhase::Theirs(seat) => format!("{} is thinking", self.name(seat)),
            TablePhase::Moving => "the dice roll".to_owned(),
            TablePhase::Stuck => "the game cannot go on".to_owned(),
            TablePhase::Closed => CLOSED.to_owned(),
            TablePhase::Over(_) => "the game is over".to_owned(),
        }
    }
}

/// What is said at a table where the server has no room for more.
pub(crate) const CLOSED: &str =
    "this table is closed: too much has happened here, so open another one";

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePhase {
    /// Somebody at this terminal decides.
    Yours(Seat),
    /// Somebody else decides, or a bot.
    Theirs(Seat),
    /// Dice or news.
    Moving,
    /// Nothing that could come: there are no dice, or a bot does not move.
    Stuck,
    /// Nothing: the game is not over, but the server has no room for more of it.
    Closed,
    /// Nothing: these have won.
    Over(SeatSet),
}

/// Somebody at a table on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonStatus {
    /// Where they are, in a word: here, away, a bot in their place.
    pub presence: &'static str,
    /// Whether they sit at this terminal.
    pub you: bool,
    /// Whether a bot plays in their place.
    pub replaced: bool,
}

/// Whether a table can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connectivity {
    /// It is on this terminal.
    Local,
    /// It can.
    Good,
    /// Not now, and somebody tries again.
    Lost(String),
}

/// What a coach says.
#[derive(Clone, Debug, PartialEq)]
pub enum Coaching {
    /// It is being worked out.
    Working,
    /// What every choice is worth, best first.
    Ready {
        /// What values count.
        aim: Aim,
        /// How far they can be trusted.
        certainty: Certainty,
        /// The values.
        values: Vec<ActionValue>,
    },
    /// There is no coach, and why.
    None(String),
}

/// Returns dice from their pips.
fn faces(pips: &[u8]) -> Vec<Face> {
    pips.iter().filter_map(|pips| Face::new(*pips)).collect()
}
