//! The race of three, played through the rules of the game.
//!
//! The solver gives the chances at the start of every turn, and nothing else is taken from it: the ways to go on from a roll are read off
//! the rules ([`Menus`]), turns are worked out in the plainest form ([`Plan`]), and games are played action by action through
//! [`Game`]. So this says two things: how far each turn is from what it should be worth, for all three players, and how often each of
//! them wins.

use std::collections::{BTreeMap, HashMap, HashSet};

use hotdice_core::{Dice, Game, Notation, Odds, Seat, Turn};
use hotdice_games::push_luck::{Action, End, Hot, Phase, PushLuck, State};
use hotdice_solve::Unwatched;
use hotdice_solve::push_luck::ThreeRace;

use super::Made;
use super::push_luck::MEMORY;
use super::table::{code, grouped, table};
use crate::Chance;

/// The races that are played, by name and target.
const PLAYED: [(&str, u32); 3] = [("farkle-minimal", 1000), ("farkle", 1000), ("farkle", 5000)];

/// How many games of each are played.
const GAMES: u32 = 1_000_000;

/// All points are multiples of this.
const STEP: u32 = 50;

/// A total that every number of dice can follow.
const SOME: u32 = 5000;

/// Choices that differ by less are alike, and the tie rule says which is taken.
const ALIKE: f64 = 1e-12;

/// How many standard deviations from the mean hold 95 of a hundred.
const DEVIATIONS: f64 = 1.96;

/// Returns how often each of three wins, worked out and played.
pub(super) fn played() -> Made {
    let rows: Vec<Vec<String>> = PLAYED
        .iter()
        .map(|&(name, target)| row(name, target, &ThreeGames::play(name, target, GAMES, 13)))
        .collect();
    let head = [
        "rules",
        "games",
        "first won",
        "second",
        "third",
        "triples of scores",
        "of them restless",
        "a plain turn of the others differs by",
    ];
    table(&head, &rows).into()
}

fn row(name: &str, target: u32, played: &ThreeGames) -> Vec<String> {
    let won = played
        .shares()
        .map(|(share, margin)| format!("{share:.6} ± {margin:.6}"));
    let mut row = vec![
        code(&format!("{name}(target={target})")),
        grouped(played.games.into()),
    ];
    row.extend(won);
    row.push(grouped(played.triples));
    row.push(grouped(played.restless));
    row.push(format!("{:.0e}", played.furthest));
    row
}

/// Many games of three perfect players.
#[derive(Clone, Debug)]
pub struct ThreeGames {
    /// How many games were played.
    pub games: u32,
    /// How often each seat won.
    pub won: [u32; 3],
    /// How many triples of scores came up at the start of a turn.
    pub triples: u64,
    /// How many of these are restless.
    pub restless: u64,
    /// How far a plain turn from any of the others is from the solved chances of any of the three, at most.
    pub furthest: f64,
    /// What the solver says of the start, for the three seats.
    pub solved: [f64; 3],
}

/// Games that begin a turn.
///
/// A turn adds to the sum, or hands the same scores on. So when games are taken from the smallest sum on, all that come to the same scores are
/// played together, and each turn is planned once.
type Waiting = BTreeMap<Place, Vec<State>>;

impl ThreeGames {
    /// Plays games of the perfect players of a race to a target.
    ///
    /// # Panics
    /// When the race is not solved, or has rules that plans do not know: final rounds and forced hot dice.
    #[must_use]
    pub fn play(name: &str, target: u32, games: u32, seed: u64) -> Self {
        let read = |target: u32| {
            let line = format!("{name}(target={target})")
                .parse()
                .expect("a rules line");
            PushLuck::read(&line).expect("rules of the family")
        };
        let game = read(target);
        let race = ThreeRace::solve(&game, MEMORY, &Unwatched).expect("a race of three");
        // Far from the target every roll goes on.
        let menus = Menus::new(&read(1_000_000));
        let mut dice = Chance::new(seed);
        let mut played = Self {
            games,
            won: [0; 3],
            triples: 0,
            restless: 0,
            furthest: 0.0,
            solved: race.from_start(),
        };
        let restless: HashSet<Place> = race
            .restless()
            .iter()
            .map(|scores| place(*scores))
            .collect();
        let start = game.start(3);
        let mut waiting = Waiting::from([(place(seen(&start)), vec![start; games as usize])]);
        while let Some((here, states)) = waiting.pop_first() {
            let mut plans = HashMap::new();
            for mut state in states {
                while place(seen(&state)) == here {
                    let scores = seen(&state);
                    let plan = plans.entry(scores).or_insert_with(|| {
                        let plan = Plan::new(&game, &race, &menus, scores);
                        played.triples += 1;
                        let differs = plan.differs(&race);
                        if restless.contains(&here) {
                            played.restless += 1;
                        } else {
                            played.furthest = played.furthest.max(differs);
                        }
                        plan
                    });
                    plan.play(&game, &menus, &mut state, &mut dice);
                    if let Turn::Over(standing) = game.turn(&state) {
                        let seats = Seat::all(3).zip(&mut played.won);
                        seats.for_each(|(seat, won)| {
                            *won += u32::from(standing.winners.contains(seat));
                        });
                        break;
                    }
                }
                if !matches!(game.turn(&state), Turn::Over(_)) {
                    waiting.entry(place(seen(&state))).or_default().push(state);
                }
            }
        }
        played
    }

