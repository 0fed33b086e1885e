//! After the game, and after getting up: the record, another game, goodbye.

use std::path::PathBuf;
use std::thread;

use hotdice_client::{Client, Patience, record_name};
use hotdice_core::Record;

use super::super::super::job::Job;
use super::super::super::screen::{Cx, Screen};
use super::super::super::table::Leaving;
use super::super::address::grouped;
use super::super::arrival::{self, Arrival, Destination};
use super::super::link::{Link, Place};
use super::super::{lobby, words};
use crate::backstage::{Backstage, Trouble};

/// The record of a game: fetched and kept as soon as the game is over.
#[derive(Default)]
pub(super) struct Recording {
    job: Option<Job<Result<Kept, Trouble>>>,
    text: Option<String>,
    place: Option<PathBuf>,
    trouble: Option<Trouble>,
}

/// A record, and where it is.
struct Kept {
    text: String,
    place: Option<PathBuf>,
    /// What is wrong with it.
    remark: Option<String>,
}

impl Recording {
    /// Begins to fetch the record, unless it is here or on its way.
    pub(super) fn begin(&mut self, link: &Link, cx: &Cx) {
        if self.job.is_some() || self.text.is_some() || self.trouble.is_some() {
            return;
        }
        let (client, place, rules) = (link.client(), link.place.clone(), link.view().rules.clone());
        let backstage = cx.backstage.clone();
        self.job = Some(Job::start(&cx.bell, move || {
            fetch(&client, &place, &rules, &*backstage)
        }));
    }

    /// Hears whether it has come.
    pub(super) fn hear(&mut self, cx: &mut Cx) {
        let Some(fetched) = self.job.as_mut().and_then(Job::poll) else {
            return;
        };
        self.job = None;
        match fetched {
            Ok(Ok(kept)) => {
                match (kept.remark, &kept.place) {
                    (Some(remark), _) => cx.complain(remark),
                    (None, Some(place)) => {
                        cx.say(format!("The record is in {}", place.display()));
                    }
                    (None, None) => {}
                }
                self.place = kept.place;
                self.text = Some(kept.text);
            }
            Ok(Err(trouble)) => self.failed(trouble, cx),
            Err(broken) => self.failed(broken.into(), cx),
        }
    }

    fn failed(&mut self, trouble: Trouble, cx: &mut Cx) {
        cx.complain(format!("There is no record: {trouble}"));
        self.trouble = Some(trouble);
    }

    /// Returns where the record is kept, once it is.
    pub(super) fn place(&self) -> Option<PathBuf> {
        self.place.clone()
    }

    /// Returns the record, or once what is wrong with it.
    pub(super) fn text(&mut self) -> Option<Result<String, Trouble>> {
        match (&self.text, self.trouble.take()) {
            (Some(text), _) => Some(Ok(text.clone())),
            (None, Some(trouble)) => Some(Err(trouble)),
            (None, None) => None,
        }
    }
}

/// Fetches a record; those who played keep it, and look whether their own bytes are in the dice.
fn fetch(
    client: &Client,
    place: &Place,
    rules: &str,
    backstage: &dyn Backstage,
) -> Result<Kept, Trouble> {
    let text = client
        .record(&place.table)
        .map_err(|error| words::trouble(&error))?;
    let record: Record = text
        .parse()
        .map_err(|error| format!("The record of the server is damaged: {error}"))?;
    let Some(seat) = &place.seat else {
        return Ok(Kept {
            text,
            place: None,
            remark: None,
        });
    };
    let kept = backstage.keep_record(&record_name(rules, &place.table), &text);
    let remark = match &kept {
        _ if !seat.is_in(&record) => Some(
            "Careful: your own bytes are not in the record. The dice of this server cannot be trusted."
                .to_owned(),
        ),
        Err(trouble) => Some(format!("The record is not kept: {trouble}")),
        Ok(_) => None,
    };
    let place = kept.ok();
    Ok(Kept {
        text,
        place,
        remark,
    })
}

/// Another game with the same players.
#[derive(Default)]
pub(super) struct Meeting {
    job: Option<Job<Result<Arrival, Trouble>>>,
}

impl Meeting {
    /// Asks for another game, and returns its screen as soon as there is one.
    pub(super) fn ask(
        &mut self,
        link: &Link,
        cx: &mut Cx,
    ) -> Option<Result<Box<dyn Screen>, Trouble>> {
        let Some(job) = &mut self.job else {
            self.job = Some(begin(link, cx));
            return None;
        };
        let found = job.poll()?;
        self.job = None;
        Some(match found {
            Ok(Ok(arrival)) => Ok(lobby::enter(arrival, cx)),
            Ok(Err(trouble)) => Err(trouble),
            Err(broken) => Err(broken.into()),
        })
    }
}

fn begin(link: &Link, cx: &Cx) -> Job<Result<Arrival, Trouble>> {
    let (place, next) = (link.place.clone(), link.view().rematch.clone());
    let backstage = cx.backstage.clone();
    Job::start(&cx.bell, move || match (&place.seat, next) {
        (None, Some(table)) => arrival::watch(&Destination {
            server: place.server.clone(),
            table: table.parse()?,
        }),
        _ => arrival::rematch(&place, &*backstage),
    })
}

/// Gets up: those who do not want to come back say so, as far as the line allows.
pub(super) fn leave(link: &Link, how: Leaving, cx: &mut Cx) {
    let place = &link.place;
    let Some(token) = place.token().cloned() else {
        return;
    };
    // Only the latest goodbye to a table counts.
    let (table, server) = (&place.table, &place.server);
    cx.parting.retain(|line| !line.contains(table.as_str()));
    if link.view().stage != hotdice_wire::Stage::Playing {
        return;
    }
    let way = match place.hosted {
        // The server closes with this program, and only the hall opens it again.
        Some(_) => "from the hall: hotdice".to_owned(),
        None => format!("from the hall, or with: hotdice online --server {server} turn {table}"),
    };
    let waits = format!("Your seat at table {} waits.", grouped(table));
    cx.parting.push(format!("{waits} Go on {way}"));
    cx.say("Your seat waits: come back to it with Join.");
    if how == Leaving::Abandon {
        let client = Client::of(server.clone(), Patience::default());
        let table = table.clone();
        // Nobody waits for it: the others will see that the seat is empty in any case.
        thread::spawn(move || drop(client.leave(&table, &token)));
    }
}
