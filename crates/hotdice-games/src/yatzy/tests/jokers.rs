//! Where a further roll of equal dice goes, and what it pays, in each way to play.

use super::{check_refused, play, points, position};

/// Lists where a roll may go and the points that the seat then has more, as `fours+20`.
fn placings(joker: &str, sheet: &str, roll: &str) -> Vec<String> {
    let rules = format!("yahtzee(joker={joker})");
    let state = format!("sheets={sheet} turn=1 left=0 dice={roll}");
    let before = position(&rules, &state);
    let places = before.actions().into_iter();
    places
        .map(|action| {
            let mut after = before.clone();
            after.act(&action).unwrap();
            let gained = points(&*after) - points(&*before);
            format!(
                "{}+{gained}",
                action.notation().trim_start_matches("place ")
            )
        })
        .collect()
}

#[track_caller]
fn check(joker: &str, sheet: &str, roll: &str, expected: &[&str]) {
    assert_eq!(placings(joker, sheet, roll), expected);
}

// ones twos threes fours fives sixes, three and four of a kind, full house, straights, yahtzee, chance
const FOURS_OPEN: &str = "3,6,9,-,15,-,20,-,-,-,40,50,-";
const FOURS_FILLED: &str = "3,6,9,12,15,-,20,-,-,-,40,50,-";
const FOURS_FILLED_ZERO: &str = "3,6,9,12,15,-,20,-,-,-,40,0,-";
const UPPER_LEFT: &str = "-,6,9,12,15,-,20,22,25,30,40,50,20";
const FOURS_AND_ONES_LEFT: &str = "-,6,9,-,15,18,20,22,25,30,40,50,20";
const YAHTZEE_OPEN: &str = "3,6,9,-,15,-,20,-,-,-,40,-,20";

#[test]
fn forced_goes_in_the_upper_box_then_lower_then_anywhere() {
    check("forced", FOURS_OPEN, "44444", &["fours+120"]);
    let lower = [
        "four-of-a-kind+120",
        "full-house+125",
        "small-straight+130",
        "chance+120",
    ];
    check("forced", FOURS_FILLED, "44444", &lower);
    check("forced", UPPER_LEFT, "44444", &["ones+100", "sixes+100"]);
}

#[test]
fn free_goes_anywhere_and_fits_once_the_upper_box_is_filled() {
    let open = ["fours+120", "sixes+100", "four-of-a-kind+120"];
    let unfit = ["full-house+100", "small-straight+100", "chance+120"];
    check("free", FOURS_OPEN, "44444", &[open, unfit].concat());
    let open = ["sixes+100", "four-of-a-kind+120", "full-house+125"];
    let fit = ["small-straight+130", "chance+120"];
    check("free", FOURS_FILLED, "44444", &[&open[..], &fit].concat());
}

#[test]
fn original_stays_out_of_upper_boxes_while_it_can() {
    let lower = [
        "four-of-a-kind+120",
        "full-house+125",
        "small-straight+130",
        "chance+120",
    ];
    check("original", FOURS_OPEN, "44444", &lower);
    // The 20 in fours make 68 in the upper boxes, which is 35 more.
    let upper = ["ones+100", "fours+155"];
    check("original", FOURS_AND_ONES_LEFT, "44444", &upper);
}

#[test]
fn without_jokers_equal_dice_are_like_any_others() {
    let open = ["fours+20", "sixes+0", "four-of-a-kind+20"];
    let unfit = ["full-house+0", "small-straight+0", "chance+20"];
    check("none", FOURS_OPEN, "44444", &[open, unfit].concat());
}

#[test]
fn a_zero_in_the_yahtzee_box_gives_jokers_but_no_hundreds() {
    let lower = [
        "four-of-a-kind+20",
        "full-house+25",
        "small-straight+30",
        "chance+20",
    ];
    check("forced", FOURS_FILLED_ZERO, "44444", &lower);
}

#[test]
fn the_first_yahtzee_is_free_to_go_anywhere() {
    let upper = ["fours+20", "sixes+0", "four-of-a-kind+20", "full-house+0"];
    let lower = ["small-straight+0", "yahtzee+50"];
    check(
        "forced",
        YAHTZEE_OPEN,
        "44444",
        &[&upper[..], &lower].concat(),
    );
}

#[test]
fn other_rolls_are_as_usual() {
    let open = ["fours+16", "sixes+0", "four-of-a-kind+17"];
    let unfit = ["full-house+0", "small-straight+0", "chance+17"];
    check("forced", FOURS_OPEN, "44441", &[open, unfit].concat());
}

#[test]
fn says_which_box_the_joker_forces() {
    let state = format!("sheets={FOURS_OPEN} turn=1 left=0 dice=44444");
    let mut position = position("yahtzee", &state);
    let message = "not in chance: the joker rule sends this roll to fours";
    check_refused(&mut *position, "place chance", message);
    check_refused(
        &mut *position,
        "place yahtzee",
        "yahtzee is already filled: choose an open box",
    );
}

#[test]
fn hundreds_are_kept_and_counted() {
    let mut position = position(
        "yahtzee",
        "sheets=-,-,-,-,-,-,-,-,-,-,-,50,- turn=1 left=2 held=none",
    );
    play(
        &mut *position,
        &["6 6 6 6 6", "place sixes", "6 6 6 6 6", "place full-house"],
    );
    assert_eq!(
        position.state(),
        "sheets=-,-,-,-,-,30,-,-,25,-,-,50,- hundreds=2 turn=1 left=2 held=none"
    );
    assert_eq!(points(&*position), 305);
}
