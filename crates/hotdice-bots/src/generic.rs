//! Players, values and figures for any game at all, from its rules alone.
//!
//! Whatever a family does not do in a way of its own is done here, so a game is whole as soon as it is in the registry.

use std::sync::Arc;

use hotdice_core::{AnyGame, AnyPosition, CheckedAction, Seat, Turn, Viewer};
use hotdice_solve::Watch;
use hotdice_solve::generic::{
    Goal, LookAhead, Policy, SizeLimit, Solution, Solver, Unsolved, bytes_to_keep, bytes_to_solve,
    chances, count_states,
};
use hotdice_solve::oracle::Oracle;

use crate::Level;
use crate::figures::{Figure, Unit};
use crate::library::{Key, Library, Solvable, SolveCost, Unsolvable, Workspace};
use crate::play_outs::{AnyPlayOut, PlaysOn};
use crate::player::{AnyPlayer, RandomSource, certainly};
use crate::specialization::Scope;

/// How many states a careful player looks at before it chooses.
const CAREFUL_STATES: usize = 1_000;

/// How many states a player looks at whose games are only for estimates.
const PLAY_OUT_STATES: usize = 30;

/// How many states a strong player looks at, where it does not know the game.
const STRONG_STATES: usize = 4_000;

/// The most states of a game that is solved in a moment, so that a strong player may wait for it.
const MOMENT: u128 = 500_000;

/// The most bytes of a game whose size nobody knows: to find out must not take long either.
const UNKNOWN_BYTES: u64 = 1 << 30;

/// The most bytes of a game that is solved beside another one, from a state that somebody typed: nobody has reserved them.
const ASIDE_BYTES: u64 = 128 << 20;

/// A game at a table, and what its players want.
pub struct GameSetup {
    rules: String,
    start: Box<dyn AnyPosition>,
    goal: Goal,
    /// How many states can come up, and how many bytes it takes to solve them, once that is known.
    size: Option<(u128, u128)>,
}

impl GameSetup {
    /// Returns the usual goal at a table of `seats`.
    ///
    /// # Errors
    /// When the rules do not allow so many seats.
    pub fn new(game: &dyn AnyGame, seats: u8) -> Result<Self, Unsolvable> {
        let start = game.open(seats);
        let start = start.map_err(|refused| Unsolvable::Refused(refused.to_string()))?;
        Ok(Self {
            rules: game.rules_line(),
            goal: Goal::usual(&*start),
            size: game
                .state_count(seats)
                .map(|states| (states, bytes_to_solve(states, seats))),
            start,
        })
    }

    fn seats(&self) -> u8 {
        self.start.seats()
    }

    /// Returns the setup with the number of its states, which is looked for if need be.
    fn sized(mut self, library: &dyn Library) -> Result<Self, Unsolvable> {
        if self.size.is_none() {
            let StateCount { states, bytes } = *StateCount::get(library, &self)?;
            self.size = Some((states.into(), bytes.into()));
        }
        Ok(self)
    }

    fn states(&self) -> u128 {
        self.size.map_or(u128::MAX, |(states, _)| states)
    }
}

/// How many states of a game can come up, and how many bytes it takes to solve them.
///
/// Both are [`u64::MAX`] where there are more than anybody would solve who does not know it beforehand.
#[derive(Clone, Copy)]
pub(crate) struct StateCount {
    states: u64,
    bytes: u64,
}

impl StateCount {
    const TOO_MANY: Self = Self {
        states: u64::MAX,
        bytes: u64::MAX,
    };
}

impl Solvable for StateCount {
    type Rules = GameSetup;

    const IS_WRITTEN: bool = true;

    fn key(setup: &GameSetup) -> Key {
        Key::first(format!("{} {}", setup.rules, setup.seats()), "states")
    }

    fn activity(setup: &GameSetup) -> String {
        format!("looking at {}", setup.rules)
    }

    fn check(_setup: &GameSetup, memory: u64) -> Result<u128, Unsolvable> {
        Ok(FIRST_BYTES.min(memory).into())
    }

