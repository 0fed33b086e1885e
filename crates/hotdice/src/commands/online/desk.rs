//! Where online games are asked for: a server, and what is remembered about it.

use anyhow::anyhow;
use hotdice_client::{Client, Error, KnownSeat, Memory, Patience, ServerUrl};
use hotdice_table::TableId;

use super::spinner::Spinner;
use super::trouble::Trouble;
use crate::memory_file::MemoryFile;
use crate::outcome::{Outcome, Stop};

/// Where a server is if nobody says otherwise.
const DEFAULT_SERVER: &str = "http://127.0.0.1:7878";

/// A server, and what is remembered.
pub(super) struct Desk {
    /// The server that was asked for.
    pub(super) asked: Option<ServerUrl>,
    pub(super) memory: MemoryFile,
}

/// A line to one server, with a spinner while it is used.
pub(super) struct Server {
    pub(super) client: Client,
}

impl Desk {
    /// Returns the server to talk to about a table: the one asked for, the one where the table is known to be, the last
    /// one, or the one on this machine.
    pub(super) fn url(&self, table: Option<TableId>) -> Outcome<ServerUrl> {
        if let Some(asked) = &self.asked {
            return Ok(asked.clone());
        }
        let memory = self.memory.read()?;
        let known = table
            .and_then(|table| memory.table(table.as_str()))
            .map(|known| &known.server);
        let url = known.or(memory.server.as_ref());
        let url = url.map_or(DEFAULT_SERVER, String::as_str);
        Ok(url.parse()?)
    }

    pub(super) fn server(&self, table: Option<TableId>) -> Outcome<Server> {
        self.patient(table, Patience::default())
    }

    pub(super) fn patient(&self, table: Option<TableId>, patience: Patience) -> Outcome<Server> {
        let client = Client::of(self.url(table)?, patience);
        Ok(Server { client })
    }

    /// Remembers the server for the next time.
    pub(super) fn remember_server(&self, server: &Server) -> Outcome {
        let url = server.client.server().to_string();
        if self.memory.read()?.server.as_deref() != Some(&url) {
            self.memory.change(|memory| memory.server = Some(url))?;
        }
        Ok(())
    }

    /// Returns the seat that somebody has at a table, by name if there are several.
    pub(super) fn seat(&self, table: TableId, name: Option<&str>) -> Outcome<KnownSeat> {
        let memory = self.memory.read()?;
        let mut seats = self.seats(&memory, table);
        if let Some(name) = name {
            seats.retain(|seat| seat.name == name);
        }
        match (seats.as_slice(), name) {
            ([seat], _) => Ok(seat.clone()),
            ([], None) => Err(no_seat(format!("you have no seat at table {table}"))),
            ([], Some(name)) => Err(no_seat(format!(
                "no {name} sits at table {table} from here"
            ))),
            ([_, _, ..], _) => {
                let names: Vec<String> = seats
                    .iter()
                    .map(|seat| format!("--as '{}'", seat.name))
                    .collect();
                let names = names.join(" or ");
                Err(Stop::Usage(anyhow!(
                    "several sit at table {table} from here: say {names}"
                )))
            }
        }
    }

    /// Returns the seats that are had at a table from here.
    pub(super) fn seats(&self, memory: &Memory, table: TableId) -> Vec<KnownSeat> {
        let known = memory
            .table(table.as_str())
            .filter(|known| match &self.asked {
                Some(asked) => known.server == asked.as_str(),
                None => true,
            });
        known.map_or(Vec::new(), |known| known.seats.clone())
    }
}

fn no_seat(what: String) -> Stop {
    let advice = "Take one with: hotdice online join TABLE NAME";
    Trouble::NotRemembered { what, advice }.into()
}

impl Server {
    /// Asks the server for something, while a spinner turns.
    pub(super) fn ask<T>(
        &self,
        what: &str,
        ask: impl FnOnce(&Client) -> Result<T, Error>,
    ) -> Result<T, Trouble> {
        let _spinner = Spinner::new(what);
        Ok(ask(&self.client)?)
    }
}
