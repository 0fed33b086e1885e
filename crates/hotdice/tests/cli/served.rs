//! Games on a real server, played by real players' programs.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::patient;
use hotdice_testworld::eventually_blocking;
use serde_json::Value;

use crate::server::Server;
use crate::{Ran, User};

/// Runs a command of a player, and expects it to succeed.
#[track_caller]
fn online(user: &User, server: &Server, arguments: &[&str], input: &str) -> Ran {
    let ran = user.run(
        &[&["online", "--server", &server.url], arguments].concat(),
        input,
    );
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (0, ""),
        "{arguments:?}: {}",
        ran.out
    );
    ran
}

#[track_caller]
fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).expect("one JSON object")
}

/// Opens a table and lets players join it.
fn table(server: &Server, rules: &str, players: &[(&User, &str)]) -> String {
    let (host, _) = players[0];
    let opened = json(&online(host, server, &["new", rules, "--json"], ""));
    let table = opened["table"].as_str().expect("a table").to_owned();
    for (seat, (user, name)) in (1..).zip(players) {
        let joined = json(&online(user, server, &["join", &table, name, "--json"], ""));
        assert_eq!(
            (&joined["seat"], &joined["name"]),
            (&seat.into(), &(*name).into())
        );
    }
    table
}

/// Opens a table as [`table`] does, whose first player decides: whoever busts on the first roll has had their turn.
fn table_of_deciding(server: &Server, rules: &str, players: &[(&User, &str)]) -> String {
    loop {
        let table = table(server, rules, players);
        let (first, _) = players[0];
        // Nobody adds links yet: the first roll falls without them after a while.
        let waiting = eventually_blocking("the first roll falls", || {
            let status = json(&online(first, server, &["status", &table, "--json"], ""));
            (status["waiting"]["for"] != "links").then(|| status["waiting"].clone())
        });
        if waiting["seat"] == 1 {
            return table;
        }
    }
}

/// Returns the only record that a player has.
fn record(user: &User) -> (PathBuf, String) {
    let folder = user.folder().join("data/games");
    let mut files = fs::read_dir(folder).expect("saved games");
    let path = files.next().expect("a game").expect("a file").path();
    assert!(files.next().is_none(), "one game");
    let text = fs::read_to_string(&path).expect("a record");
    (path, text)
}

/// Lets two people play a game to its end, each at a terminal of their own, always by the first choice.
#[track_caller]
fn check_game(rules: &str) {
    let (server, ada, bo) = (Server::start(), User::new(), User::new());
    let table = table(&server, rules, &[(&ada, "Ada"), (&bo, "Bo")]);
    let input = "1\n".repeat(5000);
    let play = |user: &User| online(user, &server, &["turn", &table], &input);
    let (one, other) = thread::scope(|scope| {
        let one = scope.spawn(|| play(&ada));
        let other = scope.spawn(|| play(&bo));
        (
            one.join().expect("Ada plays"),
            other.join().expect("Bo plays"),
        )
    });
    let result = |ran: &Ran| {
        let mut lines = ran.out.lines().map(str::to_owned);
        // The story of a last capture says who wins as well: the result comes after it.
        lines.rfind(|line| line.ends_with(" wins!") || line.contains("share the win"))
    };
    assert!(result(&one).is_some(), "{}", one.out);
    assert_eq!(result(&one), result(&other));
    assert!(one.out.contains("--- Bo's turn ---"), "{}", one.out);
    let ((path, text), (_, same)) = (record(&ada), record(&bo));
    assert_eq!(text, same);
    let path = path.to_str().expect("a path of letters");
    assert!(
        one.out.contains(&format!("hotdice analyse '{path}'")),
        "{}",
        one.out
    );
    assert!(
        one.out.contains(&format!("hotdice verify '{path}'")),
        "{}",
        one.out
    );
    assert!(!one.out.contains("Careful"), "{}", one.out);
    let verified = ada.run(&["verify", path], "");
    assert_eq!(verified.code, 0, "{}", verified.err);
    let replayed = ada.run(&["replay", path], "");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    assert!(
        replayed
            .out
            .trim_end()
            .ends_with(&result(&one).expect("a result"))
    );
}

#[test]
fn zilch_to_the_end() {
    check_game("zilch(target=2000)");
}

#[test]
fn tridice_to_the_end() {
    check_game("tridice");
}

