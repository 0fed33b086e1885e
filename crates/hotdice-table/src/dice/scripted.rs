//! Dice that fall as they were told to, for tests and lessons.

use std::collections::VecDeque;

use hotdice_core::Throw;

use super::DiceSource;

/// Throws that were written down beforehand.
///
/// Once they have run out every throw is empty, which [`Match::roll`](crate::Match::roll) refuses.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    throws: VecDeque<Vec<u16>>,
}

impl ScriptedDice {
    /// Returns dice that fall as these throws, each die counted from 0.
    #[must_use]
    pub fn new(throws: impl IntoIterator<Item = Vec<u16>>) -> Self {
        let throws = throws.into_iter().collect();
        Self { throws }
    }

    /// Returns dice that show these pips one after the other, one die in each throw.
    #[must_use]
    pub fn single(pips: impl IntoIterator<Item = u16>) -> Self {
        Self::new(pips.into_iter().map(|pips| vec![pips.saturating_sub(1)]))
    }

    /// Returns how many throws are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.throws.len()
    }
}

impl DiceSource for ScriptedDice {
    fn throw(&mut self, _throw: Throw) -> Vec<u16> {
        self.throws.pop_front().unwrap_or_default()
    }
}
