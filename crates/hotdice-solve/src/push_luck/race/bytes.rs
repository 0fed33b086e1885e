//! A solved race as bytes.

use hotdice_games::push_luck::PushLuck;

use super::Race;

/// Bytes that are no table of the rules at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongBytes {
    /// There are too few or too many.
    #[error("the table has {given} bytes, and these rules take {needed}")]
    Length {
        /// The bytes that were given.
        given: usize,
        /// The bytes that it takes.
        needed: usize,
    },
    /// A number is no chance.
    #[error("number {place} of the table is no chance between 0 and 1")]
    NoChance {
        /// The place of the number, counted from 0.
        place: usize,
    },
}

impl Race {
    /// Returns the chances at the start of every turn as little-endian numbers of eight bytes each.
    ///
    /// They stand in the order of the busts of the player in turn, the busts of the other, the score of the player in turn, the
    /// score of the other.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let goal = self.grids[0].goal();
        let mut bytes = Vec::with_capacity(self.len() * size_of::<f64>());
        for grid in &self.grids {
            for mine in 0..goal {
                for yours in 0..goal {
                    bytes.extend(grid.at(mine, yours).to_le_bytes());
                }
            }
        }
        bytes
    }

    /// Returns the race of these rules from the bytes of [`Race::to_bytes`].
    ///
    /// # Errors
    /// When the bytes are no table of these rules.
    pub fn from_bytes(game: &PushLuck, bytes: &[u8]) -> Result<Self, WrongBytes> {
        let mut race = Self::unsolved(game);
        let (numbers, rest) = bytes.as_chunks::<8>();
        if numbers.len() != race.len() || !rest.is_empty() {
            return Err(WrongBytes::Length {
                given: bytes.len(),
                needed: race.len() * size_of::<f64>(),
            });
        }
        for (place, number) in numbers.iter().enumerate() {
            let chance = f64::from_le_bytes(*number);
            if !(0.0..=1.0).contains(&chance) {
                return Err(WrongBytes::NoChance { place });
            }
            race.put_number(place, chance);
        }
        Ok(race)
    }

    /// Returns how many chances there are.
    fn len(&self) -> usize {
        let goal = self.grids[0].goal();
        self.grids.len() * goal * goal
    }

    fn put_number(&mut self, place: usize, chance: f64) {
        let goal = self.grids[0].goal();
        let (grid, place) = (place / (goal * goal), place % (goal * goal));
        self.grids[grid].set(place / goal, place % goal, chance);
    }
}
