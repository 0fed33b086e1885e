//! The rules as solvers see them: taken apart in one place, so that none can be overlooked.

use hotdice_games::push_luck::{
    BankTakes, BustPenalty, DeckKind, End, First, Hot, Piggyback, PushLuck, Rules,
};

/// What the solvers of this family honour of the [`Rules`] of a game, beside the points that its scorer gives dice.
///
/// A solver plays turns without states, so it is a second copy of the rules, and a rule that it does not know would make
/// its values wrong in silence. Therefore [`SolverRules::of`] names every field of `Rules`: one that is added does not
/// compile here until somebody has decided what solvers make of it. Each solver then names every field of this, and
/// refuses what it does not honour. `tests/every_parameter.rs` compares them all with the generic solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverRules {
    /// Points of six dice that score nothing, which are then rolled again; 0 is a bust.
    pub no_score: u32,
    /// What happens when all six dice have been kept.
    pub hot: Hot,
    /// Which dice of the last roll banking counts.
    pub bank_takes: BankTakes,
    /// The points that win.
    pub target: u32,
    /// How the game ends.
    pub end: End,
    /// The least turn total to bank for a player without points, and for others.
    pub least: [u32; 2],
    /// The penalty for busts in a row.
    pub busts: BustPenalty,
    /// The least number of banked points that a penalty takes anything of.
    pub counts_from: u32,
    /// Whether a player may go on with what the last one left.
    pub piggyback: Piggyback,
    /// Who begins.
    pub first: First,
    /// The cards that are drawn.
    pub deck: DeckKind,
}

impl SolverRules {
    /// Takes the rules of a game apart.
    #[must_use]
    pub fn of(game: &PushLuck) -> Self {
        let rules = game.rules();
        let Rules {
            // What dice are worth is asked of the scorer.
            ones: _,
            fives: _,
            three_ones: _,
            kinds: _,
            straight: _,
            short_straight: _,
            three_pairs: _,
            four_and_pair: _,
            two_triplets: _,
            count: _,
            no_score,
            hot,
            target,
            end,
            // These are in the least to bank and the points that count.
            opening: _,
            opens: _,
            bank_min: _,
            busts,
            piggyback,
            first,
            bank_takes,
            deck,
            // A solver is for a number of seats, whatever others can play.
            seats: _,
        } = *rules;
        Self {
            no_score,
            hot,
            bank_takes,
            target,
            end,
            least: [0, 1].map(|score| rules.least_to_bank(score)),
            busts,
            counts_from: rules.counts_from(),
            piggyback,
            first,
            deck,
        }
    }

    /// Returns the penalty for the last of some busts in a row.
    #[inline]
    #[must_use]
    pub fn penalty(&self) -> u32 {
        match self.busts {
            BustPenalty::None => 0,
            BustPenalty::InARow(_, points) => points,
        }
    }

    /// Returns what the last of some busts in a row leaves of a score.
    #[inline]
    #[must_use]
    pub fn after_penalty(&self, score: u32) -> u32 {
        match score {
            score if score < self.counts_from => score,
            score => score.saturating_sub(self.penalty()),
        }
    }

    /// Returns the least turn total that a player with `score` may bank.
    #[inline]
    #[must_use]
    pub const fn least_to_bank(&self, score: u32) -> u32 {
        match score {
            0 => self.least[0],
            _ => self.least[1],
        }
    }
}
