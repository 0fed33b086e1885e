//! Where online games are asked for: a server, and what is remembered about it.

use std::sync::Arc;

use anyhow::anyhow;
use hotdice_client::{Client, KnownSeat, Memory, Patience, ServerUrl};
use hotdice_table::TableId;
use hotdice_tui::services::{Services, UiError};

use crate::cli_result::{CliResult, Stop};
use crate::services::Here;
use crate::waiting::Spinner;

/// Where a server is if nobody says otherwise.
const DEFAULT_SERVER: &str = "http://127.0.0.1:7878";

/// A server, and what is remembered.
pub(super) struct OnlineDesk {
    /// The server that was asked for.
    pub(super) asked: Option<ServerUrl>,
    pub(super) here: Arc<Here>,
}

impl OnlineDesk {
    /// Returns the server to talk to about a table: the one asked for, the one where the table is known to be, the last
    /// one, or the one on this machine.
    pub(super) fn url(&self, table: Option<TableId>) -> CliResult<ServerUrl> {
        if let Some(asked) = &self.asked {
            return Ok(asked.clone());
        }
        let memory = self.memory()?;
        let known = table
            .and_then(|table| memory.table(table.as_str()))
            .map(|known| &known.server);
        let url = known.or(memory.server.as_ref());
        let url = url.map_or(DEFAULT_SERVER, String::as_str);
        Ok(url.parse()?)
    }

    /// Returns a client for that server.
    pub(super) fn client(&self, table: Option<TableId>) -> CliResult<Client> {
        Ok(Client::of(self.url(table)?, Patience::default()))
    }

    /// Asks the server for something, while a spinner turns.
    pub(super) fn ask<T, E: Into<UiError>>(
        &self,
        what: &str,
        ask: impl FnOnce() -> Result<T, E>,
    ) -> CliResult<T> {
        let _spinner = Spinner::new(what);
        ask().map_err(|error| Stop::ui(error.into()))
    }

    pub(super) fn memory(&self) -> CliResult<Memory> {
        self.here.memory().map_err(Stop::ui)
    }

    pub(super) fn remember(&self, mut change: impl FnMut(&mut Memory)) -> CliResult {
        self.here.remember(&mut change).map_err(Stop::ui)
    }

    /// Remembers the server for the next time.
    pub(super) fn remember_server(&self, client: &Client) -> CliResult {
        let url = client.server().as_str();
        if self.memory()?.server.as_deref() != Some(url) {
            self.remember(|memory| memory.server = Some(url.to_owned()))?;
        }
        Ok(())
    }

    /// Returns the seat that somebody has at a table, by name if there are several.
    pub(super) fn seat(&self, table: TableId, name: Option<&str>) -> CliResult<KnownSeat> {
        let mut seats = self.seats(table)?;
        if let Some(name) = name {
            seats.retain(|seat| seat.name == name);
        }
        let advice = &format!("Take one with: hotdice online join {table} NAME");
        match (seats.as_slice(), name) {
            ([seat], _) => Ok(seat.clone()),
            ([], None) => {
                let what = format!("you have no seat at table {table}");
                Err(not_remembered(&what, advice))
            }
            ([], Some(name)) => {
                let what = format!("no {name} sits at table {table} from here");
                Err(not_remembered(&what, advice))
            }
            ([_, _, ..], _) => {
                let names = seats.iter().map(|seat| format!("--as '{}'", seat.name));
                let names = names.collect::<Vec<_>>().join(" or ");
                Err(Stop::Usage(anyhow!(
                    "several sit at table {table} from here: say {names}"
                )))
            }
        }
    }

    /// Returns the seats that are had at a table from here.
    pub(super) fn seats(&self, table: TableId) -> CliResult<Vec<KnownSeat>> {
        let memory = self.memory()?;
        let known = memory.table(table.as_str());
        let asked = self.asked.as_ref();
        let known = known.filter(|known| asked.is_none_or(|asked| known.server == asked.as_str()));
        Ok(known.map_or(Vec::new(), |known| known.seats.clone()))
    }
}

/// Says that this machine remembers no such thing, and what to do instead.
pub(super) fn not_remembered(what: &str, advice: &str) -> Stop {
    Stop::not_found(format!("NotFoundError: {what}. {advice}"))
}
