//! Tapes are played in a real terminal, and notice what is wrong with it.

use std::path::Path;

use hotdice_tape::{Player, Still, Stopped, Tape, is_installed};

/// Plays a tape, unless there is no terminal to play it in.
fn play(text: &str) -> Option<Result<Vec<(String, Still)>, Stopped>> {
    if !is_installed() {
        eprintln!("!!! SKIPPED: tmux is missing: apt-get install tmux");
        return None;
    }
    let tape = Tape::of(Path::new("test.tape"), text).expect("the tape can be read");
    Some(Player::new("/bin/true").play(&tape))
}

#[track_caller]
fn check(text: &str) {
    if let Some(Err(stopped)) = play(text) {
        panic!("{stopped}");
    }
}

#[track_caller]
fn refused(text: &str, beginning: &str) {
    if let Some(played) = play(text) {
        let stopped = played.expect_err("something is wrong").to_string();
        assert!(stopped.starts_with(beginning), "{stopped}");
    }
}

#[test]
fn what_is_typed_is_answered() {
    check(
        "size 60 12
         run read a; echo \"heard $a, gladly\"
         type the dice
         press Enter
         wait heard the dice,
         wait gladly
         miss a goat
         take word the dice,
         run clear; echo again {word}.
         wait again gladly.
         restored",
    );
}

#[test]
fn what_is_clicked_may_come_late() {
    check("run clear; printf 'Ro'; sleep 0.5; echo 'll'\nclick Roll");
}

#[test]
fn terminals_are_apart() {
    check(
        "terminal host
         run X=host; echo at-$X
         wait at-host
         terminal guest
         miss at-host
         run echo at-$X-$((1+1))
         wait at--2
         terminal host
         wait at-host
         file note.txt left here
         run cat note.txt
         wait left here",
    );
}

#[test]
fn rules_answer_what_is_seen() {
    check(
        "run for n in 1 2 3; do echo \"Really $n?\"; read a; clear; echo \"$a-$n\"; done; echo at the e''nd
         until at the end
           when Really press y Enter
         wait y-3",
    );
}

#[test]
fn a_text_that_does_not_come_is_named_with_the_screen() {
    refused(
        "patience 1\nrun echo a mouse\nwait an elephant",
        "test.tape:3: \"an elephant\" was never seen; the screen is now\n$ echo a mouse\na mouse",
    );
    refused(
        "run echo a mouse\nwait a mouse\nmiss a mouse",
        "test.tape:3: \"a mouse\" is on the screen",
    );
    refused(
        "patience 1\nrun echo\nclick an elephant",
        "test.tape:3: \"an elephant\" was never seen",
    );
}

#[test]
fn a_terminal_in_disorder_is_noticed() {
    let left_behind = [
        "stty -echo",
        "stty raw",
        r"printf '\033[?1049h'",
        r"printf '\033[?25l'",
        r"printf '\033[?1000h'",
        "exec cat",
    ];
    for disorder in left_behind {
        let tape = format!("patience 1\nrun {disorder}\nidle 300\nrestored");
        refused(&tape, "test.tape:4: ");
    }
}

#[test]
fn pictures_have_the_size_and_the_colours_of_the_screen() {
    let tape =
        "size 40 6\nrun clear; printf '\\033[1;31mred\\033[0m ╭─╮\\n'\nwait red ╭\nstill one";
    let Some(played) = play(tape) else { return };
    let stills = played.expect("it can be played");
    let [(name, still)] = stills.as_slice() else {
        panic!("one picture is taken")
    };
    assert_eq!(name, "one");
    assert_eq!(still.text().lines().count(), 6);
    assert!(still.text().starts_with("red ╭─╮"), "{}", still.text());
    let svg = still.svg();
    assert!(svg.contains("font-weight=\"bold\">red</text>"), "{svg}");
    // Forty columns and six rows, with a margin.
    assert!(svg.contains("viewBox=\"0 0 364.0 136.0\""), "{svg}");
}
