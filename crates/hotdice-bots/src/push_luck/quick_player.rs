//! The players of the family by what they answer to an offer: quick to ask, and with every choice known.
//!
//! A quick player makes the same choices as the player of the same level, without a state around it.

use std::sync::Arc;

use hotdice_games::push_luck::{BankTakes, Hot};
use hotdice_solve::push_luck::{
    Keep, Offer, Offers, PointsPlan, Racer, RacerTurn, RollChoice, Scores, Then, TurnPlan,
    TurnPolicy,
};

use super::{AllKept, always, carefully};
use crate::player::RandomSource;

/// How a player thinks.
pub(crate) enum QuickPlayer {
    /// Any legal action.
    Random,
    /// Takes every die that scores and banks as soon as it may.
    Greedy,
    /// Takes every die that scores and banks by a rule of thumb.
    Careful,
    /// Plays for points.
    Strong(PointsPlan),
    /// Plays the race of two perfectly.
    Perfect(Arc<Racer>),
}

impl QuickPlayer {
    /// Tells whether the scores make a difference to it.
    #[inline]
    pub(crate) const fn looks_at_scores(&self) -> bool {
        match self {
            Self::Random | Self::Greedy | Self::Careful => false,
            Self::Strong(_) | Self::Perfect(_) => true,
        }
    }

    /// Settles how it plays a turn.
    #[inline]
    pub(crate) fn begin<'a>(&'a self, offers: &'a Offers, scores: Scores) -> QuickTurn<'a> {
        let strategy = match self {
            Self::Random => Strategy::Random,
            Self::Greedy => Strategy::Greedy,
            Self::Careful => Strategy::Careful,
            Self::Strong(points) => Strategy::Strong(points),
            Self::Perfect(racer) => Strategy::Perfect(racer.turn(scores)),
        };
        QuickTurn {
            offers,
            scores,
            strategy,
        }
    }
}

/// A quick player in one turn.
pub(crate) struct QuickTurn<'a> {
    offers: &'a Offers,
    scores: Scores,
    strategy: Strategy<'a>,
}

