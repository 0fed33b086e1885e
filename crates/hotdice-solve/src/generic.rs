//! Solves any small game, from its rules alone.
//!
//! [`AnyPosition::graph`] lays out every state that can come up; the strongly connected parts of that graph are solved from the end
//! of the game backwards. A part of one state is plain backward induction; in a part where play can come back, values are
//! swept until they stand still. It knows no game by name: this is what every game in the registry is solved with
//! unless a family brings its own solver, and what those solvers are checked against.
//!
//! # The numbers
//! A sweep goes through a part in the order in which its states were finished, so that most states come after those they lead to, and
//! uses new values at once (Gauss and Seidel). Values begin at the worst that any end pays, or at 0 if nothing is below, and from
//! there only grow towards the least fixed point, which is the value of the game: play that never ends is worth no more than
//! the worst of ends, so nobody can put off a loss for ever. Two sweeps that differ by less than `STILL`,
//! measured against the size of the value, are taken for the same; the true value is then as near as the digits of an `f64` allow,
//! because every turn of these games ends some of them and errors shrink by that factor. Three players and more may chase each other
//! in circles: there, and only there, sweeps need not come to rest, and a part that does not is refused after `MOST_SWEEPS`.

mod components;

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use hotdice_core::{
    AnyPosition, Beyond, End, Exploration, Node, Position, Seat, Show, StateGraph, StateIndex,
    StateKey, Turn, Unexplored,
};

use crate::oracle::{ActionValue, Certainty, Oracle, best_first};
use crate::{Stopped, Watch};

/// What values count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The chance to win; a shared win is worth its share.
    Win,
    /// Points, whatever the others have. Where few are good they count below zero, so that more is always better.
    Points,
}

/// What players of a graph want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win.
    Win,
    /// As many points as possible, or as few where few are good.
    Points,
    /// An objective of the game for one player alone, by its place in [`AnyPosition::objectives`].
    Objective(usize),
}

impl Goal {
    /// Returns what players want: alone the first objective of the game, or points; otherwise to win.
    #[must_use]
    pub fn usual(start: &dyn AnyPosition) -> Self {
        match (start.seats(), start.objectives().is_empty()) {
            (1, false) => Self::Objective(0),
            (1, true) => Self::Points,
            _ => Self::Win,
        }
    }
}

/// What the payoffs of a goal are, beside the graph.
#[derive(Clone, Copy, Debug)]
struct Payoff {
    goal: Goal,
    aim: Aim,
    /// 1, or -1 where little is good.
    sign: f64,
}

impl Payoff {
    /// Returns the payoffs of a goal in the game of a position.
    fn new(goal: Goal, position: &dyn AnyPosition) -> Self {
        let objective = match goal {
            Goal::Objective(place) => position.objectives().get(place).copied(),
            Goal::Win | Goal::Points => None,
        };
        let is_least_best = objective.map_or_else(
            || goal == Goal::Points && position.is_fewest_best(),
            |objective| objective.is_least_best,
        );
        let is_chance = objective.map_or(goal == Goal::Win, |objective| objective.is_chance);
        Self {
            goal,
            aim: if is_chance { Aim::Win } else { Aim::Points },
            sign: if is_least_best { -1.0 } else { 1.0 },
        }
    }

    /// Returns what an end pays a seat.
    fn pays(self, end: &End<'_>, seat: Seat) -> f64 {
        match self.goal {
            Goal::Win if end.winners.contains(seat) => 1.0 / f64::from(end.winners.len()),
            Goal::Win => 0.0,
            Goal::Points => self.sign * f64::from(end.points[seat.index()]),
            Goal::Objective(place) => self.sign * end.payoffs.get(place).copied().unwrap_or(0.0),
        }
    }
}

