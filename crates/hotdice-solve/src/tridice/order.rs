//! Which actions to try first: those that are likely to be best.

use hotdice_core::Seat;
use hotdice_games::tridice::{Action, Cell, CellSet, TriDice};

use super::position::SearchPosition;

/// Returns every action of the mover, the promising ones first.
///
/// First comes the action that was best in an earlier search, then captures, then actions that were good in other
/// positions of the same depth (killers), escapes, safe placements, and the rest.
pub(super) fn ordered(
    game: &TriDice,
    field: &SearchPosition,
    remembered: Option<Action>,
    killers: [Option<Action>; 2],
) -> Vec<Action> {
    let mover = field.mover();
    let danger = reach(game, field, mover.next(2));
    let mut ranked = Vec::with_capacity(48);
    for_each(game, field, |action| {
        let rank = if Some(action) == remembered {
            1000
        } else if killers.contains(&Some(action)) {
            50
        } else {
            rank(field, danger, action)
        };
        ranked.push((rank, action));
    });
    ranked.sort_by_key(|(rank, _)| -rank);
    ranked.into_iter().map(|(_, action)| action).collect()
}

/// Visits every action of the mover, as the rules do.
pub(super) fn for_each(game: &TriDice, field: &SearchPosition, mut visit: impl FnMut(Action)) {
    let mover = field.mover();
    let mut is_stuck = true;
    for from in field.cells_of(mover).iter() {
        for to in field.targets(game, mover, from).iter() {
            is_stuck = false;
            visit(Action::Move { from, to });
        }
    }
    for cell in field.placements(game).iter() {
        is_stuck = false;
        visit(Action::Place(cell));
    }
    if is_stuck {
        visit(Action::Pass);
    }
}

/// Visits every capture of the mover.
pub(super) fn for_each_capture(
    game: &TriDice,
    field: &SearchPosition,
    mut visit: impl FnMut(Cell, Cell),
) {
    let mover = field.mover();
    let prey = field.cells_of(mover.next(2));
    for from in field.cells_of(mover).iter() {
        let hits = field.targets(game, mover, from).and(prey);
        hits.iter().for_each(|to| visit(from, to));
    }
}

fn rank(field: &SearchPosition, danger: CellSet, action: Action) -> i32 {
    match action {
        Action::Move { from, to } => {
            let (leaves, enters) = (danger.contains(from), danger.contains(to));
            let captures = field.taken().contains(to);
            100 * i32::from(captures) + 20 * i32::from(leaves) - 20 * i32::from(enters)
        }
        Action::Place(cell) => 5 - 20 * i32::from(danger.contains(cell)),
        Action::Pass => 0,
    }
}

fn reach(game: &TriDice, field: &SearchPosition, seat: Seat) -> CellSet {
    let from = field.cells_of(seat).iter();
    from.map(|from| field.targets(game, seat, from))
        .fold(CellSet::NONE, CellSet::or)
}
