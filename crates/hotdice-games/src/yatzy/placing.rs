//! Which boxes a roll may go in and what they pay, jokers included.

use hotdice_core::{Dice, Face};

use super::Yatzy;
use super::rules::Joker;
use super::score_box::Pay;
use super::state::{BoxIndex, BoxSet, Column};

/// What a further roll of equal dice earns on top.
pub const HUNDRED: u16 = 100;

/// Where a roll may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    dice: Dice,
    /// The boxes that may be used.
    pub allowed: BoxSet,
    /// Whether the roll fits every lower box that pays always the same.
    pub wild: bool,
    /// Whether the roll earns 100 points on top, wherever it goes.
    pub hundred: bool,
}

impl Yatzy {
    /// Says where a roll of all dice may go in a column.
    #[must_use]
    pub fn placing(&self, column: &Column, dice: Dice) -> Placing {
        let usual = Placing {
            dice,
            allowed: self.open(column),
            wild: false,
            hundred: false,
        };
        match (self.rules().joker, self.further(column, dice)) {
            (Some(joker), Some((face, written))) => Placing {
                hundred: written > 0,
                ..self.with_joker(joker, usual, face)
            },
            _ => usual,
        }
    }

    /// Returns what a box pays for a roll that may go there.
    #[must_use]
    pub fn pays(&self, placing: &Placing, place: BoxIndex) -> u16 {
        let score_box = &self.boxes()[place.index()];
        match score_box.pay {
            Pay::Flat(points) if placing.wild => points,
            _ => self.table().points(place, placing.dice),
        }
    }

    fn with_joker(&self, joker: Joker, usual: Placing, face: Face) -> Placing {
        let open = usual.allowed;
        let matching = self.select(open, |upper| upper == Some(face));
        let lower = self.select(open, |upper| upper.is_none());
        let allowed = match joker {
            Joker::Forced => first_of([matching, lower, open]),
            Joker::Free => open,
            Joker::Original => first_of([lower, open, open]),
        };
        let wild = match joker {
            Joker::Forced | Joker::Free => matching.is_empty(),
            Joker::Original => true,
        };
        Placing {
            allowed,
            wild,
            ..usual
        }
    }

    /// Returns the face of a roll of equal dice and what the box for such rolls has paid, if it is filled.
    fn further(&self, column: &Column, dice: Dice) -> Option<(Face, u16)> {
        let face = dice.faces().next()?;
        let equal = dice.count(face) == self.rules().dice;
        let place = equal.then(|| self.equal_box()).flatten()?;
        column.cell(place).map(|written| (face, written))
    }

    /// Returns the box for all dice equal.
    #[must_use]
    pub fn equal_box(&self) -> Option<BoxIndex> {
        let dice = self.rules().dice;
        self.places()
            .find(|(_, score_box)| score_box.wants_equal(dice))
            .map(|(place, _)| place)
    }

    fn open(&self, column: &Column) -> BoxSet {
        BoxIndex::first(self.boxes().len())
            .filter(|&place| column.cell(place).is_none())
            .collect()
    }

    fn select(&self, among: BoxSet, wanted: impl Fn(Option<Face>) -> bool) -> BoxSet {
        among
            .iter()
            .filter(|place| wanted(self.boxes()[place.index()].upper_face()))
            .collect()
    }
}

fn first_of(sets: [BoxSet; 3]) -> BoxSet {
    let found = sets.into_iter().find(|set| !set.is_empty());
    found.unwrap_or_default()
}
