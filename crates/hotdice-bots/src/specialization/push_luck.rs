//! Who plays games of the push-your-luck family.

use std::ops::RangeInclusive;
use std::sync::Arc;

use hotdice_core::{AnyGame, AnyPosition, Notation, Position};
use hotdice_games::push_luck::{BustPenalty, DeckKind, End, Piggyback, PushLuck};
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, EvaluatorOracle, Oracle};
use hotdice_solve::push_luck::{
    BestTurn, DuelRefused, Duelist, Endgame, Offers, PointsPlan, Race, RaceRefused, Racer,
    ThreeRace, ThreeRefused, duel,
};
use hotdice_solve::{Unwatched, Watch};

use super::{Contest, Entrant, Scope, Specialization, TurnOutlook, TypedPlayers};
use crate::Level;
use crate::figures::Figure;
use crate::generic;

use crate::library::{Key, Library, Solvable, SolveCost, Unsolvable, Workspace};
use crate::play_outs::PlaysOn;
use crate::player::{AnyPlayer, Best, BestBySolution, Player, Random};
use crate::push_luck::{self, QuickDuelist, QuickPlayer};
use crate::simulate::Tally;

/// The most scores of a race that a player remembers turns of: a longer one would take more memory than its table.
const LONGEST_RACE: usize = 500;

/// How long a byte of a race takes, about.
const RACE_SECONDS: f64 = 5e-7;

/// The turn totals that are tried for when to stop.
const TOTALS: RangeInclusive<u32> = 0..=20_000;

/// The turn totals that are plotted.
const PLOTTED: RangeInclusive<u32> = 0..=1_500;

impl From<RaceRefused> for Unsolvable {
    fn from(refused: RaceRefused) -> Self {
        match refused {
            RaceRefused::Stopped(stopped) => stopped.into(),
            RaceRefused::TooLarge { .. } => Self::TooLarge(refused.to_string()),
            _ => Self::Refused(refused.to_string()),
        }
    }
}

impl From<ThreeRefused> for Unsolvable {
    fn from(refused: ThreeRefused) -> Self {
        match refused {
            ThreeRefused::Stopped(stopped) => stopped.into(),
            ThreeRefused::TooLarge { .. } => Self::TooLarge(refused.to_string()),
            _ => Self::Refused(refused.to_string()),
        }
    }
}

impl From<DuelRefused> for Unsolvable {
    fn from(refused: DuelRefused) -> Self {
        match refused {
            DuelRefused::Stopped(stopped) => stopped.into(),
            DuelRefused::TooLarge { .. } => Self::TooLarge(refused.to_string()),
            _ => Self::Refused(refused.to_string()),
        }
    }
}

impl Solvable for Race {
    type Rules = PushLuck;

    const IS_WRITTEN: bool = true;

    fn key(game: &PushLuck) -> Key {
        Key {
            version: 3,
            ..Key::first(AnyGame::rules_line(game), "race")
        }
    }

    fn check(game: &PushLuck, memory: u64) -> Result<u128, Unsolvable> {
        // With no memory at all nothing is solved, and everything that speaks against it is said.
        match Self::solve(game, 0, &Unwatched) {
            Err(RaceRefused::TooLarge { needed, .. }) if needed <= memory.into() => Ok(needed),
            Err(RaceRefused::TooLarge { needed, .. }) => {
                let allowed = memory.into();
                Err(RaceRefused::TooLarge { needed, allowed }.into())
            }
            Err(why) => Err(why.into()),
            Ok(_) => Ok(0),
        }
    }

    fn cost(game: &PushLuck) -> SolveCost {
        // Measured: with penalties a byte of the table takes 1.15 times as long.
        let slowdown = match game.rules().busts {
            BustPenalty::None => 1.0,
            BustPenalty::InARow(..) => 1.15,
        };
        SolveCost {
            seconds: Self::bytes_kept(game) as f64 * RACE_SECONDS * slowdown,
            memory: u64::try_from(Self::bytes_needed(game)).unwrap_or(u64::MAX),
            disk: 0,
        }
    }

    fn solve(game: &PushLuck, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        Ok(Self::solve(game, work.memory().into(), work.watch())?)
    }

