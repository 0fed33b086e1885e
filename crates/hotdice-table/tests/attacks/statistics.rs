//! Very many dice: frequencies, pairs and runs are those of chance.

use hotdice_core::Throw;
use hotdice_table::fair::Croupier;

use crate::odds::{bytes, table};

/// What was counted of a row of dice, each counted from 0 to 5.
#[derive(Default)]
struct Tally {
    dice: u64,
    faces: [u64; 6],
    /// Dice that do not overlap, two by two.
    pairs: [[u64; 6]; 6],
    /// How often a low face (1 to 3) follows a high one or the other way round.
    turns: u64,
    last: Option<u16>,
}

impl Tally {
    fn of(dice: impl Iterator<Item = u16>) -> Self {
        let mut tally = Self::default();
        dice.for_each(|die| tally.add(die));
        tally
    }

    fn add(&mut self, die: u16) {
        self.faces[usize::from(die)] += 1;
        if let Some(last) = self.last {
            if self.dice % 2 == 1 {
                self.pairs[usize::from(last)][usize::from(die)] += 1;
            }
            self.turns += u64::from((last < 3) != (die < 3));
        }
        self.last = Some(die);
        self.dice += 1;
    }

    /// Returns how many standard deviations frequencies, pairs and runs are from what they should be.
    fn surprises(&self) -> [f64; 3] {
        let pairs: Vec<u64> = self.pairs.iter().flatten().copied().collect();
        [
            surprise(&self.faces),
            surprise(&pairs),
            self.surprise_of_runs(),
        ]
    }

    /// Two faces in a row are on different sides of the middle every other time.
    fn surprise_of_runs(&self) -> f64 {
        let chances = (self.dice - 1) as f64;
        (self.turns as f64 - chances / 2.0) / (chances / 4.0).sqrt()
    }
}

/// Returns the chi-square of counts that should be equal, as standard deviations (Wilson and Hilferty, 1931).
fn surprise(counts: &[u64]) -> f64 {
    let freedom = counts.len() as f64 - 1.0;
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let square = |count: &u64| (*count as f64 - expected).powi(2) / expected;
    let chi_square: f64 = counts.iter().map(square).sum();
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Throws six dice at a time, at many tables.
fn fair(tables: u64, rolls: u64) -> impl Iterator<Item = u16> {
    let throw = Throw { dice: 6, sides: 6 };
    (0..tables).flat_map(move |number| {
        let croupier = Croupier::new(table(number), bytes("seed", number).0);
        let dice = croupier.dice(&[Some(bytes("Ada", number)), Some(bytes("Bo", number))]);
        (0..rolls).flat_map(move |roll| dice.roll(roll, throw).unwrap())
    })
}

#[track_caller]
fn check_fair(tables: u64, rolls: u64) {
    let tally = Tally::of(fair(tables, rolls));
    assert_eq!(tally.dice, tables * rolls * 6);
    let surprises = tally.surprises();
    assert!(
        surprises.iter().all(|surprise| surprise.abs() < 4.0),
        "{surprises:?}"
    );
}

#[test]
fn a_million_dice() {
    check_fair(50, 3_334);
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn a_hundred_million_dice() {
    check_fair(1_000, 16_667);
}

/// Expects that one of frequencies, pairs and runs tells dice from fair ones.
#[track_caller]
fn check_broken(dice: impl Iterator<Item = u16>, by: usize) {
    let surprises = Tally::of(dice.take(1_000_000)).surprises();
    assert!(surprises[by].abs() > 6.0, "{surprises:?}");
}

#[test]
fn broken_dice_are_found_out() {
    let blocks = || (0..).map(|number| bytes("broken", number).0);
    let remainder = blocks().flatten().map(|byte| u16::from(byte % 6));
    check_broken(remainder, 0);
    let mut word = 1_u32;
    let congruential = std::iter::from_fn(move || {
        word = word.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        Some((word & 0x7fff_ffff) as u16 % 6)
    });
    check_broken(congruential, 1);
    let streaks = blocks()
        .flatten()
        .filter(|byte| *byte < 252)
        .scan(0, |last, byte| {
            let next = u16::from(byte % 6);
            // One time in forty the last die is shown again.
            *last = if byte / 6 == 0 { *last } else { next };
            Some(*last)
        });
    check_broken(streaks, 2);
}
