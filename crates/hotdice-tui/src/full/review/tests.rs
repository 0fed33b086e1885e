//! Games looked at again.

use std::sync::Arc;

use hotdice_core::{DiceOrigin, Name, Record};
use hotdice_table::Match;
use hotdice_table::dice::SeededDice;
use proptest::prelude::*;

use super::*;
use crate::full::testing::{Backdrop, Theatre};

/// Plays a game to its end with whatever scores first, and returns its record.
fn record(rules: &str, names: &[&str], seed: u64) -> String {
    let names: Vec<Name> = names.iter().map(|name| name.parse().unwrap()).collect();
    let mut game = Match::open(rules, names, DiceOrigin::Seed(seed)).unwrap();
    let mut dice = SeededDice::new(seed);
    for number in 0..2000 {
        match game.turn() {
            hotdice_core::Turn::Roll => drop(game.roll(&mut dice).unwrap()),
            hotdice_core::Turn::Decide(_) => {
                let choices = game.picture().choices;
                let scores = choices.iter().find(|choice| choice.points.is_some());
                let choice = scores.unwrap_or(&choices[number * 7 % choices.len()]);
                drop(game.play(&choice.notation).unwrap());
            }
            hotdice_core::Turn::Over(_) => return game.record().to_string(),
        }
    }
    panic!("{rules} does not end");
}

fn review(size: (u16, u16), text: String) -> Theatre {
    let backdrop = Arc::new(Backdrop::default());
    let mut theatre = Theatre::new(size, backdrop, |cx| open(text, None, cx));
    theatre.event_loop.wake();
    theatre
}

const PIG: (&str, &[&str]) = ("pig(target=30)", &["Ada", "bot:greedy"]);

fn pig(size: (u16, u16)) -> Theatre {
    let mut theatre = review(size, record(PIG.0, PIG.1, 5));
    theatre.wait_for("n shows");
    theatre
}

/// Returns the heading, which says where one is.
fn heading(theatre: &mut Theatre) -> String {
    theatre.text().lines().nth(1).unwrap().trim().to_owned()
}

#[test]
fn a_game_is_stepped_through_by_events_turns_and_mistakes() {
    let mut theatre = pig((100, 30));
    let mut last = heading(&mut theatre);
    assert!(last.contains("wins!"), "{last}");
    theatre.press(KeyCode::Home);
    let start = heading(&mut theatre);
    assert!(start.starts_with("Turn 1 · 0 of"), "{start}");
    theatre.press(KeyCode::Left);
    assert_eq!(heading(&mut theatre), start);
    theatre.press(KeyCode::Right);
    assert!(heading(&mut theatre).contains("1 of"));
    theatre.press(KeyCode::PageDown);
    assert!(heading(&mut theatre).contains("Greedy rolls"));
    theatre.press(KeyCode::PageUp);
    assert_eq!(heading(&mut theatre), start);
    theatre.press(KeyCode::Char('n'));
    let first = heading(&mut theatre);
    assert!(first.contains("Ada decides · mistake 1 of "), "{first}");
    theatre.press(KeyCode::Char('N'));
    last = heading(&mut theatre);
    theatre.press(KeyCode::Char('n'));
    assert_eq!(heading(&mut theatre), first, "after {last}");
    theatre.press(KeyCode::End);
    theatre.press(KeyCode::Right);
    assert!(heading(&mut theatre).contains("wins!"));
}

#[test]
fn a_mistake_says_what_was_better_and_what_every_choice_is_worth() {
    let mut theatre = pig((100, 30));
    theatre.press(KeyCode::Home);
    theatre.press(KeyCode::Char('n'));
    let text = theatre.wait_for("best");
    assert!(text.contains("! You chose Hold"), "{text}");
    assert!(text.contains("was better by"), "{text}");
    assert!(text.contains("▶ "), "{text}");
}

#[test]
fn bots_mistakes_are_shown_when_somebody_asks() {
    let mut theatre = pig((100, 30));
    let marks = |theatre: &mut Theatre| {
        let text = theatre.text();
        (text.matches('▲').count(), text.matches('△').count())
    };
    let (yours, others) = marks(&mut theatre);
    assert!(yours > 0 && others == 0, "{}", theatre.text());
    theatre.press(KeyCode::Char('o'));
    let (still, others) = marks(&mut theatre);
    assert!(still == yours && others > 0, "{}", theatre.text());
}

#[test]
fn a_click_on_the_time_line_goes_there() {
    let mut theatre = pig((100, 30));
    theatre.click("▲");
    let heading = heading(&mut theatre);
    assert!(heading.contains("mistake 1 of"), "{heading}");
}

#[test]
fn a_mistake_is_tried_again_and_the_next_one_follows() {
    let mut theatre = pig((100, 30));
    theatre.press(KeyCode::Home);
    theatre.press(KeyCode::Char('n'));
    theatre.press(KeyCode::Enter);
    let text = theatre.wait_for("What should you do?");
    assert!(text.contains("try it again · 1 of"), "{text}");
    assert!(!text.contains('%'), "nothing is given away: {text}");
    // What was played is the second choice.
    theatre.press(KeyCode::Down);
    theatre.press(KeyCode::Enter);
    let text = theatre.wait_for("costs");
    assert!(text.contains("is best."), "{text}");
    assert!(text.contains("In the game: Hold"), "{text}");
    theatre.press(KeyCode::Up);
    theatre.press(KeyCode::Enter);
    theatre.wait_for("nothing is better");
    theatre.press(KeyCode::Char('n'));
    theatre.wait_for("try it again · 2 of");
    theatre.press(KeyCode::Char('q'));
    theatre.wait_for("how it went");
}

