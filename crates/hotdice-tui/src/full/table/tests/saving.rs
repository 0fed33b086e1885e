//! A game that cannot be saved for a while, or at all.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use hotdice_core::DiceOrigin;
use hotdice_table::Match;
use hotdice_table::dice::SeededDice;

use super::*;
use crate::full::event_loop::EventLoop;
use crate::full::testing::TestDisk;
use crate::services::{SavedGame, SavedStage};

const NOTICE: &str = "! Not saved: the disk is full";
const WARNING: &str = "This game cannot be saved in";

impl TestDisk {
    fn fill(&self) {
        self.is_full.store(true, Ordering::Relaxed);
    }

    fn relieve(&self) {
        self.is_full.store(false, Ordering::Relaxed);
    }
}

/// Opens a game with promised dice, whose disk may be full from the beginning.
fn saving(rules: &str, names: &[&str], disk: &Arc<TestDisk>) -> Theatre {
    let game = hotdice_games::find(rules).unwrap();
    let names: Vec<Name> = names.iter().map(|name| name.parse().unwrap()).collect();
    let backdrop = Backdrop {
        disk: disk.clone(),
        ..Backdrop::default()
    };
    Theatre::new((80, 24), Arc::new(backdrop), |cx| {
        begin(
            LocalGame::new(NewGame::of(game, names), &*cx.services).unwrap(),
            cx,
        )
    })
}

/// Returns what is said when the program has ended: what remains, and what was lost.
fn said(event_loop: &EventLoop) -> (String, Vec<String>) {
    let cx = &event_loop.cx;
    let lost = cx.unsaved.iter().map(UnsavedGame::in_words).collect();
    (cx.parting.join("\n"), lost)
}

