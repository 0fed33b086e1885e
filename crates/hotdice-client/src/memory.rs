//! What a machine remembers: servers, tables, and the seats one has there.
//!
//! The tokens in it are secrets: whoever writes it down keeps it where only its owner can read.

use hotdice_core::Record;
use serde::{Deserialize, Serialize};

use crate::{ServerUrl, Token};

/// The form that this version reads and writes.
const VERSION: u32 = 1;

/// The most tables that are remembered.
const MOST_TABLES: usize = 200;

/// What is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    version: u32,
    /// The server that was last talked to.
    #[serde(default)]
    pub server: Option<String>,
    /// Tables, the latest last.
    #[serde(default)]
    pub tables: Vec<KnownTable>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownTable {
    /// Where it stands.
    pub server: String,
    /// Its name.
    pub table: String,
    /// What lets the host begin, if it was opened here.
    #[serde(default)]
    pub host: Option<Token>,
    /// Who may come, if its server was opened on this machine by the same program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hosted: Option<Reach>,
    /// Who sits there from here.
    #[serde(default)]
    pub seats: Vec<KnownSeat>,
    /// How it stood when it was last seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<SeenTable>,
}

/// How a table stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenTable {
    /// When, in seconds since 1970.
    pub at: u64,
    /// Its rules line.
    pub rules: String,
    /// Who sat there, and their points.
    pub players: Vec<(String, i32)>,
    /// The end of its log, as far as it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<SeenLog>,
}

/// What a log hashed to when it was read: a server that shows another one later has changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenLog {
    /// The number of the last event.
    pub seq: u64,
    /// The head of the log after it.
    pub head: String,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownSeat {
    /// What the player is called.
    pub name: String,
    /// What lets the player act.
    pub token: Token,
    /// What the player added to the dice: bytes, or the anchor of a hash chain where the dice are linked.
    pub entropy: String,
    /// The secret of that chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

impl KnownSeat {
    /// Tells whether the bytes that the player added to the dice were used in a game.
    #[must_use]
    pub fn is_in(&self, record: &Record) -> bool {
        let Some(fair) = record.dice.promise() else {
            return false;
        };
        let mut added = fair.entropy.iter().flatten();
        // Whoever took the seat from another device left the bytes there.
        self.entropy.is_empty() || added.any(|bytes| bytes.to_string() == self.entropy)
    }
}

/// Returns the name under which the record of a table is kept. The game of a table has one file, however often it is
/// fetched.
#[must_use]
pub fn record_name(rules: &str, table: &str) -> String {
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
    let game: String = rules.chars().take_while(plain).collect();
    format!("{game}-{table}.hotdice")
}

/// Who may come to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// Players on this machine.
    Here,
    /// Whoever is on the same network.
    Network,
}

/// A text that is no memory of this version.
#[derive(Debug, thiserror::Error)]
pub enum NotAMemory {
    /// It is something else, or damaged.
    #[error(transparent)]
    Damaged(#[from] serde_json::Error),
    /// It was written by another version.
    #[error("it has version {0}, and this program reads {VERSION}")]
    Version(u32),
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            version: VERSION,
            server: None,
            tables: Vec::new(),
        }
    }
}

impl Memory {
    /// Reads what was written down.
    ///
    /// # Errors
    /// When it is damaged, or of another version.
    pub fn read(text: &[u8]) -> Result<Self, NotAMemory> {
        let memory: Self = serde_json::from_slice(text)?;
        match memory.version {
            VERSION => Ok(memory),
            other => Err(NotAMemory::Version(other)),
        }
    }

    /// Returns what is known of a table, the latest first if servers share its name.
    #[must_use]
    pub fn table(&self, table: &str) -> Option<&KnownTable> {
        let mut latest = self.tables.iter().rev();
        latest.find(|known| known.table == table)
    }

    /// Returns what is known of a table on this server.
    #[must_use]
    pub fn table_at(&self, server: &ServerUrl, table: &str) -> Option<&KnownTable> {
        let mut latest = self.tables.iter().rev();
        latest.find(|known| known.is(server, table))
    }

    /// Notes how a table on this server stands, if it is remembered; the end of its log stays known until one that is further is seen.
    pub fn note_seen(&mut self, server: &ServerUrl, table: &str, seen: &SeenTable) {
        let mut tables = self.tables.iter_mut();
        if let Some(known) = tables.find(|known| known.is(server, table)) {
            let before = known.seen.take().and_then(|before| before.log);
            let further = |log: &SeenLog| Some(log.seq) > seen.log.as_ref().map(|seen| seen.seq);
            known.seen = Some(SeenTable {
                log: before.filter(further).or_else(|| seen.log.clone()),
                ..seen.clone()
            });
        }
    }

    /// Returns the place for what is known of a table, which is now the latest.
    pub fn entry(&mut self, server: &ServerUrl, table: &str) -> &mut KnownTable {
        let known = self.tables.iter().position(|known| known.is(server, table));
        let known = known.map(|place| self.tables.remove(place));
        let surplus = (self.tables.len() + 1).saturating_sub(MOST_TABLES);
        self.tables.drain(..surplus);
        let known = known.unwrap_or_else(|| KnownTable {
            server: server.to_string(),
            table: table.to_owned(),
            host: None,
            hosted: None,
            seats: Vec::new(),
            seen: None,
        });
        let place = self.tables.len();
        self.tables.push(known);
        &mut self.tables[place]
    }
}

impl KnownTable {
    fn is(&self, server: &ServerUrl, table: &str) -> bool {
        self.table == table && self.server == server.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_tables_are_remembered() {
        let mut memory = Memory::default();
        let server: ServerUrl = "http://127.0.0.1:7878".parse().expect("an address");
        for number in 0..MOST_TABLES + 5 {
            memory.entry(&server, &number.to_string());
            memory.entry(&server, "2").host = Some("h".parse().expect("a token"));
        }
        assert_eq!(memory.tables.len(), MOST_TABLES);
        assert!(memory.table("0").is_none());
        assert!(memory.table(&(MOST_TABLES + 4).to_string()).is_some());
        let kept = memory.table_at(&server, "2").expect("a table in use");
        assert!(kept.host.is_some());
        let elsewhere = "http://127.0.0.1:7879".parse().expect("an address");
        assert!(memory.table_at(&elsewhere, "2").is_none());
    }

    #[test]
    fn what_was_written_before_is_read() {
        let old =
            r#"{"version":1,"server":null,"tables":[{"server":"http://a","table":"k7w2m9x4ab"}]}"#;
        let memory = Memory::read(old.as_bytes()).expect("a memory");
        assert_eq!(memory.tables[0].hosted, None);
        let text = serde_json::to_vec(&memory).expect("plain values");
        assert_eq!(Memory::read(&text).expect("the same"), memory);
        for text in ["{", "[]", r#"{"version":2}"#] {
            assert!(Memory::read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