/// A game that cannot be solved like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// There are more states than asked for.
    #[error("more than {0} states can come up")]
    TooLarge(usize),
    /// The players of three seats or more chase each other in circles.
    #[error("the values of this game do not come to rest")]
    Restless,
    /// Somebody stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<Unexplored> for Unsolved {
    fn from(unexplored: Unexplored) -> Self {
        match unexplored {
            Unexplored::TooLarge(states) => Self::TooLarge(states),
            Unexplored::Stopped => Self::Stopped(Stopped),
        }
    }
}

/// How large a game may be that is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeLimit {
    /// The most states.
    pub states: usize,
    /// The most bytes that it may take to solve them.
    pub bytes: u64,
}

impl SizeLimit {
    /// Returns the limit of so many states, however large each is.
    #[must_use]
    pub fn states(states: usize) -> Self {
        let bytes = u64::MAX;
        Self { states, bytes }
    }

    /// Returns the limit of so many bytes.
    #[must_use]
    pub fn bytes(bytes: u64) -> Self {
        let states = usize::MAX;
        Self { states, bytes }
    }
}

/// Counts the states that can come up from a position, and the bytes that it takes to solve them.
///
/// # Errors
/// When there are more than the limit, or the watch says stop.
pub fn count_states(
    start: &dyn AnyPosition,
    limit: SizeLimit,
    watch: &dyn Watch,
) -> Result<(u64, u64), Unsolved> {
    let graph = explore(start, limit, watch)?;
    Ok((graph.len() as u64, graph.bytes_to_solve()))
}

/// Lays out all states of a game.
fn explore(
    start: &dyn AnyPosition,
    limit: SizeLimit,
    watch: &dyn Watch,
) -> Result<StateGraph, Unexplored> {
    start.graph(&Exploration {
        most_states: limit.states,
        most_bytes: limit.bytes,
        beyond: Beyond::Refuse,
        is_stopped: &|| watch.is_stopped(),
    })
}

/// Values of all states that can come up when every seat plays perfectly for itself.
///
/// With three seats or more a choice between equally good actions can matter to the others: the first action is taken.
pub struct Solution {
    index: Box<dyn StateIndex>,
    payoff: Payoff,
    seats: usize,
    values: Vec<f64>,
    /// Where the position stands that was solved.
    start: u32,
}

impl Solution {
    /// Solves all games of a typed game that begin with `start` at a table of `seats`.
    ///
    /// # Errors
    /// When more than `most` states can come up, or the watch says stop.
    pub fn solve<G: Show>(
        game: &G,
        start: &G::State,
        _seats: u8,
        aim: Aim,
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Self, Unsolved> {
        let start = Position::from_state(game.clone(), start.clone());
        let goal = match aim {
            Aim::Win => Goal::Win,
            Aim::Points => Goal::Points,
        };
        Self::solve_from(&start, goal, SizeLimit::states(most), watch)
    }

    /// Solves all games that go on from a position.
    ///
    /// # Errors
    /// When the game is larger than the limit, its values do not come to rest, or the watch says stop.
    pub fn solve_from(
        start: &dyn AnyPosition,
        goal: Goal,
        limit: SizeLimit,
        watch: &dyn Watch,
    ) -> Result<Self, Unsolved> {
        let graph = explore(start, limit, watch)?;
        let payoff = Payoff::new(goal, start);
        let values = sweep(&graph, &|end, seat| payoff.pays(end, seat), None, watch)?;
        Ok(Self::of(graph, payoff, values))
    }

    fn of(graph: StateGraph, payoff: Payoff, values: Vec<f64>) -> Self {
        Self {
            payoff,
            seats: usize::from(graph.seats()),
            values,
            index: graph.into_index(),
            start: 0,
        }
    }

    /// Returns how many states can come up.
    #[must_use]
    pub fn states(&self) -> usize {
        self.index.len()
    }

    /// Returns what a state, given as its own type, is worth to a seat, if the state can come up.
    #[must_use]
    pub fn value<S: Any>(&self, state: &S, seat: Seat) -> Option<f64> {
        self.worth(self.index.place_of_state(state)?, seat)
    }

    /// Returns what the position that was solved is worth to a seat.
    #[must_use]
    pub fn value_at_start(&self, seat: Seat) -> f64 {
        self.worth(self.start, seat).unwrap_or_default()
    }

    fn worth(&self, place: u32, seat: Seat) -> Option<f64> {
        self.values_at(place)?.get(seat.index()).copied()
    }

    /// Writes the values for a file, in the order of the keys of their states, which come first; nothing if two states share a key.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let keys = self.index.keys();
        let start = keys.get(self.start as usize)?;
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_unstable_by_key(|&place| keys[place]);
        let is_shared = |pair: &[usize]| keys[pair[0]] == keys[pair[1]];
        if order.windows(2).any(is_shared) {
            return None;
        }
        let mut bytes = start.to_le_bytes().to_vec();
        bytes.extend(order.iter().flat_map(|&place| keys[place].to_le_bytes()));
        let values = order
            .iter()
            .flat_map(|&place| &self.values[place * self.seats..][..self.seats]);
        bytes.extend(values.flat_map(|value| value.to_le_bytes()));
        Some(bytes)
    }

