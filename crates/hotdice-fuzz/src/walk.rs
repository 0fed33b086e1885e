//! A game that goes wherever some bytes lead it.

use hotdice_core::{AnyGame, AnyPosition, Throw, Turn};

/// Opens a game at the smallest table or the next, and lets each byte choose an action or throw the dice; `pass` sees
/// every position before its event.
pub(crate) fn walk(
    game: &dyn AnyGame,
    bytes: &[u8],
    mut pass: impl FnMut(&dyn AnyPosition),
) -> Box<dyn AnyPosition> {
    let allowed = game.seats();
    let more = bytes.first().map_or(0, |byte| byte % 2);
    let seats = (allowed.least() + more).min(allowed.most());
    let opened = game.open(seats);
    let mut position = opened.expect("a number of seats that the rules allow");
    for &byte in bytes {
        pass(position.as_ref());
        step(position.as_mut(), byte);
    }
    position
}

fn step(position: &mut dyn AnyPosition, byte: u8) {
    match position.turn() {
        Turn::Decide(_) => {
            let actions = position.actions();
            let action = &actions[spread(byte, actions.len())];
            position.act(action).expect("a listed action is accepted");
        }
        Turn::Roll => {
            let throw = position.throw().expect("dice are due");
            let roll = position.read_throw(&lying(throw, byte));
            let roll = roll.expect("these dice are the throw that is due");
            position
                .settle(&roll)
                .expect("a roll that was read is possible");
        }
        Turn::Over(_) => {}
    }
}

/// Throws dice that lie differently for each byte.
fn lying(throw: Throw, byte: u8) -> Vec<u16> {
    let word = (u64::from(byte) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let sides = (0..u32::from(throw.dice)).map(|die| word.rotate_left(11 * die) >> 48);
    sides.map(|side| side as u16 % throw.sides).collect()
}

/// Spreads the 256 values of a byte over `len` places.
fn spread(byte: u8, len: usize) -> usize {
    usize::from(byte) * len / 256
}
