//! What dice are worth: the best way to split them into combinations, and a table of it for every handful.

use hotdice_core::{Combination, Dice, Face, Split};

use super::rules::{Count, Rules};

/// The number of dice of every game of the family.
pub(super) const DICE: u8 = 6;

/// Scores dice under some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scorer {
    rules: Rules,
    /// The parts of up to six equal dice, by face and count.
    equal: [Vec<Vec<Combination>>; 6],
    /// What every handful of up to six dice is worth.
    table: Vec<Worth>,
    keeps: Vec<Option<u32>>,
}

/// What a handful of dice is worth, without its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The points of the best split.
    pub points: u32,
    /// The dice that take part in it; none when the points are for six dice that score nothing.
    pub scoring: Dice,
}

impl Worth {
    /// Tells whether these points are for dice that score nothing, which are rolled again.
    #[must_use]
    pub fn is_for_nothing(self) -> bool {
        self.points > 0 && self.scoring.is_empty()
    }
}

impl Scorer {
    /// Returns a scorer for these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let mut scorer = Self {
            rules: rules.clone(),
            equal: Default::default(),
            table: Vec::new(),
            keeps: Vec::new(),
        };
        scorer.equal = Face::ALL.map(|face| {
            let counts = 0..=DICE;
            counts
                .map(|count| scorer.split_equal(face, count))
                .collect()
        });
        let handfuls = || (0..=DICE).flat_map(Dice::all);
        scorer.table = handfuls().map(|dice| scorer.evaluate(dice)).collect();
        scorer.keeps = handfuls().map(|dice| scorer.evaluate_keep(dice)).collect();
        scorer
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns what dice are worth.
    #[inline]
    #[must_use]
    pub fn worth(&self, dice: Dice) -> Worth {
        match place(dice) {
            Some(place) => self.table[place],
            None => self.evaluate(dice),
        }
    }

    /// Returns the points of every throw of six dice as they lie, by its number: the sides, counted from 0, are the
    /// digits of the number in base six, the first die first.
    #[must_use]
    pub fn ordered(&self) -> Vec<u32> {
        (0..6_u16.pow(u32::from(DICE)))
            .map(|number| self.worth(throw(number)).points)
            .collect()
    }

    /// Returns what a keep pays: the most that a split without idle dice does, or nothing when there is none.
    ///
    /// This can be less than the dice are worth: where four 1s pay 2000 and four of a kind and a pair 1500, somebody
    /// who keeps 1 1 1 1 2 2 has 1500 points and six dice to roll again.
    #[must_use]
    pub fn keep(&self, dice: Dice) -> Option<u32> {
        match place(dice) {
            Some(place) => self.keeps[place],
            None => self.evaluate_keep(dice),
        }
    }

    /// Returns the most that any roll or keep pays.
    #[must_use]
    pub fn most_points(&self) -> u32 {
        let rolls = self.table.iter().map(|worth| worth.points);
        let keeps = self.keeps.iter().flatten().copied();
        rolls.chain(keeps).max().unwrap_or(0)
    }

    /// Returns the best way to split dice into combinations: the most points, then the most dice, then the most dice in
    /// sets, then the fewest sets.
    #[must_use]
    pub fn split(&self, dice: Dice) -> Split {
        let parts = self.combinations(dice);
        let total = parts.iter().map(|part| part.points).sum();
        let unscored = parts.iter().fold(dice, |left, part| left.beyond(part.dice));
        Split {
            total,
            parts,
            unscored,
            bust: total == 0 && !dice.is_empty(),
        }
    }

    fn evaluate(&self, dice: Dice) -> Worth {
        let parts = self.scoring_parts(dice);
        match self.paid_idle(dice, &parts) {
            Some(points) => Worth {
                points,
                scoring: Dice::NONE,
            },
            None => {
                let idle = parts.iter().fold(dice, |left, part| left.beyond(part.dice));
                Worth {
                    points: parts.iter().map(|part| part.points).sum(),
                    scoring: dice.beyond(idle),
                }
            }
        }
    }

    fn evaluate_keep(&self, dice: Dice) -> Option<u32> {
        let worth = self.evaluate(dice);
        if dice.is_empty() || worth.scoring == dice || self.rules.count == Count::InOrder {
            return (!dice.is_empty() && worth.scoring == dice).then_some(worth.points);
        }
        let with_short = self
            .short_straights(dice)
            .filter_map(|(short, left)| Some(short.points + self.whole_by_face(left)?));
        let all_six = self.all_six(dice).map(|all| all.points);
        all_six.max(self.whole_by_face(dice)).max(with_short.max())
    }

    /// Returns the most that dice pay face by face when none of them lies idle.
    fn whole_by_face(&self, dice: Dice) -> Option<u32> {
        let faces = Face::ALL.into_iter();
        faces
            .map(|face| self.whole_face(face, dice.count(face)))
            .sum()
    }

    /// Returns the most that equal dice pay when none of them lies idle.
    fn whole_face(&self, face: Face, count: u8) -> Option<u32> {
        let mut best = vec![Some(0)];
        for dice in 1..=count {
            let after = |size: u8, points: u32| {
                let shorter = best[usize::from(dice - size)]?;
                (points > 0).then_some(shorter + points)
            };
            let single = after(1, self.rules.single(face.pips()));
            let sets = (3..=dice.min(DICE)).map(|size| after(size, self.set(face, size)));
            best.push(sets.fold(single, Option::max));
        }
        best[usize::from(count)]
    }

    fn combinations(&self, dice: Dice) -> Vec<Combination> {
        let parts = self.scoring_parts(dice);
        match self.paid_idle(dice, &parts) {
            Some(points) => vec![whole("nothing scores", dice, points)],
            None => parts,
        }
    }

    /// Splits dice into the combinations that score by themselves.
    fn scoring_parts(&self, dice: Dice) -> Vec<Combination> {
        match self.rules.count {
            Count::Best => self.best(dice),
            Count::InOrder => self.in_order(dice),
        }
    }

    /// Returns what dice are paid because there are six of them and none scores.
    fn paid_idle(&self, dice: Dice, parts: &[Combination]) -> Option<u32> {
        let are_idle = parts.is_empty() && dice.len() == DICE;
        Some(self.rules.no_score).filter(|&points| are_idle && points > 0)
    }

    /// Splits dice the way that pays most.
    ///
    /// Of six dice a short straight leaves one, so there is never a second one, and it always takes more dice than face by
    /// face are taken without it; the high one comes last, which leaves a 1 that may score.
    fn best(&self, dice: Dice) -> Vec<Combination> {
        let points = |parts: &[Combination]| parts.iter().map(|part| part.points).sum::<u32>();
        let better = |best: Vec<Combination>, other: Vec<Combination>| {
            if points(&other) >= points(&best) {
                other
            } else {
                best
            }
        };
        let shorts = self
            .short_straights(dice)
            .map(|split| self.with_short(split));
        let all_six = self.all_six(dice).map(|all| vec![all]);
        shorts.chain(all_six).fold(self.by_face(dice), better)
    }

    /// Returns the short straights among dice that pay, low before high, each with the dice that it leaves.
    fn short_straights(&self, dice: Dice) -> impl Iterator<Item = (Combination, Dice)> {
        let each = self.rules.short_straight.each().into_iter();
        each.filter(|(_, points)| *points > 0)
            .filter_map(move |(counts, points)| {
                let short = Dice::from_counts(counts)?;
                Some((whole("short straight", short, points), dice.minus(short)?))
            })
    }

    fn with_short(&self, (short, left): (Combination, Dice)) -> Vec<Combination> {
        let mut parts = vec![short];
        parts.extend(self.by_face(left));
        parts
    }

    /// Splits dice face by face.
    fn by_face(&self, dice: Dice) -> Vec<Combination> {
        let mut parts = Vec::with_capacity(4);
        for face in Face::ALL {
            let count = dice.count(face);
            match self.equal[face.index()].get(usize::from(count)) {
                Some(known) => parts.extend_from_slice(known),
                None => parts.extend(self.split_equal(face, count)),
            }
        }
        parts
    }

    fn split_equal(&self, face: Face, count: u8) -> Vec<Combination> {
        let pile = match self.rules.count {
            Count::Best => self.best_of_face(face, count),
            Count::InOrder => self.face_in_order(face, count),
        };
        pile.parts(face)
    }

    /// Splits equal dice the way that pays most. Dice of different faces only combine in straights and
    /// [`Scorer::all_six`].
    fn best_of_face(&self, face: Face, count: u8) -> Pile {
        let mut best: Vec<Pile> = vec![Pile::default()];
        for dice in 1..=count {
            let shorter = |by: u8| best[usize::from(dice - by)].clone();
            let idle = shorter(1);
            let single = shorter(1).with_single(self.rules.single(face.pips()));
            let sets = (3..=dice.min(DICE))
                .filter_map(|size| shorter(size).with_set(size, self.set(face, size)));
            let pile = sets.chain(single).fold(idle, Pile::better);
            best.push(pile);
        }
        best.swap_remove(usize::from(count))
    }

    fn set(&self, face: Face, size: u8) -> u32 {
        let triple = self.rules.triple(face.pips());
        self.rules.kinds.points(size, triple)
    }

    /// Returns the combination that takes all six dice of different faces at once.
    fn all_six(&self, dice: Dice) -> Option<Combination> {
        let rules = &self.rules;
        let mut counts = dice.counts();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let (name, points) = match counts {
            [1, 1, 1, 1, 1, 1] => ("straight", rules.straight),
            [2, 2, 2, 0, 0, 0] => ("three pairs", rules.three_pairs),
            [3, 3, 0, 0, 0, 0] => ("two triplets", rules.two_triplets),
            [4, 2, 0, 0, 0, 0] => ("four of a kind and a pair", rules.four_and_pair),
            _ => return None,
        };
        (points > 0).then(|| whole(name, dice, points))
    }

    /// Splits dice by always taking the largest pattern first, as one published procedure does.
    fn in_order(&self, dice: Dice) -> Vec<Combination> {
        if let Some(all) = self.all_six(dice) {
            return vec![all];
        }
        let short = self
            .short_straights(dice)
            .max_by_key(|(short, _)| short.points);
        short.map_or_else(|| self.by_face(dice), |split| self.with_short(split))
    }

    fn face_in_order(&self, face: Face, count: u8) -> Pile {
        let mut pile = Pile::default();
        let mut left = count;
        for size in (3..=DICE).rev() {
            while left >= size
                && let Some(longer) = pile.clone().with_set(size, self.set(face, size))
            {
                pile = longer;
                left -= size;
            }
        }
        let single = self.rules.single(face.pips());
        (0..left).fold(pile, |pile, _| match pile.clone().with_single(single) {
            Some(longer) => longer,
            None => pile,
        })
    }
}

