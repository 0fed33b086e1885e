//! The hall line by line, screen by screen.

use std::fs;

use crate::{Ran, User};

/// Walks through the hall by typing these lines, and expects to come out well.
#[track_caller]
fn walk(user: &User, lines: &[&str]) -> Ran {
    let ran = user.run(&["--plain"], &(lines.join("\n") + "\n"));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    check_plain(&ran.out);
    check_plain(&ran.err);
    ran
}

/// Expects nothing that a screen reader stumbles over.
#[track_caller]
fn check_plain(text: &str) {
    for letter in text.chars() {
        let fine = letter == '\n' || !letter.is_control();
        let drawn = ('\u{2500}'..='\u{28ff}').contains(&letter);
        assert!(fine && !drawn, "{letter:?} in {text}");
    }
}

#[track_caller]
fn check(lines: &[&str], expected: &[&str]) {
    let ran = walk(&User::new(), lines);
    for words in expected {
        assert!(ran.out.contains(words), "{words:?} is not in {}", ran.out);
    }
}

#[test]
fn without_a_terminal_the_hall_has_to_be_asked_for() {
    let ran = User::new().run(&[], "quit\n");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Usage: hotdice"), "{}", ran.out);
}

#[test]
fn the_first_menu_has_everything() {
    let all = [
        "play", "house", "host", "join", "saved", "solved", "settings", "mistakes", "stats", "quit",
    ];
    let ran = walk(&User::new(), &["11", "horse", "", "quit"]);
    for (number, word) in (1..).zip(all) {
        let line = ran
            .out
            .lines()
            .find(|line| line.starts_with(&format!("{number:>4}) ")));
        assert!(line.is_some_and(|line| line.ends_with(word)), "{}", ran.out);
    }
    assert!(ran.out.contains("There is no \"11\": choose 1 to 10."));
    assert!(ran.out.contains("There is no \"horse\": choose 1 to 10."));
}

#[test]
fn a_game_is_chosen_explained_and_played() {
    check(
        &[
            "play",
            "rules pig",
            "",
            "99",
            "pig",
            "Ada",
            "bot:greedy",
            "stop",
            "quit",
            "n",
            "quit",
        ],
        &[
            "push-your-luck\n  1) farkle",
            "A turn",
            "there is no game \"99\"",
            "Who plays pig? These rules are for 2 or more players.",
            "bot:perfect   never errs",
            "--- Ada's turn ---",
        ],
    );
}

/// Whoever would make the table too large for a perfect bot is refused at once, and names are kept.
#[test]
fn a_perfect_bot_stays_where_it_is_perfect() {
    check(
        &[
            "1",
            "farkle",
            "Ada",
            "bot:perfect",
            "Cy",
            "Dee",
            "back",
            "quit",
        ],
        &[
            "bot:perfect cannot play here: farkle is solved for 2 or 3 players, not for 4 players; use bot:strong.",
        ],
    );
}

#[test]
fn seats_are_refused_with_a_reason() {
    check(
        &[
            "1",
            "tridice",
            "stop",
            "Ada",
            "Ada",
            "bot:perfect",
            "bot:horse",
            "back",
            "quit",
        ],
        &[
            "There are too few: add at least 2 in all.",
            "Ada has a seat already: choose another name.",
            "There is no bot:perfect: tridice is not solved: only its endings are",
            "bot:perfect cannot play here: tridice is not solved",
            "there is no bot \"horse\"",
        ],
    );
}

#[test]
fn house_rules_show_what_they_do() {
    check(
        &[
            "house",
            "1",
            "ones 150",
            "hot",
            "hot cold",
            "horse 3",
            "reset hot",
            "list",
            "reset",
            "line pig(target=20)",
            "solve",
            "rules",
            "back",
            "quit",
        ],
        &[
            "farkle> ones 150\nWhat they do, with the difference to farkle:\n  457.09 (+77.34)  Average best turn",
            "     1  66.67%              300 (was 250)",
            "farkle(ones=150,hot=ends-turn)> hot cold\nhot cannot be \"cold\": it takes optional",
            "farkle has no parameter \"horse\"",
            "  ones 150 (usually 100)",
            "farkle(ones=150)> list",
            "farkle> line pig(target=20)",
            "Please wait: this takes at most 40 seconds.",
            "  61.56%",
            "pig(target=20)> rules",
        ],
    );
}

#[test]
fn house_rules_are_played_at_once() {
    check(
        &[
            "2",
            "pig",
            "target 20",
            "play",
            "Ada",
            "Bo",
            "stop",
            "quit",
            "n",
            "10",
        ],
        &["Who plays pig(target=20)?", "0 of 20 points"],
    );
}

