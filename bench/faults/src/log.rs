//! The logs of tables as they are kept.

use std::collections::BTreeMap;
use std::io;

use hotdice_client::{Client, News};
use hotdice_rig::{Database, Postgres};
use hotdice_wire::EventKind;

use crate::history::Heard;

/// The rows of every table, in the order of their numbers; nothing keeps a number from being there twice.
pub type Logs = BTreeMap<String, Vec<Heard>>;

/// Reads all logs straight from the database, past every server.
///
/// # Errors
/// When the database does not answer, or its rows are not events.
pub fn read(postgres: &Postgres, database: &Database) -> io::Result<Logs> {
    let rows = postgres.sql(
        database.name(),
        "select table_id, last - cardinality(lines) + number, line
         from (select table_id, last, string_to_array(lines, e'\\n') as lines from hotdice.batches) as batches,
             unnest(lines) with ordinality as events (line, number)
         order by 1, 2, 3",
    )?;
    let mut logs = Logs::new();
    for row in rows.lines() {
        let (table, event) = parse(row).ok_or_else(|| io::Error::other(format!("row {row:?}")))?;
        logs.entry(table.to_owned()).or_default().push(event);
    }
    Ok(logs)
}

fn parse(row: &str) -> Option<(&str, Heard)> {
    let mut columns = row.splitn(3, '|');
    let table = columns.next()?;
    let seq = columns.next()?.parse().ok()?;
    let line = columns.next()?.to_owned();
    Some((table, Heard { seq, line }))
}

/// Asks a server for the log of a table whose game is over.
///
/// # Errors
/// When the server does not answer.
pub fn ask(client: &Client, table: &str) -> Result<Vec<Heard>, hotdice_client::Error> {
    let mut log = Vec::new();
    for news in client.events(table, None, 0) {
        if let News::Happened(event) = news? {
            let (seq, line) = (event.seq, event.line);
            log.push(Heard { seq, line });
            if event.kind == EventKind::Ended {
                break;
            }
        }
    }
    Ok(log)
}
