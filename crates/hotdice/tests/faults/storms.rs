//! Whatever is killed, stopped, cut and delayed: nothing is lost and nothing is done twice.

use std::time::Duration;

use hotdice_faults::{Build, Flaw, Manners, Run};

use crate::{go, run, survives};

#[test]
fn a_storm_loses_nothing() {
    let Some(outcome) = survives(&run(1, 18)) else {
        return;
    };
    assert!(outcome.damage.faults.len() > 10, "it was a storm");
    assert!(
        outcome.figures.acknowledged > 100,
        "there was something to lose"
    );
    assert!(
        outcome.figures.streams > outcome.figures.tables,
        "streams were cut"
    );
}

#[test]
#[ignore = "ten minutes: cargo xtask test --long"]
fn ten_minutes_of_storm_lose_nothing() {
    survives(&run(2, 600));
}

/// A short calm run in which seats are played from two places at once.
fn race(build: Build) -> Run {
    Run {
        storm: false,
        guests: 6,
        manners: Manners {
            rules: vec!["pig(target=40)".to_owned()],
            sleepers: false,
            longest_game: Duration::from_secs(12),
            tries: 8,
            ..Manners::default()
        },
        build,
        ..run(3, 4)
    }
}

#[test]
fn servers_that_race_lose_nothing() {
    survives(&race(Build::default()));
}

#[test]
fn without_unique_keys_the_race_is_lost_and_the_checker_sees_it() {
    let mut race = race(Build {
        without_unique_keys: true,
        ..Build::default()
    });
    // Games that are broken never end.
    race.manners.longest_game = Duration::from_secs(5);
    let Some(outcome) = go(&race) else {
        return;
    };
    let done_twice = |flaw: &&Flaw| matches!(flaw, Flaw::Twice { .. } | Flaw::Shared { .. });
    let found: Vec<&Flaw> = outcome.flaws.iter().filter(done_twice).collect();
    println!(
        "{} flaws, {} of them events that were done twice",
        outcome.flaws.len(),
        found.len()
    );
    found.iter().take(5).for_each(|flaw| println!("  {flaw}"));
    assert!(!found.is_empty(), "{:#?}", outcome.flaws);
}
