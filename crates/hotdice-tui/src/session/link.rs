//! The line to a table: what happens there, in order and each once, and how it stands.

mod server_clock;
#[cfg(test)]
mod tests;
mod threads;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use hotdice_client::{Client, Hangup, KnownSeat, Patience, ServerUrl, Token};
use hotdice_core::Part;
use hotdice_wire::{Emote, Event, EventKind, Happened, TableView};

use super::{SessionEvent, SessionEventKind};
use crate::job::Bell;
use crate::services::Hosted;
use server_clock::ServerClock;

/// Whose place at which table it is.
#[derive(Clone)]
pub struct TableAccess {
    /// The server.
    pub server: ServerUrl,
    /// The name of the table.
    pub table: String,
    /// The seat; none for those who watch.
    pub seat: Option<KnownSeat>,
    /// What lets the host begin, if the table was opened here.
    pub host: Option<Token>,
    /// The server, if it runs in this program.
    pub hosted: Option<Arc<dyn Hosted>>,
}

impl TableAccess {
    /// Returns the access of somebody who watches.
    #[must_use]
    pub fn watching(server: ServerUrl, table: &str) -> Self {
        Self {
            server,
            table: table.to_owned(),
            seat: None,
            host: None,
            hosted: None,
        }
    }

    /// Returns what lets the player act.
    #[must_use]
    pub fn token(&self) -> Option<&Token> {
        self.seat.as_ref().map(|seat| &seat.token)
    }
}

/// What the threads of a link have heard.
enum Report {
    Happened(Box<Event>),
    Emote(u8, Emote),
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
struct LinkEnds {
    client: Client,
    hangup: Hangup,
    reports: Receiver<Report>,
    looks: Sender<()>,
    /// The last event that is known to have happened, for the threads.
    known: Arc<AtomicU64>,
}

impl Drop for LinkEnds {
    fn drop(&mut self) {
        self.hangup.hang_up();
    }
}

/// The line to a table. It mends itself until it is dropped.
pub struct Link {
    pub(crate) access: TableAccess,
    pub(crate) bell: Bell,
    ends: LinkEnds,
    events: BTreeMap<u64, Event>,
    emotes: VecDeque<(u8, Emote)>,
    /// The last event that was handed out.
    told: u64,
    /// The last event that had happened before anybody here looked.
    past: u64,
    /// Whether the server has gone back, and nobody here has looked since.
    anew: bool,
    /// The table after the last event that was handed out, as far as that is known.
    view: TableView,
    /// A look at the table that is ahead of what was handed out.
    ahead: Option<TableView>,
    /// How often the view or the connection has changed.
    revision: u64,
    /// The number of the player, which stays while seats move.
    player: Option<u32>,
    lost: Option<String>,
    /// Whether the beginning of the game was told.
    begun: bool,
    pub(crate) clock: ServerClock,
}

impl Link {
    /// Follows a table from a look at it; what happened before is heard as well.
    #[must_use]
    pub fn new(access: TableAccess, view: TableView, bell: &Bell) -> Self {
        let hangup = Hangup::default();
        let client = Client::of(access.server.clone(), Patience::unending()).until(&hangup);
        let (sender, reports) = mpsc::channel();
        let (looks, wishes) = mpsc::channel();
        let known = Arc::new(AtomicU64::new(view.seq));
        let worker = threads::LinkWorker {
            client: client.clone(),
            table: access.table.clone(),
            token: access.token().cloned(),
            reports: sender,
            bell: bell.clone(),
            hangup: hangup.clone(),
            known: known.clone(),
        };
        worker.clone().start_listening();
        worker.start_looking(wishes);
        let ends = LinkEnds {
            client,
            hangup,
            reports,
            looks,
            known,
        };
        Self::over(ends, access, view, bell)
    }

    fn over(ends: LinkEnds, access: TableAccess, view: TableView, bell: &Bell) -> Self {
        Self {
            access,
            bell: bell.clone(),
            ends,
            events: BTreeMap::new(),
            emotes: VecDeque::new(),
            told: 0,
            past: view.seq,
            anew: false,
            player: own_number(&view),
            view,
            ahead: None,
            revision: 1,
            lost: None,
            begun: false,
            clock: ServerClock::default(),
        }
    }

    /// Returns a link that nobody listens for, to be drawn in tests.
    #[cfg(test)]
    pub(crate) fn scripted(
        access: TableAccess,
        view: TableView,
        lost: Option<&str>,
        bell: &Bell,
    ) -> Self {
        let client = Client::of(access.server.clone(), Patience::none());
        let ends = LinkEnds {
            client,
            hangup: Hangup::default(),
            reports: mpsc::channel().1,
            looks: mpsc::channel().0,
            known: Arc::default(),
        };
        Self {
            lost: lost.map(str::to_owned),
            told: view.seq,
            ..Self::over(ends, access, view, bell)
        }
    }

