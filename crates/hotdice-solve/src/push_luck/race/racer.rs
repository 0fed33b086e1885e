//! A perfect player of a race that remembers every turn it has thought through, for many games in a row.

use std::cell::OnceCell;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use hotdice_core::Dice;
use hotdice_games::push_luck::{Action, BankTakes, BustPenalty, Hot, Phase, State};

use super::Race;
use super::memory::{Comparable, Ranks, TurnMemory, ranks};
use super::pair::LANES;
use super::side::{RaceTurns, TurnKernel};
use super::thought::{TotalValues, TurnStart, TurnValues};
use crate::processor;
use crate::push_luck::offer::{Keep, Offer, Offers, RollChoice, Rolled, Then};
use crate::push_luck::options::{KeepFilter, for_each_keep};
use crate::push_luck::policy::{Scores, TurnPlan, TurnPolicy};
use crate::push_luck::rules::SolverRules;
use crate::push_luck::turn::{Scratch, StagedThrows};

/// How many bytes a player may remember.
const MEMORY: usize = 512 << 20;

/// The totals that are remembered of every turn: as many as have places that fit in a byte.
const NEAR: usize = 36;

/// The totals that are remembered of turns that came further; larger ones are rare.
const FAR: usize = 64;

/// A perfect player of a race without penalties.
///
/// It chooses what [`Race::action_values`] holds for best, hundreds of times as fast once it has met a pair of scores.
#[derive(Debug)]
pub struct Racer {
    race: Arc<Race>,
    offers: Offers,
    throws: StagedThrows,
    /// The smallest totals of every turn.
    near: TurnMemory<u8, NEAR>,
    /// More totals of turns that came further; nothing where that would take too much memory.
    far: Option<TurnMemory<u16, FAR>>,
    /// The last turns, by what is missing.
    last: Vec<OnceLock<Ranks<u16, FAR>>>,
    goal: usize,
    /// Which keeps are worth a thought.
    keeps: KeepFilter,
    /// 2³² steps, in points: to multiply by it is quicker than to divide by a step.
    per_step: u64,
}

impl Racer {
    /// Returns a player of a race, or nothing where it needs to know more than the two scores.
    #[must_use]
    pub fn new(race: Arc<Race>) -> Option<Self> {
        let goal = race.grids[0].goal();
        let SolverRules {
            busts,
            // The race and its offers have these.
            no_score: _,
            hot: _,
            bank_takes: _,
            target: _,
            end: _,
            least: _,
            counts_from: _,
            piggyback: _,
            first: _,
            deck: _,
        } = race.rules;
        let offers = Offers::new(race.game())?;
        (busts == BustPenalty::None).then(|| Self {
            offers,
            throws: StagedThrows::new(&race.turns),
            near: TurnMemory::new(goal),
            far: (TurnMemory::<u16, FAR>::bytes(goal) < MEMORY).then(|| TurnMemory::new(goal)),
            last: vec![OnceLock::new(); race.grids[0].chase.longest()],
            keeps: KeepFilter::to_win(&race.rules),
            per_step: (1_u64 << 32).div_ceil(race.turns.step.into()),
            race,
            goal,
        })
    }

    /// Chooses the best action, of equal ones the first; nothing where nobody has to choose.
    #[must_use]
    pub fn choose(&self, state: &State) -> Option<Action> {
        let scores = Scores {
            mine: state.score(state.seat()),
            yours: state.score(state.seat().next(2)),
            is_last: state.closer().is_some(),
        };
        let turn = self.turn(scores);
        match state.phase() {
            Phase::Choose { roll } => {
                let choice = turn.choose(state.total(), self.offer(roll)?);
                let takes_roll = self.offers.rules().bank_takes == BankTakes::Roll;
                match choice.then {
                    Then::Bank if takes_roll => Some(Action::Bank),
                    _ => self.dice_of(roll, choice.keep).map(Action::Keep),
                }
            }
            Phase::Kept { roll, kept } => {
                let offer = self.offer(roll)?;
                let points = self.race.game().scorer().keep(kept)?;
                let left = roll.len() - kept.len();
                let is_kept = |keep: &&Keep| (keep.points(), keep.left()) == (points, left);
                let keep = offer.keeps().iter().find(is_kept)?;
                Some(match turn.go_on(state.total(), offer, *keep) {
                    Then::Bank => Action::Bank,
                    Then::Roll => Action::Roll,
                })
            }
            _ => None,
        }
    }

