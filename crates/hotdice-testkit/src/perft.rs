//! Files of perft counts: how many event sequences of each length a game has.
//!
//! A line is `RULES | SEATS | COUNT COUNT …`, with the count for one event, two events and so on; `#` begins a comment.

use std::fs;

use hotdice_core::AnyGame;

use crate::{Find, workspace};

/// Counts that a file gives for one game at one size of table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The rules line.
    pub rules: String,
    /// The number of seats.
    pub seats: u8,
    /// The sequences of one event, of two events and so on.
    pub counts: Vec<u64>,
}

/// Checks every count of a file, named from the root of the workspace.
///
/// # Panics
/// When the file cannot be read, has a line that is no row, names no game, or has a wrong count.
#[track_caller]
pub fn check_file(path: &str, find: Find) {
    for row in rows(path) {
        let game = find(&row.rules).unwrap_or_else(|error| panic!("{path}: {error}"));
        for (depth, &expected) in (1..).zip(&row.counts) {
            let Row { rules, seats, .. } = &row;
            let counted = game.perft(*seats, depth);
            let counted = counted.unwrap_or_else(|error| panic!("{path}: {rules}: {error}"));
            assert_eq!(
                counted, expected,
                "{path}: {rules} with {seats} seats, {depth} events"
            );
        }
    }
}

/// Reads the rows of a file, named from the root of the workspace.
///
/// # Panics
/// When the file cannot be read or has a line that is no row.
#[must_use]
#[track_caller]
pub fn rows(path: &str) -> Vec<Row> {
    let text = fs::read_to_string(workspace::path(path));
    let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
    (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, without_comment(line)))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| {
            read_row(line).unwrap_or_else(|| panic!("{path}:{number}: expected {FORM}"))
        })
        .collect()
}

/// Writes the row of a game, as deep as the counts stay below `most`.
///
/// # Panics
/// When the rules do not allow that many seats.
#[must_use]
pub fn write_row(game: &dyn AnyGame, seats: u8, most: u64) -> String {
    let counts: Vec<String> = (1..)
        .map(|depth| {
            game.perft(seats, depth)
                .expect("a number of seats that the rules allow")
        })
        .take_while(|&count| count > 0 && count <= most)
        .take(DEEPEST)
        .map(|count| count.to_string())
        .collect();
    format!("{} | {seats} | {}", game.rules_line(), counts.join(" "))
}

const FORM: &str = "RULES | SEATS | COUNT COUNT …";

/// Deep enough for any game, and an end for games in which nothing branches.
const DEEPEST: usize = 16;

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

fn read_row(line: &str) -> Option<Row> {
    let mut columns = line.split('|').map(str::trim);
    let rules = columns.next()?.to_owned();
    let seats = columns.next()?.parse().ok()?;
    let counts = columns.next()?.split_whitespace().map(str::parse);
    let counts = counts.collect::<Result<Vec<u64>, _>>().ok()?;
    let whole = columns.next().is_none() && !counts.is_empty();
    whole.then_some(Row {
        rules,
        seats,
        counts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_rows() {
        let row = read_row("pig(target=5) | 2 | 6 16").unwrap();
        assert_eq!((row.rules.as_str(), row.seats), ("pig(target=5)", 2));
        assert_eq!(row.counts, [6, 16]);
        for line in [
            "pig",
            "pig | 2",
            "pig | 2 |",
            "pig | two | 6",
            "pig | 2 | 6 | 7",
        ] {
            assert_eq!(read_row(line), None, "{line}");
        }
        assert_eq!(without_comment("  # all of it"), "");
    }
}
