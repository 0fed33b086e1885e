//! Dice are the same for the same seed for ever, and fair.

use hotdice_core::Throw;
use hotdice_table::DiceSource;
use hotdice_table::dice::{ScriptedDice, SeededDice, SystemDice};

fn faces(dice: &mut dyn DiceSource, count: u8) -> String {
    let thrown = dice.throw(Throw {
        dice: count,
        sides: 6,
    });
    thrown.iter().map(|side| (side + 1).to_string()).collect()
}

/// The faces were computed by a separate program from the ChaCha20 block function of RFC 8439.
#[test]
fn seeds_give_the_same_dice_for_ever() {
    assert_eq!(
        faces(&mut SeededDice::new(7), 60),
        "245141226564631324121546121432345665155635655512655235655253"
    );
    assert_eq!(
        faces(&mut SeededDice::new(u64::MAX), 60),
        "451124616232411312362442533552643541531653244514251511254244"
    );
}

#[test]
fn dice_do_not_depend_on_how_they_are_grouped() {
    let mut grouped = SeededDice::new(7);
    let parts = [1, 5, 6, 0, 48].map(|count| faces(&mut grouped, count));
    assert_eq!(parts.concat(), faces(&mut SeededDice::new(7), 60));
}

#[test]
fn other_seeds_give_other_dice() {
    let of = |seed| faces(&mut SeededDice::new(seed), 60);
    assert_ne!(of(7), of(8));
    assert_ne!(of(7), of(7 << 32));
}

/// Returns chi-square of 600,000 dice against equally likely sides.
fn chi_square(dice: &mut dyn DiceSource, sides: u16) -> f64 {
    let mut counts = vec![0_u32; usize::from(sides)];
    for _ in 0..6000 {
        let thrown = dice.throw(Throw { dice: 100, sides });
        thrown
            .iter()
            .for_each(|&side| counts[usize::from(side)] += 1);
    }
    let expected = 600_000.0 / f64::from(sides);
    let off = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
    counts.iter().map(off).sum()
}

/// With five degrees of freedom fair dice pass 40 once in seven million times.
#[test]
fn dice_are_fair() {
    assert!(chi_square(&mut SeededDice::new(7), 6) < 40.0);
    let mut system = SystemDice::new().expect("randomness");
    assert!(chi_square(&mut system, 6) < 40.0);
}

/// With 55 degrees of freedom fair cards pass 140 once in some hundred million times.
#[test]
fn cards_are_fair() {
    assert!(chi_square(&mut SeededDice::new(7), 56) < 140.0);
}

#[test]
fn the_bound_catches_a_crooked_die() {
    /// Shows a six in place of a one, every fiftieth time.
    struct Crooked(SeededDice, u32);
    impl DiceSource for Crooked {
        fn throw(&mut self, throw: Throw) -> Vec<u16> {
            let mut thrown = self.0.throw(throw);
            for side in thrown.iter_mut().filter(|side| **side == 0) {
                self.1 += 1;
                if self.1.is_multiple_of(50) {
                    *side = 5;
                }
            }
            thrown
        }
    }
    assert!(chi_square(&mut Crooked(SeededDice::new(7), 0), 6) > 40.0);
}

#[test]
fn a_script_runs_out_without_a_panic() {
    let mut dice = ScriptedDice::single([3]);
    assert_eq!(faces(&mut dice, 1), "3");
    assert_eq!(faces(&mut dice, 1), "");
    assert_eq!(dice.left(), 0);
}