    fn bytes_kept(&self, game: &PushLuck) -> u64 {
        let bytes = Self::bytes_kept(game) + self.bytes_remembered() as u128;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(Self::to_bytes(self))
    }

    fn from_bytes(game: &PushLuck, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        Self::from_bytes(game, &bytes).ok()
    }
}

impl Solvable for ThreeRace {
    type Rules = PushLuck;

    const IS_WRITTEN: bool = true;

    fn key(game: &PushLuck) -> Key {
        Key::first(format!("{} 3", AnyGame::rules_line(game)), "race")
    }

    fn activity(game: &PushLuck) -> String {
        format!("solving {} for three", AnyGame::rules_line(game))
    }

    fn check(game: &PushLuck, memory: u64) -> Result<u128, Unsolvable> {
        match Self::solve(game, 0, &Unwatched) {
            Err(ThreeRefused::TooLarge { needed, .. }) if needed <= memory.into() => Ok(needed),
            Err(ThreeRefused::TooLarge { needed, .. }) => {
                let allowed = memory.into();
                Err(ThreeRefused::TooLarge { needed, allowed }.into())
            }
            Err(why) => Err(why.into()),
            Ok(_) => Ok(0),
        }
    }

    fn cost(game: &PushLuck) -> SolveCost {
        let memory = u64::try_from(Self::bytes_needed(game)).unwrap_or(u64::MAX);
        SolveCost {
            seconds: memory as f64 * RACE_SECONDS,
            memory,
            disk: memory,
        }
    }

    fn solve(game: &PushLuck, work: &dyn Workspace) -> Result<Self, Unsolvable> {
        Ok(Self::solve(game, work.memory().into(), work.watch())?)
    }

    fn bytes_kept(&self, game: &PushLuck) -> u64 {
        u64::try_from(Self::bytes_needed(game)).unwrap_or(u64::MAX)
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(Self::to_bytes(self))
    }

    fn from_bytes(game: &PushLuck, bytes: Vec<u8>, _work: &dyn Workspace) -> Option<Self> {
        Self::from_bytes(game, &bytes)
    }
}

/// Kept so that what it solves near the end of a game serves the next question too.
impl Solvable for Endgame {
    type Rules = PushLuck;

    fn key(game: &PushLuck) -> Key {
        Key::first(AnyGame::rules_line(game), "ending")
    }

    fn check(_game: &PushLuck, _memory: u64) -> Result<u128, Unsolvable> {
        Ok(Self::most_bytes().into())
    }

    fn solve(game: &PushLuck, _work: &dyn Workspace) -> Result<Self, Unsolvable> {
        Ok(Self::new(game))
    }

    fn bytes_kept(&self, _game: &PushLuck) -> u64 {
        Self::most_bytes()
    }
}

impl TypedPlayers for PushLuck {
    fn typed_player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match bot.level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(push_luck::Greedy),
            Level::Careful => Arc::new(push_luck::Careful),
            Level::Strong => Arc::new(push_luck::Strong::new(self)),
            Level::Perfect if picks_up(self) => {
                Arc::new(BestBySolution(generic::perfect(self, seats, library)?))
            }
            Level::Perfect if seats == 3 => Arc::new(Best(ThreeRace::get(library, self)?)),
            Level::Perfect => {
                let race = race_of_two(self, seats, library)?;
                let is_short = race.scores() <= LONGEST_RACE;
                match is_short.then(|| Racer::new(race.clone())).flatten() {
                    Some(racer) => Arc::new(push_luck::Racing(racer)),
                    None => Arc::new(Best(race)),
                }
            }
        })
    }
}

impl Specialization for PushLuck {
    fn game(&self) -> &dyn AnyGame {
        self
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
        match push_luck::QuickPlayOut::new(self) {
            Some(quick) => Ok(Box::new(quick)),
            None => self.typed_plays_on(Level::Strong, seats, library),
        }
    }

