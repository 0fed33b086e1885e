//! What a family of games does in a way of its own, and what everybody may ask of any game.
//!
//! Every capability has a generic default ([`crate::generic`]), so a game needs no entry here; a family that plays, solves or
//! simulates better overrides what it can. [`with_specialization`] is the only place that looks for the kind of a game.

mod pig;
mod push_luck;
mod shut_the_box;
mod tridice;
mod yatzy;

use std::sync::Arc;

use hotdice_core::{AnyGame, AnyPosition, Show};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::shut_the_box::ShutTheBox;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Watch;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Oracle};

use crate::bot::{Bot, Seated};
use crate::figures::Figure;
use crate::library::{Key, Library, Limited, Limits, Uncached, Unsolvable};
use crate::play_outs::{PlayOuts, PlaysOn, TypedPlayOut, knows};
use crate::player::{AnyPlayer, Player, Typed};
use crate::simulate::{Tally, simulate, simulate_any};
use crate::{Level, generic};

/// How much of a game is solved for its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One turn, where that can be looked at alone.
    Turn,
    /// The whole game, for two players where that matters.
    Game,
    /// The same, and how far its points are spread, which takes longer.
    GameAndSpread,
    /// The whole game, for three players where that matters.
    GameOfThree,
}

/// What can be known of one turn without solving a game.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnOutlook {
    /// How often a roll of one, two, three … dice scores nothing.
    pub busts: Vec<f64>,
    /// The turn total from which stopping is as good as rolling one, two, three … dice; nothing where one rolls at every total.
    pub stops: Vec<Option<u32>>,
    /// For one, two, three … dice: turn totals, and what the turn brings when they are rolled.
    pub rolling: Vec<Vec<(f64, f64)>>,
}

/// What can be done with a game; every method has a generic answer.
trait Specialization {
    /// Returns the game.
    fn game(&self) -> &dyn AnyGame;

    /// Tells whether its bots can be told to play for points or to win.
    fn has_aims(&self) -> bool {
        false
    }

    /// Returns the player that a bot is at a table of `seats`.
    fn player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn AnyPlayer>, Unsolvable> {
        generic::player(self.game(), bot.level, seats, library)
    }

    /// Plays many games.
    fn tally(&self, bots: &[Entrant], contest: &Contest<'_>) -> Result<Tally, Unsolvable> {
        let players = self.players(bots, contest.library)?;
        let (games, seed) = (contest.games, contest.seed);
        simulate_any(self.game(), &players, games, seed, contest.watch)
    }

    /// Returns the exact chance of the first of some bots, where it can be known.
    fn duel(
        &self,
        bots: &[Entrant],
        library: &dyn Library,
        watch: &dyn Watch,
    ) -> Result<Option<f64>, Unsolvable> {
        generic::duel(self.game(), &self.players(bots, library)?, watch)
    }

    /// Returns who plays on from positions to estimate what they are worth.
    fn plays_on(&self, seats: u8, _library: &dyn Library) -> Result<Box<dyn PlaysOn>, Unsolvable> {
        generic::plays_on(self.game(), seats)
    }

    /// Returns somebody who knows what positions are worth at a table of `seats`, to players with an aim where there is a choice.
    fn oracle(
        &self,
        seats: u8,
        _aim: Option<Aim>,
        library: &dyn Library,
    ) -> Result<Arc<dyn Oracle>, Unsolvable> {
        generic::oracle(self.game(), seats, library)
    }

    /// Returns what knows the positions near the end of a game at a table of `seats`, where the whole of it is not solved.
    fn ending(&self, _seats: u8, _library: &dyn Library) -> Option<Arc<dyn Oracle>> {
        None
    }

    /// Returns what perfect play is worth.
    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        generic::figures(self.game(), scope, library)
    }

    /// Lists the solutions of which one is enough to say what perfect play is worth.
    fn solution_keys(&self) -> Vec<Key> {
        generic::solution_key(self.game()).into_iter().collect()
    }

    /// Returns what can be known of one turn alone.
    fn turn_outlook(&self) -> Option<TurnOutlook> {
        None
    }

    /// Returns what every action brings in points on average, with no end of the game in sight.
    fn turn_points(&self, _position: &dyn AnyPosition) -> Vec<ActionValue> {
        Vec::new()
    }

    /// Returns the players that some bots are.
    fn players(
        &self,
        bots: &[Entrant],
        library: &dyn Library,
    ) -> Result<Vec<Arc<dyn AnyPlayer>>, Unsolvable> {
        let seats = bots.len() as u8;
        let player = |bot: &Entrant| self.player(*bot, seats, library);
        bots.iter().map(player).collect()
    }
}

