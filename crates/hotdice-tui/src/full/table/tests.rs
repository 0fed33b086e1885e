//! Tables, played without a terminal.

mod coaching;
mod news;
mod passing;
mod pressing;
mod saving;
mod sheets;

use std::sync::Arc;

use hotdice_core::Name;
use insta::assert_snapshot;
use proptest::prelude::*;
use ratatui::crossterm::event::KeyCode;

use super::*;
use crate::full::testing::{Backdrop, Theatre};
use crate::session::NewGame;
use crate::settings::Pace;

const SIZES: [(u16, u16); 2] = [(80, 24), (140, 45)];

/// One game of every family, with rules under which it is soon over.
const FAMILIES: [(&str, &[&str]); 6] = [
    ("farkle(target=1500)", &["Ada", "bot:greedy"]),
    ("zilch(target=1500)", &["Ada", "bot:careful"]),
    ("cheese(target=1500)", &["Ada", "bot:greedy"]),
    ("kata", &["Ada", "bot:greedy"]),
    ("tridice(rows=3,dice=2)", &["Ada", "bot:greedy"]),
    ("pig(target=30)", &["Ada", "bot:greedy"]),
];

/// Opens a game of these rules with dice that a number gives again.
fn table(size: (u16, u16), rules: &str, names: &[&str], seed: u64) -> Theatre {
    let game = hotdice_games::find(rules).unwrap();
    let names: Vec<Name> = names.iter().map(|name| name.parse().unwrap()).collect();
    Theatre::new(size, Arc::new(Backdrop::default()), |cx| {
        let (seed, new) = (Some(seed), NewGame::of(game, names));
        let start = LocalGame::new(NewGame { seed, ..new }, &*cx.services).unwrap();
        begin(start, cx)
    })
}

/// Opens a game of Ada and Bo at a position.
fn table_at(size: (u16, u16), rules: &str, from: &str) -> Theatre {
    let game = hotdice_games::find(rules).unwrap();
    let names = ["Ada", "Bo"].map(|name| name.parse().unwrap());
    let new = NewGame {
        from: Some(from.to_owned()),
        seed: Some(3),
        ..NewGame::of(game, names.to_vec())
    };
    Theatre::new(size, Arc::new(Backdrop::default()), |cx| {
        begin(LocalGame::new(new, &*cx.services).unwrap(), cx)
    })
}

/// Compares what `play` leads to at both sizes with what is written down.
fn check(name: &str, rules: &str, names: &[&str], play: impl Fn(&mut Theatre)) {
    for size in SIZES {
        let mut theatre = table(size, rules, names, 3);
        play(&mut theatre);
        let name = format!("{name}_{}", size.0);
        assert_snapshot!(name, theatre.text());
    }
}

#[test]
fn every_kind_of_table_is_drawn() {
    check("farkle", "farkle", &["Ada", "Bo"], |_| {});
    check("farkle_picked", "farkle", &["Ada", "Bo"], |theatre| {
        theatre.type_in("54");
    });
    check("farkle_kept", "farkle", &["Ada", "Bo"], |theatre| {
        theatre.type_in("5r");
    });
    check("farkle_list", "farkle", &["Ada", "Bo"], |theatre| {
        theatre.press(KeyCode::Tab);
    });
    check("yatzy", "yatzy", &["Ada"], |theatre| theatre.type_in("23"));
    check("maxi_yatzy", "maxi-yatzy", &["Ada", "Bo", "Cy"], |_| {});
    check("tridice", "tridice", &["Ada", "Bo"], |theatre| {
        for _ in 0..2 {
            theatre.press(KeyCode::Down);
            theatre.press(KeyCode::Enter);
        }
        theatre.press(KeyCode::Right);
    });
    check("cheese", "cheese(deck=full)", &["Ada", "Bo"], |_| {});
    check("pig", "pig", &["Ada", "Bo"], |_| {});
}

#[test]
fn the_coach_says_what_choices_are_worth() {
    check(
        "coach_farkle",
        "farkle(target=1000)",
        &["Ada", "Bo"],
        |theatre| {
            theatre.press(KeyCode::Char('c'));
            theatre.wait_for("exact");
            theatre.wait_for("so far");
        },
    );
    check("coach_kata", "kata", &["Ada"], |theatre| {
        theatre.press(KeyCode::Char('c'));
        theatre.wait_for("exact");
        wait_for_course(theatre);
    });
}

