//! Whole games of every preset, with people who come and go as they like.

use hotdice_core::{Bytes32, Name, Record, Seat, Viewer};
use hotdice_games::presets;
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_table::{Match, PlayerId, Presence, Table, TableEvent, Waiting};
use hotdice_verify::{LogCheck, Memory, verify};
use proptest::prelude::*;

use crate::common::host::{Host, bot};

/// The splitmix64 generator, to do something else every time.
struct Whim(u64);

impl Whim {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// A game that is played by whim, and checked on the way.
pub(crate) struct Evening {
    pub(crate) host: Host,
    whim: Whim,
}

/// How a table is opened: with dice that are committed to, or with linked ones.
pub(crate) const BOTH_DICE: [fn(&str, u8, u8) -> Host; 2] = [Host::open, Host::linked];

impl Evening {
    fn open(rules: &str, whim: u64) -> Self {
        let linked = Whim(whim ^ 0x5eed).below(2);
        Self::with(BOTH_DICE[linked], rules, whim)
    }

    fn with(open: fn(&str, u8, u8) -> Host, rules: &str, whim: u64) -> Self {
        let mut whim = Whim(whim);
        let game = hotdice_games::find(rules).unwrap();
        let (least, most) = (game.seats().least(), game.seats().most().min(4));
        let seats = least + whim.below(usize::from(most - least) + 1) as u8;
        let host = open(rules, seats, whim.below(256) as u8);
        Self { host, whim }
    }

    /// Plays a whole game with these dice.
    pub(crate) fn played(open: fn(&str, u8, u8) -> Host, rules: &str, whim: u64) -> Self {
        let mut evening = Self::with(open, rules, whim);
        evening.gather();
        evening.play();
        evening
    }

    /// Lets people and bots join and get up again, until the game begins.
    fn gather(&mut self) {
        let mut names = 0;
        while self.host.table.waiting() == Waiting::Start {
            let sitting = self.host.table.players().len();
            if sitting > 0 && self.whim.once_in(5) {
                let player = self.host.table.players()[self.whim.below(sitting)].id;
                self.host
                    .write(self.host.table.leave(player, &self.host.croupier).unwrap());
            } else if self.whim.once_in(8) {
                let start = self.host.table.start(&self.host.croupier);
                let enough = self.host.table.game().seats().contains(sitting as u8);
                assert_eq!(start.is_ok(), enough);
                self.host.granted(start).ok();
            } else {
                names += 1;
                let who = if self.whim.once_in(4) {
                    bot("careful")
                } else {
                    let secret = self.whim.below(256) as u8;
                    self.host.person(&format!("P{names}"), secret)
                };
                self.host.join(who).unwrap();
            }
        }
    }

    /// Lets something happen other than a move.
    fn stir(&mut self) {
        let table = &self.host.table;
        let player = table.players()[self.whim.below(table.players().len())].id;
        let seen = table.seq();
        let answer = match self.whim.below(9) {
            8 if self.whim.once_in(10) => table.resign(player, &self.host.croupier),
            8 => table.decline(player, seen),
            6 => table.links_late(seen, &self.host.croupier),
            7 => {
                let name = table.players()[table.seat_of(player).unwrap().index()]
                    .who
                    .name();
                return self.anchor_anew(player, &name);
            }
            0 => table.leave(player, &self.host.croupier),
            1 | 2 => table.come_back(player),
            3 => table.time_up(seen),
            4 => table.offer(player, seen, &self.host.croupier),
            _ => table.act(player, table.moved() - 1, "roll", &self.host.croupier),
        };
        self.host.granted(answer).ok();
    }

    /// Lets a person begin a new chain, where people have some.
    fn anchor_anew(&mut self, player: PlayerId, name: &Name) {
        let owner = ChainOwner::person(self.host.table.id(), name);
        let secret = Bytes32([self.whim.below(256) as u8; 32]);
        let chain = SecretChain::new(owner, secret);
        let answer = self.host.table.anchor(player, chain.anchor());
        if self.host.granted(answer).is_ok() && self.host.chains.contains_key(name) {
            self.host.chains.insert(name.clone(), chain);
        }
    }

