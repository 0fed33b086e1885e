use std::sync::Mutex;

use super::*;
use crate::Lookout;

/// Somebody who writes down what is solved.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<String>>>);

impl Lookout for Notes {
    fn watch(&self, what: &str) -> Box<dyn Watch + '_> {
        self.0.lock().unwrap().push(what.to_owned());
        Box::new(Unwatched)
    }
}

/// Somebody who does not wait at all.
struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        true
    }
}

fn pig(target: u32) -> Pig {
    Pig {
        target,
        ..Pig::USUAL
    }
}

#[test]
fn a_small_game_that_is_not_small_is_refused_before_it_is_begun() {
    let notes = Notes::default();
    let tables = Tables::new(None, Box::new(notes.clone()), 512 << 20);
    for (target, seats) in [(1_000_000, 2), (1_000_000, 64), (110, 2), (40, 3)] {
        let refused = tables.pig(&pig(target), seats).err();
        let most = (512 << 20) / bytes_to_solve(1, seats);
        let too_large = generic::Unsolved::TooLarge(most as usize);
        assert_eq!(refused, Some(too_large.into()), "{target} {seats}");
    }
    assert_eq!(*notes.0.lock().unwrap(), Vec::<String>::new());
    assert!(pig(100).states(2) <= (512 << 20) / bytes_to_solve(1, 2));
    assert!(pig(216).states(2) <= (9 << 29) / bytes_to_solve(1, 2));
}

#[test]
fn as_many_states_come_up_as_are_counted() {
    let tables = Tables::new(None, Box::new(Notes::default()), 64 << 20);
    for target in 1..=9 {
        for seats in 2..=4 {
            let solution = tables.pig(&pig(target), seats).unwrap();
            let states = solution.states() as u128;
            assert_eq!(states, pig(target).states(seats), "{target} {seats}");
        }
    }
}

#[test]
fn what_is_forgotten_for_want_of_room_is_solved_again() {
    let notes = Notes::default();
    let memory = bytes_to_solve(pig(20).states(2), 2) as u64 + (1 << 20);
    let tables = Tables::new(None, Box::new(notes.clone()), memory);
    for target in [20, 20, 21, 20] {
        drop(tables.pig(&pig(target), 2));
    }
    let solved = notes.0.lock().unwrap().len();
    assert_eq!(solved, 3, "20 is known once, then 21 takes its place");
}

#[test]
fn whoever_gives_up_is_answered_from_memory_alone() {
    let tables = Tables::new(None, Box::new(Notes::default()), 64 << 20);
    let impatient = tables.watched(&Impatient).unwrap();
    let refused = impatient.pig(&pig(20), 2).err();
    assert_eq!(refused.unwrap().to_string(), "stopped before it was done");
    tables.pig(&pig(20), 2).unwrap();
    impatient.pig(&pig(20), 2).unwrap();
}
