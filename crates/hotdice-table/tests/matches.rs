//! Matches are played, taken back, written down and played through again.

mod common;

use common::{names, play, seat};
use hotdice_core::{DiceOrigin, RecordEvent, Turn, Viewer};
use hotdice_table::dice::{ResumeError, ScriptedDice, SeededDice};
use hotdice_table::{ActError, Match, OpenError, RollError, UndoRefused};

fn pig() -> Match {
    Match::open("pig(target=20)", names(2), DiceOrigin::Unknown).expect("pig")
}

#[test]
fn a_match_is_opened_by_its_rules_line() {
    let open = |rules, seats| Match::open(rules, names(seats), DiceOrigin::System).err();
    assert!(open("pig", 2).is_none());
    assert!(matches!(open("pug", 2), Some(OpenError::Rules(_))));
    assert!(matches!(open("pig", 1), Some(OpenError::Start(_))));
    assert!(matches!(open("pig", 300), Some(OpenError::Start(_))));
}

#[test]
fn the_log_spells_events_as_the_game_does() {
    let mut game = pig();
    game.play(" 4 ").expect("a roll");
    let held = game.play("  hold ").expect("an action");
    assert!(!held.story.is_empty());
    let log: Vec<String> = game.log().iter().map(RecordEvent::to_string).collect();
    assert_eq!(log, ["rolled 4", "acted 1 hold"]);
}

#[test]
fn the_end_is_written_as_soon_as_the_game_is_over() {
    let mut game = pig();
    let mut dice = ScriptedDice::single([6, 6, 6, 6]);
    for _ in 0..3 {
        game.roll(&mut dice).expect("dice are due");
        game.play("roll").expect("legal");
    }
    game.roll(&mut dice).expect("dice are due");
    game.play("hold").expect("legal");
    assert!(matches!(game.turn(), Turn::Over(_)));
    let end = game.log().last().map(RecordEvent::to_string);
    assert_eq!(end.as_deref(), Some("ended 1"));
    assert_eq!(game.scene(Viewer::Spectator).turn, None);
    assert_eq!(game.undo(), Err(UndoRefused::Over));
    let late = game.play("roll").expect_err("the game is over");
    assert_eq!(late.to_string(), "the game is over");
    let late = game.roll(&mut dice).expect_err("the game is over");
    assert_eq!(late.to_string(), "the game is over");
}

#[test]
fn refused_events_leave_no_trace() {
    let mut game = pig();
    assert!(game.play("roll").is_err());
    assert!(game.play("7").is_err());
    assert!(game.agree().is_err());
    game.play("4").expect("a roll");
    let twice = game.roll(&mut ScriptedDice::single([3]));
    assert!(matches!(twice, Err(RollError::Refused(_))));
    let hold = game.read_action("hold").expect("legal");
    let other = game.act_as(seat(2), &hold);
    assert!(matches!(other, Err(ActError::NotYourTurn { .. })));
    assert_eq!(game.log().len(), 1);
    game.act_as(seat(1), &hold).expect("seat 1 decides");
}

#[test]
fn dice_that_do_not_fit_are_refused() {
    for throw in [vec![], vec![6], vec![0, 0]] {
        let mut game = pig();
        let refused = game.roll(&mut ScriptedDice::new([throw]));
        assert!(matches!(refused, Err(RollError::WrongDice { .. })));
        assert!(game.log().is_empty());
    }
}

#[test]
fn nothing_is_taken_back_after_a_roll_or_a_turn() {
    let mut game = pig();
    assert_eq!(game.undo(), Err(UndoRefused::Nothing));
    game.play("4").expect("a roll");
    assert_eq!(game.undo(), Err(UndoRefused::Rolled));
    game.play("roll").expect("legal");
    assert_eq!(game.undo(), Err(UndoRefused::ToBeRolled));
}

#[test]
fn a_replayed_match_is_the_match() {
    for seed in 0..20 {
        let game = play("pig", 3, seed);
        let again = Match::replay(&game.record()).expect("a record of a match");
        assert_eq!(again.record(), game.record());
        assert_eq!(again.position().state(), game.position().state());
        assert_eq!(again.turn(), game.turn());
    }
}

#[test]
fn a_broken_off_match_goes_on_with_the_dice_of_its_seed() {
    let whole = play("pig", 2, 7);
    for events in 0..whole.log().len() {
        let mut record = whole.record();
        record.events.truncate(events);
        let mut game = Match::replay(&record).expect("a broken off record");
        let mut dice = SeededDice::resume(&game).expect("the dice of the seed");
        common::play_on(&mut game, &mut dice);
        assert_eq!(game.record(), whole.record(), "from event {events} on");
    }
}

#[test]
fn other_dice_than_those_of_the_seed_are_found() {
    let mut game = Match::open("pig", names(2), DiceOrigin::Seed(7)).expect("pig");
    let mut dice = SeededDice::new(8);
    common::play_on(&mut game, &mut dice);
    let found = SeededDice::resume(&game).expect_err("dice of another seed");
    let ResumeError::OtherDice { number, line, .. } = found else {
        panic!("{found}");
    };
    assert_eq!(line, number + 6);
    let unseeded = SeededDice::resume(&pig()).err();
    assert_eq!(unseeded, Some(ResumeError::NoSeed(DiceOrigin::Unknown)));
}
