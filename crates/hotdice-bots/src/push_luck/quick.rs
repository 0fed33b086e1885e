//! Many games of the family between quick players, without states: dice, tables and scores.
//!
//! The same dice give the same games as [`simulate`](crate::simulate) between the players of the same levels.

use std::ops::Range;

use hotdice_core::{AnyPosition, Game, Open, Position, Seat, SeatSet, Turn};
use hotdice_games::push_luck::{BustPenalty, End, First, Phase, PushLuck, State};
use hotdice_solve::push_luck::{AfterRoll, Offers, PointsPlan, Scores, SolverRules};
use hotdice_solve::{Stopped, Watch};
use rand::Rng;
use rand::rngs::ChaCha8Rng;

use super::Strong;
use super::quick_player::{QuickPlayer, QuickTurn};
use crate::play_outs::PlaysOn;
use crate::player::Player as _;
use crate::simulate::{BATCH, Tally, below, in_batches, stream};

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
    let strategies: Vec<&QuickPlayer> = strategies.iter().collect();
    in_batches(BATCH, games, seed, watch, |dice, games| {
        let mut tally = Tally::new(strategies.len());
        let mut table = Table::new(offers, &strategies);
        for _ in 0..games {
            table.play(dice);
            let points = |seat: Seat| f64::from(table.players[seat.index()].score);
            tally.count(table.winners(), points);
        }
        Ok(tally)
    })
}

/// Quick players for points at every seat, who go on from any position.
pub(crate) struct QuickPlayOut {
    game: PushLuck,
    offers: Offers,
    strategy: QuickPlayer,
    /// The same player where a roll is already on the table.
    player: Strong,
}

impl QuickPlayOut {
    /// Returns the players of a game; nothing where cards are in it.
    pub(crate) fn new(game: &PushLuck) -> Option<Self> {
        Some(Self {
            game: game.clone(),
            offers: Offers::new(game)?,
            strategy: QuickPlayer::Strong(PointsPlan::new(game)),
            player: Strong::new(game),
        })
    }

    /// Goes on until dice of a turn are rolled or the game is over.
    fn come_to_roll(&self, state: &mut State, dice: &mut ChaCha8Rng) {
        loop {
            match (state.phase(), self.game.turn(state)) {
                (Phase::Roll(_), _) | (_, Turn::Over(_)) => return,
                (_, Turn::Roll) => {
                    let throw = self.game.throw(state);
                    let lying = below(dice, throw.sides.into()) as u16;
                    let roll = self.game.read_throw(state, &[lying]);
                    self.game.settle(state, &roll);
                }
                (_, Turn::Decide(_)) => {
                    let view = Open(state.clone());
                    let luck = &mut || dice.next_u64();
                    let action = self.player.choose(&self.game, &view, luck);
                    self.game.act(state, &action);
                }
            }
        }
    }
}

/// What a game is reckoned as in rolls; they are not counted one by one.
const ROLLS_OF_A_GAME: u64 = 50;

impl PlaysOn for QuickPlayOut {
    fn rolls(&self) -> u64 {
        10_000 * ROLLS_OF_A_GAME
    }

    fn play_on(
        &self,
        from: &dyn AnyPosition,
        streams: Range<u64>,
        seed: u64,
    ) -> Option<(Tally, u64)> {
        let from: &Position<PushLuck> = from.as_any().downcast_ref()?;
        let seats = from.state().seats();
        let strategies: Vec<&QuickPlayer> = vec![&self.strategy; usize::from(seats)];
        let mut table = Table::new(&self.offers, &strategies);
        let mut tally = Tally::new(usize::from(seats));
        let games = streams.end - streams.start;
        for number in streams {
            let dice = &mut stream(seed, number);
            let mut state = from.state().clone();
            self.come_to_roll(&mut state, dice);
            table.take_up(&state);
            if let Phase::Roll(left) = state.phase() {
                table.play_on(state.seat().index(), (state.total(), left), dice);
            }
            let points = |seat: Seat| f64::from(table.players[seat.index()].score);
            tally.count(table.winners(), points);
        }
        Some((tally, games * ROLLS_OF_A_GAME))
    }
}

/// A table at which one game after another is played.
struct Table<'a> {
    offers: &'a Offers,
    strategies: &'a [&'a QuickPlayer],
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
    fn new(offers: &'a Offers, strategies: &'a [&'a QuickPlayer]) -> Self {
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

    /// Takes up the scores of a game that is under way.
    fn take_up(&mut self, state: &State) {
        for (seat, player) in std::iter::zip(Seat::all(state.seats()), &mut self.players) {
            player.score = state.score(seat);
            player.busts = state.busts(seat);
        }
        self.closer = state.closer().map(Seat::index);
    }

    /// Plays one game to its end.
    fn play(&mut self, dice: &mut ChaCha8Rng) {
        self.players.fill(Player::default());
        self.closer = None;
        let seat = match self.offers.rules().first {
            First::Entered => 0,
            First::Random => below(dice, self.players.len() as u32) as usize,
        };
        self.play_on(seat, TURN_START, dice);
    }

    /// Plays a game on from a turn in which so much is set aside and so many dice are rolled next.
    fn play_on(&mut self, mut seat: usize, mut from: (u32, u8), dice: &mut ChaCha8Rng) {
        let seats = self.players.len();
        while self.turn(seat, from, dice) {
            from = TURN_START;
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
            if self.closer == Some(seat) {
                return;
            }
        }
    }

    /// Plays one turn; returns whether the game goes on.
    fn turn(&mut self, seat: usize, from: (u32, u8), dice: &mut ChaCha8Rng) -> bool {
        let scores = self.scores(seat);
        let plan = self.strategies[seat].begin(self.offers, scores);
        match roll_on(self.offers, &plan, scores.mine, from, dice) {
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

/// What is set aside before a turn, and how many dice it begins with.
const TURN_START: (u32, u8) = (0, 6);

/// Rolls until the turn ends; returns what is banked, or nothing for a bust.
#[inline]
fn roll_on(
    offers: &Offers,
    plan: &QuickTurn<'_>,
    mine: u32,
    (mut total, mut left): (u32, u8),
    dice: &mut ChaCha8Rng,
) -> Option<u32> {
    /// How many throws of so many dice there are.
    const THROWS: [u32; 7] = [1, 6, 36, 216, 1296, 7776, 46656];
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
