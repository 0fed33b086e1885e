//! A handful of dice in which only the faces count, not their order.

use std::fmt;
use std::iter;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::Face;

/// A multiset of dice: how often each face is there.
///
/// Written as faces in rising order, `1 5 5`; no dice at all is `none`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dice {
    counts: [u8; 6],
}

impl Dice {
    /// No dice.
    pub const NONE: Self = Self { counts: [0; 6] };

    /// The largest number of dice in one handful.
    pub const MOST: usize = 255;

    /// Returns `count` dice that all show `face`.
    #[inline]
    #[must_use]
    pub const fn of(face: Face, count: u8) -> Self {
        let mut counts = [0; 6];
        counts[face.index()] = count;
        Self { counts }
    }

    /// Returns dice with these counts of ones, twos and so on, or nothing when they are more than [`Dice::MOST`].
    #[must_use]
    pub fn from_counts(counts: [u8; 6]) -> Option<Self> {
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        (total <= Self::MOST).then_some(Self { counts })
    }

    /// Returns the dice of a throw, each given as its side counted from 0.
    ///
    /// # Panics
    /// When a side is no side of a six-sided die.
    #[inline]
    #[must_use]
    pub fn lying(sides: &[u16]) -> Self {
        // All counts are added up in one word, a byte each: dice are thrown in innermost loops.
        let word = sides.iter().fold(0_u64, |word, &side| {
            assert!(side < 6, "a six-sided die has no side {side}");
            word + (1 << (8 * side))
        });
        let [a, b, c, d, e, f, _, _] = word.to_le_bytes();
        Self {
            counts: [a, b, c, d, e, f],
        }
    }

    /// Returns how many dice there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u8 {
        let [a, b, c, d, e, f] = self.counts;
        a + b + c + d + e + f
    }

    /// Tells whether there are no dice.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns how many dice show `face`.
    #[inline]
    #[must_use]
    pub const fn count(self, face: Face) -> u8 {
        self.counts[face.index()]
    }

    /// Returns how many dice show one, two and so on.
    #[inline]
    #[must_use]
    pub const fn counts(self) -> [u8; 6] {
        self.counts
    }

    /// Returns the sum of all pips.
    #[must_use]
    pub fn sum(self) -> u32 {
        self.counts
            .iter()
            .zip(1..)
            .map(|(&count, pips)| u32::from(count) * pips)
            .sum()
    }

    /// Returns these dice and one more, or nothing when the handful is full.
    #[must_use]
    pub fn with(self, face: Face) -> Option<Self> {
        self.plus(Self::of(face, 1))
    }

    /// Returns both handfuls as one, or nothing when that is more than [`Dice::MOST`].
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        if usize::from(self.len()) + usize::from(other.len()) > Self::MOST {
            return None;
        }
        let mut counts = self.counts;
        iter::zip(&mut counts, other.counts).for_each(|(count, more)| *count += more);
        Some(Self { counts })
    }

    /// Returns what is left when `other` is taken away, or nothing when `other` is not all there.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        let mut counts = self.counts;
        for (count, less) in iter::zip(&mut counts, other.counts) {
            *count = count.checked_sub(less)?;
        }
        Some(Self { counts })
    }

    /// Returns the dice of `self` that are not covered by `other`.
    #[inline]
    #[must_use]
    pub fn beyond(self, other: Self) -> Self {
        let mut counts = self.counts;
        iter::zip(&mut counts, other.counts)
            .for_each(|(count, less)| *count = count.saturating_sub(less));
        Self { counts }
    }

    /// Tells whether all of `other` is among these dice.
    #[inline]
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        iter::zip(self.counts, other.counts).all(|(mine, theirs)| mine >= theirs)
    }

    /// Returns every die, in rising order.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        Face::ALL
            .into_iter()
            .flat_map(move |face| iter::repeat_n(face, usize::from(self.count(face))))
    }

    /// Writes the dice without spaces: `155`, or `none`.
    #[must_use]
    pub fn digits(self) -> String {
        self.to_string().replace(' ', "")
    }

    /// Visits every distinct part of these dice, from none of them to all of them.
    pub fn for_each_part(self, mut visit: impl FnMut(Self)) {
        let mut part = Self::NONE;
        loop {
            visit(part);
            if self.next_part(&mut part).is_break() {
                return;
            }
        }
    }

    /// Counts `part` up like an odometer whose wheels are as long as the counts of `self`.
    fn next_part(self, part: &mut Self) -> ControlFlow<()> {
        for (count, &most) in iter::zip(&mut part.counts, &self.counts).rev() {
            if *count < most {
                *count += 1;
                return ControlFlow::Continue(());
            }
            *count = 0;
        }
        ControlFlow::Break(())
    }

    /// Returns every distinct roll of `len` dice, in the order of [`Dice::rank`].
    pub fn all(len: u8) -> impl Iterator<Item = Self> {
        let mut next = Some(Self::of(Face::One, len));
        iter::from_fn(move || {
            let dice = next?;
            next = dice.successor();
            Some(dice)
        })
    }

    /// Returns the roll of as many dice that comes next in rank.
    fn successor(self) -> Option<Self> {
        let mut counts = self.counts;
        let last = counts[5];
        let from = (0..5).rev().find(|&index| counts[index] > 0)?;
        counts[5] = 0;
        counts[from] -= 1;
        counts[from + 1] = last + 1;
        Some(Self { counts })
    }

    /// Returns how many distinct rolls of `len` dice there are.
    #[must_use]
    pub const fn distinct(len: u8) -> usize {
        multisets(len as usize, 6)
    }

    /// Returns the place of these dice among all distinct rolls of as many dice, counted from 0.
    #[inline]
    #[must_use]
    pub fn rank(self) -> usize {
        let mut left = usize::from(self.len());
        let mut rank = 0;
        for (index, &count) in self.counts[..5].iter().enumerate() {
            left -= usize::from(count);
            rank += higher(index, left);
        }
        rank
    }
}