    /// Looks at more and more states, and takes memory for them each time anew: who would keep what they have while they wait for
    /// more could wait for somebody who does the same.
    fn solve(setup: &GameSetup, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        let most = work.memory().min(UNKNOWN_BYTES);
        let mut bytes = FIRST_BYTES.min(most);
        loop {
            work.reserve(bytes)?;
            match count_states(&*setup.start, SizeLimit::bytes(bytes), work.watch()) {
                Ok((states, bytes)) => return Ok(Self { states, bytes }),
                Err(Unsolved::TooLarge(_)) if bytes < most => bytes = (bytes * 4).min(most),
                Err(Unsolved::TooLarge(_)) => return Ok(Self::TOO_MANY),
                Err(why) => return Err(why.into()),
            }
        }
    }

    fn bytes_kept(&self, _setup: &GameSetup) -> u64 {
        0
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        // What was too large for this memory may not be for another.
        let words = [self.states, self.bytes].map(u64::to_le_bytes);
        (self.states < u64::MAX).then(|| words.concat())
    }

    fn from_bytes(_setup: &GameSetup, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        let (words, _) = bytes.as_chunks::<8>();
        let [states, bytes] = *words.first_chunk()?;
        Some(Self {
            states: u64::from_le_bytes(states),
            bytes: u64::from_le_bytes(bytes),
        })
    }
}

/// How many bytes are taken at first for a game whose size nobody knows.
const FIRST_BYTES: u64 = 16 << 20;

impl Solvable for Solution {
    type Rules = GameSetup;

    const IS_WRITTEN: bool = true;

    fn key(setup: &GameSetup) -> Key {
        let objective = match setup.goal {
            Goal::Win => "win",
            Goal::Points => "score",
            Goal::Objective(place) => {
                let objectives = setup.start.objectives();
                objectives.get(place).map_or("alone", |known| known.name)
            }
        };
        Key {
            rules: format!("{} {}", setup.rules, setup.seats()),
            objective,
            version: 2,
        }
    }

    fn activity(setup: &GameSetup) -> String {
        format!("solving {}", setup.rules)
    }

    fn check(setup: &GameSetup, memory: u64) -> Result<u128, Unsolvable> {
        let (states, bytes) = setup.size.unwrap_or((u128::MAX, u128::MAX));
        let looked_at = match states >= u64::MAX.into() {
            true => memory.min(UNKNOWN_BYTES),
            false => memory,
        };
        if bytes > memory.into() {
            let most = u128::from(looked_at) / bytes_to_solve(1, setup.seats());
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            return Err(Unsolved::TooLarge(most).into());
        }
        Ok(bytes)
    }

    fn cost(setup: &GameSetup) -> SolveCost {
        let memory = setup.size.map_or(u128::MAX, |(_, bytes)| bytes);
        SolveCost {
            seconds: setup.states() as f64 * 2.8e-6,
            memory: u64::try_from(memory).unwrap_or(u64::MAX),
            disk: 0,
        }
    }

    fn solve(setup: &GameSetup, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        let states = usize::try_from(setup.states()).unwrap_or(usize::MAX);
        let limit = SizeLimit::states(states);
        Ok(Self::solve_from(
            &*setup.start,
            setup.goal,
            limit,
            work.watch(),
        )?)
    }

    fn bytes_kept(&self, setup: &GameSetup) -> u64 {
        let bytes = bytes_to_keep(self.states() as u128, setup.seats());
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Self::to_bytes(self)
    }

    fn from_bytes(setup: &GameSetup, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        Self::from_bytes(&*setup.start, setup.goal, &bytes)
    }
}

impl From<Unsolved> for Unsolvable {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Stopped(stopped) => stopped.into(),
            Unsolved::TooLarge(_) => Self::TooLarge(unsolved.to_string()),
            Unsolved::Restless => Self::Refused(unsolved.to_string()),
        }
    }
}

/// Returns the solution of a game at a table of `seats`.
pub(crate) fn solution(
    game: &dyn AnyGame,
    seats: u8,
    library: &dyn Library,
) -> Result<Arc<Solution>, Unsolvable> {
    Solution::get(library, &GameSetup::new(game, seats)?.sized(library)?)
}

/// Returns the key of the solution that figures come from.
pub(crate) fn solution_key(game: &dyn AnyGame) -> Option<Key> {
    let seats = game.seats().least().max(2).min(game.seats().most());
    Some(Solution::key(&GameSetup::new(game, seats).ok()?))
}

