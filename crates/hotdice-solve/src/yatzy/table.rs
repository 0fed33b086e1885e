//! A table in memory, level by level.
//!
//! What was read from a file stays as it was read: on most processors the bytes of a file are numbers already. A query reads two of the
//! sixteen levels, and most of the time to load a table goes into first touching newly allocated memory.

use std::ops::Index;
use std::sync::Arc;

use pulp::bytemuck::{Pod, cast_slice, try_cast_slice};

/// A number that is kept in files.
pub(super) trait StoredNumber: Pod {
    /// Returns the little-endian numbers of these bytes.
    fn decode(bytes: &[u8]) -> Vec<Self>;
}

impl StoredNumber for f64 {
    fn decode(bytes: &[u8]) -> Vec<Self> {
        let words = bytes.as_chunks().0.iter();
        words.map(|&word| Self::from_le_bytes(word)).collect()
    }
}

impl StoredNumber for f32 {
    fn decode(bytes: &[u8]) -> Vec<Self> {
        let words = bytes.as_chunks().0.iter();
        words.map(|&word| Self::from_le_bytes(word)).collect()
    }
}

/// The numbers of all levels, by how many boxes are filled.
#[derive(Clone, Debug)]
pub(super) enum LevelTable<V> {
    /// Levels that were worked out.
    Numbers(Vec<Vec<V>>),
    /// Bytes that are numbers where they stand. A copy could stand where they are not, so clones share them.
    Bytes {
        bytes: Arc<Vec<u8>>,
        /// Where each level begins, and where the last one ends.
        starts: Vec<usize>,
    },
}

impl<V: StoredNumber> LevelTable<V> {
    /// Returns a table of these levels.
    pub(super) const fn new(levels: Vec<Vec<V>>) -> Self {
        Self::Numbers(levels)
    }

    /// Returns a table with so many numbers in each level; nothing if these are not as many bytes.
    pub(super) fn read(lengths: impl Iterator<Item = usize>, bytes: Vec<u8>) -> Option<Self> {
        let mut starts = vec![0];
        for length in lengths {
            starts.push(starts[starts.len() - 1] + length * size_of::<V>());
        }
        if starts.last() != Some(&bytes.len()) {
            return None;
        }
        let are_numbers = try_cast_slice::<u8, V>(&bytes).is_ok();
        if cfg!(target_endian = "little") && are_numbers {
            let bytes = Arc::new(bytes);
            return Some(Self::Bytes { bytes, starts });
        }
        let level = |ends: &[usize]| V::decode(&bytes[ends[0]..ends[1]]);
        Some(Self::Numbers(starts.windows(2).map(level).collect()))
    }

    /// Returns a level.
    #[inline]
    pub(super) fn level(&self, filled: usize) -> &[V] {
        match self {
            Self::Numbers(levels) => &levels[filled],
            Self::Bytes { bytes, starts } => cast_slice(&bytes[starts[filled]..starts[filled + 1]]),
        }
    }

    /// Returns how many levels there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Numbers(levels) => levels.len(),
            Self::Bytes { starts, .. } => starts.len() - 1,
        }
    }

    /// Returns all numbers, the first level first.
    pub(super) fn iter(&self) -> impl Iterator<Item = V> {
        (0..self.len()).flat_map(|filled| self.level(filled).iter().copied())
    }
}

impl<V: StoredNumber> Index<usize> for LevelTable<V> {
    type Output = [V];

    #[inline]
    fn index(&self, filled: usize) -> &[V] {
        self.level(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reading takes no memory beside the bytes, however many levels are used.
    #[test]
    fn levels_stand_where_their_bytes_were_read() {
        let levels = vec![vec![1.5], vec![], vec![-2.0, f64::MIN_POSITIVE]];
        let solved = LevelTable::new(levels.clone());
        let bytes: Vec<u8> = solved.iter().flat_map(f64::to_le_bytes).collect();
        assert_eq!(f64::decode(&bytes), levels.concat());
        let range = bytes.as_ptr_range();
        let read = LevelTable::<f64>::read([1, 0, 2].into_iter(), bytes).expect("its own bytes");
        assert_eq!(read.len(), 3);
        for (filled, level) in levels.iter().enumerate() {
            assert_eq!(read[filled], **level);
        }
        for filled in [0, 2] {
            let first = read[filled].as_ptr().cast();
            assert_eq!(range.contains(&first), cfg!(target_endian = "little"));
        }
        assert_eq!(read.clone().level(2), &levels[2]);
    }

    #[test]
    fn other_lengths_are_not_read() {
        for lengths in [vec![], vec![1], vec![1, 2]] {
            let read = LevelTable::<f32>::read(lengths.into_iter(), vec![0; 8]);
            assert!(read.is_none());
        }
    }
}
