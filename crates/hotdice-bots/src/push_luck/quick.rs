//! Many games of the family between quick players, without states: dice, tables and scores.
//!
//! The same dice give the same games as [`simulate`](crate::simulate) between the players of the same levels.

use std::ops::Range;

use hotdice_core::{AnyPosition, Game, Open, Position, Seat, SeatSet, Turn};
use hotdice_games::push_luck::{BustPenalty, End, First, Hot, Phase, PushLuck, State};
use hotdice_solve::push_luck::{AfterRoll, Offers, PointsPlan, Rolled, Scores, SolverRules};
use hotdice_solve::{Stopped, Watch};
use rand::Rng;
use rand::rngs::ChaCha8Rng;

use super::quick_player::QuickPlayer;
use super::{AllKept, Strong, always, carefully};
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
    let seats = strategies.len();
    let strategies: Vec<&QuickPlayer> = strategies.iter().collect();
    let steady = SteadyTurns::new(offers, &strategies);
    let one_roll = steady.as_ref().and_then(|steady| steady.one_roll(offers));
    in_batches(BATCH, games, seed, watch, |dice, games| {
        Ok(match (&one_roll, &steady) {
            (Some(turns), _) => play_games(offers, seats, games, dice, turns),
            (None, Some(turns)) => play_games(offers, seats, games, dice, turns),
            (None, None) => play_games(offers, seats, games, dice, &strategies[..]),
        })
    })
}

/// Plays games one after another.
fn play_games(
    offers: &Offers,
    seats: usize,
    games: u64,
    dice: &mut ChaCha8Rng,
    turns: &(impl PlaysTurns + ?Sized),
) -> Tally {
    let mut tally = Tally::new(seats);
    let mut table = Table::new(offers, seats);
    for _ in 0..games {
        table.play(turns, dice);
        table.count_in(&mut tally);
    }
    tally
}

/// Those who play the turns of a game, one for each seat.
trait PlaysTurns {
    /// Plays a turn in which so much is set aside and so many dice are rolled next; returns what is banked, or nothing for a bust.
    fn play_turn(
        &self,
        table: &Table<'_>,
        seat: usize,
        from: (u32, u8),
        dice: &mut ChaCha8Rng,
    ) -> Option<u32>;
}

/// Quick players for points at every seat, who go on from any position.
pub(crate) struct QuickPlayOut {
    game: PushLuck,
    offers: Offers,
    strategy: QuickPlayer,
    steps: PlannedSteps,
    /// The same player where a roll is already on the table.
    player: Strong,
}

