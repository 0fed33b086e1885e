//! Copies all tables from one store to another.
//!
//! Each table is imported as a whole or not at all, so that an interrupted copy can be run again: what exists already is
//! compared and not written a second time. In the end all tables of both stores are read, compared and replayed.

use futures_util::{StreamExt, TryStreamExt, stream};
use hotdice_table::{Table, TableEvent, TableId};

use super::{ExportedTable, Store, StoreError};

/// How many tables are asked for at once.
const PAGE: u32 = 200;

/// How many are copied at the same time.
const CONCURRENCY: usize = 8;

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// How many tables there are now.
    pub tables: u64,
    /// How many of them were there before.
    pub before: u64,
    /// How many events they have.
    pub events: u64,
    /// How many tables cannot be replayed, in either store.
    pub damaged: u64,
}

/// How far a copy has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many tables were imported.
    Imported(u64),
    /// So many tables were compared.
    Compared(u64),
}

/// A copy that was not made.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A store fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There are other tables where the copy should go.
    #[error("there are other tables, such as {0}: copy into an empty store")]
    Others(TableId),
    /// A table is there, but not the same.
    #[error(
        "table {0} is there already and differs: stop all servers, empty the store that is copied into, and copy again"
    )]
    Differs(TableId),
    /// The stores do not have the same number of tables.
    #[error("{from} tables were to be copied, and {to} are there: stop all servers and copy again")]
    Count {
        /// How many were to be copied.
        from: u64,
        /// How many are there.
        to: u64,
    },
}

/// Copies all tables, and checks them.
///
/// # Errors
/// When a store fails, or there are other tables. What was copied by then stays, and is not copied again.
pub async fn copy(
    from: &dyn Store,
    to: &dyn Store,
    mut tell: impl FnMut(Progress) + Send,
) -> Result<CopyReport, CopyError> {
    refuse_others(from, to).await?;
    let mut copied = CopyReport::default();
    let mut put = 0;
    let mut last = None;
    while let page = from.tables(last, PAGE).await?
        && !page.is_empty()
    {
        last = page.last().copied();
        let known = known(to, &page).await?;
        copied.before += known.len() as u64;
        put += page.len() as u64;
        let new = page.into_iter().filter(|table| !known.contains(table));
        let new = stream::iter(new).map(|table| transfer(from, to, table));
        new.buffer_unordered(CONCURRENCY)
            .try_collect::<()>()
            .await?;
        tell(Progress::Imported(put));
    }
    check(from, to, &mut copied, tell).await?;
    Ok(copied)
}

/// Refuses a store that has tables which are not to be copied.
async fn refuse_others(from: &dyn Store, to: &dyn Store) -> Result<(), CopyError> {
    let mut last = None;
    while let page = to.tables(last, PAGE).await?
        && !page.is_empty()
    {
        last = page.last().copied();
        let known = known(from, &page).await?;
        if let Some(other) = page.iter().find(|table| !known.contains(table)) {
            return Err(CopyError::Others(*other));
        }
    }
    Ok(())
}

/// Returns which of some tables a store has.
async fn known(store: &dyn Store, tables: &[TableId]) -> Result<Vec<TableId>, StoreError> {
    let heads = store.heads(tables.to_vec()).await?;
    Ok(heads.into_iter().map(|(table, _)| table).collect())
}

async fn transfer(from: &dyn Store, to: &dyn Store, table: TableId) -> Result<(), CopyError> {
    // It may have been deleted since it was listed.
    let Some(exported) = from.export(table).await? else {
        return Ok(());
    };
    match to.import(exported.clone()).await {
        Ok(()) => Ok(()),
        // A copy that was interrupted may have imported it in the meantime, or the answer was lost.
        Err(_) if to.export(table).await? == Some(exported) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Compares all tables, and replays them.
async fn check(
    from: &dyn Store,
    to: &dyn Store,
    copied: &mut CopyReport,
    mut tell: impl FnMut(Progress) + Send,
) -> Result<(), CopyError> {
    let mut last = None;
    while let page = from.tables(last, PAGE).await?
        && !page.is_empty()
    {
        last = page.last().copied();
        let compared = stream::iter(page).map(|table| compare(from, to, table));
        let mut compared = compared.buffer_unordered(CONCURRENCY);
        while let Some(whole) = compared.try_next().await? {
            copied.tables += 1;
            copied.events += whole.events.len() as u64;
            copied.damaged += u64::from(!replays(&whole));
        }
        tell(Progress::Compared(copied.tables));
    }
    let counted = (from.count().await?, to.count().await?);
    if counted == (copied.tables, copied.tables) {
        return Ok(());
    }
    let (from, to) = counted;
    Err(CopyError::Count { from, to })
}

/// Returns a table that is the same in both stores.
async fn compare(
    from: &dyn Store,
    to: &dyn Store,
    table: TableId,
) -> Result<ExportedTable, CopyError> {
    let (one, other) = (from.export(table).await?, to.export(table).await?);
    match (one, other) {
        (Some(one), Some(other)) if one == other => Ok(other),
        _ => Err(CopyError::Differs(table)),
    }
}

/// Tells whether the log of a table can have happened.
fn replays(whole: &ExportedTable) -> bool {
    let log = whole.events.iter().map(|event| event.line.parse());
    let log: Result<Vec<TableEvent>, _> = log.collect();
    log.is_ok_and(|log| Table::replay(whole.table, &log, None).is_ok())
}
