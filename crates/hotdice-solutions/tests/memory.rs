//! How much memory it takes to solve a small game: alone in its process, because it looks at all of it.
#![cfg(target_os = "linux")]

use std::fs;

use hotdice_core::Game;
use hotdice_games::pig::Pig;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::{Aim, Solution, bytes_to_keep, bytes_to_solve};

/// Returns a figure of this process, in bytes.
fn figure(name: &str) -> u128 {
    let status = fs::read_to_string("/proc/self/status").expect("a process");
    let line = status.lines().find(|line| line.starts_with(name));
    let kibibytes = line.and_then(|line| line.split_whitespace().nth(1));
    let kibibytes = kibibytes.and_then(|number| number.parse::<u128>().ok());
    kibibytes.expect("a figure") << 10
}

/// Adds what the system may round up.
fn about(bytes: u128) -> u128 {
    bytes + bytes / 4
}

#[test]
fn no_more_than_is_said_before() {
    // The last one comes just after the index of states has doubled, when it is emptiest.
    for (target, seats) in [(7, 5), (80, 2)] {
        let pig = Pig {
            target,
            ..Pig::USUAL
        };
        let states = pig.states(seats);
        let before = figure("VmRSS");
        let start = pig.start(seats);
        let most = states as usize;
        let solution = Solution::solve(&pig, &start, seats, Aim::Win, most, &Unwatched);
        let solution = solution.expect("as many states as were counted");
        assert_eq!(solution.states() as u128, states);
        let (most, now) = (figure("VmHWM"), figure("VmRSS"));
        assert!(
            most - before <= about(bytes_to_solve(states, seats)),
            "{most} at most, {before} before"
        );
        assert!(
            now.saturating_sub(before) <= about(bytes_to_keep(states, seats)),
            "{now} now, {before} before"
        );
        drop(solution);
    }
}
