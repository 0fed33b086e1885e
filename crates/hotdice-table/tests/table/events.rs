//! Events that cannot have happened change nothing.

use hotdice_core::Bytes32;
use hotdice_table::{Impossible, Table, TableEvent};

use crate::common::host::{Host, bot, person, table_id};

/// Expects that a table does not take an event, and stays as it is.
#[track_caller]
fn check(host: &mut Host, event: &str, expected: fn(&Impossible) -> bool) {
    let before = format!("{:?}", host.table);
    let event: TableEvent = event.parse().expect("an event");
    let checked = host.table.check(event.clone(), None);
    let refused = checked.and_then(|checked| host.table.apply(&checked));
    let refused = refused.expect_err("impossible");
    assert!(expected(&refused), "{event}: {refused:?}");
    assert_eq!(format!("{:?}", host.table), before, "{event}");
}

fn order(refused: &Impossible) -> bool {
    matches!(refused, Impossible::Order)
}

fn nobody(refused: &Impossible) -> bool {
    matches!(refused, Impossible::Nobody(_))
}

fn opened(standin: &str, seats: u8) -> TableEvent {
    let mut settings = Table::settings_for("pig", Some(seats)).unwrap();
    settings.standin = standin.to_owned();
    TableEvent::Opened(settings, Bytes32([0; 32]))
}

#[test]
fn tables_that_cannot_be_opened() {
    let open = |event: &TableEvent| Table::open(table_id(1), event).map(|_| ());
    assert!(open(&opened("careful", 2)).is_ok());
    assert!(matches!(
        open(&opened("careful", 1)),
        Err(Impossible::Seats)
    ));
    assert!(matches!(
        open(&opened("care ful", 2)),
        Err(Impossible::Level)
    ));
    assert!(matches!(open(&opened("", 2)), Err(Impossible::Level)));
    assert!(matches!(open(&TableEvent::Started), Err(Impossible::Order)));
    let empty: [&TableEvent; 0] = [];
    assert!(matches!(
        Table::replay(table_id(1), empty, None),
        Err(Impossible::Order)
    ));
}

#[test]
fn while_people_gather() {
    let mut host = Host::open("pig", 2, 1);
    for event in [
        "rolled 4",
        "acted 1 hold",
        "offered 1",
        "agreed",
        "left 1",
        "withdrew 1",
    ] {
        check(&mut host, event, order);
    }
    check(&mut host, "started", |refused| {
        matches!(refused, Impossible::Seats)
    });
    check(&mut host, "joined 2 bot:careful", order);
    check(&mut host, &format!("rematch {}", table_id(2)), order);
    check(&mut host, &format!("ended {} 1", "00".repeat(32)), order);
    let again = host.log[0].to_string();
    check(&mut host, &again, order);
}

#[test]
fn while_the_game_goes_on() {
    let mut host = Host::open("pig", 2, 1);
    host.join(person("Ada", 1)).unwrap();
    host.join(bot("careful")).unwrap();
    for event in ["started", "joined 3 bot:careful", "withdrew 1"] {
        check(&mut host, event, order);
    }
    let (seed, other) = (host.croupier.reveal(), table_id(2));
    check(&mut host, &format!("ended {seed} 1"), order);
    check(&mut host, &format!("rematch {other}"), order);
    check(&mut host, "offered 3", nobody);
    check(&mut host, "left 3", nobody);
    check(&mut host, "replaced 1 the bold", |refused| {
        matches!(refused, Impossible::Level)
    });
    check(&mut host, "acted 2 hold", |refused| {
        matches!(refused, Impossible::Game(_))
    });
    check(&mut host, "rolled 4", |refused| {
        matches!(refused, Impossible::Dice(_))
    });
    check(&mut host, "agreed", |refused| {
        matches!(refused, Impossible::Agreement(_))
    });
}

#[test]
fn more_players_than_seats() {
    let mut host = Host::open("pig", 2, 1);
    host.join(person("Ada", 1)).unwrap();
    let event = "joined 2 bot:careful".parse().unwrap();
    let event = host.table.check(event, None).unwrap();
    host.table.apply(&event).unwrap();
    check(&mut host, "joined 3 bot:careful", |refused| {
        matches!(refused, Impossible::Seats)
    });
}

/// Whoever changes the seed in the log is found out when the log is read.
#[test]
fn another_seed_than_was_committed() {
    let mut host = Host::open("pig(target=10)", 2, 1);
    host.join(person("Ada", 1)).unwrap();
    host.join(person("Bo", 2)).unwrap();
    host.play_on();
    let Some(TableEvent::Ended(seed, _)) = host.log.last_mut() else {
        panic!("the game is over");
    };
    seed.0[0] ^= 1;
    let replayed = Table::replay(host.table.id(), &host.log, None);
    assert!(matches!(replayed, Err(Impossible::Seed)));
}

/// Lines that are no events.
#[test]
fn lines_that_are_no_events() {
    let opened = Host::open("pig", 2, 1).log[0].to_string();
    let more = opened.replace(" rules=", " mood=good rules=");
    let less = opened.replace("coach=off ", "");
    let turned = opened.replace("seats=2 clock=off", "clock=off seats=2");
    let long = format!("joined 1 bot:{}", "x".repeat(40));
    let lines = [
        "",
        "rolled",
        "joined 0 bot:careful",
        "joined 1 bot:",
        "joined 1 bot:a b",
        "joined 1 Ada",
        "acted 0 roll",
        "acted 65 roll",
        "ended 12 1",
        "started now",
        "rematch here",
        "opened",
        "left",
        &long,
        &more,
        &less,
        &turned,
    ];
    for line in lines {
        assert!(line.parse::<TableEvent>().is_err(), "{line}");
    }
}
