//! What a roll offers to a player, and what follows from the answer.
//!
//! Rolls of as many dice that offer the same are one. Nothing that a player may want is left out, so every way to play
//! can be told by what it answers to an offer.

use std::collections::HashMap;

use hotdice_core::{Dice, Odds};
use hotdice_games::push_luck::{BankTakes, DeckKind, End, Hot, Piggyback, PushLuck, Scorer};

use super::options::{DICE, for_each_keep};
use super::rules::SolverRules;

/// One of the keeps that a roll allows. Only an [`Offer`] gives them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keep {
    points: u32,
    left: u8,
}

impl Keep {
    /// Returns the points that it adds.
    #[inline]
    #[must_use]
    pub const fn points(self) -> u32 {
        self.points
    }

    /// Tells whether all dice of the roll are kept.
    #[inline]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.left == 0
    }

    /// Returns how many dice are rolled by a player who goes on: all six after a pass.
    #[inline]
    #[must_use]
    pub const fn to_roll(self) -> u8 {
        match self.left {
            0 => DICE,
            left => left,
        }
    }

    /// Returns the dice of the roll that are not kept.
    pub(super) const fn left(self) -> u8 {
        self.left
    }
}

/// What a roll that scores offers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    points: u32,
    whole: Keep,
    keeps: Vec<Keep>,
    best_keeps: Vec<Keep>,
}

impl Offer {
    fn new(scorer: &Scorer, roll: Dice) -> Self {
        let worth = scorer.worth(roll);
        let left = |kept: Dice| roll.len() - kept.len();
        let mut keeps = Vec::new();
        for_each_keep(scorer, roll, |keep, points| {
            let left = left(keep);
            keeps.push(Keep { points, left });
        });
        let whole = Keep {
            points: scorer.keep(worth.scoring).unwrap_or(worth.points),
            left: left(worth.scoring),
        };
        let pays_most = |keep: &&Keep| {
            let mut rivals = keeps.iter().filter(|rival| rival.left == keep.left);
            rivals.all(|rival| rival.points <= keep.points)
        };
        let mut best_keeps: Vec<Keep> = keeps.iter().filter(pays_most).copied().collect();
        best_keeps.sort_unstable_by_key(|keep| keep.left);
        best_keeps.dedup();
        Self {
            points: worth.points,
            whole,
            keeps,
            best_keeps,
        }
    }

    /// Returns the points of every die that scores.
    #[inline]
    #[must_use]
    pub const fn points(&self) -> u32 {
        self.points
    }

    /// Returns the keep of every die that scores.
    #[inline]
    #[must_use]
    pub const fn whole(&self) -> Keep {
        self.whole
    }

    /// Returns all keeps, in the order in which the game lists them.
    #[inline]
    #[must_use]
    pub fn keeps(&self) -> &[Keep] {
        &self.keeps
    }

    /// Returns of the keeps that leave as many dice the one that pays most: all that matter where more points are never worse.
    #[inline]
    pub(super) fn best_keeps(&self) -> &[Keep] {
        &self.best_keeps
    }
}

/// What lies on the table after a roll.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rolled {
    /// Nothing that scores.
    Bust,
    /// Six dice that are paid because none of them scores, and rolled again.
    Nothing(u32),
    /// Dice that score.
    Offer(Offer),
}

impl Rolled {
    /// Returns what a roll of up to six dice brings.
    #[must_use]
    pub fn new(scorer: &Scorer, roll: Dice) -> Self {
        let worth = scorer.worth(roll);
        match worth.points {
            0 => Self::Bust,
            points if worth.is_for_nothing() => Self::Nothing(points),
            _ => Self::Offer(Offer::new(scorer, roll)),
        }
    }
}

/// What a player does with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollChoice {
    /// The dice to keep; where banking takes the whole roll they matter only to those who roll on.
    pub keep: Keep,
    /// What to do then.
    pub then: Then,
}

/// What a player does after a keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Banks if the rules allow it, and rolls on otherwise.
    Bank,
    /// Rolls on.
    Roll,
}

