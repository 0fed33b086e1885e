//! All handfuls that a player can keep, and how one die more or one die fewer leads from one to another.

use hotdice_core::{Dice, Face, Odds};

use super::worth::SimdWorth;

/// Room for a worth of every handful of up to six dice (there are 924): a power of two, so that an index needs no check.
pub(super) const PLACES: usize = 1024;

/// A worth for every handful, in the order of the lattice.
pub(super) type KeepValues<W> = [W; PLACES];

/// The place of a handful in the lattice.
pub(super) type KeepIndex = u16;

/// All handfuls of up to a number of dice, smaller ones first.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    dice: u8,
    /// Where the handfuls of each size begin; the last entry is the end of all.
    first: Vec<usize>,
    /// Each handful of fewer than all dice with one more die, of every face.
    more: Vec<[KeepIndex; 6]>,
    /// The handfuls of each size with one die fewer, of every face that is there.
    fewer: Vec<Fewer>,
    /// Each handful with one die fewer, of every face that is there; the first again where there are fewer than six.
    without: Vec<[KeepIndex; 6]>,
    /// In how many orders every roll of all dice can lie.
    weights: Vec<f64>,
    /// In how many orders all of them can lie together.
    total: f64,
}

/// Handfuls of one size with all that are one die smaller, grouped by how many those are: loops of fixed length are fast.
#[derive(Clone, Debug, Default)]
struct Fewer {
    one: Vec<FewerDice<1>>,
    two: Vec<FewerDice<2>>,
    three: Vec<FewerDice<3>>,
    four: Vec<FewerDice<4>>,
    five: Vec<FewerDice<5>>,
    six: Vec<FewerDice<6>>,
}

#[derive(Clone, Copy, Debug)]
struct FewerDice<const N: usize> {
    from: [KeepIndex; N],
    to: KeepIndex,
}

impl Lattice {
    /// Returns the lattice of up to `dice` dice, six at most.
    pub(super) fn new(dice: u8) -> Self {
        let mut first = vec![0];
        for size in 0..=dice {
            first.push(first[usize::from(size)] + Dice::distinct(size));
        }
        let odds = Odds::of_dice(dice);
        let mut lattice = Self {
            dice,
            first,
            more: Vec::new(),
            fewer: Vec::new(),
            without: Vec::new(),
            weights: odds.iter().map(|(_, weight)| weight as f64).collect(),
            total: odds.total() as f64,
        };
        lattice.more = (0..dice)
            .flat_map(Dice::all)
            .map(|keep| lattice.with_each(keep))
            .collect();
        lattice.fewer = (0..=dice).map(|size| lattice.fewer_than(size)).collect();
        lattice.without = (0..=dice)
            .flat_map(Dice::all)
            .map(|keep| padded(&lattice.without_each(keep)))
            .collect();
        lattice
    }

    /// Returns how many dice there are.
    pub(super) const fn dice(&self) -> u8 {
        self.dice
    }

    /// Returns the place of a handful.
    pub(super) fn place(&self, keep: Dice) -> KeepIndex {
        (self.first[usize::from(keep.len())] + keep.rank()) as KeepIndex
    }

    /// Returns the place of the first roll of all dice; the others follow in the order of their rank.
    pub(super) fn full(&self) -> usize {
        self.first[usize::from(self.dice)]
    }

    /// Returns how many rolls of all dice there are.
    pub(super) fn rolls(&self) -> usize {
        self.weights.len()
    }

    /// Returns how likely every roll of all dice is, in the order of their rank.
    pub(super) fn odds(&self) -> impl Iterator<Item = f64> {
        self.weights.iter().map(|weight| weight / self.total)
    }

    /// Returns the handful with one more die of each face.
    pub(super) fn more(&self, keep: usize) -> &[KeepIndex; 6] {
        &self.more[keep]
    }

    /// Returns the handful with one die fewer, of each face that is there; some stand there more than once.
    pub(super) fn without(&self, keep: usize) -> &[KeepIndex; 6] {
        &self.without[keep]
    }

    fn with_each(&self, keep: Dice) -> [KeepIndex; 6] {
        Face::ALL.map(|face| {
            let more = keep.with(face).expect("a handful has room for seven dice");
            self.place(more)
        })
    }

    fn fewer_than(&self, size: u8) -> Fewer {
        let mut all = Fewer::default();
        if size > 0 {
            Dice::all(size).for_each(|keep| all.push(self.place(keep), &self.without_each(keep)));
        }
        all
    }

    fn without_each(&self, keep: Dice) -> Vec<KeepIndex> {
        Face::ALL
            .into_iter()
            .filter_map(|face| keep.minus(Dice::of(face, 1)))
            .map(|fewer| self.place(fewer))
            .collect()
    }

