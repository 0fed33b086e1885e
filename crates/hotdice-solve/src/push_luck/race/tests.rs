//! Published numbers, and the rules of the game itself as the judge of every value.

use hotdice_core::{Game, Notation, Turn};
use hotdice_games::push_luck::{PushLuck, State};

use super::{Race, RaceRefused, WrongBytes};
use crate::watch::Impatient;
use crate::{Stopped, Unwatched};

fn game(line: &str) -> PushLuck {
    PushLuck::read(&line.parse().unwrap()).unwrap()
}

fn race(line: &str) -> Race {
    Race::solve(&game(line), 1 << 30, &Unwatched).unwrap()
}

/// Busche and Neller's game; values of an independent program.
#[track_caller]
fn check_published(target: u32, expected: f64) {
    let race = race(&format!("farkle-minimal(target={target})"));
    let found = race.first_wins();
    assert!((found - expected).abs() < 1e-12, "{found} for {target}");
}

#[test]
fn short_races_match_the_published_numbers() {
    check_published(1000, 0.602_389_681_682);
    check_published(2000, 0.578_759_416_118);
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn long_races_match_the_published_numbers() {
    check_published(5000, 0.551_415_841_598);
    check_published(10_000, 0.536_953_031_813);
    let race = race("farkle-minimal");
    assert!((race.chance(0, 200).unwrap() - 0.504_002_188).abs() < 1e-9);
}

/// Checks every position of some games against what the game itself says can follow it.
#[track_caller]
fn check_positions(line: &str) {
    let race = race(line);
    let game = race.game().clone();
    let mut next = 7_u64;
    for _ in 0..3 {
        let mut state = game.start(2);
        for _ in 0..60 {
            check_position(&race, &state);
            next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            match follow(&game, &state, (next >> 33) as usize) {
                Some(after) => state = after,
                None => break,
            }
        }
    }
}

/// Returns one of the states that can follow.
fn follow(game: &PushLuck, state: &State, which: usize) -> Option<State> {
    let mut after = Vec::new();
    match game.turn(state) {
        Turn::Over(_) => return None,
        Turn::Decide(_) => game.for_each_action(state, |action| {
            let mut state = state.clone();
            game.act(&mut state, &action);
            after.push(state);
        }),
        Turn::Roll => game.for_each_roll(state, |roll, _| {
            let mut state = state.clone();
            game.settle(&mut state, &roll);
            after.push(state);
        }),
    }
    let which = which % after.len();
    Some(after.swap_remove(which))
}

#[track_caller]
fn check_position(race: &Race, state: &State) {
    let game = race.game();
    let value = |state: &State| race.value(state).unwrap();
    let expected = match game.turn(state) {
        Turn::Over(_) => return,
        Turn::Decide(seat) => {
            let mut best = [-1.0; 2];
            for (action, claimed) in race.action_values(state).unwrap() {
                let mut after = state.clone();
                game.act(&mut after, &action);
                let values = value(&after);
                assert!(
                    (values[seat.index()] - claimed).abs() < 1e-12,
                    "{action:?} in {state:?}"
                );
                if claimed > best[seat.index()] {
                    best = values;
                }
            }
            best
        }
        Turn::Roll => {
            let (mut sum, mut all) = ([0.0; 2], 0.0);
            game.for_each_roll(state, |roll, weight| {
                let mut after = state.clone();
                game.settle(&mut after, &roll);
                let values = value(&after);
                sum = [0, 1].map(|seat| sum[seat] + values[seat] * weight as f64);
                all += weight as f64;
            });
            sum.map(|sum| sum / all)
        }
    };
    let found = value(state);
    for seat in [0, 1] {
        let gap = (found[seat] - expected[seat]).abs();
        assert!(
            gap < 2e-12,
            "{gap:e}: {found:?}, not {expected:?}, in {state:?}"
        );
    }
}

/// Checks that a race which has been asked about other positions of a turn says what one says that has never been asked.
#[track_caller]
fn check_memory(line: &str) {
    let race = race(line);
    let mut state = race.game().start(2);
    let mut next = 3_u64;
    for _ in 0..150 {
        let fresh = race.clone();
        let [known, new] = [&race, &fresh].map(|race| race.value(&state).unwrap());
        assert!((known[0] - new[0]).abs() < 1e-15, "{line}: {state:?}");
        let [known, new] = [&race, &fresh].map(|race| race.action_values(&state).unwrap());
        assert_eq!(known.len(), new.len());
        for (known, new) in std::iter::zip(known, new) {
            assert_eq!(known.0, new.0);
            assert!((known.1 - new.1).abs() < 1e-15, "{line}: {state:?}");
        }
        next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let after = follow(race.game(), &state, (next >> 33) as usize);
        state = after.unwrap_or_else(|| race.game().start(2));
    }
}

#[test]
fn what_was_asked_before_changes_nothing() {
    check_memory("farkle(target=1500)");
    check_memory("zilch(target=800)");
    check_memory("zilch(target=500,busts=2:-300,no_score=500)");
    check_memory("farkle-minimal(target=700,hot=forced)");
}

macro_rules! positions {
    ($($name:ident: $line:literal,)*) => {
        $(#[test]
        fn $name() {
            check_positions($line);
        })*
    };
}

positions! {
    banking_wins: "farkle-minimal(target=900)",
    rolling_wins: "farkle(target=800)",
    rolling_wins_with_minimums: "farkle(target=800,opening=300,bank_min=150,bank_takes=kept)",
    a_final_round: "zilch(target=700)",
    a_final_round_with_opening: "farkle-classic(target=1000)",
    a_final_round_with_minimum: "zilch(target=600,bank_min=350)",
    banking_takes_the_roll: "farkle(target=700,end=on-bank,bank_min=200)",
    banking_takes_the_roll_in_a_final_round: "farkle(target=700,end=final-round)",
    hot_dice_are_forced: "farkle-minimal(target=900,hot=forced)",
    hot_dice_are_forced_and_banking_takes_the_roll: "farkle(target=700,end=on-bank,hot=forced)",
    hot_dice_are_forced_in_a_final_round: "farkle-minimal(target=300,hot=forced,end=final-round)",
    hot_dice_end_the_turn: "cheese(target=900,seats=2,bank_min=400)",
    hot_dice_end_the_turn_on_the_roll: "farkle(target=900,hot=ends-turn)",
    hot_dice_end_the_turn_in_a_final_round: "cheese(target=700,end=final-round)",
    six_idle_dice_pay: "farkle-minimal(target=900,no_score=300)",
    six_idle_dice_pay_on_the_roll: "farkle(target=900,no_score=500)",
    six_idle_dice_pay_in_a_final_round: "zilch(target=250,no_score=500)",
    six_idle_dice_pay_in_a_longer_final_round: "zilch-playr(target=700)",
    six_idle_dice_pay_and_hot_dice_are_forced: "zilch(target=500,no_score=500,hot=forced)",
    six_idle_dice_pay_and_hot_dice_end_the_turn: "zilch(target=500,no_score=500,hot=ends-turn)",
    six_idle_dice_pay_and_banking_takes_the_roll: "zilch(target=500,no_score=500,bank_takes=roll)",
    points_in_order: "zilch(target=1000,count=in-order,end=on-bank)",
    uneven_points: "farkle-minimal(target=377,fives=35,bank_min=90)",
    busts_cost_points: "farkle-minimal(target=700,busts=2:-300)",
    every_bust_costs_points: "farkle-minimal(target=500,busts=1:-50)",
    busts_cost_points_in_a_final_round: "zilch(target=500,busts=3:-500,opening=200)",
    whoever_begins: "farkle-minimal(target=400,first=random)",
}

#[test]
fn bytes_bring_back_the_race() {
    let race = race("zilch(target=600,busts=2:-300)");
    let bytes = race.to_bytes();
    let back = Race::from_bytes(race.game(), &bytes).unwrap();
    assert_eq!(back.to_bytes(), bytes);
    assert_eq!(back.first_wins(), race.first_wins());
    let short = Race::from_bytes(race.game(), &bytes[1..]).unwrap_err();
    assert!(matches!(short, WrongBytes::Length { .. }), "{short}");
    let mut broken = bytes;
    broken[8..16].copy_from_slice(&2.0_f64.to_le_bytes());
    let broken = Race::from_bytes(race.game(), &broken).unwrap_err();
    assert_eq!(broken, WrongBytes::NoChance { place: 1 });
}

#[test]
fn what_cannot_be_solved_is_refused_with_its_size() {
    let refused = |line| Race::solve(&game(line), 1 << 30, &Unwatched).unwrap_err();
    let cards = refused("cheese(deck=full)");
    assert!(
        matches!(cards, RaceRefused::Cards { needed } if needed > 1 << 40),
        "{cards}"
    );
    let large = refused("farkle-minimal(target=1000000)");
    assert!(
        matches!(large, RaceRefused::TooLarge { needed, .. } if needed > 1 << 32),
        "{large}"
    );
}

#[test]
fn a_race_with_rolls_of_too_many_steps_is_refused() {
    let refused = Race::solve(
        &game("farkle-minimal(target=50,three_ones=1000000,ones=1)"),
        1 << 40,
        &Unwatched,
    );
    let (step, most) = (1, 2_000_000);
    assert_eq!(refused.unwrap_err(), RaceRefused::TooDeep { step, most });
}

/// Asks a race about the largest totals that can be read, at many scores, and checks what it remembers of that.
#[track_caller]
fn check_bounded(line: &str, most: u32) {
    let race = race(line);
    let state = |score: u32, next: &str| {
        let text = format!("scores={score},0 turn=1 total={most} next={next}");
        race.game().read_state(&text).unwrap()
    };
    for score in (0..race.game().rules().target).step_by(50) {
        race.action_values(&state(score, "choose:111111")).unwrap();
        race.value(&state(score, "roll:3")).unwrap();
        let bytes = race.last.bytes();
        assert!(0 < bytes && bytes <= race.bytes_remembered(), "{line}");
    }
    assert!(race.bytes_remembered() <= 64 << 10, "{line}");
    check_position(&race, &state(100, "roll:2"));
}

#[test]
fn what_a_race_remembers_does_not_grow_with_the_totals_it_is_asked_about() {
    check_bounded("farkle-classic(target=1000)", 601_000);
    check_bounded("farkle-minimal(target=1000)", 401_000);
}

#[test]
fn a_turn_of_too_many_totals_is_not_remembered() {
    let race = race("farkle-minimal(target=100,straight=500000)");
    let text = "scores=0,0 turn=1 total=100000000 next=roll:3";
    race.value(&race.game().read_state(text).unwrap()).unwrap();
    assert_eq!(race.last.bytes(), 0);
}

#[test]
fn questions_about_one_turn_are_answered_from_memory() {
    let race = race("zilch(target=800)");
    let asked = |total: u32| {
        let text = format!("scores=0,0 turn=1 total={total} next=roll:3");
        race.value(&race.game().read_state(&text).unwrap()).unwrap();
        race.last.bytes()
    };
    let first = asked(200);
    assert!(first > 0);
    assert_eq!((asked(350), asked(200), asked(1000)), (first, first, first));
    assert!(asked(50) > first);
}

#[test]
fn whoever_waits_may_stop_it() {
    let stopped = Race::solve(&game("farkle-minimal"), 1 << 30, &Impatient).unwrap_err();
    assert_eq!(stopped, RaceRefused::Stopped(Stopped));
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let solved = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        let lines = ["farkle-minimal(target=1500)", "zilch-playr(target=600)"];
        pool.install(|| lines.map(|line| race(line).to_bytes()))
    };
    assert_eq!(solved(1), solved(2));
}

