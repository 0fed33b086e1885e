//! Every position of random games against what the rules say can follow it, and against the solver of any game.

use hotdice_core::{Game, Notation, Seat, Turn};
use hotdice_games::push_luck::{PushLuck, State};

use super::solve;
use crate::Unwatched;
use crate::generic::{Aim, Solution};
use crate::oracle::{Certainty, Evaluator};
use crate::push_luck::{Endgame, ThreeRace};

/// Random games, from the start or from a state.
struct Walk {
    game: PushLuck,
    next: u64,
}

impl Walk {
    fn of(line: &str) -> Self {
        let game = PushLuck::read(&line.parse().unwrap()).unwrap();
        Self { game, next: 7 }
    }

    fn state(&self, text: &str) -> State {
        self.game.read_state(text).unwrap()
    }

    /// Visits every position of a random game.
    fn visit(&mut self, mut state: State, mut visit: impl FnMut(&PushLuck, &State)) {
        loop {
            visit(&self.game, &state);
            let mut after = follow(&self.game, &state);
            if after.is_empty() {
                return;
            }
            self.next = self
                .next
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let which = (self.next >> 33) as usize % after.len();
            state = after.swap_remove(which).0;
        }
    }
}

/// Returns the states that can follow, with their weights.
fn follow(game: &PushLuck, state: &State) -> Vec<(State, f64)> {
    let mut after = Vec::new();
    match game.turn(state) {
        Turn::Over(_) => {}
        Turn::Decide(_) => game.for_each_action(state, |action| {
            let mut state = state.clone();
            game.act(&mut state, &action);
            after.push((state, 1.0));
        }),
        Turn::Roll => game.for_each_roll(state, |roll, weight| {
            let mut state = state.clone();
            game.settle(&mut state, &roll);
            after.push((state, weight as f64));
        }),
    }
    after
}

fn values(known: &dyn Evaluator<PushLuck>, state: &State) -> Vec<f64> {
    let value = |seat| {
        known
            .value(state, seat)
            .unwrap_or_else(|| panic!("{state:?}"))
    };
    Seat::all(state.seats()).map(value).collect()
}

/// Checks a position by those that can follow it.
#[track_caller]
fn check(game: &PushLuck, known: &dyn Evaluator<PushLuck>, state: &State) {
    let found = values(known, state);
    let expected = match game.turn(state) {
        Turn::Over(_) => return assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12),
        Turn::Decide(seat) => {
            let actions = known.action_values(state);
            assert_eq!(actions.len(), follow(game, state).len());
            let mut best: Option<(f64, Vec<f64>)> = None;
            for (action, claimed) in actions {
                let mut after = state.clone();
                game.act(&mut after, &action);
                let all = values(known, &after);
                assert!(
                    (all[seat.index()] - claimed).abs() < 1e-12,
                    "{action:?} in {state:?}"
                );
                if best.as_ref().is_none_or(|(best, _)| claimed > *best) {
                    best = Some((claimed, all));
                }
            }
            best.unwrap().1
        }
        Turn::Roll => {
            let after = follow(game, state);
            let total: f64 = after.iter().map(|(_, weight)| weight).sum();
            let mut mean = vec![0.0; found.len()];
            for (after, weight) in after {
                let each = values(known, &after);
                std::iter::zip(&mut mean, each)
                    .for_each(|(mean, each)| *mean += each * weight / total);
            }
            mean
        }
    };
    for (found, expected) in std::iter::zip(&found, &expected) {
        let gap = (found - expected).abs();
        assert!(gap < 1e-10, "{gap:e}: {found} and {expected} in {state:?}");
    }
}

/// Checks every position of some games of three.
#[track_caller]
fn check_games(line: &str) {
    let race = solve(line).unwrap();
    let mut walk = Walk::of(line);
    for _ in 0..2 {
        walk.visit(walk.game.start(3), |game, state| check(game, &race, state));
    }
}

