//! Texts that must not change by accident, compared with files that are checked in.
//!
//! Run the tests with `HOTDICE_BLESS=1` to write the files anew, and read the difference before you commit it.

use std::{env, fs, iter};

use crate::workspace;

/// Compares a text with a file, named from the root of the workspace.
///
/// # Panics
/// When the file is missing or differs; the message shows the first difference. With `HOTDICE_BLESS=1` the file is
/// written instead.
#[track_caller]
pub fn check(path: &str, actual: &str) {
    if env::var_os("HOTDICE_BLESS").is_some_and(|bless| bless == "1") {
        return bless(path, actual);
    }
    compare(path, actual);
}

/// Lists the names of the files in a folder, without what stands after the last dot, in order.
///
/// # Panics
/// When the folder cannot be read.
#[must_use]
#[track_caller]
pub fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(workspace::path(folder));
    let entries = entries.unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

const HINT: &str =
    "If it should be so, write it with HOTDICE_BLESS=1 and read the difference before you commit.";

fn bless(path: &str, actual: &str) {
    let file = workspace::path(path);
    let folder = file.parent().expect("a file in the workspace has a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, actual));
    written.unwrap_or_else(|error| panic!("{path}: {error}"));
}

#[track_caller]
fn compare(path: &str, actual: &str) {
    let expected = fs::read_to_string(workspace::path(path));
    let expected = expected.unwrap_or_else(|error| panic!("{path}: {error}\n{HINT}"));
    if let Some(difference) = first_difference(&expected, actual) {
        panic!("{path} differs in {difference}\n{HINT}");
    }
}

/// Shows the first line in which two texts differ, with the line before it.
fn first_difference(expected: &str, actual: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    let ended = || iter::repeat("(end of text)");
    let pairs = iter::zip(
        expected.lines().chain(ended()),
        actual.lines().chain(ended()),
    );
    let longest = expected.lines().count().max(actual.lines().count());
    let mut before = "(start of text)";
    for (number, (expected, actual)) in (1..=longest).zip(pairs) {
        if expected != actual {
            return Some(format!(
                "line {number}:\n    after: {before}\n expected: {expected}\n      now: {actual}"
            ));
        }
        before = expected;
    }
    Some("its line ends only".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: &str, actual: &str, difference: Option<&str>) {
        let found = first_difference(expected, actual);
        match difference {
            None => assert_eq!(found, None),
            Some(part) => assert!(
                found.as_deref().unwrap_or_default().contains(part),
                "{found:?}"
            ),
        }
    }

    #[test]
    fn shows_the_first_difference() {
        check("a\nb\n", "a\nb\n", None);
        check(
            "a\nb\nc\n",
            "a\nx\ny\n",
            Some("line 2:\n    after: a\n expected: b\n      now: x"),
        );
        check(
            "a\n",
            "a\nb\n",
            Some("expected: (end of text)\n      now: b"),
        );
        check(
            "a\nb\n",
            "a\n",
            Some("expected: b\n      now: (end of text)"),
        );
        check("a\n", "a", Some("line ends only"));
    }

    #[test]
    #[should_panic(expected = "HOTDICE_BLESS=1")]
    fn says_how_to_write_a_missing_file() {
        compare("testdata/no such file", "new");
    }

    #[test]
    #[should_panic(expected = "Cargo.toml differs in line 1")]
    fn names_the_file_that_differs() {
        compare("Cargo.toml", "new");
    }
}
