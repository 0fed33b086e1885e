//! What tests of several servers need: PostgreSQL and NATS, and the tests that had to do without.

use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::{env, fs};

use crate::report::{Lane, Outcome};
use crate::{answers, target};

/// A program that tests need.
struct Service {
    name: &'static str,
    package: &'static str,
    is_there: fn() -> bool,
}

const SERVICES: [Service; 2] = [
    Service {
        name: "PostgreSQL",
        package: "postgresql",
        is_there: has_postgres,
    },
    Service {
        name: "NATS",
        package: "nats-server",
        is_there: has_nats,
    },
];

/// Runs tests with everything they need installed if that is possible, and reports those that had to be passed over.
pub(crate) fn test(lane: &mut Lane, name: &'static str, tests: &mut Command) {
    install_missing();
    let skips = skips();
    drop(fs::remove_file(&skips));
    tests.env("HOTDICE_SKIPS", &skips);
    let folder = roomy_folder();
    if let Some(folder) = &folder {
        tests.env("TMPDIR", folder);
    }
    lane.command(name, tests);
    if let Some(folder) = folder {
        drop(fs::remove_dir_all(folder));
    }
    let skipped = fs::read_to_string(&skips).unwrap_or_default();
    for test in skipped.lines() {
        let why = test.to_owned();
        lane.step("a test of several servers", |_| Outcome::Skipped(why));
    }
}

/// Makes a folder for the temporary files of tests where there is enough room: in memory, where others have theirs, or where things are
/// built. Databases wait for the disk at every commit; no test simulates a power cut, so memory does as well.
fn roomy_folder() -> Option<PathBuf> {
    const NEEDED_KIB: u64 = 4 << 20;
    let parents = [PathBuf::from("/dev/shm"), env::temp_dir(), target()];
    for parent in &parents {
        remove_abandoned(parent);
    }
    let has_room = |parent: &&PathBuf| free_kib(parent).is_some_and(|free| free >= NEEDED_KIB);
    parents.iter().filter(has_room).find_map(|parent| {
        let folder = parent.join(format!("{FOLDER}{}", process::id()));
        fs::create_dir(&folder).is_ok().then_some(folder)
    })
}

/// Returns how much room there is on the disk of a folder.
fn free_kib(folder: &Path) -> Option<u64> {
    let mut df = Command::new("df");
    let said = df.arg("--output=avail").arg(folder).output().ok()?;
    let said = String::from_utf8_lossy(&said.stdout);
    said.lines().nth(1)?.trim().parse().ok()
}

/// What the name of such a folder begins with; the number of its process follows.
const FOLDER: &str = "hotdice-tests-";

/// Removes the folders of processes that are gone: whoever is interrupted leaves theirs, and in memory it stays until the machine restarts.
fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(FOLDER));
        let process = number.and_then(|number| number.parse::<u32>().ok());
        if process.is_some_and(|process| !Path::new("/proc").join(process.to_string()).exists()) {
            drop(fs::remove_dir_all(entry.path()));
        }
    }
}

/// Tries to install what is missing. What cannot be had is noticed by the tests that need it.
fn install_missing() {
    let absent = SERVICES.iter().filter(|service| !(service.is_there)());
    for Service { name, package, .. } in absent {
        println!("!!! {name} is missing: trying apt-get install {package}");
        let mut install = Command::new("apt-get");
        install.args(["install", "--yes", package]);
        answers(install.env("DEBIAN_FRONTEND", "noninteractive"));
    }
}

fn has_postgres() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql");
    let mut versions = versions.into_iter().flatten().flatten();
    versions.any(|version| version.path().join("bin/initdb").is_file()) || is_on_path("initdb")
}

fn has_nats() -> bool {
    Path::new("/usr/sbin/nats-server").is_file() || is_on_path("nats-server")
}

fn is_on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Returns the file in which tests note that they were passed over.
fn skips() -> PathBuf {
    target().join("skipped-tests")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_abandoned_is_removed() {
        let parent = tempfile::tempdir().expect("a folder");
        // Higher than the number of any process.
        let abandoned = format!("{FOLDER}{}", u32::MAX);
        let own = format!("{FOLDER}{}", process::id());
        for name in [
            &abandoned,
            &own,
            "hotdice-tests-of-mine",
            "other-4294967295",
        ] {
            fs::create_dir_all(parent.path().join(name).join("data")).expect("a folder");
        }
        remove_abandoned(parent.path());
        let left = |name: &str| parent.path().join(name).exists();
        assert!(!left(&abandoned));
        assert!(left(&own) && left("hotdice-tests-of-mine") && left("other-4294967295"));
    }
}
