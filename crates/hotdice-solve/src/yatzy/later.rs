//! Where the values of a level are looked up: all of it in memory, or as much as somebody needs.

use super::boxes::Filled;
use super::layout::Layout;
use super::worth::Value;

/// The values of a level, or of some of its sets.
pub(super) trait Later {
    /// What one state is worth.
    type Value: Value;

    /// Returns the value at a place of the level.
    fn at(&self, index: usize) -> Self::Value;
}

impl<V: Value> Later for [V] {
    type Value = V;

    #[inline(always)]
    fn at(&self, index: usize) -> V {
        self[index]
    }
}

/// The values of some sets of a level.
pub(super) struct Excerpt {
    /// Where the values of each set begin in the level, and the values, in that order.
    parts: Vec<(usize, Vec<f32>)>,
}

impl Excerpt {
    /// Reads the values of some sets of one level, given how to read a level from a place on; nothing if one cannot be
    /// read.
    pub(super) fn read(
        layout: &Layout,
        sets: impl Iterator<Item = Filled>,
        read: impl Fn(usize, usize, usize) -> Option<Vec<f32>>,
    ) -> Option<Self> {
        let part = |set: Filled| {
            let (level, start) = (set.count_ones() as usize, layout.start(set));
            Some((start, read(level, start, layout.states_of(set))?))
        };
        let mut parts = sets.map(part).collect::<Option<Vec<_>>>()?;
        parts.sort_unstable_by_key(|&(start, _)| start);
        Some(Self { parts })
    }
}

impl Later for Excerpt {
    type Value = f64;

    fn at(&self, index: usize) -> f64 {
        let part = self.parts.partition_point(|&(start, _)| start <= index) - 1;
        let (start, values) = &self.parts[part];
        f64::from(values[index - start])
    }
}
