//! What perfect play is worth: `solve`, `hint`, `simulate`, and the tables they keep.

use std::fs;

use serde_json::Value;

use crate::{User, run};

/// A game that nobody waits for.
const SMALL: &str = "farkle(target=1000)";

const STATE: &str = "scores=0,350 turn=2 total=0 next=choose:112445";

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(arguments)).expect("one JSON object")
}

#[track_caller]
fn check_figures(rules: &str, figures: &[(&str, f64)]) {
    let solved = json(&["solve", rules, "--json"]);
    for (name, expected) in figures {
        let value = solved[name].as_f64().expect("a figure");
        assert!((value - expected).abs() < 1e-9, "{rules}: {name} {value}");
    }
    let figures = solved["figures"].as_array().expect("a list").len();
    let text = run(&["solve", rules]);
    assert_eq!(text.lines().count(), figures + 1, "{text}");
}

#[track_caller]
fn check_refused(arguments: &[&str], code: i32, messages: &[&str]) {
    let ran = User::new().run(arguments, "");
    assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
    assert_eq!(ran.out, "", "{arguments:?}");
    for message in messages {
        assert!(ran.err.contains(message), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn solved_games_have_their_published_values() {
    check_figures(
        "farkle-minimal(target=1000)",
        &[
            ("first_wins", 0.602_389_681_682),
            ("turn_value", 446.571_440_344),
        ],
    );
    check_figures("pig(target=10)", &[("first_wins", 0.709_424_322_598)]);
}

/// One box and one roll: the mean of the dice, which needs no solver.
#[test]
fn small_boxes_have_the_values_of_paper_and_pencil() {
    let rules = "kata(dice=3,boxes=chance,rolls=1)";
    check_figures(rules, &[("expected", 10.5)]);
    let spread = json(&["solve", rules, "--sd", "--json"]);
    let sd = spread["sd"].as_f64().expect("a figure");
    assert!((sd - (3.0_f64 * 35.0 / 12.0).sqrt()).abs() < 1e-9);
    // A die that is rolled again below 4 brings 4.25.
    check_figures("kata(dice=2,boxes=chance,rolls=2)", &[("expected", 8.5)]);
}

#[test]
fn one_turn_is_solved_without_the_game() {
    let turn = json(&["solve", "farkle-minimal(target=1000)", "--turn", "--json"]);
    assert_eq!(turn["first_wins"], Value::Null);
    let value = turn["turn_value"].as_f64().expect("a figure");
    assert!((value - 446.571_440_344).abs() < 1e-9);
}

#[test]
fn what_is_not_solved_says_so() {
    check_refused(
        &["solve", "tridice"],
        1,
        &["tridice is not solved: only its endings are"],
    );
    check_refused(&["solve", "tridise"], 2, &["did you mean \"tridice\"?"]);
}

#[test]
fn tables_that_do_not_fit_say_their_size_at_once() {
    check_refused(
        &["solve", "farkle(target=1000000,ones=1)"],
        1,
        &["the table would take 14.6 TiB", "use a smaller target"],
    );
    check_refused(
        &["solve", "cheese(deck=full)"],
        1,
        &[
            "with cards is not solved",
            "the table would take 1 TiB",
            "use deck=none",
        ],
    );
}

/// The table of maxi-yatzy goes on disk; without room there nobody has to wait for it, and hints are estimates.
#[test]
fn a_table_that_cannot_be_kept_is_not_waited_for() {
    let user = User::new();
    fs::write(user.folder().join("data"), "in the way").expect("a file");
    let sheet = vec!["-"; 20].join(",");
    let state = format!("sheets={sheet} saved=0 turn=1 left=2 dice=123466");
    let ran = user.run(&["hint", "maxi-yatzy", &state], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("These are estimates"), "{}", ran.out);
}

#[test]
fn hints_are_best_first() {
    let hint = json(&["hint", SMALL, STATE, "--json"]);
    assert_eq!(hint["certainty"], "exact");
    assert_eq!(
        (&hint["aim"], &hint["exact"]),
        (&"win".into(), &true.into())
    );
    let actions = hint["actions"].as_array().expect("actions");
    let worth = |action: &Value| action["value"].as_f64().expect("a value");
    assert_eq!(actions.len(), 6);
    assert!(actions.is_sorted_by(|a, b| worth(a) >= worth(b)), "{hint}");
    assert!(worth(&actions[0]) > worth(&actions[5]));
    assert_eq!(hint["values"][1], actions[0]["value"]);
    let sum: f64 = hint["values"]
        .as_array()
        .expect("values")
        .iter()
        .filter_map(Value::as_f64)
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let text = run(&["hint", SMALL, STATE]);
    let lines: Vec<&str> = text.lines().collect();
    let spelled = |action: &Value| action["action"].as_str().expect("an action").to_owned();
    assert_eq!(lines.len(), 6);
    for (line, action) in std::iter::zip(lines, actions) {
        assert!(
            line.contains("%  ") && line.ends_with(&spelled(action)),
            "{text}"
        );
    }
}

/// At a table of two, points that lose are worth nothing; whoever asks for points gets them.
#[test]
fn hints_for_sheets_are_for_winning() {
    let (rules, state) = ("kata(boxes=chance)", "sheets=29/- turn=2 left=1 dice=55666");
    let hint = json(&["hint", rules, state, "--json"]);
    assert_eq!(
        (&hint["aim"], &hint["exact"]),
        (&"win".into(), &true.into())
    );
    assert_eq!(hint["actions"][0]["action"], "hold 5 6 6 6");
    let best = hint["actions"][0]["value"].as_f64().expect("a value");
    assert!((best - 1.0 / 12.0).abs() < 1e-12, "{hint}");
    let text = run(&["hint", rules, state]);
    assert!(text.starts_with("     8.33%  hold 5 6 6 6\n"), "{text}");
    assert!(text.contains("     0.00%  place chance\n"), "{text}");
    assert_eq!(text, run(&["hint", rules, state, "--aim", "win"]));
    let points = run(&["hint", rules, state, "--aim", "points"]);
    assert!(points.starts_with("     28.00  place chance\n"), "{points}");
    let alone = "sheets=- turn=1 left=1 dice=55666";
    check_refused(
        &["hint", rules, alone, "--aim", "win"],
        1,
        &["valued for points only"],
    );
    let farkle = ["hint", SMALL, STATE, "--aim", "points"];
    check_refused(&farkle, 1, &["valued for winning only"]);
}

#[test]
fn hints_before_a_roll_are_values() {
    let text = run(&["hint", SMALL, "scores=0,350 turn=2 total=0 next=roll:6"]);
    assert!(
        text.contains("%  for seat 1\n") && text.contains("%  for seat 2\n"),
        "{text}"
    );
}

#[test]
fn states_that_are_none() {
    check_refused(&["hint", SMALL, "horse"], 2, &["cannot read \"horse\""]);
    check_refused(
        &[
            "hint",
            SMALL,
            "scores=5000,350 turn=2 total=150 next=choose:1134",
        ],
        2,
        &["a seat reaches the target"],
    );
    check_refused(
        &[
            "hint",
            SMALL,
            "scores=7,350 turn=2 total=150 next=choose:1134",
        ],
        1,
        &["no game of these rules comes to this state"],
    );
}

#[test]
fn hints_for_four_are_estimates_with_their_error() {
    let state = "scores=0,350,0,0 turn=2 total=150 next=choose:1134";
    let hint = json(&["hint", SMALL, state, "--json"]);
    assert_eq!(hint["certainty"], "estimate");
    let basis = "chances among bots that play for points, which can be far off near the end";
    assert_eq!(hint["basis"], basis);
    let text = run(&["hint", SMALL, state]);
    assert!(
        text.starts_with(&format!("These are estimates: {basis}.")),
        "{text}"
    );
    let best = &hint["actions"][0];
    let margin = best["margin"].as_f64().expect("a margin");
    assert!(0.0 < margin && margin < 0.05, "{hint}");
    assert_eq!(
        hint,
        json(&["hint", SMALL, state, "--json"]),
        "always the same"
    );
}

#[test]
fn hints_for_three_are_what_solve_says() {
    let solved = json(&["solve", "farkle(target=1000)", "--seats", "3", "--json"]);
    let state = "scores=0,0,0 turn=1 total=0 next=roll:6";
    let hint = json(&["hint", "farkle(target=1000)", state, "--json"]);
    assert_eq!(hint["certainty"], "exact");
    assert!(hint["basis"].is_null(), "{hint}");
    let seats = ["first_wins", "second_wins", "third_wins"];
    for (seat, name) in seats.into_iter().enumerate() {
        assert_eq!(hint["values"][seat], solved[name], "{name}");
    }
}

/// An independent program says the same.
#[test]
fn hints_near_the_end_of_a_long_race_are_exact() {
    let user = User::new();
    let state = "scores=9550,9850,9800 turn=1 total=250 next=choose:1456";
    let ran = user.run(&["hint", "farkle", state], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let hint = json(&["hint", "farkle", state, "--json"]);
    assert_eq!(hint["certainty"], "exact");
    for (place, (action, percent)) in [("keep 1", 62.42), ("keep 1 5", 55.64), ("keep 5", 45.99)]
        .into_iter()
        .enumerate()
    {
        let best = &hint["actions"][place];
        assert_eq!(best["action"], action);
        let value = 100.0 * best["value"].as_f64().expect("a chance");
        assert!((value - percent).abs() < 0.005, "{hint}");
        assert!(
            ran.out.contains(&format!("{percent:.2}%  {action}\n")),
            "{}",
            ran.out
        );
    }
}

#[test]
fn last_turns_are_exact_for_four() {
    let state = "scores=10050,10100,9800,9000 turn=4 closer=1 total=1050 next=choose:112346";
    let hint = json(&["hint", "zilch", state, "--json"]);
    assert_eq!(hint["certainty"], "exact");
    assert_eq!(hint["values"][0], 0.0, "whoever does not lead has no share");
}

#[test]
fn hints_of_tridice_are_estimates() {
    let state = "turn=1 hands=2,2 board=empty";
    let text = run(&["hint", "tridice(rows=3,dice=2)", state]);
    assert!(
        text.starts_with("These are estimates: the game is not solved."),
        "{text}"
    );
    let hint = json(&["hint", "tridice(rows=3,dice=2)", state, "--json"]);
    assert_eq!(hint["exact"], false);
    assert!(!hint["actions"].as_array().expect("actions").is_empty());
}

fn simulate<'a>(rules: &'a str, bots: &[&'a str], rest: &[&'a str]) -> Vec<&'a str> {
    let seats = bots.iter().flat_map(|bot| ["--seat", bot]);
    ["simulate", rules]
        .into_iter()
        .chain(seats)
        .chain(rest.iter().copied())
        .collect()
}

const TWO_BOTS: [&str; 2] = ["bot:careful", "bot:random"];

#[test]
fn a_seed_gives_the_same_tally_again() {
    let tally = |seed| {
        run(&simulate(
            SMALL,
            &TWO_BOTS,
            &["--games", "1234", "--dice", seed],
        ))
    };
    let text = tally("5");
    assert_eq!(text, tally("5"));
    assert_ne!(text, tally("6"));
    assert!(
        text.starts_with("1234 games of farkle(target=1000), dice seed 5\n"),
        "{text}"
    );
}

#[test]
fn tallies_for_programs() {
    let games = ["--games", "500", "--dice", "5", "--json"];
    let tally = json(&simulate(SMALL, &TWO_BOTS, &games));
    assert_eq!(
        (&tally["rules"], &tally["games"], &tally["seed"]),
        (&SMALL.into(), &500.into(), &5.into())
    );
    let mut shares = 0.0;
    for (seat, bot) in TWO_BOTS.iter().enumerate() {
        let seat = &tally["seats"][seat];
        assert_eq!(seat["bot"], *bot);
        for figure in ["wins", "score"] {
            let part = |name: &str| seat[figure][name].as_f64().expect("a figure");
            assert!(
                part("low") <= part("mean") && part("mean") <= part("high"),
                "{tally}"
            );
        }
        shares += seat["wins"]["mean"].as_f64().expect("a share");
    }
    assert!((shares - 1.0).abs() < 1e-9, "{tally}");
}

/// Whoever plays to win wins more of the games than whoever plays for points, and has fewer points.
#[test]
fn bots_play_for_what_they_are_told() {
    let rules = "kata(dice=3,rolls=2,boxes=ones+chance)";
    let bots = ["bot:perfect", "bot:perfect"];
    let tally = |aims: &[&str]| {
        let aims = aims.iter().flat_map(|aim| ["--aim", aim]);
        let games = ["--games", "4000", "--dice", "5", "--json"];
        let rest: Vec<&str> = aims.chain(games).collect();
        let tally = json(&simulate(rules, &bots, &rest));
        [0, 1].map(|seat| {
            let mean = |figure| tally["seats"][seat][figure]["mean"].as_f64();
            (
                mean("wins").expect("a share"),
                mean("score").expect("points"),
            )
        })
    };
    let [points, win] = tally(&["points", "win"]);
    assert!(
        win.0 > points.0 + 0.01 && win.1 < points.1,
        "{points:?} {win:?}"
    );
    assert_eq!(tally(&["points"]), tally(&["points", "points"]));
    assert_eq!(tally(&[]), tally(&["win"]));
}

#[test]
fn tournaments_that_cannot_be_played() {
    let games = ["--games", "10"];
    let check = |rules, bots: &[&str], rest: &[&str], code, messages: &[&str]| {
        check_refused(&simulate(rules, bots, rest), code, messages);
    };
    check(SMALL, &TWO_BOTS, &["--games", "0"], 2, &["0 is not in 1.."]);
    check(
        SMALL,
        &["bot:carefull", "bot:random"],
        &games,
        2,
        &["did you mean \"careful\"?"],
    );
    check(
        SMALL,
        &["Ada", "bot:random"],
        &games,
        2,
        &["\"Ada\" is not a bot"],
    );
    check(
        SMALL,
        &["bot:random"],
        &games,
        2,
        &["1 at the table, but these rules need 2"],
    );
    check(
        "tridice",
        &["bot:perfect", "bot:random"],
        &games,
        1,
        &["tridice is not solved: only its endings are; use bot:strong"],
    );
    check(
        SMALL,
        &["bot:perfect", "bot:random", "bot:random", "bot:random"],
        &games,
        1,
        &["is solved for 2 or 3 players, not for 4 players"],
    );
    let with_aim = |aim| ["--games", "10", "--aim", aim];
    check(
        SMALL,
        &TWO_BOTS,
        &with_aim("win"),
        1,
        &["the bots of farkle(target=1000) have one way to play"],
    );
    check(
        "kata(boxes=chance)",
        &["bot:strong"],
        &with_aim("win"),
        1,
        &["valued for points only"],
    );
    check(
        SMALL,
        &TWO_BOTS,
        &[
            "--games", "10", "--aim", "win", "--aim", "win", "--aim", "win",
        ],
        2,
        &["3 aims for 2 seats"],
    );
}

/// A byte of a table is changed: the same answer, from a table that is whole again.
#[test]
fn a_damaged_table_is_solved_again() {
    let user = User::new();
    let solve = || {
        let ran = user.run(&["solve", "farkle-minimal(target=1000)", "--json"], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran.out
    };
    let answer = solve();
    let folder = user.folder().join("data/tables");
    let files: Vec<_> = fs::read_dir(&folder)
        .expect("a folder of tables")
        .map(|file| file.expect("a file").path())
        .collect();
    let [file] = &files[..] else {
        panic!("one table, and nothing left beside it: {files:?}");
    };
    let whole = fs::read(file).expect("a table");
    for place in [0, 30, 100, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x40;
        fs::write(file, damaged).expect("a file");
        assert_eq!(solve(), answer, "byte {place}");
        assert!(fs::read(file).expect("a table") == whole, "byte {place}");
    }
    fs::write(file, &whole[..whole.len() / 2]).expect("a file");
    assert_eq!(solve(), answer, "a table that was cut");
    assert!(fs::read(file).expect("a table") == whole);
}

/// Whoever begins is better off, and somebody wins.
#[test]
fn three_players_share_the_wins() {
    let answer = run(&[
        "solve",
        "farkle-minimal(target=500)",
        "--seats",
        "3",
        "--json",
    ]);
    let answer: Value = serde_json::from_str(&answer).expect("one JSON object");
    let chances = ["first_wins", "second_wins", "third_wins"]
        .map(|name| answer[name].as_f64().expect("a chance"));
    assert!(
        (chances.iter().sum::<f64>() - 1.0).abs() < 1e-9,
        "{chances:?}"
    );
    assert!(
        chances[0] > chances[1] && chances[1] > chances[2],
        "{chances:?}"
    );
}
