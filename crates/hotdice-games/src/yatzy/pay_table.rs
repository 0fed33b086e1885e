//! What every box pays for every roll, worked out once.

use std::sync::Arc;

use hotdice_core::Dice;

use super::score_box::ScoreBox;
use super::state::BoxIndex;

/// What every box pays for every distinct roll of all dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayTable {
    rolls: usize,
    points: Arc<[u16]>,
}

impl PayTable {
    /// Works out what these boxes pay for every roll of `dice` dice.
    #[must_use]
    pub fn new<'a>(dice: u8, boxes: impl Iterator<Item = &'a ScoreBox>) -> Self {
        let points = boxes
            .flat_map(|score_box| Dice::all(dice).map(|roll| score_box.points(roll)))
            .collect();
        let rolls = Dice::distinct(dice);
        Self { rolls, points }
    }

    /// Returns what a box pays for a roll of all dice.
    #[must_use]
    pub fn points(&self, place: BoxIndex, roll: Dice) -> u16 {
        self.of_box(place)[roll.rank()]
    }

    /// Returns what a box pays for every roll, in the order of [`Dice::rank`].
    #[must_use]
    pub fn of_box(&self, place: BoxIndex) -> &[u16] {
        let start = place.index() * self.rolls;
        &self.points[start..start + self.rolls]
    }
}

#[cfg(test)]
mod tests {
    use hotdice_core::Face;

    use super::*;
    use crate::yatzy::pattern::{FaceSet, Least, Pattern};
    use crate::yatzy::score_box::Pay;
    use crate::yatzy::{Base, Yatzy};

    /// Pays the best of all ways to pick some dice that make the pattern and nothing more.
    fn brute_force(score_box: &ScoreBox, roll: &[Face]) -> u16 {
        let picks = (0_u32..1 << roll.len()).map(|pick| {
            (0..roll.len())
                .filter(|place| pick >> place & 1 == 1)
                .map(|place| roll[place])
                .collect::<Vec<Face>>()
        });
        let pips = |faces: &[Face]| faces.iter().map(|face| u16::from(face.pips())).sum();
        let pays = picks
            .filter(|pick| makes(&score_box.pattern, pick, roll))
            .map(|pick| match score_box.pay {
                Pay::Sum => pips(roll),
                Pay::Dice => pips(&pick),
                Pay::Flat(points) => points,
            });
        pays.max().unwrap_or(0)
    }

    fn makes(pattern: &Pattern, pick: &[Face], roll: &[Face]) -> bool {
        let mut sorted = pick.to_vec();
        sorted.sort_unstable();
        let groups: Vec<usize> = sorted.chunk_by(|a, b| a == b).map(<[Face]>::len).collect();
        let inside = |faces: &FaceSet| {
            pick.iter()
                .all(|&face| faces.faces().any(|one| one == face))
        };
        match pattern {
            Pattern::Any => pick.len() == roll.len(),
            Pattern::Among(Least::All, faces) => pick.len() == roll.len() && inside(faces),
            Pattern::Among(Least::Count(least), faces) => {
                pick.len() >= usize::from(*least) && inside(faces)
            }
            Pattern::Sets(sizes) => {
                let mut groups = groups;
                groups.sort_unstable();
                sizes
                    .as_slice()
                    .iter()
                    .rev()
                    .map(|&size| usize::from(size))
                    .eq(groups)
            }
            Pattern::Faces(faces) => faces.faces().eq(sorted),
            Pattern::Run(length) => {
                sorted.len() == usize::from(*length)
                    && sorted
                        .windows(2)
                        .all(|two| two[0].pips() + 1 == two[1].pips())
            }
        }
    }

    #[track_caller]
    fn check(game: &Yatzy) {
        for roll in Dice::all(game.rules().dice) {
            let faces: Vec<Face> = roll.faces().collect();
            for (place, score_box) in game.places() {
                let expected = brute_force(score_box, &faces);
                assert_eq!(
                    game.table().points(place, roll),
                    expected,
                    "{score_box} {roll}"
                );
            }
        }
    }

    #[test]
    fn agrees_with_every_way_to_pick_dice() {
        for base in Base::ALL {
            check(&Yatzy::new(base.rules()).unwrap());
        }
    }

    #[test]
    fn agrees_for_boxes_nobody_wrote_code_for() {
        let mut rules = Base::MaxiYatzy.rules();
        rules.added = [
            "a:5-of-135:dice",
            "b:3-of-26:dice",
            "c:all-of-123:sum",
            "d:run-3:dice",
        ]
        .into_iter()
        .chain([
            "e:sets-3-1-1:dice",
            "f:has-16:dice",
            "g:sets-1-1:dice",
            "h:run-6:40",
        ])
        .map(|text| text.parse().unwrap())
        .collect();
        check(&Yatzy::new(rules).unwrap());
    }
}
