//! Players who take what they can get at once, through the plain `Game` trait.

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::push_luck::{Action, PushLuck, Roll};
use hotdice_games::yatzy::{self, Yatzy};

use crate::Chance;

/// Plays a game between two players who keep every die that scores and bank as soon as they may. Returns the number
/// of throws.
pub fn play_farkle(game: &PushLuck, chance: &mut Chance) -> u32 {
    let mut state = game.start(2);
    let mut rolled = None;
    let mut throws = 0;
    loop {
        match game.turn(&state) {
            Turn::Over(_) => return throws,
            Turn::Roll => {
                let dice = usize::from(game.throw(&state).dice);
                let roll = game.read_throw(&state, &chance.throw()[..dice]);
                game.settle(&mut state, &roll);
                rolled = Some(roll);
                throws += 1;
            }
            Turn::Decide(_) => {
                let action = match rolled.take() {
                    _ if game.check(&state, &Action::Bank).is_ok() => Action::Bank,
                    Some(Roll::Dice(dice)) => Action::Keep(game.scorer().worth(dice).scoring),
                    _ => Action::Roll,
                };
                game.act(&mut state, &action);
            }
        }
    }
}

/// Plays a game alone, and places every roll at once where it pays most. Returns the points.
pub fn play_yatzy(game: &Yatzy, chance: &mut Chance) -> u32 {
    let mut state = game.start(1);
    while let Turn::Roll = game.turn(&state) {
        let dice = usize::from(game.throw(&state).dice);
        let roll = game.read_throw(&state, &chance.throw()[..dice]);
        game.settle(&mut state, &roll);
        let placing = game.placing(state.column(Seat::FIRST), roll);
        let open = placing.allowed.iter();
        let best = open.max_by_key(|place| game.pays(&placing, *place));
        let best = best.expect("a box is open until the sheet is full");
        game.act(&mut state, &yatzy::Action::Place(best));
    }
    game.total(state.column(Seat::FIRST))
}
