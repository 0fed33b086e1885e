//! Where the files of the workspace are.

use std::path::{Path, PathBuf};

/// Returns the path of a file, given from the root of the workspace.
pub(crate) fn path(from_root: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(from_root)
}
