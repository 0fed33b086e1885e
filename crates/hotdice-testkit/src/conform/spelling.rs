//! Actions and rolls are written in one way and read in that way, whatever spaces stand around them.

use hotdice_core::EventRefused;

use super::Flaw;
use super::refusals::{ACT, Apply, SETTLE};
use super::step::{Seen, Step};

pub(super) fn check(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    for action in &step.actions {
        let read = step.position.read_action(action);
        check_spelling(action, read.map(|action| action.to_string()))?;
        check_spaces(step, action, ACT)?;
    }
    for roll in step.some_rolls() {
        let read = step.position.read_roll(roll);
        check_spelling(roll, read.map(|roll| roll.to_string()))?;
        check_spaces(step, roll, SETTLE)?;
    }
    Ok(())
}

fn check_spelling(text: &str, read: Result<String, EventRefused>) -> Result<(), Flaw> {
    let text = text.to_owned();
    let one_line = !text.contains('\n') && text.trim() == text;
    match read {
        Ok(spelled) if spelled == text && one_line => Ok(()),
        Ok(spelled) => Err(Flaw::Spelling { text, spelled }),
        Err(EventRefused::Unreadable(error)) => Err(Flaw::Unread { text, error }),
        Err(refusal) => Err(Flaw::ListedButRefused { text, refusal }),
    }
}

fn check_spaces(step: &Step<'_>, text: &str, apply: Apply) -> Result<(), Flaw> {
    let spaced = format!("  {text} ");
    let outcome = |text: &str| {
        let mut position = step.position.boxed_clone();
        let story = apply(position.as_mut(), text).ok();
        (story, position.state())
    };
    if outcome(text) == outcome(&spaced) {
        return Ok(());
    }
    Err(Flaw::Spaces(spaced))
}
