//! Tables: their size, their bytes, and the same bits on any number of cores.

use super::super::layout::Layout;
use super::{SMALL, game, solve};
use crate::watch::Impatient;
use crate::yatzy::{NotATable, Solved, Spread, TableSize, TooLarge, Unsolved, expected_within};
use crate::{Stopped, Unwatched, Watch};

#[test]
fn merges_upper_sums_that_cannot_be_told_apart() {
    let states = |line| solve(line).states();
    assert_eq!(states("kata"), 1 << 15);
    assert_eq!(states("kata(dice=1,boxes=ones+twos,bonus=9/2)"), 6);
}

/// What counts sets finds as many states as what lists them.
#[test]
fn a_table_is_as_large_as_its_layout() {
    let presets = ["kata", "yatzy", "yahtzee", "maxi-yatzy"];
    for line in SMALL.iter().chain(&presets) {
        let size = TableSize::of(&game(line), u64::MAX).unwrap();
        let layout = Layout::new(&game(line), u64::MAX).unwrap();
        assert_eq!(size.states(), layout.states(), "{line}");
        assert_eq!(size.bytes(), layout.bytes(), "{line}");
        assert_eq!(size.streamed_bytes(), layout.streamed_bytes(), "{line}");
        assert_eq!(size.own_bytes(), layout.own_bytes(), "{line}");
    }
}

#[test]
fn bytes_read_back() {
    let line = "yahtzee(boxes=ones+sixes+yahtzee+chance,bonus=35/20)";
    let solved = solve(line);
    let bytes = solved.to_bytes();
    let again = Solved::from_bytes(&game(line), bytes.clone()).unwrap();
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(again.expected().to_bits(), solved.expected().to_bits());
    let size = TableSize::of(&game(line), u64::MAX).unwrap();
    assert_eq!(again.bytes(), size.own_bytes() + size.bytes());
}

#[test]
fn refuses_bytes_of_other_rules_and_damaged_ones() {
    let line = "kata(dice=2,boxes=ones+pair+chance)";
    let mut bytes = solve(line).to_bytes();
    let size = Solved::from_bytes(&game(line), &bytes[1..]).unwrap_err();
    let (expected, found) = (64, 63);
    assert_eq!(size, NotATable::Size { expected, found });
    bytes[8..16].copy_from_slice(&f64::NAN.to_le_bytes());
    let value = Solved::from_bytes(&game(line), bytes.clone()).unwrap_err();
    assert_eq!(value, NotATable::Value { state: 1 });
    let larger = Solved::from_bytes(&game("maxi-yatzy"), bytes);
    assert!(matches!(larger, Err(NotATable::TooLarge(_))));
}

#[test]
fn says_before_the_work_begins_that_a_table_is_too_large() {
    let refused = Solved::solve_within(&game("yatzy"), 1 << 20, &Panics).unwrap_err();
    let Unsolved::TooLarge(TooLarge { bytes, limit }) = refused else {
        panic!("{refused}")
    };
    assert!(bytes > limit && limit == 1 << 20);
    let many = (0..32).map(|nth| format!("box{nth}:any:sum"));
    let line = format!("kata(boxes={})", many.collect::<Vec<_>>().join("+"));
    assert!(matches!(
        Solved::solve(&game(&line), &Panics),
        Err(Unsolved::TooLarge(_))
    ));
    let uppers = (0..26).map(|nth| format!("box{nth}:1-of-{}:dice", nth % 6 + 1));
    let line = format!("yatzy(boxes={})", uppers.collect::<Vec<_>>().join("+"));
    assert!(matches!(
        Solved::solve(&game(&line), &Panics),
        Err(Unsolved::TooLarge(_))
    ));
}

/// Nobody may have to wait for what is refused.
struct Panics;

impl Watch for Panics {
    fn progress(&self, _done: u64, _all: u64) {
        panic!("the work has begun");
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

#[test]
fn stops_when_nobody_waits() {
    let stopped = Solved::solve(&game("yatzy"), &Impatient).unwrap_err();
    assert_eq!(stopped, Unsolved::Stopped(Stopped));
}

#[test]
fn two_levels_at_a_time_give_the_same() {
    let line = "kata(dice=3,boxes=ones+twos+pair+chance,bonus=9/4,saved_rolls=on)";
    let expected = expected_within(&game(line), 1 << 20, &Unwatched).unwrap();
    assert_eq!(expected.to_bits(), solve(line).expected().to_bits());
}

#[cfg(feature = "parallel")]
#[test]
fn gives_the_same_bits_on_any_number_of_threads() {
    let line = "yahtzee(boxes=ones+twos+threes+fours+fives+sixes+full-house+yahtzee+chance)";
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| solve(line).to_bytes())
    };
    assert_eq!(on(1), on(2));
}

#[cfg(target_arch = "x86_64")]
#[test]
fn every_kind_of_processor_gives_the_same_bits() {
    let line = "yahtzee(boxes=ones+twos+threes+fours+fives+sixes+full-house+yahtzee+chance)";
    crate::processor::tests::check_all(|| solve(line).to_bytes());
    let saving = "kata(boxes=ones+twos+pair+two-pairs+chance,saved_rolls=on)";
    crate::processor::tests::check_all(|| {
        let spread = Spread::within(&game(saving), 1 << 30, &Unwatched).unwrap();
        [spread.mean, spread.deviation].map(f64::to_bits)
    });
}
