//! The threads of a link: one listens, one looks. Neither gives up before the link is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::Duration;

use hotdice_client::{Client, Error, Events, Hangup, News, Token};

use super::Report;
use crate::job::Bell;
use crate::session::words;

/// How long to wait after a refusal that another attempt would not mend, before trying all the same: another server
/// may be back at the address by then.
const AFTER_REFUSAL: Duration = Duration::from_secs(3);

/// How many signs of life without news are put up with when the server is known to have news.
const MOST_QUIET: u32 = 2;

/// How long two looks are apart at least: a server counts how often somebody asks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// What both threads need.
#[derive(Clone)]
pub(super) struct LinkWorker {
    pub(super) client: Client,
    pub(super) table: String,
    pub(super) token: Option<Token>,
    pub(super) reports: Sender<Report>,
    pub(super) bell: Bell,
    pub(super) hangup: Hangup,
    pub(super) known: Arc<AtomicU64>,
}

impl LinkWorker {
    /// Reports what happened, and what happens.
    pub(super) fn start_listening(self) {
        thread::spawn(move || {
            let mut last = 0;
            while !self.hangup.is_hung_up() {
                let events = self.client.events(&self.table, self.token.as_ref(), last);
                if let Some(error) = self.listen(events, &mut last) {
                    self.refused(&error);
                }
            }
        });
    }

    /// Listens until somebody hangs up or the server refuses.
    fn listen(&self, mut events: Events, last: &mut u64) -> Option<Error> {
        let mut quiet = 0;
        while let Some(news) = events.next() {
            if self.hangup.is_hung_up() {
                return None;
            }
            match news {
                Err(error) => return Some(error),
                Ok(News::Quiet) if self.known.load(Ordering::Relaxed) > *last => quiet += 1,
                Ok(News::Anew) => {
                    *last = 0;
                    self.known.store(0, Ordering::Relaxed);
                    self.report(Report::Anew);
                }
                Ok(News::Happened(event)) => {
                    quiet = 0;
                    *last = event.seq;
                    self.report(Report::Good);
                    self.report(Report::Happened(Box::new(event)));
                }
                Ok(news) => self.pass_on(news),
            }
            if quiet >= MOST_QUIET {
                quiet = 0;
                events.reconnect();
            }
        }
        None
    }

    fn pass_on(&self, news: News) {
        if let News::Reconnecting { cause } = news {
            self.report(Report::Lost(cause));
            return;
        }
        self.report(Report::Good);
        match news {
            News::Presence => self.report(Report::Moved),
            News::Emote { seat, emote } => self.report(Report::Emote(seat, emote)),
            News::Quiet | News::Anew | News::Happened(_) | News::Reconnecting { .. } => {}
        }
    }

    /// Looks at the table whenever somebody wishes it; many wishes at once are one.
    pub(super) fn start_looking(self, wishes: Receiver<()>) {
        thread::spawn(move || {
            while wishes.recv().is_ok() {
                while wishes.try_recv().is_ok() {}
                self.look_until_seen();
                self.hangup.wait(BETWEEN_LOOKS);
            }
        });
    }

    fn look_until_seen(&self) {
        let mut refused = false;
        while let Some(error) = self.look() {
            self.refused(&error);
            refused = true;
            if self.hangup.is_hung_up() {
                return;
            }
        }
        if refused {
            self.report(Report::Good);
        }
    }

    fn look(&self) -> Option<Error> {
        match self.client.view(&self.table, self.token.as_ref()) {
            Ok(view) => {
                self.report(Report::Saw(Box::new(view)));
                None
            }
            Err(error) => Some(error),
        }
    }

    fn refused(&self, error: &Error) {
        self.report(Report::Lost(words::of(error)));
        self.hangup.wait(AFTER_REFUSAL);
    }

    fn report(&self, report: Report) {
        drop(self.reports.send(report));
        self.bell.ring();
    }
}