/// A way to split equal dice: sets from the largest on, and singles.
#[derive(Clone, Debug, Default)]
struct Pile {
    sets: Vec<(u8, u32)>,
    singles: u8,
    single_points: u32,
}

impl Pile {
    fn with_single(mut self, points: u32) -> Option<Self> {
        self.singles += 1;
        self.single_points += points;
        (points > 0).then_some(self)
    }

    fn with_set(mut self, size: u8, points: u32) -> Option<Self> {
        self.sets.push((size, points));
        self.sets.sort_unstable_by(|a, b| b.cmp(a));
        (points > 0).then_some(self)
    }

    fn better(self, other: Self) -> Self {
        if other.merit() > self.merit() {
            other
        } else {
            self
        }
    }

    /// Points first, then dice that score, then dice in sets, then fewer sets.
    fn merit(&self) -> (u32, u8, u8, std::cmp::Reverse<usize>) {
        let in_sets: u8 = self.sets.iter().map(|(size, _)| size).sum();
        let points: u32 = self.sets.iter().map(|(_, points)| points).sum();
        (
            points + self.single_points,
            in_sets + self.singles,
            in_sets,
            std::cmp::Reverse(self.sets.len()),
        )
    }

    fn parts(self, face: Face) -> Vec<Combination> {
        let sets = self.sets.into_iter().map(|(size, points)| Combination {
            name: equal_name(face, size),
            dice: Dice::of(face, size),
            points,
        });
        let singles = (self.singles > 0).then(|| Combination {
            name: equal_name(face, self.singles),
            dice: Dice::of(face, self.singles),
            points: self.single_points,
        });
        sets.chain(singles).collect()
    }
}

