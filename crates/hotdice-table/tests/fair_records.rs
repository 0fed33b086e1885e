//! Records of games with fair dice that must be the same for ever, and are verified by a crate that knows no table.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use common::host::{Host, bot, person, table_id};
use hotdice_core::{Bytes32, Name, Seat};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_table::{Settings, Table, TableDice, Waiting, Who};
use hotdice_testkit::golden;
use hotdice_verify::{Memory, verify};

/// Compares the record with its file, and verifies it.
#[track_caller]
fn check(name: &str, host: &Host) {
    assert!(host.is_over());
    let record = host.record();
    golden::check(&format!("testdata/fair/{name}.hotdice"), &record);
    let memory = Memory {
        commitment: Some(host.table.commitment()),
        entropy: host
            .game()
            .origin()
            .promise()
            .unwrap()
            .entropy
            .iter()
            .copied()
            .flatten()
            .collect(),
    };
    let verdict = verify(&record, &memory);
    assert!(verdict.is_verified(), "{:?}", verdict.problem);
    assert_eq!(verdict.rolls as usize, host.rolls());
}

/// Returns a person whose bytes count up from one of them.
fn counting(name: &str, first: u8) -> Who {
    let entropy = Bytes32(std::array::from_fn(|place| first + place as u8));
    let name = name.parse().unwrap();
    Who::Person { name, entropy }
}

/// The worked example of docs/fair-dice.md.
#[test]
fn the_worked_example() {
    let settings = Table::settings_for("pig(target=10)", Some(2)).unwrap();
    let seed = std::array::from_fn(|place| 0xe0 + place as u8);
    let mut host = Host::with(settings, "k7w2m9x4ab".parse().unwrap(), seed);
    host.join(counting("Ada", 0x00)).unwrap();
    host.join(counting("Bo", 0x20)).unwrap();
    while !host.is_over() {
        let points = host.game().position().state();
        let close = points.contains("total=2") || points.contains("total=3");
        host.act(if close { "roll" } else { "hold" }).unwrap();
    }
    check("pig", &host);
}

/// The worked example of linked dice in docs/fair-dice.md: one client is away for one roll.
#[test]
fn the_worked_example_of_linked_dice() {
    let settings = Settings {
        dice: TableDice::Linked,
        ..Table::settings_for("pig(target=10)", Some(2)).unwrap()
    };
    let seed = std::array::from_fn(|place| 0xe0 + place as u8);
    let mut host = Host::with(settings, "k7w2m9x4ab".parse().unwrap(), seed);
    let sit = |host: &mut Host, name: &str, first: u8| {
        let secret = Bytes32(std::array::from_fn(|place| first + place as u8));
        let name: Name = name.parse().unwrap();
        let chain = SecretChain::new(ChainOwner::person(host.table.id(), &name), secret);
        let entropy = chain.anchor();
        host.chains.insert(name.clone(), chain);
        host.join(Who::Person { name, entropy }).unwrap()
    };
    sit(&mut host, "Ada", 0x00);
    sit(&mut host, "Bo", 0x20);
    host.add_links();
    let Waiting::Person(decides) = host.table.waiting() else {
        panic!("somebody decides");
    };
    let roll = host.rolls() as u64 + 1;
    let link = host.link_of(decides, roll);
    let player = |seat: Seat| host.table.players()[seat.index()].id;
    let (acts, other) = (
        player(decides),
        player(Seat::all(2).find(|seat| *seat != decides).unwrap()),
    );
    let seen = host.table.seq();
    let acted = host
        .table
        .act_expecting(acts, seen, "roll", None, Some(link), &host.croupier);
    host.granted(acted).unwrap();
    let late = host.table.links_late(host.table.seq(), &host.croupier);
    host.granted(late).unwrap();
    host.write(host.table.come_back(other).unwrap());
    while !host.is_over() {
        host.act("hold").unwrap();
    }
    check("linked", &host);
}

