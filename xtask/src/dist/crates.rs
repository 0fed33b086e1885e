//! The crates that are published: packed as the registry gets them.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use super::{outcome, succeed};
use crate::report::{Lane, Outcome};
use crate::{cargo, root, target};

/// How thoroughly packed crates are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verify {
    /// What is packed, and what cargo says about it.
    Packing,
    /// Each is also built from what was packed, with the others as the registry would give them out.
    Building,
}

/// Packs all published crates at once, since each needs the others.
pub(super) fn package(lane: &Lane, verify: Verify) -> Outcome {
    outcome(lane, published().and_then(|crates| pack(&crates, verify)))
}

fn pack(crates: &[String], verify: Verify) -> io::Result<()> {
    let packed = target().join("package");
    let mut command = cargo(&["package", "--locked", "--offline", "--allow-dirty"]);
    for name in crates {
        command.args(["--package", name]);
    }
    if verify == Verify::Packing {
        command.arg("--no-verify");
    }
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    // Tests stay here: they read what several crates share.
    let mut warnings = said
        .lines()
        .filter(|line| line.starts_with("warning:") && !line.contains("ignoring test"));
    if !output.status.success() || warnings.next().is_some() {
        return Err(io::Error::other(format!("cargo package said:\n{said}")));
    }
    crates.iter().try_for_each(|name| has_all(&packed, name))
}

/// Checks that a packed crate has its first page and its licences, as files rather than links.
fn has_all(packed: &Path, name: &str) -> io::Result<()> {
    let file = format!("{name}-{}", super::version()?);
    let mut list = Command::new("tar");
    list.arg("-tvzf").arg(packed.join(format!("{file}.crate")));
    let listed = succeed(&mut list)?;
    for needed in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "src/lib.rs"] {
        let line = listed
            .lines()
            .find(|line| line.ends_with(&format!(" {file}/{needed}")));
        if !line.is_some_and(|line| line.starts_with('-')) {
            return Err(io::Error::other(format!("{file} has no {needed}")));
        }
    }
    Ok(())
}

/// Returns the crates whose manifest does not keep them here.
fn published() -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for folder in fs::read_dir(root().join("crates"))? {
        let folder = folder?;
        let manifest = fs::read_to_string(folder.path().join("Cargo.toml"))?;
        if !manifest.lines().any(|line| line.starts_with("publish")) {
            names.extend(folder.file_name().into_string());
        }
    }
    names.sort();
    Ok(names)
}
