//! The same solver with twice the digits: how much of a value is rounding.

use super::{game, solve};
use crate::Unwatched;
use crate::yatzy::layout::Layout;
use crate::yatzy::levels::{LANES, last_level, level_before};
use crate::yatzy::progress::StateProgress;
use crate::yatzy::worth::{SimdLane, SimdWorth, Value};

/// A number and what is left of it beyond its last place.
#[derive(Clone, Copy)]
struct Long {
    high: f64,
    low: f64,
}

impl Long {
    const ZERO: Self = Self {
        high: 0.0,
        low: 0.0,
    };

    /// Returns the exact sum of two numbers.
    fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let from_b = high - a;
        let low = (a - (high - from_b)) + (b - from_b);
        Self { high, low }
    }

    fn add(self, other: Self) -> Self {
        let sum = Self::sum(self.high, other.high);
        Self::sum(sum.high, sum.low + self.low + other.low)
    }

    fn times(self, factor: f64) -> Self {
        let high = self.high * factor;
        let low = self.high.mul_add(factor, -high) + self.low * factor;
        Self::sum(high, low)
    }

    fn over(self, divisor: f64) -> Self {
        let high = self.high / divisor;
        let rest = (-high).mul_add(divisor, self.high) + self.low;
        Self::sum(high, rest / divisor)
    }
}

impl Value for Long {
    const NEVER: Self = Self {
        high: f64::NEG_INFINITY,
        low: 0.0,
    };

    fn certain(points: u16) -> Self {
        Self::sum(f64::from(points), 0.0)
    }

    fn with(self, points: u16) -> Self {
        if self.high == f64::NEG_INFINITY {
            self
        } else {
            self.add(Self::certain(points))
        }
    }

    fn or(self, other: Self) -> Self {
        let better = (other.high, other.low) > (self.high, self.low);
        if better { other } else { self }
    }
}

#[derive(Clone, Copy)]
struct Longs([Long; LANES]);

impl Longs {
    fn map(self, of: impl Fn(Long) -> Long) -> Self {
        Self(self.0.map(of))
    }

    fn zip(self, other: &Self, of: impl Fn(Long, Long) -> Long) -> Self {
        Self(std::array::from_fn(|lane| of(self.0[lane], other.0[lane])))
    }
}

impl SimdWorth for Longs {
    const NEVER: Self = Self([Long::NEVER; LANES]);
    const ZERO: Self = Self([Long::ZERO; LANES]);
    const NEEDS_PLACING: bool = false;

    fn or(self, other: &Self) -> Self {
        self.zip(other, Long::or)
    }

    fn mean(faces: [&Self; 6]) -> Self {
        let sum = faces
            .into_iter()
            .fold(Self::ZERO, |sum, face| sum.zip(face, Long::add));
        sum.over(6.0)
    }

    fn plus(self, weight: f64, other: &Self) -> Self {
        self.zip(other, |one, other| one.add(other.times(weight)))
    }

    fn over(self, total: f64) -> Self {
        self.map(|one| one.over(total))
    }
}

impl SimdLane<LANES> for Longs {
    type Value = Long;

    fn put(&mut self, lane: usize, value: Long) {
        self.0[lane] = value;
    }

    fn get(&self, lane: usize) -> Long {
        self.0[lane]
    }

    fn with(self, points: u16) -> Self {
        self.map(|one| one.with(points))
    }
}

fn precise(line: &str) -> f64 {
    let layout = Layout::new(&game(line), 1 << 30).unwrap();
    let progress = StateProgress::new(layout.states(), &Unwatched);
    let mut values = last_level::<Long>(&layout);
    for filled in (0..layout.boxes.all.len()).rev() {
        values = level_before::<Longs>(&layout, filled, &values, &progress).unwrap();
    }
    values[0].high
}

#[track_caller]
fn check(line: &str) {
    let (expected, precise) = (solve(line).expected(), precise(line));
    assert!(
        (expected - precise).abs() < 2e-13,
        "{line}: {expected} is {precise}"
    );
}

#[test]
fn rounds_little_on_a_short_sheet() {
    check("yahtzee(boxes=ones+sixes+full-house+yahtzee+chance,bonus=35/20)");
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn rounds_little_on_a_whole_sheet() {
    for line in [
        "kata",
        "yahtzee",
        "yahtzee(joker=free)",
        "yahtzee(joker=none)",
    ] {
        check(line);
    }
}
