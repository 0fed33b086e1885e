use crate::User;

const TWO: [&str; 6] = [
    "play",
    "farkle(target=2000)",
    "--plain",
    "--seat",
    "Ada",
    "--seat",
];

fn two_players<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&TWO, &["Bo"][..], rest].concat()
}

#[test]
fn house_rules_are_played_by_their_name() {
    let user = User::new();
    let data = user.folder().join("data");
    std::fs::create_dir_all(&data).expect("a folder");
    let config = "[rules]\n\"our pig\" = \"pig(target=15)\"\n";
    std::fs::write(data.join("config.toml"), config).expect("a file");
    let ran = user.run(
        &["play", "our pig", "--seat", "Ada", "--seat", "Bo"],
        "quit\nn\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("0 of 15 points"), "{}", ran.out);
    let ran = user.run(&["play", "our cow", "--seat", "Ada", "--seat", "Bo"], "");
    assert_eq!(ran.code, 2, "{}", ran.out);
}

#[test]
fn a_whole_game_by_numbers() {
    let user = User::new();
    let ran = user.run(&two_players(&["--dice", "7"]), &"1\n".repeat(200));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("--- Ada's turn ---"));
    assert!(ran.out.contains("wins!\nThe record is in "), "{}", ran.out);
    assert!(ran.out.contains("\nScore board\n  Ada "));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = || {
        let ran = User::new().run(
            &two_players(&["--dice", "7", "--save", "game"]),
            &"1\n".repeat(200),
        );
        ran.out
    };
    assert_eq!(game(), game());
}

#[test]
fn every_game_can_be_played_to_its_end_by_numbers() {
    for (_, preset) in hotdice_games::presets() {
        let user = User::new();
        let arguments = [
            "play",
            preset.name,
            "--seat",
            "Ada",
            "--seat",
            "Bo",
            "--dice",
            "11",
            "--save",
            "game",
        ];
        // Numbers that vary, so that nobody walks to and fro for ever; most are refused, none is misunderstood.
        let input: String = (0..40_000)
            .map(|turn| format!("{}\n", turn * 7 % 11 + 1))
            .collect();
        let ran = user.run(&arguments, &input);
        assert_eq!(ran.code, 0, "{}: {}", preset.name, ran.err);
        let replayed = user.run(&["replay", "game"], "");
        assert_eq!(
            (replayed.code, replayed.err.as_str()),
            (0, ""),
            "{}",
            preset.name
        );
        assert!(!replayed.out.contains("not over yet"), "{}", preset.name);
    }
}

#[test]
fn names_are_asked_for_until_there_are_enough() {
    let ran = User::new().run(
        &["play", "farkle"],
        "stop\nAda\nstop\n\nAda\nBo\nstop\nquit\nn\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        ran.out
            .matches("There are too few: add at least 2 in all.")
            .count(),
        2
    );
    assert!(ran.out.contains("Ada has a seat already"));
    assert!(ran.out.contains("--- Ada's turn ---"));
}

#[test]
fn a_choice_can_be_taken_back_but_no_roll() {
    let ran = User::new().run(
        &[
            "play", "zilch", "--seat", "Ada", "--seat", "Bo", "--dice", "1",
        ],
        "undo\nkeep 1\nundo\nkeep 1; bank\nundo\nquit\nn\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        ran.out
            .matches("Not possible: the dice have been rolled")
            .count(),
        2,
        "{}",
        ran.out
    );
    assert_eq!(
        ran.out.matches("Ada keeps 1 for 100.").count(),
        2,
        "{}",
        ran.out
    );
}

#[test]
fn refused_moves_say_why_and_change_nothing() {
    let ran = User::new().run(
        &[
            "play", "zilch", "--seat", "Ada", "--seat", "Bo", "--dice", "1",
        ],
        "keep\nkeep 2\nkeep 7\nbank\n99\n\nhello\ndraw\nquit\nn\n",
    );
    for message in [
        "keep at least one die that scores",
        "2 would not score",
        "'7' is not a face of a die",
        "first keep at least one die that scores",
        "There is no 99",
        "Type the number of a choice, or help.",
        "cannot read \"hello\"",
        "you can't agree on a draw here",
    ] {
        assert!(ran.out.contains(message), "{message}: {}", ran.out);
    }
}

#[test]
fn yatzy_refuses_a_box_twice_and_a_fourth_roll() {
    let ran = User::new().run(
        &["play", "yatzy", "--seat", "Ada", "--dice", "1"],
        "place chance\nplace chance\nhold none\nhold none\nhold none\nplace horse\nquit\nn\n",
    );
    assert!(ran.out.contains("chance is already filled"), "{}", ran.out);
    assert!(ran.out.contains("no rolls left"), "{}", ran.out);
    assert!(ran.out.contains("there is no such box"), "{}", ran.out);
}

