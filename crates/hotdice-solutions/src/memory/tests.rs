use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use hotdice_solve::Unwatched;

use super::*;

const MOST: u64 = 100 << 20;
const MIB: u64 = 1 << 20;

/// Somebody who waits until told not to.
#[derive(Default)]
struct Waiting(AtomicBool);

impl Watch for Waiting {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn begin<'a>(memory: &'a Memory, name: &str) -> Begun<'a, u64> {
    memory.begin(name.to_owned(), &Unwatched).unwrap()
}

#[track_caller]
fn work<'a>(memory: &'a Memory, name: &str) -> Work<'a> {
    match begin(memory, name) {
        Begun::Mine(work) => work,
        Begun::Known(_) => panic!("{name} is known"),
    }
}

/// Works out a table of so many MiB, and forgets it at once.
fn solve(memory: &Memory, name: &str, size: u64) {
    let mut work = work(memory, name);
    work.take(size * MIB, Some(&Unwatched)).unwrap();
    drop(work.remember(size, size * MIB));
}

fn is_known(memory: &Memory, name: &str) -> bool {
    let held = memory.held();
    held.known.iter().any(|known| known.name == name)
}

#[test]
fn bytes_count_and_what_was_asked_for_longest_ago_goes_first() {
    let memory = Memory::new(MOST);
    for name in ["farkle", "zilch", "pig"] {
        solve(&memory, name, 30);
    }
    assert!(matches!(begin(&memory, "farkle"), Begun::Known(_)));
    solve(&memory, "yatzy", 30);
    assert!(is_known(&memory, "farkle") && is_known(&memory, "yatzy"));
    assert!(!is_known(&memory, "zilch"), "it was asked for longest ago");
    assert!(memory.held().bytes() <= MOST);
    for small in 0..2 * MOST_TABLES {
        solve(&memory, &format!("kata {small}"), 0);
    }
    assert!(memory.held().known.len() <= MOST_TABLES);
}

#[test]
fn a_table_larger_than_all_memory_is_there_for_whoever_asked() {
    let memory = Memory::new(MOST);
    solve(&memory, "farkle", 30);
    let mut huge = work(&memory, "maxi-yatzy");
    huge.take(500 * MIB, Some(&Unwatched)).unwrap();
    assert!(!is_known(&memory, "farkle"));
    assert_eq!(*huge.remember(7_u64, 500 * MIB), 7);
    solve(&memory, "zilch", 1);
    assert!(!is_known(&memory, "maxi-yatzy"), "it makes room");
}

#[test]
fn what_is_worked_on_shares_the_memory_and_waits_for_room() {
    let memory = Memory::new(MOST);
    let mut first = work(&memory, "farkle");
    first.take(70 * MIB, Some(&Unwatched)).unwrap();
    let impatient = Waiting::default();
    impatient.0.store(true, Ordering::Relaxed);
    let mut second = work(&memory, "zilch");
    assert_eq!(second.take(70 * MIB, Some(&impatient)), Err(Stopped));
    assert_eq!(second.take(20 * MIB, Some(&impatient)), Ok(()));
    thread::scope(|scope| {
        let mut third = work(&memory, "pig");
        let third = scope.spawn(move || third.take(70 * MIB, Some(&Waiting::default())));
        drop(first);
        assert_eq!(third.join().unwrap(), Ok(()));
    });
    let held = memory.held().taken;
    assert!(held <= MOST, "{held}");
}

#[test]
fn nobody_works_on_what_somebody_else_works_on() {
    let memory = Memory::new(MOST);
    let first = work(&memory, "farkle");
    let impatient = Waiting::default();
    impatient.0.store(true, Ordering::Relaxed);
    let refused = memory.begin::<u64>("farkle".to_owned(), &impatient);
    assert!(matches!(refused, Err(Stopped)));
    thread::scope(|scope| {
        let second = scope.spawn(|| match begin(&memory, "farkle") {
            Begun::Known(table) => *table,
            Begun::Mine(_) => panic!("worked out twice"),
        });
        first.remember(42_u64, MIB);
        assert_eq!(second.join().unwrap(), 42);
    });
    drop(work(&memory, "zilch"));
    drop(work(&memory, "zilch"));
}

#[test]
fn what_somebody_uses_counts_as_long_as_it_is_used() {
    let memory = Memory::new(MOST);
    let mut used = work(&memory, "farkle");
    used.take(70 * MIB, Some(&Unwatched)).unwrap();
    let used = used.remember(0_u64, 70 * MIB);
    let impatient = Waiting::default();
    impatient.0.store(true, Ordering::Relaxed);
    let mut other = work(&memory, "zilch");
    assert_eq!(other.take(70 * MIB, Some(&impatient)), Err(Stopped));
    drop(used);
    assert_eq!(other.take(70 * MIB, Some(&impatient)), Ok(()));
    let mut alone = work(&memory, "pig");
    assert_eq!(alone.take(70 * MIB, None), Ok(()), "nobody could give up");
}
