//! What people paste: a link, an address, a code, or the command that somebody sent them.

use hotdice_client::{NotAServerUrl, ServerUrl};
use hotdice_table::TableId;

/// Where somebody is invited to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invitation {
    /// The server.
    pub(super) server: ServerUrl,
    /// The table, if the text says which.
    pub(super) table: Option<TableId>,
}

impl Invitation {
    /// Reads `http://host:7878/t/k7w2m9x4ab`, `host:7878`, or a whole command with both in it.
    pub(super) fn read(text: &str) -> Result<Self, NotAServerUrl> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.iter().find(|word| word.contains("://")) {
            Some(address) => Self::of(address, table_of_command(&words)),
            None => Self::of(&format!("http://{}", text.trim()), None),
        }
    }

    fn of(address: &str, named: Option<TableId>) -> Result<Self, NotAServerUrl> {
        let linked = address.rsplit_once("/t/");
        let linked = linked.and_then(|(server, table)| {
            let table = table.trim_end_matches('/').parse().ok()?;
            Some((server, table))
        });
        match linked {
            Some((server, table)) => Ok(Self {
                server: server.parse()?,
                table: Some(table),
            }),
            None => Ok(Self {
                server: address.parse()?,
                table: named,
            }),
        }
    }
}

/// Returns the table in `hotdice online --server URL join TABLE NAME`.
fn table_of_command(words: &[&str]) -> Option<TableId> {
    let at = words.iter().position(|word| *word == "join")?;
    words.get(at + 1)?.parse().ok()
}

/// Returns the link to a table, for browsers and for everybody who can paste.
pub(super) fn link(server: &str, table: &str) -> String {
    format!("{server}/t/{table}")
}

/// Returns the command that joins a table.
pub(super) fn command(server: &str, table: &str) -> String {
    format!("hotdice online --server {server} join {table} NAME")
}

/// Writes the name of a table in two groups, to be read out.
pub(crate) fn grouped(table: &str) -> String {
    match table.split_at_checked(5) {
        Some((first, second)) if !second.is_empty() => format!("{first}-{second}"),
        _ => table.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, server: &str, table: Option<&str>) {
        let read = Invitation::read(text).unwrap();
        let table = table.map(|table| table.parse().unwrap());
        assert_eq!(
            (read.server.as_str(), read.table),
            (server, table),
            "{text}"
        );
    }

    #[test]
    fn everything_that_is_sent_around_can_be_pasted() {
        let (server, table) = ("http://192.168.0.7:7878", "k7w2m9x4ab");
        check(&link(server, table), server, Some(table));
        check(&format!(" {}/ ", link(server, table)), server, Some(table));
        check(&command(server, table), server, Some(table));
        check(server, server, None);
        check("192.168.0.7:7878", server, None);
        check("192.168.0.7:7878/t/K7W2M-9X4AB", server, Some(table));
        check(
            "https://dice.example/house",
            "https://dice.example/house",
            None,
        );
        check("localhost", "http://localhost", None);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "http://", "a b", "ftp://example.org", "http://x?y"] {
            assert!(Invitation::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn codes_are_read_out_in_groups() {
        assert_eq!(grouped("k7w2m9x4ab"), "k7w2m-9x4ab");
        assert_eq!(grouped("é"), "é");
    }
}