#[test]
fn positions_follow_from_each_other() {
    check_games("farkle(target=400)");
    check_games("farkle(target=600,opening=200,bank_min=100,hot=forced)");
    check_games("farkle-minimal(target=400,no_score=300,first=random)");
    check_games("farkle(target=400,end=on-bank,bank_takes=roll)");
    check_games("cheese(target=400)");
}

/// Checks positions after the game was closed, and before.
#[track_caller]
fn check_final_round(line: &str, closed: &[&str]) {
    let race = solve(line).unwrap();
    let mut walk = Walk::of(line);
    for text in closed {
        for _ in 0..3 {
            walk.visit(walk.state(text), |game, state| check(game, &race, state));
        }
    }
    if race.restless().is_empty() {
        walk.visit(walk.game.start(3), |game, state| check(game, &race, state));
    }
}

#[test]
fn positions_of_a_final_round_follow_from_each_other() {
    check_final_round(
        "farkle(target=300,fives=0,end=final-round,opening=200)",
        &[
            "scores=300,200,0 turn=2 closer=1 total=0 next=roll:6",
            "scores=0,500,200 turn=3 closer=2 total=300 next=roll:2",
        ],
    );
    check_final_round(
        "zilch(target=300,ones=0,fives=0)",
        &["scores=300,0,0 turn=2 closer=1 total=0 next=roll:6"],
    );
    check_final_round(
        "farkle-minimal(target=300,fives=0,end=final-round,hot=forced,bank_min=200)",
        &["scores=400,200,100 turn=2 closer=1 total=100 next=roll:5"],
    );
}

/// Checks the last turn of a final round, for any number of players.
#[track_caller]
fn check_last_turn(line: &str, text: &str) {
    let mut walk = Walk::of(line);
    let ending = Endgame::new(&walk.game);
    for _ in 0..5 {
        walk.visit(walk.state(text), |game, state| check(game, &ending, state));
    }
}

#[test]
fn last_turns_are_exact_at_any_table() {
    check_last_turn(
        "zilch",
        "scores=10050,10100,9800 turn=3 closer=1 total=0 next=roll:6",
    );
    check_last_turn(
        "zilch",
        "scores=10100,9000,10100,10050,9850 turn=5 closer=1 total=0 next=roll:6",
    );
    check_last_turn(
        "zilch-playr",
        "scores=9800,10100,9000,10100 turn=1 closer=2 busts=2,0,0,1 total=0 next=roll:6",
    );
    check_last_turn(
        "zilch(piggyback=yes)",
        "scores=10500,9000,7000,9800 turn=4 closer=1 total=0 next=pick-up:400:2",
    );
    check_last_turn(
        "farkle(end=final-round,bank_takes=roll,bank_min=300)",
        "scores=10100,9900,7000,9950 turn=4 closer=1 total=0 next=roll:6",
    );
}

#[test]
fn what_does_not_end_at_once_is_not_known() {
    let walk = Walk::of("zilch");
    let ending = Endgame::new(&walk.game);
    for text in [
        "scores=10100,9000,9000,9000 turn=2 closer=1 total=0 next=roll:6",
        "scores=9000,9000,9000,9000 turn=2 total=0 next=roll:6",
        "scores=0,0,0 turn=2 total=0 next=roll:6",
    ] {
        let state = walk.state(text);
        assert_eq!(
            Evaluator::value(&ending, &state, Seat::FIRST),
            None,
            "{text}"
        );
        assert!(
            Evaluator::action_values(&ending, &state).is_empty(),
            "{text}"
        );
    }
}

