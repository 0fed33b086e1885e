//! The record of a played game prints and reads back.

use hotdice_core::{AnyGame, DiceOrigin, Name, Record, RecordEvent};

use super::Flaw;

pub(super) fn check(game: &dyn AnyGame, seats: u8, events: Vec<RecordEvent>) -> Result<(), Flaw> {
    let record = Record {
        rules: game.rules_line(),
        dice: DiceOrigin::Unknown,
        seats: (1..=seats).filter_map(name).collect(),
        from: None,
        events,
    };
    if record.to_string().parse::<Record>()? == record {
        return Ok(());
    }
    Err(Flaw::OtherRecord)
}

fn name(number: u8) -> Option<Name> {
    format!("Player {number}").parse().ok()
}
