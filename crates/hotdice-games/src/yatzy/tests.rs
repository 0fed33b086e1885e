//! The family seen from outside: rules lines, notation and dice in, points and refusals out.

mod boxes;
mod jokers;
mod play;
mod rules_lines;
mod scenes;
mod states;

use std::sync::Arc;

use hotdice_core::{AnyGame, AnyPosition, Seat};

use crate::find;

#[track_caller]
fn game(rules: &str) -> Arc<dyn AnyGame> {
    find(rules).unwrap()
}

#[track_caller]
fn position(rules: &str, state: &str) -> Box<dyn AnyPosition> {
    game(rules).read_state(state).unwrap()
}

/// Plays a script: rolls as dice, anything else as actions.
#[track_caller]
fn play(position: &mut dyn AnyPosition, script: &[&str]) {
    for event in script {
        position.play(event).unwrap();
    }
}

/// Checks that an action is refused with this message and changes nothing.
#[track_caller]
fn check_refused(position: &mut dyn AnyPosition, action: &str, message: &str) {
    let before = position.state();
    assert_eq!(position.play(action).unwrap_err().to_string(), message);
    assert_eq!(position.state(), before);
}

fn points(position: &dyn AnyPosition) -> i32 {
    position.points(Seat::FIRST)
}
