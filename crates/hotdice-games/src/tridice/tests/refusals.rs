//! What is refused, why, and that nothing happens then.

use hotdice_core::{Game, Position, Turn};

use super::{for_each_random_state, play, position};
use crate::tridice::{Action, Cell, CellSet, Refusal, Roll, TriDice};

const STATE: &str = "turn=1 hands=2,2 board=11:1=2341,21:1=2341,33:2=2413,34:2=1243";

#[track_caller]
fn check(state: &str, action: &str, message: &str) {
    let position = position(TriDice::USUAL, state);
    let refused = hotdice_core::AnyPosition::read_action(&position, action).unwrap_err();
    assert_eq!(refused.to_string(), message);
}

#[test]
fn refusals_say_what_to_do() {
    check(
        STATE,
        "place 33",
        "there is already a die on 33: choose an empty cell",
    );
    check(
        &STATE.replace("hands=2", "hands=0"),
        "place 32",
        "you have no dice in hand: move one on the board",
    );
    check(STATE, "move 22-23", "there is no die on 22");
    check(STATE, "move 33-32", "the die on 33 is not yours");
    check(
        STATE,
        "move 11-21",
        "your own die is on 21: choose another cell",
    );
    check(
        STATE,
        "move 11-22",
        "the die on 11 moves exactly 2 steps, so it can't reach 22: it reaches 23",
    );
    check(
        &STATE.replace("21:1", "22:1"),
        "move 11-23",
        "the die on 11 moves exactly 2 steps, so it can't reach 23: it is blocked",
    );
    check(
        &STATE.replace("11:1=2341", "11:1=1243"),
        "move 11-11",
        "the die on 11 moves exactly 1 step, so it can't reach 11: it reaches 22",
    );
    check(
        STATE,
        "pass",
        "you can pass only when you can neither place nor move a die",
    );
    check(
        STATE,
        "place 48",
        "cannot read \"48\": no such cell: the board goes from 11 on top to 41 and 47 below",
    );
    check(
        "turn=1 hands=3,4 board=empty rolling=33",
        "place 33",
        "roll the dice first",
    );
}

#[test]
fn a_cell_of_a_larger_board_is_refused() {
    let mut position = Position::new(TriDice::USUAL, 2).unwrap();
    let outside: Cell = "51".parse().unwrap();
    let refused = position.act(&Action::Place(outside)).unwrap_err();
    let expected = hotdice_core::ActRefused::Illegal(Refusal::NoSuchCell(outside));
    assert_eq!(refused, expected);
}

#[test]
fn a_roll_belongs_to_its_cell() {
    let mut position = Position::new(TriDice::USUAL, 2).unwrap();
    play(&mut position, &["place 33"]);
    let before = position.clone();
    let imprint = "2413".parse().unwrap();
    let cell = "34".parse().unwrap();
    assert!(position.settle(&Roll { cell, imprint }).is_err());
    assert_eq!(position, before);
}

fn every_action() -> impl Iterator<Item = Action> {
    let cells = || (0..Cell::MOST).filter_map(Cell::from_index);
    let moves = cells().flat_map(move |from| cells().map(move |to| Action::Move { from, to }));
    cells()
        .map(Action::Place)
        .chain(moves)
        .chain([Action::Pass])
}

/// Visited actions are those that pass the check, each once.
#[test]
fn what_is_listed_is_what_is_legal() {
    for_each_random_state(2, |game, state| {
        let Turn::Decide(_) = game.turn(state) else {
            return;
        };
        let mut listed = Vec::new();
        game.for_each_action(state, |action| listed.push(action));
        let is_legal = |action: &Action| game.check(state, action).is_ok();
        let legal: Vec<Action> = every_action().filter(is_legal).collect();
        assert_eq!(legal.len(), listed.len());
        assert!(legal.iter().all(|action| listed.contains(action)));
    });
}

#[test]
fn a_die_never_reaches_its_own_kind() {
    for_each_random_state(2, |game, state| {
        let own = state.board().of(state.seat());
        let reached = own
            .iter()
            .map(|from| game.targets(state.board(), from))
            .fold(CellSet::NONE, CellSet::or);
        assert!(reached.is_apart_from(own));
        assert!(reached.without(game.rows().cells()).is_empty());
    });
}