    fn tally(&self, bots: &[Entrant], contest: &Contest<'_>) -> Result<Tally, Unsolvable> {
        let seats = bots.len() as u8;
        let (mut players, mut racer) = (Vec::new(), None);
        for bot in bots {
            match quick_player(self, bot.level, seats, contest.library, &mut racer)? {
                Some(player) => players.push(player),
                None => return self.typed_tally(bots, contest),
            }
        }
        let (games, seed) = (contest.games, contest.seed);
        let Some(offers) = Offers::new(self) else {
            return self.typed_tally(bots, contest);
        };
        Ok(push_luck::simulate(
            &offers,
            &players,
            games,
            seed,
            contest.watch,
        )?)
    }

    fn duel(
        &self,
        bots: &[Entrant],
        library: &dyn Library,
        watch: &dyn Watch,
    ) -> Result<Option<f64>, Unsolvable> {
        let (Some(offers), [first, second]) = (Offers::new(self), bots) else {
            return Ok(None);
        };
        if offers.rules().busts != BustPenalty::None {
            return Ok(None);
        }
        let known = |bot: &Entrant| -> Result<Known<'_>, Unsolvable> {
            Ok(match steady_player(self, bot.level) {
                Some(player) => Known::Steady(QuickDuelist(player, &offers)),
                None => Known::Perfect(Race::get(library, self)?),
            })
        };
        let players = [known(first)?, known(second)?];
        let players = players.each_ref().map(Known::duelist);
        Ok(Some(duel(self, players, watch)?))
    }

    fn oracle(
        &self,
        seats: u8,
        _aim: Option<Aim>,
        library: &dyn Library,
    ) -> Result<Arc<dyn Oracle>, Unsolvable> {
        if picks_up(self) {
            return generic::oracle(self, seats, library);
        }
        if seats == 3 {
            let race = ThreeRace::get(library, self)?;
            return Ok(Arc::new(EvaluatorOracle::new(self.clone(), race)));
        }
        let race = race_of_two(self, seats, library)?;
        Ok(Arc::new(EvaluatorOracle::new(self.clone(), race)))
    }

    fn ending(&self, seats: u8, library: &dyn Library) -> Option<Arc<dyn Oracle>> {
        if seats < 3 {
            return None;
        }
        let ending = Endgame::get(library, self).unwrap_or_else(|_| Arc::new(Endgame::new(self)));
        Some(Arc::new(EvaluatorOracle::new(self.clone(), ending)))
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        let turn = BestTurn::of(self);
        let mut figures = vec![Figure::points(
            "turn_value",
            turn.value(),
            turn_in_words(self),
        )];
        if self.rules().least_to_bank(0) > self.rules().bank_min {
            let words = "Average best turn before you are on the board";
            figures.push(Figure::points("opening_turn_value", turn.opening(), words));
        }
        match scope {
            Scope::Turn => {}
            _ if picks_up(self) => figures.extend(any_figures(self, scope, library)?),
            Scope::Game | Scope::GameAndSpread => {
                let wins = Race::get(library, self)?.first_wins();
                figures.push(Figure::first_of_two(wins));
            }
            Scope::GameOfThree => {
                let wins = ThreeRace::get(library, self)?.from_start();
                figures.extend(chances_of_three(wins));
            }
        }
        Ok(figures)
    }

    fn solution_keys(&self) -> Vec<Key> {
        if picks_up(self) {
            return generic::solution_key(self).into_iter().collect();
        }
        vec![Race::key(self)]
    }

    fn turn_outlook(&self) -> Option<TurnOutlook> {
        let plan = PointsPlan::new(self);
        let bust = |dice| {
            let (busts, throws) = self.bust_odds(dice);
            busts as f64 / throws as f64
        };
        Some(TurnOutlook {
            busts: (1..=6).map(bust).collect(),
            stops: (1..=6).map(|dice| stop(&plan, dice)).collect(),
            rolling: (1..=6).map(|dice| curve(&plan, dice)).collect(),
        })
    }

    fn turn_points(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        let Some(position) = position.as_any().downcast_ref::<Position<Self>>() else {
            return Vec::new();
        };
        let values = PointsPlan::new(self).action_values(position.state());
        let value = |(action, value)| ActionValue::exact(self.write_action(&action), value);
        values.into_iter().map(value).collect()
    }
}

/// Tells whether what the last player left is part of every position, so that only the solver of any game knows these rules.
fn picks_up(game: &PushLuck) -> bool {
    game.rules().piggyback == Piggyback::Yes
}

