//! Values of whatever is not solved: the mean of many games that are played on from a position.
//!
//! Every action is followed by as many games with the same dice (common random numbers), so that actions differ by what they do and
//! not by their luck. All seats go on as a bot of the game plays, hence a value is the chance among such players; the margin says
//! how far it may be from that, 95 times in a hundred. Seeds come from the position, and how many games are played depends on
//! games alone, never on a clock: the same position always gets the same answer, on every machine.
//!
//! Near the end of a game there may be no need to estimate: what a family knows of its endings comes first, and what is left of a game
//! in which one seat alone decides is solved where it is small.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use hotdice_core::{AnyPosition, Beyond, Exploration, Node, Position, Seat, Show, Turn};
use hotdice_solve::Unwatched;
use hotdice_solve::generic::{Aim, Goal, SizeLimit, Solution};
use hotdice_solve::oracle::{AMONG_BOTS, ActionValue, Certainty, Oracle, UNSOLVED};
use hotdice_solve::parallel;

use crate::player::{AnyPlayer, Player};
use crate::simulate::{Estimate, Tally, finish, finish_any, stream};

/// Plays games on from a position.
pub(crate) trait PlaysOn: Send + Sync {
    /// Returns how many rolls a look at a position may take: as many as take about a sixtieth of a second.
    fn rolls(&self) -> u64;

    /// Plays one game for each stream of dice, and returns what came of them and how many rolls that took; nothing if the
    /// position is of another game.
    fn play_on(
        &self,
        from: &dyn AnyPosition,
        streams: Range<u64>,
        seed: u64,
    ) -> Option<(Tally, u64)>;
}

/// Players of any game.
pub(crate) struct AnyPlayOut(pub(crate) Arc<dyn AnyPlayer>);

impl PlaysOn for AnyPlayOut {
    fn rolls(&self) -> u64 {
        2_000
    }

    fn play_on(
        &self,
        from: &dyn AnyPosition,
        streams: Range<u64>,
        seed: u64,
    ) -> Option<(Tally, u64)> {
        let mut tally = Tally::new(usize::from(from.seats()));
        let mut rolls = 0;
        for number in streams {
            let mut position = from.boxed_clone();
            let dice = &mut stream(seed, number);
            rolls += finish_any(&mut *position, |_| &*self.0, dice)?;
            let Turn::Over(standing) = position.turn() else {
                return None;
            };
            tally.count(standing.winners, |seat| alone_or_points(&*position, seat));
        }
        Some((tally, rolls))
    }
}

/// Players of one game, state by state.
pub(crate) struct TypedPlayOut<G, P> {
    pub(crate) game: G,
    pub(crate) player: P,
}

impl<G: Show, P: Player<G>> PlaysOn for TypedPlayOut<G, P> {
    fn rolls(&self) -> u64 {
        20_000
    }

    fn play_on(
        &self,
        from: &dyn AnyPosition,
        streams: Range<u64>,
        seed: u64,
    ) -> Option<(Tally, u64)> {
        let from: &Position<G> = from.as_any().downcast_ref()?;
        let (game, from) = (&self.game, Position::state(from));
        let mut tally = Tally::new(usize::from(game.seated(from)));
        let mut rolls = 0;
        for number in streams {
            let mut state = from.clone();
            let player: &dyn Player<G> = &self.player;
            let (winners, more) = finish(game, &mut state, |_| player, &mut stream(seed, number));
            tally.count(winners, |seat| f64::from(game.points(&state, seat)));
            rolls += more;
        }
        Some((tally, rolls))
    }
}

/// Returns what the end of a game paid a seat: the first objective of somebody alone, otherwise points.
fn alone_or_points(end: &dyn AnyPosition, seat: Seat) -> f64 {
    if end.seats() > 1 || end.objectives().is_empty() {
        return f64::from(end.points(seat));
    }
    let graph = end.graph(&Exploration {
        most_states: 1,
        most_bytes: u64::MAX,
        beyond: Beyond::Cut,
        is_stopped: &|| false,
    });
    let paid = graph.ok().and_then(|graph| match graph.node(0) {
        Node::Over(end) => end.payoffs.first().copied(),
        _ => None,
    });
    paid.unwrap_or_default()
}

/// Estimates what positions are worth by playing on from them.
pub(crate) struct PlayOuts {
    engine: Box<dyn PlaysOn>,
    /// What knows the positions near the end.
    ending: Option<Arc<dyn Oracle>>,
    seats: u8,
    goal: Goal,
    aim: Aim,
    /// Whether little is good.
    is_fewest_best: bool,
    /// What was seen last.
    last: Mutex<Option<(String, Arc<Look>)>>,
}

