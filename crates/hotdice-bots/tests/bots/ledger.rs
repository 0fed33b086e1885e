//! Start, luck, skill and gifts make the result, in whole games between bots of every solved family.

use std::sync::Arc;

use hotdice_bots::{AnySolved, Level, Library, Limits, Task, Unsolvable, oracle};
use hotdice_core::{AnyPosition, Seat};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::Ledger;
use hotdice_solve::oracle::{ActionValue, Certainty, Oracle};

use crate::memory::Memory;
use crate::playing::{Dice, Played, game, play};

const PAIRS: [[Level; 2]; 4] = [
    [Level::Random, Level::Careful],
    [Level::Careful, Level::Perfect],
    [Level::Perfect, Level::Random],
    [Level::Perfect, Level::Perfect],
];

fn ledger(oracle: &dyn Oracle, played: &Played) -> Ledger {
    let ledger = Ledger::new(oracle, &*played.start, 2, &played.events).expect("a game");
    assert!(ledger.finished);
    assert_eq!(ledger.values.len(), played.events.len() + 1);
    ledger
}

#[track_caller]
fn check(line: &str, games: u64) {
    let game = game(line);
    let memory = Memory::default();
    let oracle = oracle(&*game, 2, &memory).expect("a solved game");
    assert_eq!(oracle.certainty(), Certainty::Exact);
    for seed in 0..games {
        for levels in PAIRS {
            let played = play(&*game, &levels, &memory, Dice::new(seed), seed);
            check_accounts(&ledger(&*oracle, &played), levels, seed);
        }
    }
}

#[track_caller]
fn check_accounts(ledger: &Ledger, levels: [Level; 2], seed: u64) {
    for (account, level) in std::iter::zip(&ledger.accounts, levels) {
        let case = format!("{levels:?}, seed {seed}: {account:?}");
        assert!(account.imbalance().abs() < 1e-9, "{case}");
        assert!(account.skill < 1e-9, "{case}");
        assert!(account.luck_variance > 0.0, "{case}");
        if level == Level::Perfect {
            assert!(account.skill.abs() < 1e-9, "{case}");
        }
    }
    let [first, second] = [&ledger.accounts[0], &ledger.accounts[1]];
    if ledger.aim == Aim::Win {
        assert!((first.result + second.result - 1.0).abs() < 1e-12);
        assert!(
            (first.luck + second.luck).abs() < 1e-9,
            "what one wins the other loses"
        );
    }
}

#[test]
fn on_the_roll() {
    check("farkle(target=500)", 3);
}

#[test]
fn a_final_round() {
    check("zilch(target=300)", 1);
}

#[test]
fn on_banking() {
    check("cheese(target=1000)", 1);
}

#[test]
fn busts_cost_points() {
    check("zilch(target=200,busts=2:-100)", 1);
}

#[test]
fn minimums_and_hot_dice() {
    check("farkle(target=600,opening=200,bank_min=100,hot=forced)", 2);
}

#[test]
fn boxes() {
    check(
        "kata(dice=3,boxes=ones+twos+pair:sets-2:dice+chance,rolls=2)",
        6,
    );
}

#[test]
fn boxes_with_a_bonus() {
    check("yatzy(dice=3,boxes=ones+twos+threes+chance,rolls=2)", 4);
}

#[test]
fn pig() {
    check("pig(target=15)", 10);
}

/// An oracle that is wrong by a little about every position with points on the table.
struct Liar(Arc<dyn Oracle>);

impl Oracle for Liar {
    fn aim(&self) -> Aim {
        self.0.aim()
    }

    fn certainty(&self) -> Certainty {
        self.0.certainty()
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        let lie = f64::from(position.points(Seat::FIRST)) * 1e-6;
        Some(self.0.value(position, seat)? + lie)
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        self.0.action_values(position)
    }
}

#[test]
fn wrong_values_do_not_come_out() {
    let game = game("farkle(target=500)");
    let memory = Memory::default();
    let truth = oracle(&*game, 2, &memory).expect("a solved game");
    let levels = [Level::Careful, Level::Greedy];
    let played = play(&*game, &levels, &memory, Dice::new(7), 7);
    let imbalance = |oracle: &dyn Oracle| {
        let accounts = ledger(oracle, &played).accounts;
        accounts
            .iter()
            .map(|account| account.imbalance().abs())
            .fold(0.0, f64::max)
    };
    assert!(imbalance(&*truth) < 1e-9);
    assert!(imbalance(&Liar(truth)) > 1e-6);
}

/// Tells whether `HOTDICE_LONG=1` asks for much more than usual.
pub(crate) fn is_long() -> bool {
    std::env::var_os("HOTDICE_LONG").is_some_and(|long| long == "1")
}

/// A library that solves what need not be written down: the large tables are refused as if there were no memory for them.
struct Pocket(Memory);

impl Library for Pocket {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        match task.is_written() && !is_long() {
            true => Err(Unsolvable::TooLarge("a large table".to_owned())),
            false => self.0.obtain(task, limits),
        }
    }
}

/// How much of a game is looked at in the normal run.
const SOME_EVENTS: usize = 20;

/// Whoever values a game, the best of a decision is never below what was played, and the accounts come out.
#[track_caller]
fn check_any(line: &str, library: &dyn Library, games: u64) {
    let game = game(line);
    let seats = game.seats().least().max(2).min(game.seats().most());
    let oracle = oracle(&*game, seats, library).expect("values for every table");
    let (mut decisions, mut worst) = (0, 0.0_f64);
    for seed in 0..games {
        let levels = [Level::Random, Level::Greedy, Level::Careful][(seed % 3) as usize];
        let levels = vec![levels; usize::from(seats)];
        let mut played = play(&*game, &levels, &Memory::default(), Dice::new(seed), seed);
        if !is_long() {
            // Estimates take time; the accounts of half a game come out as well.
            played.events.truncate(SOME_EVENTS);
        }
        let ledger = Ledger::new(&*oracle, &*played.start, seats, &played.events).expect(line);
        for account in &ledger.accounts {
            let case = format!("{line}, seed {seed}: {account:?}");
            assert!(account.imbalance().abs() < 1e-9, "{case}");
            assert!(account.skill < 1e-9, "{case}");
            worst = worst.max(account.imbalance().abs());
        }
        for decision in &ledger.decisions {
            let case = format!("{line}, seed {seed}: {decision:?}");
            assert!(decision.best_value >= decision.chosen_value, "{case}");
            let is_same = decision.best == decision.chosen;
            assert!(!is_same || !decision.is_mistake(ledger.aim), "{case}");
        }
        decisions += ledger.decisions.len();
    }
    let certainty = oracle.certainty().name();
    println!("{line}: {certainty}, {games} games, {decisions} decisions, sums off by {worst:.1e}");
}

#[test]
fn no_best_is_below_what_was_played() {
    let games = if is_long() { 200 } else { 1 };
    for family in hotdice_games::FAMILIES {
        for line in family.small {
            check_any(line, &Memory::default(), games);
        }
        for preset in family.presets {
            check_any(preset.name, &Pocket(Memory::default()), games);
        }
    }
}