    /// Thinks a turn through, or remembers it.
    #[must_use]
    pub fn turn(&self, scores: Scores) -> RacerTurn<'_> {
        let is_remembered = !scores.is_last;
        RacerTurn {
            racer: self,
            scores,
            near: is_remembered.then(|| self.near(scores)).flatten(),
            further: OnceCell::new(),
        }
    }

    /// Returns how many steps these points are, which are a whole number of them.
    ///
    /// With n steps of s points the product is n · s · (2³² / s + d) with d below 1, hence n · 2³² and less than 2³² more.
    #[inline]
    fn steps(&self, points: u32) -> usize {
        ((u64::from(points) * self.per_step) >> 32) as usize
    }

    /// Remembers the smallest totals of a turn that is not the last, after thinking it through with its neighbours if need be.
    fn near(&self, scores: Scores) -> Option<&Ranks<u8, NEAR>> {
        self.remember(&self.near, scores)
    }

    /// Remembers more totals of a turn.
    #[cold]
    fn far(&self, scores: Scores) -> Option<&Ranks<u16, FAR>> {
        if !scores.is_last {
            return self.remember(self.far.as_ref()?, scores);
        }
        let missing = scores.yours.saturating_sub(scores.mine);
        let place = self.last.get(self.steps(missing))?;
        Some(place.get_or_init(|| ranks(&self.think(scores, 0..=FAR).worths)))
    }

    fn remember<'m, T: TryFrom<usize> + Copy + Default, const N: usize>(
        &self,
        memory: &'m TurnMemory<T, N>,
        scores: Scores,
    ) -> Option<&'m Ranks<T, N>> {
        let (mine, yours) = (self.steps(scores.mine), self.steps(scores.yours));
        memory.get(mine, yours).or_else(|| {
            let is_there = mine < self.goal && yours < self.goal;
            is_there.then(|| self.think_block(memory, mine + yours, yours));
            memory.get(mine, yours)
        })
    }

    /// Thinks the turns of neighbouring pairs of scores through, which go through one pass together.
    ///
    /// Blocks begin at fixed scores, so that each turn is worked out in the same company whoever asks first; where two threads
    /// do the same work, both come to the same values.
    #[cold]
    fn think_block<T: TryFrom<usize> + Copy + Default, const N: usize>(
        &self,
        memory: &TurnMemory<T, N>,
        sum: usize,
        yours: usize,
    ) {
        let (race, goal) = (&self.race, self.goal);
        let lowest = (sum + 1).saturating_sub(goal);
        let first = yours - (yours - lowest) % LANES;
        let mine = |lane: usize| sum.checked_sub(first + lane).filter(|mine| *mine < goal);
        let there = std::array::from_fn(|lane| first + lane < goal && mine(lane).is_some());
        let grid = race.grid(0, 0);
        let side = RaceTurns::new(&race.turns, grid, sum, first as isize, there);
        let theirs = grid.lanes::<LANES>(sum, first as isize);
        let mut rolls = [[[0.0; LANES]; 6]; N];
        Scratch::with(|scratch| {
            processor::best().dispatch(TurnKernel {
                side: &side,
                throws: &self.throws,
                bust: theirs.map(|theirs| 1.0 - theirs),
                scratch,
                rolls: &mut rolls,
            })
        });
        let banks: [_; N] = std::array::from_fn(|total| side.bank(total).pays);
        for lane in (0..LANES).filter(|lane| there[*lane]) {
            let worths: [_; N] = std::array::from_fn(|total| TotalValues {
                bank: banks[total][lane],
                rolls: rolls[total].map(|values| values[lane]),
            });
            let yours = first + lane;
            memory.put(sum - yours, yours, &worths);
        }
    }

    /// Works out what some totals of a turn are worth.
    fn think(&self, scores: Scores, totals: RangeInclusive<usize>) -> TurnValues {
        let start = TurnStart {
            mine: self.steps(scores.mine),
            yours: self.steps(scores.yours),
            busts: [0; 2],
            is_last: scores.is_last,
        };
        self.race.think(start, totals)
    }

    fn offer(&self, roll: Dice) -> Option<&Offer> {
        match self.offers.of(roll) {
            Rolled::Offer(offer) => Some(offer),
            Rolled::Bust | Rolled::Nothing(_) => None,
        }
    }

    /// Returns the first dice of a roll that make a keep.
    fn dice_of(&self, roll: Dice, keep: Keep) -> Option<Dice> {
        let mut found = None;
        for_each_keep(self.race.game().scorer(), roll, |dice, points| {
            if (points, roll.len() - dice.len()) == (keep.points(), keep.left()) {
                found = found.or(Some(dice));
            }
        });
        found
    }
}

impl TurnPolicy for Racer {
    fn begin(&self, scores: Scores) -> Box<dyn TurnPlan + '_> {
        Box::new(self.turn(scores))
    }
}

/// One turn of a perfect player.
#[derive(Debug)]
pub struct RacerTurn<'a> {
    racer: &'a Racer,
    scores: Scores,
    near: Option<&'a Ranks<u8, NEAR>>,
    /// What larger totals are worth than those that are remembered, if this turn has come to them.
    further: OnceCell<Vec<TotalValues>>,
}

/// What totals are worth from some total on, in whatever choices are compared by.
#[derive(Clone, Copy)]
struct Worths<'t, T> {
    first: usize,
    totals: &'t [TotalValues<T>],
}

impl<'t, T> Worths<'t, T> {
    const fn all(totals: &'t [TotalValues<T>]) -> Self {
        let first = 0;
        Self { first, totals }
    }
}

impl TurnPlan for RacerTurn<'_> {
    fn choices(&self, total: u32, offer: &Offer, visit: &mut dyn FnMut(RollChoice, f64)) {
        visit(self.choose(total, offer), 1.0);
    }
}

