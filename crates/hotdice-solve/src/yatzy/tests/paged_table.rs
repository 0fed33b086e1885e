//! Tables that are kept elsewhere against those in memory.

use hotdice_core::{Game, Seat};
use hotdice_games::yatzy::State;

use super::{SMALL, follow, game, solve};
use crate::Unwatched;
use crate::yatzy::{NotPaged, PageStore, PagedTable, Solved, TableOutline, Unsolved};

/// Keeps levels in plain memory; some may be missing.
#[derive(Clone, Default)]
struct Levels(Vec<Vec<f32>>);

impl PageStore for Levels {
    fn read(&self, level: usize, first: usize, count: usize) -> Option<Vec<f32>> {
        Some(self.0.get(level)?.get(first..first + count)?.to_vec())
    }
}

fn keep(line: &str) -> (TableOutline, Levels) {
    let outline = TableOutline::new(&game(line), 1 << 20).unwrap();
    let mut levels = vec![Vec::new(); outline.levels().len()];
    let kept = outline.solve(&Unwatched, |level, values| {
        levels[level] = values.iter().map(|&value| value as f32).collect();
        Ok::<(), ()>(())
    });
    assert!(kept.is_ok());
    (outline, Levels(levels))
}

#[track_caller]
fn check_state(kept: &PagedTable, solved: &Solved, state: &State) {
    for seat in Seat::all(2) {
        let value = kept.value(state, seat).unwrap();
        assert!((value - solved.value(state, seat)).abs() < 1e-4);
    }
    let (rounded, exact) = (kept.action_values(state), solved.action_values(state));
    assert_eq!(rounded.len(), exact.len());
    for (rounded, exact) in std::iter::zip(rounded, exact) {
        assert_eq!(rounded.0, exact.0);
        assert!((rounded.1 - exact.1).abs() < 1e-4);
    }
}

#[test]
fn what_is_kept_agrees_with_what_is_in_memory() {
    for line in SMALL {
        let (outline, levels) = keep(line);
        let (kept, solved) = (outline.open(Box::new(levels)), solve(line));
        let expected = kept.expected().unwrap();
        assert_eq!(expected, f64::from(solved.expected() as f32));
        follow(&game(line), 2, 6, |state| {
            check_state(&kept, &solved, state);
        });
    }
}

#[test]
fn what_cannot_be_read_has_no_value() {
    let line = SMALL[4];
    let (outline, mut levels) = keep(line);
    levels.0[..2].iter_mut().for_each(Vec::clear);
    let kept = outline.open(Box::new(levels));
    assert_eq!(kept.expected(), None);
    let mut state = game(line).start(1);
    assert_eq!(kept.value(&state, Seat::FIRST), None);
    game(line).settle(&mut state, &"1 1".parse().unwrap());
    assert_eq!(kept.action_values(&state), []);
}

#[test]
fn a_level_that_cannot_be_kept_ends_the_work() {
    let outline = TableOutline::new(&game(SMALL[0]), 1 << 20).unwrap();
    let mut kept = 0;
    let refused = outline.solve(&Unwatched, |_, _| {
        kept += 1;
        if kept < 2 { Ok(()) } else { Err("full") }
    });
    assert!(matches!(refused, Err(NotPaged::Store("full"))));
    assert_eq!(kept, 2);
    let large = TableOutline::new(&game("maxi-yatzy"), 1 << 20).map_err(Unsolved::from);
    assert!(matches!(large, Err(Unsolved::TooLarge(_))));
}
