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

fn claim<'a>(memory: &'a MemoryBudget, name: &str) -> Claim<'a> {
    memory.claim(name.to_owned(), &Unwatched).unwrap()
}

#[track_caller]
fn work<'a>(memory: &'a MemoryBudget, name: &str) -> Work<'a> {
    match claim(memory, name) {
        Claim::Mine(work) => work,
        Claim::Known(_) => panic!("{name} is known"),
    }
}

/// Works out a table of so many MiB, and forgets it at once.
fn solve(memory: &MemoryBudget, name: &str, size: u64) {
    let work = work(memory, name);
    work.reserve(size * MIB, Some(&Unwatched)).unwrap();
    work.remember(Arc::new(size), size * MIB);
}

fn is_known(memory: &MemoryBudget, name: &str) -> bool {
    let held = memory.held();
    held.entries.iter().any(|entry| entry.key == name)
}

#[test]
fn bytes_count_and_what_was_asked_for_longest_ago_goes_first() {
    let memory = MemoryBudget::new(MOST);
    for name in ["farkle", "zilch", "pig"] {
        solve(&memory, name, 30);
    }
    assert!(matches!(claim(&memory, "farkle"), Claim::Known(_)));
    solve(&memory, "yatzy", 30);
    assert!(is_known(&memory, "farkle") && is_known(&memory, "yatzy"));
    assert!(!is_known(&memory, "zilch"), "it was asked for longest ago");
    assert!(memory.held().bytes() <= MOST);
    for small in 0..2 * MOST_ENTRIES {
        solve(&memory, &format!("kata {small}"), 0);
    }
    assert!(memory.held().entries.len() <= MOST_ENTRIES);
}

#[test]
fn a_table_larger_than_all_memory_is_there_for_whoever_asked() {
    let memory = MemoryBudget::new(MOST);
    solve(&memory, "farkle", 30);
    let huge = work(&memory, "maxi-yatzy");
    huge.reserve(500 * MIB, Some(&Unwatched)).unwrap();
    assert!(!is_known(&memory, "farkle"));
    huge.remember(Arc::new(7_u64), 500 * MIB);
    solve(&memory, "zilch", 1);
    assert!(!is_known(&memory, "maxi-yatzy"), "it makes room");
}

#[test]
fn what_is_worked_on_shares_the_memory_and_waits_for_room() {
    let memory = MemoryBudget::new(MOST);
    let first = work(&memory, "farkle");
    first.reserve(70 * MIB, Some(&Unwatched)).unwrap();
    let impatient = Waiting::default();
    impatient.0.store(true, Ordering::Relaxed);
    let second = work(&memory, "zilch");
    assert_eq!(second.reserve(70 * MIB, Some(&impatient)), Err(Stopped));
    assert_eq!(second.reserve(20 * MIB, Some(&impatient)), Ok(()));
    thread::scope(|scope| {
        let third = work(&memory, "pig");
        let third = scope.spawn(move || third.reserve(70 * MIB, Some(&Waiting::default())));
        drop(first);
        assert_eq!(third.join().unwrap(), Ok(()));
    });
    let held = memory.held().reserved;
    assert!(held <= MOST, "{held}");
}

#[test]
fn nobody_works_on_what_somebody_else_works_on() {
    let memory = MemoryBudget::new(MOST);
    let first = work(&memory, "farkle");
    let impatient = Waiting::default();
    impatient.0.store(true, Ordering::Relaxed);
    let refused = memory.claim("farkle".to_owned(), &impatient);
    assert!(matches!(refused, Err(Stopped)));
    thread::scope(|scope| {
        let second = scope.spawn(|| match claim(&memory, "farkle") {
            Claim::Known(table) => *table.downcast::<u64>().unwrap(),
            Claim::Mine(_) => panic!("worked out twice"),
        });
        first.remember(Arc::new(42_u64), MIB);
        assert_eq!(second.join().unwrap(), 42);
    });
    drop(work(&memory, "zilch"));
    drop(work(&memory, "zilch"));
}

#[test]
fn what_somebody_uses_counts_as_long_as_it_is_used() {
    let memory = MemoryBudget::new(MOST);
    let used = work(&memory, "farkle");
    used.reserve(70 * MIB, Some(&Unwatched)).unwrap();
    let value = Arc::new(0_u64);
    used.remember(value.clone(), 70 * MIB);
    let used = value;
    let impatient = Waiting::default();
    impatient.0.store(true, Ordering::Relaxed);
    let other = work(&memory, "zilch");
    assert_eq!(other.reserve(70 * MIB, Some(&impatient)), Err(Stopped));
    drop(used);
    assert_eq!(other.reserve(70 * MIB, Some(&impatient)), Ok(()));
    let alone = work(&memory, "pig");
    assert_eq!(
        alone.reserve(70 * MIB, None),
        Ok(()),
        "nobody could give up"
    );
}