impl QuickPlayOut {
    /// Returns the players of a game; nothing where cards are in it.
    pub(crate) fn new(game: &PushLuck) -> Option<Self> {
        let (offers, plan) = (Offers::new(game)?, PointsPlan::new(game));
        let step = plan.step();
        let strategy = QuickPlayer::Strong(plan);
        Some(Self {
            game: game.clone(),
            steps: PlannedSteps::new(&offers, &strategy, step),
            offers,
            strategy,
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
        7_000 * ROLLS_OF_A_GAME
    }

    fn play_on(
        &self,
        from: &dyn AnyPosition,
        streams: Range<u64>,
        seed: u64,
    ) -> Option<(Tally, u64)> {
        let from: &Position<PushLuck> = from.as_any().downcast_ref()?;
        let seats = from.state().seats();
        let turns = PlannedTurns {
            steps: &self.steps,
            player: &self.strategy,
        };
        let mut table = Table::new(&self.offers, usize::from(seats));
        let mut tally = Tally::new(usize::from(seats));
        let games = streams.end - streams.start;
        for number in streams {
            let dice = &mut stream(seed, number);
            let mut state = from.state().clone();
            self.come_to_roll(&mut state, dice);
            table.take_up(&state);
            if let Phase::Roll(left) = state.phase() {
                let from = (state.total(), left);
                table.play_on(state.seat().index(), from, &turns, dice);
            }
            table.count_in(&mut tally);
        }
        Some((tally, games * ROLLS_OF_A_GAME))
    }
}

/// A table at which one game after another is played.
struct Table<'a> {
    offers: &'a Offers,
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
    fn new(offers: &'a Offers, seats: usize) -> Self {
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
            players: vec![Player::default(); seats],
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
    fn play(&mut self, turns: &(impl PlaysTurns + ?Sized), dice: &mut ChaCha8Rng) {
        self.players.fill(Player::default());
        self.closer = None;
        let seat = match self.offers.rules().first {
            First::Entered => 0,
            First::Random => below(dice, self.players.len() as u32) as usize,
        };
        self.play_on(seat, TURN_START, turns, dice);
    }

    /// Plays a game on from a turn in which so much is set aside and so many dice are rolled next.
    fn play_on(
        &mut self,
        mut seat: usize,
        mut from: (u32, u8),
        turns: &(impl PlaysTurns + ?Sized),
        dice: &mut ChaCha8Rng,
    ) {
        let seats = self.players.len();
        loop {
            let goes_on = match turns.play_turn(self, seat, from, dice) {
                Some(banked) => self.bank(seat, banked),
                None => self.bust(seat),
            };
            if !goes_on {
                return;
            }
            from = TURN_START;
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
            if self.closer == Some(seat) {
                return;
            }
        }
    }

    /// Returns the scores as a seat sees them.
    #[inline]
    fn scores(&self, seat: usize) -> Scores {
        let others = self.players.iter().enumerate();
        let others = others.filter(|(other, _)| *other != seat);
        Scores {
            mine: self.players[seat].score,
            yours: others.map(|(_, player)| player.score).max().unwrap_or(0),
            is_last: self.closer.is_some(),
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

    /// Counts a game that is over.
    fn count_in(&self, tally: &mut Tally) {
        let points = |seat: Seat| f64::from(self.players[seat.index()].score);
        tally.count(self.winners(), points);
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

/// How many throws of so many dice there are.
const THROWS: [u32; 7] = [1, 6, 36, 216, 1296, 7776, 46656];

/// Players of any kind.
impl PlaysTurns for [&QuickPlayer] {
    fn play_turn(
        &self,
        table: &Table<'_>,
        seat: usize,
        from: (u32, u8),
        dice: &mut ChaCha8Rng,
    ) -> Option<u32> {
        let (offers, scores) = (table.offers, table.scores(seat));
        let plan = self[seat].begin(offers, scores);
        roll_until_over(from, dice, |(total, left), number, dice| {
            let rolled = offers.thrown(left, number);
            offers.follow(scores.mine, total, rolled, |offer| {
                plan.choose(total, offer, &mut || dice.next_u64())
            })
        })
    }
}

/// Rolls from a point of a turn until it is over; returns what is banked, or nothing for a bust.
///
/// `follow` tells what a player does with a throw, which it gets by its number.
#[inline]
fn roll_until_over(
    (mut total, mut left): (u32, u8),
    dice: &mut ChaCha8Rng,
    follow: impl Fn((u32, u8), usize, &mut ChaCha8Rng) -> AfterRoll,
) -> Option<u32> {
    loop {
        let number = below(dice, THROWS[usize::from(left)]);
        match follow((total, left), number as usize, dice) {
            AfterRoll::Bust => return None,
            AfterRoll::Banks(banked) => return Some(banked),
            AfterRoll::Rolls(more, dice) => (total, left) = (more, dice),
        }
    }
}

/// What a player for points does with every roll while no end of the game is in sight: one look at a table for each roll.
///
/// Such a player asks its scores only whether it is on the board, whether a roll or a bank reaches the target, and whether the
/// turn is the last of the game. Below the target and before the last turn the answer therefore depends on the total of the turn, on
/// the roll, and on having points at all; it is asked of the player itself, once for each of them.
struct PlannedSteps {
    step: u32,
    /// Without points and with some; then by the number of dice, the kind of throw and the total.
    after: [[Vec<[Step; PLANNED]>; 6]; 2],
    /// What the dice of every kind of throw pay at most.
    points: [Vec<u32>; 6],
}

/// How many totals of a turn are planned: few turns come to more.
const PLANNED: usize = 32;

/// What follows a roll, in one word.
#[derive(Clone, Copy)]
struct Step(u32);

impl Step {
    const BANKS: u32 = 7;

    /// The points, and in the last three bits the dice to roll, 7 for a bank or 0 for a bust.
    const fn of(after: AfterRoll) -> Self {
        match after {
            AfterRoll::Bust => Self(0),
            AfterRoll::Banks(points) => Self(points << 3 | Self::BANKS),
            AfterRoll::Rolls(total, dice) => Self(total << 3 | dice as u32),
        }
    }

    #[inline]
    const fn read(self) -> AfterRoll {
        match (self.0 >> 3, self.0 & 7) {
            (_, 0) => AfterRoll::Bust,
            (points, Self::BANKS) => AfterRoll::Banks(points),
            (total, dice) => AfterRoll::Rolls(total, dice as u8),
        }
    }
}

impl PlannedSteps {
    fn new(offers: &Offers, player: &QuickPlayer, step: u32) -> Self {
        let far = &offers.without_target();
        let follow = |mine: u32, dice: u8, kind: usize| {
            let scores = Scores {
                mine,
                yours: 0,
                is_last: false,
            };
            let plan = player.begin(far, scores);
            std::array::from_fn(|place| {
                let total = place as u32 * step;
                let rolled = far.of_kind(dice, kind);
                let choose = |offer: &_| plan.choose(total, offer, &mut || 0);
                Step::of(far.follow(mine, total, rolled, choose))
            })
        };
        let after = [0, 1].map(|mine| {
            let kinds = |dice| (0..far.kinds(dice)).map(move |kind| follow(mine, dice, kind));
            std::array::from_fn(|place| kinds(place as u8 + 1).collect())
        });
        let points = |dice| {
            let kinds = 0..far.kinds(dice);
            let points = kinds.map(|kind| match far.of_kind(dice, kind) {
                Rolled::Bust => 0,
                Rolled::Nothing(points) => *points,
                Rolled::Offer(offer) => offer.points().max(offer.whole().points()),
            });
            points.collect()
        };
        Self {
            step,
            after,
            points: std::array::from_fn(|place| points(place as u8 + 1)),
        }
    }
}

/// Turns of players for points, all alike.
struct PlannedTurns<'a> {
    steps: &'a PlannedSteps,
    player: &'a QuickPlayer,
}

impl PlaysTurns for PlannedTurns<'_> {
    fn play_turn(
        &self,
        table: &Table<'_>,
        seat: usize,
        from: (u32, u8),
        dice: &mut ChaCha8Rng,
    ) -> Option<u32> {
        let (offers, scores) = (table.offers, table.scores(seat));
        let planned = &self.steps.after[usize::from(scores.mine > 0)];
        let target = if scores.is_last {
            0
        } else {
            offers.rules().target
        };
        roll_until_over(from, dice, |(total, left), number, dice| {
            let kind = offers.kind(left, number);
            let place = usize::from(left) - 1;
            let is_far = scores.mine + total + self.steps.points[place][kind] < target;
            let planned = planned[place][kind].get((total / self.steps.step) as usize);
            match planned {
                Some(step) if is_far => step.read(),
                _ => {
                    let rolled = offers.of_kind(left, kind);
                    offers.follow(scores.mine, total, rolled, |offer| {
                        let plan = self.player.begin(offers, scores);
                        plan.choose(total, offer, &mut || dice.next_u64())
                    })
                }
            }
        })
    }
}

/// Players who keep every die that scores and bank by a rule of thumb: one look at a table for each roll.
///
/// It plays what [`Offers::follow`] says of their choices. They never keep less than all that scores, so a roll is its points and the dice
/// left, and what banking pays does not depend on [`BankTakes`](hotdice_games::push_luck::BankTakes).
struct SteadyTurns {
    thumbs: Vec<Thumb>,
    /// What comes of every throw of one, two, three … dice, by its number.
    throws: [Vec<WholeRoll>; 6],
}

/// A rule of thumb.
#[derive(Clone, Copy)]
enum Thumb {
    Greedy,
    Careful,
}

/// A roll of which every scoring die is kept; one without points is a bust.
#[derive(Clone, Copy)]
struct WholeRoll {
    points: u16,
    /// How many dice are rolled by whoever goes on.
    to_roll: u8,
    is_pass: bool,
}

impl SteadyTurns {
    /// Returns the turns of some players, or nothing if one of them does not play like that or the rules pay rolls that offer nothing.
    fn new(offers: &Offers, players: &[&QuickPlayer]) -> Option<Self> {
        let thumb = |player: &&QuickPlayer| match player {
            QuickPlayer::Greedy => Some(Thumb::Greedy),
            QuickPlayer::Careful => Some(Thumb::Careful),
            QuickPlayer::Random | QuickPlayer::Strong(_) | QuickPlayer::Perfect(_) => None,
        };
        let thumbs = players.iter().map(thumb).collect::<Option<_>>()?;
        let whole = |rolled: &Rolled| {
            let (points, keep) = match rolled {
                Rolled::Bust => {
                    let (points, to_roll, is_pass) = (0, 0, false);
                    return Some(WholeRoll {
                        points,
                        to_roll,
                        is_pass,
                    });
                }
                Rolled::Nothing(_) => return None,
                Rolled::Offer(offer) => (offer.points(), offer.whole()),
            };
            let is_plain = points == keep.points();
            is_plain.then_some(WholeRoll {
                points: points.try_into().ok()?,
                to_roll: keep.to_roll(),
                is_pass: keep.is_pass(),
            })
        };
        let mut throws = [const { Vec::new() }; 6];
        for (dice, throws) in (1..).zip(&mut throws) {
            let numbers = 0..THROWS[usize::from(dice)] as usize;
            let thrown = numbers.map(|number| whole(offers.thrown(dice, number)));
            *throws = thrown.collect::<Option<_>>()?;
        }
        Some(Self { thumbs, throws })
    }

    /// Returns the same turns where every one of them ends with its first roll, and a bust is as good as nothing banked.
    fn one_roll(&self, offers: &Offers) -> Option<OneRollTurns> {
        let rules = offers.rules();
        let scores = self.throws[5].iter().filter(|roll| roll.points > 0);
        let fewest = scores.map(|roll| u32::from(roll.points)).min()?;
        let is_greedy = |thumb: &Thumb| matches!(thumb, Thumb::Greedy);
        let ends = self.thumbs.iter().all(is_greedy)
            && rules.hot != Hot::Forced
            && rules.busts == BustPenalty::None
            && rules.least.iter().all(|least| *least <= fewest);
        ends.then(|| OneRollTurns {
            points: self.throws[5].iter().map(|roll| roll.points).collect(),
        })
    }

    #[inline]
    fn roll_on(
        &self,
        rules: &SolverRules,
        mine: u32,
        (mut total, mut left): (u32, u8),
        dice: &mut ChaCha8Rng,
        wanted: impl Fn(&AllKept) -> bool,
    ) -> Option<u32> {
        let least = rules.least_to_bank(mine);
        let wins_at_once = rules.end == End::OnRoll;
        loop {
            let number = below(dice, THROWS[usize::from(left)]);
            let roll = self.throws[usize::from(left) - 1][number as usize];
            if roll.points == 0 {
                return None;
            }
            total += u32::from(roll.points);
            left = roll.to_roll;
            let ends = match (roll.is_pass, rules.hot) {
                (true, Hot::EndsTurn) => true,
                (true, Hot::Forced) => false,
                _ => total >= least && wanted(&AllKept { total, left }),
            };
            if ends || wins_at_once && mine + total >= rules.target {
                return Some(total);
            }
        }
    }
}

/// Turns of one roll each: its points, by the number of the throw.
struct OneRollTurns {
    points: Vec<u16>,
}

impl PlaysTurns for OneRollTurns {
    #[inline]
    fn play_turn(
        &self,
        _: &Table<'_>,
        _: usize,
        _: (u32, u8),
        dice: &mut ChaCha8Rng,
    ) -> Option<u32> {
        let number = below(dice, THROWS[6]);
        Some(self.points[number as usize].into())
    }
}

impl PlaysTurns for SteadyTurns {
    #[inline]
    fn play_turn(
        &self,
        table: &Table<'_>,
        seat: usize,
        from: (u32, u8),
        dice: &mut ChaCha8Rng,
    ) -> Option<u32> {
        let (rules, mine) = (table.offers.rules(), table.players[seat].score);
        match self.thumbs[seat] {
            Thumb::Greedy => self.roll_on(rules, mine, from, dice, always),
            Thumb::Careful => self.roll_on(rules, mine, from, dice, carefully),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays turns of a player for points by the table and by asking the player, with the same dice.
    #[track_caller]
    fn check(rules: &str) {
        let game = PushLuck::read(&rules.parse().unwrap()).unwrap();
        let quick = QuickPlayOut::new(&game).unwrap();
        let turns = PlannedTurns {
            steps: &quick.steps,
            player: &quick.strategy,
        };
        let asked = &[&quick.strategy; 3][..];
        let mut table = Table::new(&quick.offers, 3);
        let target = quick.offers.rules().target;
        let scores = [0, 50, target / 2, target - 450, target - 50, target];
        for (number, mine) in (0..3000).zip(scores.into_iter().cycle()) {
            table.players[0].score = mine.min(target - 50);
            table.players[2].score = mine;
            table.closer =
                (mine == target && quick.offers.rules().end == End::FinalRound).then_some(2);
            let from = [TURN_START, (350, 2), (2000, 5)][number as usize % 3];
            let [one, other] = [0, 1].map(|way| {
                let dice = &mut stream(7, number);
                let banked = match way {
                    0 => turns.play_turn(&table, 0, from, dice),
                    _ => asked.play_turn(&table, 0, from, dice),
                };
                (banked, dice.next_u64())
            });
            assert_eq!(one, other, "{rules}, {mine} points, dice {number}");
        }
    }

    #[test]
    fn turns_by_the_table_are_those_of_the_player() {
        for rules in [
            "farkle",
            "zilch",
            "farkle-classic",
            "zilch-playr",
            "ten-thousand",
            "kingdom-come",
            "farkle(hot=forced)",
            "zilch(no_score=500)",
        ] {
            check(rules);
        }
    }
}
