//! A table in memory, level by level.
//!
//! Levels that were read from a file are made into numbers when somebody asks for one. A question needs two of sixteen, and memory that
//! nobody has touched yet is what takes longest about a table that is there.

use std::ops::Index;
use std::sync::OnceLock;

/// A number that is kept in files.
pub(super) trait StoredNumber: Copy + Send + Sync {
    /// How many bytes it takes.
    const BYTES: usize;

    /// Returns the little-endian numbers of these bytes.
    fn read(bytes: &[u8]) -> Vec<Self>;
}

impl StoredNumber for f64 {
    const BYTES: usize = 8;

    fn read(bytes: &[u8]) -> Vec<Self> {
        let words = bytes.as_chunks().0.iter();
        words.map(|&word| Self::from_le_bytes(word)).collect()
    }
}

impl StoredNumber for f32 {
    const BYTES: usize = 4;

    fn read(bytes: &[u8]) -> Vec<Self> {
        let words = bytes.as_chunks().0.iter();
        words.map(|&word| Self::from_le_bytes(word)).collect()
    }
}

/// The numbers of all levels, by how many boxes are filled.
#[derive(Clone, Debug)]
pub(super) struct LevelTable<V> {
    levels: Vec<OnceLock<Vec<V>>>,
    /// Where the numbers of each level are, for those that are not made yet.
    bytes: Vec<u8>,
    /// Where each level begins among the bytes, and where the last one ends.
    starts: Vec<usize>,
}

impl<V: StoredNumber> LevelTable<V> {
    /// Returns a table of these levels.
    pub(super) fn new(levels: Vec<Vec<V>>) -> Self {
        Self {
            levels: levels.into_iter().map(OnceLock::from).collect(),
            bytes: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// Returns a table with so many numbers in each level; nothing if these are not as many bytes.
    pub(super) fn read(lengths: impl Iterator<Item = usize>, bytes: Vec<u8>) -> Option<Self> {
        let mut starts = vec![0];
        for length in lengths {
            starts.push(starts[starts.len() - 1] + length * V::BYTES);
        }
        let fits = starts.last() == Some(&bytes.len());
        fits.then(|| Self {
            levels: starts[1..].iter().map(|_| OnceLock::new()).collect(),
            bytes,
            starts,
        })
    }

    /// Returns a level.
    #[inline]
    pub(super) fn level(&self, filled: usize) -> &[V] {
        self.levels[filled]
            .get_or_init(|| V::read(&self.bytes[self.starts[filled]..self.starts[filled + 1]]))
    }

    /// Returns how many levels there are.
    pub(super) fn len(&self) -> usize {
        self.levels.len()
    }

    /// Returns all numbers, the first level first.
    pub(super) fn iter(&self) -> impl Iterator<Item = V> {
        (0..self.len()).flat_map(|filled| self.level(filled).iter().copied())
    }

    /// Returns how many bytes are kept beside the numbers.
    pub(super) fn bytes_beside(&self) -> u64 {
        self.bytes.len() as u64
    }
}

impl<V: StoredNumber> Index<usize> for LevelTable<V> {
    type Output = [V];

    #[inline]
    fn index(&self, filled: usize) -> &[V] {
        self.level(filled)
    }
}
