//! Whether the logs and everything that people were told go together.

mod dice;
mod requests;
mod streams;
#[cfg(test)]
mod tests;

use crate::flaw::Flaw;
use crate::history::{Heard, History};
use crate::log::Logs;

pub use dice::record_of;

/// Returns every flaw: acknowledged actions that are lost or were done twice, streams that differ from the log, dice that were not
/// promised, and games that did not end.
#[must_use]
pub fn check(logs: &Logs, history: &History) -> Vec<Flaw> {
    let mut flaws: Vec<Flaw> = history
        .troubles
        .iter()
        .cloned()
        .map(Flaw::Trouble)
        .collect();
    for (table, rows) in logs {
        flaws.extend(numbering(table, rows));
        flaws.extend(dice::check(table, rows));
    }
    for table in &history.tables {
        if !logs.contains_key(table) {
            let (table, seq) = (table.clone(), 1);
            flaws.push(Flaw::Gap { table, seq });
        }
    }
    flaws.extend(requests::check(logs, &history.requests));
    flaws.extend(streams::check(logs, &history.streams));
    flaws
}

/// Numbers are 1, 2, 3 and so on, each once.
fn numbering(table: &str, rows: &[Heard]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut due = 1;
    for row in rows {
        let (table, seq) = (table.to_owned(), row.seq);
        if seq < due {
            flaws.push(Flaw::Twice { table, seq });
        } else if seq > due {
            flaws.push(Flaw::Gap { table, seq: due });
        }
        due = due.max(seq + 1);
    }
    flaws
}

/// Returns what the log of a table has under a number.
fn kept<'a>(logs: &'a Logs, table: &str, seq: u64) -> Option<&'a str> {
    let row = logs.get(table)?.iter().find(|row| row.seq == seq)?;
    Some(&row.line)
}
