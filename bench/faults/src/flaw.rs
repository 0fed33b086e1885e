//! What a checker can find.

/// Something that must never happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// An event that somebody was told of is not in the log, or is another one.
    #[error("table {table}: event {seq} was acknowledged as {told:?} and is {kept:?} in the log")]
    Lost {
        /// The table.
        table: String,
        /// The number.
        seq: u64,
        /// What was acknowledged.
        told: String,
        /// What the log has.
        kept: Option<String>,
    },
    /// A number is in the log more than once.
    #[error("table {table}: event {seq} is in the log more than once")]
    Twice {
        /// The table.
        table: String,
        /// The number.
        seq: u64,
    },
    /// A number is missing in the log.
    #[error("table {table}: event {seq} is missing in the log")]
    Gap {
        /// The table.
        table: String,
        /// The number.
        seq: u64,
    },
    /// Two requests were both told that they had done it.
    #[error("table {table}: event {seq} was acknowledged to two requests")]
    Shared {
        /// The table.
        table: String,
        /// The number.
        seq: u64,
    },
    /// A person has acted who did not, or was told that it was refused.
    #[error("table {table}: nobody was told that they did event {seq}, {line:?}")]
    Unasked {
        /// The table.
        table: String,
        /// The number.
        seq: u64,
        /// What the log has.
        line: String,
    },
    /// An acknowledgement is about something else than what was asked for.
    #[error("table {table}: {asked:?} was asked for and {told:?} acknowledged")]
    Another {
        /// The table.
        table: String,
        /// What was asked for.
        asked: String,
        /// What was acknowledged.
        told: String,
    },
    /// A stream left something out, repeated something, or changed the order.
    #[error("table {table}: a stream brought event {heard} where {due} was due")]
    Disorder {
        /// The table.
        table: String,
        /// The number that should have come.
        due: u64,
        /// The number that came.
        heard: u64,
    },
    /// A stream told something that the log does not have.
    #[error("table {table}: a stream told event {seq} as {told:?} and the log has {kept:?}")]
    Misheard {
        /// The table.
        table: String,
        /// The number.
        seq: u64,
        /// What the stream said.
        told: String,
        /// What the log has.
        kept: Option<String>,
    },
    /// Streams of a table did not bring everything.
    #[error("table {table}: streams brought {heard} events of {events}")]
    Unheard {
        /// The table.
        table: String,
        /// The last that was heard.
        heard: u64,
        /// How many there are.
        events: u64,
    },
    /// The log cannot be played through.
    #[error("table {table}: the log does not replay: {why}")]
    Unreplayable {
        /// The table.
        table: String,
        /// Why.
        why: String,
    },
    /// The dice are not those that were promised.
    #[error("table {table}: the dice are not fair: {why}")]
    Dice {
        /// The table.
        table: String,
        /// Why.
        why: String,
    },
    /// A server tells another game than the log.
    #[error("table {table}: {server} has another record than the log")]
    Record {
        /// The table.
        table: String,
        /// The server.
        server: String,
    },
    /// A game did not come to its end.
    #[error("table {table}: the game did not end; {opened}; the last event is {last:?}")]
    Unfinished {
        /// The table.
        table: String,
        /// How it was opened, and who plays.
        opened: String,
        /// The last event.
        last: String,
    },
    /// Somebody who plays by the rules was treated badly.
    #[error("{0}")]
    Trouble(String),
}