    /// Gives each handful of fewer than all dice the mean of those with one more die: what it is worth to roll on from it.
    #[inline(always)]
    pub(super) fn roll_on<W: SimdWorth>(&self, keeps: &mut KeepValues<W>) {
        for (keep, more) in self.more.iter().enumerate().rev() {
            let [a, b, c, d, e, f] = *more;
            let faces = [
                &keeps[at(a)],
                &keeps[at(b)],
                &keeps[at(c)],
                &keeps[at(d)],
                &keeps[at(e)],
                &keeps[at(f)],
            ];
            keeps[keep % PLACES] = W::mean(faces).of_keep(keep);
        }
    }

    /// Gives each handful of fewer than all dice the best worth of any part of it.
    #[inline(always)]
    pub(super) fn choose_parts<W: SimdWorth>(&self, keeps: &mut KeepValues<W>) {
        for fewer in &self.fewer[..usize::from(self.dice)] {
            fewer.choose(keeps);
        }
    }

    /// Gives each roll of all dice the best of its own worth and those of its parts, which have chosen already.
    #[inline(always)]
    pub(super) fn choose_rolls<W: SimdWorth>(&self, keeps: &mut KeepValues<W>) {
        self.fewer[usize::from(self.dice)].choose(keeps);
    }

    /// Returns what it is worth to roll all dice.
    #[inline(always)]
    pub(super) fn first_roll<W: SimdWorth>(&self, keeps: &KeepValues<W>) -> W {
        let rolls = &keeps[self.full()..][..self.weights.len()];
        // Four sums that do not wait for each other.
        let mut sums = [W::ZERO; 4];
        let (rolls, last_rolls) = rolls.as_chunks::<4>();
        let (weights, last_weights) = self.weights.as_chunks::<4>();
        for (rolls, weights) in rolls.iter().zip(weights) {
            for nth in 0..4 {
                sums[nth] = sums[nth].plus(weights[nth], &rolls[nth]);
            }
        }
        for (roll, &weight) in last_rolls.iter().zip(last_weights) {
            sums[0] = sums[0].plus(weight, roll);
        }
        let [a, b, c, d] = sums;
        let sum = a.plus(1.0, &b).plus(1.0, &c.plus(1.0, &d));
        // Whole weights, and one division at the end: no share is rounded for itself.
        sum.over(self.total)
    }
}

#[inline(always)]
pub(super) fn at(place: KeepIndex) -> usize {
    usize::from(place) % PLACES
}

/// Returns six places: those given, and the first again for those that are missing.
fn padded(places: &[KeepIndex]) -> [KeepIndex; 6] {
    let mut padded = [places.first().copied().unwrap_or(0); 6];
    padded[..places.len()].copy_from_slice(places);
    padded
}

impl Fewer {
    fn push(&mut self, to: KeepIndex, from: &[KeepIndex]) {
        match *from {
            [a] => self.one.push(FewerDice { to, from: [a] }),
            [a, b] => self.two.push(FewerDice { to, from: [a, b] }),
            [a, b, c] => self.three.push(FewerDice {
                to,
                from: [a, b, c],
            }),
            [a, b, c, d] => self.four.push(FewerDice {
                to,
                from: [a, b, c, d],
            }),
            [a, b, c, d, e] => self.five.push(FewerDice {
                to,
                from: [a, b, c, d, e],
            }),
            [a, b, c, d, e, f] => self.six.push(FewerDice {
                to,
                from: [a, b, c, d, e, f],
            }),
            _ => unreachable!("dice have six faces"),
        }
    }

    #[inline(always)]
    fn choose<W: SimdWorth>(&self, keeps: &mut KeepValues<W>) {
        choose(&self.one, keeps);
        choose(&self.two, keeps);
        choose(&self.three, keeps);
        choose(&self.four, keeps);
        choose(&self.five, keeps);
        choose(&self.six, keeps);
    }
}

#[inline(always)]
fn choose<W: SimdWorth, const N: usize>(steps: &[FewerDice<N>], keeps: &mut KeepValues<W>) {
    for step in steps {
        let mut best = keeps[at(step.to)];
        for place in step.from {
            best = best.or(&keeps[at(place)]);
        }
        keeps[at(step.to)] = best;
    }
}

/// Returns room for a worth of every handful.
pub(super) fn empty_keeps<W: SimdWorth>() -> Box<KeepValues<W>> {
    vec![W::NEVER; PLACES]
        .try_into()
        .unwrap_or_else(|_| unreachable!("it has as many places"))
}
