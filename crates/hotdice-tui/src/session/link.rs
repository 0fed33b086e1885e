//! The line to a table: what happens there, in order and each once, and how it stands.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hotdice_client::{
    Client, Error, Events, Hangup, KnownSeat, News, Patience, SeenLog, ServerUrl, Token, World,
};
use hotdice_core::{Bytes32, Part};
use hotdice_wire::{Emote, Event, EventKind, Happened, TableView};

use super::arrival::seen_log;
use super::dice_check::{DiceCheck, LinkDuty};
use super::{SessionEvent, SessionEventKind, words};
use crate::job::Bell;
use crate::services::{Hosted, Services};

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
    check: SharedCheck,
}

/// The check of the log, which the thread that listens shares with whoever draws.
#[derive(Clone)]
struct SharedCheck(Arc<Mutex<DiceCheck>>);

impl SharedCheck {
    fn lock(&self) -> MutexGuard<'_, DiceCheck> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
    /// Follows a table from a look at it; what happened before is heard as well, and has to be what was heard when it was left.
    #[must_use]
    pub fn new(access: TableAccess, view: TableView, bell: &Bell, services: &dyn Services) -> Self {
        let hangup = Hangup::default();
        let client = Client::of(access.server.clone(), Patience::unending()).until(&hangup);
        let (sender, reports) = mpsc::channel();
        let (looks, wishes) = mpsc::channel();
        let known = Arc::new(AtomicU64::new(view.seq));
        let (sends, duties) = mpsc::channel();
        let check = DiceCheck::new(&access, &view, seen_log(&access, services), sends);
        let check = SharedCheck(Arc::new(Mutex::new(check)));
        let worker = LinkWorker {
            check: check.clone(),
            client: client.clone(),
            table: access.table.clone(),
            token: access.token().cloned(),
            reports: sender,
            bell: bell.clone(),
            hangup: hangup.clone(),
            known: known.clone(),
        };
        worker.clone().start_listening();
        worker.clone().start_showing(duties);
        worker.start_looking(wishes);
        let ends = LinkEnds {
            client,
            hangup,
            reports,
            looks,
            known,
            check,
        };
        Self::over(ends, access, view, bell)
    }

    /// Returns the end of the log as far as it was checked.
    pub(crate) fn seen_log(&self) -> Option<SeenLog> {
        self.ends.check.lock().seen_log()
    }