/// One look at a position.
struct Look {
    values: Vec<f64>,
    margin: f64,
    /// Every action, best first.
    actions: Vec<ActionValue>,
    certainty: Certainty,
}

impl Look {
    /// Returns a look at a position by what knows it.
    fn by(known: &dyn Oracle, position: &dyn AnyPosition) -> Option<Self> {
        let everyone = |position: &dyn AnyPosition| -> Option<Vec<f64>> {
            let value = |seat| known.value(position, seat);
            Seat::all(position.seats()).map(value).collect()
        };
        let values = everyone(position)?;
        let mut actions = known.action_values(position);
        for action in &mut actions {
            let mut after = position.boxed_clone();
            after.play(&action.action).ok()?;
            action.everyone = everyone(&*after)?;
        }
        Some(Self {
            values,
            margin: 0.0,
            actions,
            certainty: known.certainty_at(position),
        })
    }
}

/// Tells whether a position is one that is known.
pub(crate) fn knows(known: &dyn Oracle, position: &dyn AnyPosition) -> bool {
    known.value(position, Seat::FIRST).is_some()
}

/// The most states of what is left of a game that is solved instead of estimated.
const ENDING_STATES: usize = 5_000;

/// The most events that are tried to find out whether another seat still decides.
const EVENTS_AHEAD: usize = 40;

/// Tells whether the rest of a game may be the decisions of one seat: two ways to go on show no other.
fn may_be_alone(position: &dyn AnyPosition) -> bool {
    [true, false].into_iter().all(|is_first| {
        let (mut position, mut alone) = (position.boxed_clone(), None);
        for _ in 0..EVENTS_AHEAD {
            let done = match position.turn() {
                Turn::Over(_) => return true,
                Turn::Decide(seat) if *alone.get_or_insert(seat) != seat => return false,
                Turn::Decide(_) => {
                    let actions = position.actions();
                    let action = if is_first {
                        actions.first()
                    } else {
                        actions.last()
                    };
                    action.is_some_and(|action| position.act(action).is_ok())
                }
                Turn::Roll => {
                    let rolls = position.rolls();
                    let roll = if is_first {
                        rolls.first()
                    } else {
                        rolls.last()
                    };
                    roll.is_some_and(|(roll, _)| position.settle(roll).is_ok())
                }
            };
            if !done {
                return false;
            }
        }
        false
    })
}

/// Margins of chances below this are good enough.
const GOOD_MARGIN: f64 = 0.01;

/// How many games every action is followed by at least.
const FIRST_GAMES: u64 = 16;

impl PlayOuts {
    /// Returns estimates for the game of a first position.
    pub(crate) fn new(
        start: &dyn AnyPosition,
        engine: Box<dyn PlaysOn>,
        ending: Option<Arc<dyn Oracle>>,
    ) -> Self {
        let goal = Goal::usual(start);
        let objective = match goal {
            Goal::Objective(place) => start.objectives().get(place).copied(),
            Goal::Win | Goal::Points => None,
        };
        let is_chance = objective.map_or(goal == Goal::Win, |objective| objective.is_chance);
        let is_fewest_best =
            objective.map_or(start.is_fewest_best(), |objective| objective.is_least_best);
        Self {
            engine,
            ending,
            seats: start.seats(),
            goal,
            aim: if is_chance { Aim::Win } else { Aim::Points },
            is_fewest_best,
            last: Mutex::default(),
        }
    }

    /// Looks at a position, or remembers the last look at it.
    fn look(&self, position: &dyn AnyPosition) -> Option<Arc<Look>> {
        let state = position.state();
        let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((seen, look)) = &*last()
            && *seen == state
        {
            return Some(look.clone());
        }
        let look = match self.look_exactly(position) {
            Some(look) => look,
            None => self.look_anew(position, fingerprint(&state))?,
        };
        let look = Arc::new(look);
        *last() = Some((state, look.clone()));
        Some(look)
    }

    /// Looks at a position that is near enough to the end of the game.
    fn look_exactly(&self, position: &dyn AnyPosition) -> Option<Look> {
        let ending = self.ending.as_deref();
        if let Some(ending) = ending.filter(|ending| knows(*ending, position)) {
            return Look::by(ending, position);
        }
        if !may_be_alone(position) {
            return None;
        }
        let limit = SizeLimit::states(ENDING_STATES);
        let rest = Solution::solve_from(position, self.goal, limit, &Unwatched).ok()?;
        Look::by(&rest, position)
    }

