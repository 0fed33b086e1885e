//! The record of a game on a server: fetched and saved as soon as the game is over.

use std::sync::Arc;

use hotdice_client::{Client, record_name};
use hotdice_core::Record;

use crate::job::BackgroundJob;
use crate::services::{Services, UiError};
use crate::session::link::{Link, TableAccess};
use crate::session::{GameRecord, Update};

/// The record, or the way to it.
#[derive(Default)]
pub(super) struct RecordFetch {
    job: Option<BackgroundJob<Result<Fetched, UiError>>>,
    record: Option<GameRecord>,
    failure: Option<UiError>,
}

/// A record, and what is wrong with it.
struct Fetched {
    record: GameRecord,
    warning: Option<String>,
}

impl RecordFetch {
    /// Begins to fetch the record, unless it is here or on its way.
    pub(super) fn begin(&mut self, link: &Link, services: &Arc<dyn Services>) {
        if self.job.is_some() || self.record.is_some() || self.failure.is_some() {
            return;
        }
        let (client, access, rules) = (
            link.client(),
            link.access.clone(),
            link.view().rules.clone(),
        );
        let services = services.clone();
        self.job = Some(BackgroundJob::start(&link.bell, move || {
            fetch(&client, &access, &rules, &*services)
        }));
    }

    /// Hears whether it has come.
    pub(super) fn hear(&mut self) -> Option<Update> {
        let fetched = self.job.as_mut().and_then(BackgroundJob::poll)?;
        self.job = None;
        match fetched.map_err(UiError::from).flatten() {
            Ok(Fetched { record, warning }) => {
                let path = record.path.as_ref();
                let saved =
                    path.map(|path| Update::Notice(format!("The record is in {}", path.display())));
                self.record = Some(record);
                warning
                    .map(|warning| Update::Failure(warning.into()))
                    .or(saved)
            }
            Err(error) => {
                let text = format!("There is no record: {error}");
                self.failure = Some(error);
                Some(Update::Failure(text.into()))
            }
        }
    }

    /// Returns the record, or once what is wrong with it.
    pub(super) fn get(&mut self) -> Option<Result<GameRecord, UiError>> {
        match (&self.record, self.failure.take()) {
            (Some(record), _) => Some(Ok(record.clone())),
            (None, Some(failure)) => Some(Err(failure)),
            (None, None) => None,
        }
    }
}

/// Fetches a record; those who played save it, and look whether their own bytes are in the dice.
fn fetch(
    client: &Client,
    access: &TableAccess,
    rules: &str,
    services: &dyn Services,
) -> Result<Fetched, UiError> {
    let text = client.record(&access.table)?;
    let record: Record = text
        .parse()
        .map_err(|error| format!("The record of the server is damaged: {error}"))?;
    let (mut path, mut warning) = (None, None);
    if let Some(seat) = &access.seat {
        match services.save_record(&record_name(rules, &access.table), &text) {
            Ok(saved) => path = Some(saved),
            Err(error) => warning = Some(format!("The record is not saved: {error}")),
        }
        if !seat.is_in(&record) {
            let careful = "Careful: your own bytes are not in the record. The dice of this server cannot be trusted.";
            warning = Some(careful.to_owned());
        }
    }
    let record = GameRecord { text, path };
    Ok(Fetched { record, warning })
}
