//! The table after every event, while the story is told.
//!
//! A look at a table shows how it stands now; while older news are told, it would be ahead of them, and the one before
//! behind. The log has everything that is needed to draw what lies between.

use hotdice_core::{AnyPosition, Scene, Viewer};
use hotdice_table::TableEvent;
use hotdice_wire::{Event, TableView};

/// A game that is played through again as it is told.
pub(super) struct Retelling {
    /// The game after the last event; nothing once an event did not fit.
    position: Option<Box<dyn AnyPosition>>,
}

impl Retelling {
    /// Returns the beginning of the game of a table.
    pub(super) fn new(view: &TableView) -> Self {
        let game = hotdice_games::find(&view.rules).ok();
        let seats = u8::try_from(view.players.len()).unwrap_or_default();
        let position = game.and_then(|game| game.open(seats).ok());
        Self { position }
    }

    /// Goes on to an event, and returns what everybody sees then; nothing if this program cannot follow.
    pub(super) fn follow(&mut self, event: &Event) -> Option<Scene> {
        let mut position = self.position.take()?;
        match event.line.parse::<TableEvent>().ok()? {
            TableEvent::Rolled(event) | TableEvent::Acted(_, event) => {
                drop(position.play(&event).ok()?);
            }
            TableEvent::Agreed => position.agree().ok()?,
            _ => {}
        }
        let scene = position.scene(Viewer::Spectator);
        self.position = Some(position);
        Some(scene)
    }

    /// Tells whether the game may end in a draw by agreement, as far as this program can tell.
    pub(super) fn may_draw(&self) -> bool {
        let position = self.position.as_ref();
        position.is_none_or(|position| position.boxed_clone().agree().is_ok())
    }
}