/// A bot in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// How well it plays.
    pub level: Level,
    /// What it plays for; nothing for the usual, which is to win wherever others are at the table. Bots that do not reckon play alike
    /// for both.
    pub aim: Option<Aim>,
}

impl From<Level> for Entrant {
    fn from(level: Level) -> Self {
        Self { level, aim: None }
    }
}

/// Many games that are to be played.
struct Contest<'a> {
    library: &'a dyn Library,
    games: u64,
    seed: u64,
    watch: &'a dyn Watch,
}

/// A game that nobody has a special way with.
struct Plain<'a>(&'a dyn AnyGame);

impl Specialization for Plain<'_> {
    fn game(&self) -> &dyn AnyGame {
        self.0
    }
}

/// Does something with what is special about a game.
fn with_specialization<T>(game: &dyn AnyGame, run: impl FnOnce(&dyn Specialization) -> T) -> T {
    let kind = game.as_any();
    if let Some(game) = kind.downcast_ref::<PushLuck>() {
        run(game)
    } else if let Some(game) = kind.downcast_ref::<Yatzy>() {
        run(game)
    } else if let Some(game) = kind.downcast_ref::<TriDice>() {
        run(game)
    } else if let Some(game) = kind.downcast_ref::<Pig>() {
        run(game)
    } else if let Some(game) = kind.downcast_ref::<ShutTheBox>() {
        run(game)
    } else {
        run(&Plain(game))
    }
}

/// A family whose players see typed views.
trait TypedPlayers: Show {
    /// Returns the player that a bot is at a table of `seats`.
    fn typed_player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable>;

