//! The dice that were set aside earlier in a turn.

use hotdice_core::{Face, Mark, Part, Scene, Seat};

use crate::session::SessionEventKind;

/// The dice that were set aside earlier in a turn and are not rolled again. The picture of a game shows the dice on the table only.
#[derive(Debug, Default)]
pub(super) struct KeptDice {
    turn: Option<Seat>,
    /// Those of earlier rolls.
    earlier: Vec<Face>,
    /// Those that lie beside the dice on the table, and how many are not set aside.
    beside: (Vec<Face>, usize),
}

impl KeptDice {
    /// Follows the game to what it looks like after an event.
    pub(super) fn follow(&mut self, scene: &Scene, event: &SessionEventKind) {
        if self.turn != scene.turn {
            *self = Self {
                turn: scene.turn,
                ..Self::default()
            };
        }
        if let SessionEventKind::Rolled(dice) = event {
            let (kept, loose) = std::mem::take(&mut self.beside);
            // After hot dice all of them are rolled, and none lies aside; a game that rolls the others shows all again.
            if loose > 0 && dice.len() == loose && dice_of(scene).len() == loose {
                self.earlier.extend(kept);
            } else {
                self.earlier.clear();
            }
        }
        let dice = dice_of(scene);
        let kept = dice.iter().filter(|(_, held)| *held);
        let kept: Vec<Face> = kept.map(|(face, _)| *face).collect();
        if !dice.is_empty() {
            let loose = dice.len() - kept.len();
            self.beside = (kept, loose);
        }
    }

    /// Returns the dice of earlier rolls, in order.
    pub(super) fn dice(&self) -> &[Face] {
        &self.earlier
    }
}

/// Returns the dice on the table, and whether they are held.
fn dice_of(scene: &Scene) -> Vec<(Face, bool)> {
    let mut trays = scene.parts.iter().filter_map(|part| match part {
        Part::Tray(tray) => Some(tray),
        _ => None,
    });
    let dice = trays.next().map(|tray| &tray.dice[..]).unwrap_or_default();
    let dice = dice.iter().map(|die| (die.face, die.mark == Mark::Held));
    dice.collect()
}
