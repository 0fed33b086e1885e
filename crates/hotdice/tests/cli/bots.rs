//! Games with bots: `play` against them, and `analyse` afterwards.

use std::fs;

use serde_json::Value;

use crate::{Ran, User};

/// Plays a whole game between two bots, and keeps it in `game`.
#[track_caller]
fn bots_play(user: &User, rules: &str, bots: [&str; 2]) -> Ran {
    let [first, second] = bots;
    let ran = user.run(
        &[
            "play", rules, "--seat", first, "--seat", second, "--dice", "7", "--save", "game",
        ],
        "",
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran
}

/// Plays with a bot, from these lines.
fn play_with(user: &User, rules: &str, bot: &str, lines: &str) -> Ran {
    user.run(
        &[
            "play", rules, "--plain", "--seat", "Ada", "--seat", bot, "--dice", "7", "--save",
            "game",
        ],
        lines,
    )
}

const SMALL: &str = "farkle(target=1000)";

#[test]
fn an_analysis_for_people() {
    let user = User::new();
    bots_play(&user, SMALL, ["bot:careful", "bot:greedy"]);
    let ran = user.run(&["analyse", "game"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "farkle(target=1000): chances to win\n",
        "Careful: accuracy ",
        "Greedy: accuracy ",
        "; luck: ",
        " given away)\n      scores=",
        " = result.",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
}

#[track_caller]
fn check_analysis(rules: &str, bots: [&str; 2], exact: bool) -> Value {
    let user = User::new();
    bots_play(&user, rules, bots);
    let ran = user.run(&["analyse", "game", "--json"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let analysis: Value = serde_json::from_str(&ran.out).expect("one JSON object");
    assert_eq!(
        (&analysis["exact"], &analysis["finished"]),
        (&exact.into(), &true.into())
    );
    let seats = analysis["seats"].as_array().expect("seats");
    for (seat, bot) in std::iter::zip(seats, bots) {
        assert_eq!(seat["name"], bot);
        let imbalance = seat["imbalance"].as_f64().expect("a figure");
        assert!(!exact || imbalance.abs() < 1e-9, "{rules}: {seat}");
    }
    for decision in analysis["decisions"].as_array().expect("decisions") {
        assert!(
            !exact || decision["loss"].as_f64().expect("a loss") > -1e-9,
            "{decision}"
        );
    }
    analysis
}

#[test]
fn an_analysis_for_programs_comes_out() {
    check_analysis(SMALL, ["bot:careful", "bot:greedy"], true);
    check_analysis("pig(target=20)", ["bot:careful", "bot:random"], true);
    check_analysis(
        "kata(dice=3,boxes=ones+pair+chance,rolls=2)",
        ["bot:random", "bot:strong"],
        true,
    );
}

/// Who writes 28 against 29 has lost for certain, whatever that brings on average.
#[test]
fn a_certain_loss_is_no_good_decision() {
    let user = User::new();
    let record = "hotdice record 1\nrules kata(boxes=chance)\ndice unknown\nseat 1 Ada\nseat 2 Bo\n\n\
                  rolled 5 6 6 6 6\nacted 1 place chance\nrolled 5 5 6 6 6\nacted 2 place chance\n\
                  ended 1\n";
    fs::write(user.folder().join("game"), record).expect("a file");
    let ran = user.run(&["analyse", "game"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("chances to win"), "{}", ran.out);
    assert!(ran.out.contains("Bo: accuracy 0.0%"), "{}", ran.out);
    let ran = user.run(&["analyse", "game", "--aim", "points"], "");
    assert!(ran.out.contains("expected points"), "{}", ran.out);
    assert!(ran.out.contains("Bo: accuracy 100.0%"), "{}", ran.out);
}

#[test]
fn perfect_players_give_nothing_away() {
    let analysis = check_analysis(SMALL, ["bot:perfect", "bot:perfect"], true);
    for seat in analysis["seats"].as_array().expect("seats") {
        assert!(
            seat["skill"].as_f64().expect("a figure").abs() < 1e-9,
            "{seat}"
        );
    }
}

#[test]
fn an_analysis_of_tridice_says_that_it_estimates() {
    check_analysis(
        "tridice(rows=3,dice=1)",
        ["bot:random", "bot:careful"],
        false,
    );
}

#[test]
fn a_game_that_was_agreed_to_end_is_over() {
    let user = User::new();
    let rules = "tridice(rows=3,dice=1)";
    user.run(
        &[
            "play", rules, "--seat", "Ada", "--seat", "Bo", "--save", "game",
        ],
        "draw\ny\n",
    );
    let ran = user.run(&["analyse", "game"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.contains("The players agreed to end the game"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("not over"), "{}", ran.out);
    assert!(
        !ran.out.contains("every decision"),
        "there was none: {}",
        ran.out
    );
}

#[test]
fn a_damaged_game_is_not_analysed() {
    let user = User::new();
    bots_play(&user, SMALL, ["bot:careful", "bot:greedy"]);
    let file = user.folder().join("game");
    let text = fs::read_to_string(&file).expect("a record");
    for damaged in [
        text.replacen("rolled", "roled", 1),
        text.replacen("acted 1", "acted 2", 1),
        text.replacen("record 1", "record 9", 1),
    ] {
        assert_ne!(damaged, text);
        fs::write(&file, damaged).expect("a file");
        let ran = user.run(&["analyse", "game"], "");
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        assert!(ran.err.contains("game is damaged: line "), "{}", ran.err);
    }
    let missing = user.run(&["analyse", "nowhere"], "");
    assert_eq!(missing.code, 1);
    assert!(missing.err.contains("nowhere"), "{}", missing.err);
}

#[test]
fn a_bot_moves_by_itself() {
    let user = User::new();
    let ran = play_with(&user, SMALL, "bot:greedy", &"1\n".repeat(60));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains("\nGreedy banks 50 for a total of 50.\n"),
        "{}",
        ran.out
    );
    assert!(
        !ran.out.contains("Greedy>"),
        "nobody asks a bot: {}",
        ran.out
    );
    assert!(ran.out.contains("wins!"));
}

#[test]
fn a_hint_in_the_middle_of_a_game() {
    let ran = play_with(&User::new(), SMALL, "bot:greedy", "hint\nquit\nn\n");
    let hint = ran
        .out
        .split("Ada> hint\n")
        .nth(1)
        .expect("the hint was asked for");
    let first = hint.lines().next().expect("a hint");
    assert!(first.contains("%  keep 1"), "{hint}");
    assert_eq!(
        hint.lines().take_while(|line| line.contains("%  ")).count(),
        6,
        "{hint}"
    );
}

#[test]
fn the_coach_can_be_switched_on_and_off() {
    let remark = "\nCoach: keep 1 was worth 58.76%, this -6.04%.\n";
    let on = play_with(&User::new(), SMALL, "bot:greedy", "coach\nbank\nquit\nn\n");
    assert!(on.out.contains(remark), "{}", on.out);
    let off = play_with(
        &User::new(),
        SMALL,
        "bot:greedy",
        "coach\ncoach\nbank\nquit\nn\n",
    );
    assert!(off.out.contains("Coach off."), "{}", off.out);
    assert!(!off.out.contains("Coach:"), "{}", off.out);
    let best = play_with(
        &User::new(),
        SMALL,
        "bot:greedy",
        "coach\nkeep 1\nquit\nn\n",
    );
    assert!(
        !best.out.contains("Coach:"),
        "the best choice is not remarked on: {}",
        best.out
    );
    let never = play_with(&User::new(), SMALL, "bot:greedy", "bank\nquit\nn\n");
    assert!(!never.out.contains("Coach:"), "{}", never.out);
}

#[test]
fn a_table_of_four_has_a_coach_who_estimates() {
    let user = User::new();
    let ran = user.run(
        &[
            "play",
            SMALL,
            "--seat",
            "Ada",
            "--seat",
            "Bo",
            "--seat",
            "Cy",
            "--seat",
            "bot:greedy",
            "--dice",
            "7",
        ],
        "hint\ncoach\nbank\nquit\nn\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let estimates = "These are estimates: chances among bots that play for points";
    assert_eq!(ran.out.matches(estimates).count(), 1, "{}", ran.out);
    assert!(ran.out.contains(" ± "), "{}", ran.out);
    assert!(ran.out.contains("Ada banks 250 for"));
}

#[test]
fn a_saved_game_with_a_bot_goes_on_as_if_it_had_not_stopped() {
    let user = User::new();
    let paused = play_with(&user, SMALL, "bot:greedy", "1\n1\nquit\ny\n");
    assert_eq!(paused.code, 0, "{}", paused.err);
    let resumed = user.run(&["play", "--resume", "game"], &"1\n".repeat(60));
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let other = User::new();
    play_with(&other, SMALL, "bot:greedy", &"1\n".repeat(60));
    let record = |user: &User| fs::read_to_string(user.folder().join("game")).expect("a record");
    assert_eq!(record(&user), record(&other));
}

#[test]
fn bots_that_cannot_sit_here() {
    let user = User::new();
    let unknown = play_with(&user, SMALL, "bot:gready", "");
    assert_eq!(unknown.code, 2, "{}", unknown.err);
    assert!(
        unknown.err.contains("did you mean \"greedy\"?"),
        "{}",
        unknown.err
    );
    let perfect = play_with(&user, "tridice", "bot:perfect", "");
    assert_eq!(perfect.code, 1, "{}", perfect.err);
    assert!(
        perfect.err.contains("only its endings are; use bot:strong"),
        "{}",
        perfect.err
    );
    assert!(!user.folder().join("game").exists(), "no game began");
}