    /// Reads values from a file. States are found by their keys and not laid out again, so that one question of a large game takes
    /// as long as reading its file.
    ///
    /// Nothing unless the values are those of this position and agree with the rules in some games that are played through them:
    /// somebody may have changed a rule and kept its name.
    #[must_use]
    pub fn from_bytes(start: &dyn AnyPosition, goal: Goal, bytes: &[u8]) -> Option<Self> {
        let seats = usize::from(start.seats());
        let (first, rest) = bytes.split_first_chunk()?;
        let states = rest.len() / (size_of::<StateKey>() + seats * size_of::<f64>());
        let (keys, values) = rest.split_at_checked(states * size_of::<StateKey>())?;
        let (values, odd) = values.as_chunks();
        if values.len() != states * seats || !odd.is_empty() {
            return None;
        }
        let keys = keys.as_chunks().0.iter();
        let keys: Vec<StateKey> = keys.map(|&key| StateKey::from_le_bytes(key)).collect();
        let place = keys.binary_search(&StateKey::from_le_bytes(*first)).ok()?;
        let solution = Self {
            index: start.index_of_keys(keys),
            payoff: Payoff::new(goal, start),
            seats,
            values: values
                .iter()
                .map(|&value| f64::from_le_bytes(value))
                .collect(),
            start: u32::try_from(place).ok()?,
        };
        let is_start = solution.index.place(start) == Some(solution.start);
        let games = 0..GAMES_TO_CHECK;
        let agrees = |game| solution.agrees_along(start.boxed_clone(), game).is_some();
        (is_start && games.into_iter().all(agrees)).then_some(solution)
    }

