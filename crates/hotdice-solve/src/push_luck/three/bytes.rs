//! A solved race of three as bytes.

use std::sync::Arc;

use hotdice_games::push_luck::PushLuck;

use super::ThreeRace;

impl ThreeRace {
    /// Returns how many triples are restless and which, and all chances, as little-endian numbers.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let points = self.restless.iter().flatten();
        let mut bytes = (self.restless.len() as u32).to_le_bytes().to_vec();
        bytes.extend(points.flat_map(|points| points.to_le_bytes()));
        let chances = self.chances.iter().flatten();
        bytes.extend(chances.flat_map(|chance| chance.to_le_bytes()));
        bytes
    }

    /// Returns the whole race of these rules from the bytes of [`ThreeRace::to_bytes`]; nothing when they are not of these rules.
    #[must_use]
    pub fn from_bytes(game: &PushLuck, bytes: &[u8]) -> Option<Self> {
        let (course, corner) = Self::plan(game, u128::MAX).ok()?;
        let mut race = Self::unsolved(Arc::new(course), corner);
        let (restless, rest) = bytes.split_first_chunk()?;
        let restless =
            (u32::from_le_bytes(*restless) as usize).checked_mul(size_of::<[u32; 3]>())?;
        let (points, chances) = rest.split_at_checked(restless)?;
        if chances.len() != size_of_val(&race.chances[..]) {
            return None;
        }
        let points = points
            .as_chunks()
            .0
            .iter()
            .map(|each| u32::from_le_bytes(*each));
        let points: Vec<u32> = points.collect();
        race.restless = points.as_chunks().0.to_vec();
        let numbers = chances
            .as_chunks()
            .0
            .iter()
            .map(|each| f64::from_le_bytes(*each));
        for (chance, number) in std::iter::zip(race.chances.iter_mut().flatten(), numbers) {
            if !(-1e-9..=1.0 + 1e-9).contains(&number) {
                return None;
            }
            *chance = number;
        }
        Some(race)
    }
}
