//! Who plays games of the Yatzy family.

use std::fmt;
use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{Evaluator, EvaluatorOracle, Oracle};
use hotdice_solve::yatzy::{
    Deviations, Effort, NotPaged, PageStore, PagedTable, Solved, Spread, TableOutline, TableSize,
    Unsolved, Winning, expected_within,
};

use super::{Contest, Entrant, Scope, Specialization, TypedPlayers, check_aim};
use crate::figures::Figure;
use crate::library::{
    Key, Library, PAGE_CACHE_BYTES, PageFolder, Solvable, SolveCost, Unsolvable, Workspace,
};
use crate::play_outs::PlaysOn;
use crate::player::{AnyPlayer, Best, Player, Random};
use crate::simulate::Tally;
use crate::{Level, yatzy};

impl From<Unsolved> for Unsolvable {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Stopped(stopped) => stopped.into(),
            Unsolved::TooLarge(too_large) => Self::TooLarge(too_large.to_string()),
        }
    }
}

/// Returns how many bytes it takes to work through a game level by level.
fn streamed(game: &Yatzy, memory: u64) -> Result<u64, Unsolvable> {
    let bytes = Solved::bytes_streamed(game, memory).map_err(Unsolved::from)?;
    Ok(bytes)
}

/// How long a state of the table for points takes, about.
const STATE_SECONDS: f64 = 9e-7;

/// How long a state takes whose points are also spread.
const SPREAD_SECONDS: f64 = 2.2e-6;

/// Returns how many states the table of a game has.
fn states(game: &Yatzy) -> usize {
    TableSize::of(game, u64::MAX).map_or(usize::MAX, |size| size.states() as usize)
}

/// Returns what it costs to work through a game level by level.
fn streaming_cost(game: &Yatzy) -> SolveCost {
    SolveCost {
        seconds: states(game) as f64 * STATE_SECONDS,
        memory: streamed(game, u64::MAX).unwrap_or(u64::MAX),
        disk: 0,
    }
}

impl Solvable for Solved {
    type Rules = Yatzy;

    const IS_WRITTEN: bool = true;

    fn key(game: &Yatzy) -> Key {
        Key::first(AnyGame::rules_line(game), "points")
    }

    fn check(game: &Yatzy, memory: u64) -> Result<u128, Unsolvable> {
        let bytes = Self::bytes_needed(game, memory).map_err(Unsolved::from)?;
        Ok(bytes.into())
    }

    fn cost(game: &Yatzy) -> SolveCost {
        SolveCost {
            memory: Self::bytes_needed(game, u64::MAX).unwrap_or(u64::MAX),
            ..streaming_cost(game)
        }
    }

    fn solve(game: &Yatzy, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        Ok(Self::solve_within(game, work.memory(), work.watch())?)
    }

    fn bytes_kept(&self, _game: &Yatzy) -> u64 {
        self.bytes()
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(Self::to_bytes(self))
    }

    fn from_bytes(game: &Yatzy, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        Self::from_bytes(game, bytes).ok()
    }
}

/// The expected points of perfect play, kept where the whole table is not.
pub(crate) struct Expected(pub(crate) f64);

/// The standard deviation of the points of perfect play.
pub(crate) struct Deviation(pub(crate) f64);

fn read_number(bytes: &[u8]) -> Option<f64> {
    Some(f64::from_le_bytes(bytes.try_into().ok()?))
}

impl Solvable for Expected {
    type Rules = Yatzy;

    const IS_WRITTEN: bool = true;

    fn key(game: &Yatzy) -> Key {
        Key::first(AnyGame::rules_line(game), "expected")
    }

    fn check(game: &Yatzy, memory: u64) -> Result<u128, Unsolvable> {
        Ok(streamed(game, memory)?.into())
    }

    fn cost(game: &Yatzy) -> SolveCost {
        streaming_cost(game)
    }

    fn solve(game: &Yatzy, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        Ok(Self(expected_within(game, work.memory(), work.watch())?))
    }

    fn bytes_kept(&self, _game: &Yatzy) -> u64 {
        0
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(self.0.to_le_bytes().to_vec())
    }