/// A graph of all states has neither turns nor totals that could be worked out in another order.
#[test]
fn the_solver_of_any_game_says_the_same() {
    for line in [
        "farkle(target=150)",
        "farkle-minimal(target=150,end=on-roll,hot=forced)",
    ] {
        let race = solve(line).unwrap();
        let mut walk = Walk::of(line);
        let start = walk.game.start(3);
        let all = Solution::solve(&walk.game, &start, 3, Aim::Win, 1 << 20, &Unwatched).unwrap();
        let mut seen = 0;
        for _ in 0..200 {
            walk.visit(start.clone(), |_, state| {
                for (seat, found) in std::iter::zip(Seat::all(3), values(&race, state)) {
                    let expected = all.value(state, seat).unwrap();
                    assert!(
                        (found - expected).abs() < 1e-10,
                        "{found}, not {expected} in {state:?}"
                    );
                    seen += 1;
                }
            });
        }
        assert!(seen > 1000, "{seen}");
    }
}

/// Checks that what is solved from some scores up is what the whole race says.
#[track_caller]
fn check_from(line: &str, points: [u32; 3]) {
    let (whole, walk) = (solve(line).unwrap(), Walk::of(line));
    let corner = whole.course.corner(points);
    let part = ThreeRace::fill(whole.course.clone(), corner, &Unwatched).unwrap();
    let target = walk.game.rules().target;
    let all = |seat: usize| {
        (0..target)
            .step_by(part.course.turns.step as usize)
            .filter(move |score| *score >= points[seat])
    };
    for a in all(0) {
        for (b, c) in all(1).flat_map(|b| all(2).map(move |c| (b, c))) {
            for turn in 1..=3 {
                let text = format!("scores={a},{b},{c} turn={turn} total=0 next=roll:6");
                let state = walk.state(&text);
                for (part, whole) in std::iter::zip(values(&part, &state), values(&whole, &state)) {
                    assert!((part - whole).abs() < 1e-10, "{text}: {part}, not {whole}");
                }
            }
        }
    }
    let below = walk.state("scores=0,0,0 turn=1 total=0 next=roll:6");
    assert_eq!(part.value(&below), None);
}

#[test]
fn what_is_solved_from_some_scores_up_is_the_same() {
    check_from("farkle(target=600)", [300, 300, 300]);
    check_from("farkle(target=600)", [500, 100, 350]);
    check_from("farkle(target=600)", [0, 550, 550]);
    check_from("cheese(target=500)", [450, 250, 50]);
    check_from(
        "farkle(target=300,fives=0,end=final-round,opening=200)",
        [200, 100, 200],
    );
}

#[test]
fn the_whole_game_need_not_be_solved_near_its_end() {
    let walk = Walk::of("farkle");
    let ending = Endgame::new(&walk.game);
    let state = walk.state("scores=9550,9850,9800 turn=1 total=250 next=choose:1456");
    assert_eq!(ending.certainty_at(&state), Certainty::Exact);
    let mut values = ending.action_values(&state);
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    let found: Vec<String> = values
        .into_iter()
        .map(|(action, value)| format!("{} {:.4}", walk.game.write_action(&action), value))
        .collect();
    // An independent program says the same.
    assert_eq!(
        found,
        [
            "keep 1 0.6242",
            "keep 1 5 0.5564",
            "keep 5 0.4599",
            "bank 0.0035"
        ]
    );
}

#[test]
fn tables_read_back() {
    for line in ["farkle(target=400)", "farkle(target=150,end=final-round)"] {
        let race = solve(line).unwrap();
        let bytes = race.to_bytes();
        let read = ThreeRace::from_bytes(race.game(), &bytes).unwrap();
        assert_eq!(read.restless(), race.restless());
        assert_eq!(read.to_bytes(), bytes);
        assert!(ThreeRace::from_bytes(race.game(), &bytes[1..]).is_none());
        let other = Walk::of("farkle(target=450)").game;
        assert!(ThreeRace::from_bytes(&other, &bytes).is_none());
        let mut wrong = bytes.clone();
        let last = wrong.len() - 8;
        wrong[last..].copy_from_slice(&2.0_f64.to_le_bytes());
        assert!(ThreeRace::from_bytes(race.game(), &wrong).is_none());
    }
}
