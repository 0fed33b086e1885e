//! One step of a game, with what the position offers there.

use std::collections::HashSet;

use hotdice_core::{AnyGame, AnyPosition, CheckedAction, CheckedRoll, Seat, Throw, Turn, Viewer};

/// A position and all that was asked of it once.
pub(super) struct Step<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) seats: u8,
    pub(super) position: &'a dyn AnyPosition,
    pub(super) turn: Turn,
    pub(super) actions: Vec<String>,
    pub(super) rolls: Vec<(String, u64)>,
    pub(super) throw: Option<Throw>,
}

impl<'a> Step<'a> {
    pub(super) fn new(game: &'a dyn AnyGame, seats: u8, position: &'a dyn AnyPosition) -> Self {
        Self {
            game,
            seats,
            position,
            turn: position.turn(),
            actions: notations(&position.actions()),
            rolls: weights(&position.rolls()),
            throw: position.throw(),
        }
    }

    /// Returns everybody who may look at the table.
    pub(super) fn viewers(&self) -> impl Iterator<Item = Viewer> {
        let seats = Seat::all(self.seats).map(Viewer::Seat);
        seats.chain([Viewer::Spectator])
    }

    /// Returns the points of all seats.
    pub(super) fn points(&self, position: &dyn AnyPosition) -> Vec<i32> {
        Seat::all(self.seats)
            .map(|seat| position.points(seat))
            .collect()
    }

    /// Returns some of the rolls, spread over all of them.
    pub(super) fn some_rolls(&self) -> impl Iterator<Item = &str> {
        const SOME: usize = 24;
        let stride = self.rolls.len().div_ceil(SOME).max(1);
        let rolls = self.rolls.iter().step_by(stride);
        rolls.map(|(roll, _)| roll.as_str())
    }
}

/// Spells actions.
pub(super) fn notations(actions: &[CheckedAction]) -> Vec<String> {
    actions.iter().map(ToString::to_string).collect()
}

/// Spells rolls, with their weights.
pub(super) fn weights(rolls: &[(CheckedRoll, u64)]) -> Vec<(String, u64)> {
    let spelled = |(roll, weight): &(CheckedRoll, u64)| (roll.to_string(), *weight);
    rolls.iter().map(spelled).collect()
}

/// Dice, their sides, and the rolls that they may show.
type Chances = (u8, u16, Vec<(String, u64)>);

/// What earlier steps of all games have shown.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Actions that were legal somewhere.
    pub(super) actions: Memory,
    /// Rolls that were possible somewhere.
    pub(super) rolls: Memory,
    /// The same actions as they were read.
    pub(super) stale: Vec<CheckedAction>,
    /// Throws whose every outcome was read, with the rolls that were possible.
    pub(super) throws: HashSet<Chances>,
}

impl Seen {
    /// Remembers what a step offers.
    pub(super) fn remember(&mut self, step: &Step<'_>) {
        self.actions.keep(step.actions.iter());
        self.stale.extend(step.position.actions());
        let surplus = self.stale.len().saturating_sub(Memory::MOST);
        self.stale.drain(..surplus);
        self.rolls.keep(step.some_rolls());
    }
}

/// The last few different texts.
#[derive(Debug, Default)]
pub(super) struct Memory(Vec<String>);

impl Memory {
    const MOST: usize = 24;

    fn keep(&mut self, texts: impl Iterator<Item = impl AsRef<str>>) {
        for text in texts.map(|text| text.as_ref().to_owned()) {
            if !self.0.contains(&text) {
                self.0.push(text);
            }
        }
        let surplus = self.0.len().saturating_sub(Self::MOST);
        self.0.drain(..surplus);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}
