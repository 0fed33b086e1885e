//! The hall, screen by screen.

mod plans;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hotdice_bots::{Scope, figures};
use proptest::prelude::*;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::games::GamesScreen;
use super::mistakes::MistakesScreen;
use super::rules_screen::RulesScreen;
use super::saved::SavedScreen;
use super::seats::SeatsScreen;
use super::settings::SettingsScreen;
use super::solved::SolvedScreen;
use super::statistics::StatisticsScreen;
use super::*;
use crate::full::screen::Cx;
use crate::full::testing::{Backdrop, Theatre};
use crate::services::{SavedGame, SavedStage, Services};
use crate::settings::Pace;

/// The sizes at which every screen is looked at.
const SIZES: [(u16, u16); 2] = [(80, 24), (140, 45)];

/// A screen that is opened in tests.
type Open = fn(&mut Cx) -> Box<dyn Screen>;

/// Every screen of the hall, with what can be seen on it once it is ready.
const SCREENS: [(&str, Open, &str); 8] = [
    ("home", |_| home(), "Play here"),
    (
        "games",
        |cx| Box::new(GamesScreen::new(cx)),
        "push-your-luck",
    ),
    ("house", open_house, "in brackets: the"),
    ("seats", open_seats, "bot:perfect can play here"),
    (
        "saved",
        |cx| Box::new(SavedScreen::new(cx)),
        "Ada 1,200, Bo 950",
    ),
    ("solved", |cx| Box::new(SolvedScreen::new(cx)), "stop at"),
    ("settings", |_| Box::new(SettingsScreen::default()), "pace"),
    ("rules", open_rules, "A turn"),
];

fn open_house(cx: &mut Cx) -> Box<dyn Screen> {
    RulesScreen::open(&game("farkle-minimal(ones=150,target=1000)"), cx)
}

fn open_seats(cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(SeatsScreen::new(game("farkle"), cx))
}

fn open_rules(_cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(RulesReader::new(&*game("zilch")))
}

fn game(rules: &str) -> Arc<dyn hotdice_core::AnyGame> {
    hotdice_games::find(rules).unwrap()
}

fn saved(name: &str, stage: SavedStage, age: u64) -> (SavedGame, String) {
    let game = SavedGame {
        place: PathBuf::from("games").join(name),
        rules: (stage != SavedStage::Damaged).then(|| "farkle(target=5000)".to_owned()),
        names: vec!["Ada".to_owned(), "Bo".to_owned()],
        points: vec![1200, 950],
        turn: (stage == SavedStage::Paused).then_some(1),
        stage,
        age,
        written: 0,
    };
    (game, String::new())
}

fn backdrop() -> Arc<Backdrop> {
    let backdrop = Backdrop::default();
    *backdrop.saved.lock().unwrap() = vec![
        saved("farkle-0003.hotdice", SavedStage::Paused, 30),
        saved("farkle-0002.hotdice", SavedStage::Fair, 7200),
        saved("farkle-0001.hotdice", SavedStage::Damaged, 90_000),
    ];
    Arc::new(backdrop)
}

fn theatre(size: (u16, u16), open: Open) -> Theatre {
    Theatre::new(size, backdrop(), open)
}

#[test]
fn a_small_screen_says_what_the_chosen_rule_means() {
    for (size, said) in [((60, 20), true), ((40, 12), true), ((40, 7), false)] {
        let mut theatre = Theatre::new(size, Arc::new(Backdrop::default()), open_house);
        let text = theatre.text();
        assert_eq!(text.contains(" ones: "), said, "{text}");
        assert!(text.contains("▶"), "{text}");
    }
}

#[test]
fn every_screen_at_both_sizes() {
    for (name, open, ready) in SCREENS {
        for size in SIZES {
            let mut theatre = theatre(size, open);
            let text = theatre.wait_for(ready);
            insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), text);
        }
    }
}