    fn over(ends: LinkEnds, access: TableAccess, view: TableView, bell: &Bell) -> Self {
        Self {
            access,
            bell: bell.clone(),
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
            clock: ServerClock::beside(ends.client.world()),
            ends,
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
        let check = DiceCheck::new(&access, &view, None, mpsc::channel().0);
        let ends = LinkEnds {
            check: SharedCheck(Arc::new(Mutex::new(check))),
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

    /// Returns the link to be sent with an action, where linked dice fall after it.
    pub(crate) fn link_with(&self, action: &str) -> Option<Bytes32> {
        self.ends.check.lock().link_with(self.view.seq, action)
    }

    /// Tells whether an event and all before it were checked, and are as they should be.
    pub(crate) fn is_verified(&self, event: &Event) -> bool {
        self.ends.check.lock().is_verified(event.seq)
    }

    /// Returns what is wrong with the dice or the log, each thing once.
    pub(crate) fn next_alarm(&self) -> Option<String> {
        self.ends.check.lock().next_alarm()
    }

    fn note(&mut self, event: Event) {
        self.ends.check.lock().take(&event);
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
            view.closed.clone_from(&after.closed);
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

/// How far the clock of a server is ahead of ours, as well as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServerClock {
    /// Our own clock.
    world: World,
    /// In milliseconds. News take a while to come, so the largest difference is the truest.
    ahead: Option<i64>,
}

impl ServerClock {
    fn beside(world: &World) -> Self {
        Self {
            world: world.clone(),
            ahead: None,
        }
    }

    fn now(&self) -> i64 {
        self.world.unix_millis().try_into().unwrap_or(i64::MAX)
    }

    /// Takes note of something that has just come, and was written down at this time of the server.
    pub(crate) fn hear(&mut self, at: u64) {
        self.hear_when(at, self.now());
    }

    fn hear_when(&mut self, at: u64, now: i64) {
        let ahead = at.try_into().unwrap_or(i64::MAX).saturating_sub(now);
        self.ahead = Some(self.ahead.map_or(ahead, |known| known.max(ahead)));
    }

    /// Returns the moment that has this time on the server.
    pub(crate) fn instant(&self, at: u64) -> Instant {
        let left = self.left(at, self.now());
        Instant::now() + Duration::from_millis(left)
    }

    fn left(&self, at: u64, now: i64) -> u64 {
        let there = now.saturating_add(self.ahead.unwrap_or_default());
        let at: i64 = at.try_into().unwrap_or(i64::MAX);
        // Nobody waits for years, and an instant so far away may not exist.
        at.saturating_sub(there).clamp(0, 366 * 86_400_000) as u64
    }
}

/// How long to wait after a refusal that another attempt would not mend, before trying all the same: another server
/// may be back at the address by then.
const AFTER_REFUSAL: Duration = Duration::from_secs(3);

/// How many signs of life without news are put up with when the server is known to have news.
const MOST_QUIET: u32 = 2;

/// How long two looks are apart at least: a server counts how often somebody asks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// What both threads need.
#[derive(Clone)]
struct LinkWorker {
    client: Client,
    table: String,
    token: Option<Token>,
    reports: Sender<Report>,
    bell: Bell,
    hangup: Hangup,
    known: Arc<AtomicU64>,
    check: SharedCheck,
}

impl LinkWorker {
    /// Reports what happened, and what happens.
    fn start_listening(self) {
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
                    self.check.lock().begin_anew();
                    self.known.store(0, Ordering::Relaxed);
                    self.report(Report::Anew);
                }
                Ok(News::Happened(event)) => {
                    quiet = 0;
                    *last = event.seq;
                    self.check.lock().take(&event);
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

    /// Shows links as soon as they are due, whatever is on the screen meanwhile.
    fn start_showing(self, duties: Receiver<LinkDuty>) {
        let Some(token) = self.token.clone() else {
            return;
        };
        thread::spawn(move || {
            while let Ok(duty) = duties.recv() {
                let done = match duty {
                    LinkDuty::Show(roll, link) => self.client.link(&self.table, &token, roll, link),
                    LinkDuty::ComeBack => self.client.come_back(&self.table, &token),
                };
                // A link that is refused came too late: the log says so, and the check tells what that means.
                drop(done);
                if self.hangup.is_hung_up() {
                    return;
                }
            }
        });
    }

    /// Looks at the table whenever somebody wishes it; many wishes at once are one.
    fn start_looking(self, wishes: Receiver<()>) {
        thread::spawn(move || {
            while wishes.recv().is_ok() {
                while wishes.try_recv().is_ok() {}
                self.look_until_seen();
                self.client.rest(BETWEEN_LOOKS);
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
        self.client.rest(AFTER_REFUSAL);
    }

    fn report(&self, report: Report) {
        drop(self.reports.send(report));
        self.bell.ring();
    }
}

#[cfg(test)]
mod server_clock_tests {
    use super::*;

    #[test]
    fn clocks_need_not_agree() {
        let mut clock = ServerClock::default();
        assert_eq!(clock.left(10_500, 10_000), 500);
        assert_eq!(clock.left(9_000, 10_000), 0);
        // The server is an hour ahead; some news came late.
        clock.hear_when(3_610_000, 10_000);
        clock.hear_when(3_611_000, 15_000);
        assert_eq!(clock.left(3_645_000, 15_000), 30_000);
        assert!(clock.left(u64::MAX, 0) < 400 * 86_400_000);
    }
}