#[test]
fn saved_games_go_on_are_told_taken_apart_checked_and_thrown_away() {
    let user = User::new();
    let play = ["play", "pig(target=2)", "--seat", "Ada", "--seat", "Bo"];
    user.run(&play, &"2\n".repeat(50));
    let ran = walk(
        &user,
        &[
            "saved",
            "replay 1",
            "review 1",
            "analyse 1",
            "verify 1",
            "play 1",
            "dance 1",
            "7",
            "",
            "stats",
            "quit",
        ],
    );
    for words in [
        "  1) pig(target=2): Ada, Bo; over, its dice can be checked, just now",
        "Every decision was the best.",
        "By opponent ",
        "wins!",
        "pig(target=2): chances to win",
        "Verified: ",
        "this game does not go on: replay it",
        "\"dance\" cannot be done with a game",
        "There is no \"7\": choose 1 to 1.",
    ] {
        assert!(ran.out.contains(words), "{words:?} is not in {}", ran.out);
    }
    let ran = walk(&user, &["saved", "delete 1", "n", "delete 1", "y", "quit"]);
    assert!(
        ran.out.contains("is gone.\nNo game is saved yet"),
        "{}",
        ran.out
    );
}

#[test]
fn a_paused_game_goes_on_with_its_promised_dice() {
    let user = User::new();
    let begun = walk(
        &user,
        &[
            "play",
            "pig(target=15)",
            "Ada",
            "Bo",
            "stop",
            "1",
            "quit",
            "y",
            "quit",
        ],
    );
    assert!(begun.out.contains("The game is saved in "), "{}", begun.out);
    let mut lines = vec!["saved", "play 1"];
    lines.extend(["2"; 60]);
    let ran = user.run(&["--plain"], &(lines.join("\n") + "\n"));
    assert!(ran.out.contains("unfinished, "), "{}", ran.out);
    assert!(ran.out.contains("wins!"), "{}", ran.out);
    let file = user.folder().join("data/games/pig-0001.hotdice");
    let verified = user.run(&["verify", file.to_str().expect("a plain path")], "");
    assert_eq!((verified.code, verified.err.as_str()), (0, ""));
    let seed = user.folder().join("data/games/pig-0001.hotdice.seed");
    assert!(!seed.exists(), "a seed that is shown needs no hiding");
}

