//! Events that can happen now, with what they say read.

use std::fmt;
use std::ops::Deref;

use hotdice_core::{Bytes32, CheckedAction, CheckedRoll, GameEventKind, Line, Seat};

use super::{Impossible, Stage, Table, TableDice, TableEvent};
use crate::fair::{Croupier, FairDice};

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
    /// The links that persons added, if it was a roll of linked dice.
    pub links: Vec<(Seat, Bytes32)>,
}

impl CheckedEvent {
    pub(super) fn acted(seat: Seat, action: CheckedAction) -> Self {
        Self {
            event: TableEvent::Acted(seat, action.notation().to_owned()),
            read: Read::Action(action),
        }
    }

    pub(super) fn rolled(roll: CheckedRoll, link: Option<Bytes32>) -> Self {
        Self {
            event: TableEvent::Rolled(roll.notation().to_owned(), link),
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
    /// A log does not say in which order the dice of a throw fell; the links do, or the croupier, if there is one. Dice that
    /// they do not give are damage.
    ///
    /// # Errors
    /// When it is an action, a roll or a link that cannot come now.
    pub fn check(
        &self,
        event: TableEvent,
        croupier: Option<&Croupier>,
    ) -> Result<CheckedEvent, Impossible> {
        let read = match (&event, &self.stage) {
            (TableEvent::Rolled(roll, link), Stage::Playing(game)) => {
                let dice = self.dice_of_roll(*link, croupier)?;
                let throw = game.position().throw();
                let lying = throw
                    .zip(dice)
                    .and_then(|(throw, (number, dice))| dice.roll(number, throw).ok());
                let told = game.read_roll(roll, lying.as_deref())?;
                let fell = lying.and_then(|lying| game.position().read_throw(&lying));
                if let Some(due) = fell.filter(|fell| *fell != told) {
                    let (told, due) = (told.to_string(), due.to_string());
                    return Err(Impossible::OtherDice { told, due });
                }
                Read::Roll(told)
            }
            (TableEvent::Acted(seat, action), Stage::Playing(game)) => {
                game.check_decides(*seat)?;
                let action = game.read_action(action);
                Read::Action(action.map_err(crate::ActError::from)?)
            }
            (TableEvent::Rolled(..) | TableEvent::Acted(..), _) => return Err(Impossible::Order),
            (TableEvent::Linked(seat, link), _) => {
                self.check_link(*seat, *link)?;
                Read::Nothing
            }
            _ => Read::Nothing,
        };
        Ok(CheckedEvent { event, read })
    }

    /// Returns the dice that have to fall next and the number of their roll, if they are known.
    fn dice_of_roll(
        &self,
        link: Option<Bytes32>,
        croupier: Option<&Croupier>,
    ) -> Result<Option<(u64, FairDice)>, Impossible> {
        match (self.settings.dice, link) {
            (TableDice::Committed, None) => {
                let dice = croupier.map(|croupier| croupier.dice(&self.entropy()));
                Ok(dice.map(|dice| (self.rolls, dice)))
            }
            (TableDice::Linked, Some(link)) => {
                let (number, dice) = (self.rolls + 1, self.linked_dice(link, croupier)?);
                Ok(Some((number, dice)))
            }
            _ => Err(Impossible::Order),
        }
    }
}
