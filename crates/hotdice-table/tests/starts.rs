//! Matches and tables that begin in the middle of a game.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use common::host::{Host, person, table_id};
use common::{names, play, play_on};
use hotdice_core::{Bytes32, DiceOrigin, Record, Seat, StartRefused, Turn, Viewer};
use hotdice_table::dice::SeededDice;
use hotdice_table::{Impossible, Match, Refused, ReplayError, Settings, Table, TableEvent};

const FARKLE: &str = "scores=500,1200 turn=2 total=300 next=choose:1156";

/// Opens a match of two from a state.
fn from(rules: &str, state: &str) -> Result<Match, StartRefused> {
    let game = hotdice_games::find(rules).unwrap();
    Match::of(game, names(2), DiceOrigin::Seed(7), Some(state))
}

/// Returns every state of a whole game in which it goes on.
fn states(rules: &str, seats: usize) -> Vec<String> {
    let record = play(rules, seats, 3).record();
    let mut states = Vec::new();
    for events in 0..record.events.len() {
        let mut part = record.clone();
        part.events.truncate(events);
        let game = Match::replay(&part).unwrap();
        if !matches!(game.turn(), Turn::Over(_)) {
            states.push(game.position().state());
        }
    }
    states
}

#[test]
fn every_moment_of_a_game_can_be_played_on_from() {
    let rules = [
        "farkle(target=2000)",
        "cheese(target=1000)",
        "kata(boxes=pair+chance)",
    ];
    for rules in
        rules
            .into_iter()
            .chain(["shut-the-box", "tridice(rows=3,dice=2)", "pig(target=20)"])
    {
        let states = states(rules, 2);
        assert!(states.len() > 4, "{rules}: {states:?}");
        for state in states {
            let mut game = from(rules, &state).unwrap();
            assert_eq!(
                (game.from(), &*game.position().state()),
                (Some(&*state), &*state)
            );
            assert!(game.log().is_empty());
            play_on(&mut game, &mut SeededDice::new(7));
            let text = game.record().to_string();
            assert!(text.starts_with("hotdice record 3\n"), "{text}");
            let record: Record = text.parse().unwrap();
            let again = Match::replay(&record).unwrap();
            assert_eq!(again.record().to_string(), text);
            assert_eq!(again.start().state(), state);
            assert!(SeededDice::resume(&game).is_ok());
        }
    }
}

#[test]
fn what_nobody_can_begin_from_is_refused() {
    let refused = |rules, state| from(rules, state).unwrap_err().to_string();
    let check = |rules, state, said: &str| {
        let refused = refused(rules, state);
        assert!(refused.contains(said), "{refused}");
    };
    check(
        "farkle",
        "nonsense",
        "that is not a position of this game: cannot read",
    );
    check("pig", FARKLE, "that is not a position of this game");
    check(
        "pig(target=20)",
        "scores=0,0,0 turn=1 total=0 next=roll",
        "that position is for 3 players, but there are 2",
    );
    let over = play("pig(target=20)", 2, 3).position().state();
    check("pig(target=20)", &over, "already over");
}

#[test]
fn a_damaged_start_names_its_line() {
    let text = from("farkle", FARKLE).unwrap().record().to_string();
    let record: Record = text.replace("scores=500", "scores=5x0").parse().unwrap();
    let refused = Match::replay(&record).unwrap_err();
    assert!(
        matches!(refused, ReplayError::Start { line: 6, .. }),
        "{refused}"
    );
    assert!(
        refused
            .to_string()
            .starts_with("line 6: that is not a position"),
        "{refused}"
    );
}

fn settings(rules: &str, state: &str) -> Settings {
    let from = Some(state.to_owned());
    Settings {
        from,
        ..Table::settings_for(rules, Some(2)).unwrap()
    }
}

#[test]
fn a_table_begins_where_it_was_opened() {
    let mut host = Host::with(settings("farkle", FARKLE), table_id(1), [1; 32]);
    host.join(person("Ada", 1)).unwrap();
    // Two have played up to here, so two go on.
    let alone = host.table.start(&host.croupier);
    assert!(
        matches!(alone, Err(Refused::TooFew { joined: 1, .. })),
        "{alone:?}"
    );
    host.join(person("Bo", 2)).unwrap();
    let game = host.game();
    assert_eq!(game.position().state(), FARKLE);
    assert_eq!(game.turn(), Turn::Decide(Seat::new(1).unwrap()));
    assert_eq!(host.rolls(), 0);
    assert!(
        host.log[0]
            .to_string()
            .ends_with(&format!(" rules=farkle from {FARKLE}"))
    );
    host.play_on();
    assert!(host.is_over());
    let lines: Vec<String> = host.log.iter().map(TableEvent::to_string).collect();
    let log: Vec<TableEvent> = lines.iter().map(|line| line.parse().unwrap()).collect();
    assert_eq!(log, host.log);
    let again = Table::replay(host.table.id(), &log, None).unwrap();
    assert_eq!(again.record(), host.table.record());
    let pictures =
        [again.game_on(), host.table.game_on()].map(|game| game.unwrap().scene(Viewer::Spectator));
    assert_eq!(pictures[0], pictures[1]);
}

#[test]
fn a_table_is_not_opened_where_nobody_can_begin() {
    for state in ["scores=1,2,3 turn=1 total=0 next=roll", "nonsense"] {
        let opened = TableEvent::Opened(settings("pig", state), Bytes32([0; 32]));
        let refused = Table::open(table_id(1), &opened);
        assert!(matches!(refused, Err(Impossible::Start(_))), "{refused:?}");
    }
}
