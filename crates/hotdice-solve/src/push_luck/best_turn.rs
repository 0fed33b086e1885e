//! The most points that one turn is worth on average, with no end of the game in sight.

mod cards;
mod payoffs;
mod reach;
mod tail;
#[cfg(test)]
mod tests;

use hotdice_games::push_luck::{BustPenalty, Card, DeckKind, PushLuck};

use self::payoffs::{Payoff, Payoffs};
use self::reach::TurnReach;
use self::tail::Tail;
use super::options::{DICE, KeepFilter, menus};
use super::rules::SolverRules;
use super::turn::{Banking, SPOTS, Scratch, Turns};

/// The best turn of some rules, by its expected points.
#[derive(Clone, Debug, PartialEq)]
pub struct BestTurn {
    value: f64,
    opening: f64,
    cards: Vec<(Card, f64)>,
}

impl BestTurn {
    /// Works out the best turn of these rules.
    ///
    /// ```
    /// use hotdice_games::push_luck::PushLuck;
    /// use hotdice_solve::push_luck::BestTurn;
    ///
    /// let game = PushLuck::read(&"farkle-minimal".parse()?)?;
    /// assert_eq!(format!("{:.4}", BestTurn::of(&game).value()), "446.5714");
    /// # Ok::<(), hotdice_core::RulesError>(())
    /// ```
    #[must_use]
    pub fn of(game: &PushLuck) -> Self {
        let mut solver = Solver::new(game);
        let SolverRules {
            least: [to_open, least],
            busts,
            // The solver has these.
            no_score: _,
            hot: _,
            bank_takes: _,
            deck: _,
            // No end of the game is in sight.
            target: _,
            end: _,
            first: _,
            // The turn is one of a player whose points count, and begins with six dice.
            counts_from: _,
            piggyback: _,
        } = solver.rules;
        let value = match busts {
            BustPenalty::None => solver.mean(0.0, 0.0, least),
            BustPenalty::InARow(busts, points) => solver.long_run(busts, points),
        };
        let opening = match busts {
            BustPenalty::None if to_open == least => value,
            _ => solver.mean(0.0, 0.0, to_open),
        };
        Self {
            value,
            opening,
            cards: solver.card_values(0.0, least),
        }
    }

    /// Returns the expected points of a turn of a player who has points.
    ///
    /// Where busts in a row cost points this is the average of a turn in the long run, penalties included. Where there are
    /// cards it is the average over the cards of a whole deck.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns the expected points of a turn of a player who has none, and has to open.
    #[must_use]
    pub fn opening(&self) -> f64 {
        self.opening
    }

    /// Returns the expected points of a turn under each card; Cheese Strikes Back! is accepted.
    ///
    /// What a strike takes from others counts for nothing here.
    #[must_use]
    pub fn cards(&self) -> &[(Card, f64)] {
        &self.cards
    }
}

/// A turn made ready to be solved for different values of a bust. All values are in steps inside.
pub(super) struct Solver<'a> {
    game: &'a PushLuck,
    rules: SolverRules,
    payoffs: Payoffs,
    turns: Turns,
    scratch: Scratch,
    /// What is needed for turns under cards, if there are any.
    under_cards: Option<UnderCards>,
}

/// What turns under cards have in common, whatever a bust is worth.
struct UnderCards {
    /// What can come up before the first pass.
    first: TurnReach,
    /// What can come up between the first pass and the second.
    second: TurnReach,
    /// What a turn is worth that has to go on until nothing scores, in steps.
    must_cut: f64,
}

impl<'a> Solver<'a> {
    pub(super) fn new(game: &'a PushLuck) -> Self {
        let rules = SolverRules::of(game);
        let cards = match rules.deck {
            DeckKind::None => 0,
            DeckKind::Small | DeckKind::Full => 100,
        };
        let menus = menus(game, KeepFilter::Best);
        let turns = Turns::from_menus(&menus, &rules, cards);
        let payoff = |menu| Payoff::new(menu, &rules, turns.step);
        let mut solver = Self {
            game,
            rules,
            payoffs: menus.each_ref().map(payoff),
            turns,
            scratch: Scratch::default(),
            under_cards: None,
        };
        if cards > 0 {
            solver.under_cards = Some(solver.under_cards(&menus));
        }
        solver
    }