    /// Plays a game to its end, the same for the same number; nothing if a position on the way is not worth the best or the mean of
    /// what comes next.
    fn agrees_along(&self, mut position: Box<dyn AnyPosition>, game: u64) -> Option<()> {
        let mut word = game;
        loop {
            let place = self.index.place(&*position)?;
            let now = self.values_at(place)?;
            // One step of a linear congruential generator (Knuth, MMIX), of which the high bits are good enough to choose by.
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let choose = |of: usize| (word >> 33) as usize % of.max(1);
            match position.turn() {
                Turn::Over(standing) => {
                    let paid = |seat: Seat| match self.payoff.goal {
                        Goal::Win if standing.winners.contains(seat) => {
                            1.0 / f64::from(standing.winners.len())
                        }
                        Goal::Win => 0.0,
                        Goal::Points => self.payoff.sign * f64::from(position.points(seat)),
                        Goal::Objective(_) => now[seat.index()],
                    };
                    let seats = Seat::all(position.seats());
                    return std::iter::zip(seats, now)
                        .all(|(seat, now)| is_level(paid(seat), *now))
                        .then_some(());
                }
                Turn::Decide(seat) => {
                    let after = self.index.after_actions(&*position);
                    let best = after.into_iter().map(|place| self.worth(place?, seat));
                    let best = best.collect::<Option<Vec<f64>>>()?.into_iter();
                    let best = best.reduce(f64::max)?;
                    if !is_level(best, now[seat.index()]) {
                        return None;
                    }
                    let actions = position.actions();
                    position.act(actions.get(choose(actions.len()))?).ok()?;
                }
                Turn::Roll => {
                    let rolls = position.rolls();
                    let all: u64 = rolls.iter().map(|(_, weight)| weight).sum();
                    let mut mean = vec![0.0; self.seats];
                    for (roll, weight) in &rolls {
                        let mut next = position.boxed_clone();
                        next.settle(roll).ok()?;
                        let next = self.values_at(self.index.place(&*next)?)?;
                        add(&mut mean, *weight as f64 / all as f64, next);
                    }
                    if !std::iter::zip(&mean, now).all(|(mean, now)| is_level(*mean, *now)) {
                        return None;
                    }
                    position.settle(&rolls.get(choose(rolls.len()))?.0).ok()?;
                }
            }
        }
    }

    fn values_at(&self, place: u32) -> Option<&[f64]> {
        self.values
            .get(place as usize * self.seats..)?
            .get(..self.seats)
    }
}

/// How many games are played through values that were read.
const GAMES_TO_CHECK: u64 = 4;

/// Tells whether two values are the same but for the last digits of the arithmetic.
fn is_level(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * other.abs().max(1.0)
}

impl Oracle for Solution {
    fn aim(&self) -> Aim {
        self.payoff.aim
    }

    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        self.worth(self.index.place(position)?, seat)
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        let Turn::Decide(seat) = position.turn() else {
            return Vec::new();
        };
        let after = self.index.after_actions(position);
        let values = std::iter::zip(position.actions(), after).filter_map(|(action, place)| {
            let value = self.worth(place?, seat)?;
            Some(ActionValue::exact(action.to_string(), value))
        });
        best_first(values.collect())
    }

    fn result(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        match self.payoff.goal {
            Goal::Objective(_) => Oracle::value(self, position, seat),
            Goal::Win | Goal::Points => None,
        }
    }
}

/// A solution that also knows positions no game from the start comes to, as people type them: those are solved from themselves.
pub struct Solver {
    solution: Arc<Solution>,
    limit: SizeLimit,
    /// What was solved last for a position that the solution does not know.
    aside: Mutex<Option<Arc<Solution>>>,
}

impl Solver {
    /// Returns what knows a solution, and solves other positions within a limit.
    #[must_use]
    pub fn new(solution: Arc<Solution>, limit: SizeLimit) -> Self {
        Self {
            solution,
            limit,
            aside: Mutex::default(),
        }
    }

    /// Returns the solution that knows a position.
    fn knowing(&self, position: &dyn AnyPosition) -> Option<Arc<Solution>> {
        let knows = |solution: &Solution| solution.index.place(position).is_some();
        if knows(&self.solution) {
            return Some(self.solution.clone());
        }
        let mut aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = aside.as_ref().filter(|solution| knows(solution)) {
            return Some(known.clone());
        }
        let watch = crate::Unwatched;
        let solved =
            Solution::solve_from(position, self.solution.payoff.goal, self.limit, &watch).ok()?;
        let solved = Arc::new(solved);
        *aside = Some(solved.clone());
        knows(&solved).then_some(solved)
    }
}

impl Oracle for Solver {
    fn aim(&self) -> Aim {
        self.solution.aim()
    }

    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        Oracle::value(&*self.knowing(position)?, position, seat)
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        let solution = self.knowing(position);
        solution.map_or(Vec::new(), |solution| solution.action_values(position))
    }

    fn result(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        self.solution.result(position, seat)
    }
}

