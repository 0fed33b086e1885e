//! The states of a level, shared out among threads.

use super::boxes::Filled;

/// How many values one thread takes at a time, about.
const SHARE: usize = 2048;

/// Some sets of a level that follow each other, and room for their values.
pub(super) struct Share<'a, V> {
    pub(super) sets: &'a [Filled],
    pub(super) values: &'a mut [V],
}

/// Shares out the sets of a level and the room for their values, of which each set has so many.
pub(super) fn share_out<'a, V>(
    mut sets: &'a [Filled],
    mut values: &'a mut [V],
    size: impl Fn(Filled) -> usize,
) -> Vec<Share<'a, V>> {
    let mut shares = Vec::new();
    while !sets.is_empty() {
        let (mut taken, mut room) = (0, 0);
        while taken < sets.len() && room < SHARE {
            room += size(sets[taken]);
            taken += 1;
        }
        let (mine, others) = sets.split_at(taken);
        let (room, rest) = values.split_at_mut(room);
        shares.push(Share {
            sets: mine,
            values: room,
        });
        (sets, values) = (others, rest);
    }
    shares
}