/// Returns the player of a level.
pub(crate) fn player(
    game: &dyn AnyGame,
    level: Level,
    seats: u8,
    library: &dyn Library,
) -> Result<Arc<dyn AnyPlayer>, Unsolvable> {
    let setup = GameSetup::new(game, seats)?;
    let look = |states| LookAhead::new(&*setup.start, states);
    Ok(match level {
        Level::Random => Arc::new(AnyAction),
        Level::Greedy => Arc::new(MostAtOnce),
        Level::Careful => Arc::new(BestByOracle(look(CAREFUL_STATES))),
        Level::Strong => {
            let ahead = look(STRONG_STATES);
            match solved_in_a_moment(setup, library) {
                Some(solution) => Arc::new(BestByOracle(solution)),
                None => Arc::new(BestByOracle(ahead)),
            }
        }
        Level::Perfect => Arc::new(BestByOracle(perfect(game, seats, library)?)),
    })
}

/// Returns what a perfect player knows, or a reason that says what there is instead.
pub(crate) fn perfect(
    game: &dyn AnyGame,
    seats: u8,
    library: &dyn Library,
) -> Result<Arc<Solution>, Unsolvable> {
    solution(game, seats, library).map_err(|why| match why {
        Unsolvable::TooLarge(why) => {
            Unsolvable::TooLarge(format!("{why}: use bot:strong, which looks ahead"))
        }
        why => why,
    })
}

/// Returns the solution of a game that is small enough to wait for.
fn solved_in_a_moment(setup: GameSetup, library: &dyn Library) -> Option<Arc<Solution>> {
    let setup = setup.sized(library).ok()?;
    let is_small = setup.states() <= MOMENT;
    is_small.then(|| Solution::get(library, &setup).ok())?
}

/// Returns somebody who knows exactly what positions are worth, while that fits in memory.
pub(crate) fn oracle(
    game: &dyn AnyGame,
    seats: u8,
    library: &dyn Library,
) -> Result<Arc<dyn Oracle>, Unsolvable> {
    let solution = solution(game, seats, library)?;
    let limit = SizeLimit::bytes(ASIDE_BYTES);
    Ok(Arc::new(Solver::new(solution, limit)))
}

/// Returns who plays on from positions to estimate what they are worth: careful play that looks at few states, because it is
/// asked thousands of times.
pub(crate) fn plays_on(game: &dyn AnyGame, seats: u8) -> Result<Box<dyn PlaysOn>, Unsolvable> {
    let start = GameSetup::new(game, seats)?.start;
    let player = BestByOracle(LookAhead::new(&*start, PLAY_OUT_STATES));
    Ok(Box::new(AnyPlayOut(Arc::new(player))))
}

/// Returns what perfect play is worth: every objective of one player alone, and the chance of the first of two.
pub(crate) fn figures(
    game: &dyn AnyGame,
    scope: Scope,
    library: &dyn Library,
) -> Result<Vec<Figure>, Unsolvable> {
    if scope == Scope::GameOfThree {
        let solution = solution(game, 3, library)?;
        return Ok(chances_of_three(|seat| solution.value_at_start(seat)));
    }
    let seats = game.seats();
    let mut figures = match seats.contains(1) {
        true => figures_alone(game, library)?,
        false => Vec::new(),
    };
    let together = seats.least().max(2);
    if seats.contains(together) {
        let value = solution(game, together, library)?.value_at_start(Seat::FIRST);
        figures.push(match together {
            2 => Figure::first_of_two(value),
            _ => Figure::chance(
                "first_wins",
                value,
                "First player's winning chance when everyone plays perfectly",
            ),
        });
    }
    Ok(figures)
}

/// Returns what perfect play is worth to one player alone: every objective, or the points.
pub(crate) fn figures_alone(
    game: &dyn AnyGame,
    library: &dyn Library,
) -> Result<Vec<Figure>, Unsolvable> {
    let mut setup = GameSetup::new(game, 1)?.sized(library)?;
    let objectives = setup.start.objectives();
    if objectives.is_empty() {
        let value = Solution::get(library, &setup)?.value_at_start(Seat::FIRST);
        let value = match setup.start.is_fewest_best() {
            true => -value,
            false => value,
        };
        let words = "Average score with perfect play";
        return Ok(vec![Figure::points("expected", value, words)]);
    }
    let mut figures = Vec::new();
    for (place, objective) in objectives.into_iter().enumerate() {
        setup.goal = Goal::Objective(place);
        let value = Solution::get(library, &setup)?.value_at_start(Seat::FIRST);
        figures.push(Figure {
            name: objective.name,
            value: match objective.is_least_best {
                true => -value,
                false => value,
            },
            words: objective.words,
            unit: match objective.is_chance {
                true => Unit::Chance,
                false => Unit::Points,
            },
        });
    }
    Ok(figures)
}