    fn from_bytes(_game: &Yatzy, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        read_number(&bytes).map(Self)
    }
}

impl Solvable for Deviation {
    type Rules = Yatzy;

    const IS_WRITTEN: bool = true;

    fn key(game: &Yatzy) -> Key {
        Key::first(AnyGame::rules_line(game), "deviation")
    }

    fn check(game: &Yatzy, memory: u64) -> Result<u128, Unsolvable> {
        Ok(2 * u128::from(streamed(game, memory)?))
    }

    fn cost(game: &Yatzy) -> SolveCost {
        SolveCost {
            seconds: states(game) as f64 * SPREAD_SECONDS,
            ..streaming_cost(game)
        }
    }

    fn solve(game: &Yatzy, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        let spread = Spread::within(game, work.memory(), work.watch())?;
        Ok(Self(spread.deviation))
    }

    fn bytes_kept(&self, _game: &Yatzy) -> u64 {
        0
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(self.0.to_le_bytes().to_vec())
    }

    fn from_bytes(_game: &Yatzy, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        read_number(&bytes).map(Self)
    }
}

/// A table too large for memory, which is made once, level by level, and then read in pages.
impl Solvable for PagedTable {
    type Rules = Yatzy;

    const IS_PAGED: bool = true;

    fn key(game: &Yatzy) -> Key {
        Key::first(AnyGame::rules_line(game), "pages")
    }

    fn activity(game: &Yatzy) -> String {
        let rules = AnyGame::rules_line(game);
        let size = states(game).saturating_mul(size_of::<f32>()) >> 20;
        format!("solving {rules} ({size} MiB on disk)")
    }

    fn check(game: &Yatzy, memory: u64) -> Result<u128, Unsolvable> {
        // Memory is taken later, and only if the pages are not there yet.
        streamed(game, memory).map(|_| 0)
    }

    fn cost(game: &Yatzy) -> SolveCost {
        SolveCost {
            disk: states(game).saturating_mul(size_of::<f32>()) as u64,
            ..streaming_cost(game)
        }
    }

    fn solve(game: &Yatzy, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        let outline = TableOutline::new(game, work.memory()).map_err(Unsolved::from)?;
        let levels: Vec<usize> = outline.levels().collect();
        let no_folder = "its table is too large for memory, and there is no folder for tables";
        let pages = work.pages().ok_or_else(|| not_kept(game, &no_folder))?;
        if let Some(store) = pages.open(&Self::key(game), &levels) {
            return Ok(outline.open(store));
        }
        work.reserve(streamed(game, work.memory())?)?;
        let store = make_pages(game, &outline, &levels, pages, work)?;
        Ok(outline.open(store))
    }

    fn bytes_kept(&self, game: &Yatzy) -> u64 {
        let size = TableSize::of(game, u64::MAX).map_or(0, |size| size.own_bytes());
        size + PAGE_CACHE_BYTES
    }
}

fn make_pages(
    game: &Yatzy,
    outline: &TableOutline,
    levels: &[usize],
    pages: &dyn PageFolder,
    work: &dyn Workspace,
) -> Result<Box<dyn PageStore>, Unsolvable> {
    let key = PagedTable::key(game);
    let mut draft = pages
        .begin(&key, levels)
        .map_err(|why| not_kept(game, &why))?;
    let mut expected = 0.0;
    let solved = outline.solve(work.watch(), |level, values| {
        expected = values[0];
        draft.keep(level, values)
    });
    solved.map_err(|error| match error {
        NotPaged::Unsolved(why) => why.into(),
        NotPaged::Store(why) => not_kept(game, &why),
    })?;
    draft.finish().map_err(|why| not_kept(game, &why))?;
    work.keep_beside(&Expected::key(game), &f64::to_le_bytes(expected));
    let store = pages.open(&key, levels);
    store.ok_or_else(|| not_kept(game, &"it cannot be read back"))
}

fn not_kept(game: &Yatzy, why: &dyn fmt::Display) -> Unsolvable {
    let rules = AnyGame::rules_line(game);
    Unsolvable::Refused(format!("the table of {rules} cannot be kept: {why}"))
}

