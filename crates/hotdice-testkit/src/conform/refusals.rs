//! What is listed is accepted; anything else is refused in a few words and changes nothing.

use hotdice_core::{AnyPosition, CheckedAction, EventRefused, GameEvent, Turn};

use super::Flaw;
use super::step::{Seen, Step, notations};

/// Texts that are no event of any game.
const NONSENSE: &[&str] = &[
    "",
    " ",
    "\n",
    "\0",
    "xyzzy",
    "keep 7",
    "keep -1",
    "keep 1.5",
    "hold 0",
    "hold six",
    "place nowhere",
    "place",
    "move 99-98",
    "move 11",
    "roll twice",
    "bank!",
    "🎲🎲",
    "1 2 3 4 5 6 7 8 9",
    "=",
    "((((",
    "\u{202e}llor",
];

/// More letters than a refusal should have.
const MOST_LETTERS: usize = 300;

/// Reads a text and lets it happen.
pub(super) type Apply = fn(&mut dyn AnyPosition, &str) -> Result<GameEvent, EventRefused>;

pub(super) const ACT: Apply = |position, text| {
    let action = position.read_action(text)?;
    position.act(&action)
};

pub(super) const SETTLE: Apply = |position, text| {
    let roll = position.read_roll(text)?;
    position.settle(&roll)
};

/// Every legal action is accepted, and so are possible rolls.
pub(super) fn check_listed(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    let mut actions = step.actions.iter().map(String::as_str);
    actions.try_for_each(|action| accept(step, ACT, action))?;
    step.some_rolls()
        .try_for_each(|roll| accept(step, SETTLE, roll))
}

fn accept(step: &Step<'_>, apply: Apply, text: &str) -> Result<(), Flaw> {
    let mut position = step.position.boxed_clone();
    match apply(position.as_mut(), text) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(Flaw::ListedButRefused {
            text: text.to_owned(),
            refusal,
        }),
    }
}

/// Actions and rolls of other states are refused here, and so is nonsense.
pub(super) fn check_unlisted(step: &Step<'_>, seen: &mut Seen) -> Result<(), Flaw> {
    let is_action = |text: &str| step.actions.iter().any(|action| action == text);
    let is_roll = |text: &str| step.rolls.iter().any(|(roll, _)| roll == text);
    let actions = seen.actions.iter().filter(|text| !is_action(text));
    refuse_all(step, ACT, actions)?;
    let stale = seen.stale.iter();
    let stale = stale.filter(|action| !is_action(action.notation()));
    refuse_stale(step, stale)?;
    let rolls = seen.rolls.iter().filter(|text| !is_roll(text));
    refuse_all(step, SETTLE, rolls)?;
    for apply in [ACT, SETTLE] {
        let monsters = monsters(step);
        let nonsense = NONSENSE.iter().copied();
        refuse_all(
            step,
            apply,
            nonsense.chain(monsters.iter().map(String::as_str)),
        )?;
    }
    Ok(())
}

/// Returns texts that are far too long, or a legal action with something behind it.
fn monsters(step: &Step<'_>) -> Vec<String> {
    let mut monsters = vec![
        "1 ".repeat(3000),
        format!("keep {}", "1 ".repeat(3000)),
        "é".repeat(500),
    ];
    monsters.extend(step.actions.first().map(|action| format!("{action} !")));
    monsters
}

/// Nobody acts while dice have to be rolled, nobody rolls while a seat decides, and nothing happens after the end.
pub(super) fn check_out_of_turn(step: &Step<'_>, seen: &mut Seen) -> Result<(), Flaw> {
    if !matches!(step.turn, Turn::Decide(_)) {
        refuse_all(step, ACT, seen.actions.iter())?;
    }
    if step.turn != Turn::Roll {
        refuse_all(step, SETTLE, seen.rolls.iter())?;
    }
    Ok(())
}

/// Tries actions that were read for other positions.
fn refuse_stale<'a>(
    step: &Step<'_>,
    actions: impl Iterator<Item = &'a CheckedAction>,
) -> Result<(), Flaw> {
    let mut position = step.position.boxed_clone();
    for action in actions {
        if position.act(action).is_ok() {
            return Err(Flaw::AcceptedUnlisted(action.to_string()));
        }
        if position.state() != step.position.state() {
            return Err(Flaw::ChangedByRefusal(action.to_string()));
        }
    }
    Ok(())
}

/// Tries all texts on one copy of the position, which must stay as it was.
fn refuse_all<'a>(
    step: &Step<'_>,
    apply: Apply,
    texts: impl Iterator<Item = &'a str>,
) -> Result<(), Flaw> {
    let mut position = step.position.boxed_clone();
    let state = step.position.state();
    let mut last = "";
    for text in texts {
        refuse(apply, position.as_mut(), text)?;
        if position.state() != state || position.turn() != step.turn {
            return Err(Flaw::ChangedByRefusal(text.to_owned()));
        }
        last = text;
    }
    let points = step.points(position.as_ref()) == step.points(step.position);
    if points && notations(&position.actions()) == step.actions {
        return Ok(());
    }
    Err(Flaw::ChangedByRefusal(last.to_owned()))
}

fn refuse(apply: Apply, position: &mut dyn AnyPosition, text: &str) -> Result<(), Flaw> {
    let Err(refusal) = apply(position, text) else {
        return Err(Flaw::AcceptedUnlisted(text.to_owned()));
    };
    let message = refusal.to_string();
    let letters = message.chars().count();
    if !message.trim().is_empty() && letters < MOST_LETTERS {
        return Ok(());
    }
    Err(Flaw::Message {
        text: text.to_owned(),
        letters,
        message,
    })
}
