//! What boxes pay: the examples of the kata and its relatives, and those of the other games.

use hotdice_core::{BoxScore, Score, ScoreRefused};

use super::game;

#[track_caller]
fn check(rules: &str, cases: &[(&str, &str, u32)]) {
    let game = game(rules);
    for &(dice, name, points) in cases {
        let score = game.score(dice.parse().unwrap(), Some(name)).unwrap();
        let name = name.to_owned();
        assert_eq!(score, Score::Box(BoxScore { name, points }), "{dice}");
    }
}

const KATA: &[(&str, &str, u32)] = &[
    ("1 1 2 4 4", "fours", 8),
    ("3 3 3 4 4", "pair", 8),
    ("1 1 2 3 3", "two-pairs", 8),
    ("3 3 3 4 5", "three-of-a-kind", 9),
    ("2 2 2 2 5", "four-of-a-kind", 8),
    ("1 2 3 4 5", "small-straight", 15),
    ("2 3 4 5 6", "large-straight", 20),
    ("1 1 2 2 2", "full-house", 8),
    ("4 4 4 4 4", "full-house", 0),
    ("4 4 4 4 4", "yatzy", 50),
    ("1 1 3 3 6", "chance", 14),
    ("1 1 6 2 6", "pair", 12),
    ("3 3 3 3 1", "pair", 6),
    ("1 1 2 2 2", "two-pairs", 6),
    ("1 1 2 3 4", "two-pairs", 0),
    ("3 3 3 3 1", "three-of-a-kind", 9),
    ("2 2 2 2 2", "four-of-a-kind", 8),
    ("2 2 2 5 5", "four-of-a-kind", 0),
    ("2 2 3 3 4", "full-house", 0),
    ("1 1 1 2 1", "yatzy", 0),
    ("3 3 3 3 3", "two-pairs", 0),
    ("2 2 2 2 2", "three-of-a-kind", 6),
    ("2 3 4 5 6", "small-straight", 0),
    ("1 2 3 4 5", "large-straight", 0),
    ("1 3 4 5 6", "small-straight", 0),
    ("6 6 6 6 6", "sixes", 30),
    ("1 1 1 1 1", "sixes", 0),
];

#[test]
fn the_kata_and_yatzy_pay_alike() {
    check("kata", KATA);
    check("yatzy", KATA);
}

#[test]
fn yahtzee_pays_its_own_way() {
    check(
        "yahtzee",
        &[
            ("3 3 3 4 5", "three-of-a-kind", 18),
            ("2 2 2 2 5", "four-of-a-kind", 13),
            ("2 2 2 5 6", "four-of-a-kind", 0),
            ("1 1 2 2 2", "full-house", 25),
            ("4 4 4 4 4", "full-house", 0),
            ("1 2 3 4 6", "small-straight", 30),
            ("3 3 4 5 6", "small-straight", 30),
            ("1 2 3 5 6", "small-straight", 0),
            ("2 3 4 5 6", "large-straight", 40),
            ("1 2 3 4 6", "large-straight", 0),
            ("4 4 4 4 4", "yahtzee", 50),
            ("4 4 4 4 4", "fours", 20),
            ("1 1 3 3 6", "chance", 14),
        ],
    );
}

#[test]
fn maxi_yatzy_has_boxes_for_six_dice() {
    check(
        "maxi-yatzy",
        &[
            ("3 3 3 4 4 4", "pair", 8),
            ("1 1 2 2 3 3", "two-pairs", 10),
            ("1 1 2 2 3 3", "three-pairs", 12),
            ("1 1 1 1 3 3", "three-pairs", 0),
            ("5 5 5 5 5 5", "three-pairs", 0),
            ("5 5 5 5 5 5", "five-of-a-kind", 25),
            ("5 5 5 5 5 1", "five-of-a-kind", 25),
            ("5 5 5 5 2 1", "five-of-a-kind", 0),
            ("1 2 3 4 5 5", "small-straight", 15),
            ("2 2 3 4 5 6", "large-straight", 20),
            ("1 2 3 4 5 6", "small-straight", 15),
            ("1 2 3 4 5 6", "full-straight", 21),
            ("1 2 3 4 5 5", "full-straight", 0),
            ("1 1 6 6 6 2", "full-house", 20),
            ("2 2 2 6 6 6", "full-house", 22),
            ("2 2 2 6 6 6", "villa", 24),
            ("6 6 6 6 6 6", "villa", 0),
            ("2 2 6 6 6 6", "tower", 28),
            ("2 2 2 6 6 6", "tower", 0),
            ("6 6 6 6 6 6", "yatzy", 100),
            ("6 6 6 6 6 5", "yatzy", 0),
            ("1 1 1 1 1 2", "chance", 7),
        ],
    );
}

#[test]
fn a_box_nobody_wrote_code_for_pays() {
    let rules = "yatzy(add=five-odd:5-of-135:30+low:all-of-123:sum)";
    let cases = [
        ("1 1 3 5 5", "five-odd", 30),
        ("1 1 3 5 6", "five-odd", 0),
        ("1 1 3 2 2", "low", 9),
        ("1 1 3 2 4", "low", 0),
    ];
    check(rules, &cases);
}

#[test]
fn all_boxes_are_scored_in_order() {
    let Ok(Score::Boxes(scores)) = game("kata").score("11222".parse().unwrap(), None) else {
        panic!("the kata scores boxes");
    };
    let scores: Vec<u32> = scores.into_iter().map(|score| score.points).collect();
    assert_eq!(scores, [2, 6, 0, 0, 0, 0, 4, 6, 6, 0, 0, 0, 8, 0, 8]);
}

#[test]
fn refuses_dice_and_boxes_that_are_not_there() {
    let kata = game("kata");
    for (dice, given) in [("1 1 2 2", 4), ("112223", 6), ("none", 0)] {
        let refused = kata.score(dice.parse().unwrap(), None);
        let count = ScoreRefused::Count { given, needed: 5 };
        assert_eq!(refused, Err(count));
    }
    let refused = kata.score("11222".parse().unwrap(), Some("fullhouse"));
    let message = refused.unwrap_err().to_string();
    assert!(
        message.contains("did you mean \"full-house\"?"),
        "{message}"
    );
}