enum Strategy<'a> {
    Random,
    Greedy,
    Careful,
    Strong(&'a PointsPlan),
    Perfect(RacerTurn<'a>),
}

impl QuickTurn<'_> {
    /// Chooses what to do with a roll.
    #[inline]
    pub(crate) fn choose(
        &self,
        total: u32,
        offer: &Offer,
        luck: &mut impl RandomSource,
    ) -> RollChoice {
        match &self.strategy {
            Strategy::Random => self.any(total, offer, luck),
            Strategy::Greedy => steady(always, total, offer),
            Strategy::Careful => steady(carefully, total, offer),
            Strategy::Strong(points) => self.for_points(points, total, offer),
            Strategy::Perfect(turn) => turn.choose(total, offer),
        }
    }

    /// Draws any action, and after a keep another one; the same words give what [`Random`](crate::Random) chooses.
    fn any(&self, total: u32, offer: &Offer, luck: &mut impl RandomSource) -> RollChoice {
        let keeps = offer.keeps();
        let actions = keeps.len() + usize::from(self.may_bank_roll(total, offer));
        let drawn = luck.word() % actions as u64;
        let Some(&keep) = keeps.get(drawn as usize) else {
            return bank(offer.whole());
        };
        if self.ends_turn(keep) {
            return roll(keep);
        }
        let actions = 1 + u64::from(self.may_bank(total, offer, keep));
        match luck.word() % actions {
            0 => roll(keep),
            _ => bank(keep),
        }
    }

    /// Visits everything that [`QuickTurn::any`] can draw.
    fn for_each(&self, total: u32, offer: &Offer, visit: &mut dyn FnMut(RollChoice, f64)) {
        let banks_roll = self.may_bank_roll(total, offer);
        let part = 1.0 / (offer.keeps().len() + usize::from(banks_roll)) as f64;
        if banks_roll {
            visit(bank(offer.whole()), part);
        }
        for &keep in offer.keeps() {
            if self.may_bank(total, offer, keep) && !self.ends_turn(keep) {
                visit(bank(keep), part / 2.0);
                visit(roll(keep), part / 2.0);
            } else {
                visit(roll(keep), part);
            }
        }
    }

    /// Plays for points, and for the game only when one turn decides it.
    fn for_points(&self, points: &PointsPlan, total: u32, offer: &Offer) -> RollChoice {
        let rolled = |keep: Keep| points.rolling(total + keep.points(), keep.to_roll());
        let after = |keep: Keep| match self.may_bank(total, offer, keep) {
            _ if self.ends_turn(keep) => f64::from(total + keep.points()),
            true => rolled(keep).max(f64::from(self.offers.bank(total, offer, keep))),
            false => rolled(keep),
        };
        let mut best = (offer.whole(), f64::NEG_INFINITY);
        for &keep in offer.keeps() {
            let value = after(keep);
            if value > best.1 {
                best = (keep, value);
            }
        }
        let (keep, value) = best;
        let whole = offer.whole();
        if self.may_bank_roll(total, offer) && self.banked(total, offer, whole) > value {
            return bank(whole);
        }
        let banks = self.may_bank(total, offer, keep) && !self.ends_turn(keep);
        if banks && self.banked(total, offer, keep) > rolled(keep) {
            return bank(keep);
        }
        roll(keep)
    }

    /// Returns what banking is worth to somebody who plays for points, unless it wins or loses the game.
    fn banked(&self, total: u32, offer: &Offer, keep: Keep) -> f64 {
        let banked = self.offers.bank(total, offer, keep);
        let (score, rules) = (self.scores.mine + banked, self.offers.rules());
        let wins = match self.scores.is_last {
            true => score >= self.scores.yours,
            false => {
                rules.end != hotdice_games::push_luck::End::FinalRound && score >= rules.target
            }
        };
        match wins {
            true => f64::INFINITY,
            false if self.scores.is_last => -1.0,
            false => f64::from(banked),
        }
    }

    fn may_bank(&self, total: u32, offer: &Offer, keep: Keep) -> bool {
        let mine = self.scores.mine;
        self.offers.may_bank(mine, total, offer, keep)
    }

    /// Tells whether a roll may be banked before dice of it are kept.
    fn may_bank_roll(&self, total: u32, offer: &Offer) -> bool {
        let takes_roll = self.offers.rules().bank_takes == BankTakes::Roll;
        takes_roll && self.may_bank(total, offer, offer.whole())
    }

    fn ends_turn(&self, keep: Keep) -> bool {
        keep.is_pass() && self.offers.rules().hot == Hot::EndsTurn
    }
}

impl TurnPlan for QuickTurn<'_> {
    fn choices(&self, total: u32, offer: &Offer, visit: &mut dyn FnMut(RollChoice, f64)) {
        match self.strategy {
            Strategy::Random => self.for_each(total, offer, visit),
            _ => visit(self.choose(total, offer, &mut || 0), 1.0),
        }
    }
}

/// A quick player and the offers it answers.
pub(crate) struct QuickDuelist<'a>(pub(crate) QuickPlayer, pub(crate) &'a Offers);

impl TurnPolicy for QuickDuelist<'_> {
    fn begin(&self, scores: Scores) -> Box<dyn TurnPlan + '_> {
        Box::new(self.0.begin(self.1, scores))
    }

    fn looks_at_scores(&self) -> bool {
        self.0.looks_at_scores()
    }
}

#[inline]
fn steady(wanted: impl Fn(&AllKept) -> bool, total: u32, offer: &Offer) -> RollChoice {
    let keep = offer.whole();
    let table = AllKept {
        total: total + offer.points(),
        left: keep.to_roll(),
    };
    match wanted(&table) {
        true => bank(keep),
        false => roll(keep),
    }
}

const fn bank(keep: Keep) -> RollChoice {
    let then = Then::Bank;
    RollChoice { keep, then }
}

const fn roll(keep: Keep) -> RollChoice {
    let then = Then::Roll;
    RollChoice { keep, then }
}