/// Values by looking ahead a bounded number of states; exact where the game ends before that.
///
/// The states are laid out as for a solution. Where that has to end, points stand in for the chance to win: a fair share for as many
/// as the others, more or less in proportion to the largest difference in sight. The same position always gives the same values.
#[derive(Clone, Copy, Debug)]
pub struct LookAhead {
    payoff: Payoff,
    states: usize,
}

impl LookAhead {
    /// Returns the values of a game, by so many states at a time.
    #[must_use]
    pub fn new(start: &dyn AnyPosition, states: usize) -> Self {
        let payoff = Payoff::new(Goal::usual(start), start);
        Self { payoff, states }
    }

    /// Returns the values of all states in sight.
    fn look(&self, position: &dyn AnyPosition) -> Option<(StateGraph, Vec<f64>)> {
        let graph = position.graph(&Exploration {
            most_states: self.states,
            most_bytes: u64::MAX,
            beyond: Beyond::Cut,
            is_stopped: &|| false,
        });
        let graph = graph.ok()?;
        let guess = Guess::new(&graph, Payoff::new(Goal::Points, position));
        let pays = |end: &End<'_>, seat: Seat| self.payoff.pays(end, seat);
        let guess = |end: &End<'_>, seat: Seat| guess.value(end, seat, self.payoff.goal);
        let values = sweep_cut(&graph, &pays, &guess, None, &crate::Unwatched).ok()?;
        Some((graph, values))
    }
}

impl Oracle for LookAhead {
    fn aim(&self) -> Aim {
        self.payoff.aim
    }

    fn certainty(&self) -> Certainty {
        Certainty::Estimate
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        self.look(position)?.1.get(seat.index()).copied()
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        let (Some((graph, values)), Turn::Decide(seat)) = (self.look(position), position.turn())
        else {
            return Vec::new();
        };
        let seats = usize::from(graph.seats());
        let after = graph.index().after_actions(position);
        let values = std::iter::zip(position.actions(), after).filter_map(|(action, place)| {
            let everyone = &values[place? as usize * seats..][..seats];
            Some(ActionValue {
                everyone: everyone.to_vec(),
                ..ActionValue::exact(action.to_string(), everyone[seat.index()])
            })
        });
        best_first(values.collect())
    }

    fn result(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        match self.payoff.goal {
            Goal::Objective(_) => self.value(position, seat),
            Goal::Win | Goal::Points => None,
        }
    }
}

/// Stands in for the value of states whose future was not looked at.
struct Guess {
    points: Payoff,
    /// The largest lead or lag in sight, at least 1.
    range: f64,
}

impl Guess {
    fn new(graph: &StateGraph, points: Payoff) -> Self {
        let mut range: f64 = 1.0;
        for place in 0..graph.len() as u32 {
            if let Node::Over(end) | Node::Cut(end) = graph.node(place) {
                for seat in Seat::all(graph.seats()) {
                    range = range.max(lead(points, &end, seat).abs());
                }
            }
        }
        Self { points, range }
    }

    fn value(&self, end: &End<'_>, seat: Seat, goal: Goal) -> f64 {
        let fair = 1.0 / end.points.len() as f64;
        match goal {
            Goal::Points => self.points.pays(end, seat),
            Goal::Objective(_) => self.points.pays(end, seat) / self.range,
            // Never quite won, never quite lost: what is certain comes first.
            Goal::Win => {
                (fair * (1.0 + lead(self.points, end, seat) / self.range)).clamp(0.02, 0.98)
            }
        }
    }
}

/// Returns how far a seat is ahead of the best of the others.
fn lead(points: Payoff, end: &End<'_>, seat: Seat) -> f64 {
    let others = Seat::all(end.points.len() as u8).filter(|&other| other != seat);
    let best = others.map(|other| points.pays(end, other)).reduce(f64::max);
    points.pays(end, seat) - best.unwrap_or(0.0)
}

