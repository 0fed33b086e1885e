//! Games that are about to begin, on the way between their seats and their rules.

use std::sync::Mutex;

use super::*;
use crate::session::{LocalGame, NewGame};

/// Opens the seats of a game with dice and a place of its own, which are noted when it begins.
fn seated(begun: &Arc<Mutex<Vec<String>>>) -> Theatre {
    let begun = begun.clone();
    let begin: Begin = Box::new(move |game, names, services| {
        let line = format!("{} {names:?}", game.rules_line());
        begun.lock().unwrap().push(line);
        let new = NewGame::of(game, names);
        let seed = Some(7);
        LocalGame::new(NewGame { seed, ..new }, services)
    });
    Theatre::new((80, 24), backdrop(), |cx| {
        cx.settings.name = "Ada".to_owned();
        let game = game("farkle");
        Box::new(SeatsScreen::of(Seating { game, begin }, cx))
    })
}

#[test]
fn a_game_begins_as_it_was_asked_for_also_after_a_look_at_its_rules() {
    let begun = Arc::default();
    let mut theatre = seated(&begun);
    theatre.press(KeyCode::Char('a'));
    theatre.press(KeyCode::Char('2'));
    theatre.press(KeyCode::Right);
    assert!(theatre.text().contains("2  bot:strong"));
    theatre.press(KeyCode::Char('e'));
    theatre.wait_for("House rules: farkle");
    theatre.press(KeyCode::Right);
    theatre.press(KeyCode::Esc);
    let text = theatre.text();
    assert!(text.contains("Who plays farkle(ones=150)?"), "{text}");
    assert!(text.contains("2  bot:strong"), "{text}");
    assert!(text.contains("3  bot:careful"), "{text}");
    // Looking once more, and going on by the key that plays, is the same.
    theatre.press(KeyCode::Char('e'));
    theatre.press(KeyCode::Char('p'));
    theatre.press(KeyCode::Char('b'));
    theatre.wait_for("Ada, your turn");
    let begun = begun.lock().unwrap().clone();
    assert_eq!(begun.len(), 1);
    assert!(begun[0].starts_with("farkle(ones=150)"), "{begun:?}");
    assert!(begun[0].contains("bot:strong"), "{begun:?}");
}

#[test]
fn seats_are_kept_while_rules_are_changed_below_them() {
    let mut theatre = theatre((80, 24), |cx| RulesScreen::open(&game("farkle"), cx));
    theatre.press(KeyCode::Char('p'));
    theatre.press(KeyCode::Char('a'));
    assert!(theatre.text().contains("3  bot:careful"));
    theatre.press(KeyCode::Char('e'));
    theatre.wait_for("House rules: farkle");
    theatre.press(KeyCode::Right);
    theatre.press(KeyCode::Char('p'));
    let text = theatre.text();
    assert!(text.contains("Who plays farkle(ones=150)?"), "{text}");
    assert!(text.contains("3  bot:careful"), "{text}");
    theatre.press(KeyCode::Esc);
    assert!(theatre.text().contains("House rules: farkle(ones=150)"));
    theatre.press(KeyCode::Esc);
    assert!(!theatre.open);
}
