//! The search's own position against the rules.

use std::collections::HashSet;

use hotdice_core::{Game, Turn};
use hotdice_games::tridice::{Action, TriDice};
use proptest::prelude::*;

use super::{actions, game, wander};
use crate::tridice::order;
use crate::tridice::position::SearchPosition;

fn small_game() -> impl Strategy<Value = TriDice> {
    (3..=5_u8, 1..=4_u8).prop_map(|(rows, dice)| game(rows, dice))
}

proptest! {
    #[test]
    fn fields_have_the_actions_of_the_rules(
        game in small_game(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        if let Some(state) = wander(&game, &choices) {
            let mut own = Vec::new();
            order::for_each(&game, &SearchPosition::of(&state), |action| own.push(action));
            prop_assert_eq!(own, actions(&game, &state));
        }
    }

    #[test]
    fn fields_follow_the_state(
        game in small_game(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let Some(state) = wander(&game, &choices) else { return Ok(()) };
        for action in actions(&game, &state) {
            let Some(next) = after(&SearchPosition::of(&state), action) else { continue };
            let mut after = state;
            game.act(&mut after, &action);
            let fresh = SearchPosition::of(&after);
            prop_assert_eq!(next.key(), fresh.key());
            prop_assert_eq!(next.quiet_turns(), fresh.quiet_turns());
            prop_assert_eq!(next.is_passed_twice(), fresh.is_passed_twice());
            let is_over = matches!(game.turn(&after), Turn::Over(_));
            prop_assert_eq!(next.dice_left(next.mover()) == 0, is_over && after.loser().is_some());
        }
    }
}

#[test]
fn every_position_of_the_past_has_its_key() {
    let game = game(4, 1);
    let text = "turn=2 hands=0,0 board=22:1=2134,44:2=3142 past=33-22,44-31,22-33,31-44,33-22";
    let keys = SearchPosition::keys_of_past(&super::state(&game, text));
    assert_eq!(keys.len(), 6);
    assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 4);
    assert_eq!((keys[0], keys[1]), (keys[4], keys[5]));
}

fn after(field: &SearchPosition, action: Action) -> Option<SearchPosition> {
    match action {
        Action::Place(_) => None,
        Action::Move { from, to } => Some(field.moved(from, to)),
        Action::Pass => Some(field.passed()),
    }
}
