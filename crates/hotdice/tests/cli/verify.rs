use std::fs;

use serde_json::Value;

use crate::{Ran, User};

const PIG: &str = include_str!("../../../../testdata/fair/pig.hotdice");

const LINKED_EVENING: &str = include_str!("../../../../testdata/fair/linked_evening.hotdice");

const WITHHELD: &str = include_str!("../../../../testdata/fair/withheld.hotdice");

const COMMITMENT: &str = "d26abd8debfe4f6e7e02319d986396da7bf95a99fd26b1d1c29a832943da427d";

/// Verifies a text with some more arguments.
fn verify(text: &str, arguments: &[&str]) -> Ran {
    let user = User::new();
    fs::write(user.folder().join("game"), text).expect("a file");
    user.run(&[&["verify", "game"], arguments].concat(), "")
}

#[test]
fn a_server_that_kept_its_word() {
    let ran = verify(PIG, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let said = "Verified: all 5 dice in 5 rolls match the commitment.\n\
                table k7w2m9x4ab\n";
    assert!(ran.out.starts_with(said), "{}", ran.out);
    assert!(ran.out.contains("Is this the commitment you saw"));
    let entropy = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";
    let ran = verify(PIG, &["--commitment", COMMITMENT, "--entropy", entropy]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.out.contains("Is this the commitment"), "{}", ran.out);
}

#[test]
fn linked_dice_and_those_who_were_absent() {
    let ran = verify(LINKED_EVENING, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let said = "Verified: all 69 dice in 23 rolls match the revealed links.\n";
    assert!(ran.out.starts_with(said), "{}", ran.out);
    assert!(ran.out.contains("\nanchor d2fcfa2a"), "{}", ran.out);
    let absences = |text: &str| {
        let ran = verify(text, &["--json"]);
        let verdict: Value = serde_json::from_str(&ran.out).expect("one JSON object");
        let each = verdict["absences"].as_array().expect("a list").clone();
        each.iter()
            .filter_map(|one| one["rolls"].as_u64())
            .sum::<u64>()
    };
    let written = LINKED_EVENING
        .lines()
        .filter(|line| line.starts_with("absent "))
        .count() as u64;
    assert!(written > 0);
    assert_eq!(absences(LINKED_EVENING), written);
    assert!(ran.out.contains(" was absent for "), "{}", ran.out);
}

/// The example of the docs is what the program prints.
#[test]
fn absences_that_were_worth_it() {
    let ran = verify(WITHHELD, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let docs = include_str!("../../../../docs/fair-dice.md");
    let (_, example) = docs
        .split_once("$ hotdice verify testdata/fair/withheld.hotdice\n")
        .expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    assert!(ran.out.starts_with(example), "{}", ran.out);

    let ran = verify(WITHHELD, &["--json"]);
    assert_eq!(ran.code, 0);
    let verdict: Value = serde_json::from_str(&ran.out).expect("one JSON object");
    let [ada, mal] = [0, 1].map(|at| &verdict["absences"][at]);
    assert_eq!(*ada, serde_json::json!({ "name": "Ada", "rolls": 0 }));
    let counts = ["rolls", "better", "worse", "neither"].map(|count| mal[count].as_u64());
    assert_eq!(counts, [Some(11), Some(7), Some(2), Some(1)]);
    let first = serde_json::json!(
        { "roll": 1, "fell": "1", "with_link": "3", "awaited": true, "absence": "better" }
    );
    assert_eq!(mal["withheld"][0], first);
    assert_eq!(mal["withheld"].as_array().map(Vec::len), Some(10));
}

/// Nothing is said about what absences were worth in a record that is not verified, and where no later link tells.
#[test]
fn absences_that_nothing_is_known_of() {
    let ran = verify(
        &WITHHELD.replace("rolled 5 link", "rolled 4 link"),
        &["--json"],
    );
    assert_eq!(ran.code, 1);
    let verdict: Value = serde_json::from_str(&ran.out).expect("one JSON object");
    assert_eq!(verdict["absences"][1]["rolls"], 11);
    assert_eq!(verdict["absences"][1]["withheld"], Value::Array(Vec::new()));
    let ran = verify(LINKED_EVENING, &[]);
    let unknown = "Zoë was absent for 11 rolls: those rolls do not include their link.\n  \
                   No later link shows what they would have been with it.\n";
    assert!(ran.out.contains(unknown), "{}", ran.out);
}

#[test]
fn a_verdict_as_json() {
    let ran = verify(PIG, &["--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let expected = format!(
        "{{\"verified\":true,\"rolls\":5,\"dice\":5,\"table\":\"k7w2m9x4ab\",\
         \"commitment\":\"{COMMITMENT}\",\"problem\":null}}\n"
    );
    assert_eq!(ran.out, expected);

    let ran = verify(&PIG.replace("rolled 1", "rolled 2"), &["--json"]);
    assert_eq!(ran.code, 1);
    let verdict: Value = serde_json::from_str(&ran.out).expect("one JSON object");
    assert_eq!(verdict["verified"], false);
    assert_eq!(verdict["rolls"], 2);
    let problem = "line 13, roll 3: the dice should have been 1, but the record says 2";
    assert_eq!(verdict["problem"], problem);

    let ran = verify("nonsense", &["--json"]);
    assert_eq!(ran.code, 1);
    let verdict: Value = serde_json::from_str(&ran.out).expect("one JSON object");
    assert_eq!(
        (&verdict["table"], &verdict["rolls"]),
        (&Value::Null, &0.into())
    );
}

/// Expects one sentence and exit code 1.
#[track_caller]
fn check(text: &str, arguments: &[&str], problem: &str) {
    let ran = verify(text, arguments);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    let said = format!("hotdice: game is not verified: {problem}");
    assert!(ran.err.starts_with(&said), "{}", ran.err);
}

#[test]
fn a_server_that_did_not() {
    check(
        &PIG.replace("seed e0", "seed e1"),
        &[],
        "line 19: the seed is not the one that the server promised",
    );
    check(
        PIG,
        &["--commitment", &"00".repeat(32)],
        "line 3: the commitment is not 0000",
    );
    check(
        &PIG[..PIG.find("ended").expect("an end")],
        &[],
        "the game is not over",
    );
    check(
        &format!("{PIG}rolled 1\n"),
        &[],
        "line 20: the game is already over",
    );
}

#[test]
fn a_game_at_one_terminal_has_nothing_to_verify() {
    let user = User::new();
    let play = [
        "play", "pig", "--seat", "Ada", "--seat", "Bo", "--dice", "7", "--save", "game",
    ];
    user.run(&play, "1\n");
    let ran = user.run(&["verify", "game"], "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("there is nothing to verify"),
        "{}",
        ran.err
    );
}

#[test]
fn a_wrong_call() {
    assert_eq!(User::new().run(&["verify"], "").code, 2);
    assert_eq!(verify(PIG, &["--commitment", "12"]).code, 2);
    let ran = User::new().run(&["verify", "nowhere"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("cannot read nowhere"), "{}", ran.err);
}