#[test]
fn damaged_games_are_named_and_can_be_thrown_away() {
    let user = User::new();
    let games = user.folder().join("data/games");
    fs::create_dir_all(&games).expect("a folder");
    fs::write(games.join("farkle-0001.hotdice"), "nonsense").expect("a file");
    let ran = walk(&user, &["saved", "1", "delete 1", "y", "quit"]);
    assert!(
        ran.out.contains("farkle-0001.hotdice, damaged"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("farkle-0001.hotdice is damaged"),
        "{}",
        ran.out
    );
    assert!(!games.join("farkle-0001.hotdice").exists());
}

#[test]
fn what_is_solved_is_told() {
    check(
        &["solved", "pig(target=10)", "tridice", "horse", "", "quit"],
        &[
            "0.709424322598  First player's winning chance",
            "tridice is not solved: only its endings are",
            "there is no game \"horse\"",
        ],
    );
}

#[test]
fn settings_are_kept() {
    let user = User::new();
    let ran = walk(&user, &["settings", "1", "Ada", "2", "6", "99", "", "quit"]);
    for words in [
        "1) your name: Ada.",
        "2) pace of the dice: slow.",
        "6) bell: on.",
    ] {
        assert!(ran.out.contains(words), "{words:?} is not in {}", ran.out);
    }
    let ran = walk(
        &user,
        &[
            "settings", "", "play", "pig", "", "Bo", "stop", "quit", "n", "quit",
        ],
    );
    assert!(ran.out.contains("1) your name: Ada."), "{}", ran.out);
    assert!(ran.out.contains("Player 1 [Ada]> \n"), "{}", ran.out);
    assert!(ran.out.contains("--- Ada's turn ---"), "{}", ran.out);
}

#[test]
fn a_broken_file_of_settings_is_named_and_kept_aside() {
    let user = User::new();
    let data = user.folder().join("data");
    fs::create_dir_all(&data).expect("a folder");
    for aside in ["settings.json.broken", "settings.json.broken-2"] {
        fs::write(data.join("settings.json"), "{ nonsense").expect("a file");
        let ran = walk(&user, &["settings", "", "quit"]);
        assert!(ran.out.contains("settings.json is broken ("), "{}", ran.out);
        assert!(
            ran.out.contains(&format!("it is kept as {aside},")),
            "{}",
            ran.out
        );
        assert!(ran.out.contains("1) your name: (none)."), "{}", ran.out);
        let kept = fs::read_to_string(data.join(aside)).expect("the broken file");
        assert_eq!(kept, "{ nonsense");
    }
}

#[test]
fn the_config_file_keeps_what_people_write_into_it() {
    let user = User::new();
    let data = user.folder().join("data");
    fs::create_dir_all(&data).expect("a folder");
    let config = data.join("config.toml");
    fs::write(&config, "# ours\npace = \"fast\"\nbell = false # quiet\n").expect("a file");
    let ran = walk(&user, &["settings", "6", "", "quit"]);
    let said = "config.toml, line 2: pace is \"fast\", but can be usual, slow, off, quick";
    assert!(ran.out.contains(said), "{}", ran.out);
    assert_eq!(
        fs::read_to_string(&config).expect("the file"),
        "# ours\npace = \"fast\"\nbell = true # quiet\n"
    );
    // A file that is no TOML is not touched.
    fs::write(&config, "bell =").expect("a file");
    let ran = walk(&user, &["settings", "6", "", "quit"]);
    assert!(ran.out.contains("config.toml, line 1: "), "{}", ran.out);
    assert!(
        ran.out
            .contains("The settings are not saved: config.toml, line 1: "),
        "{} {}",
        ran.out,
        ran.err
    );
    assert_eq!(fs::read_to_string(&config).expect("the file"), "bell =");
}

#[test]
fn settings_of_earlier_versions_are_taken_over() {
    let user = User::new();
    let data = user.folder().join("data");
    fs::create_dir_all(&data).expect("a folder");
    let old = "{\"name\": \"Ada\", \"ground\": \"light\"}";
    fs::write(data.join("settings.json"), old).expect("a file");
    let ran = walk(&user, &["settings", "6", "", "quit"]);
    assert!(ran.out.contains("1) your name: Ada."), "{}", ran.out);
    assert!(ran.out.contains("4) theme: light."), "{}", ran.out);
    let config = fs::read_to_string(data.join("config.toml")).expect("a config file");
    for line in ["name = \"Ada\"", "theme = \"light\"", "bell = true"] {
        assert!(config.contains(line), "{line} is not in {config}");
    }
    let kept = fs::read_to_string(data.join("settings.json")).expect("the old file");
    assert_eq!(kept, old);
}

#[test]
fn joining_asks_for_an_address_and_survives_a_server_that_is_not_there() {
    check(
        &[
            "join",
            "not an address",
            "http://127.0.0.1:1",
            "test",
            "exit",
            "quit",
        ],
        &[
            "Hot Dice online: http://127.0.0.1:1",
            "  1) Test connection",
        ],
    );
}

#[test]
fn a_server_is_opened_on_this_machine_and_played_on() {
    let user = User::new();
    let ran = walk(
        &user,
        &[
            "host",
            "n",
            "test",
            "new",
            "pig(target=2)",
            "2",
            "greedy",
            "Ada",
            "exit",
            "quit",
        ],
    );
    for words in [
        "A server is open at http://127.0.0.1:",
        "Hot Dice online: http://127.0.0.1:",
        "Bots, such as careful",
        "hotdice online",
    ] {
        assert!(ran.out.contains(words), "{words:?} is not in {}", ran.out);
    }
}

#[test]
fn mistakes_are_tried_again_until_none_is_due() {
    let user = User::new();
    let ran = walk(&user, &["mistakes", "quit"]);
    assert!(ran.out.contains("No mistakes to practise"), "{}", ran.out);
    let games = user.folder().join("data/games");
    fs::create_dir_all(&games).expect("a folder");
    let game = "hotdice record 1\nrules pig(target=20)\ndice unknown\nseat 1 Ada\nseat 2 bot:greedy\n\n\
        rolled 6\nacted 1 hold\nrolled 1\nrolled 6\nacted 1 roll\nrolled 6\nacted 1 roll\nrolled 6\nacted 1 hold\nended 1\n";
    fs::write(games.join("pig-0001.hotdice"), game).expect("a file");
    let ran = walk(&user, &["mistakes", "9", "2", "quit"]);
    for words in [
        "mistake 1 of 1",
        "  2) Hold",
        "What should you do?",
        "There is no \"9\": choose 1 to 2.",
        "Hold costs ",
        "In the game: Hold, which cost",
        "That was the last one.",
    ] {
        assert!(ran.out.contains(words), "{words:?} is not in {}", ran.out);
    }
    let ran = walk(&user, &["mistakes", "1", "mistakes", "quit"]);
    assert!(ran.out.contains("nothing is better."), "{}", ran.out);
    assert!(ran.out.contains("No mistake is due today."), "{}", ran.out);
}
