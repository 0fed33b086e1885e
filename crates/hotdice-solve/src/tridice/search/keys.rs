//! Numbers to recognise positions by (Zobrist keys), the same in every run.

use hotdice_core::Seat;
use hotdice_games::tridice::{Cell, Imprint};

/// Returns the key of a die on its cell.
pub(in crate::tridice) const fn die(seat: Seat, cell: Cell, imprint: Imprint) -> u64 {
    let place = seat.index() * Cell::MOST + cell.index();
    DICE[place * Imprint::COUNT + imprint.index()]
}

/// Returns the key of a hand with that many dice.
pub(in crate::tridice) const fn hand(seat: Seat, dice: u8) -> u64 {
    mixed((1 << 32) + seat.index() as u64 * 256 + dice as u64)
}

/// Returns the key of the seat in turn.
pub(in crate::tridice) const fn mover(seat: Seat) -> u64 {
    mixed((2 << 32) + seat.index() as u64)
}

const DICE: [u64; 2 * Cell::MOST * Imprint::COUNT] = {
    let mut keys = [0; 2 * Cell::MOST * Imprint::COUNT];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = mixed(index as u64);
        index += 1;
    }
    keys
};

/// Returns a number that looks random (the output step of SplitMix64).
const fn mixed(word: u64) -> u64 {
    let word = (word + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
