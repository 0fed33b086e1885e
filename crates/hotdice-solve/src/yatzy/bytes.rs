//! A solved game as bytes: the values of all levels, the first level first, as little-endian numbers of eight bytes.

use hotdice_games::yatzy::Yatzy;

use super::layout::{Layout, TooLarge};
use super::solved::Solved;

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
        let values = self.levels.iter().flatten();
        values.flat_map(|value| value.to_le_bytes()).collect()
    }

    /// Returns the solved game from its rules and its bytes.
    ///
    /// # Errors
    /// When these rules have a table of another size, or a value is not finite. Other damage is not seen here.
    pub fn from_bytes(game: &Yatzy, bytes: &[u8]) -> Result<Self, NotATable> {
        let found = bytes.len() as u64;
        // A layout takes less than twenty times its table: rules with many boxes are refused before room is taken.
        let layout = Layout::new(game, found.saturating_mul(20).max(1 << 20))?;
        let expected = layout.bytes();
        if expected != found {
            return Err(NotATable::Size { expected, found });
        }
        let levels = read_levels(&layout, bytes)?;
        Ok(Self {
            game: game.clone(),
            layout,
            levels,
        })
    }
}

fn read_levels(layout: &Layout, bytes: &[u8]) -> Result<Vec<Vec<f64>>, NotATable> {
    let (mut rest, _) = bytes.as_chunks::<8>();
    let mut levels = Vec::with_capacity(layout.levels.len());
    let mut state = 0;
    for level in &layout.levels {
        let (values, later) = rest.split_at(level.states);
        let values: Vec<f64> = values
            .iter()
            .map(|&bytes| f64::from_le_bytes(bytes))
            .collect();
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            let state = state + place as u64;
            return Err(NotATable::Value { state });
        }
        state += level.states as u64;
        levels.push(values);
        rest = later;
    }
    Ok(levels)
}