#[test]
fn everything_is_reached_from_the_first_screen() {
    for (key, expected) in [
        ('1', "What do you want to play?"),
        ('4', "Saved games"),
        ('5', "Your mistakes"),
        ('6', "Your statistics"),
        ('7', "What perfect play is worth"),
        ('8', "pace of the dice"),
    ] {
        let mut theatre = theatre((80, 24), |_| home());
        theatre.press(KeyCode::Char(key));
        assert!(theatre.text().contains(expected), "{}", theatre.text());
        theatre.press(KeyCode::Esc);
        assert!(theatre.text().contains("the home of dice games"));
        assert!(theatre.open);
    }
    let mut theatre = theatre((80, 24), |_| home());
    theatre.press(KeyCode::Char('q'));
    assert!(!theatre.open);
}

#[test]
fn clicks_do_what_keys_do() {
    let mut theatre = theatre((80, 24), |_| home());
    theatre.click("Play here");
    theatre.click("yahtzee");
    theatre.click("house rules");
    let text = theatre.wait_for("House rules: yahtzee");
    assert!(text.contains("Joker"), "{text}");
    theatre.click("back");
    theatre.click("yahtzee");
    assert!(theatre.text().contains("Who plays yahtzee?"));
}

#[test]
fn a_rule_is_stepped_typed_refused_and_reset() {
    let mut theatre = theatre((80, 24), |cx| RulesScreen::open(&game("farkle"), cx));
    theatre.press(KeyCode::Right);
    assert!(theatre.text().contains("House rules: farkle(ones=150)"));
    theatre.press(KeyCode::Enter);
    for _ in 0..3 {
        theatre.press(KeyCode::Backspace);
    }
    theatre.type_in("lots");
    theatre.press(KeyCode::Enter);
    let text = theatre.text();
    assert!(text.contains("ones cannot be \"lots\""), "{text}");
    assert!(text.contains("House rules: farkle(ones=150)"), "{text}");
    theatre.press(KeyCode::Esc);
    theatre.press(KeyCode::Char('x'));
    assert!(theatre.text().contains("House rules: farkle\n"));
}

#[test]
fn a_refusal_is_read_to_its_end() {
    let mut theatre = theatre((80, 24), |cx| RulesScreen::open(&game("farkle"), cx));
    let why = "because of something that takes quite a few words to be said, and ends with this";
    theatre
        .event_loop
        .cx
        .complain(format!("This cannot be, {why}."));
    let text = theatre.text();
    assert!(text.contains("ends with this."), "{text}");
    assert!(text.contains('▶'), "{text}");
}

#[test]
fn the_line_itself_can_be_typed() {
    let mut theatre = theatre((80, 24), |cx| RulesScreen::open(&game("farkle"), cx));
    theatre.press(KeyCode::Char('t'));
    theatre.type_in("(target=5000)");
    theatre.press(KeyCode::Enter);
    let text = theatre.text();
    assert!(text.contains("House rules: farkle(target=5000)"), "{text}");
    theatre.press(KeyCode::Char('t'));
    theatre.type_in("!");
    theatre.press(KeyCode::Enter);
    assert!(theatre.text().contains("is not a rules line"));
}

#[test]
fn house_rules_are_kept_under_a_name_listed_and_deleted() {
    let backdrop = backdrop();
    let mut theatre = Theatre::new((80, 24), backdrop.clone(), |cx| {
        Box::new(GamesScreen::new(cx))
    });
    theatre.press(KeyCode::Char('e'));
    theatre.press(KeyCode::Char('n'));
    theatre.type_in("zilch");
    theatre.press(KeyCode::Enter);
    let text = theatre.text();
    assert!(text.contains("\"zilch\" is the name of a game"), "{text}");
    for _ in 0.."zilch".len() {
        theatre.press(KeyCode::Backspace);
    }
    theatre.press(KeyCode::Esc);
    theatre.press(KeyCode::Right);
    theatre.press(KeyCode::Char('n'));
    theatre.type_in("our Friday Farkle");
    theatre.press(KeyCode::Enter);
    let kept = backdrop.kept.lock().unwrap().clone().unwrap();
    assert_eq!(kept.rules[0].name, "our Friday Farkle");
    assert_eq!(kept.rules[0].line, "farkle(ones=150)");
    theatre.press(KeyCode::Esc);
    let text = theatre.text();
    assert!(text.contains("▶ our Friday Farkle"), "{text}");
    theatre.press(KeyCode::Enter);
    assert!(
        theatre.text().contains("Who plays farkle(ones=150)?"),
        "{}",
        theatre.text()
    );
    theatre.press(KeyCode::Esc);
    theatre.press(KeyCode::Char('d'));
    theatre.press(KeyCode::Char('y'));
    assert!(!theatre.text().contains("▶ our"), "{}", theatre.text());
    assert!(
        backdrop
            .kept
            .lock()
            .unwrap()
            .clone()
            .unwrap()
            .rules
            .is_empty()
    );
    // Games cannot be deleted.
    theatre.press(KeyCode::Char('d'));
    assert!(!theatre.text().contains("for good"), "{}", theatre.text());
}

