//! Which player plays a game at a level.

use std::sync::Arc;
use std::time::Duration;

use hotdice_core::{AnyGame, AnyPosition, Game, Notation, Position, Seat, Show};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::{BustPenalty, DeckKind, End, PushLuck};
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Watch;
use hotdice_solve::oracle::{ActionValue, Knowing, Oracle};
use hotdice_solve::push_luck::{BestTurn, Duelist, Offers, PointsPlan, Race, Racer, duel};

use crate::bot::{Bot, Seated};
use crate::figures::Figure;
use crate::library::{Library, Unsolvable};
use crate::player::{Best, Player, Random};
use crate::push_luck::Mind;
use crate::simulate::{Tally, simulate};
use crate::{Level, pig, push_luck, tridice, yatzy};

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

/// A game that programs can play.
trait Roster: Show {
    /// Returns the player of a level at a table of `seats`.
    fn player(
        &self,
        level: Level,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable>;

    /// Plays many games in a quicker way than state by state, where there is one.
    fn quick_tally(
        &self,
        _levels: &[Level],
        _library: &dyn Library,
        _games: u64,
        _seed: u64,
        _watch: &dyn Watch,
    ) -> Result<Option<Tally>, Unsolvable> {
        Ok(None)
    }

    /// Returns somebody who knows what positions are worth at a table of `seats`.
    fn oracle(&self, seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable>;

    /// Returns what perfect play is worth.
    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable>;
}

/// Something done with a game whose kind is known.
trait Errand {
    type Outcome;
    fn run<G: Roster>(self, game: &G) -> Self::Outcome;
}

/// Runs an errand with a game of any kind that programs can play.
fn send<E: Errand>(game: &dyn AnyGame, errand: E) -> Option<E::Outcome> {
    let game = game.as_any();
    if let Some(game) = game.downcast_ref::<PushLuck>() {
        Some(errand.run(game))
    } else if let Some(game) = game.downcast_ref::<Yatzy>() {
        Some(errand.run(game))
    } else if let Some(game) = game.downcast_ref::<TriDice>() {
        Some(errand.run(game))
    } else {
        game.downcast_ref::<Pig>().map(|game| errand.run(game))
    }
}

fn nobody(game: &dyn AnyGame) -> Unsolvable {
    Unsolvable::Never {
        rules: game.rules_line(),
        why: "no program plays this game yet",
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
    struct Take<'a>(Level, u8, &'a dyn Library, [u8; 32]);
    impl Errand for Take<'_> {
        type Outcome = Result<Box<dyn Bot>, Unsolvable>;
        fn run<G: Roster>(self, game: &G) -> Self::Outcome {
            let player = game.player(self.0, self.1, self.2)?;
            Ok(Box::new(Seated::new(game.clone(), player, self.3)))
        }
    }
    send(game, Take(level, seats, library, seed)).unwrap_or_else(|| Err(nobody(game)))
}

/// Returns somebody who knows what positions of a game are worth.
///
/// # Errors
/// When the game is not solved at a table of `seats`.
pub fn oracle(
    game: &dyn AnyGame,
    seats: u8,
    library: &dyn Library,
) -> Result<Arc<dyn Oracle>, Unsolvable> {
    struct Ask<'a>(u8, &'a dyn Library);
    impl Errand for Ask<'_> {
        type Outcome = Result<Arc<dyn Oracle>, Unsolvable>;
        fn run<G: Roster>(self, game: &G) -> Self::Outcome {
            game.oracle(self.0, self.1)
        }
    }
    send(game, Ask(seats, library)).unwrap_or_else(|| Err(nobody(game)))
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
    struct Count<'a>(Scope, &'a dyn Library);
    impl Errand for Count<'_> {
        type Outcome = Result<Vec<Figure>, Unsolvable>;
        fn run<G: Roster>(self, game: &G) -> Self::Outcome {
            game.figures(self.0, self.1)
        }
    }
    send(game, Count(scope, library)).unwrap_or_else(|| Err(nobody(game)))
}

/// Plays many games between levels, one for each seat.
///
/// # Errors
/// When no program plays at one of the levels, or the watch says stop.
pub fn tournament(
    game: &dyn AnyGame,
    levels: &[Level],
    library: &dyn Library,
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Unsolvable> {
    struct Play<'a>(&'a [Level], &'a dyn Library, u64, u64, &'a dyn Watch);
    impl Errand for Play<'_> {
        type Outcome = Result<Tally, Unsolvable>;
        fn run<G: Roster>(self, game: &G) -> Self::Outcome {
            let Self(levels, library, games, seed, watch) = self;
            if let Some(tally) = game.quick_tally(levels, library, games, seed, watch)? {
                return Ok(tally);
            }
            let player = |level: &Level| game.player(*level, levels.len() as u8, library);
            let players = levels.iter().map(player).collect::<Result<Vec<_>, _>>()?;
            let players: Vec<&dyn Player<G>> = players.iter().map(|player| &**player).collect();
            Ok(simulate(game, &players, games, seed, watch)?)
        }
    }
    send(game, Play(levels, library, games, seed, watch)).unwrap_or_else(|| Err(nobody(game)))
}

