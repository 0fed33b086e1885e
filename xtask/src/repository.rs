//! What must hold for the files themselves.

pub(crate) mod links;

use std::fs;
use std::process::Command;

use crate::report::{Lane, Outcome};
use crate::root;
use crate::tally::Tally;

/// A file that is, or could be, committed.
struct File {
    path: String,
    /// The text; nothing for files that are none.
    text: Option<String>,
}

impl File {
    fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }
}

type Check = fn(&[File]) -> Vec<String>;

const CHECKS: &[(&str, Check)] = &[
    ("nothing is marked as unfinished", unfinished),
    ("links in pages lead to files and headings", links::broken),
    ("every page of docs is linked from another", links::lonely),
    ("lock files are there", missing_locks),
    ("every story has a scenario", empty_stories),
];

/// Runs all checks.
pub(crate) fn check(lane: &Lane) -> Outcome {
    let Some(files) = files() else {
        return Outcome::Skipped("this is no git repository, or git is missing".to_owned());
    };
    let mut tally = Tally::default();
    for (name, check) in CHECKS {
        let problems = check(&files);
        tally += Tally::of(problems.is_empty());
        let word = if problems.is_empty() {
            "ok    "
        } else {
            "FAILED"
        };
        lane.say(&format!("{word} {name}"));
        for problem in problems {
            lane.say(&format!("       {problem}"));
        }
    }
    let passed = tally.failed == 0;
    Outcome::Ran { passed, tally }
}

/// Returns all files that git knows or would add.
fn files() -> Option<Vec<File>> {
    let mut git = Command::new("git");
    git.args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "-z",
    ]);
    let output = git.current_dir(root()).output().ok()?;
    let paths = String::from_utf8(output.stdout).ok()?;
    let paths = paths.split('\0').filter(|path| root().join(path).is_file());
    let files = paths.map(|path| File {
        path: path.to_owned(),
        text: fs::read_to_string(root().join(path)).ok(),
    });
    output.status.success().then(|| files.collect())
}

fn unfinished(files: &[File]) -> Vec<String> {
    // Written apart, so that this file is not one of those it finds.
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
    ];
    let mut found = Vec::new();
    for file in files {
        for (number, line) in (1..).zip(file.text.iter().flat_map(|text| text.lines())) {
            if marks.iter().any(|mark| line.contains(mark)) {
                found.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    found
}

fn missing_locks(files: &[File]) -> Vec<String> {
    ["Cargo.lock", "fuzz/Cargo.lock"]
        .into_iter()
        .filter(|lock| !files.iter().any(|file| file.path == *lock))
        .map(|lock| format!("{lock} is missing or ignored"))
        .collect()
}

fn empty_stories(files: &[File]) -> Vec<String> {
    let stories = files.iter().filter(|file| file.path.ends_with(".feature"));
    stories
        .filter(|file| !file.text().contains("Scenario"))
        .map(|file| format!("{} tells nothing", file.path))
        .collect()
}
