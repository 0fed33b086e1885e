//! Linked dice from the side of somebody at the table: every line of the log is checked, and links are shown when they are due.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::Sender;

use hotdice_client::SeenLog;
use hotdice_core::{Bytes32, Name, capitalized};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_verify::{LogCheck, OwnSeat, Problem};
use hotdice_wire::{Event, EventKind, TableView};

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
        // Between an absence and its roll it would be too soon: that roll falls without us all the same.
        let may_come_back = event.kind == EventKind::Rolled || event.seq == self.past;
        if may_come_back && self.chain.is_some() && self.log.is_overlooked() {
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use hotdice_client::KnownSeat;
    use hotdice_core::Seat;
    use hotdice_table::fair::Croupier;
    use hotdice_table::{
        CheckedEvent, Settings, Table, TableDice, TableEvent, TableId, Waiting, Who, log_head,
    };

    use super::*;
    use crate::full::online_table;

    /// A table of linked dice as a server has it, with Ada's chain.
    struct House {
        table: Table,
        croupier: Croupier,
        ada: SecretChain,
        log: Vec<Event>,
    }

    impl House {
        /// Opens a table for Ada and Bo; Bo's first link does not come in time.
        fn without_bo(bo: &SecretChain) -> Self {
            let id: TableId = "k7w2m9x4ab".parse().unwrap();
            let settings = Table::settings_for("pig(target=1000)", Some(2)).unwrap();
            let (croupier, dice) = (Croupier::new(id, [9; 32]), TableDice::Linked);
            let opened = TableEvent::Opened(Settings { dice, ..settings }, croupier.promise(dice));
            let mut house = Self {
                table: Table::open(id, &opened).unwrap(),
                croupier,
                ada: chain("Ada", 1),
                log: Vec::new(),
            };
            house.note(&opened);
            for (name, chain) in [("Ada", &house.ada.clone()), ("Bo", bo)] {
                let (name, entropy) = (name.parse().unwrap(), chain.anchor());
                let who = Who::Person { name, entropy };
                let joined = house.table.join(who, None, &house.croupier).unwrap();
                house.write(joined.1);
            }
            let (ada, link) = (house.table.players()[0].id, house.ada.link(1).unwrap());
            let linked = house.table.link(ada, 1, link, &house.croupier);
            house.write(linked.unwrap());
            let late = house.table.links_late(house.table.seq(), &house.croupier);
            house.write(late.unwrap());
            house
        }

        fn write(&mut self, events: Vec<CheckedEvent>) {
            for event in events {
                self.table.apply(&event).unwrap();
                self.note(event.event());
            }
        }

        fn note(&mut self, event: &TableEvent) {
            let kind = match event {
                TableEvent::Rolled(..) => EventKind::Rolled,
                TableEvent::Absent(_) => EventKind::Absent,
                _ => EventKind::Acted,
            };
            let line = event.to_string();
            let lines = self.log.iter().map(|event| &event.line).chain([&line]);
            let first = log_head::before_all(self.table.id());
            let head = lines.fold(first, |head, line| log_head::after(head, line));
            self.log.push(Event {
                seq: self.log.len() as u64 + 1,
                kind,
                line,
                head: head.to_string(),
                ..Event::default()
            });
        }

        /// Lets Ada roll, with her link; it has to be her turn.
        fn ada_rolls(&mut self) {
            assert_eq!(self.table.waiting(), Waiting::Person(Seat::FIRST));
            let link = self.ada.link(self.table.rolls() + 1);
            let (ada, seen) = (self.table.players()[0].id, self.table.seq());
            let acted = self
                .table
                .act_expecting(ada, seen, "roll", None, link, &self.croupier);
            self.write(acted.unwrap());
        }
    }

    fn chain(name: &str, secret: u8) -> SecretChain {
        let owner = ChainOwner::person("k7w2m9x4ab".parse().unwrap(), &name.parse().unwrap());
        SecretChain::new(owner, Bytes32([secret; 32]))
    }

    #[test]
    fn an_absence_before_anybody_was_here_is_no_alarm() {
        let bo = chain("Bo", 2);
        let mut house = House::without_bo(&bo);
        let access = TableAccess {
            seat: Some(KnownSeat {
                name: "Bo".to_owned(),
                token: "t".parse().unwrap(),
                entropy: bo.anchor().to_string(),
                secret: Some(Bytes32([2; 32]).to_string()),
            }),
            ..TableAccess::watching("http://127.0.0.1:7878".parse().unwrap(), "k7w2m9x4ab")
        };
        let (sends, duties) = mpsc::channel();
        let seq = house.table.seq();
        let view = TableView {
            seq,
            ..online_table()
        };
        let mut check = DiceCheck::new(&access, &view, None, sends);
        let mut hear = |house: &House| -> Vec<LinkDuty> {
            house.log.iter().for_each(|event| check.take(event));
            assert_eq!(check.next_alarm(), None);
            // While a roll is due, every event asks for the same link.
            let mut asked: Vec<LinkDuty> = duties.try_iter().collect();
            asked.dedup();
            asked
        };
        assert_eq!(hear(&house), [LinkDuty::ComeBack]);
        // Before the server has heard it, Ada goes on: no link leaves, and there is nothing to complain of.
        house.ada_rolls();
        assert_eq!(hear(&house), [LinkDuty::ComeBack]);
        let bo_s = house.table.players()[1].id;
        house.write(house.table.come_back(bo_s).unwrap());
        assert_eq!(hear(&house), []);
        house.ada_rolls();
        let roll = house.table.rolls() + 1;
        let link = bo.link(roll).unwrap();
        assert_eq!(hear(&house), [LinkDuty::Show(roll, link)]);
        // Bo is back: whoever ignores the link now is found out.
        let late = house.table.links_late(house.table.seq(), &house.croupier);
        house.write(late.unwrap());
        house.log.iter().for_each(|event| check.take(event));
        let alarm = check.next_alarm().unwrap();
        assert!(alarm.contains("fell without your link"), "{alarm}");
    }
}
