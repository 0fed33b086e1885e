//! Handfuls of up to six dice, numbered.

use std::sync::LazyLock;

use hotdice_core::Dice;

/// The most dice in a numbered handful.
pub(crate) const MOST_DICE: u8 = 6;

/// How many handfuls of up to six dice there are, no dice at all included.
pub(crate) const HANDFULS: usize = 924;

/// The number of the first handful of so many dice; the last entry is [`HANDFULS`].
pub(crate) const FIRST: [usize; 8] = [0, 1, 7, 28, 84, 210, 462, HANDFULS];

static ALL: LazyLock<Vec<Dice>> = LazyLock::new(|| (0..=MOST_DICE).flat_map(Dice::all).collect());

/// Returns the number of a handful: fewer dice first, then in the order of [`Dice::rank`].
pub(crate) fn number(dice: Dice) -> Option<usize> {
    let first = *FIRST[..7].get(usize::from(dice.len()))?;
    Some(first + dice.rank())
}

/// Returns the handful of a number.
pub(crate) fn handful(number: usize) -> Option<Dice> {
    ALL.get(number).copied()
}