#[cfg(target_arch = "x86_64")]
#[test]
fn every_kind_of_processor_gives_the_same_bits() {
    for line in ["farkle-minimal(target=1000)", "zilch-playr(target=600)"] {
        crate::processor::tests::check_all(|| race(line).to_bytes());
    }
}

/// The race in its plainest form: banking wins, hot dice roll on, chances by substitution.
mod plain {
    use std::collections::HashMap;

    use super::game;
    use crate::push_luck::options::{DICE, KeepFilter, ThrowMenu, TurnSpot, menus};

    struct Turn<'a> {
        menus: &'a [ThrowMenu; 6],
        target: u32,
        mine: u32,
        yours: u32,
        bust: f64,
        known: &'a HashMap<(u32, u32), f64>,
        values: HashMap<(u32, u8), f64>,
    }

    impl Turn<'_> {
        fn bank(&self, total: u32) -> f64 {
            if self.mine + total >= self.target {
                1.0
            } else {
                1.0 - self.known[&(self.yours, self.mine + total)]
            }
        }

        fn roll(&mut self, total: u32, dice: u8) -> f64 {
            if let Some(value) = self.values.get(&(total, dice)) {
                return *value;
            }
            let menu = &self.menus[usize::from(dice) - 1];
            let mut sum = menu.busts as f64 * self.bust;
            for (landings, weight) in &menu.choices {
                let mut best = 0.0_f64;
                for landing in landings {
                    let total = total + landing.points;
                    best = best.max(self.bank(total));
                    if best < 1.0 {
                        best = best.max(match landing.spot {
                            TurnSpot::Left(dice) => self.roll(total, dice),
                            TurnSpot::Hot | TurnSpot::Taken => self.roll(total, DICE),
                        });
                    }
                }
                sum += best * *weight as f64;
            }
            let value = sum / menu.throws as f64;
            self.values.insert((total, dice), value);
            value
        }
    }

    #[test]
    fn the_fast_race_is_the_plain_race() {
        let target = 700;
        let game = game(&format!("farkle-minimal(target={target})"));
        let menus = menus(&game, KeepFilter::Every);
        let mut known = HashMap::new();
        for sum in (0..2 * target / 50 - 1).rev().map(|steps| steps * 50) {
            for mine in (0..=sum / 2).step_by(50).filter(|mine| sum - mine < target) {
                let yours = sum - mine;
                let mut chances = [0.5; 2];
                for round in 0..400 {
                    let (mine, yours) = [(mine, yours), (yours, mine)][round % 2];
                    let mut turn = Turn {
                        menus: &menus,
                        target,
                        mine,
                        yours,
                        bust: 1.0 - chances[1 - round % 2],
                        known: &known,
                        values: HashMap::new(),
                    };
                    let value = turn.roll(0, DICE);
                    let before = std::mem::replace(&mut chances[round % 2], value);
                    if round > 1 && (before - value).abs() < 1e-16 {
                        break;
                    }
                }
                known.insert((mine, yours), chances[0]);
                known.insert((yours, mine), chances[1]);
            }
        }
        let race = super::race(&format!("farkle-minimal(target={target})"));
        for ((mine, yours), chance) in known {
            let found = race.chance(mine, yours).unwrap();
            assert!(
                (found - chance).abs() < 1e-13,
                "{mine} {yours}: {found}, not {chance}"
            );
        }
    }
}
