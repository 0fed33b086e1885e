//! Tables on servers to which somebody here can come back.

use std::time::{SystemTime, UNIX_EPOCH};

use hotdice_client::{Client, KnownSeat, KnownTable, Memory, Patience, Token};
use hotdice_wire::{Stage, TableView};

use super::address::grouped;
use super::form::JoinMode;
use crate::full::screen::Cx;
use crate::job::BackgroundJob;
use crate::services::UiError;
use crate::session;

/// The most seats that are listed.
const MOST_KNOWN: usize = 20;

/// A seat that is remembered, and how its table stands.
pub(crate) struct KnownRow {
    table: KnownTable,
    seat: Option<KnownSeat>,
    job: BackgroundJob<TableLook>,
    look: Option<TableLook>,
}

/// What came of a look at a table.
enum TableLook {
    /// How it stands.
    View(Box<TableView>),
    /// Why that is not known.
    Away(String),
}

/// Returns the seats that are remembered, the latest first, and begins to look how their tables stand.
pub(crate) fn remembered(memory: &Memory, cx: &Cx) -> Vec<KnownRow> {
    let mut known = Vec::new();
    for table in memory.tables.iter().rev() {
        let seats = table.seats.iter().map(Some);
        // A host who has not sat down comes back as one who watches and can begin.
        let alone = table.seats.is_empty() && table.host.is_some();
        for seat in seats.chain(alone.then_some(None)) {
            known.push((table.clone(), seat.cloned()));
        }
    }
    known.truncate(MOST_KNOWN);
    let look = |(table, seat): (KnownTable, Option<KnownSeat>)| {
        let (address, name) = (table.server.clone(), table.table.clone());
        let token = seat.as_ref().map(|seat| seat.token.clone());
        let hosted = table.hosted.is_some();
        let job = BackgroundJob::start(&cx.bell, move || {
            look_at(&address, &name, token.as_ref(), hosted)
        });
        KnownRow {
            table,
            seat,
            job,
            look: None,
        }
    };
    known.into_iter().map(look).collect()
}

fn look_at(server: &str, table: &str, token: Option<&Token>, hosted: bool) -> TableLook {
    let Ok(url) = server.parse() else {
        return TableLook::Away("no address".to_owned());
    };
    match Client::of(url, Patience::none()).view(table, token) {
        Ok(view) => TableLook::View(Box::new(view)),
        Err(hotdice_client::Error::Unreachable { .. }) if hosted => {
            TableLook::Away("on this machine".to_owned())
        }
        Err(hotdice_client::Error::Unreachable { .. }) => TableLook::Away("unreachable".to_owned()),
        Err(hotdice_client::Error::NotFound(_)) => TableLook::Away("gone".to_owned()),
        Err(error) => TableLook::Away(error.to_string()),
    }
}

impl KnownRow {
    /// Takes what has become known of the table.
    pub(crate) fn hear(&mut self) {
        if let Some(Ok(look)) = self.job.poll() {
            self.look = Some(look);
        }
    }

    /// Returns the rules line; if nobody has seen it, the code of the table.
    pub(crate) fn rules(&self) -> String {
        let seen = || self.table.seen.as_ref().map(|seen| seen.rules.clone());
        let rules = match &self.look {
            Some(TableLook::View(view)) => Some(view.rules.clone()),
            _ => seen(),
        };
        rules.unwrap_or_else(|| format!("table {}", grouped(&self.table.table)))
    }

    /// Returns who plays, and their points.
    pub(crate) fn players(&self) -> Vec<(String, i32)> {
        match (&self.look, &self.table.seen, &self.seat) {
            (Some(TableLook::View(view)), ..) => {
                let players = view.players.iter();
                players
                    .map(|player| (player.name.clone(), player.points))
                    .collect()
            }
            (_, Some(seen), _) => seen.players.clone(),
            (_, None, Some(seat)) => vec![(seat.name.clone(), 0)],
            (_, None, None) => Vec::new(),
        }
    }

    /// Says in a word or two how the table stands.
    pub(crate) fn state(&self) -> String {
        match &self.look {
            None => "looking…".to_owned(),
            Some(TableLook::Away(why)) => why.clone(),
            Some(TableLook::View(view)) => stage(view),
        }
    }

    /// Says where the table is, and who sits there from here.
    pub(crate) fn place(&self) -> String {
        let table = grouped(&self.table.table);
        let server = match self.table.hosted {
            Some(_) => "this machine",
            None => &self.table.server,
        };
        match &self.seat {
            Some(seat) => format!("{}'s seat at table {table} on {server}", seat.name),
            None => format!("Table {table} on {server}, which you opened"),
        }
    }

    /// Returns how many seconds ago the table was seen.
    pub(crate) fn age(&self) -> Option<u64> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        Some(now.as_secs().saturating_sub(self.table.seen.as_ref()?.at))
    }

    /// Returns the way back. If the server was opened here and is gone, it is opened again.
    pub(crate) fn way(&self) -> JoinMode {
        let (table, seat) = (self.table.clone(), self.seat.clone());
        Box::new(move |services| session::come_back(&table, seat.as_ref(), services))
    }

    /// Forgets the seat.
    pub(crate) fn forget(&self, cx: &Cx) -> Result<(), UiError> {
        cx.services.remember(&mut |memory| {
            for known in &mut memory.tables {
                if (&known.server, &known.table) == (&self.table.server, &self.table.table) {
                    known.seats.retain(|seat| Some(seat) != self.seat.as_ref());
                    if self.seat.is_none() {
                        known.host = None;
                    }
                }
            }
            memory
                .tables
                .retain(|known| !known.seats.is_empty() || known.host.is_some());
        })
    }
}

fn stage(view: &TableView) -> String {
    let waiting = view.waiting.seat;
    let mut players = view.players.iter();
    match view.stage {
        _ if view.closed.is_some() => "closed".to_owned(),
        Stage::Gathering => format!("{} of {} here", view.players.len(), view.seats),
        Stage::Playing if view.you.is_some() && waiting == view.you => "your turn".to_owned(),
        Stage::Playing => match players.find(|player| Some(player.seat) == waiting) {
            Some(player) => format!("{}'s turn", player.name),
            None => "playing".to_owned(),
        },
        Stage::Over => "over".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_listed_with_how_far_it_has_come() {
        let mut view = crate::full::online_table();
        assert_eq!(stage(&view), "0 of 2 here");
        view.stage = Stage::Playing;
        assert_eq!(stage(&view), "playing");
        view.closed = Some("This table is closed.".to_owned());
        assert_eq!(stage(&view), "closed");
    }
}