impl Solvable for Deviations {
    type Rules = Solved;

    const IS_WRITTEN: bool = true;

    fn key(solved: &Solved) -> Key {
        Key::first(AnyGame::rules_line(solved.game()), "deviations")
    }

    fn check(solved: &Solved, memory: u64) -> Result<u128, Unsolvable> {
        Ok(2 * u128::from(streamed(solved.game(), memory)?))
    }

    fn cost(solved: &Solved) -> SolveCost {
        SolveCost {
            seconds: solved.states() as f64 * SPREAD_SECONDS,
            ..streaming_cost(solved.game())
        }
    }

    fn solve(solved: &Solved, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        Ok(Self::of(solved, work.watch())?)
    }

    fn bytes_kept(&self, solved: &Solved) -> u64 {
        solved.states() * size_of::<f32>() as u64
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(Self::to_bytes(self))
    }

    fn from_bytes(solved: &Solved, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        Self::from_bytes(solved, bytes)
    }
}

/// A table of some players who want to win.
pub struct Contestants {
    solved: Arc<Solved>,
    deviations: Arc<Deviations>,
    seats: u8,
    effort: Effort,
}

/// Kept in memory for the endings that it remembers.
impl Solvable for Winning {
    type Rules = Contestants;

    fn key(table: &Contestants) -> Key {
        let rules = AnyGame::rules_line(table.solved.game());
        let objective = match table.effort {
            Effort::OneTurn => "turn to win",
            Effort::Endings(_) => "endings to win",
        };
        Key::first(format!("{rules} {}", table.seats), objective)
    }

    fn check(table: &Contestants, _memory: u64) -> Result<u128, Unsolvable> {
        Ok(Self::most_bytes(&table.solved, table.effort).into())
    }

    fn solve(table: &Contestants, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        let Contestants {
            solved,
            deviations,
            seats,
            effort,
        } = table;
        let (solved, deviations) = (Arc::clone(solved), Arc::clone(deviations));
        Ok(Self::new(
            solved,
            deviations,
            *seats,
            *effort,
            work.watch(),
        )?)
    }

    fn bytes_kept(&self, table: &Contestants) -> u64 {
        Self::most_bytes(&table.solved, table.effort)
    }
}

/// Returns somebody who plays to win at a table of some seats, or for points where nobody else is there or that is the aim.
///
/// Where the table for points is too large for memory, they play for points at any table.
fn contender(
    game: &Yatzy,
    seats: u8,
    aim: Option<Aim>,
    effort: Effort,
    library: &dyn Library,
) -> Result<Arc<dyn Evaluator<Yatzy>>, Unsolvable> {
    if seats < 2 || aim == Some(Aim::Points) {
        return perfect(game, library);
    }
    match winning(game, seats, effort, library) {
        Err(Unsolvable::TooLarge(_)) => perfect(game, library),
        winning => Ok(winning?),
    }
}

/// Returns somebody who plays to win at a table of some seats.
fn winning(
    game: &Yatzy,
    seats: u8,
    effort: Effort,
    library: &dyn Library,
) -> Result<Arc<Winning>, Unsolvable> {
    let solved = Solved::get(library, game)?;
    let deviations = Deviations::get(library, &solved)?;
    let table = Contestants {
        solved,
        deviations,
        seats,
        effort,
    };
    Winning::get(library, &table)
}

/// Returns somebody who knows perfect play for points, also where the table is too large for memory.
fn perfect(game: &Yatzy, library: &dyn Library) -> Result<Arc<dyn Evaluator<Yatzy>>, Unsolvable> {
    match Solved::get(library, game) {
        Err(Unsolvable::TooLarge(_)) => Ok(PagedTable::get(library, game)?),
        solved => Ok(solved?),
    }
}

/// Returns the expected points of perfect play, also where the table is too large for memory.
fn expected(game: &Yatzy, library: &dyn Library) -> Result<f64, Unsolvable> {
    match Solved::get(library, game) {
        Err(Unsolvable::TooLarge(_)) => Ok(Expected::get(library, game)?.0),
        solved => Ok(solved?.expected()),
    }
}