/// Waits until the coach has told how the game went, whether or not there is room for it.
fn wait_for_course(theatre: &mut Theatre) {
    let rows = theatre.text().lines().count();
    theatre.resize(140, 45);
    theatre.wait_for("so far");
    let sizes = [(80, 24), (100, 30), (140, 45)];
    let (width, height) = sizes
        .into_iter()
        .find(|(_, height)| usize::from(*height) == rows)
        .unwrap();
    theatre.resize(width, height);
}

#[test]
fn questions_and_help_stand_over_the_table() {
    check("leave", "farkle", &["Ada", "Bo"], |theatre| {
        theatre.type_in("q");
    });
    check("draw", "tridice", &["Ada", "Bo"], |theatre| {
        theatre.type_in("d");
    });
    check("help", "farkle", &["Ada", "Bo"], |theatre| {
        theatre.type_in("?");
    });
    check("typing", "farkle", &["Ada", "Bo"], |theatre| {
        theatre.type_in(":keep 1");
    });
}

/// Plays a game to its end with the first choice of the list.
fn finish(theatre: &mut Theatre) {
    for _ in 0..2000 {
        let text = theatre.text();
        if text.contains("Enter reviews the game") {
            return;
        }
        if text.contains("Your choices") {
            theatre.press(KeyCode::Home);
            theatre.press(KeyCode::Enter);
        } else if text.contains("your turn") {
            theatre.press(KeyCode::Tab);
        } else {
            theatre.rest();
        }
    }
    panic!("the game does not end:\n{}", theatre.text());
}

#[test]
fn every_family_is_played_to_its_end() {
    for (rules, names) in FAMILIES {
        let mut theatre = table((80, 24), rules, names, 5);
        finish(&mut theatre);
        theatre.press(KeyCode::Enter);
        theatre.wait_for("how it went");
        theatre.press(KeyCode::Char('q'));
        theatre.press(KeyCode::Char('n'));
        assert!(!theatre.text().contains("the game is over"), "{rules}");
    }
}

#[test]
fn a_game_that_is_over_stays_until_another_is_asked_for() {
    for (rules, names) in FAMILIES {
        let mut theatre = table((80, 24), rules, names, 5);
        finish(&mut theatre);
        // Whoever taps the key of a choice goes on tapping it for a moment.
        theatre.type_in("rbopry");
        let text = theatre.text();
        assert!(text.contains("Enter reviews the game"), "{rules}\n{text}");
        assert!(text.contains("n new game"), "{rules}\n{text}");
    }
}

#[test]
fn a_game_that_is_over_says_so() {
    for size in SIZES {
        let mut theatre = table(size, "pig(target=30)", &["Ada", "bot:greedy"], 5);
        finish(&mut theatre);
        assert_snapshot!(format!("over_{}", size.0), theatre.text());
    }
}

#[test]
fn promised_dice_verify() {
    let game = hotdice_games::find("pig(target=20)").unwrap();
    let names = ["Ada", "bot:greedy"].map(|name| name.parse().unwrap());
    let mut theatre = Theatre::new((80, 24), Arc::new(Backdrop::default()), |cx| {
        let new = NewGame::of(game, names.to_vec());
        let start = LocalGame::new(new, &*cx.services).unwrap();
        begin(start, cx)
    });
    assert!(theatre.text().contains("Fair dice: sealed"));
    finish(&mut theatre);
    theatre.press(KeyCode::Enter);
    theatre.press(KeyCode::Char('v'));
    theatre.wait_for("✓ Verified: the ");
}

#[test]
fn a_plainly_bad_choice_has_to_be_confirmed() {
    let mut theatre = table((80, 24), "kata", &["Ada"], 3);
    theatre.event_loop.cx.settings.warn = true;
    theatre.press(KeyCode::Char('c'));
    theatre.wait_for("best:");
    theatre.press(KeyCode::Char('c'));
    theatre.type_in(":place fours");
    theatre.press(KeyCode::Enter);
    let text = theatre.wait_for("Scratch Fours?");
    // It says what that costs, and leaves it to the player to find something better.
    assert!(text.contains("points on average"), "{text}");
    assert!(!text.contains("Keep"), "{text}");
    theatre.press(KeyCode::Esc);
    assert!(!theatre.text().contains("Scratch Fours?"));
    theatre.event_loop.cx.settings.warn = false;
    theatre.type_in(":place fours");
    theatre.press(KeyCode::Enter);
    assert!(theatre.text().contains("Fours"), "{}", theatre.text());
}

