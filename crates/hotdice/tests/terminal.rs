//! The program in a real terminal: every tape in `tapes/e2e` is played.

use std::fs;
use std::path::PathBuf;

use hotdice_tape::{Player, Tape, is_installed};

fn tapes() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tapes/e2e")
}

/// Plays a tape. Without tmux that is not possible: `cargo xtask test` installs it, or counts all of these as skipped.
#[track_caller]
fn check(test: &str) {
    if !is_installed() {
        eprintln!("!!! SKIPPED: {test}: tmux is missing: apt-get install tmux");
        return;
    }
    let path = tapes().join(test.replace('_', "-")).with_extension("tape");
    let tape = Tape::read(&path).unwrap_or_else(|error| panic!("{error}"));
    let played = Player::new(env!("CARGO_BIN_EXE_hotdice")).play(&tape);
    if let Err(stopped) = played {
        panic!("{stopped}");
    }
}

/// Makes a test of each tape, and one that no tape is forgotten.
macro_rules! play {
    ($($tape:ident)*) => {
        $(
            #[test]
            fn $tape() {
                check(stringify!($tape));
            }
        )*

        #[test]
        fn every_tape_is_played() {
            let mut names: Vec<String> = fs::read_dir(tapes())
                .expect("the folder of tapes is there")
                .map(|entry| entry.expect("it can be read").path())
                .map(|path| path.file_stem().expect("it has a name").to_string_lossy().replace('-', "_"))
                .collect();
            names.sort();
            assert_eq!(names, [$(stringify!($tape)),*]);
        }
    };
}

play! {
    board
    broken_settings
    every_size
    filtering
    full_table
    hall_to_verify
    host_and_join
    leaving
    light_terminal
    line_by_line
    long_work
    mouse
    not_a_terminal
    pass_the_cheese
    pasting
    reactions
    resizing
    review
    server_killed
    suspending
    too_small
    two_terminals
    unreachable
    unsaved
    wrong_code
}
