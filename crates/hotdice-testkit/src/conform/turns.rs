//! What a position waits for agrees with what it offers, and everything is offered once.

use std::collections::HashSet;

use hotdice_core::{Seat, Turn};

use super::Flaw;
use super::step::{Seen, Step};

pub(super) fn check(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    check_offers(step)?;
    check_seats(step)?;
    check_once(step.actions.iter())?;
    check_once(step.rolls.iter().map(|(roll, _)| roll))
}

fn check_offers(step: &Step<'_>) -> Result<(), Flaw> {
    let offers = (
        !step.actions.is_empty(),
        !step.rolls.is_empty(),
        step.throw.is_some(),
    );
    let due = match step.turn {
        Turn::Decide(_) => (true, false, false),
        Turn::Roll => (false, true, true),
        Turn::Over(_) => (false, false, false),
    };
    if offers == due {
        return Ok(());
    }
    Err(Flaw::Turn {
        turn: step.turn,
        actions: step.actions.len(),
        rolls: step.rolls.len(),
        throw: step.throw,
    })
}

/// Whoever decides sits at the table, and so does everybody who wins; somebody always wins.
fn check_seats(step: &Step<'_>) -> Result<(), Flaw> {
    let sits = |seat: Seat| seat.index() < usize::from(step.seats);
    let fine = match step.turn {
        Turn::Decide(seat) => sits(seat),
        Turn::Roll => true,
        Turn::Over(standing) => !standing.winners.is_empty() && standing.winners.iter().all(sits),
    };
    fine.then_some(()).ok_or(Flaw::NoSuchSeat(step.turn))
}

pub(super) fn check_once<'a>(texts: impl Iterator<Item = &'a String>) -> Result<(), Flaw> {
    let mut known = HashSet::new();
    for text in texts {
        if !known.insert(text) {
            return Err(Flaw::Twice(text.clone()));
        }
    }
    Ok(())
}
