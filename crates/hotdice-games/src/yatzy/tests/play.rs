//! Turns from the first roll to the last box.

use hotdice_core::{Seat, Turn};

use super::{check_refused, game, play, points, position};

#[test]
fn a_turn_is_three_rolls_and_a_box() {
    let mut position = game("yatzy").open(2).unwrap();
    play(
        &mut *position,
        &["1 3 4 4 6", "hold 4 4", "1 2 4", "hold 4 4 4"],
    );
    assert_eq!(position.rolls().len(), 21);
    play(&mut *position, &["4 6", "place four-of-a-kind"]);
    assert_eq!(points(&*position), 16);
    let open = "-,-,-,-,-,-,-,-,-,-,-,-,-,-,-";
    let sheet = "-,-,-,-,-,-,-,-,-,16,-,-,-,-,-";
    let state = format!("sheets={sheet}/{open} turn=2 left=2 held=none");
    assert_eq!(position.state(), state);
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut position = game("yatzy").open(1).unwrap();
    let refused = position
        .read_action("place chance")
        .unwrap_err()
        .to_string();
    assert_eq!(refused, "roll the dice first");
    play(&mut *position, &["1 3 4 4 6"]);
    let missing = "you can't hold 4 4 4: the dice show 1 3 4 4 6";
    check_refused(&mut *position, "hold 4 4 4", missing);
    let all = "you're holding every die: place them in a box instead";
    check_refused(&mut *position, "hold 1 3 4 4 6", all);
    let unknown = "cannot read \"ful-house\": there is no such box: did you mean full-house?";
    check_refused(&mut *position, "place ful-house", unknown);
    let face = "cannot read \"hold 4 7\": '7' is not a face of a die: use 1 to 6";
    check_refused(&mut *position, "hold 4 7", face);
    play(
        &mut *position,
        &["hold none", "1 1 1 1 1", "hold 1 1", "2 2 2"],
    );
    let fourth = "no rolls left: place the dice in a box";
    check_refused(&mut *position, "hold 1", fourth);
    play(&mut *position, &["place ones", "1 1 2 2 2"]);
    let filled = "ones is already filled: choose an open box";
    check_refused(&mut *position, "place ones", filled);
}

#[test]
fn only_the_dice_in_hand_are_rolled() {
    let mut position = game("kata").open(1).unwrap();
    assert!(position.play("1 2 3 4").is_err());
    assert!(position.play("1 2 3 4 5 6").is_err());
    assert!(position.play("1 2 3 4 7").is_err());
    play(&mut *position, &["1 2 3 4 5", "hold 1 2 3"]);
    assert!(position.play("1 2 3").is_err());
    let thrown = position.read_throw(&[5, 0]).unwrap();
    assert_eq!((thrown.notation(), thrown.dice()), ("1 6", &[6, 1][..]));
    play(&mut *position, &["1 6"]);
    assert!(position.state().ends_with("left=1 dice=11236"));
}

#[test]
fn every_way_to_hold_and_every_box_can_be_chosen() {
    let position = position(
        "kata",
        "sheets=-,-,-,-,-,-,-,-,-,-,-,-,-,-,5 turn=1 left=1 dice=11223",
    );
    let actions = position.actions();
    let holds = actions
        .iter()
        .filter(|action| action.notation().starts_with("hold"));
    assert_eq!((holds.count(), actions.len()), (17, 31));
}

#[test]
fn unused_rolls_are_saved_and_spent() {
    let mut position = game("maxi-yatzy").open(1).unwrap();
    play(&mut *position, &["1 1 1 1 1 1", "place ones"]);
    assert!(position.state().contains(" saved=2 "));
    play(
        &mut *position,
        &["1 2 2 2 3 3", "hold 2 2 2", "1 1 1", "hold 2 2 2", "1 1 1"],
    );
    play(&mut *position, &["hold 2 2 2", "1 1 1"]);
    assert!(position.state().contains(" saved=1 "));
    play(&mut *position, &["hold 2 2 2", "1 1 2"]);
    let fifth = "no rolls left: place the dice in a box";
    check_refused(&mut *position, "hold 2 2 2", fifth);
    play(&mut *position, &["place twos"]);
    assert!(position.state().contains(" saved=0 "));
}

#[test]
fn unused_rolls_are_lost_where_nothing_is_saved() {
    let mut position = game("maxi-yatzy(saved_rolls=off)").open(1).unwrap();
    let turn = ["1 1 1 1 1 1", "place ones"];
    play(&mut *position, &turn);
    assert!(!position.state().contains("saved"));
    play(
        &mut *position,
        &["1 1 1 1 1 2", "hold 1", "22222", "hold 2", "33333"],
    );
    let third = "no rolls left: place the dice in a box";
    check_refused(&mut *position, "hold none", third);
}

#[test]
fn a_box_from_the_rules_line_is_played() {
    let mut position = game("yatzy(add=five-odd:5-of-135:30)").open(1).unwrap();
    play(
        &mut *position,
        &["1 1 3 5 6", "hold 1 1 3 5", "5", "place five-odd"],
    );
    assert_eq!(points(&*position), 30);
}

#[test]
fn the_upper_bonus_is_paid_once_it_is_reached() {
    let upper = "sheets=3,6,9,12,15,-,-,-,-,-,-,-,-,-,- turn=1 left=2 held=none";
    for (rules, roll, total) in [
        ("yatzy", "1 2 6 6 6", 113),
        ("yatzy", "1 2 3 6 6", 57),
        ("kata", "1 2 6 6 6", 63),
    ] {
        let mut position = position(rules, upper);
        play(&mut *position, &[roll, "place sixes"]);
        assert_eq!(points(&*position), total, "{rules} {roll}");
    }
}

#[track_caller]
fn check_winners(second: &str, winners: &[&str]) {
    let mut position = game("kata(boxes=chance,dice=2)").open(2).unwrap();
    play(
        &mut *position,
        &["1 6", "place chance", second, "place chance"],
    );
    let Turn::Over(standing) = position.turn() else {
        panic!("all boxes are filled");
    };
    let won: Vec<String> = standing
        .winners
        .iter()
        .map(|seat: Seat| seat.to_string())
        .collect();
    assert_eq!(won, winners);
    assert!(position.play("place chance").is_err());
    assert!(position.play("1 1").is_err());
}

#[test]
fn the_highest_total_wins_and_equals_share() {
    check_winners("2 4", &["1"]);
    check_winners("6 6", &["2"]);
    check_winners("2 5", &["1", "2"]);
}

#[test]
fn counts_how_games_can_go_on() {
    let perft = |rules: &str, depth| game(rules).perft(1, depth).unwrap();
    assert_eq!(perft("kata", 1), 252);
    // 252 rolls with 15 boxes each, and 4,368 ways to split all of them into held and rolled, less those that hold all.
    assert_eq!(perft("kata", 2), 252 * 15 + 4368 - 252);
    let tiny = "kata(boxes=chance,dice=1,rolls=2)";
    let counts = [1, 2, 3, 4, 5].map(|depth| perft(tiny, depth));
    assert_eq!(counts, [6, 12, 36, 36, 0]);
}
