//! Values inside a turn against those of the rules alone.

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::yatzy::{Action, State, Yatzy};

use super::plain::{ByTheRules, close};
use super::{SMALL, game, solve};

/// Follows some lines of play and compares every value on the way.
#[track_caller]
fn follow(
    game: &Yatzy,
    rules: &mut ByTheRules<'_>,
    value: impl Fn(&State) -> f64,
    actions: impl Fn(&State) -> Vec<(Action, f64)>,
) {
    for way in 0..12_usize {
        let mut state = game.start(1);
        let mut step = way;
        loop {
            close(value(&state), rules.value(&state));
            step = (step * 31 + 7) % 10_007;
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Roll => {
                    let mut rolls = Vec::new();
                    game.for_each_roll(&state, |roll, _| rolls.push(roll));
                    game.settle(&mut state, &rolls[step % rolls.len()]);
                }
                Turn::Decide(_) => {
                    let values = actions(&state);
                    for (action, value) in &values {
                        let mut after = state.clone();
                        game.act(&mut after, action);
                        close(*value, rules.value(&after));
                    }
                    game.act(&mut state, &values[step % values.len()].0);
                }
            }
        }
    }
}

#[test]
fn expected_points_agree_with_the_rules_alone_on_the_way() {
    for line in SMALL {
        let (game, solved) = (game(line), solve(line));
        follow(
            &game,
            &mut ByTheRules::new(&game),
            |state| solved.value(state, Seat::FIRST),
            |state| solved.action_values(state),
        );
    }
}

#[test]
fn values_every_legal_action_once() {
    let line = "kata(boxes=ones+sixes+pair)";
    let (game, solved) = (game(line), solve(line));
    let mut state = game.start(1);
    assert_eq!(solved.action_values(&state), []);
    game.settle(&mut state, &"1 1 2 6 6".parse().unwrap());
    let mut legal = Vec::new();
    game.for_each_action(&state, |action| legal.push(action));
    let values = solved.action_values(&state).into_iter();
    assert_eq!(values.map(|(action, _)| action).collect::<Vec<_>>(), legal);
}

#[test]
fn knows_seats_that_are_not_in_turn() {
    let line = "kata(dice=2,boxes=ones+pair+chance)";
    let (game, solved) = (game(line), solve(line));
    let state = game.start(2);
    let second = Seat::new(1).unwrap();
    close(solved.value(&state, second), solved.expected());
}
