//! How games end.

use hotdice_core::{AnyPosition, Game, Position, Seat, Standing, Turn};

use super::{for_each_random_state, play, position};
use crate::tridice::{Draw, Rows, TriDice};

/// Two dice that can walk to and fro for ever: 22-33 and 31-44.
const TO_AND_FRO: &str = "turn=1 hands=0,0 board=22:1=2134,31:2=3142";
const ROUND: [&str; 4] = ["move 22-33", "move 31-44", "move 33-22", "move 44-31"];

/// Eight dice on nine cells that show 3 or 4, so that none can move.
const STUCK: &str = "turn=1 hands=0,0 board=11:1=3142,21:2=1324,22:1=2134,23:2=1324,\
                     31:1=3142,32:2=1324,33:1=2134,34:2=1324";

fn drawn() -> Turn {
    Turn::Over(Standing::shared_by_all(2))
}

fn small() -> TriDice {
    TriDice::new(Rows::new(3).unwrap(), 4).unwrap()
}

#[test]
fn the_third_time_is_a_draw() {
    let mut position = position(TriDice::USUAL, TO_AND_FRO);
    play(&mut position, &ROUND);
    play(&mut position, &ROUND[..3]);
    assert_eq!(position.state().times(), 2);
    assert_eq!(position.turn(), Turn::Decide(Seat::FIRST.next(2)));
    play(&mut position, &ROUND[3..]);
    assert_eq!(position.state().draw(), Some(Draw::Repetition));
    assert_eq!(position.turn(), drawn());
}

#[test]
fn a_placement_begins_a_new_past() {
    let state = TO_AND_FRO.replace("hands=0,0", "hands=1,0");
    let mut position = position(TriDice::USUAL, &state);
    play(&mut position, &ROUND);
    play(&mut position, &["place 47"]);
    assert_eq!(position.state().quiet_turns(), 0);
    play(&mut position, &["47=1243", "move 31-44"]);
    assert_eq!(position.state().quiet_turns(), 1);
}

#[test]
fn a_capture_begins_a_new_past() {
    let state = "turn=1 hands=0,1 board=22:1=2134,31:2=3142,41:1=1243";
    let mut position = position(TriDice::USUAL, state);
    play(&mut position, &ROUND);
    assert_eq!(position.state().quiet_turns(), 4);
    play(&mut position, &["move 41-31"]);
    assert_eq!(position.state().quiet_turns(), 0);
    assert_eq!(position.turn(), Turn::Decide(Seat::FIRST.next(2)));
}

#[test]
fn whoever_is_stuck_passes_and_two_passes_are_a_draw() {
    let mut position = position(small(), STUCK);
    assert_eq!(position.actions(), ["pass"]);
    play(&mut position, &["pass"]);
    assert_eq!(position.actions(), ["pass"]);
    play(&mut position, &["pass"]);
    assert_eq!(position.state().draw(), Some(Draw::Passes));
    assert_eq!(position.turn(), drawn());
}

#[test]
fn one_pass_is_no_draw() {
    let mut position = position(small(), &STUCK.replace("34:2=1324", "34:2=2134"));
    assert_eq!(position.actions(), ["pass"]);
    play(&mut position, &["pass"]);
    assert_eq!(position.actions(), ["move 34-33", "move 34-35"]);
    play(&mut position, &["move 34-35"]);
    assert_eq!(position.state().draw(), None);
    assert_eq!(position.state().quiet_turns(), 2);
}

#[test]
fn forty_quiet_turns_are_a_draw() {
    let mut drawn_at = Vec::new();
    for_each_random_state(6, |game, state| match state.draw() {
        Some(Draw::Quiet) => {
            assert_eq!(game.turn(state), drawn());
            drawn_at.push(state.quiet_turns());
        }
        _ => assert!(state.quiet_turns() < 40),
    });
    assert!(!drawn_at.is_empty() && drawn_at.iter().all(|&turns| turns == 40));
}

#[test]
fn the_last_capture_wins() {
    let game = TriDice::new(Rows::USUAL, 1).unwrap();
    let mut position = position(game, "turn=1 hands=0,0 board=11:1=1324,22:2=2413");
    assert_eq!(position.points(Seat::FIRST), 0);
    play(&mut position, &["move 11-22"]);
    assert_eq!(position.turn(), Turn::Over(Standing::won_by(Seat::FIRST)));
    assert_eq!(position.points(Seat::FIRST), 1);
    assert!(position.agree().is_err());
    assert_eq!(game.agreement(position.state()), None);
}

#[test]
fn dice_in_hand_keep_a_player_in_the_game() {
    let mut position = position(TriDice::USUAL, "turn=1 hands=0,1 board=11:1=1324,22:2=2413");
    play(&mut position, &["move 11-22", "place 47", "47=2413"]);
    assert_eq!(position.turn(), Turn::Decide(Seat::FIRST));
    assert_eq!(position.points(Seat::FIRST), 3);
}

#[test]
fn players_may_agree_at_any_time() {
    let mut choosing = Position::new(TriDice::USUAL, 2).unwrap();
    let mut rolling = choosing.clone();
    play(&mut rolling, &["place 33"]);
    for position in [&mut choosing, &mut rolling] {
        position.agree().unwrap();
        assert_eq!(position.turn(), drawn());
    }
}