/// Everything that can happen to links: bots, absence, a new chain, somebody who leaves, is replaced and resigns.
#[test]
fn an_evening_with_linked_dice() {
    let mut host = Host::linked("cheese(deck=full,first=random,target=1500)", 4, 9);
    let ada = host.sit("Ada", 0xa1).unwrap();
    host.join(bot("careful")).unwrap();
    let bo = host.sit("Bo Peep", 0xb2).unwrap();
    let cy = host.sit("Zoë", 0xc3).unwrap();
    let first = |host: &mut Host, times| {
        for _ in 0..times {
            let action = host.pick(0).unwrap();
            host.act(&action).unwrap();
        }
    };
    host.add_links();
    first(&mut host, 6);
    host.write(host.table.leave(bo, &host.croupier).unwrap());
    first(&mut host, 4);
    host.write(host.table.come_back(bo).unwrap());
    let owner = ChainOwner::person(host.table.id(), &"Ada".parse().unwrap());
    let chain = SecretChain::new(owner, Bytes32([0xa2; 32]));
    host.write(host.table.anchor(ada, chain.anchor()).unwrap());
    host.chains.insert("Ada".parse().unwrap(), chain);
    first(&mut host, 4);
    host.write(host.table.resign(cy, &host.croupier).unwrap());
    host.play_on();
    check("linked_evening", &host);
}

#[test]
fn two_of_three_resign() {
    let mut host = Host::open("farkle(target=2000)", 3, 5);
    let players = [("Ada", 0xa1), ("Bo", 0xb2), ("Cy", 0xc3)]
        .map(|(name, byte)| host.join(person(name, byte)).unwrap());
    for resigning in [players[1], players[0]] {
        for _ in 0..8 {
            let action = host.pick(0).unwrap();
            host.act(&action).unwrap();
        }
        host.write(host.table.resign(resigning, &host.croupier).unwrap());
    }
    check("resigned", &host);
}

#[test]
fn somebody_is_away_for_a_while() {
    let mut host = Host::open("farkle(target=2000)", 3, 2);
    let ada = host.join(person("Ada", 0xa1)).unwrap();
    host.join(bot("careful")).unwrap();
    host.join(person("Bo Peep", 0xb2)).unwrap();
    host.act("bank").or_else(|_| host.act("roll")).unwrap();
    host.write(host.table.leave(ada, &host.croupier).unwrap());
    for _ in 0..6 {
        host.write(host.table.time_up(host.table.seq()).unwrap());
        let action = host.pick(0).unwrap();
        host.act(&action).unwrap();
    }
    host.write(host.table.come_back(ada).unwrap());
    host.play_on();
    check("farkle", &host);
}

/// Cards are dice with other numbers of sides, and who begins is rolled too.
#[test]
fn cards_and_who_begins() {
    let mut host = Host::open("cheese(deck=full,first=random,target=1000)", 3, 3);
    for name in ["Ada", "Bo", "Cy"] {
        host.join(person(name, name.as_bytes()[0])).unwrap();
    }
    host.play_on();
    check("cheese", &host);
}

/// A game that goes on from the middle, where a part of the deck is gone, after a throw and before one.
#[test]
fn a_game_from_the_middle() {
    let state =
        "scores=300,450 turn=2 deck=3,2,1,2,1,1,2,1 card=bonus-300 total=150 next=choose:1 1 5";
    let state = state.replace("1 1 5", "1156");
    let settings = Settings {
        from: Some(state),
        ..Table::settings_for("cheese(deck=full,target=1000)", Some(2)).unwrap()
    };
    let mut host = Host::with(settings, table_id(7), [7; 32]);
    host.join(person("Ada", 0xa1)).unwrap();
    host.join(person("Bo", 0xb2)).unwrap();
    host.play_on();
    check("from_the_middle", &host);
    let forged = host.record().replace("scores=300", "scores=800");
    let verdict = verify(&forged, &Memory::default());
    assert!(!verdict.is_verified());
}

#[test]
fn a_sheet_full_of_boxes() {
    let mut host = Host::open("kata", 1, 4);
    host.join(person("Ada", 0xa1)).unwrap();
    host.play_on();
    check("kata", &host);
}

#[test]
fn players_who_agree_to_stop() {
    let mut host = Host::open("tridice", 2, 5);
    let ada = host.join(person("Ada", 0xa1)).unwrap();
    let bo = host.join(person("Bo", 0xb2)).unwrap();
    for number in 0..12 {
        host.act(&host.pick(number).unwrap()).unwrap();
    }
    for player in [bo, ada] {
        let seen = host.table.seq();
        let offer = host.table.offer(player, seen, &host.croupier);
        host.granted(offer).unwrap();
    }
    check("tridice", &host);
}

#[test]
fn bots_among_themselves() {
    let mut host = Host::open("pig(target=30)", 2, 6);
    host.join(bot("random")).unwrap();
    host.join(bot("greedy")).unwrap();
    host.play_on();
    check("bots", &host);
}
