//! The whole game with one die each: two placements, two rolls, then an ending.

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::tridice::{State, TriDice};

use super::Endings;

/// Returns the exact chance to win of the seat in turn, or nothing when a player has more than one die.
///
/// Whoever still has the die in hand has to place it in the next turn, so looking ahead soon comes to the tables.
pub(super) fn value(endings: &Endings, game: &TriDice, state: &State) -> Option<f64> {
    let mut seats = Seat::all(2);
    let is_small = seats.all(|seat| state.dice_left(seat) <= 1);
    let has_placements = state.rolling().is_some() || seats_in_hand(state) > 0;
    match game.turn(state) {
        _ if !is_small || !has_placements => None,
        Turn::Over(_) => None,
        Turn::Roll => mean(endings, game, state),
        Turn::Decide(_) => best(endings, game, state),
    }
}

fn seats_in_hand(state: &State) -> usize {
    Seat::all(2).filter(|&seat| state.hand(seat) > 0).count()
}

fn mean(endings: &Endings, game: &TriDice, state: &State) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    let mut is_known = true;
    game.for_each_roll(state, |roll, weight| {
        let mut after = *state;
        game.settle(&mut after, &roll);
        match endings.value(game, &after) {
            Some(value) => sum += weight as f64 * (1.0 - value),
            None => is_known = false,
        }
        weights += weight as f64;
    });
    is_known.then_some(sum / weights)
}

fn best(endings: &Endings, game: &TriDice, state: &State) -> Option<f64> {
    let mut best = Some(0.0);
    game.for_each_action(state, |action| {
        let mut after = *state;
        game.act(&mut after, &action);
        let own = endings.value(game, &after).map(|value| {
            if after.seat() == state.seat() {
                value
            } else {
                1.0 - value
            }
        });
        best = best.zip(own).map(|(best, own): (f64, f64)| best.max(own));
    });
    best
}
