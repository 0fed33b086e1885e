//! A file with games belongs to one server at a time.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use hotdice_server::World;
use hotdice_server::store::{Store, StoreAddress};

/// How long a server that is about to end is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often it is looked whether it has ended.
const LOOK: Duration = Duration::from_millis(50);

/// Opens a store, and takes it for this program if it is a file.
///
/// A file that is there is taken before it is opened: opening may bring it to a newer form. Where there is none, the reason why none
/// can be made comes first.
pub(crate) async fn open(
    store: &StoreAddress,
    world: &World,
) -> anyhow::Result<(Arc<dyn Store>, Option<StoreLock>)> {
    if store.exists() {
        let lock = StoreLock::of(store)?;
        return Ok((store.open(world).await?, lock));
    }
    let opened = store.open(world).await?;
    Ok((opened, StoreLock::of(store)?))
}

/// A file with games that nobody else uses, as long as this is kept. It ends with the program, however that ends.
pub(crate) struct StoreLock(
    #[expect(dead_code, reason = "the lock lasts as long as it is kept")] File,
);

impl StoreLock {
    /// Takes a file for this program, unless another one has it.
    pub(crate) fn take(store: &Path) -> anyhow::Result<Option<Self>> {
        let mut path = store.as_os_str().to_owned();
        path.push(".lock");
        let cannot = || format!("cannot lock {}", store.display());
        let file = File::create(path).with_context(cannot)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).with_context(cannot),
        }
    }

    /// Takes the file of a store, if it is a file; whoever is about to end is waited for.
    fn of(store: &StoreAddress) -> anyhow::Result<Option<Self>> {
        let StoreAddress::Sqlite(path) = store else {
            return Ok(None);
        };
        let since = Instant::now();
        loop {
            if let Some(lock) = Self::take(path)? {
                return Ok(Some(lock));
            }
            if since.elapsed() > PATIENCE {
                return Err(anyhow!(
                    "{store} is in use by another server: stop it first, or use another file"
                ));
            }
            thread::sleep(LOOK);
        }
    }
}
