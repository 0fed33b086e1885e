//! Dice that a seed gives again, on every machine and for ever.

use hotdice_core::{DiceOrigin, RecordEvent, Throw};
use rand::SeedableRng;
use rand::rngs::ChaCha20Rng;

use super::{DiceSource, draw};
use crate::Match;

/// Dice from the ChaCha20 stream under a seed.
///
/// The key is the seed as eight bytes, lowest first, and then 24 zeros; nonce and counter begin at zero. The words of
/// the stream are read lowest byte first.
#[derive(Debug)]
pub struct SeededDice {
    stream: ChaCha20Rng,
}

/// A match that does not go on from its seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The dice of the match did not come from a seed.
    #[error("the dice of this game do not come from a seed: its record says \"dice {0}\"")]
    NoSeed(DiceOrigin),
    /// The seed gives other dice than the match has.
    #[error("line {line}, event {number}: seed {seed} gives {thrown:?}, not {recorded:?}")]
    OtherDice {
        /// The number of the event, counted from 1.
        number: usize,
        /// The line of the record on which it stands, counted from 1.
        line: usize,
        /// The seed.
        seed: u64,
        /// The event that the seed gives.
        thrown: String,
        /// The event that the match has.
        recorded: String,
    },
}

impl SeededDice {
    /// Returns the dice of a seed, before the first throw.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let stream = ChaCha20Rng::from_seed(key);
        Self { stream }
    }

    /// Returns the dice of a match after all its throws, which it checks one by one.
    ///
    /// # Errors
    /// When the match has no seed, or its seed gives other dice.
    pub fn resume(game: &Match) -> Result<Self, ResumeError> {
        let &DiceOrigin::Seed(seed) = game.origin() else {
            return Err(ResumeError::NoSeed(game.origin().clone()));
        };
        let mut dice = Self::new(seed);
        let opened = Match::of(
            game.game().clone(),
            game.names().to_vec(),
            game.origin().clone(),
            game.from(),
        );
        let mut again = opened.expect("a match that was opened opens again");
        for (place, event) in game.log().iter().enumerate() {
            dice.repeat(&mut again, event);
            if again.log().get(place) != Some(event) {
                return Err(other_dice(game, seed, place, &again));
            }
        }
        Ok(dice)
    }

    /// Lets the same thing happen again, with dice of the seed in place of those in the log.
    fn repeat(&mut self, again: &mut Match, event: &RecordEvent) {
        match event {
            RecordEvent::Rolled(..) => {
                again.roll(self).expect("a match rolls when dice are due");
            }
            RecordEvent::Acted(_, action) => {
                again.play(action).expect("a match takes legal actions");
            }
            RecordEvent::Attended(seat, attendance) => again
                .attend(*seat, attendance.clone())
                .expect("players come and go while a match goes on"),
            RecordEvent::Agreed => again.agree().expect("a match takes allowed agreements"),
            RecordEvent::Resigned(seat) => {
                again.resign(*seat).expect("a match takes resignations");
            }
            // A match with dice of a seed has no links.
            RecordEvent::Linked(..)
            | RecordEvent::Absent(_)
            | RecordEvent::Anchored(..)
            | RecordEvent::Ended(_) => {}
        }
    }
}

fn other_dice(game: &Match, seed: u64, place: usize, again: &Match) -> ResumeError {
    let text = |event: Option<&RecordEvent>| event.map(RecordEvent::to_string).unwrap_or_default();
    ResumeError::OtherDice {
        number: place + 1,
        line: game.record().line_of(place),
        seed,
        thrown: text(again.log().get(place)),
        recorded: text(game.log().get(place)),
    }
}

impl DiceSource for SeededDice {
    fn throw(&mut self, throw: Throw) -> Vec<u16> {
        draw(&mut self.stream, throw)
    }
}
