//! Every log replays, ends, and has the dice that were promised.

use hotdice_table::{Table, TableEvent};
use hotdice_verify::{Memory, verify};

use crate::flaw::Flaw;
use crate::history::Heard;

/// Returns the record of a game from its log alone.
///
/// # Errors
/// When the log cannot be played through, or no game has begun.
pub fn record_of(table: &str, rows: &[Heard]) -> Result<String, Flaw> {
    replay(rows, table).map_err(|why| Flaw::Unreplayable {
        table: table.to_owned(),
        why,
    })
}

fn replay(rows: &[Heard], table: &str) -> Result<String, String> {
    let id = table.parse().map_err(in_words)?;
    let events: Result<Vec<TableEvent>, _> = rows.iter().map(|row| row.line.parse()).collect();
    let table = Table::replay(id, &events.map_err(in_words)?, None).map_err(in_words)?;
    let record = table.record().ok_or("no game has begun")?;
    Ok(record.to_string())
}

fn in_words(error: impl std::error::Error) -> String {
    error.to_string()
}

pub(super) fn check(table: &str, rows: &[Heard]) -> Option<Flaw> {
    if !rows.iter().any(|row| row.line.starts_with("ended ")) {
        return Some(Flaw::Unfinished {
            table: table.to_owned(),
            opened: opening(rows),
            last: rows.last()?.line.clone(),
        });
    }
    let record = match record_of(table, rows) {
        Ok(record) => record,
        Err(flaw) => return Some(flaw),
    };
    let mut links: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.line.rsplit_once(' '))
        .filter(|(kind, _)| kind.starts_with("linked ") || kind.ends_with(" link"))
        .map(|(_, link)| link)
        .collect();
    links.sort_unstable();
    let why = if links.windows(2).any(|pair| pair[0] == pair[1]) {
        "a link was used twice".to_owned()
    } else {
        let found = verify(&record, &Memory::default()).problem?;
        found.problem.to_string()
    };
    let table = table.to_owned();
    Some(Flaw::Dice { table, why })
}

/// Returns the clock of a table, who plays there, and who went and came back.
fn opening(rows: &[Heard]) -> String {
    let words = |row: &Heard| match row.line.split_once(' ')? {
        ("opened", settings) => settings.split(' ').nth(1).map(str::to_owned),
        ("joined", player) => player.split(' ').next_back().map(str::to_owned),
        ("left" | "replaced" | "returned", _) => Some(row.line.clone()),
        _ => None,
    };
    rows.iter().filter_map(words).collect::<Vec<_>>().join(", ")
}
