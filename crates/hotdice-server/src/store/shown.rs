//! What servers show each other for a moment.

use hotdice_table::TableId;

use super::{Millis, NodeId};

/// What a node shows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The table.
    pub table: TableId,
    /// The node.
    pub node: NodeId,
    /// What it shows, in words that only servers understand.
    pub sign: String,
    /// How long ago that was, by the clock of the store.
    pub age: Millis,
}
