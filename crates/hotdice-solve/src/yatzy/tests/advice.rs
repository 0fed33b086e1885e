//! Values inside a turn against those of the rules alone.

use hotdice_core::{Game, Seat};

use super::plain::{ByTheRules, close};
use super::{SMALL, follow, game, solve};

#[test]
fn expected_points_agree_with_the_rules_alone_on_the_way() {
    for line in SMALL {
        let (game, solved) = (game(line), solve(line));
        let mut rules = ByTheRules::new(&game);
        follow(&game, 1, 12, |state| {
            close(solved.value(state, Seat::FIRST), rules.value(state));
            for (action, value) in solved.action_values(state) {
                let mut after = state.clone();
                game.act(&mut after, &action);
                close(value, rules.value(&after));
            }
        });
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
