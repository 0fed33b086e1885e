//! What can be wrong with a game.

use hotdice_core::{
    EventRefused, RecordError, RulesError, SeatsRefused, Throw, Turn, Unreadable, Viewer,
};

/// Something that a game must not do.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named in the messages")]
pub enum Flaw {
    /// What the position waits for and what it offers do not go together.
    #[error(
        "it waits for {turn:?}, but offers {actions} actions, {rolls} rolls and the throw {throw:?}"
    )]
    Turn {
        turn: Turn,
        actions: usize,
        rolls: usize,
        throw: Option<Throw>,
    },
    /// A seat that is not at the table decides or wins, or nobody wins.
    #[error("it waits for {0:?}, which no table of that size can have")]
    NoSuchSeat(Turn),
    /// Something is listed twice.
    #[error("{0:?} is listed twice")]
    Twice(String),
    /// The game does not end.
    #[error("the game has not ended after {0} events")]
    Endless(usize),

    /// A roll has no weight.
    #[error("the roll {0:?} has weight 0")]
    NoWeight(String),
    /// The weights of all rolls are not the number of throws.
    #[error("the weights add up to {weights}, but {throw:?} falls in {throws} ways")]
    Weights {
        throw: Throw,
        weights: u128,
        throws: u128,
    },
    /// Over all throws a roll does not come as often as its weight says.
    #[error("the roll {roll:?} has weight {weight}, but {throws} throws are read as it")]
    Tally {
        roll: String,
        weight: u64,
        throws: u64,
    },
    /// Dice that are not the throw that is due are read as a roll.
    #[error("the dice {0:?} are no throw that is due, but are read as a roll")]
    StrangeThrow(Vec<u16>),
    /// Dice that are a throw are not read.
    #[error("the throw {0:?} is not read as a roll")]
    UnreadThrow(Vec<u16>),

    /// A legal action or a possible roll is refused.
    #[error("{text:?} is listed, but refused: {refusal}")]
    ListedButRefused { text: String, refusal: EventRefused },
    /// Something that is not listed is accepted.
    #[error("{0:?} is not listed, but accepted")]
    AcceptedUnlisted(String),
    /// A refusal changes the position.
    #[error("refusing {0:?} changed the position")]
    ChangedByRefusal(String),
    /// A refusal says nothing, or far too much.
    #[error("the refusal of {text:?} has {letters} letters: {message:.80}")]
    Message {
        text: String,
        letters: usize,
        message: String,
    },
    /// An agreement does not end the game.
    #[error("an agreement was accepted, but the game goes on")]
    IdleAgreement,

    /// A text that the game wrote is not spelled so.
    #[error("the game writes {text:?}, but spells it {spelled:?}")]
    Spelling { text: String, spelled: String },
    /// A text that the game wrote cannot be read.
    #[error("the game writes {text:?}, but cannot read it: {error}")]
    Unread { text: String, error: Unreadable },
    /// A text with spaces around it does something else.
    #[error("{0:?} does something else than the same without spaces")]
    Spaces(String),
    /// A state does not come back from its text.
    #[error("read back from its text, the state has another {0}")]
    StateText(&'static str),

    /// The choices are not the legal actions.
    #[error("the choice {0:?} is no legal action")]
    ChoiceNotLegal(String),
    /// A legal action is no choice.
    #[error("the legal action {0:?} is no choice")]
    ActionNotShown(String),
    /// A choice has no label.
    #[error("the choice {0:?} has no label")]
    NoLabel(String),
    /// What a choice says can be done next is something else.
    #[error("after the choice {0:?}, other choices follow than it lists")]
    FollowUps(String),
    /// An action is described otherwise than in the menu.
    #[error("the choice {0:?} is described otherwise when it is asked for alone")]
    OtherChoice(String),
    /// Somebody who does not decide is given choices.
    #[error("{0:?} does not decide, but is given choices")]
    ChoicesForOthers(Viewer),
    /// The scene points at the wrong seat.
    #[error("the scene for {0:?} says that it is the turn of another seat")]
    SceneTurn(Viewer),
    /// A sheet has a row of another length.
    #[error("the row {0:?} does not have one cell for each column")]
    Row(String),
    /// A choice is done to something that is not in the picture.
    #[error("the choice {0:?} is done to something that is not in the picture")]
    Target(String),
    /// A picture names a seat that is not at the table, or a triangle lacks cells.
    #[error("a picture does not fit the table: {0}")]
    Picture(&'static str),

    /// A viewer can tell two positions apart that should look the same.
    #[error("{viewer:?} can tell this state from {twin:?} by the {by}")]
    Leak {
        viewer: Viewer,
        twin: String,
        by: &'static str,
    },
    /// A twin is the position itself.
    #[error("a twin for {0:?} is the position itself")]
    NoTwin(Viewer),

    /// The rules line does not find the game again.
    #[error("the rules line {line:?} finds no game: {error}")]
    RulesLine { line: String, error: RulesError },
    /// The rules line finds another game.
    #[error("the rules line {line:?} finds {found:?}")]
    OtherRules { line: String, found: String },
    /// The rules are not explained.
    #[error("the {0} of the rules have no words")]
    Wordless(&'static str),
    /// A number of seats is refused that the rules allow.
    #[error("the rules allow that many seats, but: {0}")]
    Seats(#[from] SeatsRefused),
    /// A number of seats is accepted that the rules do not allow.
    #[error("a table of {0} opens, but the rules do not allow that many")]
    TooManySeats(u8),
    /// A record of the game cannot be read.
    #[error("the record of the game cannot be read: {0}")]
    Record(#[from] RecordError),
    /// A record of the game reads as something else.
    #[error("the record of the game reads back as another")]
    OtherRecord,
}
