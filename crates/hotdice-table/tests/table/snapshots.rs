//! A table that goes on from a snapshot is the one that a replay of its whole log gives.

use hotdice_core::{Seat, Turn, Viewer};
use hotdice_games::presets;
use hotdice_table::{Match, Presence, Table, TableEvent};
use proptest::prelude::*;

use crate::common::host::Host;
use crate::whole_games::{BOTH_DICE, Evening, rules};

/// Everything that can be asked of a table, given the log that led to it.
fn answers(table: &Table, log: &[TableEvent]) -> String {
    let game = |game: &Match| {
        let seats = Seat::all(game.position().seats()).map(Viewer::Seat);
        let scenes = seats
            .chain([Viewer::Spectator])
            .map(|seen| game.scene(seen));
        let (position, turn) = (game.position(), game.turn());
        let actions: Vec<String> = match turn {
            Turn::Decide(_) => {
                let actions = position.actions();
                actions
                    .iter()
                    .map(|action| action.notation().to_owned())
                    .collect()
            }
            Turn::Roll | Turn::Over(_) => Vec::new(),
        };
        let scenes: Vec<_> = scenes.collect();
        format!(
            "{turn:?} {} {actions:?} {scenes:?} {:?}",
            position.state(),
            game.picture()
        )
    };
    let asked = [
        format!("{:?}", (table.id(), table.settings(), table.commitment())),
        format!("{:?}", (table.players(), table.entropy())),
        format!(
            "{:?}",
            (table.seq(), table.moved(), table.rolls(), table.head())
        ),
        format!("{:?}", (table.offers(), table.can_agree(), table.rematch())),
        format!(
            "{:?}",
            (table.waiting(), table.due(), table.missing_links())
        ),
        format!("{:?}", table.game_on().map(game)),
        format!("{:?}", table.record_of(log)),
    ];
    asked.join("\n")
}

/// Compares tables by all that they answer and, field by field, by all that they are. Who had given up is not remembered of a game that
/// was then played to its end, and nobody can ask for it.
#[track_caller]
fn check_same(resumed: &Table, replayed: &Table, log: &[TableEvent]) {
    assert_eq!(answers(resumed, log), answers(replayed, log));
    let is_over = |game: &Match| matches!(game.turn(), Turn::Over(_));
    let gave_up = |table: &Table| {
        let mut presences = table.players().iter().map(|player| &player.presence);
        presences.any(|presence| matches!(presence, Presence::Resigned(_)))
    };
    if !(gave_up(replayed) && replayed.game_on().is_some_and(is_over)) {
        assert_eq!(format!("{resumed:?}"), format!("{replayed:?}"));
    }
}

/// Takes a snapshot after every so manieth event. A table that is restored from it is the one that was replayed from event 1, is still the
/// same after the next event, and some of them to the end.
#[track_caller]
fn check(host: &Host, every: usize) {
    let Host {
        table,
        croupier,
        log,
        ..
    } = host;
    let mut replayed = Table::open(table.id(), &log[0]).unwrap().without_log();
    let mut resumed: Vec<Table> = Vec::new();
    for number in 1..=log.len() {
        // Records grow with the game; what stands before their events does not.
        let so_far = &log[number - 1..number];
        if number > 1 {
            let event = &log[number - 1];
            let next = replayed.check(event.clone(), Some(croupier)).unwrap();
            let effect = replayed.apply(&next).unwrap();
            for table in &mut resumed {
                let next = table.check(event.clone(), Some(croupier)).unwrap();
                assert_eq!(table.apply(&next).unwrap(), effect);
            }
        }
        let is_taken = number % every == 0 || number == log.len();
        if let Some(last) = resumed.last().filter(|_| is_taken || number % every == 1) {
            check_same(last, &replayed, so_far);
        }
        if is_taken {
            // The one before has been compared after another event. A few go on.
            if number % 64 != 0 {
                resumed.pop();
            }
            let text = replayed.snapshot().expect("a snapshot");
            resumed.push(Table::restore(table.id(), &text).unwrap());
            check_same(resumed.last().unwrap(), &replayed, so_far);
            resumed.drain(..resumed.len().saturating_sub(3));
        }
    }
    for table in &resumed {
        check_same(table, &replayed, log);
    }
    assert_eq!(replayed.record(), None);
    assert_eq!(replayed.record_of(log), table.record());
    assert_eq!(replayed.snapshot(), table.snapshot());
}

/// Games of every preset and with both kinds of dice.
fn check_presets(every: usize) {
    for (number, (_, preset)) in presets().enumerate() {
        for open in BOTH_DICE {
            let evening = Evening::played(open, preset.name, number as u64);
            check(&evening.host, every);
        }
    }
}

#[test]
fn snapshots_of_every_preset_and_both_kinds_of_dice() {
    check_presets(13);
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn a_snapshot_after_every_event_of_every_preset_and_both_kinds_of_dice() {
    check_presets(1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn snapshots_as_they_come(rules in rules(), whim in any::<u64>(), linked in any::<bool>(), every in 2_usize..40) {
        let evening = Evening::played(BOTH_DICE[usize::from(linked)], rules, whim);
        check(&evening.host, every);
    }
}

/// What comes before and after the game, and chains that were begun anew.
#[test]
fn a_table_that_gathers_meets_again_or_has_new_anchors() {
    for open in BOTH_DICE {
        let mut host = open("farkle(target=300)", 2, 7);
        check(&host, 1);
        for name in ["Ada", "Bo"] {
            let person = host.person(name, 1 + name.len() as u8);
            host.join(person).unwrap();
            check(&host, 1);
        }
        host.play_on();
        let meet_again = host.table.meet_again("k7w2m9x4ab".parse().unwrap());
        host.write(meet_again.unwrap());
        check(&host, 1);
    }
}

#[test]
fn other_texts_are_no_snapshots() {
    for open in BOTH_DICE {
        let mut host = open("farkle", 2, 7);
        for name in ["Ada", "Bo"] {
            let person = host.person(name, 1 + name.len() as u8);
            host.join(person).unwrap();
        }
        host.add_links();
        let text = host.table.snapshot().unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let without = |word: &str| {
            let kept = lines.iter().filter(|line| !line.starts_with(word));
            kept.fold(String::new(), |text, line| text + line + "\n")
        };
        for broken in [
            String::new(),
            text.replace("snapshot 1", "snapshot 2"),
            text.replace("\nat ", "\nat x"),
            text.replace("\nstate ", "\nstate x"),
            text.replace("rules=farkle", "rules=nothing"),
            text.replace("rules=farkle", "rules=yatzy"),
            format!("{text}something else\n"),
            without("at "),
            without("player "),
            without("added "),
            without("dice "),
        ] {
            let read = Table::restore(host.table.id(), &broken);
            assert!(read.is_err(), "{broken}");
        }
    }
}