#[test]
fn against_a_bot_turn_by_turn() {
    let (server, ada) = (Server::start(), User::new());
    let new = [
        "new",
        "farkle(target=4000)",
        "--bot",
        "careful",
        "--name",
        "Ada",
        "--coach",
    ];
    let opened = online(&ada, &server, &new, "");
    let word = |text: &str| {
        text.split_whitespace()
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    let table = word(&opened.out);
    assert!(
        opened.out.contains(&format!("hotdice online turn {table}")),
        "{}",
        opened.out
    );

    let typed = "help\nrules\nboard\nhint\nbank = 7\nkeep 7\n99\n";
    let turn = online(
        &ada,
        &server,
        &["turn", &table, "--once"],
        &(typed.to_owned() + &"1\n".repeat(50)),
    );
    for part in [
        "Type the number of a choice",
        "Score board",
        "There is no 99: choose 1 to",
    ] {
        assert!(turn.out.contains(part), "{part} is not in {}", turn.out);
    }
    assert!(!turn.out.contains("wins!"), "{}", turn.out);
    assert!(turn.out.contains("ValidationError: "), "{}", turn.out);

    let status = online(&ada, &server, &["status", &table], "");
    assert!(status.out.contains("The game goes on."), "{}", status.out);
    assert!(status.out.contains("bot:careful"), "{}", status.out);
    let view = json(&online(&ada, &server, &["status", &table, "--json"], ""));
    assert_eq!(
        (&view["stage"], &view["you"]),
        (&"playing".into(), &1.into())
    );

    let bye = online(&ada, &server, &["turn", &table], "leave\n");
    assert!(bye.out.contains("Your seat waits."), "{}", bye.out);
    let back = online(&ada, &server, &["turn", &table], &"1\n".repeat(2000));
    assert!(back.out.contains(" wins!"), "{}", back.out);
    let watched = online(&User::new(), &server, &["watch", &table], "");
    assert!(watched.out.contains(" wins!"), "{}", watched.out);
}

#[test]
fn who_has_not_played_has_no_score_yet() {
    let (server, ada) = (Server::start(), User::new());
    let new = [
        "new",
        "shut-the-box",
        "--bot",
        "random",
        "--name",
        "Ada",
        "--json",
    ];
    let opened = json(&online(&ada, &server, &new, ""));
    let table = opened["table"].as_str().expect("a table");
    let status = online(&ada, &server, &["status", table], "").out;
    let row = |name: &str| status.lines().find(|line| line.contains(name));
    assert!(
        row("Ada").is_some_and(|row| row.contains(" 0 ")),
        "{status}"
    );
    assert!(
        row("bot:random").is_some_and(|row| row.ends_with('–')),
        "{status}"
    );
}

#[test]
fn input_that_ends_keeps_the_seat() {
    let (server, ada, bo) = (Server::start(), User::new(), User::new());
    let table = table_of_deciding(&server, "zilch", &[(&ada, "Ada"), (&bo, "Bo")]);
    let turn = ["online", "--server", &server.url, "turn", &table];
    let ran = ada.run(&turn, "");
    assert_eq!(ran.code, 1, "{}", ran.out);
    let go_on = format!("Your seat waits; go on with: hotdice online turn {table}\n");
    assert!(ran.err.ends_with(&go_on), "{}", ran.err);
    let stranger = User::new().run(&turn, "");
    assert!(
        stranger
            .err
            .starts_with("hotdice: NotFoundError: you have no seat"),
        "{}",
        stranger.err
    );
    let full = User::new().run(
        &["online", "--server", &server.url, "join", &table, "Cy"],
        "",
    );
    assert_eq!(full.code, 1);
    assert!(full.err.starts_with("hotdice: ApiError: "), "{}", full.err);
}

#[test]
fn two_players_of_one_folder_and_a_rematch() {
    let (server, both) = (Server::start(), User::new());
    let first = table(&server, "pig(target=20)", &[(&both, "Ada"), (&both, "Bo")]);
    let play = |table: &str, name: &str| {
        online(
            &both,
            &server,
            &["turn", table, "--as", name],
            &"roll; hold\n".repeat(1000),
        )
    };
    let unclear = both.run(&["online", "--server", &server.url, "turn", &first], "");
    assert_eq!(unclear.code, 2, "{}", unclear.err);
    assert!(
        unclear.err.contains("--as 'Ada' or --as 'Bo'"),
        "{}",
        unclear.err
    );
    for round in 0..2 {
        let table = match round {
            0 => first.clone(),
            _ => {
                let again = |name| online(&both, &server, &["rematch", &first, "--as", name], "");
                let words = again("Ada").out;
                let table = words.split("at table ").nth(1).expect("a table")[..10].to_owned();
                assert_ne!(table, first);
                assert!(again("Bo").out.contains(&table));
                table
            }
        };
        thread::scope(|scope| {
            scope.spawn(|| play(&table, "Ada"));
            scope.spawn(|| play(&table, "Bo"));
        });
    }
    let games = fs::read_dir(both.folder().join("data/games")).expect("saved games");
    assert_eq!(games.count(), 2, "each game has one record");
}

#[test]
fn a_crash_of_the_server_is_a_short_break() {
    let (mut server, ada, bo) = (Server::start(), User::new(), User::new());
    let table = table_of_deciding(&server, "zilch(target=2000)", &[(&ada, "Ada"), (&bo, "Bo")]);
    online(
        &ada,
        &server,
        &["turn", &table, "--once"],
        &"1\n".repeat(50),
    );
    let mut waiting = waiting_player(&ada, &server, &table);
    // Ada hears that it is Bo's turn before the server goes down.
    waiting.wait_for("--- Bo's turn ---");
    server.crash();
    waiting.wait_for("Trying again");
    server.restart();
    waiting.wait_for("Connected again.");
    online(&bo, &server, &["turn", &table], &"1\n".repeat(5000));
    waiting.wait_for("The record is in");
    assert!(waiting.child.wait().expect("Ada's program ends").success());
}

/// A player's program whose output is read line by line.
struct Waiting {
    child: Child,
    lines: std::sync::mpsc::Receiver<String>,
}

fn waiting_player(user: &User, server: &Server, table: &str) -> Waiting {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hotdice"))
        .args(["online", "--server", &server.url, "turn", table])
        .env("HOTDICE_DATA", user.folder().join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    thread::spawn(move || drop(stdin.write_all("1\n".repeat(5000).as_bytes())));
    let out = BufReader::new(child.stdout.take().expect("piped"));
    let (send, lines) = std::sync::mpsc::channel();
    thread::spawn(move || {
        for line in out.lines().map_while(Result::ok) {
            drop(send.send(line));
        }
    });
    Waiting { child, lines }
}

impl Waiting {
    #[track_caller]
    fn wait_for(&mut self, part: &str) {
        let deadline = Instant::now() + patient(Duration::from_secs(120));
        let mut heard = Vec::new();
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            match self.lines.recv_timeout(left) {
                Ok(line) if line.contains(part) => return,
                Ok(line) => heard.push(line),
                Err(_) => break,
            }
        }
        panic!("{part:?} does not come: {heard:#?}");
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn a_seat_is_carried_to_another_device() {
    let (server, ada, bo) = (Server::start(), User::new(), User::new());
    let table = table_of_deciding(&server, "zilch", &[(&ada, "Ada"), (&bo, "Bo")]);
    let offered = json(&online(&ada, &server, &["seat", &table, "--json"], ""));
    let code = offered["code"].as_str().expect("a code");
    let phone = User::new();
    let taken = json(&online(
        &phone,
        &server,
        &["seat", "--code", code, "--json"],
        "",
    ));
    assert_eq!((&taken["name"], &taken["seat"]), (&"Ada".into(), &1.into()));
    let again = ["online", "--server", &server.url, "seat", "--code", code];
    let again = phone.run(&again, "");
    assert_eq!(again.code, 1);
    assert!(again.err.contains("NotFoundError"), "{}", again.err);
    let status = json(&online(&phone, &server, &["status", &table, "--json"], ""));
    assert_eq!(status["you"], 1);
}

#[test]
fn a_table_that_cannot_be_opened_leaves_nothing_behind() {
    let (server, ada) = (Server::start(), User::new());
    let new = ["online", "--server", &server.url, "new", "tridice"];
    let refused = ada.run(
        &[&new[..], &["--bot", "perfect", "--name", "Ada"]].concat(),
        "",
    );
    assert_eq!(refused.code, 1);
    assert!(
        refused.err.contains("bot:perfect cannot play here"),
        "{}",
        refused.err
    );
    let new = ["online", "--server", &server.url, "new", "farkle"];
    let crowd = ada.run(&[&new[..], &["--seats", "65"]].concat(), "");
    assert!(
        crowd.err.contains("are for 2 to 64 players"),
        "{}",
        crowd.err
    );
    let health = online(&ada, &server, &["test"], "");
    assert!(health.out.contains("tables   0"), "{}", health.out);
    let memory = fs::read_to_string(ada.folder().join("data/online.json")).expect("a memory");
    assert!(!memory.contains("Ada"), "{memory}");
}

#[test]
fn whoever_watches_sees_the_board() {
    let (server, ada) = (Server::start(), User::new());
    let new = [
        "new",
        "tridice(dice=1)",
        "--bot",
        "random",
        "--name",
        "Ada",
        "--json",
    ];
    let opened = json(&online(&ada, &server, &new, ""));
    let table = opened["table"].as_str().expect("a table");
    let status = online(&User::new(), &server, &["status", table], "");
    assert!(status.out.contains("41..  42.."), "{}", status.out);
    online(&ada, &server, &["turn", table], &"1\n".repeat(500));
    let watched = online(&User::new(), &server, &["watch", table], "");
    assert!(
        watched.out.contains("the number is how far a die walks"),
        "{}",
        watched.out
    );
}
