//! The five-slot die and the imprint are the same die.

use std::collections::HashMap;

use crate::tridice::{Cell, Die, Imprint, Rows, Step};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn steps(rows: Rows, from: Cell) -> impl Iterator<Item = (Step, Cell)> {
    let on_board = move |(step, to)| rows.cells().contains(to).then_some((step, to));
    Step::ALL
        .into_iter()
        .filter_map(move |step| on_board((step, from.after(step)?)))
}

/// One step keeps the imprint, whatever the cell, the imprint and the step: so does every walk.
#[test]
fn a_step_never_changes_the_imprint() {
    for rows in Rows::ALL {
        for from in rows.cells().iter() {
            for imprint in Imprint::all() {
                for (step, to) in steps(rows, from) {
                    let rolled = imprint.die_on(from).rolled(step);
                    assert_eq!(rolled, imprint.die_on(to), "{imprint} from {from} to {to}");
                    assert_eq!(Imprint::of(rolled, to), Some(imprint));
                    assert_ne!(rolled.number(), imprint.number_on(from));
                }
            }
        }
    }
}

/// Visits the die on every cell of every walk of some length, cells entered twice included.
fn walk(rows: Rows, from: Cell, die: Die, left: u8, visit: &mut impl FnMut(Cell, Die)) {
    visit(from, die);
    if left > 0 {
        for (step, to) in steps(rows, from) {
            walk(rows, to, die.rolled(step), left - 1, visit);
        }
    }
}

#[test]
fn all_walks_to_a_cell_arrive_the_same() {
    for start in Rows::USUAL.cells().iter() {
        for imprint in Imprint::all() {
            let mut arrived = HashMap::new();
            walk(
                Rows::USUAL,
                start,
                imprint.die_on(start),
                8,
                &mut |cell, die| {
                    assert_eq!(*arrived.entry(cell).or_insert(die), die);
                },
            );
            assert!(arrived.values().all(|die| (1..=4).contains(&die.number())));
        }
    }
}

#[track_caller]
fn check(start: &str, way: &[Step], end: &str, number: u8) {
    let (mut at, mut die) = (cell(start), Die::HOME);
    for &step in way {
        at = at.after(step).unwrap();
        die = die.rolled(step);
    }
    assert_eq!((at, die.number()), (cell(end), number));
    let imprint = Imprint::of(Die::HOME, cell(start)).unwrap();
    assert_eq!(imprint.number_on(cell(end)), number);
}

#[test]
fn known_walks() {
    use Step::{Left, Right, Vertical};
    check("11", &[], "11", 2);
    check("11", &[Vertical], "22", 4);
    check("11", &[Vertical, Left], "21", 3);
    check("33", &[Left, Vertical, Right, Vertical], "11", 4);
    check("33", &[Right, Vertical, Left, Vertical], "11", 4);
}
