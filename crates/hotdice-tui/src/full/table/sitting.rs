//! A place at a table: the same for a game on this terminal and for one on a server.

use std::path::PathBuf;
use std::time::Instant;

use hotdice_core::{Dice, Line, Name, Scene, Seat, SeatSet};
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty};
use hotdice_wire::Emote;

use super::super::screen::{Cx, Screen};
use crate::backstage::Trouble;

/// A place at a table, from which it is played or watched.
///
/// The screen asks for one thing after the other and shows each for a moment; none of these calls may wait for a
/// network or a solver: such work goes into a job that rings the bell.
pub(crate) trait Sitting {
    /// Returns the next thing that happened, once everything before it has been shown.
    fn next(&mut self, cx: &mut Cx) -> Option<Moment>;

    /// Returns how the table stands after the last thing that was returned.
    fn standing(&self) -> &Standing;

    /// Does what the player chose; a refusal that comes later is told through [`Cx::complain`].
    fn act(&mut self, notation: &str, cx: &mut Cx) -> Result<(), Trouble>;

    /// Takes the last choice back, never a roll.
    fn undo(&mut self, cx: &mut Cx) -> Result<(), Trouble>;

    /// Tells whether choices can be taken back here.
    fn may_undo(&self) -> bool {
        false
    }

    /// Tells whether the game may end in a draw by agreement.
    fn may_draw(&self) -> bool;

    /// Offers a draw, or agrees to one.
    fn offer_draw(&mut self, cx: &mut Cx) -> Result<(), Trouble>;

    /// Says whether a coach may be asked by default: against bots, and where the table allows it.
    fn may_coach(&self) -> bool;

    /// Returns what the coach says about the decision that is due, and begins to work it out if nobody has asked yet.
    fn coach(&mut self, cx: &mut Cx) -> Coaching;

    /// Returns the chance to win (or the points to be expected) of the player before every event so far, if known.
    fn course(&self) -> &[f64];

    /// Returns the record of a game that is over, as text; fetches it if it must.
    fn record(&mut self, cx: &mut Cx) -> Option<Result<String, Trouble>>;

    /// Plays again with the same players: the screen to go on with, as soon as there is one.
    fn rematch(&mut self, cx: &mut Cx) -> Option<Result<Box<dyn Screen>, Trouble>>;

    /// Says who waits at the next table, once somebody does.
    fn call(&self) -> Option<String> {
        None
    }

    /// Returns where the record of the game is kept, once it is.
    fn place(&self) -> Option<PathBuf> {
        None
    }

    /// Tells whether nobody at this terminal plays.
    fn is_watching(&self) -> bool {
        false
    }

    /// Gets up from the table.
    fn leave(&mut self, how: Leaving, cx: &mut Cx);

    /// Shows a feeling to everybody at the table, where there is anybody else.
    fn feel(&mut self, emote: Emote, cx: &mut Cx) -> Result<(), Trouble> {
        let _ = (emote, cx);
        Err("Everybody can see you.".into())
    }

    /// Takes the seat back from the bot that played on while the player was away.
    fn come_back(&mut self, cx: &mut Cx) {
        let _ = cx;
    }
}

/// How a table is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// To come back.
    Pause,
    /// For good.
    Abandon,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// What is told about it.
    pub(crate) story: Vec<Line>,
    pub(crate) kind: MomentKind,
    /// Whether the player of this terminal did it and needs no time to see it.
    pub(crate) own: bool,
}

/// What kind of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MomentKind {
    /// Dice were thrown; these, if they are six-sided.
    Rolled(Option<Dice>),
    /// Somebody chose.
    Acted,
    /// Somebody came, went or spoke, or it happened before the player came: it is told, and takes no time.
    Other,
}

/// How a table stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The rules line.
    pub(crate) rules: String,
    /// Who sits where.
    pub(crate) names: Vec<Name>,
    /// What the player sees, with the choices if it is their turn.
    pub(crate) scene: Scene,
    /// What the table waits for.
    pub(crate) stage: Stage,
    /// One for each seat; empty where everybody sits at this terminal.
    pub(crate) people: Vec<Person>,
    /// How many look on.
    pub(crate) watching: u32,
    /// Whether the table can be reached.
    pub(crate) connection: Connection,
    /// When the time of whoever decides is up.
    pub(crate) deadline: Option<Instant>,
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Somebody at this terminal decides.
    Yours(Seat),
    /// Somebody else decides, or a bot.
    Theirs(Seat),
    /// Dice or news.
    Moving,
    /// Nothing: these have won.
    Over(SeatSet),
}

/// Somebody at a table on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    /// Where they are, in a word: here, away, a bot in their place.
    pub(crate) presence: &'static str,
    /// Whether they sit at this terminal.
    pub(crate) you: bool,
}

/// Whether a table can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// It stands on this terminal.
    Local,
    /// It can.
    Good,
    /// Not now, and somebody tries again.
    Lost(String),
}

/// What a coach says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Coaching {
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
