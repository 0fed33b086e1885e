//! Chances to win, against those of the rules alone.

use std::sync::Arc;

use hotdice_core::{Game, Notation, Seat, Turn};
use hotdice_games::yatzy::{Action, State, Yatzy};

use super::super::{Deviations, Effort, PlayToWin, Regret, Solved, Winning};
use super::{follow, game, solve};
use crate::Unwatched;
use crate::generic::{Aim, Solution};

/// Small games of two whose states are few enough for the rules alone.
const DUELS: &[&str] = &[
    "kata(dice=1,rolls=2,boxes=ones+sixes+chance)",
    "kata(dice=2,rolls=2,boxes=ones+twos,bonus=7/5)",
    "kata(dice=2,rolls=2,boxes=ones+chance,saved_rolls=on)",
    "yahtzee(dice=2,rolls=2,boxes=ones+twin:sets-2:9+run:run-2:5,bonus=10/2)",
    "yahtzee(dice=2,rolls=2,boxes=sixes+twin:sets-2:50,bonus=none,joker=free)",
    "yahtzee(dice=2,rolls=2,boxes=twin:sets-2:50+run:run-2:20,bonus=none,joker=original)",
];

pub(super) fn winning(line: &str, seats: u8, effort: Effort) -> Winning {
    let solved = Arc::new(solve(line));
    let deviations = Deviations::of(&solved, &Unwatched).expect("nobody stops it");
    Winning::new(solved, Arc::new(deviations), seats, effort, &Unwatched).expect("nobody stops it")
}

fn by_the_rules(game: &Yatzy, seats: u8) -> Solution {
    let start = game.start(seats);
    Solution::solve(game, &start, seats, Aim::Win, 5_000_000, &Unwatched).expect("a small game")
}

#[test]
fn a_duel_is_what_the_rules_alone_say() {
    for line in DUELS {
        let game = game(line);
        let (plain, winning) = (by_the_rules(&game, 2), winning(line, 2, Effort::USUAL));
        assert!(winning.is_exact(), "{line}");
        follow(&game, 2, 40, |state| {
            for seat in Seat::all(2) {
                let expected = plain.value(state, seat).expect("a state that comes up");
                let found = winning.value(state, seat);
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{line} {state:?} {found} {expected}"
                );
            }
            for (action, found) in winning.action_values(state) {
                let mut after = state.clone();
                game.act(&mut after, &action);
                let expected = plain
                    .value(&after, state.seat())
                    .expect("a state that comes up");
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{line} {state:?} {action:?}"
                );
            }
        });
    }
}

#[test]
fn the_last_turn_is_exact_for_any_number_of_players() {
    let line = "yahtzee(dice=2,rolls=2,boxes=ones+twin:sets-2:9,bonus=10/2)";
    let game = game(line);
    let plain = by_the_rules(&game, 3);
    for effort in [Effort::OneTurn, Effort::USUAL] {
        let winning = winning(line, 3, effort);
        let last = Seat::all(3).last().expect("three seats");
        follow(&game, 3, 200, |state| {
            let chances: f64 = Seat::all(3).map(|seat| winning.value(state, seat)).sum();
            assert!((chances - 1.0).abs() < 1e-12, "{state:?} {chances}");
            let is_last = state.seat() == last && state.column(last).filled() == 1;
            let is_over = matches!(game.turn(state), Turn::Over(_));
            let is_known = is_over || is_last && effort == Effort::USUAL;
            assert_eq!(winning.is_exact_at(state), is_known, "{state:?}");
            if is_last {
                let expected = plain.value(state, last).expect("a state that comes up");
                let found = winning.value(state, last);
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{state:?} {found} {expected}"
                );
            }
        });
    }
}

#[test]
fn half_a_win_one_time_in_six_is_better_than_to_lose() {
    let line = "kata(boxes=chance)";
    let (game, winning) = (game(line), winning(line, 2, Effort::USUAL));
    let state = game
        .read_state("sheets=29/- turn=2 left=1 dice=55666")
        .expect("a state");
    let mut values = winning.action_values(&state);
    values.sort_by(|one, other| other.1.total_cmp(&one.1));
    let words = |nth: usize| game.write_action(&values[nth].0);
    assert!((values[0].1 - 1.0 / 12.0).abs() < 1e-12, "{}", values[0].1);
    assert_eq!(words(0), "hold 5 6 6 6");
    let loses = values
        .iter()
        .find(|(action, _)| game.write_action(action) == "place chance");
    assert_eq!(loses.map(|(_, value)| *value), Some(0.0));
}

