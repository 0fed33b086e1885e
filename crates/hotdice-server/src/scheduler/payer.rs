//! Who pays for a computation.

use hotdice_table::TableId;

use crate::origin::Origin;

tokio::task_local! {
    /// Where the request comes from that this task answers. Tables are loaded in the middle of nearly every request;
    /// an argument for this would go through all of them.
    static ASKING: Option<Origin>;
}

/// Who pays for a computation: whoever pays for much waits for those who pay for little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Payer {
    /// An address, or the network of a long one.
    Address(Origin),
    /// A table of which nobody knows who opened it: this server was restarted since, or another one opened it.
    Table(TableId),
    /// Requests whose address is not known: all together.
    Unknown,
}

impl Payer {
    /// Returns where the request comes from that this task answers, if that is known.
    pub(crate) fn origin() -> Option<Origin> {
        ASKING.try_with(|asking| *asking).ok().flatten()
    }

    /// Returns who asks for something that concerns no table.
    pub(crate) fn asking() -> Self {
        Self::origin().map_or(Self::Unknown, Self::Address)
    }

    /// Returns who asks for something at a table; the table itself where no request is the cause.
    pub(crate) fn asking_at(table: TableId) -> Self {
        Self::origin().map_or(Self::Table(table), Self::Address)
    }
}

/// Lets everything that a future asks for be paid by an address.
pub(crate) async fn paid_by<F: Future>(origin: Option<Origin>, work: F) -> F::Output {
    ASKING.scope(origin, work).await
}