#[test]
fn choices_are_taken_back_and_rolls_are_not() {
    let mut theatre = table((80, 24), "farkle", &["Ada", "Bo"], 3);
    theatre.type_in(":keep 1");
    theatre.press(KeyCode::Enter);
    assert!(theatre.text().contains("This turn: 100"));
    theatre.type_in("u");
    assert!(theatre.text().contains("Taken back."));
    assert!(!theatre.text().contains("This turn: 100"));
    theatre.type_in("u");
    assert!(
        theatre.text().contains("too late to take that back"),
        "{}",
        theatre.text()
    );
}

#[test]
fn dice_that_are_no_choice_are_said_to_be_none() {
    let mut theatre = table((80, 24), "farkle", &["Ada", "Bo"], 3);
    theatre.type_in("2");
    assert!(theatre.text().contains("That die cannot be kept."));
    theatre.type_in("r");
    let text = theatre.text();
    assert!(text.contains("That die cannot be kept: press u"), "{text}");
    theatre.type_in("1");
    assert!(
        theatre
            .text()
            .contains("These dice cannot be kept together.")
    );
    theatre.type_in("r");
    assert!(theatre.text().contains("change them with Space"));
    theatre.type_in("u");
    assert!(!theatre.text().contains("cannot be kept"));
}

#[test]
fn everything_can_be_clicked() {
    let mut theatre = table((80, 24), "farkle", &["Ada", "Bo"], 3);
    theatre.press(KeyCode::Tab);
    theatre.click("Keep 5");
    theatre.click("Keep 5");
    assert!(theatre.text().contains("This turn: 50"));
    theatre.click("Roll 5 dice");
    assert!(theatre.text().contains("Set aside: [5]"));
    theatre.click("q leave");
    assert!(theatre.text().contains("Leave the table?"));
    let mut theatre = table((80, 24), "tridice", &["Ada", "Bo"], 3);
    theatre.click("·33·");
    assert!(theatre.text().contains("<33>"));
    theatre.click("<33>");
    assert!(
        theatre.text().contains("a die for 33"),
        "{}",
        theatre.text()
    );
    let mut theatre = table((80, 24), "yatzy", &["Ada"], 3);
    theatre.click("Three of a kind");
    assert!(theatre.text().contains("▶Three of a kind"));
}

#[test]
fn rolling_dice_move_and_come_to_rest() {
    let mut theatre = table((80, 24), "farkle", &["Ada", "Bo"], 3);
    theatre.event_loop.cx.settings.pace = Pace::Quick;
    theatre.type_in("5r");
    assert!(theatre.text().contains('╎'), "{}", theatre.text());
    assert!(theatre.event_loop.next_wake().is_some());
    theatre.wait_for("r Keep");
    assert!(!theatre.text().contains('╎'));
    assert!(
        theatre.event_loop.next_wake().is_none(),
        "nothing moves while somebody thinks"
    );
}

/// Tells whether the line under the cursor, or what everybody waits for, can be seen.
fn shows_what_matters(text: &str) -> bool {
    let signs = [
        "▶",
        "›",
        "<",
        "Choose",
        "wins",
        "share the",
        "is thin",
        "cannot be kept",
        "r Roll",
    ];
    signs.iter().any(|sign| text.contains(sign))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]
    #[test]
    fn no_size_is_too_much(width in 20_u16..=300, height in 5_u16..=100, family in 0..FAMILIES.len(), moves in 0_usize..12) {
        let (rules, _) = FAMILIES[family];
        let mut theatre = table((width, height), rules, &["Ada", "Bo"], 7);
        for _ in 0..moves {
            theatre.press(KeyCode::Down);
            theatre.press(KeyCode::Enter);
            theatre.type_in("r");
        }
        let text = theatre.text();
        prop_assert!(shows_what_matters(&text), "{text}");
        theatre.press(KeyCode::Char('c'));
        theatre.text();
        theatre.press(KeyCode::Char('?'));
        theatre.text();
        theatre.resize(height.max(20), width.clamp(5, 100));
        theatre.press(KeyCode::Esc);
        theatre.press(KeyCode::Char('q'));
        theatre.text();
    }
}
