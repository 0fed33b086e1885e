//! Lets the searching player of TriDice play many games against the simple ones.
//!
//! `cargo run --release --example tridice_tournament -- [GAMES] [NODES | MSms] [four-rule|random]`
#![expect(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "an example is a program: it has a clock, arguments and a screen"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::tridice::{Action, Imprint, Roll, Rows, State, TriDice};
use hotdice_solve::tridice::{Budget, Endings, Extent, Search, Wanted, four_rule};
use hotdice_solve::{Unwatched, Watch};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| arguments.get(place).map(String::as_str);
    let games = word(0).and_then(|text| text.parse().ok()).unwrap_or(40);
    let patience = Patience::read(word(1).unwrap_or("20000"));
    let started = Instant::now();
    let endings = Endings::new(Rows::USUAL, Extent::TwoAgainstOne, &Unwatched);
    let endings = Arc::new(endings.expect("nobody stops it"));
    println!("endings after {:.1?}", started.elapsed());
    for rival in [Rival::FourRule, Rival::Random] {
        if word(2).is_none_or(|name| name == rival.name()) {
            play_match(&endings, games, patience, rival);
        }
    }
}

/// How long the searching player thinks.
#[derive(Clone, Copy)]
enum Patience {
    Nodes(u64),
    Time(Duration),
}

impl Patience {
    fn read(text: &str) -> Self {
        match text.strip_suffix("ms") {
            Some(millis) => Self::Time(Duration::from_millis(millis.parse().unwrap_or(100))),
            None => Self::Nodes(text.parse().unwrap_or(20_000)),
        }
    }
}

/// Whom it plays against.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rival {
    FourRule,
    Random,
}

impl Rival {
    const fn name(self) -> &'static str {
        match self {
            Self::FourRule => "four-rule",
            Self::Random => "random",
        }
    }

    fn choose(self, game: &TriDice, state: &State, chance: &mut Chance) -> Action {
        if self == Self::FourRule {
            return four_rule(game, state, chance.word()).expect("somebody has to choose");
        }
        let mut actions = Vec::new();
        game.for_each_action(state, |action| actions.push(action));
        actions[chance.below(actions.len())]
    }
}

/// Stops the search when its time is up.
struct Until(Instant);

impl Watch for Until {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// What the searching player did, over all games.
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    turns: u32,
    nodes: u64,
    depths: u64,
    thought: Duration,
    longest: Duration,
}

fn play_match(endings: &Arc<Endings>, games: u64, patience: Patience, rival: Rival) {
    let mut tally = Tally::default();
    for number in 0..games {
        let mut search = Search::new(TriDice::USUAL).with_endings(Arc::clone(endings));
        play(&mut search, number, patience, rival, &mut tally);
    }
    let turns = f64::from(tally.turns.max(1));
    let share = (f64::from(tally.wins) + f64::from(tally.draws) / 2.0) / games as f64;
    println!(
        "{}: {:.2} % of {games} games (won {}, drawn {}, lost {}); {:.1?} a turn, longest {:.1?}, {:.0} positions, {:.2} turns ahead, {:.0} positions/s",
        rival.name(),
        100.0 * share,
        tally.wins,
        tally.draws,
        tally.losses,
        tally.thought / tally.turns.max(1),
        tally.longest,
        tally.nodes as f64 / turns,
        tally.depths as f64 / turns,
        tally.nodes as f64 / tally.thought.as_secs_f64(),
    );
}

fn play(search: &mut Search, number: u64, patience: Patience, rival: Rival, tally: &mut Tally) {
    let game = TriDice::USUAL;
    let mut chance = Chance(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let searcher = Seat::new((number % 2) as u8).expect("one of two");
    let mut state = game.start(2);
    let standing = loop {
        match game.turn(&state) {
            Turn::Over(standing) => break standing,
            Turn::Roll => {
                let roll = roll(&state, &mut chance);
                game.settle(&mut state, &roll);
            }
            Turn::Decide(seat) => {
                let action = match seat == searcher {
                    true => think(search, &state, patience, tally),
                    false => rival.choose(&game, &state, &mut chance),
                };
                assert_eq!(game.check(&state, &action), Ok(()));
                game.act(&mut state, &action);
            }
        }
    };
    match (standing.winners.contains(searcher), standing.winners.len()) {
        (true, 1) => tally.wins += 1,
        (true, _) => tally.draws += 1,
        (false, _) => tally.losses += 1,
    }
}

fn think(search: &mut Search, state: &State, patience: Patience, tally: &mut Tally) -> Action {
    let started = Instant::now();
    let advice = match patience {
        Patience::Nodes(nodes) => {
            search.advise(state, Wanted::Best, Budget::of_nodes(nodes), &Unwatched)
        }
        Patience::Time(time) => {
            let until = Until(started + time);
            search.advise(state, Wanted::Best, Budget::UNTIL_STOPPED, &until)
        }
    };
    let advice = advice.expect("somebody has to choose");
    let thought = started.elapsed();
    tally.turns += 1;
    tally.nodes += advice.nodes;
    tally.depths += u64::from(advice.depth);
    tally.thought += thought;
    tally.longest = tally.longest.max(thought);
    advice.best().action
}

fn roll(state: &State, chance: &mut Chance) -> Roll {
    let cell = state.rolling().expect("a roll is due");
    let imprint = Imprint::from_index(chance.below(Imprint::COUNT)).expect("one of twelve");
    Roll { cell, imprint }
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct Chance(u64);

impl Chance {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }
}