#[test]
fn nobody_does_better_than_perfect_players() {
    let line = "yahtzee(dice=3,rolls=2,boxes=ones+sixes+twin:sets-3:20+chance,bonus=9/8)";
    let solved = Arc::new(solve(line));
    let deviations = Arc::new(Deviations::of(&solved, &Unwatched).expect("nobody stops it"));
    let plays = [
        PlayToWin::Perfect,
        PlayToWin::Reply,
        PlayToWin::OneTurn,
        PlayToWin::Points,
    ];
    let found = Regret::of(solved, deviations, &plays, 1_000_000, &Unwatched);
    let found = found.expect("nobody stops it").expect("a small game");
    let [perfect, reply, one_turn, points] = found[..] else {
        panic!("one for each")
    };
    let start = game(line).start(2);
    let first = winning(line, 2, Effort::USUAL).value(&start, Seat::FIRST);
    assert_eq!((perfect.worst, perfect.mean), (0.0, 0.0));
    assert!((perfect.chances[0] - first).abs() < 1e-12);
    assert!((perfect.chances[0] + perfect.chances[1] - 1.0).abs() < 1e-12);
    for other in [reply, one_turn, points] {
        assert_eq!(other.states, perfect.states);
        assert!(0.0 < other.mean && other.mean < other.worst, "{other:?}");
        for side in [0, 1] {
            assert!(other.chances[side] < perfect.chances[side], "{other:?}");
        }
    }
    assert!(
        reply.mean < one_turn.mean && one_turn.mean < points.mean,
        "{found:?}"
    );
}

/// All values of a table of the rest of a game are those of the whole game.
#[test]
fn an_ending_is_part_of_the_whole() {
    let line = "yahtzee(dice=2,rolls=2,boxes=ones+twin:sets-2:9+run:run-2:5,bonus=10/2)";
    let game = game(line);
    let (whole, mut parts) = (
        winning(line, 2, Effort::USUAL),
        winning(line, 2, Effort::USUAL),
    );
    parts.forget_the_whole();
    follow(&game, 2, 60, |state| {
        let (one, other) = (
            whole.value(state, Seat::FIRST),
            parts.value(state, Seat::FIRST),
        );
        assert!((one - other).abs() < 1e-12, "{state:?} {one} {other}");
        assert!(parts.is_exact_at(state), "{state:?}");
    });
    assert!(!parts.is_exact());
}

/// The best reply to points, worked out sheet by sheet, against a plain search through all that can happen.
#[test]
fn a_reply_is_the_best_there_is() {
    let line = "kata(dice=1,rolls=2,boxes=ones+sixes+chance)";
    let game = game(line);
    let reply = winning(line, 3, Effort::USUAL);
    let solved = solve(line);
    follow(&game, 3, 12, |state| {
        let seat = state.seat();
        if state.column(seat).filled() == 2 && matches!(game.turn(state), Turn::Roll) {
            let plain = against_points(&game, &solved, state, seat);
            let found = reply.value(state, seat);
            assert!((found - plain).abs() < 1e-9, "{state:?} {found} {plain}");
        }
    });
}

/// Returns the chance of a seat that does its best to win while all others play for points.
fn against_points(game: &Yatzy, solved: &Solved, state: &State, seat: Seat) -> f64 {
    match game.turn(state) {
        Turn::Over(standing) if standing.winners.contains(seat) => {
            1.0 / f64::from(standing.winners.len())
        }
        Turn::Over(_) => 0.0,
        Turn::Roll => {
            let (mut sum, mut total) = (0.0, 0.0);
            game.for_each_roll(state, |roll, weight| {
                let mut after = state.clone();
                game.settle(&mut after, &roll);
                sum += weight as f64 * against_points(game, solved, &after, seat);
                total += weight as f64;
            });
            sum / total
        }
        Turn::Decide(decides) => {
            let values = solved.action_values(state);
            let after = |action: &Action| {
                let mut after = state.clone();
                game.act(&mut after, action);
                against_points(game, solved, &after, seat)
            };
            if decides == seat {
                let all = values.iter().map(|(action, _)| after(action));
                return all.fold(0.0, f64::max);
            }
            let best = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
            let first = values.iter().find(|(_, value)| best - value < 1e-9);
            after(&first.expect("somebody decides").0)
        }
    }
}
