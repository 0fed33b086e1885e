//! Throws of six-sided dice by their number, and handfuls as packed counts.

use std::sync::LazyLock;

use hotdice_core::Dice;

use super::luck::Luck;
use crate::handfuls::{HANDFULS, handful, number};

/// What every kernel looks up about handfuls of up to six dice.
pub(super) struct Throws {
    /// For one to six dice, the handful of every throw; the digits of its number in base six are the sides, the first die first.
    by_dice: [Vec<u16>; 7],
    /// How many dice a handful has.
    pub(super) len: [u8; HANDFULS],
    /// The counts of its faces, four bits each.
    pub(super) packed: [u32; HANDFULS],
    /// The same as numbers.
    pub(super) counts: [[u8; 6]; HANDFULS],
}

/// The highest bit of each count, which no count of up to six dice has set.
const GUARDS: u32 = 0x0088_8888;

impl Throws {
    /// Returns the tables, made once.
    pub(super) fn tables() -> &'static Self {
        static TABLES: LazyLock<Throws> = LazyLock::new(Throws::new);
        &TABLES
    }

    fn new() -> Self {
        let by_dice = std::array::from_fn(|dice| {
            let throws = 0..6_u32.pow(dice as u32);
            let thrown = throws.map(|throw| {
                let powers = (0..dice as u32).map(|power| 6_u32.pow(power));
                let sides: Vec<u16> = powers.map(|power| (throw / power % 6) as u16).collect();
                number(Dice::lying(&sides)).unwrap_or(0) as u16
            });
            thrown.collect()
        });
        let dice: Vec<Dice> = (0..HANDFULS).filter_map(handful).collect();
        let pack = |dice: Dice| {
            let counts = dice.counts().into_iter().rev();
            counts.fold(0, |packed, count| packed << 4 | u32::from(count))
        };
        Self {
            by_dice,
            len: std::array::from_fn(|place| dice[place].len()),
            packed: std::array::from_fn(|place| pack(dice[place])),
            counts: std::array::from_fn(|place| dice[place].counts()),
        }
    }

    /// Throws one to six dice.
    #[inline]
    pub(super) fn throw(&self, dice: u8, luck: &mut Luck) -> u16 {
        let thrown = &self.by_dice[usize::from(dice)];
        thrown[luck.below(thrown.len() as u64) as usize]
    }

    /// Tells whether all dice of one handful are in another.
    #[inline]
    pub(super) fn contains(&self, whole: u16, part: u16) -> bool {
        let (whole, part) = (
            self.packed[usize::from(whole)],
            self.packed[usize::from(part)],
        );
        // A count that is too small borrows from its guard.
        ((whole | GUARDS) - part) & GUARDS == GUARDS
    }
}