#[test]
fn games_and_rules_are_found_by_what_is_typed() {
    let mut theatre = theatre((80, 24), |cx| Box::new(GamesScreen::new(cx)));
    theatre.press(KeyCode::Char('/'));
    theatre.type_in("triangle");
    let text = theatre.text();
    assert!(
        text.contains("▶ tridice") && !text.contains("farkle"),
        "{text}"
    );
    theatre.press(KeyCode::Enter);
    theatre.press(KeyCode::Enter);
    assert!(
        theatre.text().contains("Who plays tridice?"),
        "{}",
        theatre.text()
    );
    let mut theatre = Theatre::new((80, 24), backdrop(), |cx| {
        RulesScreen::open(&game("farkle"), cx)
    });
    theatre.press(KeyCode::Char('/'));
    theatre.type_in("opening");
    theatre.press(KeyCode::Enter);
    theatre.press(KeyCode::Right);
    let text = theatre.text();
    assert!(text.contains("House rules: farkle(opening=50)"), "{text}");
}

#[test]
fn a_game_whose_name_is_typed_comes_before_its_family() {
    for name in ["farkle", "yatzy", "yahtzee"] {
        let mut theatre = theatre((80, 24), |cx| Box::new(GamesScreen::new(cx)));
        theatre.press(KeyCode::Char('/'));
        theatre.type_in(name);
        theatre.press(KeyCode::Enter);
        theatre.press(KeyCode::Enter);
        let text = theatre.text();
        assert!(text.contains(&format!("Who plays {name}?")), "{text}");
    }
}

#[test]
fn seats_are_named_and_given_to_programs() {
    let mut theatre = theatre((80, 24), open_seats);
    theatre.press(KeyCode::Down);
    theatre.press(KeyCode::Enter);
    for _ in 0.."Player 1".len() {
        theatre.press(KeyCode::Backspace);
    }
    theatre.type_in("Ada");
    theatre.press(KeyCode::Enter);
    theatre.press(KeyCode::Char('j'));
    theatre.press(KeyCode::Char('l'));
    theatre.press(KeyCode::Char('l'));
    let text = theatre.text();
    assert!(text.contains("1  Ada"), "{text}");
    assert!(text.contains("2  bot:perfect"), "{text}");
    assert_eq!(theatre.event_loop.cx.settings.name, "Ada");
    theatre.press(KeyCode::Char('a'));
    assert!(theatre.text().contains("2  bot:perfect"));
    theatre.press(KeyCode::Char('a'));
    let text = theatre.text();
    assert!(text.contains("2  bot:strong"), "{text}");
    assert!(
        text.contains("No bot:perfect here: farkle is solved"),
        "{text}"
    );
}

#[test]
fn letters_with_control_edit_what_is_typed_and_nothing_else() {
    let mut theatre = theatre((80, 24), open_seats);
    let control = |letter| Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
    let before = theatre.text();
    for letter in ['a', 'e', 'u', 'w'] {
        theatre.event_loop.input(&control(letter));
        assert_eq!(theatre.text(), before);
    }
    theatre.press(KeyCode::Down);
    theatre.press(KeyCode::Enter);
    theatre.event_loop.input(&control('w'));
    theatre.type_in("2nd");
    theatre.event_loop.input(&control('a'));
    theatre.type_in("The ");
    theatre.event_loop.input(&control('e'));
    theatre.type_in("!");
    let text = theatre.text();
    assert!(text.contains("Name: The Player 2nd!"), "{text}");
    theatre.event_loop.input(&control('u'));
    theatre.type_in("Ada");
    theatre.press(KeyCode::Enter);
    assert!(theatre.text().contains("1  Ada "), "{}", theatre.text());
}