impl RacerTurn<'_> {
    /// Makes the best choice; of equal keeps the first, and rather the bank than a roll.
    #[inline]
    #[must_use]
    pub fn choose(&self, total: u32, offer: &Offer) -> RollChoice {
        self.ask(total, offer, None)
    }

    /// Says what is best after a keep.
    fn go_on(&self, total: u32, offer: &Offer, keep: Keep) -> Then {
        self.ask(total, offer, Some(keep)).then
    }

    /// Makes the best choice, after a keep if there was one, by what is remembered.
    #[inline]
    fn ask(&self, total: u32, offer: &Offer, kept: Option<Keep>) -> RollChoice {
        let highest = self.racer.steps(total + offer.points());
        match self.near {
            Some(near) if highest < NEAR => self.decide(Worths::all(near), total, offer, kept),
            _ => self.ask_further(highest, total, offer, kept),
        }
    }

    /// Makes the best choice where it leads beyond the totals that are remembered of every turn.
    #[cold]
    fn ask_further(
        &self,
        highest: usize,
        total: u32,
        offer: &Offer,
        kept: Option<Keep>,
    ) -> RollChoice {
        if highest < FAR
            && let Some(far) = self.racer.far(self.scores)
        {
            return self.decide(Worths::all(far), total, offer, kept);
        }
        let think = |totals| self.racer.think(self.scores, totals);
        let most = (4 * highest).min(self.racer.goal);
        let further = self.further.get_or_init(|| think(0..=most).worths);
        if highest < further.len() {
            self.decide(Worths::all(further), total, offer, kept)
        } else {
            let first = self.racer.steps(total);
            let totals = &think(first..=highest).worths;
            self.decide(Worths { first, totals }, total, offer, kept)
        }
    }

    fn decide<T: Comparable>(
        &self,
        worths: Worths<'_, T>,
        total: u32,
        offer: &Offer,
        kept: Option<Keep>,
    ) -> RollChoice {
        match kept {
            Some(keep) => RollChoice {
                keep,
                then: self.then(worths, total, offer, keep),
            },
            None => self.best(worths, total, offer),
        }
    }

    fn best<T: Comparable>(&self, worths: Worths<'_, T>, total: u32, offer: &Offer) -> RollChoice {
        let keeps = match self.racer.keeps {
            KeepFilter::Best => offer.best_keeps(),
            KeepFilter::Every | KeepFilter::WholeScore => offer.keeps(),
        };
        let mut best = (offer.whole(), T::NEVER);
        for keep in keeps {
            let value = self.after_keep(worths, total, offer, *keep);
            if value > best.1 {
                best = (*keep, value);
            }
        }
        let takes_roll = self.racer.offers.rules().bank_takes == BankTakes::Roll;
        if takes_roll && self.bank(worths, total, offer, offer.whole()) >= best.1 {
            let (keep, then) = (offer.whole(), Then::Bank);
            return RollChoice { keep, then };
        }
        let keep = best.0;
        let then = self.then(worths, total, offer, keep);
        RollChoice { keep, then }
    }

    fn then<T: Comparable>(
        &self,
        worths: Worths<'_, T>,
        total: u32,
        offer: &Offer,
        keep: Keep,
    ) -> Then {
        let banks = self.bank(worths, total, offer, keep) >= self.roll(worths, total, keep);
        if banks { Then::Bank } else { Then::Roll }
    }

    /// Returns the best that can be had after a keep without banking the rest of the roll.
    fn after_keep<T: Comparable>(
        &self,
        worths: Worths<'_, T>,
        total: u32,
        offer: &Offer,
        keep: Keep,
    ) -> T {
        let rules = self.racer.offers.rules();
        if keep.is_pass() && rules.hot == Hot::EndsTurn {
            return self.worth(worths, total + keep.points()).bank;
        }
        let rolled = self.roll(worths, total, keep);
        match rules.bank_takes {
            BankTakes::Roll => rolled,
            BankTakes::Kept => {
                let banked = self.bank(worths, total, offer, keep);
                if banked > rolled { banked } else { rolled }
            }
        }
    }

    /// Returns what rolling on after a keep is worth.
    fn roll<T: Comparable>(&self, worths: Worths<'_, T>, total: u32, keep: Keep) -> T {
        let worth = self.worth(worths, total + keep.points());
        worth.rolls[usize::from(keep.to_roll()) - 1]
    }

    /// Returns what banking after a keep is worth, or less than anything where the rules forbid it.
    fn bank<T: Comparable>(
        &self,
        worths: Worths<'_, T>,
        total: u32,
        offer: &Offer,
        keep: Keep,
    ) -> T {
        let offers = &self.racer.offers;
        if offers.may_bank(self.scores.mine, total, offer, keep) {
            self.worth(worths, offers.bank(total, offer, keep)).bank
        } else {
            T::NEVER
        }
    }

    fn worth<'t, T: Comparable>(&self, worths: Worths<'t, T>, total: u32) -> &'t TotalValues<T> {
        &worths.totals[self.racer.steps(total) - worths.first]
    }
}
