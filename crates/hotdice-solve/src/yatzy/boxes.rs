//! The boxes of a sheet as a solver needs them: which rolls pay what, and what filling one changes.

use std::ops::Range;

use hotdice_core::{Dice, Face};
use hotdice_games::yatzy::{Bonus, BoxIndex, Joker, Pay, ScoreBox, Yatzy};

use super::lattice::{KeepIndex, Lattice};

/// A set of boxes, a bit each, in the order of [`Boxes`].
pub(super) type Filled = u32;

/// All boxes of a sheet, those that count for the bonus first.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    pub(super) all: Vec<SolverBox>,
    /// How many count for the bonus.
    pub(super) upper: usize,
    pub(super) jokers: Option<Jokers>,
    /// How each roll goes in each box: all boxes for the first roll, then for the next.
    ways: Vec<BoxWay>,
}

/// How a roll goes in a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxWay {
    /// What the box pays.
    pub(super) points: u16,
    /// The number under which it is looked up what comes after.
    pub(super) option: u16,
}

/// A box.
#[derive(Clone, Debug)]
pub(super) struct SolverBox {
    /// Where the box is on the sheet.
    pub(super) index: BoxIndex,
    pub(super) effect: Effect,
    /// What the box can pay, from the least.
    pub(super) pays: Vec<Paid>,
    /// The number of its first option, where those of all boxes are counted through.
    pub(super) first: usize,
    /// What the box pays for each roll, in the order of their rank.
    points: Vec<u16>,
    /// What the box pays for every joker, if that is always the same.
    flat: Option<u16>,
}

/// What filling a box changes beside the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The upper sum.
    Upper,
    /// Whether further rolls of equal dice earn 100 points.
    Jokers,
}

/// Points, and every roll that a box pays them for.
#[derive(Clone, Debug)]
pub(super) struct Paid {
    pub(super) points: u16,
    pub(super) rolls: Vec<KeepIndex>,
}

/// The joker rule in terms of sets of boxes.
#[derive(Clone, Debug)]
pub(super) struct Jokers {
    rule: Joker,
    /// The box for equal dice.
    pub(super) equal: usize,
    /// The upper boxes of each face.
    matching: [Filled; 6],
    lower: Filled,
    /// The roll of equal dice of each face.
    pub(super) rolls: [KeepIndex; 6],
    /// The rank of that roll.
    ranks: [usize; 6],
}

/// Where a joker may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wild {
    pub(super) allowed: Filled,
    /// Whether it fits every box that pays always the same.
    pub(super) fits: bool,
}

impl Boxes {
    /// Returns the boxes of a game.
    pub(super) fn new(
        game: &Yatzy,
        bonus: Option<Bonus>,
        joker: Option<Joker>,
        lattice: &Lattice,
    ) -> Self {
        let counts = |place: &BoxIndex| {
            let upper = game.boxes()[place.index()].upper_face().is_some();
            upper && bonus.is_some()
        };
        let (mut order, lower): (Vec<_>, Vec<_>) =
            game.places().map(|(place, _)| place).partition(counts);
        let upper = order.len();
        order.extend(lower);
        let jokers = joker.and_then(|rule| Jokers::new(game, rule, &order, lattice));
        let effect = |place: usize| match &jokers {
            _ if place < upper => Effect::Upper,
            Some(jokers) if jokers.equal == place => Effect::Jokers,
            _ => Effect::None,
        };
        let mut all: Vec<SolverBox> = Vec::new();
        for (place, &index) in order.iter().enumerate() {
            let first = all.last().map_or(0, |before| before.options().end);
            all.push(SolverBox {
                first,
                ..SolverBox::new(game, index, effect(place), lattice)
            });
        }
        let ways = (0..lattice.rolls())
            .flat_map(|rank| all.iter().map(move |one| one.way(one.points[rank])))
            .collect();
        Self {
            all,
            upper,
            jokers,
            ways,
        }
    }

    /// Returns how a roll that is no joker goes in each box.
    #[inline(always)]
    pub(super) fn ways(&self, rank: usize) -> &[BoxWay] {
        let boxes = self.all.len();
        &self.ways[rank * boxes..][..boxes]
    }

    /// Returns how many options there are: a box and what it pays.
    pub(super) fn options(&self) -> usize {
        self.all.last().map_or(0, |last| last.options().end)
    }

    /// Returns the set of all boxes.
    pub(super) fn full(&self) -> Filled {
        all_of(self.all.len())
    }

    /// Returns the set of the boxes that count for the bonus.
    pub(super) fn upper_part(&self) -> Filled {
        all_of(self.upper)
    }
}

fn all_of(count: usize) -> Filled {
    ((1_u64 << count) - 1) as Filled
}

