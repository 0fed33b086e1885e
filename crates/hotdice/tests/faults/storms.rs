//! Whatever is killed, stopped, cut and delayed: nothing is lost and nothing is done twice.

use std::time::Duration;

use hotdice_faults::{Build, Flaw, Manners, Run, Weather};

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

/// The machine of the database is lost for good, twice: its standby takes over, and games go on.
#[test]
fn the_loss_of_the_database_loses_nothing() {
    let run = Run {
        weather: Weather::FailOvers,
        guests: 6,
        ..run(5, 12)
    };
    let Some(outcome) = survives(&run) else {
        return;
    };
    let fail_overs = outcome.damage.fail_overs.len();
    assert!(fail_overs > 0, "the database was lost");
    assert_eq!(
        outcome.figures.outages.len(),
        fail_overs,
        "play went on each time"
    );
    assert!(outcome.figures.acknowledged > 50);
}

#[test]
#[ignore = "five minutes: cargo xtask test --long"]
fn five_minutes_of_storm_and_lost_databases_lose_nothing() {
    let weather = Weather::StormWithFailOvers;
    survives(&Run {
        weather,
        ..run(6, 300)
    });
}

#[test]
#[ignore = "ten minutes: cargo xtask test --long"]
fn ten_minutes_of_storm_lose_nothing() {
    survives(&run(2, 600));
}

/// A short calm run in which seats are played from two places at once.
fn race(build: Build) -> Run {
    Run {
        weather: Weather::Calm,
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