    /// Returns it as a player of any game.
    fn any_player(
        &self,
        bot: Entrant,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn AnyPlayer>, Unsolvable> {
        Ok(Arc::new(Typed {
            game: self.clone(),
            player: self.typed_player(bot, seats, library)?,
        }))
    }

    /// Returns the player of a level as somebody who plays on from positions.
    fn typed_plays_on(
        &self,
        level: Level,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Box<dyn PlaysOn>, Unsolvable> {
        Ok(Box::new(TypedPlayOut {
            game: self.clone(),
            player: self.typed_player(level.into(), seats, library)?,
        }))
    }

    /// Plays many games state by state, which is quicker than through the face of any game.
    fn typed_tally(&self, bots: &[Entrant], contest: &Contest<'_>) -> Result<Tally, Unsolvable> {
        let seats = bots.len() as u8;
        let player = |bot: &Entrant| self.typed_player(*bot, seats, contest.library);
        let players = bots.iter().map(player).collect::<Result<Vec<_>, _>>()?;
        let players: Vec<&dyn Player<Self>> = players.iter().map(|player| &**player).collect();
        let (games, seed) = (contest.games, contest.seed);
        Ok(simulate(self, &players, games, seed, contest.watch)?)
    }
}

/// Returns a bot for a game.
///
/// # Errors
/// When no program plays it at that level.
pub fn seat(
    game: &dyn AnyGame,
    level: Level,
    seats: u8,
    library: &dyn Library,
    seed: [u8; 32],
) -> Result<Box<dyn Bot>, Unsolvable> {
    let player = with_specialization(game, |special| special.player(level.into(), seats, library))?;
    Ok(Box::new(Seated::new(player, seed)))
}

/// Tells at once whether a program can play a game at a level, at a table of `seats`; to sit down may still take
/// the time that solving takes.
///
/// # Errors
/// When no program plays it at that level, with the reason.
pub fn can_play(game: &dyn AnyGame, level: Level, seats: u8) -> Result<(), Unsolvable> {
    let limits = Limits {
        memory: USUAL_MEMORY,
        ..Limits::NONE
    };
    can_play_with(game, level, seats, &Limited::new(&Uncached, limits))
}

/// Tells the same of a program that has its solved games from `library`: nothing is solved, and what would have to be is weighed against
/// the limits of the library.
///
/// # Errors
/// When no program plays it at that level, with the reason.
pub fn can_play_with(
    game: &dyn AnyGame,
    level: Level,
    seats: u8,
    library: &dyn Library,
) -> Result<(), Unsolvable> {
    let limits = Limits {
        is_probe: true,
        ..Limits::NONE
    };
    let probe = Limited::new(library, limits);
    match seat(game, level, seats, &probe, [0; 32]) {
        Ok(_) | Err(Unsolvable::Stopped(_)) => Ok(()),
        Err(why) => Err(why),
    }
}

/// The most memory that something solved may take on machines that people play on: 4.5 GiB.
pub const USUAL_MEMORY: u64 = 9 << 29;

/// Returns somebody who knows what positions of a game are worth, or estimates it by playing on where that is not solved.
///
/// # Errors
/// When the game is not for so many seats, or somebody stopped it.
pub fn oracle(
    game: &dyn AnyGame,
    seats: u8,
    library: &dyn Library,
) -> Result<Arc<dyn Oracle>, Unsolvable> {
    oracle_with_aim(game, seats, None, library)
}

/// Returns somebody who knows what positions of a game are worth to players with this aim, or with the usual one.
///
/// # Errors
/// When the game is not for so many seats, its positions are not valued for this aim, or somebody stopped it.
pub fn oracle_with_aim(
    game: &dyn AnyGame,
    seats: u8,
    aim: Option<Aim>,
    library: &dyn Library,
) -> Result<Arc<dyn Oracle>, Unsolvable> {
    with_specialization(game, |special| {
        let oracle = match special.oracle(seats, aim, library) {
            Ok(known) => known,
            Err(Unsolvable::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => {
                let start = game.open(seats);
                let start = start.map_err(|refused| Unsolvable::Refused(refused.to_string()))?;
                let engine = special.plays_on(seats, library)?;
                Arc::new(PlayOuts::new(
                    &*start,
                    engine,
                    special.ending(seats, library),
                ))
            }
        };
        check_aim(aim, oracle.aim())?;
        Ok(oracle)
    })
}

/// Returns what knows what one position is worth and those that can follow it: near the end of a game the whole of it need not be
/// solved.
///
/// # Errors
/// When the position is not valued for this aim, or somebody stopped it.
pub fn oracle_at(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    aim: Option<Aim>,
    library: &dyn Library,
) -> Result<Arc<dyn Oracle>, Unsolvable> {
    let seats = position.seats();
    let ending = with_specialization(game, |special| special.ending(seats, library));
    match ending {
        Some(ending) if aim != Some(Aim::Points) && knows(&*ending, position) => Ok(ending),
        _ => oracle_with_aim(game, seats, aim, library),
    }
}

/// Refuses an aim that was asked for where there is only the other one.
fn check_aim(asked: Option<Aim>, only: Aim) -> Result<(), Unsolvable> {
    match (asked, only) {
        (Some(Aim::Win), Aim::Points) => Err(Unsolvable::Refused(
            "this table is valued for points only, not for winning".to_owned(),
        )),
        (Some(Aim::Points), Aim::Win) => Err(Unsolvable::Refused(
            "this table is valued for winning only, not for points".to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Returns what perfect play of a game is worth.
///
/// # Errors
/// When the game is not solved.
pub fn figures(
    game: &dyn AnyGame,
    scope: Scope,
    library: &dyn Library,
) -> Result<Vec<Figure>, Unsolvable> {
    with_specialization(game, |special| special.figures(scope, library))
}

/// Tells whether a library need not solve a game to say what perfect play is worth.
#[must_use]
pub fn is_solved(game: &dyn AnyGame, library: &dyn Library) -> bool {
    let keys = with_specialization(game, |special| special.solution_keys());
    keys.iter().any(|key| library.holds(key))
}

/// Returns what can be known of one turn of a game alone; nothing for games whose turns do not stand alone.
#[must_use]
pub fn turn_outlook(game: &dyn AnyGame) -> Option<TurnOutlook> {
    with_specialization(game, |special| special.turn_outlook())
}

/// Returns what every action of a turn brings in points on average, with no end of the game in sight.
///
/// Nothing for games whose turns do not stand alone. It puts advice about chances to win into words that people can check at
/// the table.
#[must_use]
pub fn turn_points(game: &dyn AnyGame, position: &dyn AnyPosition) -> Vec<ActionValue> {
    with_specialization(game, |special| special.turn_points(position))
}

/// Returns the exact chance of the first of some bots to win, where they are players whose every choice is known.
///
/// # Errors
/// When a table cannot be had or the watch says stop.
pub fn exact_duel<B: Into<Entrant> + Copy>(
    game: &dyn AnyGame,
    bots: &[B],
    library: &dyn Library,
    watch: &dyn Watch,
) -> Result<Option<f64>, Unsolvable> {
    with_specialization(game, |special| {
        special.duel(&entrants(special, bots)?, library, watch)
    })
}

/// Plays many games between bots, one for each seat.
///
/// # Errors
/// When no program plays at one of the levels, or not for that aim, or the watch says stop.
pub fn tournament<B: Into<Entrant> + Copy>(
    game: &dyn AnyGame,
    bots: &[B],
    library: &dyn Library,
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Unsolvable> {
    let contest = Contest {
        library,
        games,
        seed,
        watch,
    };
    with_specialization(game, |special| {
        special.tally(&entrants(special, bots)?, &contest)
    })
}

/// Returns the bots of a tournament, unless they are told an aim and have no choice.
fn entrants<B: Into<Entrant> + Copy>(
    special: &dyn Specialization,
    bots: &[B],
) -> Result<Vec<Entrant>, Unsolvable> {
    let bots: Vec<Entrant> = bots.iter().map(|bot| (*bot).into()).collect();
    if !special.has_aims() && bots.iter().any(|bot| bot.aim.is_some()) {
        let rules = special.game().rules_line();
        let why = format!("the bots of {rules} have one way to play: leave out the aim");
        return Err(Unsolvable::Refused(why));
    }
    Ok(bots)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use hotdice_solve::Stopped;

    use super::*;
    use crate::library::{AnySolved, Task};

    #[track_caller]
    fn check(rules: &str, level: Level, seats: u8, refusal: Option<&str>) {
        let game = hotdice_games::find(rules).unwrap();
        let said = can_play(&*game, level, seats).map_err(|why| why.to_string());
        match refusal {
            None => assert_eq!(said, Ok(())),
            Some(words) => assert!(said.unwrap_err().contains(words)),
        }
    }

    #[test]
    fn perfect_only_where_it_can_be() {
        check("farkle", Level::Perfect, 2, None);
        check("farkle", Level::Perfect, 3, None);
        check(
            "farkle",
            Level::Perfect,
            4,
            Some("solved for 2 or 3 players"),
        );
        check("farkle", Level::Strong, 4, None);
        check("zilch-playr", Level::Perfect, 3, Some("busts=none"));
        check("cheese(deck=small)", Level::Perfect, 2, Some("cards"));
        check("yatzy", Level::Perfect, 5, None);
        check("pig", Level::Perfect, 2, None);
        check("pig(target=100000)", Level::Perfect, 2, Some("bot:strong"));
        check("tridice", Level::Perfect, 2, Some("only its endings"));
        check("tridice", Level::Strong, 2, None);
    }

    /// Notes what the first thing costs that somebody wants solved.
    #[derive(Default)]
    struct PriceTag(Mutex<Option<String>>);

    impl Library for PriceTag {
        fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
            task.check(USUAL_MEMORY.min(limits.memory))?;
            let cost = task.cost();
            if !cost.is_small() {
                *self.0.lock().unwrap() = Some(cost.to_string());
            }
            Err(Stopped.into())
        }
    }

    #[test]
    fn few_games_take_long_to_solve() {
        let costly = |rules: &str| {
            let game = hotdice_games::find(rules).unwrap();
            let tag = PriceTag::default();
            drop(oracle(&*game, 2, &tag));
            tag.0.into_inner().unwrap()
        };
        let presets = hotdice_games::presets().map(|(_, preset)| preset.name);
        let costly_presets = presets.filter(|rules| costly(rules).is_some());
        assert_eq!(
            costly_presets.collect::<Vec<_>>(),
            ["zilch-playr", "maxi-yatzy"]
        );
        assert_eq!(costly("zilch-playr").unwrap(), "about 10 seconds");
        assert_eq!(costly("pig(target=1000)").unwrap(), "about 18 seconds");
    }

    #[test]
    fn a_race_that_fits_no_memory_is_refused() {
        let long = "farkle(target=1000000,busts=3:-1000)";
        check(long, Level::Perfect, 2, Some("the table would take"));
    }
}
