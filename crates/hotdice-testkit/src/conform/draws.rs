//! Chance is exact: weights count throws, and throws are read as the rolls that the weights promise.

use std::collections::HashMap;

use hotdice_core::{Throw, Turn};

use super::Flaw;
use super::step::{Seen, Step};

/// So few throws are all read at every step that is checked.
const FEW: u128 = 216;

/// So many throws are all read once for each list of rolls; more are not.
const MANY: u128 = 46_656;

pub(super) fn check_weights(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    let Some(throw) = step.throw else {
        return Ok(());
    };
    if let Some((roll, _)) = step.rolls.iter().find(|(_, weight)| *weight == 0) {
        return Err(Flaw::NoWeight(roll.clone()));
    }
    let weights = step
        .rolls
        .iter()
        .map(|(_, weight)| u128::from(*weight))
        .sum();
    let throws = ways(throw);
    if weights == throws {
        return Ok(());
    }
    Err(Flaw::Weights {
        throw,
        weights,
        throws,
    })
}

/// Returns in how many ways dice can fall.
fn ways(throw: Throw) -> u128 {
    u128::from(throw.sides).saturating_pow(u32::from(throw.dice))
}

pub(super) fn check_throws(step: &Step<'_>, seen: &mut Seen) -> Result<(), Flaw> {
    check_strange_throws(step)?;
    let Some(throw) = step.throw else {
        return Ok(());
    };
    let mut is_new = || {
        seen.throws
            .insert((throw.dice, throw.sides, step.rolls.clone()))
    };
    if ways(throw) <= FEW || ways(throw) <= MANY && is_new() {
        check_tally(step, throw)?;
    }
    Ok(())
}

/// Dice that are too few, too many or have no such side are no roll; nor are any when no roll is due.
fn check_strange_throws(step: &Step<'_>) -> Result<(), Flaw> {
    let throw = step.throw.unwrap_or(Throw { dice: 1, sides: 6 });
    let dice = usize::from(throw.dice);
    let mut strange = vec![vec![0; dice + 1], vec![throw.sides; dice.max(1)]];
    if dice > 0 {
        strange.push(vec![0; dice - 1]);
    }
    if step.turn != Turn::Roll {
        strange.push(vec![0; dice]);
    }
    match strange
        .into_iter()
        .find(|lying| step.position.read_throw(lying).is_some())
    {
        Some(lying) => Err(Flaw::StrangeThrow(lying)),
        None => Ok(()),
    }
}

/// Reads every throw and compares how often each roll came with its weight.
fn check_tally(step: &Step<'_>, throw: Throw) -> Result<(), Flaw> {
    let mut tally: HashMap<String, u64> = HashMap::new();
    let mut lying = vec![0; usize::from(throw.dice)];
    loop {
        let roll = step.position.read_throw(&lying);
        let roll = roll.ok_or_else(|| Flaw::UnreadThrow(lying.clone()))?;
        *tally.entry(roll.to_string()).or_default() += 1;
        if !next(&mut lying, throw.sides) {
            break;
        }
    }
    for (roll, weight) in &step.rolls {
        compare(roll, *weight, tally.remove(roll).unwrap_or_default())?;
    }
    tally
        .iter()
        .try_for_each(|(roll, throws)| compare(roll, 0, *throws))
}

fn compare(roll: &str, weight: u64, throws: u64) -> Result<(), Flaw> {
    if weight == throws {
        return Ok(());
    }
    Err(Flaw::Tally {
        roll: roll.to_owned(),
        weight,
        throws,
    })
}

/// Counts the dice up like an odometer; tells whether there was a next throw.
fn next(lying: &mut [u16], sides: u16) -> bool {
    for die in lying.iter_mut().rev() {
        *die += 1;
        if *die < sides {
            return true;
        }
        *die = 0;
    }
    false
}