    fn look_anew(&self, position: &dyn AnyPosition, seed: u64) -> Option<Look> {
        let Turn::Decide(decides) = position.turn() else {
            let estimates = &self.estimate(&[position.boxed_clone()], seed)?[0];
            return Some(Look {
                values: estimates.iter().map(|each| each.mean).collect(),
                margin: widest(estimates),
                actions: Vec::new(),
                certainty: Certainty::Estimate,
            });
        };
        let actions = position.actions();
        let mut after = vec![position.boxed_clone(); actions.len()];
        for (after, action) in std::iter::zip(&mut after, &actions) {
            after.act(action).ok()?;
        }
        let estimates = self.estimate(&after, seed)?;
        let values = std::iter::zip(actions, estimates).map(|(action, estimates)| ActionValue {
            action: action.to_string(),
            value: estimates[decides.index()].mean,
            margin: estimates[decides.index()].margin,
            everyone: estimates.iter().map(|each| each.mean).collect(),
        });
        let mut actions: Vec<ActionValue> = values.collect();
        actions.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = actions.first()?;
        Some(Look {
            values: best.everyone.clone(),
            margin: best.margin,
            actions,
            certainty: Certainty::Estimate,
        })
    }

    /// Plays on from all positions with the same dice until the margins are good or the rolls are used up.
    fn estimate(&self, from: &[Box<dyn AnyPosition>], seed: u64) -> Option<Vec<Vec<Estimate>>> {
        let seats = usize::from(from.first()?.seats());
        let mut tallies = vec![Tally::new(seats); from.len()];
        let (mut games, mut rolls, mut more) = (0, 0, FIRST_GAMES);
        while more > 0 {
            let streams = games..games + more;
            let play = |from: &dyn AnyPosition| match from.turn() {
                // What is over needs no second game.
                Turn::Over(_) => self.engine.play_on(from, 0..1, seed),
                Turn::Roll | Turn::Decide(_) => self.engine.play_on(from, streams.clone(), seed),
            };
            let played = parallel::map(from.iter().collect(), |from| play(&**from));
            let played: Vec<_> = played.into_iter().collect::<Option<_>>()?;
            for (tally, (played, taken)) in std::iter::zip(&mut tallies, played) {
                *tally = std::mem::take(tally).add(&played);
                rolls += taken;
            }
            games += more;
            let left = self.engine.rolls().saturating_sub(rolls);
            // As many again, or as many as the rest is enough for.
            more = games.min(left * games / rolls.max(1));
            if more < FIRST_GAMES / 4 || self.is_good(from, &tallies) {
                more = 0;
            }
        }
        let estimates =
            std::iter::zip(from, &tallies).map(|(from, tally)| self.read(&**from, tally));
        Some(estimates.collect())
    }

    fn is_good(&self, from: &[Box<dyn AnyPosition>], tallies: &[Tally]) -> bool {
        let mut all = std::iter::zip(from, tallies);
        self.aim == Aim::Win
            && all.all(|(from, tally)| widest(&self.read(&**from, tally)) < GOOD_MARGIN)
    }

    /// Returns what games from a position say of each seat.
    fn read(&self, from: &dyn AnyPosition, tally: &Tally) -> Vec<Estimate> {
        let is_over = matches!(from.turn(), Turn::Over(_));
        let estimate = |seat| {
            let mut estimate = match self.goal {
                Goal::Win => tally.wins(seat),
                _ if self.is_fewest_best => tally.points(seat).negated(),
                _ => tally.points(seat),
            };
            if is_over {
                estimate.margin = 0.0;
            }
            estimate
        };
        Seat::all(from.seats()).map(estimate).collect()
    }
}

/// Returns the largest margin of some estimates.
fn widest(estimates: &[Estimate]) -> f64 {
    estimates.iter().map(|each| each.margin).fold(0.0, f64::max)
}

impl Oracle for PlayOuts {
    fn aim(&self) -> Aim {
        self.aim
    }

    fn certainty(&self) -> Certainty {
        Certainty::Estimate
    }

    fn certainty_at(&self, position: &dyn AnyPosition) -> Certainty {
        let look = self.look(position);
        look.map_or(Certainty::Estimate, |look| look.certainty)
    }

    fn basis(&self) -> &'static str {
        match (self.aim, self.seats) {
            (Aim::Win, 3..) => AMONG_BOTS,
            _ => UNSOLVED,
        }
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        self.look(position)?.values.get(seat.index()).copied()
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        match position.turn() {
            Turn::Decide(_) => self
                .look(position)
                .map_or(Vec::new(), |look| look.actions.clone()),
            Turn::Roll | Turn::Over(_) => Vec::new(),
        }
    }

    fn margin(&self, position: &dyn AnyPosition) -> f64 {
        self.look(position).map_or(0.0, |look| look.margin)
    }

    fn result(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        self.value(position, seat)
    }
}

/// Returns a number for a state, the same on every machine (FNV-1a).
fn fingerprint(state: &str) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    state.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
