//! Texts: what reads is written in one spelling, which reads as the same.

use hotdice_core::{AnyPosition, Dice, EventRefused, Record};
use hotdice_table::Match;
use hotdice_verify::{Memory, verify};

use crate::games::split;
use crate::walk::walk;

/// Dice that read are the same with spaces and without.
pub fn dice(text: &str) {
    if let Ok(dice) = text.parse::<Dice>() {
        assert_eq!(dice.to_string().parse(), Ok(dice));
        assert_eq!(dice.digits().parse(), Ok(dice));
    }
}

/// A rules line that is a game is written as a line that is the same game, and explains itself.
pub fn rules(text: &str) {
    let Ok(game) = hotdice_games::find(text) else {
        return;
    };
    let written = game.rules_line();
    let again = hotdice_games::find(&written).expect("what a game writes names a game");
    assert_eq!(again.rules_line(), written);
    assert_eq!(again.parameters(), game.parameters());
    assert_eq!(again.explain(), game.explain());
    let opened = game.open(game.seats().least());
    opened.expect("the rules allow the least number of seats");
}

/// An action that reads is spelled in one way; the first byte picks the game.
pub fn action(bytes: &[u8]) {
    spelled_once(bytes, |position, text| {
        Ok(position.read_action(text)?.to_string())
    });
}

/// A roll that reads is spelled in one way; the first byte picks the game.
pub fn roll(bytes: &[u8]) {
    spelled_once(bytes, |position, text| {
        Ok(position.read_roll(text)?.to_string())
    });
}

/// Reads a text where its first letters lead a game.
fn spelled_once(bytes: &[u8], spell: fn(&dyn AnyPosition, &str) -> Result<String, EventRefused>) {
    let Some((game, text)) = split(bytes) else {
        return;
    };
    let position = walk(game, &text[..text.len().min(3)], |_| {});
    if let Ok(spelled) = spell(&*position, &String::from_utf8_lossy(text)) {
        let again = spell(&*position, &spelled);
        assert_eq!(again.ok(), Some(spelled));
    }
}

/// A record that reads is written as the same record; if it replays, so does the match it leads to, and if its dice
/// are verified, it replays.
pub fn record(text: &str) {
    let Ok(record) = text.parse::<Record>() else {
        return;
    };
    assert_eq!(record.to_string().parse(), Ok(record.clone()));
    let replayed = Match::replay(&record);
    let verdict = verify(text, &Memory::default());
    assert!(replayed.is_ok() || !verdict.is_verified());
    if let Ok(replayed) = replayed {
        let written = replayed.record();
        let again = Match::replay(&written).expect("a match that was played can be replayed");
        assert_eq!(again.position().state(), replayed.position().state());
        assert_eq!(again.record(), written);
    }
}