/// Returns how many rolls of `left` dice have at least one face of this index or lower: all of them come before those
/// that have none.
#[inline]
fn higher(index: usize, left: usize) -> usize {
    /// Ranks are asked for in the innermost loops of games and solvers, and hardly ever for more dice.
    const HIGHER: [[u32; 21]; 5] = {
        let mut table = [[0; 21]; 5];
        let mut index = 0;
        while index < 5 {
            let mut left = 1;
            while left < 21 {
                table[index][left] = multisets(left - 1, 6 - index) as u32;
                left += 1;
            }
            index += 1;
        }
        table
    };
    match HIGHER[index].get(left) {
        Some(&count) => count as usize,
        None => multisets(left - 1, 6 - index),
    }
}

/// Returns the number of multisets of `len` things of `kinds` kinds: C(len + kinds − 1, kinds − 1).
const fn multisets(len: usize, kinds: usize) -> usize {
    let mut count = 1;
    let mut step = 1;
    while step < kinds {
        count = count * (len + step) / step;
        step += 1;
    }
    count
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (place, face) in self.faces().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            face.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// A text that is not a handful of dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// Something in the text is no face.
    #[error("{0:?} is not a face of a die: use 1 to 6")]
    NotAFace(char),
    /// There are more dice than a handful holds.
    #[error("that's more than {} dice", Dice::MOST)]
    TooMany,
}

impl FromStr for Dice {
    type Err = DiceError;

    /// Reads faces as `1 5 5`, `1,5,5` or `155`; `none` or nothing is no dice.
    fn from_str(text: &str) -> Result<Self, DiceError> {
        if text.trim() == "none" {
            return Ok(Self::NONE);
        }
        text.chars()
            .filter(|&letter| !letter.is_whitespace() && letter != ',')
            .try_fold(Self::NONE, |dice, letter| {
                let face = Face::from_digit(letter).ok_or(DiceError::NotAFace(letter))?;
                dice.with(face).ok_or(DiceError::TooMany)
            })
    }
}

impl TryFrom<&[Face]> for Dice {
    type Error = DiceError;

    fn try_from(faces: &[Face]) -> Result<Self, DiceError> {
        faces.iter().try_fold(Self::NONE, |dice, &face| {
            dice.with(face).ok_or(DiceError::TooMany)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, written: &str) {
        assert_eq!(text.parse::<Dice>().unwrap().to_string(), written);
    }

    #[test]
    fn reads_every_way_people_write_dice() {
        check("1 5 5", "1 5 5");
        check("551", "1 5 5");
        check("5, 1,5", "1 5 5");
        check("", "none");
        check("none", "none");
    }

    #[test]
    fn names_what_is_no_face() {
        assert_eq!("1 7".parse::<Dice>(), Err(DiceError::NotAFace('7')));
        assert_eq!("0".parse::<Dice>(), Err(DiceError::NotAFace('0')));
        assert_eq!("1".repeat(256).parse::<Dice>(), Err(DiceError::TooMany));
    }

    #[test]
    fn ranks_every_roll_in_order_without_gaps() {
        for len in 0..=8 {
            let ranks: Vec<_> = Dice::all(len).map(Dice::rank).collect();
            assert_eq!(ranks, (0..Dice::distinct(len)).collect::<Vec<_>>());
        }
        assert_eq!((Dice::distinct(5), Dice::distinct(6)), (252, 462));
    }

    #[test]
    fn ranks_more_dice_than_are_ever_thrown() {
        for len in [20, 21, 22] {
            assert!(Dice::all(len).map(Dice::rank).eq(0..Dice::distinct(len)));
        }
        let last = Dice::of(Face::Six, 255);
        assert_eq!(last.rank() + 1, Dice::distinct(255));
    }

    #[test]
    fn visits_each_part_once() {
        let dice: Dice = "1 1 5".parse().unwrap();
        let mut parts = Vec::new();
        dice.for_each_part(|part| parts.push(part.to_string()));
        assert_eq!(parts, ["none", "5", "1", "1 5", "1 1", "1 1 5"]);
    }

    #[test]
    fn takes_away_only_what_is_there() {
        let dice: Dice = "1 1 5".parse().unwrap();
        assert_eq!(dice.minus("1 5".parse().unwrap()), "1".parse().ok());
        assert_eq!(dice.minus("5 5".parse().unwrap()), None);
        assert_eq!(dice.beyond("1 5 5".parse().unwrap()), "1".parse().unwrap());
    }
}
