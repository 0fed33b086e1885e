//! Why a store fails.

/// A store that fails.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database was written by a newer program.
    #[error(
        "{place} was written by a newer version of this program (form {found}, and this one knows {known}): update the program"
    )]
    Newer {
        /// Where the database is.
        place: String,
        /// The version that was found.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
    /// The database cannot be opened.
    #[error("{place} cannot be opened: {why}")]
    Unopened {
        /// Where the database is.
        place: String,
        /// What the system says.
        why: String,
    },
    /// The database fails, and nothing was written.
    #[error("the database fails: {0}")]
    Failed(String),
    /// Nothing was written.
    #[error("nothing was written: {0}")]
    Unwritten(String),
    /// The connection broke, and nobody knows whether it was written.
    #[error("it is not known whether it was written: {0}")]
    InDoubt(String),
    /// What is kept is not what was written.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The store has been closed.
    #[error("the database is closed")]
    Closed,
}