/// What follows a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterRoll {
    /// The turn is lost.
    Bust,
    /// The turn ends with so many points banked, or they win at once.
    Banks(u32),
    /// The turn goes on with so many points set aside and so many dice to roll.
    Rolls(u32, u8),
}

/// All that one to six dice can offer under some rules in which every turn begins with six dice.
#[derive(Clone, Debug)]
pub struct Offers {
    rules: SolverRules,
    throws: [Throws; DICE as usize],
}

/// All throws of some dice.
#[derive(Clone, Debug)]
struct Throws {
    /// The different things that can come of it, each with its chance.
    kinds: Vec<(Rolled, f64)>,
    /// What comes of every throw, by its number.
    by_number: Vec<u16>,
}

impl Offers {
    /// Returns all offers of a game, or nothing where there are cards, which do to a roll what is not in an offer, or where
    /// turns may begin with what was left.
    #[must_use]
    pub fn new(game: &PushLuck) -> Option<Self> {
        let rules = SolverRules::of(game);
        let SolverRules {
            deck,
            piggyback,
            // Offers answer by these.
            no_score: _,
            hot: _,
            bank_takes: _,
            target: _,
            end: _,
            least: _,
            // What follows a turn is left to those who play it.
            busts: _,
            counts_from: _,
            first: _,
        } = rules;
        let begins_with_six = deck == DeckKind::None && piggyback == Piggyback::No;
        begins_with_six.then(|| Self {
            rules,
            throws: std::array::from_fn(|place| Throws::new(game.scorer(), place as u8 + 1)),
        })
    }

    /// Returns what comes of a throw of one to six dice by its number: the sides, counted from 0, are the digits of the number
    /// in base six, in any order.
    ///
    /// # Panics
    /// When there is no such throw.
    #[inline]
    #[must_use]
    pub fn thrown(&self, dice: u8, number: usize) -> &Rolled {
        self.of_kind(dice, self.kind(dice, number))
    }

    /// Returns the kind of a throw of one to six dice by its number: throws that bring the same are of one kind.
    ///
    /// # Panics
    /// When there is no such throw.
    #[inline]
    #[must_use]
    pub fn kind(&self, dice: u8, number: usize) -> usize {
        usize::from(self.throws[usize::from(dice) - 1].by_number[number])
    }

    /// Returns how many kinds of throws of one to six dice there are.
    ///
    /// # Panics
    /// When there are no dice, or more.
    #[must_use]
    pub fn kinds(&self, dice: u8) -> usize {
        self.all(dice).len()
    }

    /// Returns what comes of throws of a kind.
    ///
    /// # Panics
    /// When there is no such kind.
    #[inline]
    #[must_use]
    pub fn of_kind(&self, dice: u8, kind: usize) -> &Rolled {
        &self.all(dice)[kind].0
    }

    /// Returns what comes of a roll of one to six dice.
    ///
    /// # Panics
    /// When there are no dice, or more.
    #[must_use]
    pub fn of(&self, roll: Dice) -> &Rolled {
        let digits = roll.faces().map(hotdice_core::Face::index);
        self.thrown(
            roll.len(),
            digits.fold(0, |number, digit| 6 * number + digit),
        )
    }

    /// Returns everything different that can come of a throw, with its chance.
    #[inline]
    pub(super) fn all(&self, dice: u8) -> &[(Rolled, f64)] {
        &self.throws[usize::from(dice) - 1].kinds
    }

    /// Tells whether a player with `mine` points and a turn total may bank after a keep.
    #[inline]
    #[must_use]
    pub fn may_bank(&self, mine: u32, total: u32, offer: &Offer, keep: Keep) -> bool {
        let (banked, passes) = self.banked(total, offer, keep);
        match (passes, self.rules.hot) {
            (true, Hot::EndsTurn) => true,
            (true, Hot::Forced) => false,
            _ => banked >= self.rules.least_to_bank(mine),
        }
    }