/// Returns the standard deviation of the points of perfect play; nothing where that would take too long.
fn deviation(game: &Yatzy, library: &dyn Library) -> Result<Option<f64>, Unsolvable> {
    if let Err(Unsolvable::TooLarge(_)) = Solved::get(library, game) {
        return Ok(None);
    }
    match Deviation::get(library, game) {
        Err(Unsolvable::TooLarge(_)) => Ok(None),
        deviation => Ok(Some(deviation?.0)),
    }
}

impl TypedPlayers for Yatzy {
    fn typed_player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        let best = |effort| {
            let contender = contender(self, seats, bot.aim, effort, library)?;
            check_aim(bot.aim, contender.aim())?;
            Ok::<_, Unsolvable>(Best(contender))
        };
        Ok(match bot.level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(yatzy::Greedy),
            Level::Careful => Arc::new(yatzy::Careful::new(self)),
            Level::Strong => Arc::new(best(Effort::OneTurn)?),
            Level::Perfect => Arc::new(best(Effort::USUAL)?),
        })
    }
}

impl Specialization for Yatzy {
    fn game(&self) -> &dyn AnyGame {
        self
    }

    fn has_aims(&self) -> bool {
        true
    }

    fn player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn AnyPlayer>, Unsolvable> {
        self.any_player(bot, seats, library)
    }

    fn plays_on(&self, seats: u8, library: &dyn Library) -> Result<Box<dyn PlaysOn>, Unsolvable> {
        // The careful player looks at every way to hold, which takes too long thousands of times.
        self.typed_plays_on(Level::Greedy, seats, library)
    }

    fn tally(&self, bots: &[Entrant], contest: &Contest<'_>) -> Result<Tally, Unsolvable> {
        let (seats, games, seed) = (bots.len(), contest.games, contest.seed);
        let is_greedy = |bot: &Entrant| bot.level == Level::Greedy;
        if bots.iter().all(is_greedy) {
            return Ok(yatzy::simulate_greedy(
                self,
                seats,
                games,
                seed,
                contest.watch,
            )?);
        }
        let usual = if seats > 1 { Aim::Win } else { Aim::Points };
        let aim = |bot: &Entrant| match (bot.level, bot.aim.unwrap_or(usual)) {
            (Level::Strong | Level::Perfect, Aim::Points) => Some(Aim::Points),
            (Level::Strong, Aim::Win) if seats > 1 => Some(Aim::Win),
            _ => None,
        };
        let Some(aims) = bots.iter().map(aim).collect::<Option<Vec<Aim>>>() else {
            return self.typed_tally(bots, contest);
        };
        let (library, watch) = (contest.library, contest.watch);
        let quick = if aims.contains(&Aim::Win) {
            winning(self, seats as u8, Effort::OneTurn, library)
                .map(|winning| yatzy::simulate_contest(&winning, &aims, games, seed, watch))
        } else {
            Solved::get(library, self)
                .map(|solved| yatzy::simulate_for_points(&solved, seats, games, seed, watch))
        };
        match quick {
            // Its table is on disk, in pages.
            Err(Unsolvable::TooLarge(_)) => self.typed_tally(bots, contest),
            tally => Ok(tally??),
        }
    }

    fn oracle(
        &self,
        seats: u8,
        aim: Option<Aim>,
        library: &dyn Library,
    ) -> Result<Arc<dyn Oracle>, Unsolvable> {
        let contender = contender(self, seats, aim, Effort::USUAL, library)?;
        Ok(Arc::new(EvaluatorOracle::new(self.clone(), contender)))
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        let words = "Average score with perfect play";
        let mut figures = vec![Figure::points("expected", expected(self, library)?, words)];
        if scope == Scope::GameAndSpread
            && let Some(deviation) = deviation(self, library)?
        {
            let words = "Standard deviation of the score";
            figures.push(Figure::deviation("sd", deviation, words));
        }
        Ok(figures)
    }

    fn solution_keys(&self) -> Vec<Key> {
        vec![Solved::key(self), Expected::key(self)]
    }
}
