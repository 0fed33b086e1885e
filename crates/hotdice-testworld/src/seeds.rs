//! Randomness that follows from a seed.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hotdice_world::NoRandomness;
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The sequences of all labels; copies are the same ones.
#[derive(Clone, Debug)]
pub(crate) struct Seeds(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    seed: u64,
    sequences: HashMap<String, ChaCha20Rng>,
    set: HashMap<String, VecDeque<Vec<u8>>>,
}

impl State {
    fn new(seed: u64) -> Self {
        let (sequences, set) = <_>::default();
        Self {
            seed,
            sequences,
            set,
        }
    }
}

impl Seeds {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(State::new(seed))))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn seed(&self) -> u64 {
        self.state().seed
    }

    pub(crate) fn restart(&self, seed: u64) {
        *self.state() = State::new(seed);
    }

    pub(crate) fn set_next(&self, label: &str, bytes: Vec<u8>) {
        let mut state = self.state();
        let set = state.set.entry(label.to_owned());
        set.or_default().push_back(bytes);
    }

    pub(crate) fn fill(&self, label: &str, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        let mut state = self.state();
        if let Some(set) = state.set.get_mut(label).and_then(VecDeque::pop_front) {
            if set.len() != bytes.len() {
                let (set, asked) = (set.len(), bytes.len());
                let why = format!("{set} bytes were set for {label:?}, and {asked} are asked for");
                return Err(NoRandomness(why));
            }
            bytes.copy_from_slice(&set);
            return Ok(());
        }
        let seed = state.seed;
        let sequences = state.sequences.entry(label.to_owned());
        sequences
            .or_insert_with(|| sequence(seed, label))
            .fill_bytes(bytes);
        Ok(())
    }
}

/// Returns the sequence of a label.
fn sequence(seed: u64, label: &str) -> ChaCha20Rng {
    let key = Sha256::new()
        .chain_update(seed.to_be_bytes())
        .chain_update(label);
    ChaCha20Rng::from_seed(key.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(seeds: &Seeds, label: &str) -> [u8; 8] {
        let mut bytes = [0; 8];
        seeds.fill(label, &mut bytes).expect("bytes");
        bytes
    }

    #[test]
    fn what_is_drawn_under_a_label_does_not_depend_on_other_labels() {
        let (one, other) = (Seeds::new(7), Seeds::new(7));
        draw(&other, "token");
        let dice = [draw(&one, "dice"), draw(&one, "dice")];
        assert_eq!([draw(&other, "dice"), draw(&other, "dice")], dice);
        assert_ne!(dice[0], dice[1]);
        one.restart(7);
        assert_eq!(draw(&one, "dice"), dice[0]);
        one.restart(8);
        assert_ne!(draw(&one, "dice"), dice[0]);
    }

    #[test]
    fn what_is_set_comes_next_and_then_the_sequence_goes_on() {
        let (one, other) = (Seeds::new(7), Seeds::new(7));
        one.set_next("dice", vec![1; 8]);
        one.set_next("dice", vec![2; 8]);
        let drawn = [(); 3].map(|()| draw(&one, "dice"));
        assert_eq!(drawn, [[1; 8], [2; 8], draw(&other, "dice")]);
        one.set_next("dice", vec![1; 3]);
        let refused = one
            .fill("dice", &mut [0; 8])
            .expect_err("the length is wrong");
        assert!(
            refused.to_string().contains("3 bytes were set"),
            "{refused}"
        );
    }
}
