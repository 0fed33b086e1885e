use serde_json::{Value, json};

use crate::{User, run};

#[track_caller]
fn check(arguments: &[&str], expected: &Value) {
    let arguments = [&["score"], arguments, &["--json"]].concat();
    let answer: Value = serde_json::from_str(&run(&arguments)).expect("one JSON object");
    assert_eq!(answer, *expected);
}

#[test]
fn dice_split_into_combinations() {
    check(
        &["zilch", "1", "1", "1", "1", "2", "3"],
        &json!({
            "total": 1100,
            "parts": [
                { "name": "three 1s", "dice": [1, 1, 1], "points": 1000 },
                { "name": "one 1", "dice": [1], "points": 100 },
            ],
            "unscored": [2, 3],
            "bust": false,
        }),
    );
    check(
        &["cheese", "2346"],
        &json!({ "total": 0, "parts": [], "unscored": [2, 3, 4, 6], "bust": true }),
    );
}

#[test]
fn combinations_are_written_behind_their_dice() {
    let said = run(&["score", "zilch", "1", "1", "1", "1", "2", "3"]);
    let lines = "1100 points\n  1 1 1: three 1s, 1000\n  1: one 1, 100\n  not scoring: 2 3\n";
    assert_eq!(said, lines);
}

#[track_caller]
fn check_total(rules: &str, dice: &str, total: u32) {
    let answer: Value =
        serde_json::from_str(&run(&["score", rules, dice, "--json"])).expect("JSON");
    assert_eq!(answer["total"], total, "{rules} {dice}");
}

#[test]
fn totals_that_people_argue_about() {
    check_total("zilch", "111123", 1100);
    check_total("zilch(count=in-order)", "111123", 1000);
    check_total("farkle", "111", 300);
    check_total("cheese", "152346", 1500);
    check_total("cheese", "444444", 800);
}

#[test]
fn boxes() {
    check(
        &["kata", "3", "3", "3", "4", "4", "--box", "pair"],
        &json!({ "box": "pair", "score": 8 }),
    );
    let all: Value =
        serde_json::from_str(&run(&["score", "kata", "33344", "--json"])).expect("JSON");
    assert_eq!(all["boxes"]["full-house"], 17);
    assert_eq!(all["boxes"].as_object().expect("an object").len(), 15);
    let odd = "yatzy(add=five-odd:5-of-135:30)";
    check(
        &[odd, "11355", "--box", "five-odd"],
        &json!({ "box": "five-odd", "score": 30 }),
    );
    check(
        &[odd, "11356", "--box", "five-odd"],
        &json!({ "box": "five-odd", "score": 0 }),
    );
}

#[test]
fn one_roll_per_line() {
    let ran = User::new().run(&["score", "farkle", "-"], "1 1 1\n\n155\n");
    let totals: Vec<u64> = ran
        .out
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["total"]
                .as_u64()
                .expect("a number")
        })
        .collect();
    assert_eq!(totals, [300, 0, 200]);
}

#[test]
fn a_bad_line_is_named_after_the_good_ones_are_answered() {
    let ran = User::new().run(&["score", "farkle", "-"], "1\n5\n1 8\n1\n");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out.lines().count(), 2);
    assert_eq!(
        ran.err,
        "hotdice: line 3: '8' is not a face of a die: use 1 to 6\n"
    );
}