#[test]
fn a_roll_is_nothing_to_try_again() {
    let mut theatre = pig((100, 30));
    theatre.press(KeyCode::Home);
    theatre.press(KeyCode::Enter);
    theatre.wait_for("Nobody had to choose here");
}

#[test]
fn somebody_plays_on_from_a_moment_against_any_bot() {
    let mut theatre = pig((100, 30));
    theatre.press(KeyCode::Home);
    theatre.press(KeyCode::Char('n'));
    theatre.press(KeyCode::Char('p'));
    theatre.wait_for("◂ strong bot ▸");
    theatre.press(KeyCode::Down);
    theatre.press(KeyCode::Left);
    theatre.wait_for("◂ careful bot ▸");
    theatre.press(KeyCode::Enter);
    let text = theatre.wait_for("Ada, your turn");
    assert!(text.contains("Careful"), "{text}");
    assert!(text.contains("picks up from"), "{text}");
}

#[test]
fn nobody_plays_on_from_the_end() {
    let mut theatre = pig((100, 30));
    theatre.press(KeyCode::Char('p'));
    theatre.wait_for("Nobody can play on from here");
    assert!(theatre.text().contains("how it went"));
}

#[test]
fn the_accounts_list_every_mistake_and_lead_to_it() {
    let mut theatre = pig((100, 30));
    theatre.press(KeyCode::Char('s'));
    let text = theatre.wait_for("From opponents' mistakes");
    assert!(text.contains("Accuracy"), "{text}");
    assert!(text.contains("▶ "), "{text}");
    theatre.press(KeyCode::Char('v'));
    theatre.wait_for("! Not verified");
    theatre.press(KeyCode::Enter);
    assert!(heading(&mut theatre).contains("mistake 1 of"));
}

#[test]
fn nobody_else_makes_mistakes_in_a_game_of_one() {
    let mut theatre = review(
        (100, 30),
        record("kata(boxes=ones+pair+chance)", &["Ada"], 3),
    );
    theatre.wait_for("accuracy");
    theatre.press(KeyCode::Tab);
    let text = theatre.wait_for("Result");
    assert!(!text.contains("opponents"), "{text}");
}

#[test]
fn curves_of_several_players_are_told_apart_without_colour() {
    let names = ["Ada", "Bo", "Cy"];
    let mut theatre = review((100, 30), record("farkle(target=1000)", &names, 5));
    let text = theatre.wait_for("Everybody's chance to win");
    let (_, curves) = text.split_once("Everybody's").unwrap();
    let curves: String = curves.lines().skip(1).take(5).collect();
    for letter in ['x', 'o', '+'] {
        assert_eq!(curves.matches(letter).count(), 1, "{letter}\n{text}");
    }
}

#[test]
fn everybodys_accounts_are_seen_on_a_small_screen() {
    let mut theatre = pig((40, 12));
    theatre.press(KeyCode::Char('s'));
    let text = theatre.text();
    assert_eq!(text.matches("accuracy").count(), 2, "{text}");
    assert!(text.contains('▶'), "{text}");
}

#[test]
fn a_game_that_takes_long_to_solve_is_left_alone_until_somebody_asks() {
    let backdrop = Backdrop {
        solving: std::time::Duration::from_secs(600),
        ..Backdrop::default()
    };
    let text = record(PIG.0, PIG.1, 5);
    let mut theatre = Theatre::new((100, 30), Arc::new(backdrop), |cx| open(text, None, cx));
    let text = theatre.wait_for("press a");
    assert!(text.contains("Scores"), "{text}");
    theatre.press(KeyCode::Char('a'));
    theatre.wait_for("n shows");
}

#[test]
fn a_file_that_is_no_game_says_so() {
    let mut theatre = review((80, 24), "hotdice record 9".to_owned());
    assert!(theatre.text().contains("This file cannot be read"));
    theatre.press(KeyCode::Char('q'));
    assert!(!theatre.open);
}

/// Games of every family, with what can be seen of them at every size.
const FAMILIES: [(&str, &[&str], &str); 5] = [
    ("farkle(target=1000)", &["Ada", "bot:greedy"], "of 1,000"),
    ("farkle(target=1000)", &["Ada", "Bo", "Cy"], "of 1,000"),
    ("kata(boxes=ones+pair+chance)", &["Ada"], "Ada"),
    ("tridice(rows=3,dice=1)", &["Ada", "Bo"], "11"),
    ("shut-the-box", &["Ada"], "Ada"),
];

#[test]
fn every_family_shows_its_board_at_every_size() {
    for (rules, names, seen) in FAMILIES {
        let text = record(rules, names, 5);
        let record: Record = text.parse().unwrap();
        let mut theatre = review((100, 30), text);
        theatre.wait_for("accuracy");
        theatre.press(KeyCode::Home);
        theatre.press(KeyCode::Right);
        for size in [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)] {
            theatre.resize(size.0, size.1);
            let text = theatre.text();
            assert!(text.contains(seen), "{rules} at {size:?}\n{text}");
            let last = record.events.len() - 1;
            assert!(text.contains(&format!("1 of {last}")), "{rules}\n{text}");
            assert!(text.contains(['┃', '▲']), "{rules} at {size:?}\n{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the size and whatever is pressed, nothing panics.
    #[test]
    fn no_size_panics(
        place in 0..FAMILIES.len(),
        sizes in prop::collection::vec((20..300_u16, 5..100_u16), 1..4),
        keys in prop::collection::vec(prop::sample::select("hlnN[]gGos \n".chars().collect::<Vec<_>>()), 0..24),
    ) {
        let (rules, names, _) = FAMILIES[place];
        let mut theatre = review(sizes[0], record(rules, names, 5));
        for key in keys {
            theatre.press(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
            theatre.rest();
        }
        for (width, height) in sizes {
            theatre.resize(width, height);
            theatre.text();
        }
    }
}
