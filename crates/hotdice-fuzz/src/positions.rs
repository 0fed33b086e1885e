//! Positions: whatever state reads, the game can deal with.

use std::collections::BTreeSet;

use hotdice_core::{AnyGame, AnyPosition, Seat, Turn, Viewer};

use crate::games::split;
use crate::walk::walk;

/// A state that reads can be played on; the first byte picks the game, the others are the text.
pub fn state(bytes: &[u8]) {
    if let Some((game, text)) = split(bytes) {
        read(game, &String::from_utf8_lossy(text));
    }
}

/// The same for a true state after some edits, each of a place and a letter.
///
/// The first byte picks the game; the second says how many of the others choose events before the edits begin.
pub fn edited_state(bytes: &[u8]) {
    let Some((game, [steps, rest @ ..])) = split(bytes) else {
        return;
    };
    let (events, edits) = rest.split_at(usize::from(*steps).min(rest.len()));
    let mut text = walk(game, events, |_| {}).state().into_bytes();
    edits
        .chunks_exact(2)
        .take(8)
        .for_each(|pair| edit(&mut text, pair[0], pair[1]));
    read(game, &String::from_utf8_lossy(&text));
}

/// Takes a letter out, puts another in its place, or puts one in between.
fn edit(text: &mut Vec<u8>, place: u8, letter: u8) {
    let place = usize::from(place) % (text.len() + 1);
    let after = (place + 1).min(text.len());
    match letter {
        0..32 => text.splice(place..after, []).for_each(drop),
        32..128 => text.splice(place..after, [letter]).for_each(drop),
        128.. => text.insert(place, letter - 128),
    }
}

/// Listed and accepted are the same; the first byte picks the game, the others choose events.
///
/// What is tried is all that was listed anywhere on the way.
pub fn listed(bytes: &[u8]) {
    let Some((game, events)) = split(bytes) else {
        return;
    };
    let mut seen = BTreeSet::new();
    let position = walk(game, &events[..events.len().min(60)], |passed| {
        seen.extend(passed.actions());
    });
    let legal = position.actions();
    for action in seen.iter().chain(&legal) {
        let accepted = position.boxed_clone().act(action).is_ok();
        assert_eq!(
            accepted,
            legal.contains(action),
            "{action} in {}",
            position.state()
        );
    }
    every_event(position.as_ref());
    every_view(game, position.as_ref());
}

fn read(game: &dyn AnyGame, text: &str) {
    let Ok(position) = game.read_state(text) else {
        return;
    };
    let written = position.state();
    let again = game.read_state(&written);
    let again = again.expect("what a game writes is a state of it");
    assert_eq!(again.state(), written, "from {text:?}");
    assert_eq!(again.turn(), position.turn());
    every_event(position.as_ref());
    every_view(game, position.as_ref());
}

/// Every listed event can be applied; of many rolls some are tried.
fn every_event(position: &dyn AnyPosition) {
    let actions = position.actions();
    let rolls = position.rolls();
    match position.turn() {
        Turn::Decide(_) => assert!(!actions.is_empty() && rolls.is_empty()),
        Turn::Roll => assert!(actions.is_empty() && !rolls.is_empty()),
        Turn::Over(_) => assert!(actions.is_empty() && rolls.is_empty()),
    }
    for action in &actions {
        let mut next = position.boxed_clone();
        next.act(action).expect("a listed action is accepted");
    }
    for (roll, weight) in some(&rolls, position.state().len()) {
        let mut next = position.boxed_clone();
        next.settle(roll).expect("a listed roll is accepted");
        assert!(*weight > 0, "{roll} cannot come");
    }
}

/// Returns things spread over a list, others of them for another `offset`: all are too many for a fuzzer in a hurry.
fn some<T>(list: &[T], offset: usize) -> impl Iterator<Item = &T> {
    const SOME: usize = 32;
    let stride = list.len().div_ceil(SOME).max(1);
    list.iter().skip(offset % stride).step_by(stride)
}

/// Every seat that is at every table, and everybody else, can look at the position.
fn every_view(game: &dyn AnyGame, position: &dyn AnyPosition) {
    let seats = Seat::all(game.seats().least()).map(Viewer::Seat);
    let shown = position.scene(Viewer::Spectator);
    assert!(shown.choices.is_empty(), "a spectator has no choices");
    for viewer in seats.chain([Viewer::Spectator]) {
        assert_eq!(position.scene(viewer).parts, shown.parts);
        position.view(viewer);
        position.twins(viewer);
    }
}
