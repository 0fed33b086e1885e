//! Players who agree to stop end the game, or are told that they cannot.

use hotdice_core::Turn;

use super::Flaw;
use super::step::{Seen, Step};

pub(super) fn check(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    let mut position = step.position.boxed_clone();
    let accepted = position.agree().is_ok();
    let over = matches!(position.turn(), Turn::Over(_));
    if accepted && !over {
        return Err(Flaw::IdleAgreement);
    }
    if over && position.agree().is_ok() {
        return Err(Flaw::AcceptedUnlisted("agree after the end".to_owned()));
    }
    let unchanged = position.turn() == step.turn && position.state() == step.position.state();
    if accepted || unchanged {
        return Ok(());
    }
    Err(Flaw::ChangedByRefusal("agree".to_owned()))
}
