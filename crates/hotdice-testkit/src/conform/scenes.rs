//! Scenes offer the legal actions to the seat that decides, and nothing to anybody else.

use hotdice_core::{Choice, Scene, Turn, Viewer};

use super::Flaw;
use super::step::{Seen, Step};
use super::turns::check_once;

pub(super) fn check(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    for viewer in step.viewers() {
        let scene = step.position.scene(viewer);
        check_turn(step, viewer, &scene)?;
        match (step.turn, viewer) {
            (Turn::Decide(seat), Viewer::Seat(looking)) if seat == looking => {
                check_choices(step, &scene)?;
            }
            _ if scene.choices.is_empty() => {}
            _ => return Err(Flaw::ChoicesForOthers(viewer)),
        }
    }
    Ok(())
}

fn check_turn(step: &Step<'_>, viewer: Viewer, scene: &Scene) -> Result<(), Flaw> {
    let right = match (step.turn, scene.turn) {
        (Turn::Decide(seat), shown) => shown == Some(seat),
        (Turn::Roll, shown) => shown.is_none_or(|seat| seat.index() < usize::from(step.seats)),
        (Turn::Over(_), shown) => shown.is_none(),
    };
    right.then_some(()).ok_or(Flaw::SceneTurn(viewer))
}

/// What a choice says can be done next is all that can be done next, in the same words.
fn check_follow_ups(step: &Step<'_>, choice: &Choice) -> Result<(), Flaw> {
    if choice.then.is_empty() {
        return Ok(());
    }
    let flaw = || Flaw::FollowUps(choice.notation.clone());
    let mut position = step.position.boxed_clone();
    let action = position.read_action(&choice.notation).map_err(|_| flaw())?;
    position.act(&action).map_err(|_| flaw())?;
    let told = |label: &str, notation: &str, hint: &str, points: Option<i32>| {
        (
            label.to_owned(),
            notation.to_owned(),
            hint.to_owned(),
            points,
        )
    };
    let offered = position.picture().choices;
    let offered = offered
        .iter()
        .map(|next| told(&next.label, &next.notation, &next.hint, next.points));
    let listed = choice.then.iter();
    let listed = listed.map(|next| told(&next.label, &next.notation, &next.hint, next.points));
    if offered.eq(listed) {
        Ok(())
    } else {
        Err(flaw())
    }
}

fn check_choices(step: &Step<'_>, scene: &Scene) -> Result<(), Flaw> {
    if step.position.picture().choices != scene.choices {
        return Err(Flaw::Picture("it has other choices than whoever decides"));
    }
    check_once(scene.choices.iter().map(|choice| &choice.notation))?;
    for choice in &scene.choices {
        let notation = &choice.notation;
        if !step.actions.contains(notation) {
            return Err(Flaw::ChoiceNotLegal(notation.clone()));
        }
        let described = step.position.read_action(notation);
        let described = described.and_then(|action| step.position.choice(&action));
        if !described.is_ok_and(|described| described == *choice) {
            return Err(Flaw::OtherChoice(notation.clone()));
        }
        if choice.label.trim().is_empty() {
            return Err(Flaw::NoLabel(notation.clone()));
        }
        check_follow_ups(step, choice)?;
    }
    let is_shown = |action: &&String| {
        scene
            .choices
            .iter()
            .any(|choice| choice.notation == **action)
    };
    match step.actions.iter().find(|action| !is_shown(action)) {
        Some(action) => Err(Flaw::ActionNotShown(action.clone())),
        None => Ok(()),
    }
}
