//! Keys at a table.

use std::time::Duration;

use super::*;

/// Opens a game in which dice roll for a long time, and rolls some.
fn rolling() -> Theatre {
    let mut theatre = table((80, 24), "farkle", &["Ada", "Bo"], 3);
    theatre.event_loop.cx.settings.pace = Pace::Slow;
    theatre.type_in("5r");
    theatre.thinking = Duration::ZERO;
    assert!(theatre.text().contains('╎'), "{}", theatre.text());
    theatre
}

#[test]
fn what_is_pressed_while_dice_roll_chooses_nothing() {
    let mut seen = rolling();
    seen.press(KeyCode::Left);
    let seen = seen.wait_for("r Keep");
    for key in "b r123456789n".chars() {
        let mut theatre = rolling();
        theatre.press(KeyCode::Char(key));
        let text = theatre.text();
        assert!(!text.contains('╎'), "{key:?} lets the dice lie:\n{text}");
        theatre.press(KeyCode::Left);
        assert_eq!(theatre.text(), seen, "{key:?}");
    }
}

#[test]
fn a_draw_is_offered_to_people_only() {
    for (names, offered) in [(["Ada", "Bo"], true), (["Ada", "bot:greedy"], false)] {
        let mut theatre = table((140, 45), "tridice", &names, 3);
        assert_eq!(theatre.text().contains("offer a draw"), offered);
        theatre.type_in("d");
        let asked = theatre.text().contains("End the game in a draw?");
        assert_eq!(asked, offered, "{names:?}\n{}", theatre.text());
    }
}

#[test]
fn a_choice_that_is_refused_can_be_mended() {
    let mut theatre = table((80, 24), "farkle", &["Ada", "Bo"], 3);
    theatre.type_in(":keep 2");
    let text = theatre.text();
    assert!(text.contains("Enter do it  Esc cancel"), "{text}");
    assert!(!text.contains("? help"), "{text}");
    theatre.press(KeyCode::Enter);
    let text = theatre.text();
    assert!(text.contains("Not possible"), "{text}");
    assert!(text.contains("Your choice: keep 2"), "{text}");
    theatre.press(KeyCode::Backspace);
    theatre.type_in("1");
    theatre.press(KeyCode::Enter);
    assert!(
        theatre.text().contains("This turn: 100"),
        "{}",
        theatre.text()
    );
    // Esc closes the field and nothing else.
    theatre.type_in(":b");
    theatre.press(KeyCode::Esc);
    let text = theatre.text();
    assert!(!text.contains("Your choice: b"), "{text}");
    assert!(!text.contains("Leave the table?"), "{text}");
}

#[test]
fn the_rules_are_read_during_a_game() {
    let mut theatre = table((100, 30), "farkle(target=1500)", &["Ada", "Bo"], 3);
    let before = theatre.text();
    assert!(before.contains("i rules"), "{before}");
    theatre.type_in("i");
    let text = theatre.text();
    assert!(text.contains("The rules of farkle(target=1500)"), "{text}");
    theatre.press(KeyCode::Esc);
    assert_eq!(theatre.text(), before);
}

#[test]
fn dice_move_again_as_they_did_before() {
    let mut theatre = table((80, 24), "farkle", &["Ada", "Bo"], 3);
    for pace in [Pace::Quick, Pace::Slow] {
        theatre.event_loop.cx.settings.pace = pace;
        theatre.type_in("a");
        assert_eq!(theatre.event_loop.cx.settings.pace, Pace::Off);
        theatre.type_in("a");
        assert_eq!(theatre.event_loop.cx.settings.pace, pace);
    }
}

#[test]
fn a_die_that_the_picture_has_no_place_for_is_seen_all_the_same() {
    let mut theatre = table((60, 20), "pig", &["Ada", "Bo"], 3);
    let text = theatre.text();
    assert!(text.contains("Ada rolled a 3"), "{text}");
    assert!(text.contains("│     ● │"), "{text}");
    theatre.type_in("b");
    assert!(theatre.text().contains("Ada holds 3"), "{}", theatre.text());
}

#[test]
fn the_list_closes_before_the_table_is_left() {
    let mut theatre = table((100, 30), "farkle", &["Ada", "Bo"], 3);
    let before = theatre.text();
    theatre.press(KeyCode::Tab);
    let text = theatre.text();
    let footer = text.lines().last().unwrap();
    assert!(text.contains("Your choices"), "{text}");
    assert!(footer.contains("Esc Tab close the list"), "{text}");
    assert_eq!(footer.matches("Enter").count(), 1, "{text}");
    assert!(!footer.contains("Tab list"), "{text}");
    theatre.press(KeyCode::Esc);
    assert_eq!(theatre.text(), before);
    theatre.press(KeyCode::Esc);
    let text = theatre.text();
    assert!(text.contains("Leave the table?"), "{text}");
    // Whose turn is over has no list to close.
    let mut theatre = table((100, 30), "pig(target=30)", &["Ada", "bot:greedy"], 5);
    theatre.press(KeyCode::Tab);
    finish(&mut theatre);
    theatre.press(KeyCode::Esc);
    assert!(!theatre.text().contains("Enter reviews the game"));
}

