//! Players take back what they just did, as long as nobody rolled or decided since.

mod common;

use std::sync::Arc;

use common::{names, stones::Stones};
use hotdice_core::{DiceOrigin, RecordEvent};
use hotdice_table::{Match, UndoRefused};

/// Plays stones: actions by their names, rolls by their numbers.
fn stones(events: &str) -> Match {
    let opened = Match::of(Arc::new(Stones), names(2), DiceOrigin::Unknown, None);
    let mut game = opened.expect("two players");
    for event in events.split_whitespace() {
        game.play(event).expect("a legal event");
    }
    game
}

fn text(game: &Match) -> String {
    let log: Vec<String> = game.log().iter().map(RecordEvent::to_string).collect();
    format!("{}: {}", game.position().state(), log.join(", "))
}

#[track_caller]
fn check(events: &str, undone: Result<&str, UndoRefused>) {
    let mut game = stones(events);
    let before = text(&game);
    match undone {
        Ok(left) => {
            game.undo().expect("an action that can be taken back");
            assert_eq!(text(&game), text(&stones(left)));
        }
        Err(refused) => {
            assert_eq!(game.undo(), Err(refused));
            assert_eq!(text(&game), before);
        }
    }
}

#[test]
fn the_last_action_of_the_seat_that_still_decides_is_taken_back() {
    check("take", Ok(""));
    check("take take", Ok("take"));
    check("take pass take", Ok("take pass"));
    check("shake 1 take", Ok("shake 1"));
}

#[test]
fn anything_else_stands() {
    check("", Err(UndoRefused::Nothing));
    check("take pass", Err(UndoRefused::Passed));
    check("pass pass", Err(UndoRefused::Passed));
    check("take shake", Err(UndoRefused::ToBeRolled));
    check("take shake 2", Err(UndoRefused::Rolled));
    check("take take take take take", Err(UndoRefused::Over));
}

#[test]
fn several_actions_are_taken_back_one_by_one() {
    let mut game = stones("shake 1 take take take");
    for _ in 0..3 {
        game.undo().expect("an action that can be taken back");
    }
    assert_eq!(game.undo(), Err(UndoRefused::Rolled));
    assert_eq!(text(&game), text(&stones("shake 1")));
}

#[test]
fn an_agreement_ends_the_match_and_stands() {
    let mut game = stones("take");
    game.agree().expect("the rules allow it");
    assert!(text(&game).ends_with("acted 1 take, agreed, ended 1 2"));
    assert_eq!(game.undo(), Err(UndoRefused::Over));
    assert!(game.agree().is_err() && game.play("take").is_err());
}