#[test]
fn a_saved_game_is_thrown_away_only_after_a_question() {
    let backdrop = backdrop();
    let mut theatre = Theatre::new((80, 24), backdrop.clone(), |cx| {
        Box::new(SavedScreen::new(cx))
    });
    theatre.wait_for("Ada 1,200");
    theatre.press(KeyCode::Char('d'));
    assert!(theatre.text().contains("farkle-0003.hotdice for good?"));
    theatre.press(KeyCode::Char('n'));
    assert_eq!(backdrop.saved.lock().unwrap().len(), 3);
    theatre.press(KeyCode::Char('d'));
    theatre.press(KeyCode::Char('y'));
    assert!(theatre.text().contains("is gone"));
    assert_eq!(backdrop.saved.lock().unwrap().len(), 2);
}

#[test]
fn the_question_is_read_whole_on_a_small_screen() {
    let mut theatre = theatre((40, 12), |cx| Box::new(SavedScreen::new(cx)));
    theatre.wait_for("Bo's turn");
    theatre.press(KeyCode::Char('d'));
    let text = theatre.text();
    assert!(text.contains("y or n"), "{text}");
}

#[test]
fn however_old_a_saved_game_is_its_age_stands_apart() {
    let backdrop = Backdrop::default();
    *backdrop.saved.lock().unwrap() = vec![
        saved("a.hotdice", SavedStage::Paused, 10 * 60),
        saved("b.hotdice", SavedStage::Paused, 1000 * 86_400),
    ];
    let mut theatre = Theatre::new((80, 24), Arc::new(backdrop), |cx| {
        Box::new(SavedScreen::new(cx))
    });
    let text = theatre.wait_for("Bo 950  10 minutes ago");
    assert!(text.contains("Bo 950  1000 days ago"), "{text}");
}

#[test]
fn lists_are_filtered() {
    let mut theatre = theatre((80, 24), |cx| Box::new(SavedScreen::new(cx)));
    theatre.wait_for("Ada 1,200");
    theatre.press(KeyCode::Char('/'));
    theatre.type_in("OVER farkle");
    let text = theatre.text();
    assert!(
        text.contains("2 hours ago") && !text.contains("just now"),
        "{text}"
    );
    theatre.press(KeyCode::Enter);
    theatre.press(KeyCode::Char('d'));
    theatre.press(KeyCode::Char('y'));
    let text = theatre.text();
    assert!(text.contains("farkle-0002.hotdice is gone"), "{text}");
    theatre.press(KeyCode::Esc);
    let text = theatre.text();
    assert!(
        text.contains("just now") && !text.contains("2 hours ago"),
        "{text}"
    );
    theatre.press(KeyCode::Char('/'));
    theatre.type_in("nothing of the kind");
    assert!(
        theatre.text().contains("Nothing matches."),
        "{}",
        theatre.text()
    );
    theatre.press(KeyCode::Esc);
    assert!(theatre.open);
    theatre.press(KeyCode::Esc);
    assert!(!theatre.open);
}

/// A game of pig in which Ada holds too early, and wins.
const HASTY: &str = "hotdice record 1\nrules pig(target=20)\ndice unknown\nseat 1 Ada\nseat 2 bot:greedy\n\n\
    rolled 6\nacted 1 hold\nrolled 1\nrolled 2\nacted 1 hold\nrolled 1\nrolled 6\nacted 1 hold\nrolled 1\nrolled 6\nacted 1 hold\nended 1\n";

fn with_hasty_game(solving: Duration) -> Arc<Backdrop> {
    let backdrop = Backdrop {
        solving,
        ..Backdrop::default()
    };
    let (game, _) = saved("pig-0001.hotdice", SavedStage::Over, 60);
    *backdrop.saved.lock().unwrap() = vec![(game, HASTY.to_owned())];
    Arc::new(backdrop)
}