/// Returns the chances of three players, each the best reply to the others.
pub(crate) fn chances_of_three(chance: impl Fn(Seat) -> f64) -> Vec<Figure> {
    let named = [
        (
            "first_wins",
            "chance of the first of three players to win, each the best reply to the others",
        ),
        ("second_wins", "chance of the second"),
        ("third_wins", "chance of the third"),
    ];
    std::iter::zip(named, Seat::all(3))
        .map(|((name, words), seat)| Figure::chance(name, chance(seat), words))
        .collect()
}

/// Returns the exact chance of the first seat between players; nothing where their choices cannot be known or the game is large.
///
/// # Errors
/// When the watch says stop.
pub(crate) fn duel(
    game: &dyn AnyGame,
    players: &[Arc<dyn AnyPlayer>],
    watch: &dyn Watch,
) -> Result<Option<f64>, Unsolvable> {
    struct Players<'a>(&'a [Arc<dyn AnyPlayer>]);
    impl Policy for Players<'_> {
        fn odds(&mut self, position: &dyn AnyPosition, seat: Seat) -> Option<Vec<f64>> {
            self.0.get(seat.index())?.odds(position)
        }
    }
    let start = GameSetup::new(game, players.len() as u8)?.start;
    let limit = SizeLimit::states(MOMENT as usize);
    match chances(&*start, &mut Players(players), limit, watch) {
        Ok(chances) => Ok(chances.and_then(|chances| chances.first().copied())),
        Err(Unsolved::TooLarge(_)) => Ok(None),
        Err(why) => Err(why.into()),
    }
}

/// Chooses any legal action, each as likely as the others.
struct AnyAction;

impl AnyPlayer for AnyAction {
    fn choose(
        &self,
        position: &dyn AnyPosition,
        luck: &mut dyn RandomSource,
    ) -> Option<CheckedAction> {
        any_of(position.actions(), luck)
    }

    fn odds(&self, position: &dyn AnyPosition) -> Option<Vec<f64>> {
        let actions = position.actions().len();
        Some(vec![1.0 / actions as f64; actions])
    }
}

fn any_of(mut actions: Vec<CheckedAction>, luck: &mut dyn RandomSource) -> Option<CheckedAction> {
    let place = luck.word().checked_rem(actions.len() as u64)?;
    Some(actions.swap_remove(place as usize))
}

/// Takes what pays most at once, of equal actions the first; where nothing pays, what the fewest rolls put an end to.
struct MostAtOnce;

impl MostAtOnce {
    /// Returns the actions that it may choose: one where something pays, otherwise those that are equally good.
    fn candidates(position: &dyn AnyPosition) -> Vec<CheckedAction> {
        let Turn::Decide(seat) = position.turn() else {
            return Vec::new();
        };
        let actions = position.actions();
        let paid: Vec<Paid> = actions
            .iter()
            .map(|action| Paid::by(position, seat, action))
            .collect();
        let best = paid
            .iter()
            .copied()
            .reduce(|best, other| match other > best {
                true => other,
                false => best,
            });
        let Some(best) = best else {
            return Vec::new();
        };
        let equal = std::iter::zip(actions, paid).filter(|(_, paid)| *paid == best);
        let equal = equal.map(|(action, _)| action);
        match best {
            Paid::Goes(0) => safest(position, seat, equal.collect()),
            Paid::Loses => equal.collect(),
            Paid::Goes(_) | Paid::Wins => equal.take(1).collect(),
        }
    }
}

