//! A bus that says nothing, or too much: games are the same, only slower.

use std::time::Duration;

use hotdice_faults::{Build, Manners, Run, Weather};
use hotdice_rig::{Meddler, Nats};

use crate::{run, survives};

/// Games of two people at different servers, each of whom waits for the other.
fn calm(meddler: Option<fn() -> Meddler>) -> Run {
    Run {
        weather: Weather::Calm,
        guests: 3,
        manners: Manners {
            sleepers: false,
            twins: false,
            longest_game: Duration::from_secs(60),
            ..Manners::default()
        },
        build: Build {
            meddler,
            ..Build::default()
        },
        ..run(4, 6)
    }
}

#[test]
fn every_message_is_lost_and_games_end_all_the_same() {
    let Some(with_bus) = survives(&calm(None)) else {
        return;
    };
    let Some(silent) = survives(&calm(Some(Nats::silence))) else {
        return;
    };
    assert!(silent.figures.tables > 3);
    println!(
        "watchers hear of an event after {} with a bus,",
        with_bus.figures.delays
    );
    println!("and after {} with a silent one", silent.figures.delays);
    assert!(silent.figures.delays.median > with_bus.figures.delays.median);
}

#[test]
fn lost_doubled_and_late_messages_never_show() {
    survives(&calm(Some(Nats::noise)));
}
