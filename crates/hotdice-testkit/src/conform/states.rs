//! A state comes back from its text with all that it offers.

use super::Flaw;
use super::step::{Seen, Step, notations, weights};

pub(super) fn check(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    let text = step.position.state();
    let back = step.game.read_state(&text).map_err(|error| Flaw::Unread {
        text: text.clone(),
        error,
    })?;
    let same = [
        ("text", back.state() == text && !text.contains('\n')),
        ("turn", back.turn() == step.turn),
        (
            "list of actions",
            notations(&back.actions()) == step.actions,
        ),
        ("list of rolls", weights(&back.rolls()) == step.rolls),
        ("throw", back.throw() == step.throw),
        (
            "score",
            step.points(back.as_ref()) == step.points(step.position),
        ),
        (
            "view",
            step.viewers()
                .all(|viewer| back.view(viewer) == step.position.view(viewer)),
        ),
    ];
    match same.into_iter().find(|(_, same)| !same) {
        Some((what, _)) => Err(Flaw::StateText(what)),
        None => Ok(()),
    }
}
