//! Actions and rolls are written in one way and read in that way, whatever spaces stand around them.

use hotdice_core::{AnyPosition, EventRefused, Line, Unreadable};

use super::Flaw;
use super::step::{Seen, Step};

type Apply = fn(&mut dyn AnyPosition, &str) -> Result<Vec<Line>, EventRefused>;

pub(super) fn check(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    for action in &step.actions {
        check_spelling(action, |text| step.game.spell_action(text))?;
        check_spaces(step, action, |position, text| position.act(text))?;
    }
    for roll in step.some_rolls() {
        check_spelling(roll, |text| step.game.spell_roll(text))?;
        check_spaces(step, roll, |position, text| position.settle(text))?;
    }
    Ok(())
}

fn check_spelling(
    text: &str,
    spell: impl Fn(&str) -> Result<String, Unreadable>,
) -> Result<(), Flaw> {
    let text = text.to_owned();
    let one_line = !text.contains('\n') && text.trim() == text;
    match spell(&text) {
        Ok(spelled) if spelled == text && one_line => Ok(()),
        Ok(spelled) => Err(Flaw::Spelling { text, spelled }),
        Err(error) => Err(Flaw::Unread { text, error }),
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