/// Returns the figures of a game that is small enough for the solver of any game.
fn any_figures(
    game: &PushLuck,
    scope: Scope,
    library: &dyn Library,
) -> Result<Vec<Figure>, Unsolvable> {
    generic::figures(game, scope, library).map_err(|why| match why {
        Unsolvable::TooLarge(_) => Unsolvable::TooLarge(RaceRefused::Piggyback.to_string()),
        why => why,
    })
}

/// Says what the value of a turn is the average of.
fn turn_in_words(game: &PushLuck) -> &'static str {
    match (game.rules().busts, game.rules().deck) {
        (BustPenalty::None, DeckKind::None) => "Average best turn",
        (BustPenalty::None, _) => "Average best turn over a whole deck",
        (_, DeckKind::None) => "Average best turn in the long run, with penalties",
        _ => "Average best turn over a whole deck in the long run, with penalties",
    }
}

/// Returns the least total of a turn at which banking is as good as rolling.
fn stop(plan: &PointsPlan, dice: u8) -> Option<u32> {
    let rolls = |total: u32| plan.rolling(total, dice) > f64::from(total);
    let mut totals = TOTALS.step_by(50);
    totals.find(|total| *total > 0 && !rolls(*total))
}

fn curve(plan: &PointsPlan, dice: u8) -> Vec<(f64, f64)> {
    let point = |total| (f64::from(total), plan.rolling(total, dice));
    PLOTTED.step_by(50).map(point).collect()
}

/// Returns the quick player of a level, or nothing where its choices depend on more than that sees.
///
/// All perfect players of a table are one `racer`, which thinks every turn through once.
fn quick_player(
    game: &PushLuck,
    level: Level,
    seats: u8,
    library: &dyn Library,
    racer: &mut Option<Arc<Racer>>,
) -> Result<Option<QuickPlayer>, Unsolvable> {
    let rules = game.rules();
    if rules.deck != DeckKind::None || picks_up(game) {
        return Ok(None);
    }
    // With three players the last turn of a final round is not that of everybody else.
    if level == Level::Strong && seats > 2 && rules.end == End::FinalRound {
        return Ok(None);
    }
    if let Some(player) = steady_player(game, level) {
        return Ok(Some(player));
    }
    if seats > 2 {
        return Ok(None);
    }
    if racer.is_none() {
        *racer = Racer::new(race_of_two(game, seats, library)?).map(Arc::new);
    }
    Ok(racer.clone().map(QuickPlayer::Perfect))
}

/// Returns the quick player of a level that needs no solved game.
fn steady_player(game: &PushLuck, level: Level) -> Option<QuickPlayer> {
    match level {
        Level::Random => Some(QuickPlayer::Random),
        Level::Greedy => Some(QuickPlayer::Greedy),
        Level::Careful => Some(QuickPlayer::Careful),
        Level::Strong => Some(QuickPlayer::Strong(PointsPlan::new(game))),
        Level::Perfect => None,
    }
}

/// A player whose every choice is known.
enum Known<'a> {
    Steady(QuickDuelist<'a>),
    Perfect(Arc<Race>),
}

impl Known<'_> {
    fn duelist(&self) -> Duelist<'_> {
        match self {
            Self::Steady(player) => Duelist::Steady(player),
            Self::Perfect(race) => Duelist::Perfect(race),
        }
    }
}

/// Returns the solved race at a table of two.
fn race_of_two(game: &PushLuck, seats: u8, library: &dyn Library) -> Result<Arc<Race>, Unsolvable> {
    if seats == 2 {
        return Race::get(library, game);
    }
    Err(Unsolvable::Seats {
        rules: AnyGame::rules_line(game),
        seats,
        solved: "2 or 3 players",
    })
}

/// Says the chances of three players; a few triples of scores have no plain choice at rest, which costs digits.
fn chances_of_three([first, second, third]: [f64; 3]) -> [Figure; 3] {
    [
        Figure::rough_chance(
            "first_wins",
            first,
            "First player's winning chance of three, each the best reply to the others",
        ),
        Figure::rough_chance("second_wins", second, "Second player's winning chance"),
        Figure::rough_chance("third_wins", third, "Third player's winning chance"),
    ]
}
