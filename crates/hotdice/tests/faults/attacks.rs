//! Whatever one address does, others play on.

use std::path::Path;
use std::time::Duration;

use hotdice_faults::{Attack, Siege};

/// Attacks a server for a few seconds, and expects that nobody else is refused anything or left waiting.
///
/// How long things took is not looked at, because other tests run beside this one: what used to happen was that bots stood
/// still for as long as anybody waited for them, and that every question of others was refused.
#[track_caller]
fn holds_nobody_up(attack: Attack) {
    let siege = Siege {
        attack,
        time: Duration::from_secs(8),
        scale: 40,
    };
    let suffered = siege.go(Path::new(env!("CARGO_BIN_EXE_hotdice")));
    let suffered = suffered.expect("a server");
    println!("{attack:?}: {suffered}");
    assert!(suffered.granted > 0, "there was an attack: {suffered}");
    for (what, experience) in [
        ("moves of a careful bot", &suffered.moves),
        ("quick questions", &suffered.questions),
        ("streams", &suffered.streams),
    ] {
        assert!(!experience.times.is_empty(), "no {what}: {suffered}");
        assert_eq!(experience.failed, 0, "{what}: {suffered}");
    }
}

#[test]
fn bots_that_play_on_at_a_level_that_takes_long_hold_nobody_up() {
    holds_nobody_up(Attack::StandIns);
}

#[test]
fn many_perfect_bots_hold_nobody_up() {
    holds_nobody_up(Attack::PerfectBots);
}

#[test]
fn a_flood_of_questions_holds_nobody_up() {
    holds_nobody_up(Attack::Questions);
}

#[test]
fn many_bots_that_think_hold_nobody_up() {
    holds_nobody_up(Attack::ThinkingBots);
}

#[test]
fn idle_connections_hold_nobody_up() {
    holds_nobody_up(Attack::IdleConnections);
}
