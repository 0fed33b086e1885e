//! Tables on real servers, and pictures of every screen on the way there.

mod house;
mod pictures;
mod play;
mod refusals;
mod screens;
mod story;

use hotdice_wire::{Stage, TableView, Waiting, WaitingFor};

/// Returns a look at a table at which nobody sits yet.
pub(crate) fn table() -> TableView {
    TableView {
        head: String::new(),
        due: None,
        closed: None,
        dice_note: String::new(),
        dice: hotdice_wire::DiceKind::Committed,
        table: "k7w2m9x4ab".to_owned(),
        rules: "farkle".to_owned(),
        seats: 2,
        seq: 1,
        stage: Stage::Gathering,
        players: Vec::new(),
        waiting: Waiting {
            whom: WaitingFor::Start,
            seat: None,
        },
        clock: None,
        deadline: None,
        standin: "careful".to_owned(),
        coach: false,
        commitment: "c0ffee".to_owned(),
        seed: None,
        winners: Vec::new(),
        offers: Vec::new(),
        can_draw: false,
        from: None,
        after: None,
        rematch: None,
        watching: 0,
        you: None,
        host: false,
        scene: None,
    }
}
