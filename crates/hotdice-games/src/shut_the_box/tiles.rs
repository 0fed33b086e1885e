//! Sets of numbered tiles.

use std::fmt;

/// A set of tiles, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct TileSet(u16);

impl TileSet {
    /// The most tiles there can be.
    pub const MOST: u8 = 12;

    /// Returns the tiles from 1 to `highest`.
    #[must_use]
    pub const fn up_to(highest: u8) -> Self {
        Self((1 << highest) - 1)
    }

    /// Returns the set with one more tile; nothing if it is there already, or there is no such tile.
    #[must_use]
    pub fn with(self, tile: u8) -> Option<Self> {
        let known = (1..=Self::MOST).contains(&tile) && !self.contains(tile);
        known.then(|| Self(self.0 | bit(tile)))
    }

    /// Returns the set without the tiles of another one.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Tells whether a tile is in the set.
    #[must_use]
    pub const fn contains(self, tile: u8) -> bool {
        self.0 & bit(tile) != 0
    }

    /// Tells whether there is no tile in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many tiles there are.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns the highest tile, or 0.
    #[must_use]
    pub const fn highest(self) -> u8 {
        (u16::BITS - self.0.leading_zeros()) as u8
    }

    /// Returns what the tiles add up to.
    #[must_use]
    pub fn sum(self) -> u16 {
        self.iter().map(u16::from).sum()
    }

    /// Returns the tiles from the lowest to the highest.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u8> {
        (1..=Self::MOST).filter(move |&tile| self.contains(tile))
    }

    /// Visits every part of at most `most` tiles that adds up to `sum`, those with the highest tiles first.
    pub fn for_each_part(self, sum: u32, most: u8, mut visit: impl FnMut(Self)) {
        self.visit_parts(Self::default(), sum, most, &mut visit);
    }

    fn visit_parts(self, taken: Self, missing: u32, most: u8, visit: &mut dyn FnMut(Self)) {
        if missing == 0 {
            visit(taken);
        } else if most > 0 {
            for tile in self.iter().rev().filter(|&tile| u32::from(tile) <= missing) {
                let lower = Self(self.0 & (bit(tile) - 1));
                let taken = Self(taken.0 | bit(tile));
                lower.visit_parts(taken, missing - u32::from(tile), most - 1, visit);
            }
        }
    }
}

const fn bit(tile: u8) -> u16 {
    1 << (tile - 1)
}

/// Writes the numbers with spaces between them.
impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.iter().map(|tile| tile.to_string()).collect();
        f.write_str(&numbers.join(" "))
    }
}
