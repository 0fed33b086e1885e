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

/// At tables of three nobody's luck changes but by dice, and what one loses by a choice is skill or a gift.
#[track_caller]
fn check_three(line: &str, games: u64) {
    let game = game(line);
    let memory = Memory::default();
    let oracle = oracle(&*game, 3, &memory).expect("a solved game");
    for seed in 0..games {
        for levels in [
            [Level::Perfect, Level::Careful, Level::Random],
            [Level::Random, Level::Perfect, Level::Perfect],
            [Level::Perfect; 3],
        ] {
            let played = play(&*game, &levels, &memory, Dice::new(seed), seed);
            let ledger = Ledger::new(&*oracle, &*played.start, 3, &played.events).expect("a game");
            let case = format!("{line}: {levels:?}, seed {seed}: {:?}", ledger.accounts);
            for (account, level) in std::iter::zip(&ledger.accounts, levels) {
                assert!(account.imbalance().abs() < 1e-9, "{case}");
                assert!(account.skill < 1e-9, "{case}");
                assert!(level != Level::Perfect || account.skill > -1e-9, "{case}");
            }
            let lucks = ledger.rolls.iter().map(|roll| &roll.worth);
            for seat in 0..3 {
                let of_rolls: f64 = lucks.clone().map(|worth| worth[seat]).sum();
                assert!(
                    (of_rolls - ledger.accounts[seat].luck).abs() < 1e-9,
                    "{case}"
                );
            }
            for values in &ledger.values {
                assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{case}");
            }
        }
    }
}

#[test]
fn three_play() {
    check_three("farkle(target=500)", 3);
    check_three(
        "farkle(target=400,end=on-bank,bank_takes=roll,bank_min=200)",
        1,
    );
    check_three("cheese(target=600)", 1);
    check_three("farkle-minimal(target=400,no_score=300,hot=forced)", 1);
    check_three("zilch(target=300,ones=0,fives=0)", 1);
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

/// A library without the large tables, which are refused as if there were no memory for them.
struct Pocket(Memory);

impl Library for Pocket {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        match task.is_written() && task.key().objective != "endings" {
            true => Err(Unsolvable::TooLarge("a large table".to_owned())),
            false => self.0.obtain(task, limits),
        }
    }
}

/// How much of a long game is looked at: estimates take time, and the accounts of a part of a game come out as well.
const SOME_EVENTS: usize = 20;

/// Every preset, with as little of it as makes a short game that is solved.
const SHORT: &[&str] = &[
    "farkle(target=1000)",
    "zilch(target=1000)",
    "zilch-playr(target=500)",
    "cheese(target=1000)",
    "farkle-classic(target=1000)",
    "farkle-minimal(target=1000)",
    "ten-thousand(target=1000)",
    "kingdom-come(target=1000)",
    "kata(boxes=ones+sixes+chance)",
    "yatzy(boxes=sixes+pair+yatzy)",
    "maxi-yatzy(boxes=ones+sixes+chance,rolls=2)",
    "yahtzee(boxes=sixes+full-house+yahtzee)",
    "tridice(rows=3,dice=1)",
    "pig(target=30)",
    "shut-the-box(tiles=6)",
];

/// Analyses games of random, greedy and careful bots, and says so in a row of a table.
///
/// Whoever values a game, the best of a decision is never below what was played, and the accounts come out.
#[track_caller]
fn check_any(line: &str, library: &dyn Library, games: u64, most_events: usize) {
    let game = game(line);
    let seats = game.seats().least().max(2).min(game.seats().most());
    let oracle = oracle(&*game, seats, library).expect("values for every table");
    let (mut decisions, mut below, mut worst) = (0, 0, 0.0_f64);
    for seed in 0..games {
        let levels = [Level::Random, Level::Greedy, Level::Careful][(seed % 3) as usize];
        let levels = vec![levels; usize::from(seats)];
        let mut played = play(&*game, &levels, &Memory::default(), Dice::new(seed), seed);
        played.events.truncate(most_events);
        let ledger = Ledger::new(&*oracle, &*played.start, seats, &played.events).expect(line);
        for account in &ledger.accounts {
            assert!(account.skill < 1e-9, "{line}, seed {seed}: {account:?}");
            worst = worst.max(account.imbalance().abs());
        }
        for decision in &ledger.decisions {
            below += u32::from(decision.best_value < decision.chosen_value);
            let is_same = decision.best == decision.chosen;
            let case = || format!("{line}, seed {seed}: {decision:?}");
            assert!(!is_same || !decision.is_mistake(ledger.aim), "{}", case());
        }
        decisions += ledger.decisions.len();
    }
    let certainty = oracle.certainty().name();
    println!("| `{line}` | {certainty} | {games} | {decisions} | {below} | {worst:.1e} |");
    assert_eq!(below, 0, "{line}");
    assert!(worst < 1e-9, "{line}: {worst}");
}

/// With `HOTDICE_LONG=1` these are 200 games for every line.
#[test]
fn no_best_is_below_what_was_played() {
    let games = if is_long() { 200 } else { 3 };
    let library = Memory::default();
    println!("| game | values | games | decisions | best below played | worst sum |");
    println!("| --- | --- | ---: | ---: | ---: | ---: |");
    let small = hotdice_games::FAMILIES
        .iter()
        .flat_map(|family| family.small);
    for line in small.chain(SHORT) {
        check_any(line, &library, games, usize::MAX);
    }
}

#[test]
fn every_preset_has_a_short_game() {
    for (_, preset) in hotdice_games::presets() {
        let name = |line: &&&str| line.split('(').next() == Some(preset.name);
        assert!(SHORT.iter().any(|line| name(&line)), "{}", preset.name);
    }
}

/// The presets as they are, with estimates where a table would be large.
#[test]
fn estimates_do_not_put_the_best_below_what_was_played() {
    for (_, preset) in hotdice_games::presets() {
        check_any(preset.name, &Pocket(Memory::default()), 1, SOME_EVENTS);
    }
}
