//! Linked dice from the side of somebody at the table: every line of the log is checked, and links are shown when they are due.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::Sender;

use hotdice_client::SeenLog;
use hotdice_core::{Bytes32, Name, capitalized};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_verify::{LogCheck, OwnSeat, Problem};
use hotdice_wire::{Event, EventKind, Presence, TableView};

use super::link::TableAccess;

/// What the server should hear of us without anybody pressing a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkDuty {
    /// The link of a roll.
    Show(u64, Bytes32),
    /// We are there, although dice fell without us.
    ComeBack,
}

/// Checks the log of a table, and knows which links may be shown.
///
/// It is fed by the thread that listens, which must not wait for a screen, and by answers to requests, which may be quicker than the
/// stream; each event is read once and in order.
pub(super) struct DiceCheck {
    table: String,
    log: LogCheck,
    own: Option<OwnSeat>,
    chain: Option<SecretChain>,
    state: CheckState,
    /// Events that came before those that lead to them.
    early: BTreeMap<u64, Event>,
    /// The last event that had happened before anybody here looked: links of rolls up to it are not asked for any more.
    past: u64,
    duties: Sender<LinkDuty>,
    alarms: VecDeque<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckState {
    /// Everything so far is as it should be.
    Checking,
    /// Something is wrong: no more links are shown.
    Broken,
    /// The server is too old to say what its log hashes to, or the rules are not known here.
    Unable,
}

impl DiceCheck {
    /// Begins to check the log of a table, which goes on from what was seen of it before.
    pub(super) fn new(
        access: &TableAccess,
        view: &TableView,
        seen: Option<SeenLog>,
        duties: Sender<LinkDuty>,
    ) -> Self {
        let (own, chain) = own_chain(access).unzip();
        let mut check = Self {
            table: access.table.clone(),
            log: LogCheck::new(&access.table, own.clone()),
            own,
            chain,
            state: CheckState::Checking,
            early: BTreeMap::new(),
            past: view.seq,
            duties,
            alarms: VecDeque::new(),
        };
        if let Some(SeenLog { seq, head }) = seen
            && let Ok(head) = head.parse()
        {
            check.log.remember(seq, head);
            if view.seq < seq {
                check.alarm(&Problem::OtherLog { seq });
            }
        }
        check
    }

    /// Returns the end of the log, as far as everything up to it was as it should be.
    pub(super) fn seen_log(&self) -> Option<SeenLog> {
        let seq = self.log.seq();
        let is_known = self.state == CheckState::Checking && seq > 0;
        is_known.then(|| SeenLog {
            seq,
            head: self.log.head().to_string(),
        })
    }

    /// Says what is wrong; unless it may have an innocent cause, nothing more is added to the dice.
    fn alarm(&mut self, problem: &Problem) {
        let sentence = format!("{}.", capitalized(&problem.to_string()));
        self.alarms.push_back(sentence);
        if !problem.is_survivable() {
            self.state = CheckState::Broken;
        }
    }

    /// Takes an event in, and reads all that can be read now.
    pub(super) fn take(&mut self, event: &Event) {
        if event.seq > self.log.seq() {
            self.early.insert(event.seq, event.clone());
        }
        while let Some(event) = self.early.remove(&(self.log.seq() + 1)) {
            if self.state != CheckState::Checking {
                self.early.clear();
                return;
            }
            self.read(&event);
        }
    }

    fn read(&mut self, event: &Event) {
        let Ok(head) = event.head.parse() else {
            self.state = CheckState::Unable;
            return;
        };
        match self.log.read(&event.line, Some(head)) {
            Ok(()) => {}
            Err(Problem::Rules(_)) => self.state = CheckState::Unable,
            Err(problem) => self.alarm(&problem),
        }
        if self.state == CheckState::Checking && event.seq >= self.past {
            self.do_duty(event);
        }
    }

    /// Shows the link of a roll that is due, and says that we are there where dice fell without us.
    fn do_duty(&mut self, event: &Event) {
        if event.kind == EventKind::Absent && self.is_here(event) {
            // Nobody hears of it only when the link is about to be dropped.
            let _ = self.duties.send(LinkDuty::ComeBack);
        }
        if let Some((roll, number)) = self.log.due()
            && let Some(link) = self.chain.as_ref().and_then(|chain| chain.link(number))
        {
            self.log.note_sent(roll, None);
            let _ = self.duties.send(LinkDuty::Show(roll, link));
        }
    }

    /// Tells whether an absence is ours, although we have not left.
    fn is_here(&self, event: &Event) -> bool {
        let after = event.after.as_ref().filter(|_| self.chain.is_some());
        let mut players = after.into_iter().flat_map(|after| &after.players);
        let absent = players.find(|player| Some(player.seat) == event.seat);
        let name = self.own.as_ref().map(|own| own.name.as_str());
        absent.is_some_and(|absent| {
            Some(absent.name.as_str()) == name && absent.presence == Presence::Here
        })
    }

    /// Returns the link to be sent with an action after event `seq`, where dice fall after it.
    pub(super) fn link_with(&mut self, seq: u64, action: &str) -> Option<Bytes32> {
        if self.state != CheckState::Checking || self.log.seq() != seq {
            return None;
        }
        let (roll, number) = self.log.due_after(action)?;
        let link = self.chain.as_ref()?.link(number)?;
        self.log.note_sent(roll, Some(action));
        Some(link)
    }

    /// Tells whether an event was read and everything up to it is as it should be.
    pub(super) fn is_verified(&self, seq: u64) -> bool {
        self.state == CheckState::Checking && seq <= self.log.seq()
    }

    /// Returns what is wrong, each thing once.
    pub(super) fn next_alarm(&mut self) -> Option<String> {
        self.alarms.pop_front()
    }

    /// Reads the log from its first event again, and remembers what it was: a server that has gone back is found out.
    pub(super) fn begin_anew(&mut self) {
        let (seq, head) = (self.log.seq(), self.log.head());
        self.log = LogCheck::new(&self.table, self.own.clone());
        self.log.remember(seq, head);
        self.early.clear();
    }
}

/// Returns what a player knows of their own chain, if the seat has one.
fn own_chain(access: &TableAccess) -> Option<(OwnSeat, SecretChain)> {
    let seat = access.seat.as_ref()?;
    let secret = seat.secret.as_ref()?.parse().ok()?;
    let name: Name = seat.name.parse().ok()?;
    let owner = ChainOwner::person(access.table.parse().ok()?, &name);
    let chain = SecretChain::new(owner, secret);
    let mut own = OwnSeat::new(name, chain.anchor());
    // A seat that came from another device was taken with a chain of that device.
    own.anchors.extend(seat.entropy.parse::<Bytes32>());
    Some((own, chain))
}