    /// Returns the expected points of a turn, given what a bust is worth, what a turn without dice is, and the
    /// least to bank.
    fn mean(&mut self, bust: f64, stay: f64, least: u32) -> f64 {
        match self.rules.deck {
            DeckKind::None => self.turn(bust, least),
            DeckKind::Small | DeckKind::Full => self.mean_card(bust, stay, least),
        }
    }

    /// Returns the expected points of a turn without a card.
    fn turn(&mut self, bust: f64, least: u32) -> f64 {
        let six = self.turns.throws[5].clone();
        let bust_steps = bust / f64::from(self.turns.step);
        let levels = self.levels(bust, least, 0);
        six.value(levels, [bust_steps])[0] * f64::from(self.turns.step)
    }

    /// Returns all levels of a turn without a card, up to where its tail begins, and at least up to the total `highest`.
    fn levels(&mut self, bust: f64, least: u32, highest: usize) -> &[[f64; 1]] {
        let step = self.turns.step;
        let bust = bust / f64::from(step);
        let least = least.div_ceil(step) as usize;
        let tail = Tail::new(&self.payoffs, &self.rules, bust);
        let cap = tail.begins().max(least).max(highest).max(1);
        let levels = self.scratch.lanes((cap + self.turns.depth + 1) * SPOTS);
        let (top, _) = levels[cap * SPOTS..].as_chunks_mut::<SPOTS>();
        for (total, level) in std::iter::zip(cap.., top) {
            *level = tail.level(total);
        }
        let low = tail.go_down(&self.payoffs, levels, cap, least.max(1));
        let thought = &mut levels[..(low + self.turns.depth + 1) * SPOTS];
        self.turns.pass(thought, [bust], |total| {
            Banking::from_least([total as f64], total, [least])
        });
        levels
    }

    /// Returns the step of points and what rolling one to six dice brings on top of each total, in points.
    pub(super) fn rolling(&mut self, least: u32) -> (u32, Vec<[f64; DICE as usize]>) {
        let turns = self.turns.clone();
        let levels = self.levels(0.0, least, 0);
        let totals = levels.len() / SPOTS - turns.depth;
        let points = |total: usize| {
            let values = turns.rolled(&levels[total * SPOTS..], [0.0]);
            values.map(|[steps]| steps * f64::from(turns.step))
        };
        (turns.step, (0..totals).map(points).collect())
    }

    /// Returns the average of a turn in the long run where so many busts in a row cost so many points.
    ///
    /// With `worth[i]` for what having bust i times in a row is worth beside having bust never, worth[i] + average =
    /// turn(worth[i + 1]) and worth[0] = 0. Given the average these follow from the last to the first, so the average is
    /// the root of one equation.
    fn long_run(&mut self, busts: u8, points: u32) -> f64 {
        let [_, least] = self.rules.least;
        let last = -f64::from(points);
        let start = self.mean(last, 0.0, least);
        let [mut before, mut average] = [start, start + 1.0];
        let mut gap_before = self.gap(busts, last, before, least);
        for _ in 0..60 {
            let gap = self.gap(busts, last, average, least);
            if gap.abs() < 1e-11 || gap == gap_before {
                break;
            }
            let next = average - gap * (average - before) / (gap - gap_before);
            (before, gap_before, average) = (average, gap, next);
        }
        average
    }

    /// Returns by how much the first equation fails for this average.
    fn gap(&mut self, busts: u8, last: f64, average: f64, least: u32) -> f64 {
        let mut worth = last;
        for _ in 0..busts {
            worth = self.worth_before(worth, average, least);
        }
        worth
    }

    /// Returns what the state before a bust is worth, given what the state after it is.
    fn worth_before(&mut self, after: f64, average: f64, least: u32) -> f64 {
        let cards = self.card_values(after, least);
        if cards.is_empty() {
            return self.turn(after, least) - average;
        }
        // A turn without dice leads back to the same state.
        let mut worth = 0.0;
        for _ in 0..100 {
            let before = worth;
            worth = self.mean_of_cards(&cards, worth) - average;
            if worth == before {
                break;
            }
        }
        worth
    }
}
