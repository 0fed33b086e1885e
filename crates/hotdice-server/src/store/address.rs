//! The address of a store, as people write it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use hotdice_world::World;

use super::{PostgresStore, SqliteStore, Store, StoreError};

/// The address of a store.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreAddress {
    /// A file: `sqlite:PATH`.
    Sqlite(PathBuf),
    /// A database: `postgres://…`, with its password if it has one.
    Postgres(String),
}

/// A text that is not where a store is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a store: use sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")]
pub struct NotAStore(String);

impl FromStr for StoreAddress {
    type Err = NotAStore;

    fn from_str(text: &str) -> Result<Self, NotAStore> {
        if let Some(path) = text.strip_prefix("sqlite:").filter(|path| !path.is_empty()) {
            return Ok(Self::Sqlite(path.into()));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        Err(NotAStore(without_password(text)))
    }
}

impl fmt::Display for StoreAddress {
    /// Writes it without a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoreAddress({self})")
    }
}

/// Leaves out what stands between the first colon of the user's part and the host.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    match rest.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}")
        }
        None => url.to_owned(),
    }
}

impl StoreAddress {
    /// Opens the store, and makes the file with its folder if it is not there.
    ///
    /// # Errors
    /// When it cannot be opened, or was written by a newer program.
    pub async fn open(&self, world: &World) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            Self::Sqlite(path) => {
                make_folder(path)?;
                Ok(Arc::new(SqliteStore::open(path, world.clone())?))
            }
            Self::Postgres(url) => Ok(Arc::new(PostgresStore::open(url, world.clone()).await?)),
        }
    }

    /// Tells whether the store exists.
    #[must_use]
    pub fn exists(&self) -> bool {
        match self {
            Self::Sqlite(path) => path.is_file(),
            Self::Postgres(_) => true,
        }
    }
}

fn make_folder(path: &Path) -> Result<(), StoreError> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), std::fs::create_dir_all);
    made.map_err(|error| StoreError::Unopened {
        place: path.display().to_string(),
        why: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_passwords() {
        let file: StoreAddress = "sqlite:games/store.sqlite".parse().unwrap();
        assert_eq!(file.to_string(), "sqlite:games/store.sqlite");
        let database: StoreAddress = "postgres://ada:se@cret@db:5433/games".parse().unwrap();
        assert_eq!(database.to_string(), "postgres://ada@db:5433/games");
        assert!(!format!("{database:?}").contains("cret"));
        for wrong in ["", "sqlite:", "games.sqlite", "mysql://ada:secret@db"] {
            let refused = wrong.parse::<StoreAddress>().unwrap_err().to_string();
            assert!(!refused.contains("secret"), "{refused}");
        }
    }
}