    /// Takes in everything that was reported.
    pub fn hear(&mut self) {
        while let Ok(report) = self.ends.reports.try_recv() {
            match report {
                Report::Happened(event) => {
                    if event.seq > self.past {
                        self.clock.hear(event.at);
                    }
                    // An event without its picture comes from an older server, or is an old one.
                    if event.seq > self.past && event.after.is_none() {
                        self.look();
                    }
                    self.note(*event);
                }
                Report::Emote(seat, emote) => self.emotes.push_back((seat, emote)),
                Report::Moved => self.look(),
                Report::Anew => self.begin_anew(),
                Report::Saw(view) => self.see(*view),
                Report::Lost(cause) => {
                    self.lost = Some(cause);
                    self.revision += 1;
                }
                Report::Good => {
                    if self.lost.take().is_some() {
                        self.revision += 1;
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
    pub(crate) fn note_all(&mut self, happened: Happened) {
        let events = happened.events.into_iter();
        events.for_each(|event| self.note(event));
    }

    fn note(&mut self, event: Event) {
        self.ends.known.fetch_max(event.seq, Ordering::Relaxed);
        if event.seq > self.told {
            self.events.insert(event.seq, event);
        }
    }

    fn see(&mut self, look: TableView) {
        self.ends.known.fetch_max(look.seq, Ordering::Relaxed);
        self.revision += 1;
        if std::mem::take(&mut self.anew) {
            self.past = look.seq;
            self.told = look.seq;
            self.events = self.events.split_off(&(look.seq + 1));
            self.view = look;
            return;
        }
        // Who has the table open is in no event, and true whatever is told just now.
        self.view.watching = look.watching;
        for player in &mut self.view.players {
            let mut seen = look.players.iter();
            if let Some(seen) = seen.find(|seen| seen.player == player.player) {
                player.online = seen.online;
            }
        }
        self.ahead = Some(look);
        self.catch_up();
    }

    /// Takes over a look as soon as everything that led to it was handed out.
    fn catch_up(&mut self) {
        let is_due = |look: &mut TableView| look.seq <= self.told.max(self.past);
        if let Some(look) = self.ahead.take_if(is_due)
            && look.seq >= self.view.seq
        {
            self.player = own_number(&look).or(self.player);
            self.view = look;
        }
    }

    /// Draws the table after an event.
    fn apply(&mut self, event: &Event) {
        let view = &mut self.view;
        if let Some(after) = &event.after {
            view.seq = event.seq;
            view.stage = after.stage;
            view.players.clone_from(&after.players);
            view.waiting = after.waiting;
            view.deadline = after.deadline;
            view.offers.clone_from(&after.offers);
            view.scene.clone_from(&after.scene);
            let mut players = view.players.iter();
            let own = players.find(|player| Some(player.player) == self.player);
            view.you = own.map(|player| player.seat);
        } else if let Some(scene) = &mut view.scene
            && matches!(event.kind, EventKind::Rolled | EventKind::Acted)
        {
            // Without the picture after it, only what may still be true is left of the one before.
            scene.turn = None;
            scene
                .parts
                .retain(|part| matches!(part, Part::Track(_) | Part::Sheet(_) | Part::Triangle(_)));
        }
        if !event.winners.is_empty() {
            view.winners.clone_from(&event.winners);
        }
        if event.rematch.is_some() {
            view.rematch.clone_from(&event.rematch);
        }
    }

    /// Asks for a look at the table.
    pub(crate) fn look(&self) {
        // Nobody looks any more only when the link is about to be dropped.
        let _ = self.ends.looks.send(());
    }

    /// Tells whether the last thing that was told had happened before anybody here looked.
    pub(crate) fn tells_the_past(&self) -> bool {
        self.told <= self.past
    }

    /// Returns what happened next, if it is here.
    pub(crate) fn next_event(&mut self) -> Option<Event> {
        if self.anew {
            return None;
        }
        let event = self.events.remove(&(self.told + 1))?;
        self.told = event.seq;
        self.revision += 1;
        if !self.tells_the_past() {
            self.apply(&event);
        }
        self.catch_up();
        Some(event)
    }

    /// Takes in what was reported before the game, and returns what is to be told of it up to its beginning.
    pub(crate) fn gather(&mut self) -> Vec<SessionEvent> {
        self.hear();
        let mut told = Vec::new();
        while !self.begun
            && let Some(event) = self.next_event()
        {
            self.begun = event.kind == EventKind::Started;
            told.push(SessionEvent {
                story: event.story,
                kind: if self.tells_the_past() {
                    SessionEventKind::Past
                } else {
                    SessionEventKind::Other
                },
                own: false,
            });
        }
        told
    }

    /// Tells whether the game has begun.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun || self.view.scene.is_some()
    }

    /// Returns who shows an emote.
    pub(crate) fn next_emote(&mut self) -> Option<(u8, Emote)> {
        self.emotes.pop_front()
    }

    /// Returns the table after the last event that was handed out.
    #[must_use]
    pub fn view(&self) -> &TableView {
        &self.view
    }

    /// Returns how often the view or the connection has changed.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Tells whether the view is the table after the last event that is known here.
    pub(crate) fn is_caught_up(&self) -> bool {
        self.view.seq == self.told && !self.events.contains_key(&(self.told + 1))
    }

    /// Returns why the table cannot be reached just now.
    #[must_use]
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Returns a client that tries until the link is dropped.
    pub(crate) fn client(&self) -> Client {
        self.ends.client.clone()
    }
}

/// Returns the number of the player who looks.
fn own_number(view: &TableView) -> Option<u32> {
    let mut players = view.players.iter();
    let own = players.find(|player| Some(player.seat) == view.you)?;
    Some(own.player)
}
