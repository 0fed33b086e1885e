//! Events that can happen now, with what they say read.

use std::fmt;
use std::ops::Deref;

use hotdice_core::{CheckedAction, CheckedRoll, GameEventKind, Line, Seat};

use super::{Impossible, Stage, Table, TableEvent};
use crate::fair::Croupier;

/// An event that a table has decided on or found in its log, its action or roll read once and for all.
///
/// [`Table::apply`] takes it as it is: no text is read again between the decision, the log and the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedEvent {
    event: TableEvent,
    pub(super) read: Read,
}

/// What was read of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// It has nothing to do with the position.
    Nothing,
    Action(CheckedAction),
    Roll(CheckedRoll),
}

/// What an event did at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Whose event it was: the seat that acted, rolled, came, went or offered.
    pub seat: Option<Seat>,
    /// What happened in the game, if it was a roll or an action.
    pub game: Option<GameEventKind>,
    /// What it did, in words.
    pub story: Vec<Line>,
}

impl CheckedEvent {
    pub(super) fn acted(seat: Seat, action: CheckedAction) -> Self {
        Self {
            event: TableEvent::Acted(seat, action.notation().to_owned()),
            read: Read::Action(action),
        }
    }

    pub(super) fn rolled(roll: CheckedRoll) -> Self {
        Self {
            event: TableEvent::Rolled(roll.notation().to_owned()),
            read: Read::Roll(roll),
        }
    }

    /// Wraps an event that says nothing about the position.
    pub(super) fn aside(event: TableEvent) -> Self {
        let read = Read::Nothing;
        Self { event, read }
    }

    /// Returns the event as the log has it.
    #[must_use]
    pub fn event(&self) -> &TableEvent {
        &self.event
    }
}

impl Deref for CheckedEvent {
    type Target = TableEvent;

    fn deref(&self) -> &TableEvent {
        &self.event
    }
}

impl fmt::Display for CheckedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.event.fmt(f)
    }
}

impl Table {
    /// Reads the next event of a log.
    ///
    /// A log does not say in which order the dice of a throw fell; the croupier knows, if there is one.
    ///
    /// # Errors
    /// When it is an action or a roll that cannot come now.
    pub fn check(
        &self,
        event: TableEvent,
        croupier: Option<&Croupier>,
    ) -> Result<CheckedEvent, Impossible> {
        let read = match (&event, &self.stage) {
            (TableEvent::Rolled(roll), Stage::Playing(game)) => {
                let throw = game.position().throw();
                let lying = throw.zip(croupier).and_then(|(throw, croupier)| {
                    let dice = croupier.dice(&self.entropy());
                    dice.roll(self.rolls, throw).ok()
                });
                Read::Roll(game.read_roll(roll, lying.as_deref())?)
            }
            (TableEvent::Acted(seat, action), Stage::Playing(game)) => {
                game.check_decides(*seat)?;
                let action = game.read_action(action);
                Read::Action(action.map_err(crate::ActError::from)?)
            }
            (TableEvent::Rolled(_) | TableEvent::Acted(..), _) => return Err(Impossible::Order),
            _ => Read::Nothing,
        };
        Ok(CheckedEvent { event, read })
    }
}