    /// Returns the share of games that each seat won, and half the width of the interval that holds the truth 95 times in a hundred.
    #[must_use]
    pub fn shares(&self) -> [(f64, f64); 3] {
        let games = f64::from(self.games);
        self.won.map(|won| {
            let share = f64::from(won) / games;
            (share, DEVIATIONS * (share * (1.0 - share) / games).sqrt())
        })
    }
}

/// Returns the scores from the seat in turn on.
fn seen(state: &State) -> [u32; 3] {
    let mut seat = state.seat();
    [(); 3].map(|()| {
        let score = state.score(seat);
        seat = seat.next(3);
        score
    })
}

/// Where games wait: the sum of their scores, and the smallest of the rotations of these.
type Place = (u32, [u32; 3]);

fn place([a, b, c]: [u32; 3]) -> Place {
    (a + b + c, [a, b, c].min([b, c, a]).min([c, a, b]))
}

/// What can be done with every roll, read off the rules.
struct Menus {
    /// For every number of dice, then by rank.
    rolls: Vec<Vec<RollMenu>>,
    /// For every number of dice the rolls that offer the same, with how many throws they are.
    alike: Vec<Vec<(RollMenu, f64)>>,
}

/// What can be done with a roll.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct RollMenu {
    /// What all of it pays; nothing busts.
    worth: u32,
    /// In the order of the tie rule: banking first, then fewer dice before more.
    ways: Vec<Way>,
}

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Way {
    /// How many dice are rolled next; nobody does after banking.
    dice: Option<u8>,
    points: u32,
    actions: Vec<Action>,
}

impl Menus {
    /// Reads the menus of a game whose target is out of reach, at a total that may be banked.
    fn new(game: &PushLuck) -> Self {
        let rules = game.rules();
        assert!(rules.end != End::FinalRound && rules.hot != Hot::Forced);
        assert_eq!(rules.least_to_bank(0), 0);
        let menu = |dice: u8, roll: &Dice| {
            let text = format!("scores=0,0,0 turn=1 total={SOME} next=roll:{dice}");
            let mut state = game.read_state(&text).expect("a state");
            game.settle(&mut state, &hotdice_games::push_luck::Roll::Dice(*roll));
            let mut menu = RollMenu {
                worth: game.scorer().worth(*roll).points,
                ways: Vec::new(),
            };
            if menu.worth > 0 {
                menu.visit(game, &state, &[]);
            }
            menu.ways.sort_by_key(|way| (way.dice, way.points));
            menu
        };
        let odds = |dice: u8| Odds::of_dice(dice).iter();
        let rolls: Vec<Vec<RollMenu>> = (1..=6)
            .map(|dice| odds(dice).map(|(roll, _)| menu(dice, roll)).collect())
            .collect();
        let alike = std::iter::zip(1..=6, &rolls).map(|(dice, menus)| {
            let mut alike: HashMap<RollMenu, f64> = HashMap::new();
            for (menu, (_, weight)) in std::iter::zip(menus, odds(dice)) {
                let mut menu = menu.clone();
                menu.ways.iter_mut().for_each(|way| way.actions.clear());
                menu.ways.dedup();
                *alike.entry(menu).or_default() += weight as f64;
            }
            let mut alike: Vec<_> = alike.into_iter().collect();
            // Sums of floats depend on their order.
            alike.sort_by_key(|(menu, _)| {
                (
                    menu.worth,
                    menu.ways
                        .iter()
                        .map(|way| (way.dice, way.points))
                        .collect::<Vec<_>>(),
                )
            });
            alike
        });
        Self {
            alike: alike.collect(),
            rolls,
        }
    }
}

