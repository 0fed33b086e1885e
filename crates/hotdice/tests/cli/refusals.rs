use crate::User;

/// Expects a short message and this exit code, and nothing on the output.
#[track_caller]
fn check(arguments: &[&str], code: i32, message: &str) {
    let ran = User::new().run(arguments, "");
    assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
    assert_eq!(ran.out, "", "{arguments:?}");
    assert!(ran.err.contains(message), "{arguments:?}: {}", ran.err);
    assert!(ran.err.lines().count() <= 8, "{}", ran.err);
}

#[test]
fn dice_that_are_none() {
    check(
        &["score", "zilch", "1111111"],
        2,
        "7 dice, but this game has only 6",
    );
    check(
        &["score", "zilch", "7"],
        2,
        "'7' is not a face of a die: use 1 to 6",
    );
    check(
        &["score", "kata", "1234"],
        2,
        "4 dice, but this game needs exactly 5",
    );
    check(&["score", "tridice", "1"], 2, "a roll has no score");
}

#[test]
fn boxes_that_are_none() {
    check(
        &["score", "farkle", "1", "--box", "pair"],
        2,
        "these rules have no boxes",
    );
    check(
        &["score", "kata", "11234", "--box", "pairs"],
        2,
        "did you mean \"pair\"?",
    );
}

#[test]
fn rules_that_are_none() {
    check(
        &["rules", "farkel"],
        2,
        "there is no game \"farkel\": did you mean \"farkle\"?",
    );
    check(
        &["rules", "Our friday chess(x=1)"],
        2,
        "there is no game \"Our friday chess\": hotdice games lists all games\n",
    );
    check(
        &["rules", "farkle(tarket=5)"],
        2,
        "did you mean \"target\"?",
    );
    check(
        &["rules", "farkle(target=lots)"],
        2,
        "target cannot be \"lots\"",
    );
    check(&["perft", "farkle(", "2"], 2, "is not a rules line");
}

#[test]
fn tables_that_are_too_small() {
    check(
        &["play", "farkle", "--seat", "Ada"],
        2,
        "1 at the table, but these rules need 2 or more",
    );
    check(
        &["play", "farkle", "--seat", "Ada", "--seat", "Ada"],
        2,
        "Ada has two seats",
    );
    check(
        &["play", "farkle", "--seat", "Ada", "--seat", "B\u{7}o"],
        2,
        "cannot be a name",
    );
    check(
        &[
            "play", "tridice", "--seat", "A", "--seat", "B", "--seat", "C",
        ],
        2,
        "need exactly 2",
    );
    check(
        &["perft", "farkle", "2", "--seats", "1"],
        2,
        "1 at the table",
    );
}

#[test]
fn records_that_are_none() {
    check(
        &["replay", "nowhere.hotdice"],
        1,
        "cannot read nowhere.hotdice",
    );
    check(
        &["play", "--resume", "nowhere.hotdice"],
        1,
        "there is no file nowhere.hotdice and no saved game of this name: saved games are in ",
    );
}

#[test]
fn words_that_are_no_command() {
    check(&["dance"], 2, "unrecognized subcommand 'dance'");
    check(&["score", "farkle"], 2, "required arguments");
    check(&["play"], 2, "required arguments");
    check(
        &["play", "pig", "Ada", "bot:greedy"],
        2,
        "put --seat before each player: --seat 'Ada' --seat 'bot:greedy'",
    );
}

#[test]
fn with_json_errors_are_json_too() {
    for (arguments, code, exit, message) in [
        (
            &["score", "farkle", "7", "--json"][..],
            "usage",
            2,
            "not a face of a die",
        ),
        (
            &["hint", "nope", "x", "--json"],
            "usage",
            2,
            "there is no game",
        ),
        (
            &["games", "--nope", "--json"],
            "usage",
            2,
            "unexpected argument",
        ),
        (&["analyse", "missing", "--json"], "failed", 1, "missing"),
        (
            &["online", "seat", "k7w2m9x4ab", "--json"],
            "not_found",
            1,
            "no seat at table",
        ),
    ] {
        let ran = User::new().run(arguments, "");
        assert_eq!(ran.code, exit, "{arguments:?}");
        let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("one JSON object");
        assert_eq!(answer["error"]["code"], code, "{arguments:?}");
        let said = answer["error"]["message"].as_str().expect("a message");
        assert!(said.contains(message), "{said}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}
