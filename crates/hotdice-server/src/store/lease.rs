//! Who sees to the bots and clocks of a table.
//!
//! A server is a node while it says so often enough. A node may keep tables: it alone moves their bots and runs their
//! clocks. Whenever the keeper of a table changes its epoch grows, and what a node writes in the name of a lease is
//! written only if the node is still known, and still the keeper, in that epoch. A node that was not heard of in time is
//! never the same node again: it begins anew under another number.

use std::num::NonZeroU64;

/// The number of a node; later ones are larger.
pub type NodeId = NonZeroU64;

/// What lets a node act for the bots and clocks of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The node.
    pub node: NodeId,
    /// How often the keeper of this table has changed.
    pub epoch: u64,
}

/// Whether a node may look after a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It may, from now on.
    Kept(Lease),
    /// Another node does.
    Other,
    /// The node was not heard of in time: it must begin anew.
    Lapsed,
}
