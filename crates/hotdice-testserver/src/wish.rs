//! Seeds whose dice fall as somebody wishes.

use hotdice_core::{Bytes32, Throw};
use hotdice_table::TableId;
use hotdice_table::fair::Croupier;
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};

/// How many seeds are tried: a few seconds, and enough for six dice of which each is given.
const MOST_TRIES: u32 = 3_000_000;

/// The most dice of one roll.
const MOST_DICE: usize = 100;

/// How the first rolls of a table are to fall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What the people at the table add, in the order of their seats.
    pub entropy: Vec<Bytes32>,
    /// The sides of the dice.
    pub sides: u16,
    /// For each roll how many dice are thrown, and the pips that lie there among others.
    pub rolls: Vec<WishedRoll>,
}

/// How a roll is to fall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WishedRoll {
    dice: u8,
    /// Sides from 0, in order.
    sides: Vec<u16>,
}

/// No seed was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFound;

impl Wish {
    /// Reads rolls such as `111` or `24??`, where `dice` are thrown.
    ///
    /// # Errors
    /// When they are none; then with the reason.
    pub fn read(
        rolls: &[String],
        dice: u8,
        sides: u16,
        entropy: Vec<Bytes32>,
    ) -> Result<Self, String> {
        let rolls = rolls.iter().map(|roll| WishedRoll::read(roll, dice, sides));
        Ok(Self {
            entropy,
            sides,
            rolls: rolls.collect::<Result<_, _>>()?,
        })
    }

    /// Searches a seed for a table, from some seed on.
    ///
    /// # Errors
    /// When there is none among as many as are tried.
    pub fn search(&self, table: TableId, from: [u8; 32]) -> Result<[u8; 32], NotFound> {
        let mut seeds = ChaCha20Rng::from_seed(from);
        let entropy: Vec<Option<Bytes32>> = self.entropy.iter().copied().map(Some).collect();
        (0..MOST_TRIES)
            .map(|_| {
                let mut seed = [0; 32];
                seeds.fill_bytes(&mut seed);
                seed
            })
            .find(|seed| self.is_met(&Croupier::new(table, *seed), &entropy))
            .ok_or(NotFound)
    }

    fn is_met(&self, croupier: &Croupier, entropy: &[Option<Bytes32>]) -> bool {
        let dice = croupier.dice(entropy);
        self.rolls.iter().zip(0..).all(|(wished, number)| {
            let (dice_thrown, sides) = (wished.dice, self.sides);
            let throw = Throw {
                dice: dice_thrown,
                sides,
            };
            dice.roll(number, throw)
                .is_ok_and(|lying| wished.is_among(lying))
        })
    }
}

impl WishedRoll {
    fn read(text: &str, dice: u8, sides: u16) -> Result<Self, String> {
        let refused = || format!("{text:?} is no roll: use pips from 1 to {sides}, or ?");
        let mut read = Vec::new();
        for letter in text.chars().filter(|letter| *letter != '?') {
            let pips = letter
                .to_digit(10)
                .and_then(|pips| u16::try_from(pips).ok());
            let pips = pips.filter(|pips| (1..=sides).contains(pips));
            read.push(pips.ok_or_else(refused)? - 1);
        }
        if text.len() > MOST_DICE || read.len() > usize::from(dice) {
            return Err(format!("{text:?} has more than {dice} dice"));
        }
        read.sort_unstable();
        Ok(Self { dice, sides: read })
    }

    /// Tells whether all wished pips are there.
    fn is_among(&self, mut lying: Vec<u16>) -> bool {
        self.sides.iter().all(|side| {
            let place = lying.iter().position(|die| die == side);
            place.is_some_and(|place| {
                lying.swap_remove(place);
                true
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(rolls: &[&str]) -> Result<Wish, String> {
        let rolls: Vec<String> = rolls.iter().map(|roll| (*roll).to_owned()).collect();
        Wish::read(&rolls, 6, 6, vec![Bytes32([1; 32])])
    }

    /// Returns the first rolls of six dice, with pips in order.
    fn rolls(table: TableId, seed: [u8; 32]) -> [String; 2] {
        let dice = Croupier::new(table, seed).dice(&[Some(Bytes32([1; 32])), None]);
        [0, 1].map(|number| {
            let mut lying = dice.roll(number, Throw { dice: 6, sides: 6 }).unwrap();
            lying.sort_unstable();
            lying.iter().map(|side| (side + 1).to_string()).collect()
        })
    }

    #[test]
    fn the_first_rolls_fall_as_somebody_wishes() {
        let table = TableId::from_bytes([3; TableId::LENGTH]);
        let seed = wish(&["223446", "11"])
            .unwrap()
            .search(table, [0; 32])
            .unwrap();
        let [first, second] = rolls(table, seed);
        assert_eq!(first, "223446");
        assert!(second.starts_with("11"), "{second}");
        let again = wish(&["223446", "11"]).unwrap().search(table, [0; 32]);
        assert_eq!(again, Ok(seed), "the same wish, the same seed");
    }

    #[test]
    fn what_is_no_roll_is_refused() {
        let refused = |roll| wish(&[roll]).unwrap_err();
        assert_eq!(
            refused("117"),
            "\"117\" is no roll: use pips from 1 to 6, or ?"
        );
        assert_eq!(refused("1111111"), "\"1111111\" has more than 6 dice");
        let table = TableId::from_bytes([3; TableId::LENGTH]);
        let rare = wish(&["111111", "111111", "111111"]).unwrap();
        assert_eq!(
            Wish {
                rolls: rare.rolls[..0].to_vec(),
                ..rare
            }
            .search(table, [0; 32])
            .map(drop),
            Ok(())
        );
    }
}
