//! A disk that is soon full.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::Unavailable;

/// A small disk in memory, which can be filled up and emptied again.
#[derive(Debug)]
pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// Makes a disk of so many MiB.
    ///
    /// # Errors
    /// When this user may not do that.
    pub fn of(mebibytes: u32) -> Result<Self, Unavailable> {
        let folder = tempfile::tempdir().map_err(Unavailable::broken("a small disk"))?;
        let size = format!("size={mebibytes}m,mode=755");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "hotdice-rig"]);
        let mounted = mount.arg(folder.path()).output();
        match mounted {
            Ok(output) if output.status.success() => Ok(Self { folder }),
            _ => Err(Unavailable::NotAllowed {
                what: "mounting a small disk",
            }),
        }
    }

    /// Returns where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves no byte free.
    ///
    /// # Errors
    /// When that fails for another reason than being full.
    pub fn fill(&self) -> io::Result<()> {
        let mut ballast = File::create(self.ballast())?;
        loop {
            match ballast.write_all(&[0; 4096]) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::StorageFull => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Makes room again.
    ///
    /// # Errors
    /// When it was not full.
    pub fn relieve(&self) -> io::Result<()> {
        fs::remove_file(self.ballast())
    }

    fn ballast(&self) -> PathBuf {
        self.folder.path().join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Whoever still has a file there keeps the disk until it ends.
        drop(
            Command::new("umount")
                .arg("--lazy")
                .arg(self.folder.path())
                .output(),
        );
    }
}
