use std::fs;
use std::path::PathBuf;

use crate::User;

/// Begins a game of farkle and lets the input end in the middle.
fn interrupted(user: &User) -> PathBuf {
    let ran = user.run(
        &[
            "play", "farkle", "--seat", "Ada", "--seat", "Bo", "--dice", "7",
        ],
        "1\n1\n1\n",
    );
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.starts_with(
            "hotdice: the input ended in the middle of the game. The game is saved in "
        ),
        "{}",
        ran.err
    );
    let saved = user.folder().join("data/games/farkle-0001.hotdice");
    assert!(
        ran.err.contains(&saved.display().to_string()),
        "{}",
        ran.err
    );
    saved
}

#[test]
fn a_game_whose_input_ends_is_saved_and_goes_on_as_if_it_had_not() {
    let user = User::new();
    let saved = interrupted(&user);
    let path = saved.to_str().expect("a path of letters");
    let replayed = user.run(&["replay", path], "");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    assert!(replayed.out.contains("The game is not over yet."));
    let resumed = user.run(&["play", "--resume", path], &"1\n".repeat(500));
    assert_eq!(resumed.code, 0, "{}", resumed.err);

    let whole = user.run(
        &[
            "play", "farkle", "--seat", "Ada", "--seat", "Bo", "--dice", "7", "--save", "whole",
        ],
        &"1\n".repeat(500),
    );
    assert_eq!(whole.code, 0, "{}", whole.err);
    let read = |path: PathBuf| fs::read_to_string(path).expect("a record");
    assert_eq!(read(saved), read(user.folder().join("whole")));
}

#[test]
fn quitting_keeps_the_game_or_not() {
    let user = User::new();
    let play = ["play", "farkle", "--seat", "Ada", "--seat", "Bo"];
    let games = user.folder().join("data/games");
    let files = || fs::read_dir(&games).into_iter().flatten();
    let is_game = |path: PathBuf| path.extension().is_some_and(|end| end == "hotdice");
    let kept = || {
        files()
            .filter(|file| is_game(file.as_ref().expect("a file").path()))
            .count()
    };
    assert_eq!(user.run(&play, "quit\nn\n").code, 0);
    assert_eq!(files().count(), 0, "the seed of a game is not kept either");
    let ran = user.run(&play, "quit\nmaybe\ny\n");
    assert!(
        ran.out.contains("Go on with: hotdice play --resume"),
        "{}",
        ran.out
    );
    assert_eq!(kept(), 1);
    user.run(&play, "quit\n");
    assert_eq!(kept(), 2, "a game whose input ends is kept");
}

#[test]
fn a_file_that_is_there_is_not_written_over() {
    let user = User::new();
    fs::write(user.folder().join("taxes"), "2026").expect("a file");
    let ran = user.run(
        &[
            "play", "farkle", "--seat", "Ada", "--seat", "Bo", "--save", "taxes",
        ],
        "",
    );
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("cannot write taxes"), "{}", ran.err);
    assert_eq!(
        fs::read_to_string(user.folder().join("taxes")).expect("a file"),
        "2026"
    );
}

/// Changes a saved game, and expects both commands to refuse it by naming the line.
#[track_caller]
fn check_damaged(damage: impl Fn(&str) -> String, message: &str) {
    let user = User::new();
    let saved = interrupted(&user);
    let path = saved.to_str().expect("a path of letters");
    let text = fs::read_to_string(&saved).expect("a record");
    let damaged = damage(&text);
    assert_ne!(text, damaged);
    fs::write(&saved, &damaged).expect("a file");
    for arguments in [&["replay", path][..], &["play", "--resume", path]] {
        let ran = user.run(arguments, "");
        if arguments[0] == "replay" && message.contains("gives") {
            continue;
        }
        assert_eq!(ran.code, 1, "{arguments:?} {}", ran.out);
        assert!(ran.err.contains(" is damaged: "), "{}", ran.err);
        assert!(ran.err.contains(message), "{}", ran.err);
        assert_eq!(
            fs::read_to_string(&saved).expect("a record"),
            damaged,
            "nothing is changed"
        );
    }
}

#[test]
fn damaged_records_are_refused_and_left_alone() {
    check_damaged(|_| String::new(), "line 1: this is not a game record");
    check_damaged(
        |text| text.replace("record 1", "record 9"),
        "line 1: this record has version \"9\"",
    );
    check_damaged(
        |text| text.replace("rules farkle", "rules fargle"),
        "line 2: there is no game \"fargle\"",
    );
    check_damaged(
        |text| text.replace("rolled", "roled"),
        "line 7: not an event",
    );
    check_damaged(|text| text.replacen("bank", "keep 2 2 2 2", 1), "line 8");
    check_damaged(|text| text.replacen("acted 1", "acted 2", 1), "line 8");
    check_damaged(|text| text.replace("seed 7", "seed 8"), "seed 8 gives");
    check_damaged(
        |text| format!("{text}ended 1\n"),
        "the game is not over here",
    );
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    let user = User::new();
    fs::write(user.folder().join("noise"), [0xff, 0xfe, 0x00]).expect("a file");
    let ran = user.run(&["replay", "noise"], "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("noise is not a game record"),
        "{}",
        ran.err
    );
}
