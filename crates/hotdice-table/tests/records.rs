//! Damaged records are refused in words, or are broken off matches; nothing makes the program panic.

mod common;

use common::{names, play};
use hotdice_core::{DiceOrigin, Record, RecordEvent, Turn};
use hotdice_table::{Match, ReplayError, ReplayProblem};

const RULES: &str = "pig(target=20)";

/// Reads and replays a text, and makes sure that it is either a match or a readable refusal.
#[track_caller]
fn survive(text: &str) -> Option<Match> {
    let message = match text.parse::<Record>() {
        Err(error) => error.to_string(),
        Ok(record) => match Match::replay(&record) {
            Err(error) => error.to_string(),
            Ok(game) => return Some(sound(game)),
        },
    };
    assert!(message.starts_with("line "), "{message}");
    assert!(message.len() < 400, "{message}");
    None
}

/// Makes sure that a match agrees with its own record.
#[track_caller]
fn sound(game: Match) -> Match {
    let again = Match::replay(&game.record()).expect("the record of a match");
    assert_eq!(again.record(), game.record());
    let over = matches!(game.turn(), Turn::Over(_));
    let ended = matches!(game.log().last(), Some(RecordEvent::Ended(_)));
    assert_eq!(over, ended);
    game
}

#[test]
fn every_beginning_of_a_record_is_a_match_or_refused_in_words() {
    let text = play(RULES, 2, 3).record().to_string();
    for end in 0..=text.len() {
        survive(&text[..end]);
    }
    let mut lines: Vec<&str> = text.lines().collect();
    while lines.len() > 6 {
        let game = survive(&lines.join("\n")).expect("whole lines are a broken off match");
        assert!(game.log().len() + 6 >= lines.len());
        lines.pop();
    }
}

#[test]
fn every_damaged_line_is_refused_in_words_or_makes_sense() {
    let text = play(RULES, 2, 3).record().to_string();
    let lines: Vec<&str> = text.lines().collect();
    let strange = [
        "",
        " ",
        "rolled",
        "rolled 0",
        "rolled 7",
        "rolled 1 1",
        "rolled 4",
        "acted",
        "acted 1",
        "acted 1 hold",
        "acted 2 hold",
        "acted 2 roll",
        "acted 65 roll",
        "acted 0 roll",
        "acted 3 hold",
        "agreed",
        "ended",
        "ended 1",
        "ended 2",
        "ended 1 2",
        "ended 64",
        "seat 1 Ada",
        "rules pig",
        "rules farkle(((",
        "dice seed -1",
        "🎲",
        "\0",
    ];
    for place in 0..lines.len() {
        for other in strange {
            let mut damaged = lines.clone();
            damaged[place] = other;
            survive(&damaged.join("\n"));
            damaged.insert(place, lines[place]);
            survive(&damaged.join("\n"));
        }
        let mut damaged = lines.clone();
        let gone = damaged.remove(place);
        survive(&damaged.join("\n"));
        damaged.push(gone);
        survive(&damaged.join("\n"));
    }
}

#[test]
fn every_changed_letter_is_refused_in_words_or_makes_sense() {
    let text = play(RULES, 2, 3).record().to_string();
    for (place, letter) in text.char_indices() {
        for other in ['1', '2', '6', ' ', '\n', 'x', '='] {
            let mut damaged = text.clone();
            damaged.replace_range(place..place + letter.len_utf8(), &other.to_string());
            survive(&damaged);
        }
    }
}

/// Replays a record of two seats with these events.
fn replay(events: &str) -> Result<Match, ReplayError> {
    let header = "hotdice record 1\nrules pig(target=5)\ndice unknown\nseat 1 Ada\nseat 2 Bo\n";
    let record: Record = format!("{header}\n{events}").parse().expect("a record");
    Match::replay(&record)
}

#[track_caller]
fn check(events: &str, message: &str) {
    let error = replay(events).expect_err("a record that cannot be");
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_refusal_names_line_and_event() {
    check(
        "rolled 4\nrolled 4\n",
        "line 8, event 2: a player has to choose before the dice are rolled again",
    );
    check("acted 1 roll\n", "line 7, event 1: roll the dice first");
    check(
        "rolled 4\nacted 2 hold\n",
        "line 8, event 2: it isn't seat 2's turn: seat 1 decides",
    );
    check(
        "rolled 4\nagreed\n",
        "line 8, event 2: you can't agree on a draw here",
    );
    check(
        "rolled 4\nended 1\n",
        "line 8, event 2: the game is not over here",
    );
    check(
        "rolled 6\nacted 1 hold\nended 2\n",
        "line 9, event 3: the record says that seat 2 won, but it was seat 1",
    );
    check(
        "rolled 6\nacted 1 hold\nended 1 2\n",
        "line 9, event 3: the record says that seats 1, 2 won, but it was seat 1",
    );
    check(
        "rolled 6\nacted 1 hold\nrolled 1\n",
        "line 9, event 3: the game is over",
    );
}

#[test]
fn the_end_may_be_missing_but_not_doubled() {
    let game = replay("rolled 6\nacted 1 hold\n").expect("all but the end");
    let end = game.log().last().map(RecordEvent::to_string);
    assert_eq!(end.as_deref(), Some("ended 1"));
    let mut record = game.record();
    record.events.extend(game.log().last().cloned());
    let doubled = Match::replay(&record).expect_err("two ends");
    let problem = match doubled {
        ReplayError::Event { problem, .. } => problem,
        other => panic!("{other}"),
    };
    assert!(matches!(problem, ReplayProblem::AfterTheEnd));
}

#[test]
fn rules_and_seats_are_checked() {
    let record = |rules: &str, seats| Record {
        rules: rules.to_owned(),
        dice: DiceOrigin::Unknown,
        seats: names(seats),
        from: None,
        events: Vec::new(),
    };
    let refused = |rules, seats| Match::replay(&record(rules, seats)).expect_err("refused");
    assert!(matches!(refused("pug", 2), ReplayError::Rules(_)));
    assert!(matches!(refused("pig", 1), ReplayError::Seats(_)));
    assert!(
        refused("pig", 1)
            .to_string()
            .starts_with("line 4: 1 at the table")
    );
}
