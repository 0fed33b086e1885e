//! Asking a table for more than it should say: again, late, or ahead of time.

use hotdice_table::{CheckedEvent, PlayerId, TableEvent};

use crate::common::host::{Host, person};
use crate::odds::{assert_chance, assert_knowledge, bytes};

const GAMES: u64 = 1_000;
const SIX: &str = "6";

/// A table where somebody rolls one die, as those who play see it.
trait Rolls {
    /// Returns the number of the last event.
    fn seq(&self) -> u64;

    /// Asks for a roll after having seen event `seen`; nothing when it is refused.
    fn roll(&mut self, seen: u64) -> Option<String>;

    /// Returns the die that lies on the table.
    fn lies(&self) -> String;
}

/// Ada's turn at a real table.
struct Real {
    host: Host,
    player: PlayerId,
}

impl Real {
    fn open(number: u64) -> Self {
        let mut host = Host::open("pig(target=1000000)", 2, 1);
        let (settings, id) = (host.table.settings().clone(), host.table.id());
        host = Host::with(settings, id, bytes("seed", number).0);
        host.join(person("Ada", 1)).unwrap();
        host.join(person("Bo", 2)).unwrap();
        let hotdice_table::Waiting::Person(seat) = host.table.waiting() else {
            panic!("somebody decides");
        };
        let player = host.table.players()[seat.index()].id;
        Self { host, player }
    }

    fn ask(&self, seen: u64) -> Option<Vec<CheckedEvent>> {
        let asked = self
            .host
            .table
            .act(self.player, seen, "roll", &self.host.croupier);
        asked.ok()
    }
}

fn first_roll<'a>(mut events: impl Iterator<Item = &'a TableEvent>) -> Option<String> {
    events.find_map(|event| match event {
        TableEvent::Rolled(roll, _) => Some(roll.clone()),
        _ => None,
    })
}

impl Rolls for Real {
    fn seq(&self) -> u64 {
        self.host.table.seq()
    }

    fn roll(&mut self, seen: u64) -> Option<String> {
        let events = self.ask(seen)?;
        let roll = first_roll(events.iter().map(CheckedEvent::event));
        self.host.write(events);
        roll
    }

    fn lies(&self) -> String {
        let acted = |event: &TableEvent| matches!(event, TableEvent::Acted(..));
        let log = &self.host.log;
        let first = log.iter().position(acted).unwrap_or(0);
        first_roll(log[first..].iter()).unwrap()
    }
}

/// A table with a flaw.
struct Broken {
    flaw: Flaw,
    table: u64,
    events: Vec<String>,
    asked: u64,
}

enum Flaw {
    /// Every request rolls anew, and takes the place of what came after what was seen.
    RollsAgain,
    /// A request that has seen more than there is tells what will come.
    LooksAhead,
}

impl Broken {
    fn open(flaw: Flaw, table: u64) -> Self {
        let (events, asked) = (Vec::new(), 0);
        Self {
            flaw,
            table,
            events,
            asked,
        }
    }

    fn die(&self, number: u64) -> String {
        let bytes = bytes("broken", 1_000 * self.table + number).0;
        let fair = bytes.into_iter().find(|byte| *byte < 252);
        (fair.unwrap() % 6 + 1).to_string()
    }
}

impl Rolls for Broken {
    fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    fn roll(&mut self, seen: u64) -> Option<String> {
        let roll = match self.flaw {
            Flaw::RollsAgain => self.die(self.asked),
            Flaw::LooksAhead => self.die(seen),
        };
        self.asked += 1;
        if seen <= self.seq() {
            self.events.truncate(seen as usize);
            self.events.push(roll.clone());
        }
        Some(roll)
    }

    fn lies(&self) -> String {
        self.events.first().cloned().unwrap()
    }
}

/// Sends the same request again and again until a six lies there.
fn insist(table: &mut dyn Rolls) -> bool {
    let seen = table.seq();
    for _ in 0..20 {
        table.roll(seen);
        if table.lies() == SIX {
            return true;
        }
    }
    false
}

/// Asks for the next roll before it is due, and then bets on it; without an answer on a six.
fn look_ahead(table: &mut dyn Rolls) -> bool {
    let now = table.seq();
    let answers: Vec<String> = (1..=3).filter_map(|more| table.roll(now + more)).collect();
    let bet = answers.first().cloned().unwrap_or_else(|| SIX.to_owned());
    table.roll(now);
    let next = table.roll(table.seq());
    next.is_some_and(|next| next == bet)
}

fn hits(attack: fn(&mut dyn Rolls) -> bool, open: impl Fn(u64) -> Box<dyn Rolls>) -> usize {
    let tables = (0..GAMES).map(open);
    tables
        .map(|mut table| attack(&mut *table))
        .filter(|hit| *hit)
        .count()
}

#[test]
fn asking_again_never_rolls_again() {
    assert_chance(
        hits(insist, |number| Box::new(Real::open(number))),
        GAMES as usize,
    );
    let broken = |number| -> Box<dyn Rolls> { Box::new(Broken::open(Flaw::RollsAgain, number)) };
    assert_knowledge(hits(insist, broken), GAMES as usize);
}

#[test]
fn nobody_sees_a_roll_before_it_is_due() {
    let real = |number| -> Box<dyn Rolls> { Box::new(Real::open(number)) };
    // A one ends the turn, and the next roll is another player's: those games are no bet.
    let bets = |number: &u64| {
        let mut table = real(*number);
        let now = table.seq();
        table.roll(now);
        table.roll(table.seq()).is_some()
    };
    let games = (0..GAMES).filter(bets).count();
    assert_chance(hits(look_ahead, real), games);
    let broken = |number| -> Box<dyn Rolls> { Box::new(Broken::open(Flaw::LooksAhead, number)) };
    assert_knowledge(hits(look_ahead, broken), GAMES as usize);
}

/// A request that is granted but lost, as in a crash, is granted with the same dice the next time.
#[test]
fn a_lost_answer_comes_again_with_the_same_dice() {
    for number in 0..50 {
        let table = Real::open(number);
        let first = table.ask(table.seq()).unwrap();
        assert!((0..10).all(|_| table.ask(table.seq()).as_ref() == Some(&first)));
    }
}

/// Whatever is done before a roll, its dice are the same: one cannot fish for better ones.
#[test]
fn another_choice_does_not_change_the_dice() {
    let choose = |action: &str| {
        let mut host = Host::open("pig(target=1000000)", 2, 77);
        host.join(person("Ada", 1)).unwrap();
        host.join(person("Bo", 2)).unwrap();
        for _ in 0..30 {
            host.act(action).unwrap();
        }
        let rolls = host.log.iter().filter_map(|event| match event {
            TableEvent::Rolled(roll, _) => Some(roll.clone()),
            _ => None,
        });
        rolls.take(30).collect::<Vec<_>>()
    };
    assert_eq!(choose("roll"), choose("hold"));
}