/// Visits the boxes of a set.
pub(super) fn each(mut set: Filled) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < 32).then_some(place)
    })
}

impl SolverBox {
    fn new(game: &Yatzy, index: BoxIndex, effect: Effect, lattice: &Lattice) -> Self {
        let points = game.table().of_box(index).to_vec();
        let ScoreBox {
            pay,
            // Names are for people; what fits the pattern is in the game's table of points.
            name: _,
            pattern: _,
        } = &game.boxes()[index.index()];
        let flat = match *pay {
            Pay::Flat(points) => Some(points),
            Pay::Sum | Pay::Dice => None,
        };
        let pays = pays(&points, lattice);
        Self {
            index,
            effect,
            pays,
            first: 0,
            points,
            flat,
        }
    }

    /// Returns the numbers of its options.
    #[inline(always)]
    pub(super) fn options(&self) -> Range<usize> {
        self.first..self.first + self.pays.len()
    }

    /// Returns how points that the box can pay are looked up.
    pub(super) fn way(&self, points: u16) -> BoxWay {
        let nth = match self.effect {
            Effect::None => 0,
            Effect::Upper | Effect::Jokers => {
                self.pays.partition_point(|paid| paid.points < points)
            }
        };
        BoxWay {
            points,
            option: (self.first + nth) as u16,
        }
    }

    /// Returns the points above 0 that the box can pay, with their numbers among all it can pay.
    #[inline(always)]
    pub(super) fn paying(&self) -> impl Iterator<Item = (usize, &Paid)> {
        let zeros = usize::from(self.pays[0].points == 0);
        self.pays.iter().enumerate().skip(zeros)
    }

    /// Returns what the box pays for a roll that is or is not a joker which fits.
    pub(super) fn pay(&self, rank: usize, fits: bool) -> u16 {
        match self.flat {
            Some(points) if fits => points,
            _ => self.points[rank],
        }
    }

    /// Returns the most that the box can pay.
    pub(super) fn most(&self) -> u16 {
        let most = self.pays.last().map_or(0, |paid| paid.points);
        most.max(self.flat.unwrap_or(0))
    }
}

fn pays(points: &[u16], lattice: &Lattice) -> Vec<Paid> {
    let mut distinct = points.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let paid = distinct.into_iter().map(|paid| Paid {
        points: paid,
        rolls: (0..points.len())
            .filter(|&rank| points[rank] == paid)
            .map(|rank| (lattice.full() + rank) as KeepIndex)
            .collect(),
    });
    paid.collect()
}

impl Jokers {
    fn new(game: &Yatzy, rule: Joker, order: &[BoxIndex], lattice: &Lattice) -> Option<Self> {
        let equal_box = game.equal_box()?;
        let equal = order.iter().position(|&place| place == equal_box)?;
        let select = |wanted: &dyn Fn(Option<Face>) -> bool| {
            let face = |place: usize| game.boxes()[order[place].index()].upper_face();
            (0..order.len())
                .filter(|&place| wanted(face(place)))
                .fold(0, |set, place| set | 1 << place)
        };
        let equals = Face::ALL.map(|face| Dice::of(face, lattice.dice()));
        Some(Self {
            rule,
            equal,
            matching: Face::ALL.map(|face| select(&|upper| upper == Some(face))),
            lower: select(&|upper| upper.is_none()),
            rolls: equals.map(|dice| lattice.place(dice)),
            ranks: equals.map(Dice::rank),
        })
    }

    /// Returns the box for equal dice, as a set.
    pub(super) fn equal_bit(&self) -> Filled {
        1 << self.equal
    }

    /// Returns the rank of the roll of equal dice of a face, counted from 0.
    pub(super) fn rank(&self, face: usize) -> usize {
        self.ranks[face]
    }

    /// Returns the face of a roll of equal dice, counted from 0.
    #[inline(always)]
    pub(super) fn face(&self, rank: usize) -> Option<usize> {
        self.ranks.iter().position(|&equal| equal == rank)
    }

    /// Says where a joker of a face, counted from 0, may go.
    pub(super) fn wild(&self, open: Filled, face: usize) -> Wild {
        let matching = open & self.matching[face];
        let lower = open & self.lower;
        match self.rule {
            Joker::Forced => Wild {
                allowed: first_of([matching, lower, open]),
                fits: matching == 0,
            },
            Joker::Free => Wild {
                allowed: open,
                fits: matching == 0,
            },
            Joker::Original => Wild {
                allowed: first_of([lower, open, open]),
                fits: true,
            },
        }
    }
}

fn first_of(sets: [Filled; 3]) -> Filled {
    sets.into_iter().find(|&set| set != 0).unwrap_or(0)
}
