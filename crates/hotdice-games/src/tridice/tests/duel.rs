//! One die against one: a game small enough to know every position, and the reason why draws are needed.

use std::collections::HashMap;

use hotdice_core::{Game, Seat};

use crate::tridice::past::Past;
use crate::tridice::{Board, Cell, Imprint, Rows, State, TriDice};

/// A die on its cell.
type Standing = (Cell, Imprint);

/// What the player to move comes to with the best play, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Open,
    Won,
    Lost,
}

/// The die of the player to move, and that of the other.
type Duel = (Standing, Standing);

fn every_duel(rows: Rows) -> impl Iterator<Item = Duel> {
    let standing = move || {
        let cells = rows.cells().iter();
        cells.flat_map(|cell| Imprint::all().map(move |imprint| (cell, imprint)))
    };
    standing()
        .flat_map(move |own| standing().map(move |enemy| (own, enemy)))
        .filter(|(own, enemy)| own.0 != enemy.0)
}

fn state((own, enemy): Duel) -> State {
    let mut board = Board::EMPTY;
    board.put(own.0, Seat::FIRST, own.1);
    board.put(enemy.0, Seat::FIRST.next(2), enemy.1);
    State {
        board,
        hands: [0; 2],
        seat: Seat::FIRST,
        rolling: None,
        past: Past::NONE,
    }
}

/// Returns the duels that the player to move can leave to the other, or nothing when one of the moves captures.
fn successors(game: &TriDice, duel: Duel) -> Option<Vec<Duel>> {
    let before = state(duel);
    let mut next = Some(Vec::new());
    game.for_each_action(&before, |action| {
        let mut after = before;
        game.act(&mut after, &action);
        let standing = |seat| {
            let cell = after.board.of(seat).iter().next()?;
            after.board.die(cell).map(|(_, imprint)| (cell, imprint))
        };
        match (
            standing(Seat::FIRST.next(2)),
            standing(Seat::FIRST),
            &mut next,
        ) {
            (Some(own), Some(enemy), Some(next)) => next.push((own, enemy)),
            _ => next = None,
        }
    });
    next
}

/// Solves all duels from the captures backwards, and counts those that nobody can end.
fn endless(game: &TriDice) -> (usize, usize) {
    let duels: HashMap<Duel, Option<Vec<Duel>>> = every_duel(game.rows())
        .map(|duel| (duel, successors(game, duel)))
        .collect();
    let mut values: HashMap<Duel, Value> = duels.keys().map(|&duel| (duel, Value::Open)).collect();
    loop {
        let value = |duel: &Duel| match &duels[duel] {
            None => Value::Won,
            Some(next) if next.iter().any(|next| values[next] == Value::Lost) => Value::Won,
            Some(next) if next.iter().all(|next| values[next] == Value::Won) => Value::Lost,
            Some(_) => Value::Open,
        };
        let better: HashMap<Duel, Value> = values.keys().map(|duel| (*duel, value(duel))).collect();
        if better == values {
            break;
        }
        values = better;
    }
    let open = values.values().filter(|&&value| value == Value::Open);
    (values.len(), open.count())
}

#[test]
fn many_duels_could_go_on_for_ever() {
    let game = TriDice::new(Rows::USUAL, 1).unwrap();
    assert_eq!(endless(&game), (34_560, 5_964));
}