/// Returns those of some actions after which a seat is most likely to have another choice when dice are rolled.
fn safest(
    position: &dyn AnyPosition,
    seat: Seat,
    actions: Vec<CheckedAction>,
) -> Vec<CheckedAction> {
    if actions.len() < 2 {
        return actions;
    }
    let goes_on = |action: &CheckedAction| {
        let mut after = position.boxed_clone();
        after.act(action).map_or(0.0, |_| goes_on(&*after, seat))
    };
    let chances: Vec<f64> = actions.iter().map(goes_on).collect();
    let best = chances.iter().copied().fold(0.0, f64::max);
    let safest = std::iter::zip(actions, chances).filter(|(_, chance)| *chance >= best);
    safest.map(|(action, _)| action).collect()
}

/// Returns how likely a seat is to choose next, once dice are rolled if they are due.
fn goes_on(position: &dyn AnyPosition, seat: Seat) -> f64 {
    let is_ours = |position: &dyn AnyPosition| position.turn() == Turn::Decide(seat);
    if position.turn() != Turn::Roll {
        return f64::from(u8::from(is_ours(position)));
    }
    let rolls = position.rolls();
    let all: u64 = rolls.iter().map(|(_, weight)| weight).sum();
    let ours = rolls.into_iter().filter(|(roll, _)| {
        let mut after = position.boxed_clone();
        after.settle(roll).is_ok() && is_ours(&*after)
    });
    ours.map(|(_, weight)| weight).sum::<u64>() as f64 / all as f64
}

/// What an action brings at once, from the worst on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Paid {
    Loses,
    Goes(i32),
    Wins,
}

impl Paid {
    fn by(position: &dyn AnyPosition, seat: Seat, action: &CheckedAction) -> Self {
        let mut after = position.boxed_clone();
        if after.act(action).is_err() {
            return Self::Loses;
        }
        let points = after.points(seat).saturating_sub(position.points(seat));
        let good = match position.is_fewest_best() {
            true => points.saturating_neg(),
            // What an action scores may not be written down yet, as dice that are kept in a turn.
            false => position
                .choice(action)
                .ok()
                .and_then(|choice| choice.points)
                .unwrap_or(points),
        };
        match after.turn() {
            Turn::Over(standing) if position.seats() > 1 => match standing.winners.contains(seat) {
                true => Self::Wins,
                false => Self::Loses,
            },
            Turn::Over(_) | Turn::Decide(_) | Turn::Roll => Self::Goes(good),
        }
    }
}

impl AnyPlayer for MostAtOnce {
    fn choose(
        &self,
        position: &dyn AnyPosition,
        luck: &mut dyn RandomSource,
    ) -> Option<CheckedAction> {
        let mut candidates = Self::candidates(position);
        match candidates.len() {
            1 => candidates.pop(),
            _ => any_of(candidates, luck),
        }
    }

    fn odds(&self, position: &dyn AnyPosition) -> Option<Vec<f64>> {
        let candidates = Self::candidates(position);
        let chance = |action: &CheckedAction| match candidates.contains(action) {
            true => 1.0 / candidates.len() as f64,
            false => 0.0,
        };
        Some(position.actions().iter().map(chance).collect())
    }
}

/// Chooses what an oracle holds for best; of equal actions the first.
///
/// An oracle works with the position itself, so where something is hidden from a seat this player does not ask it, and takes what
/// pays most at once: it never knows more than its seat may.
struct BestByOracle<O>(O);

impl<O: Oracle> BestByOracle<O> {
    fn best(&self, position: &dyn AnyPosition) -> Option<CheckedAction> {
        let best = self.0.action_values(position).into_iter().next()?.action;
        let mut actions = position.actions().into_iter();
        actions.find(|action| action.notation() == best)
    }
}

impl<O: Oracle> AnyPlayer for BestByOracle<O> {
    fn choose(
        &self,
        position: &dyn AnyPosition,
        luck: &mut dyn RandomSource,
    ) -> Option<CheckedAction> {
        let Turn::Decide(seat) = position.turn() else {
            return None;
        };
        if !position.twins(Viewer::Seat(seat)).is_empty() {
            return MostAtOnce.choose(position, luck);
        }
        match self.best(position) {
            Some(best) => Some(best),
            None => any_of(position.actions(), luck),
        }
    }

    fn odds(&self, position: &dyn AnyPosition) -> Option<Vec<f64>> {
        certainly(&self.best(position)?, &position.actions())
    }
}