#[test]
fn statistics_of_all_finished_games() {
    let backdrop = with_hasty_game(Duration::ZERO);
    let mut theatre = Theatre::new((80, 24), backdrop, |_| home());
    theatre.click("Your statistics");
    let text = theatre.wait_for("By opponent");
    assert!(text.contains("1 game, 1 of 1 won (100%)"), "{text}");
    assert!(text.contains("Greedy (bot)"), "{text}");
    theatre.press(KeyCode::Esc);
    assert!(theatre.text().contains("Play here"));
}

#[test]
fn mistakes_come_back_as_puzzles_until_they_are_solved() {
    let backdrop = with_hasty_game(Duration::ZERO);
    let mut theatre = Theatre::new((100, 30), backdrop.clone(), |_| home());
    theatre.click("Your mistakes");
    let text = theatre.wait_for("0 later");
    let due = text.matches("due now").count() - 1;
    assert!(due > 1 && text.contains("pig(target=20)"), "{text}");
    theatre.press(KeyCode::Enter);
    theatre.wait_for("What should you do?");
    // Hold is the mistake.
    theatre.press(KeyCode::Down);
    theatre.press(KeyCode::Enter);
    theatre.wait_for("costs");
    theatre.press(KeyCode::Char('n'));
    theatre.wait_for("2 of");
    theatre.press(KeyCode::Enter);
    theatre.wait_for("nothing is better");
    theatre.press(KeyCode::Char('q'));
    let text = theatre.wait_for("1 later");
    assert!(text.contains(&format!("{} due now", due - 1)), "{text}");
    assert!(text.contains("in 1 day "), "{text}");
    assert!(backdrop.notes.lock().unwrap()["puzzles.json"].contains("pig-0001.hotdice"));
}

#[test]
fn mistakes_and_statistics_fit_every_size() {
    let screens: [(Open, &str); 2] = [
        (|cx| Box::new(MistakesScreen::new(cx)), "due now"),
        (|cx| Box::new(StatisticsScreen::new(cx)), "1 of 1"),
    ];
    for (open, seen) in screens {
        let mut theatre = Theatre::new((80, 24), with_hasty_game(Duration::ZERO), open);
        theatre.wait_for(seen);
        for size in [(20, 5), (40, 12), (60, 20), (120, 40), (200, 60)] {
            theatre.resize(size.0, size.1);
            let text = theatre.text();
            assert!(size.0 < 40 || text.contains(seen), "{size:?}\n{text}");
        }
    }
}

#[test]
fn there_is_nothing_to_practise_before_a_game() {
    let mut theatre = Theatre::new((40, 12), Arc::new(Backdrop::default()), |_| home());
    theatre.click("Your mistakes");
    theatre.wait_for("No mistakes to practise");
    theatre.press(KeyCode::Enter);
    theatre.press(KeyCode::Esc);
    assert!(theatre.text().contains("Play here"));
}

#[test]
fn games_that_take_long_are_analysed_when_somebody_asks() {
    let backdrop = with_hasty_game(Duration::from_secs(60));
    let mut theatre = Theatre::new((80, 24), backdrop, |cx| Box::new(StatisticsScreen::new(cx)));
    theatre.wait_for("1 game not analysed");
    theatre.press(KeyCode::Char('a'));
    let text = theatre.wait_for("), accuracy");
    assert!(!text.contains("not analysed"), "{text}");
}

#[test]
fn settings_are_applied_and_kept_at_once() {
    let backdrop = backdrop();
    let mut theatre = Theatre::new((80, 24), backdrop.clone(), |_| {
        Box::new(SettingsScreen::default())
    });
    theatre.press(KeyCode::Char('2'));
    assert_eq!(theatre.event_loop.cx.settings.pace, Pace::Quick);
    theatre.press(KeyCode::Home);
    theatre.press(KeyCode::Enter);
    theatre.type_in("q?");
    theatre.press(KeyCode::Enter);
    let kept = backdrop.kept.lock().unwrap().clone().unwrap();
    assert_eq!((kept.pace, kept.name.as_str()), (Pace::Quick, "q?"));
    assert!(theatre.text().contains("your name          q?"));
}