#[test]
fn that_a_game_is_not_saved_is_seen_until_it_is() {
    let disk = Arc::default();
    let mut theatre = saving("pig", &["Ada", "Bo"], &disk);
    disk.fill();
    theatre.type_in("b");
    let text = theatre.text();
    assert!(text.contains(WARNING) && text.contains(NOTICE), "{text}");
    for (width, height) in [(200, 60), (80, 24), (40, 12), (30, 8)] {
        theatre.resize(width, height);
        for key in [
            KeyCode::Left,
            KeyCode::Tab,
            KeyCode::Tab,
            KeyCode::Char('b'),
        ] {
            theatre.press(key);
            let text = theatre.text();
            assert!(text.contains("! Not saved: "), "{text}");
            assert!(!text.contains(WARNING), "{text}");
        }
    }
    theatre.resize(80, 24);
    disk.relieve();
    theatre.type_in("b");
    let text = theatre.text();
    assert!(text.contains("The game is saved again."), "{text}");
    assert!(!text.contains("Not saved"), "{text}");
    theatre.type_in("qy");
    let (remains, lost) = said(&theatre.event_loop);
    assert!(remains.starts_with("The game is saved in "), "{remains}");
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn nobody_is_told_that_a_game_is_saved_that_is_not() {
    let disk = Arc::default();
    let mut theatre = saving("pig", &["Ada", "Bo"], &disk);
    disk.fill();
    theatre.type_in("bq");
    let text = theatre.text();
    assert!(text.contains("This game cannot be saved:"), "{text}");
    assert!(
        text.contains("the disk is full. Only its beginning is saved."),
        "{text}"
    );
    assert!(!text.contains("The game is saved"), "{text}");
    theatre.type_in("y");
    assert!(!theatre.open);
    let lost = "the game could not be saved in games/test-0001.hotdice: the disk is full\n\
                Only its beginning is there. Go on from it with: hotdice play --resume 'games/test-0001.hotdice'";
    let expected = (String::new(), vec![lost.to_owned()]);
    assert_eq!(said(&theatre.event_loop), expected);
}

#[test]
fn saving_is_tried_again_before_the_table_is_left() {
    let disk = Arc::default();
    let mut theatre = saving("pig", &["Ada", "Bo"], &disk);
    disk.fill();
    theatre.type_in("b");
    disk.relieve();
    theatre.type_in("q");
    let text = theatre.text();
    assert!(
        text.contains("The game is saved, and you can go on"),
        "{text}"
    );
    // As well after the question, and when a signal ends the program.
    for end in ["y", ""] {
        let mut theatre = saving("pig", &["Ada", "Bo"], &disk);
        disk.fill();
        theatre.type_in("bq");
        disk.relieve();
        theatre.type_in(end);
        if end.is_empty() {
            theatre.event_loop.close();
        }
        let (remains, lost) = said(&theatre.event_loop);
        assert!(remains.starts_with("The game is saved in "), "{remains}");
        assert!(lost.is_empty(), "{lost:?}");
    }
}

#[test]
fn a_signal_says_what_is_lost() {
    let disk = Arc::default();
    let mut theatre = saving("pig", &["Ada", "Bo"], &disk);
    disk.fill();
    theatre.type_in("b");
    theatre.event_loop.close();
    let (remains, lost) = said(&theatre.event_loop);
    assert_eq!((remains.as_str(), lost.len()), ("", 1));
}

#[test]
fn a_game_is_played_on_a_disk_that_is_full_from_the_beginning() {
    let disk: Arc<TestDisk> = Arc::default();
    disk.fill();
    let mut theatre = saving("pig", &["Ada", "Bo"], &disk);
    let text = theatre.text();
    assert!(text.contains(WARNING) && text.contains(NOTICE), "{text}");
    theatre.type_in("bq");
    let text = theatre.text();
    assert!(
        text.contains("the disk is full. It is lost if you leave."),
        "{text}"
    );
    theatre.press(KeyCode::Esc);
    // The seed of the dice is hidden as soon as the game is saved: without it nobody could go on.
    assert_eq!(*disk.seed.lock().unwrap(), None);
    disk.relieve();
    theatre.type_in("b");
    assert!(disk.seed.lock().unwrap().is_some());
    assert!(disk.game.lock().unwrap().is_some());
}

#[test]
fn a_game_that_is_over_is_not_left_unsaved_without_a_question() {
    let disk = Arc::default();
    let mut theatre = saving("pig(target=30)", &["Ada", "bot:greedy"], &disk);
    disk.fill();
    finish(&mut theatre);
    theatre.press(KeyCode::Enter);
    theatre.wait_for("how it went");
    theatre.type_in("qq");
    let text = theatre.text();
    assert!(
        text.contains("Leave the table? This game cannot be saved:"),
        "{text}"
    );
    theatre.press(KeyCode::Esc);
    theatre.type_in("n");
    let text = theatre.text();
    assert!(!text.contains("the game is over"), "{text}");
    let (remains, lost) = said(&theatre.event_loop);
    assert_eq!((remains.as_str(), lost.len()), ("", 1));
}

#[test]
fn a_game_that_goes_on_is_unsaved_only_when_it_changes() {
    let names = ["Ada", "Bo"].map(|name| name.parse().unwrap());
    let pig = hotdice_games::find("pig").unwrap();
    let mut game = Match::of(pig, names.to_vec(), DiceOrigin::Seed(3), None).unwrap();
    game.roll(&mut SeededDice::new(3)).unwrap();
    let saved = SavedGame {
        place: PathBuf::from("games/test-0001.hotdice"),
        rules: Some("pig".to_owned()),
        names: vec!["Ada".to_owned(), "Bo".to_owned()],
        points: vec![0, 0],
        turn: Some(0),
        stage: SavedStage::Paused,
        age: 0,
        written: 0,
    };
    let place = saved.place.clone();
    let backdrop = Backdrop {
        saved: Mutex::new(vec![(saved, game.record().to_string())]),
        ..Backdrop::default()
    };
    backdrop.disk.fill();
    let mut theatre = Theatre::new((80, 24), Arc::new(backdrop), |cx| {
        begin(LocalGame::resume(&place, &*cx.services).unwrap(), cx)
    });
    let text = theatre.text();
    assert!(!text.contains("saved"), "{text}");
    theatre.type_in("b");
    let text = theatre.text();
    assert!(text.contains(NOTICE), "{text}");
    theatre.type_in("q");
    let text = theatre.text();
    assert!(text.contains("Only its beginning is saved."), "{text}");
}