#[test]
fn no_key_is_explained_twice() {
    let mut theatre = table((100, 40), "farkle", &["Ada", "Bo"], 3);
    theatre.type_in("?");
    let text = theatre.text();
    assert_eq!(text.matches("PgUp PgDn").count(), 1, "{text}");
    assert!(text.contains("scroll the story"), "{text}");
    assert!(text.contains("an unfinished game is saved"), "{text}");
}

/// Presses Enter as fast as it repeats, while bots play.
#[test]
fn holding_enter_down_plays_nothing() {
    for (rules, _) in FAMILIES {
        let mut theatre = table((80, 24), rules, &["Ada", "bot:greedy"], 5);
        let played = |theatre: &mut Theatre| theatre.text().matches("Greedy").count();
        let before = played(&mut theatre);
        theatre.thinking = Duration::from_millis(100);
        for _ in 0..600 {
            theatre.press(KeyCode::Enter);
        }
        assert_eq!(played(&mut theatre), before, "{rules}\n{}", theatre.text());
        assert!(theatre.text().contains("Ada, your turn"), "{rules}");
    }
}

#[test]
fn enter_does_what_the_cursor_was_moved_to() {
    let mut theatre = table((80, 24), "pig", &["Ada", "Bo"], 3);
    theatre.press(KeyCode::Enter);
    assert!(theatre.text().contains("Move the cursor first"));
    theatre.press(KeyCode::Down);
    theatre.press(KeyCode::Down);
    assert!(theatre.text().contains("▶b Hold"), "{}", theatre.text());
    theatre.press(KeyCode::Enter);
    assert!(theatre.text().contains("Ada holds 3"));
    let mut theatre = table((80, 24), "yatzy", &["Ada"], 3);
    for _ in 0..5 {
        theatre.press(KeyCode::Right);
    }
    theatre.press(KeyCode::Down);
    assert!(theatre.text().contains("▶Twos"), "{}", theatre.text());
    theatre.press(KeyCode::Enter);
    assert!(theatre.text().contains("Twos"), "{}", theatre.text());
    assert!(
        theatre.text().contains("Ada scores") || theatre.text().contains("Ada scratches"),
        "{}",
        theatre.text()
    );
}

#[test]
fn held_dice_stay_held() {
    let mut theatre = table((80, 24), "yatzy", &["Ada"], 3);
    theatre.type_in("23r");
    assert_eq!(theatre.text().matches('▲').count(), 2, "{}", theatre.text());
}

#[test]
fn keys_pressed_before_the_turn_choose_nothing() {
    let mut theatre = table((80, 24), "farkle", &["Ada", "bot:greedy"], 5);
    theatre.thinking = Duration::from_millis(100);
    theatre.type_in("b");
    theatre.wait_for("Ada, your turn");
    let before = theatre.text().matches("Ada banks").count();
    theatre.type_in("bbbb");
    assert_eq!(theatre.text().matches("Ada banks").count(), before);
    theatre.thinking = Duration::from_secs(1);
    theatre.type_in("b");
    assert_eq!(theatre.text().matches("Ada banks").count(), before + 1);
}

#[test]
fn what_takes_long_is_solved_only_when_somebody_says_so() {
    let backdrop = Arc::new(Backdrop {
        cost: Some("about 9 minutes"),
        ..Backdrop::default()
    });
    let game = hotdice_games::find("pig(target=20)").unwrap();
    let names = ["Ada", "Bo"].map(|name| name.parse().unwrap());
    let mut theatre = Theatre::new((80, 24), backdrop.clone(), |cx| {
        let new = NewGame::of(game, names.to_vec());
        begin(LocalGame::new(new, &*cx.services).unwrap(), cx)
    });
    assert!(!theatre.text().contains("about 9 minutes"));
    theatre.type_in("c");
    assert!(
        theatre
            .text()
            .contains("S for exact values: about 9 minutes")
    );
    theatre.type_in("S");
    assert!(theatre.text().contains("Solve pig(target=20) now?"));
    theatre.type_in("n");
    assert!(backdrop.allowed.lock().unwrap().is_empty());
    theatre.type_in("Sy");
    theatre.wait_for("The game is solved");
    assert_eq!(*backdrop.allowed.lock().unwrap(), ["pig(target=20)"]);
}
