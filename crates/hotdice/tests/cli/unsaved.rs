//! A game that cannot be saved: it is played all the same, nobody is told that it is saved, and the exit code says so.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Child;

use crate::signals::{read_until, signal, start};
use crate::{Ran, User};

const FARKLE: [&str; 7] = ["play", "farkle", "--seat", "Ada", "--seat", "Bo", "--dice"];

/// A user whose folder for saved games cannot be made: a file has its name, which stops everybody, whatever they may do.
fn homeless() -> User {
    let user = User::new();
    fs::create_dir_all(user.folder().join("data")).expect("a folder");
    fs::write(games(&user), "").expect("a file");
    user
}

fn games(user: &User) -> PathBuf {
    user.folder().join("data/games")
}

/// Expects that a game was lost, and that nobody was told otherwise.
#[track_caller]
fn check_lost(user: &User, ran: &Ran) {
    let path = games(user).join("farkle-0001.hotdice");
    let path = path.display();
    let lost = format!("he game could not be saved in {path}: its folder is ");
    assert_eq!(ran.code, 1, "{} {}", ran.out, ran.err);
    assert!(ran.err.contains(&lost), "{}", ran.err);
    for said in [&ran.out, &ran.err] {
        assert!(!said.contains("game is saved"), "{said}");
    }
}

#[test]
fn a_game_that_cannot_be_saved_is_played_with_a_warning() {
    let farkle = [&FARKLE[..], &["7"]].concat();
    for input in ["1\nquit\ny\n", "1\nquit\n", "1\n", ""] {
        let user = homeless();
        let ran = user.run(&farkle, input);
        check_lost(&user, &ran);
        let warning = "This game cannot be saved in ";
        assert_eq!(ran.out.matches(warning).count(), 1, "{}", ran.out);
        let turns = ran.out.matches("'s turn ---").count();
        assert_eq!(
            ran.out.matches("\nNot saved: ").count(),
            turns,
            "{}",
            ran.out
        );
        let asked = ran
            .out
            .contains("It is lost if you leave. Leave all the same?");
        assert_eq!(asked, input.contains("quit"), "{}", ran.out);
    }
    // To the end.
    let user = homeless();
    let ran = user.run(&farkle, &"1\n".repeat(500));
    assert!(ran.out.contains("wins!"), "{}", ran.out);
    check_lost(&user, &ran);
}

#[test]
fn the_hall_ends_as_badly_as_its_games() {
    let user = homeless();
    let lines = [
        "play", "farkle", "Ada", "Bo", "stop", "1", "quit", "y", "quit",
    ];
    let ran = user.run(&["--plain"], &(lines.join("\n") + "\n"));
    let said = "he game could not be saved in ";
    assert!(ran.out.contains(said), "{}", ran.out);
    assert!(ran.err.contains(said), "{}", ran.err);
    assert_eq!(ran.code, 1, "{}", ran.out);
}

#[test]
fn a_file_that_was_asked_for_is_named_if_it_cannot_be_made() {
    let user = User::new();
    let ran = user.run(
        &[&FARKLE[..], &["7", "--save", "no/such/file"]].concat(),
        "",
    );
    let refused = "hotdice: cannot write no/such/file: its folder is missing\n";
    assert_eq!((ran.code, ran.err.as_str()), (1, refused));
}

/// Takes the folder of saved games away in the middle of a game, and lets Ada choose.
fn bereft(user: &User) -> Child {
    let mut child = start(user, &[&FARKLE[..], &["7"]].concat());
    read_until(&mut child, "Ada> ");
    fs::rename(games(user), user.folder().join("away")).expect("it is there");
    type_in(&mut child, "1\n");
    let said = read_until(&mut child, "Bo> ");
    assert!(said.contains("This game cannot be saved in "), "{said}");
    assert!(
        said.contains("\nNot saved: its folder is missing\n"),
        "{said}"
    );
    child
}

fn type_in(child: &mut Child, text: &str) {
    let stdin = child.stdin.as_mut().expect("piped");
    stdin.write_all(text.as_bytes()).expect("written");
}

fn come_back(user: &User) {
    fs::rename(user.folder().join("away"), games(user)).expect("it is away");
}

fn end(child: Child) -> Ran {
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ran {
        code: output.status.code().expect("an exit code"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

#[test]
fn a_game_is_saved_again_as_soon_as_that_works() {
    let user = User::new();
    let mut child = bereft(&user);
    come_back(&user);
    type_in(&mut child, "1\nquit\ny\n");
    let ran = end(child);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("The game is saved again."), "{}", ran.out);
    assert!(!ran.out.contains("Not saved"), "{}", ran.out);
    assert!(ran.out.contains("The game is saved in "), "{}", ran.out);
    let saved = fs::read_to_string(games(&user).join("farkle-0001.hotdice"));
    assert!(saved.expect("a record").contains("acted 2 bank"));
    // Leaving tries once more.
    let user = User::new();
    let mut child = bereft(&user);
    come_back(&user);
    type_in(&mut child, "quit\ny\n");
    let ran = end(child);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.contains("Keep this game to go on later?"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("The game is saved in "), "{}", ran.out);
}

#[test]
fn a_game_that_is_stopped_unsaved_says_so() {
    let user = User::new();
    let mut child = bereft(&user);
    type_in(&mut child, "quit\ny\n");
    let ran = end(child);
    check_lost(&user, &ran);
    assert!(
        ran.out.contains("Only its beginning is saved."),
        "{}",
        ran.out
    );
    let go_on = "Only its beginning is there. Go on from it with: hotdice play --resume '";
    assert!(ran.err.contains(go_on), "{}", ran.err);
    let user = User::new();
    let ran = signal(bereft(&user), "TERM");
    assert_eq!(ran.code, 143, "{}", ran.err);
    assert!(
        ran.err.contains("The game could not be saved in "),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains("The game is saved"), "{}", ran.err);
}