    /// Returns what banking after a keep pays.
    #[inline]
    #[must_use]
    pub fn bank(&self, total: u32, offer: &Offer, keep: Keep) -> u32 {
        self.banked(total, offer, keep).0
    }

    #[inline]
    fn banked(&self, total: u32, offer: &Offer, keep: Keep) -> (u32, bool) {
        match self.rules.bank_takes {
            BankTakes::Kept => (total + keep.points, keep.is_pass()),
            BankTakes::Roll => (total + offer.points, offer.whole.is_pass()),
        }
    }

    /// Says what follows a roll, given what the player would choose.
    #[inline]
    pub fn follow(
        &self,
        mine: u32,
        total: u32,
        rolled: &Rolled,
        choose: impl FnOnce(&Offer) -> RollChoice,
    ) -> AfterRoll {
        match rolled {
            Rolled::Offer(offer) if !self.is_won(mine, total, offer.points) => {
                self.answered(mine, total, offer, choose(offer))
            }
            _ => self.unanswered(mine, total, rolled),
        }
    }

    /// Tells whether so many points on the table win at once.
    #[inline]
    pub(super) fn is_won(&self, mine: u32, total: u32, points: u32) -> bool {
        self.rules.end == End::OnRoll && mine + total + points >= self.rules.target
    }

    /// Says what follows a roll with which there is nothing to choose.
    #[inline]
    pub(super) fn unanswered(&self, mine: u32, total: u32, rolled: &Rolled) -> AfterRoll {
        match rolled {
            Rolled::Bust => AfterRoll::Bust,
            Rolled::Nothing(points) if !self.is_won(mine, total, *points) => {
                AfterRoll::Rolls(total + points, DICE)
            }
            Rolled::Nothing(points) => AfterRoll::Banks(total + points),
            Rolled::Offer(offer) => AfterRoll::Banks(total + offer.points),
        }
    }

    /// Says what follows a choice.
    #[inline]
    pub(super) fn answered(
        &self,
        mine: u32,
        total: u32,
        offer: &Offer,
        choice: RollChoice,
    ) -> AfterRoll {
        let RollChoice { keep, then } = choice;
        if then == Then::Bank && self.may_bank(mine, total, offer, keep) {
            AfterRoll::Banks(self.bank(total, offer, keep))
        } else if keep.is_pass() && self.rules.hot == Hot::EndsTurn {
            AfterRoll::Banks(total + keep.points)
        } else {
            AfterRoll::Rolls(total + keep.points, keep.to_roll())
        }
    }

    /// Returns the same offers in a game whose target is out of reach.
    #[must_use]
    pub fn without_target(&self) -> Self {
        let mut far = self.clone();
        far.rules.target = u32::MAX;
        far
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &SolverRules {
        &self.rules
    }
}

impl Throws {
    fn new(scorer: &Scorer, dice: u8) -> Self {
        let odds = Odds::of_dice(dice);
        let mut kinds: Vec<(Rolled, f64)> = Vec::new();
        let mut places = HashMap::new();
        let mut by_rank = vec![0; Dice::distinct(dice)];
        for (roll, weight) in odds.iter() {
            let rolled = Rolled::new(scorer, *roll);
            let place = *places.entry(rolled.clone()).or_insert(kinds.len());
            if place == kinds.len() {
                kinds.push((rolled, 0.0));
            }
            kinds[place].1 += weight as f64;
            by_rank[roll.rank()] = place as u16;
        }
        for (_, chance) in &mut kinds {
            *chance /= odds.total() as f64;
        }
        let numbers = 0..6_usize.pow(u32::from(dice));
        let by_number = numbers.map(|number| by_rank[throw(dice, number).rank()]);
        Self {
            by_number: by_number.collect(),
            kinds,
        }
    }
}

/// Returns the dice of a throw by its number.
fn throw(dice: u8, mut number: usize) -> Dice {
    let mut sides = [0; DICE as usize];
    for side in &mut sides[..usize::from(dice)] {
        *side = (number % 6) as u16;
        number /= 6;
    }
    Dice::lying(&sides[..usize::from(dice)])
}
