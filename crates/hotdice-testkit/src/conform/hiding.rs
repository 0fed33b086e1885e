//! Two games that differ only in what a viewer may not see look the same to that viewer.

use hotdice_core::{AnyPosition, Scene, Viewer};

use super::Flaw;
use super::step::{Seen, Step};

pub(super) fn check(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    step.viewers()
        .try_for_each(|viewer| check_viewer(step, viewer))
}

fn check_viewer(step: &Step<'_>, viewer: Viewer) -> Result<(), Flaw> {
    let twins = step.position.twins(viewer);
    if twins.is_empty() {
        return Ok(());
    }
    let state = step.position.state();
    let looks = looks(step.position, viewer);
    for twin in twins {
        if twin.state() == state {
            return Err(Flaw::NoTwin(viewer));
        }
        if let Some(by) = difference(&looks, &self::looks(twin.as_ref(), viewer)) {
            let twin = twin.state();
            return Err(Flaw::Leak { viewer, twin, by });
        }
    }
    Ok(())
}

/// All that a viewer gets of a position.
struct Looks {
    view: String,
    scene: Scene,
}

fn looks(position: &dyn AnyPosition, viewer: Viewer) -> Looks {
    let (view, scene) = (position.view(viewer), position.scene(viewer));
    Looks { view, scene }
}

fn difference(one: &Looks, other: &Looks) -> Option<&'static str> {
    if one.view != other.view {
        Some("view")
    } else if one.scene != other.scene {
        Some("scene")
    } else {
        None
    }
}
