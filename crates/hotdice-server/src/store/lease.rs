//! Leases: which node moves the bots and runs the clocks of a table.
//!
//! A server is a *node* while it renews its registration in time, by the clock of the store. A node may *lease* tables;
//! only the lease holder acts for their bots and clocks. Every change of holder increments the *epoch* of the table, and
//! a write in the name of a lease succeeds only if node, holder and epoch still match, checked in the same statement. A
//! server that stood still for too long can therefore never write on top of its successor, however late its packets
//! arrive: the epoch is a fencing token. An expired node never comes back under its number.

use std::num::NonZeroU64;

use hotdice_table::TableId;

use super::Millis;

/// The number of a node; later ones are larger.
pub type NodeId = NonZeroU64;

/// The right of a node to act for the bots and clocks of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The node.
    pub node: NodeId,
    /// How often the holder of this table has changed.
    pub epoch: u64,
}

/// The answer to a node that asks for a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseGrant {
    /// The node holds it.
    Granted(Lease),
    /// Another node holds it, or there is no such table.
    HeldElsewhere,
    /// The registration of the node has expired: it must register again.
    NodeExpired,
}

/// What a node publishes about a table for other nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedPresence {
    /// The table.
    pub table: TableId,
    /// The node.
    pub node: NodeId,
    /// Who has the table open there, as JSON that only servers read.
    pub snapshot: String,
    /// How long ago it was published, by the clock of the store.
    pub age: Millis,
}
