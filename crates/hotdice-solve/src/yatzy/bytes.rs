//! A solved game as bytes: the values of all levels, the first level first, as little-endian numbers of eight bytes.

use hotdice_games::yatzy::Yatzy;

use super::layout::{Layout, TooLarge};
use super::solved::Solved;
use super::table::LevelTable;

/// Why bytes are not the table of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotATable {
    /// There are too many or too few.
    #[error("a table of these rules has {expected} bytes, not {found}")]
    Size {
        /// How many there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// A value is no number of points.
    #[error("the value of state {state} is no number of points")]
    Value {
        /// The number of the state.
        state: u64,
    },
    /// These rules have no table of that size.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl Solved {
    /// Returns the table as bytes, without the rules.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let values = self.levels.iter();
        values.flat_map(f64::to_le_bytes).collect()
    }

    /// Returns the solved game from its rules and its bytes.
    ///
    /// # Errors
    /// When these rules have a table of another size, or a value is not finite. Other damage is not seen here.
    pub fn from_bytes(game: &Yatzy, bytes: impl Into<Vec<u8>>) -> Result<Self, NotATable> {
        let bytes = bytes.into();
        let found = bytes.len() as u64;
        // A layout takes less than twenty times its table: rules with many boxes are refused before room is taken.
        let layout = Layout::new(game, found.saturating_mul(20).max(1 << 20))?;
        let expected = layout.bytes();
        let is_number = |word: &[u8; 8]| f64::from_le_bytes(*word).is_finite();
        let odd = bytes.as_chunks().0.iter().position(|word| !is_number(word));
        let lengths = layout.levels.iter().map(|level| level.states);
        let levels = LevelTable::read(lengths, bytes);
        let levels = levels.ok_or(NotATable::Size { expected, found })?;
        if let Some(state) = odd {
            let state = state as u64;
            return Err(NotATable::Value { state });
        }
        Ok(Self {
            game: game.clone(),
            layout,
            levels,
        })
    }
}