/// Says how likely each action is, for every node of a graph at which a player decides.
pub trait Policy {
    /// Returns the chance of every action of the seat that decides, in order; nothing where that cannot be known.
    fn odds(&mut self, position: &dyn AnyPosition, seat: Seat) -> Option<Vec<f64>>;
}

/// Returns the exact chance of every seat to win when all play by a policy; nothing where its choices cannot be known.
///
/// The game becomes a Markov chain, which is solved like a game in which nobody chooses.
///
/// # Errors
/// When the game is larger than the limit, or the watch says stop.
pub fn chances(
    start: &dyn AnyPosition,
    policy: &mut dyn Policy,
    limit: SizeLimit,
    watch: &dyn Watch,
) -> Result<Option<Vec<f64>>, Unsolved> {
    let graph = explore(start, limit, watch)?;
    let mut mixture = vec![0.0; graph.edges()];
    for place in 0..graph.len() as u32 {
        let Node::Decide {
            seat,
            next,
            first_edge,
        } = graph.node(place)
        else {
            continue;
        };
        if watch.is_stopped() {
            return Err(Stopped.into());
        }
        let position = graph.index().position(place);
        let odds = position.and_then(|position| policy.odds(&*position, seat));
        let Some(odds) = odds.filter(|odds| odds.len() == next.len()) else {
            return Ok(None);
        };
        mixture[first_edge..][..next.len()].copy_from_slice(&odds);
    }
    let payoff = Payoff::new(Goal::Win, start);
    let pays = |end: &End<'_>, seat: Seat| payoff.pays(end, seat);
    let values = sweep(&graph, &pays, Some(&mixture), watch)?;
    Ok(Some(values[..usize::from(graph.seats())].to_vec()))
}

/// Values that change by less than this, or by less than this share of themselves, stand still.
const STILL: f64 = 1e-15;

/// The most sweeps of a part: those that end take some hundred.
const MOST_SWEEPS: usize = 200_000;

/// What an end is worth to a seat.
type Pays<'a> = &'a dyn Fn(&End<'_>, Seat) -> f64;

/// Works out the values of all nodes, part by part from the end; with a mixture nobody chooses.
fn sweep(
    graph: &StateGraph,
    pays: Pays<'_>,
    mixture: Option<&[f64]>,
    watch: &dyn Watch,
) -> Result<Vec<f64>, Unsolved> {
    sweep_cut(graph, pays, pays, mixture, watch)
}

/// Does the same where the graph ends before the game does.
fn sweep_cut(
    graph: &StateGraph,
    pays: Pays<'_>,
    guess: Pays<'_>,
    mixture: Option<&[f64]>,
    watch: &dyn Watch,
) -> Result<Vec<f64>, Unsolved> {
    let sweeper = Sweeper {
        graph,
        seats: usize::from(graph.seats()),
        pays,
        guess,
        mixture,
    };
    let mut values = vec![sweeper.worst(); graph.len() * sweeper.seats];
    let mut scratch = vec![0.0; sweeper.seats];
    let components = components::reverse_topological(graph);
    let mut done = 0;
    for component in components.iter() {
        watch.progress(done, graph.len() as u64);
        done += component.len() as u64;
        let node = graph.node(component[0]);
        let once = component.len() == 1 && !node.next().contains(&component[0]);
        for sweep in 0.. {
            let change = component
                .iter()
                .map(|&place| sweeper.update(&mut values, &mut scratch, place))
                .fold(0.0, f64::max);
            if once || change < STILL {
                break;
            }
            if sweep == MOST_SWEEPS {
                return Err(Unsolved::Restless);
            }
            if watch.is_stopped() {
                return Err(Stopped.into());
            }
        }
    }
    Ok(values)
}

struct Sweeper<'a> {
    graph: &'a StateGraph,
    seats: usize,
    pays: Pays<'a>,
    guess: Pays<'a>,
    /// How likely each edge is that would be chosen, if nobody chooses.
    mixture: Option<&'a [f64]>,
}

