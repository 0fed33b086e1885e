//! Who plays games of the push-your-luck family.

mod duel;

use std::sync::Arc;

use hotdice_core::{AnyGame, AnyPosition, Notation, Position};
use hotdice_games::push_luck::{DeckKind, End, PushLuck};
use hotdice_solve::Watch;
use hotdice_solve::oracle::{ActionValue, Knowing, Oracle};
use hotdice_solve::push_luck::{BestTurn, Offers, PointsPlan, Racer};

use super::{Roster, Scope};
use crate::Level;
use crate::figures::Figure;
use crate::library::{Library, Unsolvable};
use crate::player::{Best, Player, Random};
use crate::push_luck::{self, Mind};
use crate::simulate::Tally;

pub use duel::exact_duel;

/// The most scores of a race that a player remembers turns of: a longer one would take more memory than its table.
const LONGEST_RACE: usize = 500;

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
                let is_short = race.scores() <= LONGEST_RACE;
                match is_short.then(|| Racer::new(race.clone())).flatten() {
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
        let Some(offers) = Offers::new(self) else {
            return Ok(None);
        };
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
    // With three players the last turn of a final round is not that of everybody else.
    if level == Level::Strong && seats > 2 && rules.end == End::FinalRound {
        return Ok(None);
    }
    if let Some(mind) = steady_mind(game, level) {
        return Ok(Some(mind));
    }
    let race = two_only(game, seats, || library.race(game))?;
    Ok(Racer::new(race).map(|racer| Mind::Perfect(Box::new(racer))))
}

/// Returns the mind of a level that needs no solved game.
fn steady_mind(game: &PushLuck, level: Level) -> Option<Mind> {
    match level {
        Level::Random => Some(Mind::Random),
        Level::Greedy => Some(Mind::Greedy),
        Level::Careful => Some(Mind::Careful),
        Level::Strong => Some(Mind::Strong(PointsPlan::new(game))),
        Level::Perfect => None,
    }
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
