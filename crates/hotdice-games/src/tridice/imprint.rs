//! All that matters of a die, wherever it walks.

use std::fmt;
use std::str::FromStr;

use super::{Cell, Die};

/// What a die shows on each class of cells, for as long as it lives.
///
/// A four-sided die that rolls over a triangular board arrives the same whatever way it took. So it shows one number
/// on all cells of a class, and another number on each class. Written as the numbers on classes A to D: `2413`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Imprint(u8);

impl Imprint {
    /// How many imprints there are: the mirror images of these do not exist.
    pub const COUNT: usize = 12;

    /// The first of the imprints in the order of their text.
    pub(super) const FIRST: Self = Self(0);

    /// Returns every imprint in the order of its text.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the imprint at this place of [`Imprint::all`].
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        Self::all().nth(index)
    }

    /// Returns the place of this imprint in [`Imprint::all`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the imprint with these numbers on classes A to D, or nothing when no die has it.
    #[must_use]
    pub fn new(numbers: [u8; 4]) -> Option<Self> {
        Self::all().find(|imprint| imprint.numbers() == numbers)
    }

    /// Returns the imprint of a die that stands on `cell`, or nothing when it points the other way.
    #[must_use]
    pub fn of(die: Die, cell: Cell) -> Option<Self> {
        let [left, top, right, up, _] = die.rolled_up_from(cell).slots();
        Self::new([top, right, up, left])
    }

    /// Returns the die with this imprint as it stands on `cell`.
    #[must_use]
    pub const fn die_on(self, cell: Cell) -> Die {
        let [a, b, c, d] = self.numbers();
        // On the top cell the classes A to D lie under the slots top, right, up and left.
        Die::pointing_up(d, a, b, c).rolled_down_to(cell)
    }

    /// Returns the numbers on classes A to D.
    #[must_use]
    pub const fn numbers(self) -> [u8; 4] {
        NUMBERS[self.0 as usize]
    }

    /// Returns the number that a die with this imprint shows on `cell`.
    #[must_use]
    pub const fn number_on(self, cell: Cell) -> u8 {
        self.numbers()[cell.class().index()]
    }
}

/// The odd permutations of 1 2 3 4, in rising order.
const NUMBERS: [[u8; 4]; Imprint::COUNT] = {
    let mut found = [[0; 4]; Imprint::COUNT];
    let (mut count, mut code) = (0, 0);
    while code < 256 {
        let numbers = [
            (code >> 6 & 3) as u8 + 1,
            (code >> 4 & 3) as u8 + 1,
            (code >> 2 & 3) as u8 + 1,
            (code & 3) as u8 + 1,
        ];
        if is_odd_permutation(numbers) {
            found[count] = numbers;
            count += 1;
        }
        code += 1;
    }
    found
};

/// Tells whether all numbers differ and an odd number of pairs stands in falling order.
const fn is_odd_permutation(numbers: [u8; 4]) -> bool {
    let mut falling = 0;
    let mut right = 1;
    while right < 4 {
        let mut left = 0;
        while left < right {
            if numbers[left] == numbers[right] {
                return false;
            }
            falling += (numbers[left] > numbers[right]) as u8;
            left += 1;
        }
        right += 1;
    }
    falling % 2 == 1
}

impl fmt::Display for Imprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.numbers()
            .iter()
            .try_for_each(|number| write!(f, "{number}"))
    }
}

/// A text that is not an imprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no die shows these numbers on classes A, B, C and D; one that exists is 2413")]
pub struct NotAnImprint;

impl FromStr for Imprint {
    type Err = NotAnImprint;

    fn from_str(text: &str) -> Result<Self, NotAnImprint> {
        <[u8; 4]>::try_from(text.as_bytes())
            .ok()
            .and_then(|digits| Self::new(digits.map(|digit| digit.wrapping_sub(b'0'))))
            .ok_or(NotAnImprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_and_the_home_die_is_2341() {
        let written: Vec<String> = Imprint::all().map(|imprint| imprint.to_string()).collect();
        assert_eq!(
            written.join(" "),
            "1243 1324 1432 2134 2341 2413 3142 3214 3421 4123 4231 4312"
        );
        assert_eq!(
            Imprint::of(Die::HOME, Cell::TOP),
            Imprint::new([2, 3, 4, 1])
        );
    }

    #[test]
    fn mirror_images_and_nonsense_do_not_read() {
        for imprint in Imprint::all() {
            assert_eq!(imprint.to_string().parse(), Ok(imprint));
        }
        for text in ["1234", "2143", "1123", "0123", "12345", "", "abcd", "12é"] {
            assert_eq!(text.parse::<Imprint>(), Err(NotAnImprint), "{text}");
        }
    }

    #[test]
    fn a_die_that_points_the_other_way_has_no_imprint_here() {
        let below = Cell::new(2, 2).unwrap();
        assert_eq!(Imprint::of(Die::HOME, below), None);
    }

    #[test]
    fn dice_and_imprints_agree_on_every_cell() {
        for cell in (0..Cell::MOST).filter_map(Cell::from_index) {
            for imprint in Imprint::all() {
                let die = imprint.die_on(cell);
                assert_eq!(Imprint::of(die, cell), Some(imprint));
                assert_eq!(die.number(), imprint.number_on(cell));
                let mut tips = [[die.number()].as_slice(), &die.corners()].concat();
                tips.sort_unstable();
                assert_eq!(tips, [1, 2, 3, 4]);
            }
        }
    }
}
