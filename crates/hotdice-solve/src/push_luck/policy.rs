//! Fixed ways to play, and how a turn ends under them.
//!
//! A way to play gives every turn a distribution: the chance to bank each total, and to bust. It is found forwards from
//! the start of the turn, through the positions that the player really comes to.

use super::offer::{AfterRoll, Offer, Offers, RollChoice, Rolled};
use super::options::DICE;

/// Positions that a turn comes to less often than this are left out.
const NEVER: f64 = 1e-15;

/// The scores that a player sees when a turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores {
    /// What the player in turn has banked.
    pub mine: u32,
    /// The most that anybody else has banked.
    pub yours: u32,
    /// Whether the other has reached the target and this is the last turn.
    pub is_last: bool,
}

/// A way to play that depends on nothing but what both players see.
pub trait TurnPolicy: Sync {
    /// Makes up the mind for a turn that begins with these scores.
    fn begin(&self, scores: Scores) -> Box<dyn TurnPlan + '_>;

    /// Tells whether the scores make a difference to it.
    fn looks_at_scores(&self) -> bool {
        true
    }
}

/// A way to play one turn.
pub trait TurnPlan {
    /// Says with which chance the player makes each choice, given the turn total before the roll.
    fn choices(&self, total: u32, offer: &Offer, visit: &mut dyn FnMut(RollChoice, f64));
}

/// How a turn ends: the chance to bank each total, and to bust.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnEnds {
    /// The chance to bank, by the total in steps.
    pub(super) banked: Vec<f64>,
    pub(super) bust: f64,
}

impl TurnEnds {
    /// Follows a turn from its first roll to all its ends.
    pub(super) fn of(offers: &Offers, step: u32, scores: Scores, plan: &dyn TurnPlan) -> Self {
        let mut turn = Forwards {
            offers,
            step,
            mine: scores.mine,
            plan,
            open: vec![[0.0; DICE as usize]],
            ends: Self::default(),
        };
        turn.open[0][5] = 1.0;
        // Totals only grow, so the smallest open position is complete.
        let mut total = 0;
        while total < turn.open.len() {
            for dice in 1..=DICE {
                turn.roll(total, dice);
            }
            total += 1;
        }
        turn.ends
    }
}

/// A turn that is followed forwards.
struct Forwards<'a> {
    offers: &'a Offers,
    step: u32,
    mine: u32,
    plan: &'a dyn TurnPlan,
    /// The chance to come to each total, and to roll one to six dice there.
    open: Vec<[f64; DICE as usize]>,
    ends: TurnEnds,
}

impl Forwards<'_> {
    fn roll(&mut self, steps: usize, dice: u8) {
        let chance = self.open[steps][usize::from(dice) - 1];
        if chance < NEVER {
            self.ends.bust += chance;
            return;
        }
        let (offers, mine, plan) = (self.offers, self.mine, self.plan);
        let total = steps as u32 * self.step;
        for (rolled, part) in offers.all(dice) {
            let chance = chance * part;
            match rolled {
                Rolled::Offer(offer) if !offers.is_won(mine, total, offer.points()) => {
                    plan.choices(total, offer, &mut |choice, part| {
                        self.take(offers.answered(mine, total, offer, choice), chance * part);
                    });
                }
                _ => self.take(offers.unanswered(mine, total, rolled), chance),
            }
        }
    }

    fn take(&mut self, step: AfterRoll, chance: f64) {
        match step {
            AfterRoll::Bust => self.ends.bust += chance,
            AfterRoll::Banks(total) => {
                let place = (total / self.step) as usize;
                *at(&mut self.ends.banked, place) += chance;
            }
            AfterRoll::Rolls(total, dice) => {
                let place = (total / self.step) as usize;
                at(&mut self.open, place)[usize::from(dice) - 1] += chance;
            }
        }
    }
}

/// Returns an entry of a list that grows as needed.
fn at<T: Clone + Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if place >= list.len() {
        list.resize(place + 1, T::default());
    }
    &mut list[place]
}