/// Returns the exact chance of the first of two levels to win, where both are players whose every choice is known.
///
/// # Errors
/// When a table cannot be had or the watch says stop.
pub fn exact_duel(
    game: &dyn AnyGame,
    levels: &[Level],
    library: &dyn Library,
    watch: &dyn Watch,
) -> Result<Option<f64>, Unsolvable> {
    let (Some(game), [first, second]) = (game.as_any().downcast_ref::<PushLuck>(), levels) else {
        return Ok(None);
    };
    if game.rules().deck != DeckKind::None || game.rules().busts != BustPenalty::None {
        return Ok(None);
    }
    let offers = Offers::new(game);
    let minded = |mind| Known::Minded(push_luck::Minded(mind, &offers));
    let known = |level: &Level| -> Result<Known<'_>, Unsolvable> {
        Ok(match level {
            Level::Random => minded(Mind::Random),
            Level::Greedy => minded(Mind::Greedy),
            Level::Careful => minded(Mind::Careful),
            Level::Strong => minded(Mind::Strong(PointsPlan::new(game))),
            Level::Perfect => Known::Perfect(library.race(game)?),
        })
    };
    let players = [known(first)?, known(second)?];
    let players = players.each_ref().map(Known::duelist);
    Ok(Some(duel(game, players, watch)?))
}

/// A player whose every choice is known.
enum Known<'a> {
    Minded(push_luck::Minded<'a>),
    Perfect(Arc<Race>),
}

impl Known<'_> {
    fn duelist(&self) -> Duelist<'_> {
        match self {
            Self::Minded(mind) => Duelist::Steady(mind),
            Self::Perfect(race) => Duelist::Perfect(race),
        }
    }
}

/// Returns what every action of a push-your-luck turn brings in points on average, with no end of the game in sight.
///
/// Nothing for other games. It puts advice about chances to win into words that people can check at the table.
#[must_use]
pub fn turn_points(game: &dyn AnyGame, position: &dyn AnyPosition) -> Vec<ActionValue> {
    let game = game.as_any().downcast_ref::<PushLuck>();
    let position = position.as_any().downcast_ref::<Position<PushLuck>>();
    let (Some(game), Some(position)) = (game, position) else {
        return Vec::new();
    };
    let values = PointsPlan::new(game).action_values(position.state());
    let value = |(action, value)| ActionValue {
        action: game.write_action(&action),
        value,
    };
    values.into_iter().map(value).collect()
}

/// How long the strong TriDice player thinks.
const THINKING_TIME: Duration = Duration::from_millis(100);

impl Roster for PushLuck {
    fn player(
        &self,
        level: Level,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(push_luck::Greedy),
            Level::Careful => Arc::new(push_luck::Careful),
            Level::Strong => Arc::new(push_luck::Strong::new(self)),
            Level::Perfect => {
                let race = two_only(self, seats, || library.race(self))?;
                match Racer::new(race.clone()) {
                    Some(racer) => Arc::new(push_luck::Racing(racer)),
                    None => Arc::new(Best(race)),
                }
            }
        })
    }

    fn quick_tally(
        &self,
        levels: &[Level],
        library: &dyn Library,
        games: u64,
        seed: u64,
        watch: &dyn Watch,
    ) -> Result<Option<Tally>, Unsolvable> {
        let seats = levels.len() as u8;
        let mut minds = Vec::new();
        for level in levels {
            match mind(self, *level, seats, library)? {
                Some(mind) => minds.push(mind),
                None => return Ok(None),
            }
        }
        let offers = Offers::new(self);
        let tally = push_luck::simulate(&offers, &minds, games, seed, watch)?;
        Ok(Some(tally))
    }

    fn oracle(&self, seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable> {
        let race = two_only(self, seats, || library.race(self))?;
        Ok(Arc::new(Knowing::new(self.clone(), race)))
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        let turn = BestTurn::of(self);
        let mut figures = vec![Figure::points(
            "turn_value",
            turn.value(),
            "points that the best turn brings on average",
        )];
        if self.rules().opening > self.rules().bank_min {
            let words = "points of the best turn for a player who has none yet";
            figures.push(Figure::points("opening_turn_value", turn.opening(), words));
        }
        match scope {
            Scope::Turn => {}
            Scope::Game | Scope::GameAndSpread => {
                let wins = library.race(self)?.first_wins();
                let words = "chance of the first of two perfect players to win";
                figures.push(Figure::chance("first_wins", wins, words));
            }
            Scope::GameOfThree => {
                let wins = library.race_of_three(self)?.from_start();
                figures.extend(chances_of_three(wins));
            }
        }
        Ok(figures)
    }
}