impl Sweeper<'_> {
    /// Returns the least that anybody is paid anywhere, and at most 0.
    fn worst(&self) -> f64 {
        let mut worst: f64 = 0.0;
        for place in 0..self.graph.len() as u32 {
            let (end, pays) = match self.graph.node(place) {
                Node::Over(end) => (end, self.pays),
                Node::Cut(end) => (end, self.guess),
                Node::Decide { .. } | Node::Chance { .. } => continue,
            };
            for seat in Seat::all(self.graph.seats()) {
                worst = worst.min(pays(&end, seat));
            }
        }
        worst
    }

    /// Works out the value of one node from those it leads to, and returns how much it changed.
    fn update(&self, values: &mut [f64], new: &mut [f64], place: u32) -> f64 {
        let seats = self.seats;
        new.fill(0.0);
        match self.graph.node(place) {
            Node::Over(end) => write(new, |seat| (self.pays)(&end, seat)),
            Node::Cut(end) => write(new, |seat| (self.guess)(&end, seat)),
            Node::Chance { next, weights } => {
                let mut total = 0;
                for (&next, &weight) in std::iter::zip(next, weights) {
                    total += weight;
                    add(new, weight as f64, &values[next as usize * seats..]);
                }
                new.iter_mut().for_each(|sum| *sum /= total as f64);
            }
            Node::Decide {
                seat,
                next,
                first_edge,
            } => match self.mixture {
                Some(mixture) => {
                    for (&next, &chance) in std::iter::zip(next, &mixture[first_edge..]) {
                        add(new, chance, &values[next as usize * seats..]);
                    }
                }
                None => {
                    let worth = |next: u32| values[next as usize * seats + seat.index()];
                    let best = next.iter().copied().reduce(|best, other| {
                        if worth(other) > worth(best) {
                            other
                        } else {
                            best
                        }
                    });
                    // A seat that decides has an action; if a game breaks that, the state is worth nothing.
                    if let Some(best) = best {
                        new.copy_from_slice(&values[best as usize * seats..][..seats]);
                    }
                }
            },
        }
        let old = &mut values[place as usize * seats..][..seats];
        let change = std::iter::zip(&*old, &*new);
        let change = change.map(|(old, new)| (old - new).abs() / new.abs().max(1.0));
        let change = change.fold(0.0, f64::max);
        old.copy_from_slice(new);
        change
    }
}

fn write(values: &mut [f64], worth: impl Fn(Seat) -> f64) {
    for (value, seat) in std::iter::zip(values, Seat::all(Seat::MOST)) {
        *value = worth(seat);
    }
}

fn add(sums: &mut [f64], chance: f64, values: &[f64]) {
    std::iter::zip(sums, values).for_each(|(sum, value)| *sum += chance * value);
}

/// What a state takes while a game is solved, whoever plays: in the index of states just after that has doubled, as a node with
/// four edges on average, and in the search for parts.
const TO_SOLVE: u64 = 216;

/// What a state takes afterwards: in the index, on the heap, and in what the heap does not give back.
const TO_KEEP: u64 = 168;

/// What a state takes for each seat: a score and a value.
const FOR_A_SEAT: u64 = 12;

/// Returns how many bytes it takes to solve a game of so many states.
///
/// Measured with pig, whose states lead to two or six others; `tests/memory.rs` of hotdice-solutions holds it to the truth.
#[must_use]
pub fn bytes_to_solve(states: u128, seats: u8) -> u128 {
    states.saturating_mul(u128::from(TO_SOLVE + FOR_A_SEAT * u64::from(seats)))
}

/// Returns how many bytes the solution of a game of so many states takes.
#[must_use]
pub fn bytes_to_keep(states: u128, seats: u8) -> u128 {
    states.saturating_mul(u128::from(TO_KEEP + FOR_A_SEAT * u64::from(seats)))
}
