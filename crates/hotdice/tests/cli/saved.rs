use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

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
fn a_last_line_that_was_cut_off_is_mended() {
    let user = User::new();
    let saved = interrupted(&user);
    let path = saved.to_str().expect("a path of letters");
    let text = fs::read_to_string(&saved).expect("a record");
    fs::write(&saved, &text[..text.len() - 3]).expect("a file");
    let said = "The last line of the record was cut off and is left out.";
    let replayed = user.run(&["replay", path], "");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    assert!(replayed.err.contains(said), "{}", replayed.err);
    let resumed = user.run(&["play", "--resume", path], "quit\ny\n");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(resumed.out.contains(said), "{}", resumed.out);
    // The same dice fall again.
    assert_eq!(fs::read_to_string(&saved).expect("a record"), text);
}

#[test]
fn a_game_is_played_in_one_terminal_at_a_time() {
    let user = User::new();
    let saved = interrupted(&user);
    let path = saved.to_str().expect("a path of letters");
    let before = fs::read_to_string(&saved).expect("a record");
    let mut first = Command::new(env!("CARGO_BIN_EXE_hotdice"))
        .args(["play", "--resume", path])
        .env("HOTDICE_DATA", user.folder().join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // It asks once it has the game.
    let mut out = BufReader::new(first.stdout.take().expect("piped")).lines();
    assert!(out.any(|line| line.is_ok_and(|line| line.contains("turn"))));
    let second = user.run(&["play", "--resume", path], "1\n1\n");
    assert_eq!(second.code, 1, "{}", second.out);
    let said = format!(
        "is being played in another terminal (process {})",
        first.id()
    );
    assert!(second.err.contains(&said), "{}", second.err);
    assert_eq!(fs::read_to_string(&saved).expect("a record"), before);
    assert_eq!(user.run(&["replay", path], "").code, 0, "anybody may look");
    // However it ends, the game is free again.
    first.kill().expect("it runs");
    first.wait().expect("it ends");
    let third = user.run(&["play", "--resume", path], "quit\ny\n");
    assert_eq!(third.code, 0, "{}", third.err);
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

/// A game in which Ada banks and Bo busts.
const SHORT: &str = "hotdice record 1\nrules farkle(target=1000)\ndice unknown\nseat 1 Ada\nseat 2 Bo\n\n\
    rolled 1 1 3 4 6 6\nacted 1 keep 1 1\nacted 1 bank\nrolled 2 3 3 4 6 6\nrolled 1 5 3 4 6 6\n";

#[test]
fn a_replay_draws_the_board_after_every_turn_and_shows_any_moment() {
    let user = User::new();
    fs::write(user.folder().join("game"), SHORT).expect("a file");
    let told = user.run(&["replay", "game"], "");
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let board = "\n\n  Ada    200 of 1,000 points\n  Bo       0 of 1,000 points\n\n";
    assert!(told.out.contains(board), "{}", told.out);
    let shown = user.run(&["replay", "game", "--at", "1"], "");
    for words in [
        "Turn 1, after event 1 of 5",
        "Ada decides:\n",
        "> Keep 1 1 ",
    ] {
        assert!(shown.out.contains(words), "{words:?}: {}", shown.out);
    }
    let json = user.run(&["replay", "game", "--at", "3", "--json"], "").out;
    let moment: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    assert_eq!(
        (&moment["event"], &moment["events"]),
        (&3.into(), &5.into())
    );
    assert_eq!(moment["scene"]["parts"][0]["value"], 200, "{json}");
    let lines = user.run(&["replay", "game", "--json"], "").out;
    assert_eq!(lines.lines().count(), 6);
    let wrong = user.run(&["replay", "game", "--at", "6"], "");
    assert_eq!(wrong.code, 2, "{}", wrong.out);
    assert!(wrong.err.contains("--at takes 0 to 5"), "{}", wrong.err);
}

#[test]
fn a_review_without_a_screen_lists_the_mistakes() {
    let user = User::new();
    fs::write(user.folder().join("game"), SHORT).expect("a file");
    let ran = user.run(&["review", "game"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    let words = "Turn 1, 0 points, 1 1 3 4 6 6: Ada chose Keep 1 1; Keep 1 was better by";
    assert!(ran.out.contains(words), "{}", ran.out);
    fs::write(user.folder().join("noise"), "noise").expect("a file");
    let ran = user.run(&["review", "noise"], "");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("noise is damaged"), "{}", ran.err);
}

#[test]
fn statistics_are_those_of_the_finished_games() {
    let user = User::new();
    let nothing = user.run(&["stats"], "");
    assert_eq!(
        (nothing.code, nothing.out.as_str()),
        (0, "No finished games yet.\n")
    );
    for bot in ["bot:greedy", "bot:careful"] {
        let play = [
            "play",
            "pig(target=20)",
            "--seat",
            "Ada",
            "--seat",
            bot,
            "--dice",
            "7",
        ];
        let ran = user.run(&play, &"2\n".repeat(50));
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    interrupted(&user);
    let told = user.run(&["stats"], "");
    assert_eq!((told.code, told.err.as_str()), (0, ""), "{}", told.out);
    for words in [
        "2 games, ",
        "\npig(target=20) ",
        "\nCareful (bot) ",
        "\nGreedy (bot) ",
    ] {
        assert!(told.out.contains(words), "{words:?}: {}", told.out);
    }
    assert!(user.folder().join("data/journal.json").exists());
    let json = user.run(&["stats", "--json"], "").out;
    let all: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    assert_eq!(all["overall"]["games"], 2);
    assert_eq!(all["accuracy"].as_array().map(Vec::len), Some(2));
}