/// Returns the mind of a level, or nothing where its choices depend on more than a mind sees.
fn mind(
    game: &PushLuck,
    level: Level,
    seats: u8,
    library: &dyn Library,
) -> Result<Option<Mind>, Unsolvable> {
    let rules = game.rules();
    if rules.deck != DeckKind::None {
        return Ok(None);
    }
    Ok(match level {
        Level::Random => Some(Mind::Random),
        Level::Greedy => Some(Mind::Greedy),
        Level::Careful => Some(Mind::Careful),
        // With three players the last turn of a final round is not that of everybody else.
        Level::Strong if seats > 2 && rules.end == End::FinalRound => None,
        Level::Strong => Some(Mind::Strong(PointsPlan::new(game))),
        Level::Perfect => {
            let race = two_only(game, seats, || library.race(game))?;
            Racer::new(race).map(|racer| Mind::Perfect(Box::new(racer)))
        }
    })
}

impl Roster for Yatzy {
    fn player(
        &self,
        level: Level,
        _seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(yatzy::Greedy),
            Level::Careful => Arc::new(yatzy::Careful::new(self)),
            Level::Strong | Level::Perfect => Arc::new(Best(library.yatzy_play(self)?)),
        })
    }

    fn quick_tally(
        &self,
        levels: &[Level],
        library: &dyn Library,
        games: u64,
        seed: u64,
        watch: &dyn Watch,
    ) -> Result<Option<Tally>, Unsolvable> {
        let is_perfect = |level: &Level| matches!(level, Level::Strong | Level::Perfect);
        if !levels.iter().all(is_perfect) {
            return Ok(None);
        }
        let (solved, seats) = (library.yatzy(self)?, levels.len() as u8);
        Ok(Some(yatzy::simulate(&solved, seats, games, seed, watch)?))
    }

    fn oracle(&self, _seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable> {
        let play = library.yatzy_play(self)?;
        Ok(Arc::new(Knowing::new(self.clone(), play)))
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        let expected = library.expected(self)?;
        let words = "points that perfect play brings on average";
        let mut figures = vec![Figure::points("expected", expected, words)];
        if scope == Scope::GameAndSpread
            && let Some(deviation) = library.deviation(self)?
        {
            figures.push(Figure::deviation(
                "sd",
                deviation,
                "points of standard deviation",
            ));
        }
        Ok(figures)
    }
}

impl Roster for Pig {
    fn player(
        &self,
        level: Level,
        seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(pig::HoldAt(1)),
            Level::Careful => Arc::new(pig::HoldAt(15)),
            Level::Strong => Arc::new(pig::HoldAt(20)),
            Level::Perfect => Arc::new(Best(library.pig(self, seats)?)),
        })
    }

    fn oracle(&self, seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable> {
        Ok(Arc::new(Knowing::new(
            self.clone(),
            library.pig(self, seats)?,
        )))
    }

    fn figures(&self, scope: Scope, library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        if scope == Scope::GameOfThree {
            return Err(Unsolvable::Seats {
                rules: Notation::rules_line(self),
                seats: 3,
                solved: "2 players",
            });
        }
        let solution = library.pig(self, 2)?;
        let wins = solution.value(&self.start(2), Seat::FIRST);
        let words = "chance of the first of two perfect players to win";
        let wins = wins.map(|wins| Figure::chance("first_wins", wins, words));
        Ok(wins.into_iter().collect())
    }
}

impl Roster for TriDice {
    fn player(
        &self,
        level: Level,
        _seats: u8,
        library: &dyn Library,
    ) -> Result<Arc<dyn Player<Self>>, Unsolvable> {
        Ok(match level {
            Level::Random => Arc::new(Random),
            Level::Greedy => Arc::new(tridice::Greedy),
            Level::Careful => Arc::new(tridice::FourRules),
            Level::Strong => {
                let endings = library.endings(self)?;
                Arc::new(tridice::Searching::new(self, endings, THINKING_TIME))
            }
            Level::Perfect => return Err(not_solved(self)),
        })
    }

    fn oracle(&self, _seats: u8, library: &dyn Library) -> Result<Arc<dyn Oracle>, Unsolvable> {
        let endings = library.endings(self)?;
        Ok(Arc::new(Knowing::new(
            *self,
            tridice::Estimates::new(self, endings),
        )))
    }

    fn figures(&self, _scope: Scope, _library: &dyn Library) -> Result<Vec<Figure>, Unsolvable> {
        Err(not_solved(self))
    }
}

fn not_solved(game: &TriDice) -> Unsolvable {
    Unsolvable::Never {
        rules: Notation::rules_line(game),
        why: "only its endings are; take bot:strong, which knows them and looks ahead",
    }
}

/// Says the chances of three players; a few triples of scores have no plain choice at rest, which costs digits.
fn chances_of_three([first, second, third]: [f64; 3]) -> [Figure; 3] {
    [
        Figure::rough_chance(
            "first_wins",
            first,
            "chance of the first of three players to win, each the best reply to the others",
        ),
        Figure::rough_chance("second_wins", second, "chance of the second"),
        Figure::rough_chance("third_wins", third, "chance of the third"),
    ]
}

/// Returns what is solved for two players, at a table of two.
fn two_only<T>(
    game: &PushLuck,
    seats: u8,
    solved: impl FnOnce() -> Result<T, Unsolvable>,
) -> Result<T, Unsolvable> {
    if seats == 2 {
        return solved();
    }
    Err(Unsolvable::Seats {
        rules: Notation::rules_line(game),
        seats,
        solved: "2 players",
    })
}
