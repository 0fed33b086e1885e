//! Many games of the family between quick players, without states: dice, tables and scores.
//!
//! The same dice give the same games as [`simulate`](crate::simulate) between the players of the same levels.

use hotdice_core::{Seat, SeatSet};
use hotdice_games::push_luck::{BustPenalty, End, First};
use hotdice_solve::push_luck::{AfterRoll, Offers, Scores, SolverRules};
use hotdice_solve::{Stopped, Watch};
use rand::Rng;
use rand::rngs::ChaCha8Rng;

use super::quick_player::{QuickPlayer, QuickTurn};
use crate::simulate::{BATCH, Tally, below, in_batches};

/// Plays games between quick players, one for each seat.
///
/// # Errors
/// When the watch says stop.
pub(crate) fn simulate(
    offers: &Offers,
    strategies: &[QuickPlayer],
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Stopped> {
    in_batches(BATCH, games, seed, watch, |dice, games| {
        let mut tally = Tally::new(strategies.len());
        let mut table = Table::new(offers, strategies);
        for _ in 0..games {
            table.play(dice);
            let points = |seat: Seat| f64::from(table.players[seat.index()].score);
            tally.count(table.winners(), points);
        }
        Ok(tally)
    })
}

/// A table at which one game after another is played.
struct Table<'a> {
    offers: &'a Offers,
    strategies: &'a [QuickPlayer],
    players: Vec<Player>,
    /// The seat that began the final round.
    closer: Option<usize>,
}

#[derive(Clone, Copy, Default)]
struct Player {
    score: u32,
    busts: u8,
}

impl<'a> Table<'a> {
    fn new(offers: &'a Offers, strategies: &'a [QuickPlayer]) -> Self {
        // A rule that solvers learn does not compile here until somebody has decided where it is played.
        let SolverRules {
            // Turn by turn, below.
            target: _,
            end: _,
            busts: _,
            counts_from: _,
            first: _,
            // Inside a turn, by the offers, which there are only where every turn begins with six dice.
            piggyback: _,
            no_score: _,
            hot: _,
            bank_takes: _,
            least: _,
            deck: _,
        } = offers.rules();
        Self {
            offers,
            strategies,
            players: vec![Player::default(); strategies.len()],
            closer: None,
        }
    }

    /// Plays one game to its end.
    fn play(&mut self, dice: &mut ChaCha8Rng) {
        self.players.fill(Player::default());
        self.closer = None;
        let seats = self.players.len();
        let mut seat = match self.offers.rules().first {
            First::Entered => 0,
            First::Random => below(dice, seats as u32) as usize,
        };
        while self.turn(seat, dice) {
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
            if self.closer == Some(seat) {
                return;
            }
        }
    }

    /// Plays one turn; returns whether the game goes on.
    fn turn(&mut self, seat: usize, dice: &mut ChaCha8Rng) -> bool {
        let scores = self.scores(seat);
        let plan = self.strategies[seat].begin(self.offers, scores);
        match roll_on(self.offers, &plan, scores.mine, dice) {
            Some(banked) => self.bank(seat, banked),
            None => self.bust(seat),
        }
    }

    /// Returns the scores as a seat sees them; what others have is looked up only for those who look at it.
    #[inline]
    fn scores(&self, seat: usize) -> Scores {
        let mine = self.players[seat].score;
        let is_last = self.closer.is_some();
        if !self.strategies[seat].looks_at_scores() {
            let yours = 0;
            return Scores {
                mine,
                yours,
                is_last,
            };
        }
        let others = self.players.iter().enumerate();
        let others = others.filter(|(other, _)| *other != seat);
        let yours = others.map(|(_, player)| player.score).max().unwrap_or(0);
        Scores {
            mine,
            yours,
            is_last,
        }
    }

    fn bank(&mut self, seat: usize, points: u32) -> bool {
        let player = &mut self.players[seat];
        player.score += points;
        player.busts = 0;
        let rules = self.offers.rules();
        if player.score >= rules.target {
            self.closer.get_or_insert(seat);
            return rules.end == End::FinalRound;
        }
        true
    }

    fn bust(&mut self, seat: usize) -> bool {
        let player = &mut self.players[seat];
        let rules = self.offers.rules();
        if let BustPenalty::InARow(most, _) = rules.busts {
            player.busts += 1;
            if player.busts == most {
                let score = rules.after_penalty(player.score);
                *player = Player { score, busts: 0 };
            }
        }
        true
    }

    fn winners(&self) -> SeatSet {
        let best = self.players.iter().map(|player| player.score).max();
        let seats = std::iter::zip(Seat::all(Seat::MOST), &self.players);
        let best = seats.filter(|(_, player)| Some(player.score) == best);
        best.map(|(seat, _)| seat).collect()
    }
}

/// Rolls until the turn ends; returns what is banked, or nothing for a bust.
#[inline]
fn roll_on(offers: &Offers, plan: &QuickTurn<'_>, mine: u32, dice: &mut ChaCha8Rng) -> Option<u32> {
    /// How many throws of so many dice there are.
    const THROWS: [u32; 7] = [1, 6, 36, 216, 1296, 7776, 46656];
    let (mut total, mut left) = (0, 6);
    loop {
        let number = below(dice, THROWS[usize::from(left)]);
        let rolled = offers.thrown(left, number as usize);
        let step = offers.follow(mine, total, rolled, |offer| {
            plan.choose(total, offer, &mut || dice.next_u64())
        });
        match step {
            AfterRoll::Bust => return None,
            AfterRoll::Banks(banked) => return Some(banked),
            AfterRoll::Rolls(more, dice) => (total, left) = (more, dice),
        }
    }
}
