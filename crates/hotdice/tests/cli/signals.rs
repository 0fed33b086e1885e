//! Ctrl-C and SIGTERM end every command, with a word and the code of the signal.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use hotdice_testworld::eventually_blocking;

use crate::{Ran, User};

/// Starts a command whose input stays open.
pub(crate) fn start(user: &User, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_hotdice"))
        .args(arguments)
        .current_dir(user.folder())
        .env("HOTDICE_DATA", user.folder().join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

/// Sends a signal, and waits for the end.
pub(crate) fn signal(mut child: Child, name: &str) -> Ran {
    let sent = Command::new("kill")
        .args([format!("-{name}"), child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    // To wait would close the input, and that ends a game too.
    let _open = child.stdin.take();
    let ended = || child.try_wait().expect("a state");
    let status = eventually_blocking("the command ends", ended);
    let (mut out, mut err) = (String::new(), String::new());
    let stdout = child.stdout.take().expect("piped");
    let stderr = child.stderr.take().expect("piped");
    BufReader::new(stdout)
        .read_to_string(&mut out)
        .expect("text");
    BufReader::new(stderr)
        .read_to_string(&mut err)
        .expect("text");
    let code = status.code().expect("an exit code, not a signal");
    Ran { code, out, err }
}

/// Waits until a command listens to signals and has calculated for a fifth of a second.
fn wait_until_it_works(child: &Child) {
    const TERM: u64 = 1 << 14;
    let read = |file: &str| fs::read_to_string(format!("/proc/{}/{file}", child.id()));
    let catches = |status: &str| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        caught.is_some_and(|mask| mask & TERM != 0)
    };
    // The fourteenth field is the time that it has calculated, in hundredths of a second; the second may contain spaces.
    let hundredths = |stat: &str| {
        let (_, rest) = stat.rsplit_once(')')?;
        rest.split_whitespace().nth(11)?.parse::<u64>().ok()
    };
    eventually_blocking("the command works", || {
        let (status, stat) = (read("status").ok()?, read("stat").ok()?);
        (catches(&status) && hundredths(&stat)? >= 20).then_some(())
    });
}

/// Reads what a command says until some words come.
pub(crate) fn read_until(child: &mut Child, words: &str) -> String {
    let stdout = child.stdout.as_mut().expect("piped");
    let mut read = BufReader::with_capacity(1, stdout);
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains(words) {
        let buffer = read.fill_buf().expect("readable");
        assert!(!buffer.is_empty(), "{}", String::from_utf8_lossy(&said));
        said.push(buffer[0]);
        read.consume(1);
    }
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn a_game_that_is_stopped_says_where_it_is() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let user = User::new();
        let seats = [
            "play",
            "farkle(target=1550)",
            "--seat",
            "Ada",
            "--seat",
            "Bo",
            // The first roll scores: otherwise it would be Bo's turn at once.
            "--dice",
            "7",
        ];
        let mut child = start(&user, &seats);
        read_until(&mut child, "Ada> ");
        // To solve something used to swallow the first signal.
        let stdin = child.stdin.as_mut().expect("piped");
        stdin.write_all(b"rules\n").expect("written");
        read_until(&mut child, "Ada> ");
        let ran = signal(child, name);
        assert_eq!(ran.code, code);
        assert!(ran.err.contains("The game is saved in "), "{}", ran.err);
        let command = ran.err.split_once("Go on with: hotdice play --resume '");
        let file = command
            .expect("a command")
            .1
            .trim_end()
            .trim_end_matches('\'');
        let resumed = user.run(&["play", "--resume", file], "");
        assert!(resumed.out.contains("Ada's turn"), "{}", resumed.out);
    }
}

#[test]
fn games_that_never_end_are_stopped() {
    let user = User::new();
    let rules = "farkle(opening=10000,bank_min=10000)";
    let bots = [
        "--seat",
        "bot:random",
        "--seat",
        "bot:greedy",
        "--games",
        "200",
    ];
    let child = start(&user, &[&["simulate", rules], &bots[..]].concat());
    wait_until_it_works(&child);
    let ran = signal(child, "TERM");
    assert_eq!((ran.code, ran.out.as_str()), (143, ""));
    assert_eq!(ran.err, "\nStopped. Nothing was saved.\n");
}

#[test]
fn solving_is_stopped() {
    let user = User::new();
    let child = start(&user, &["solve", "zilch-playr"]);
    wait_until_it_works(&child);
    let ran = signal(child, "INT");
    assert_eq!(ran.code, 130);
    assert!(ran.err.contains("Nothing was saved."), "{}", ran.err);
}

#[test]
fn nothing_that_takes_long_is_solved_unasked() {
    let user = User::new();
    let bots = [
        "--seat",
        "bot:strong",
        "--seat",
        "bot:random",
        "--games",
        "1",
    ];
    let refused = user.run(&[&["simulate", "maxi-yatzy"], &bots[..]].concat(), "");
    assert_eq!(refused.code, 1);
    let cost = "solving maxi-yatzy takes about 9 minutes, 1.9 GB of memory and 2.5 GB of disk";
    assert!(refused.err.contains(cost), "{}", refused.err);
    assert!(
        refused.err.contains("solve 'maxi-yatzy' --keep"),
        "{}",
        refused.err
    );
    let state = "scores=0,0 busts=0,0 turn=1 total=0 next=choose:112346";
    let hint = user.run(&["hint", "zilch-playr", state], "");
    assert_eq!(hint.code, 0, "{}", hint.err);
    assert!(hint.out.starts_with("These are estimates"), "{}", hint.out);
    assert!(hint.err.contains("Add --yes to solve it."), "{}", hint.err);
    let tables = user.folder().join("data/tables");
    assert!(!tables.exists() || tables.read_dir().expect("a folder").count() == 0);
}