fn whole(name: &'static str, dice: Dice, points: u32) -> Combination {
    Combination { name, dice, points }
}

/// Says how many equal dice there are of a face.
const fn equal_name(face: Face, count: u8) -> &'static str {
    const NAMES: [[&str; 6]; 6] = [
        ["one 1", "one 2", "one 3", "one 4", "one 5", "one 6"],
        ["two 1s", "two 2s", "two 3s", "two 4s", "two 5s", "two 6s"],
        [
            "three 1s", "three 2s", "three 3s", "three 4s", "three 5s", "three 6s",
        ],
        [
            "four 1s", "four 2s", "four 3s", "four 4s", "four 5s", "four 6s",
        ],
        [
            "five 1s", "five 2s", "five 3s", "five 4s", "five 5s", "five 6s",
        ],
        ["six 1s", "six 2s", "six 3s", "six 4s", "six 5s", "six 6s"],
    ];
    NAMES[count as usize - 1][face.index()]
}

/// Returns the six dice of a throw by its number.
fn throw(number: u16) -> Dice {
    let powers = (0..u32::from(DICE)).map(|power| 6_u16.pow(power));
    let sides: Vec<u16> = powers.map(|power| number / power % 6).collect();
    Dice::lying(&sides)
}

/// Returns the place of a handful of at most six dice in a table of all of them.
#[inline]
fn place(dice: Dice) -> Option<usize> {
    const BEFORE: [usize; 7] = [0, 1, 7, 28, 84, 210, 462];
    let smaller = BEFORE.get(usize::from(dice.len()))?;
    Some(smaller + dice.rank())
}
