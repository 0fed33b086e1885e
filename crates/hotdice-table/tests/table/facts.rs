//! What a table says about its events, and how often it reads them.

use std::sync::Arc;

use hotdice_core::{Bytes32, Dice, GameEventKind, Target};
use hotdice_table::fair::Croupier;
use hotdice_table::{CheckedEvent, Effect, Refused, Settings, Table, TableEvent};

use crate::common::host::{Host, bot, person, table_id};
use crate::common::seat;
use crate::common::stones::{READ, Stones};

fn settings(rules: &str) -> Settings {
    Settings {
        rules: rules.to_owned(),
        seats: 2,
        clock: None,
        standin: "careful".to_owned(),
        coach: false,
        after: None,
        from: None,
        dice: hotdice_table::TableDice::Committed,
    }
}

/// From the request to the log and the table an action is read once; so is each that comes from a log.
#[test]
fn an_action_is_read_once() {
    let croupier = Croupier::new(table_id(1), [1; 32]);
    let opened = TableEvent::Opened(settings("stones"), croupier.commitment());
    let open = || Table::of(table_id(1), Arc::new(Stones), &opened).unwrap();
    let mut table = open();
    let mut log = Vec::new();
    let mut write = |table: &mut Table, events: Vec<CheckedEvent>| {
        for event in events {
            log.push(event.to_string());
            table.apply(&event).unwrap();
        }
    };
    for name in ["Ada", "Bo"] {
        let (_, events) = table.join(person(name, 1), None, &croupier).unwrap();
        write(&mut table, events);
    }
    let ada = table.players()[0].id;
    for (number, action) in ["take", " shake ", "take"].into_iter().enumerate() {
        let before = READ.get();
        let acted = table.act_expecting(ada, table.seq(), action, Some(0), None, &croupier);
        write(&mut table, acted.unwrap());
        assert_eq!(READ.get() - before, 1, "action {number}");
    }
    let before = READ.get();
    let mut again = open();
    for line in &log {
        let event = again.check(line.parse().unwrap(), None).unwrap();
        again.apply(&event).unwrap();
    }
    assert_eq!(READ.get() - before, 3, "a log has each action once");
    assert_eq!(again.record(), table.record());
}

/// Applies what was granted, and returns what each event did.
fn effects(host: &mut Host, events: &[CheckedEvent]) -> Vec<Effect> {
    let apply = |event: &CheckedEvent| host.table.apply(event).unwrap();
    events.iter().map(apply).collect()
}

#[test]
fn events_say_who_did_what() {
    let mut host = Host::open("farkle", 2, 3);
    let (_, joined) = host
        .table
        .join(person("Ada", 1), None, &host.croupier)
        .unwrap();
    assert_eq!(effects(&mut host, &joined)[0].seat, Some(seat(1)));
    let (_, joined) = host
        .table
        .join(bot("careful"), None, &host.croupier)
        .unwrap();
    let began = effects(&mut host, &joined);
    assert_eq!((began[0].seat, began[1].seat), (Some(seat(2)), None));
    let Some(GameEventKind::Rolled { notation, dice }) = &began[2].game else {
        panic!("dice are rolled when the game begins: {began:?}");
    };
    assert_eq!(began[2].seat, Some(seat(1)));
    let mut sorted: Vec<String> = dice.iter().map(u8::to_string).collect();
    sorted.sort();
    assert_eq!(sorted.join(" "), *notation);
}

#[test]
fn what_is_expected_is_what_the_menu_says() {
    let mut host = Host::with(settings("zilch-playr"), table_id(4), [4; 32]);
    host.croupier = host.croupier.clone().scripted([vec![0, 1, 0, 0, 1, 0]]);
    let ada = host.join(person("Ada", 1)).unwrap();
    host.join(person("Bo", 2)).unwrap();
    let ask = |host: &Host, expected| {
        let (seen, keep) = (host.table.seq(), "keep 1 1 1 1 2 2");
        host.table
            .act_expecting(ada, seen, keep, Some(expected), None, &host.croupier)
    };
    let refused = ask(&host, 2000).unwrap_err();
    assert!(
        matches!(refused, Refused::OtherPoints { points: 1500, .. }),
        "{refused}"
    );
    let kept = ask(&host, 1500).unwrap();
    let kept = effects(&mut host, &kept);
    let Some(GameEventKind::Acted { target, points, .. }) = &kept[0].game else {
        panic!("dice are kept: {kept:?}");
    };
    assert_eq!(
        *target,
        Target::Dice("1 1 1 1 2 2".parse::<Dice>().unwrap())
    );
    assert_eq!(*points, Some(1500));
    let picture = host.table.picture().unwrap();
    assert!(
        picture
            .choices
            .iter()
            .any(|choice| choice.points == Some(1500))
    );
    assert_eq!(host.table.entropy()[0], Some(Bytes32([1; 32])));
}