/// Moves the cursor to a game, wherever the registry has it.
fn move_to(theatre: &mut Theatre, name: &str) {
    theatre.press(KeyCode::Home);
    let is_there =
        |line: &str| line.contains('▶') && line.split_whitespace().any(|word| word == name);
    while !theatre.text().lines().any(is_there) {
        theatre.press(KeyCode::Down);
    }
}

#[test]
fn a_game_is_solved_when_somebody_asks() {
    let mut theatre = theatre((80, 24), |cx| Box::new(SolvedScreen::new(cx)));
    move_to(&mut theatre, "pig");
    assert!(theatre.text().contains("Enter solves the whole game"));
    theatre.press(KeyCode::Enter);
    assert!(theatre.text().contains("Working …"));
    move_to(&mut theatre, "tridice");
    theatre.press(KeyCode::Enter);
    theatre.wait_for("- tridice");
    assert!(theatre.text().contains("only its endings are"));
    move_to(&mut theatre, "pig");
    theatre.wait_for("53.06% (0.530592725274)  First player's");
}

#[test]
fn what_is_on_the_shelf_is_said_to_be_solved() {
    let folder = tempfile::tempdir().unwrap();
    let backdrop = Backdrop {
        shelf: Some(folder.path().to_owned()),
        ..Backdrop::default()
    };
    figures(&*game("kata"), Scope::Game, &*backdrop.library()).unwrap();
    let mut theatre = Theatre::new((80, 24), Arc::new(backdrop), |cx| {
        Box::new(SolvedScreen::new(cx))
    });
    let text = theatre.wait_for("= kata");
    assert_eq!(text.matches("= ").count(), 1, "{text}");
    while !theatre.text().contains("▶ = kata") && !theatre.text().contains("▶ … kata") {
        theatre.press(KeyCode::Down);
    }
    // Nobody has to ask for it.
    theatre.wait_for("Average score with perfect play");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the size and whatever is pressed, nothing panics and the chosen line is in sight.
    #[test]
    fn no_size_panics_and_the_chosen_line_is_in_sight(
        place in 0..SCREENS.len(),
        sizes in prop::collection::vec((20..300_u16, 5..100_u16), 1..4),
        keys in prop::collection::vec(0..KEYS.len(), 0..24),
    ) {
        let (name, open, _) = SCREENS[place];
        let mut theatre = theatre(sizes[0], open);
        if name == "saved" {
            theatre.wait_for("Bo's turn");
        }
        for key in keys {
            theatre.press(KEYS[key]);
        }
        for (width, height) in sizes {
            theatre.resize(width, height);
            let text = theatre.text();
            if name != "rules" {
                prop_assert!(text.contains('▶'), "{name} at {width}×{height}:\n{text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is typed and changed, and however small the screen: the chosen line stays in sight.
    #[test]
    fn what_is_typed_hides_nothing(
        open in prop::sample::select(CHANGED.to_vec()),
        size in (20..90_u16, 5..30_u16),
        keys in prop::collection::vec(0..TYPED.len(), 0..24),
    ) {
        let mut theatre = theatre(size, open);
        theatre.press(KeyCode::Down);
        for key in keys {
            theatre.press(TYPED[key]);
            let text = theatre.text();
            prop_assert!(text.contains('▶'), "{size:?}:\n{text}");
        }
    }
}

/// Screens on which something is typed.
const CHANGED: [Open; 3] = [
    |cx| RulesScreen::open(&game("tridice"), cx),
    |_| Box::new(SettingsScreen::default()),
    open_seats,
];

/// Keys that change something, and letters.
const TYPED: [KeyCode; 9] = [
    KeyCode::Enter,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Backspace,
    KeyCode::Char('t'),
    KeyCode::Char('x'),
    KeyCode::Char('3'),
    KeyCode::Char('ü'),
    KeyCode::Char('骰'),
];

/// Keys that stay on a screen, whichever it is.
const KEYS: [KeyCode; 10] = [
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::PageDown,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Char('k'),
    KeyCode::Char('j'),
    KeyCode::Char('G'),
    KeyCode::Tab,
    KeyCode::F(1),
];
