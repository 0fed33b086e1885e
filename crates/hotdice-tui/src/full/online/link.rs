//! The line to a table: what happens there, in order and each once, and how it stands.

#[cfg(test)]
mod tests;
mod threads;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use hotdice_client::{Client, Hangup, KnownSeat, Patience, ServerUrl, Token};
use hotdice_wire::{Emote, Event, Happened, TableView};

use super::super::job::Bell;
use super::server_clock::ServerClock;
use crate::backstage::Hosted;

/// Whose place at which table it is.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) server: ServerUrl,
    pub(super) table: String,
    /// The seat; none for those who watch.
    pub(super) seat: Option<KnownSeat>,
    /// What lets the host begin, if the table was opened here.
    pub(super) host: Option<Token>,
    /// The server, if it runs in this program.
    pub(super) hosted: Option<Arc<dyn Hosted>>,
}

impl Place {
    pub(super) fn token(&self) -> Option<&Token> {
        self.seat.as_ref().map(|seat| &seat.token)
    }
}

/// What the threads of a link have heard.
enum Report {
    Happened(Event),
    Felt(u8, Emote),
    /// Somebody came or went.
    Moved,
    Saw(Box<TableView>),
    /// The server knows less than was told.
    Anew,
    /// The line is bad, and why.
    Lost(String),
    /// The line is good.
    Good,
}

/// Our ends of the line; the threads have the others.
struct Ends {
    client: Client,
    hangup: Hangup,
    reports: Receiver<Report>,
    looks: Sender<()>,
    /// The last event that is known to have happened, for the threads.
    known: Arc<AtomicU64>,
}

impl Drop for Ends {
    fn drop(&mut self) {
        self.hangup.hang_up();
    }
}

/// The line to a table. It mends itself until it is dropped.
pub(super) struct Link {
    pub(super) place: Place,
    pub(super) bell: Bell,
    ends: Ends,
    events: BTreeMap<u64, Event>,
    feelings: VecDeque<(u8, Emote)>,
    /// The last event that was handed out.
    told: u64,
    /// The last event that had happened before anybody here looked.
    past: u64,
    /// Whether the server has gone back, and nobody here has looked since.
    anew: bool,
    view: TableView,
    /// How many views have come.
    views: u64,
    lost: Option<String>,
    pub(super) clock: ServerClock,
}

impl Link {
    /// Follows a table from a look at it; what happened before is heard as well.
    pub(super) fn new(place: Place, view: TableView, bell: &Bell) -> Self {
        let hangup = Hangup::default();
        let client = Client::of(place.server.clone(), Patience::unending()).until(&hangup);
        let (sender, reports) = mpsc::channel();
        let (looks, wishes) = mpsc::channel();
        let known = Arc::new(AtomicU64::new(view.seq));
        let line = threads::Line {
            client: client.clone(),
            table: place.table.clone(),
            token: place.token().cloned(),
            reports: sender,
            bell: bell.clone(),
            hangup: hangup.clone(),
            known: known.clone(),
        };
        line.clone().start_listening();
        line.start_looking(wishes);
        let ends = Ends {
            client,
            hangup,
            reports,
            looks,
            known,
        };
        Self::over(ends, place, view, bell)
    }

    fn over(ends: Ends, place: Place, view: TableView, bell: &Bell) -> Self {
        Self {
            place,
            bell: bell.clone(),
            ends,
            events: BTreeMap::new(),
            feelings: VecDeque::new(),
            told: 0,
            past: view.seq,
            anew: false,
            view,
            views: 1,
            lost: None,
            clock: ServerClock::default(),
        }
    }

    /// Returns a link that nobody listens for, to be drawn in tests.
    #[cfg(test)]
    pub(super) fn scripted(place: Place, view: TableView, lost: Option<&str>, bell: &Bell) -> Self {
        let client = Client::of(place.server.clone(), Patience::none());
        let ends = Ends {
            client,
            hangup: Hangup::default(),
            reports: mpsc::channel().1,
            looks: mpsc::channel().0,
            known: Arc::default(),
        };
        Self {
            lost: lost.map(str::to_owned),
            told: view.seq,
            ..Self::over(ends, place, view, bell)
        }
    }

    /// Takes in everything that was reported.
    pub(super) fn hear(&mut self) {
        while let Ok(report) = self.ends.reports.try_recv() {
            match report {
                Report::Happened(event) => {
                    if event.seq > self.past {
                        self.clock.hear(event.at);
                    }
                    if event.seq > self.view.seq {
                        self.look();
                    }
                    self.note(event);
                }
                Report::Felt(seat, emote) => self.feelings.push_back((seat, emote)),
                Report::Moved => self.look(),
                Report::Anew => self.begin_anew(),
                Report::Saw(view) => self.see(*view),
                Report::Lost(cause) => self.lost = Some(cause),
                Report::Good => {
                    if self.lost.take().is_some() {
                        self.look();
                    }
                }
            }
        }
    }

    /// Forgets what the server no longer knows; the next look is where the story goes on.
    fn begin_anew(&mut self) {
        self.anew = true;
        self.told = 0;
        self.events.clear();
        self.look();
    }

    /// Takes note of what a request led to; the stream brings the same, perhaps later.
    pub(super) fn note_all(&mut self, happened: Happened) {
        happened
            .events
            .into_iter()
            .for_each(|event| self.note(event));
        self.look();
    }

    fn note(&mut self, event: Event) {
        self.ends.known.fetch_max(event.seq, Ordering::Relaxed);
        if event.seq > self.told {
            self.events.insert(event.seq, event);
        }
    }

    fn see(&mut self, view: TableView) {
        self.ends.known.fetch_max(view.seq, Ordering::Relaxed);
        if std::mem::take(&mut self.anew) {
            self.past = view.seq;
            self.told = view.seq;
            self.events = self.events.split_off(&(view.seq + 1));
            self.view.seq = 0;
        }
        if view.seq >= self.view.seq {
            self.view = view;
            self.views += 1;
        }
    }

    /// Asks for a look at the table.
    pub(super) fn look(&self) {
        // Nobody looks any more only when the link is about to be dropped.
        let _ = self.ends.looks.send(());
    }

    /// Tells whether the last thing that was told had happened before anybody here looked.
    pub(super) fn tells_the_past(&self) -> bool {
        self.told <= self.past
    }

    /// Returns what happened next, if it is here.
    pub(super) fn next_event(&mut self) -> Option<Event> {
        if self.anew {
            return None;
        }
        let event = self.events.remove(&(self.told + 1))?;
        self.told = event.seq;
        Some(event)
    }

    /// Returns who shows a feeling.
    pub(super) fn next_feeling(&mut self) -> Option<(u8, Emote)> {
        self.feelings.pop_front()
    }

    /// Returns the latest look at the table.
    pub(super) fn view(&self) -> &TableView {
        &self.view
    }

    /// Returns how many looks there have been.
    pub(super) fn views(&self) -> u64 {
        self.views
    }

    /// Tells whether the latest look shows the table right after what was told last.
    pub(super) fn is_caught_up(&self) -> bool {
        self.view.seq == self.told
    }

    /// Returns why the table cannot be reached just now.
    pub(super) fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Returns a client that tries until the link is dropped.
    pub(super) fn client(&self) -> Client {
        self.ends.client.clone()
    }
}
