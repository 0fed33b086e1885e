//! The games that are tried.

use std::sync::{Arc, LazyLock};

use hotdice_core::AnyGame;

/// One rules line for each way in which games differ.
pub const GAMES: &[&str] = &[
    "farkle",
    "farkle(deck=full,hot=forced,end=final-round,target=3000)",
    "farkle(first=random,busts=2:-500,opening=350,target=2000)",
    "farkle(hot=ends-turn,no_score=250,bank_min=300,target=2000)",
    "zilch",
    "zilch(count=in-order,kinds=linear,hot=forced,end=on-roll)",
    "cheese",
    "cheese(deck=full)",
    "cheese(deck=small,hot=optional,bank_takes=roll)",
    "kata",
    "yatzy",
    "yahtzee",
    "maxi-yatzy",
    "tridice",
    "tridice(rows=3,dice=2)",
    "pig",
];

/// Picks a game by a byte.
pub(crate) fn pick(byte: u8) -> &'static dyn AnyGame {
    static MADE: LazyLock<Vec<Arc<dyn AnyGame>>> = LazyLock::new(|| {
        let made = GAMES.iter().map(|rules| hotdice_games::find(rules));
        made.map(|game| game.expect("every line of the list is a game"))
            .collect()
    });
    MADE[usize::from(byte) % MADE.len()].as_ref()
}

/// Picks a game by the first byte, and returns what follows.
pub(crate) fn split(bytes: &[u8]) -> Option<(&'static dyn AnyGame, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    Some((pick(*first), rest))
}