#[test]
fn two_can_agree_to_a_draw() {
    let ran = User::new().run(
        &["play", "tridice", "--seat", "Ada", "--seat", "Bo"],
        "draw\nn\ndraw\nperhaps\ny\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("No draw: the game goes on."));
    assert!(ran.out.contains("Ada and Bo share the win."), "{}", ran.out);
}

#[test]
fn nobody_agrees_to_a_draw_in_the_place_of_a_bot() {
    let ran = User::new().run(
        &["play", "tridice", "--seat", "Ada", "--seat", "bot:random"],
        "draw\ny\nquit\nn\n",
    );
    assert!(
        ran.out.contains("a bot never agrees to a draw"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("share the win"), "{}", ran.out);
}

#[test]
fn help_and_rules_are_there_in_the_middle_of_a_game() {
    let ran = User::new().run(&two_players(&[]), "help\nrules\nboard\nquit\nn\n");
    assert!(ran.out.contains("undo    take back"));
    assert!(ran.out.contains("What scores"));
}

/// What is expected may stand behind every part of a row, as if it were typed alone.
#[test]
fn parts_of_a_row_are_read_when_their_turn_comes() {
    let state = "scores=0,0 turn=1 total=0 next=choose:112345";
    let game = [&two_players(&[])[..], &["--from", state]].concat();
    let ran = User::new().run(&game, "keep 1 1 5; bank 250\nquit\nn\n");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("banks 250"), "{}", ran.out);
    let ran = User::new().run(&game, "keep 1 1 5; bank 350\nquit\nn\n");
    assert!(!ran.out.contains("banks"), "{}", ran.out);
}

#[test]
fn a_saved_game_goes_on_by_its_name() {
    let user = User::new();
    let ran = user.run(&two_players(&[]), "1\nquit\ny\n");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let games = user.folder().join("data/games");
    let saved = std::fs::read_dir(games).expect("a folder").flatten();
    let mut files = saved.map(|entry| entry.path());
    let file = files.find(|file| file.extension().is_some_and(|ending| ending == "hotdice"));
    let file = file.expect("a game");
    for name in [file.file_stem(), file.file_name()] {
        let name = name.and_then(|name| name.to_str()).expect("a name");
        let ran = user.run(&["play", "--plain", "--resume", name], "quit\ny\n");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    }
    let ran = user.run(&["play", "--plain", "--resume", "yatzy-0003"], "");
    assert_eq!(ran.code, 1, "{}", ran.out);
    let refused = "there is no file yatzy-0003 and no saved game of this name: saved games are in ";
    assert!(ran.err.contains(refused), "{}", ran.err);
}

const FROM: [&str; 8] = [
    "play",
    "farkle(target=2000)",
    "--seat",
    "Ada",
    "--seat",
    "Bo",
    "--from",
    "scores=500,1200 turn=2 total=300 next=choose:1156",
];

#[test]
fn a_game_is_played_on_from_a_state() {
    let user = User::new();
    let save = ["--save", "game"];
    let ran = user.run(&[&FROM[..], &save].concat(), &"1\n".repeat(200));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let board = "Score board\n  Ada    500 of 2,000 points\n  Bo   1,200 of 2,000 points\n\n--- Bo's turn ---";
    assert!(ran.out.contains(board), "{}", ran.out);
    for command in ["replay", "verify", "analyse"] {
        let ran = user.run(&[command, "game"], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command}");
        assert!(!ran.out.contains("not over yet"), "{}", ran.out);
    }
    let replayed = user.run(&["replay", "game"], "").out;
    assert!(replayed.contains("picks up"), "{replayed}");
}

#[test]
fn a_game_from_a_state_is_paused_and_resumed() {
    let user = User::new();
    // So far from the target that no roll ends the game.
    let state = "scores=0,0 turn=2 total=200 next=choose:1156";
    let from = [&FROM[..FROM.len() - 1], &[state]].concat();
    for dice in [
        &["--save", "promised"][..],
        &["--dice", "7", "--save", "seeded"],
    ] {
        let ran = user.run(&[&from[..], dice].concat(), "1\nquit\ny\n");
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        let file = dice.last().expect("a name");
        let ran = user.run(&["play", "--resume", file], &"1\n".repeat(200));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        assert!(ran.out.contains("wins!"), "{}", ran.out);
    }
}

#[test]
fn a_state_that_nobody_can_begin_from_is_refused_before_anything_is_saved() {
    let user = User::new();
    let check = |seats: &[&str], state: &str, message: &str| {
        let given = [
            &["play", "farkle", "--save", "game", "--from", state],
            seats,
        ]
        .concat();
        let ran = user.run(&given, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
        assert!(ran.err.contains(message), "{}", ran.err);
        assert!(!user.folder().join("game").exists());
    };
    let two = ["--seat", "Ada", "--seat", "Bo"];
    check(&two, "nonsense", "that is not a position of this game");
    let once = "scores=0,0 turn=2 total=0 next=choose:1156\": the dice cannot lie like that\n";
    check(&two, "scores=0,0 turn=2 total=0 next=choose:1156", once);
    let three = "scores=0,0,0 turn=1 total=0 next=roll:6";
    check(&two, three, "that position is for 3 players");
    check(&[], three, "--seat");
}
