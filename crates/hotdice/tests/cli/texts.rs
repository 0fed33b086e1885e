use hotdice_games::presets;
use serde_json::Value;

use crate::{User, run};

#[test]
fn every_game_is_listed() {
    let text = run(&["games"]);
    let json: Value = serde_json::from_str(&run(&["games", "--json"])).expect("one JSON object");
    let games = json["games"].as_array().expect("a list");
    assert_eq!(games.len(), presets().count());
    for (game, (family, preset)) in std::iter::zip(games, presets()) {
        assert_eq!(
            (&game["rules"], &game["family"]),
            (&preset.name.into(), &family.name.into())
        );
        assert!(text.contains(preset.name));
    }
}

#[test]
fn every_game_is_explained_in_lines_that_fit() {
    for (_, preset) in presets() {
        let rules = run(&["rules", preset.name]);
        assert!(rules.starts_with(preset.name), "{rules}");
        let widest = rules
            .lines()
            .filter(|line| line.contains(' '))
            .map(|line| line.chars().count())
            .max();
        assert!(widest <= Some(200), "{}: {widest:?}", preset.name);
    }
    assert!(run(&["rules", "farkle(target=5000)"]).contains("add up to 5,000"));
}

/// The example changes something, and what a rules line changes is marked.
#[test]
fn house_rules_are_shown_by_an_example() {
    for (_, preset) in presets() {
        let rules = run(&["rules", preset.name]);
        let example = rules.split("for example in '").nth(1).expect("an example");
        let example = example.split('\'').next().expect("a rules line");
        let changed = hotdice_games::find(example).expect("rules");
        assert_ne!(changed.rules_line(), preset.name);
        assert!(!rules.contains("\n* "), "{rules}");
        assert!(run(&["rules", example]).contains("\n* "), "{example}");
    }
    let rules = run(&["rules", "farkle(kinds=double,target=500)"]);
    assert!(rules.contains("\n* target=500\n") && rules.contains("\n* kinds=double\n"));
    assert_eq!(rules.matches("\n* ").count(), 2, "{rules}");
}

#[test]
fn man_pages_say_where_they_are() {
    let user = User::new();
    let ran = user.run(&["man", "new/man1"], "");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "The man pages are in new/man1\n")
    );
    assert!(user.folder().join("new/man1/hotdice.1").exists());
}

#[test]
fn perft_counts() {
    assert_eq!(run(&["perft", "tridice", "4"]), "34560\n");
    assert_eq!(run(&["perft", "tridice(rows=3,dice=2)", "4"]), "10368\n");
    assert_eq!(run(&["perft", "farkle", "2"]), "6816\n");
}

#[test]
fn shells_can_complete() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(run(&["completions", shell]).contains("hotdice"), "{shell}");
    }
}

#[test]
fn without_a_terminal_the_hall_is_the_usage() {
    let ran = User::new().run(&[], "");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Usage: hotdice"), "{}", ran.out);
}

#[test]
fn colour_is_for_terminals() {
    assert!(!run(&["games"]).contains('\u{1b}'));
}

#[test]
fn every_command_has_a_man_page() {
    assert!(run(&["man"]).contains(".TH hotdice 1"));
    let user = User::new();
    let ran = user.run(&["man", "pages"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for page in ["hotdice.1", "hotdice-play.1", "hotdice-online-seat.1"] {
        assert!(user.folder().join("pages").join(page).exists(), "{page}");
    }
}

#[test]
fn shells_are_told_games_and_bots() {
    let complete = |words: &[&str]| {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_hotdice"))
            .env("COMPLETE", "fish")
            .args([&["--", "hotdice"], words].concat())
            .output();
        String::from_utf8(ran.expect("the binary runs").stdout).expect("text")
    };
    assert!(complete(&["play", "tri"]).starts_with("tridice\t"));
    assert!(complete(&["play", "farkle(tar"]).starts_with("farkle(target=\t"));
    assert!(complete(&["play", "farkle", "--seat", "bot:s"]).starts_with("bot:strong\t"));
}