    fn play(&mut self) {
        let broken_off = self.whim.below(200);
        while !self.host.is_over() {
            if self.whim.once_in(10) {
                self.stir();
                continue;
            }
            self.host.add_links();
            if self.host.is_over() {
                break;
            }
            let number = self.whim.below(1 << 30) as u64;
            let action = self.host.pick(number).expect("somebody decides");
            self.host.act(&action).unwrap();
            if self.host.log.len() == broken_off {
                check_log(&self.host);
            }
        }
    }
}

/// The text of the log reads back, and is all there is to the table.
#[track_caller]
fn check_log(host: &Host) {
    let read = |event: &TableEvent| event.to_string().parse::<TableEvent>().unwrap();
    let log: Vec<TableEvent> = host.log.iter().map(read).collect();
    assert_eq!(log, host.log);
    let again = Table::replay(host.table.id(), &log, Some(&host.croupier)).unwrap();
    assert_eq!(format!("{again:?}"), format!("{:?}", host.table));
    assert_eq!(again.seq(), log.len() as u64);
    assert_eq!(again.record(), host.table.record());
    assert_eq!(again.waiting(), host.table.waiting());
    let mut check = LogCheck::new(host.table.id().as_str(), None);
    for event in &log {
        check.read(&event.to_string(), None).unwrap();
    }
    assert_eq!((check.seq(), check.head()), (again.seq(), again.head()));
    let scene = |table: &Table, viewer| table.game_on().map(|game| game.scene(viewer));
    for viewer in Seat::all(again.players().len() as u8).map(Viewer::Seat) {
        assert_eq!(scene(&again, viewer), scene(&host.table, viewer));
    }
}

/// The record reads back, replays and is verified.
#[track_caller]
fn check_record(host: &Host) {
    let text = host.record();
    let record: Record = text.parse().unwrap();
    assert_eq!(Some(&record), host.table.record().as_ref());
    let mut replayed = Match::replay(&record).unwrap().record();
    assert_eq!(replayed.events, record.events);
    assert_eq!(replayed.dice, record.dice);
    if let Some(fair) = replayed.dice.promise_mut() {
        assert_eq!(fair.seed.take(), Some(host.croupier.reveal()));
    }
    let verdict = verify(&text, &Memory::default());
    assert!(verdict.is_verified(), "{:?}\n{text}", verdict.problem);
    assert_eq!(verdict.rolls as usize, host.rolls());
}

#[track_caller]
fn check(rules: &str, whim: u64) {
    let mut evening = Evening::open(rules, whim);
    evening.gather();
    evening.play();
    check_log(&evening.host);
    check_record(&evening.host);
    check_seats(&evening.host);
}

/// Everybody who is in the record is at the table, in the same order.
#[track_caller]
fn check_seats(host: &Host) {
    let players = host.table.players();
    assert!(players.is_sorted_by_key(|player| player.id));
    for (player, seat) in players.iter().zip(Seat::all(64)) {
        assert_eq!(host.table.seat_of(player.id), Some(seat));
        assert!(player.back <= host.table.seq());
        let standin = &host.table.settings().standin;
        match &player.presence {
            Presence::Here | Presence::Away => {}
            Presence::Replaced(level) | Presence::Resigned(level) => assert_eq!(level, standin),
        }
    }
}

#[test]
fn a_game_of_every_preset() {
    for (number, (_, preset)) in presets().enumerate() {
        check(preset.name, number as u64);
    }
}

pub(crate) fn rules() -> impl Strategy<Value = &'static str> {
    let names: Vec<&str> = presets().map(|(_, preset)| preset.name).collect();
    let house_rules = [
        "farkle(first=random,deck=full,target=2000)",
        "pig(target=20)",
        "tridice(rows=3,dice=2)",
    ];
    prop::sample::select([names, house_rules.to_vec()].concat())
}

proptest! {
    #[test]
    fn evenings_as_they_come(rules in rules(), whim in any::<u64>()) {
        check(rules, whim);
    }
}