impl RollMenu {
    /// Follows every action of the first seat until it rolls again or its turn is over.
    fn visit(&mut self, game: &PushLuck, state: &State, actions: &[Action]) {
        game.for_each_action(state, |action| {
            let mut after = state.clone();
            game.act(&mut after, &action);
            let actions = [actions, &[action]].concat();
            let way = |dice, points| Way {
                dice,
                points,
                actions: actions.clone(),
            };
            match after.phase() {
                _ if after.seat() != Seat::FIRST => {
                    self.ways.push(way(None, after.score(Seat::FIRST) - SOME));
                }
                Phase::Roll(dice) => self.ways.push(way(Some(dice), after.total() - SOME)),
                _ => self.visit(game, &after, &actions),
            }
        });
    }
}

/// The chances of the player in turn and of the next one.
type Two = [f64; 2];

/// A turn from three scores, worked out total by total.
struct Plan<'a> {
    race: &'a ThreeRace,
    target: u32,
    wins_on_roll: bool,
    scores: [u32; 3],
    /// What rolling one to six dice is worth, by the total in steps, as far as the target is not reached.
    rolling: Vec<[Two; 6]>,
}

impl<'a> Plan<'a> {
    fn new(game: &PushLuck, race: &'a ThreeRace, menus: &Menus, scores: [u32; 3]) -> Self {
        let target = game.rules().target;
        let steps = (target - scores[0]).div_ceil(STEP) as usize;
        let mut plan = Self {
            race,
            target,
            wins_on_roll: game.rules().end == End::OnRoll,
            scores,
            rolling: vec![[[0.0; 2]; 6]; steps],
        };
        let bust = plan.handed_on(scores[0]);
        for total in (0..steps).rev() {
            for dice in 0..6 {
                let (mut sum, mut all) = ([0.0; 2], 0.0);
                for (menu, weight) in &menus.alike[dice] {
                    let [own, next] = match menu.worth {
                        0 => bust,
                        _ => plan.best(menu, total as u32 * STEP).1,
                    };
                    sum = [sum[0] + weight * own, sum[1] + weight * next];
                    all += weight;
                }
                plan.rolling[total][dice] = sum.map(|sum| sum / all);
            }
        }
        plan
    }

    /// Returns what it is worth that the next player begins a turn and the own score has become `mine`.
    fn handed_on(&self, mine: u32) -> Two {
        let [_, next, third] = self.scores;
        let chances = self.race.chances([next, third, mine]);
        let [next, _, own] = chances.expect("scores of the race");
        [own, next]
    }

    /// Returns the best way to go on with a roll that scores, by its place, and what it is worth.
    fn best(&self, menu: &RollMenu, total: u32) -> (usize, Two) {
        const WON: Two = [1.0, 0.0];
        let score = self.scores[0] + total;
        if self.wins_on_roll && score + menu.worth >= self.target {
            return (0, WON);
        }
        let mut best = (0, [f64::NEG_INFINITY, 0.0]);
        for (place, way) in menu.ways.iter().enumerate() {
            let reaches = score + way.points >= self.target;
            let worth = match way.dice {
                None if reaches => WON,
                None => self.handed_on(score + way.points),
                // Whoever may roll on may bank as much, which wins.
                Some(_) if reaches => continue,
                Some(dice) => {
                    let total = (total + way.points) / STEP;
                    self.rolling[total as usize][usize::from(dice) - 1]
                }
            };
            if worth[0] > best.1[0] + ALIKE {
                best = (place, worth);
            }
        }
        best
    }

    /// Returns by how much the turn differs from the solved chances of any of the three.
    fn differs(&self, race: &ThreeRace) -> f64 {
        let [own, next] = self.rolling[0][5];
        let found = [own, next, 1.0 - own - next];
        let solved = race.chances(self.scores).expect("scores of the race");
        std::iter::zip(found, solved).fold(0.0, |most, (found, solved)| {
            f64::max(most, (found - solved).abs())
        })
    }

    /// Plays the turn by the rules.
    fn play(&self, game: &PushLuck, menus: &Menus, state: &mut State, dice: &mut Chance) {
        let seat = state.seat();
        while state.seat() == seat {
            match game.turn(state) {
                Turn::Over(_) => return,
                Turn::Roll => {
                    let thrown = usize::from(game.throw(state).dice);
                    let roll = game.read_throw(state, &dice.throw()[..thrown]);
                    game.settle(state, &roll);
                }
                Turn::Decide(_) => {
                    let roll = state.roll().expect("dice lie on the table");
                    let menu = &menus.rolls[usize::from(roll.len()) - 1][roll.rank()];
                    let (place, _) = self.best(menu, state.total());
                    for action in &menu.ways[place].actions {
                        game.check(state, action).expect("a legal action");
                        game.act(state, action);
                    }
                }
            }
        }
    }
}
