//! A game played at random, with checks along the way.

use std::{mem, thread};

use hotdice_core::{AnyGame, AnyPosition, EventRefused, RecordEvent, Turn};

use super::step::{Seen, Step};
use super::{
    Failure, Flaw, Whereabouts, agreement, draws, hiding, records, refusals, scenes, spelling,
    states, targets, turns,
};
use crate::chance::Chance;

type Check = fn(&Step<'_>, &mut Seen) -> Result<(), Flaw>;

/// Quick enough for every step.
const AT_EVERY_STEP: &[Check] = &[turns::check, draws::check_weights];

/// Run at some steps of a game.
const AT_SOME_STEPS: &[Check] = &[
    draws::check_throws,
    refusals::check_listed,
    refusals::check_unlisted,
    refusals::check_out_of_turn,
    agreement::check,
    spelling::check,
    states::check,
    scenes::check,
    targets::check,
    hiding::check,
];

/// A game in progress.
pub(super) struct Walk<'a> {
    game: &'a dyn AnyGame,
    seats: u8,
    seed: u64,
    chance: Chance,
    position: Box<dyn AnyPosition>,
    events: Vec<RecordEvent>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(game: &'a dyn AnyGame, seats: u8, seed: u64) -> Result<Self, Flaw> {
        Ok(Self {
            game,
            seats,
            seed,
            chance: Chance::new(seed),
            position: game.open(seats)?,
            events: Vec::new(),
        })
    }

    /// Plays to the end.
    pub(super) fn play(mut self, most_events: usize, seen: &mut Seen) -> Result<(), Failure> {
        while self.events.len() <= most_events {
            let flaw = self.check(seen).and_then(|()| self.go_on()).err();
            if let Some(flaw) = flaw {
                return Err(self.failure(flaw));
            }
            if let Some(RecordEvent::Ended(_)) = self.events.last() {
                let events = mem::take(&mut self.events);
                return records::check(self.game, self.seats, events)
                    .map_err(|flaw| self.failure(flaw));
            }
        }
        Err(self.failure(Flaw::Endless(most_events)))
    }

    /// Runs all checks that are due at this step.
    fn check(&self, seen: &mut Seen) -> Result<(), Flaw> {
        let _witness = Witness(self);
        let step = Step::new(self.game, self.seats, self.position.as_ref());
        AT_EVERY_STEP
            .iter()
            .try_for_each(|check| check(&step, seen))?;
        if self.is_sampled(step.turn) {
            AT_SOME_STEPS
                .iter()
                .try_for_each(|check| check(&step, seen))?;
            seen.remember(&step);
        }
        Ok(())
    }

    fn is_sampled(&self, turn: Turn) -> bool {
        const ALL_OF_THE_FIRST: usize = 40;
        const THEN_EVERY: usize = 23;
        let events = self.events.len();
        let over = matches!(turn, Turn::Over(_));
        over || events < ALL_OF_THE_FIRST || events.is_multiple_of(THEN_EVERY)
    }

    /// Lets one thing happen, chosen at random.
    fn go_on(&mut self) -> Result<(), Flaw> {
        let event = match self.position.turn() {
            Turn::Over(standing) => RecordEvent::Ended(standing.winners),
            Turn::Decide(seat) => {
                let actions = self.position.actions();
                let action = self
                    .chance
                    .pick(&actions)
                    .expect("a seat that decides can act");
                self.apply(action.notation(), |position| position.act(action).err())?;
                RecordEvent::Acted(seat, action.to_string())
            }
            Turn::Roll => {
                let roll = self.chance.roll(self.position.as_ref());
                let roll = roll.expect("a throw that is due can be read");
                self.apply(roll.notation(), |position| position.settle(&roll).err())?;
                RecordEvent::Rolled(roll.to_string(), None)
            }
        };
        self.events.push(event);
        Ok(())
    }

    fn apply(
        &mut self,
        text: &str,
        event: impl FnOnce(&mut dyn AnyPosition) -> Option<EventRefused>,
    ) -> Result<(), Flaw> {
        match event(self.position.as_mut()) {
            None => Ok(()),
            Some(refusal) => Err(Flaw::ListedButRefused {
                text: text.to_owned(),
                refusal,
            }),
        }
    }

    fn failure(&self, flaw: Flaw) -> Failure {
        Failure::new(self.game, Some(self.whereabouts()), flaw)
    }

    fn whereabouts(&self) -> Whereabouts {
        Whereabouts {
            seats: self.seats,
            seed: self.seed,
            events: self.events.len(),
            state: self.position.state(),
        }
    }
}

/// Tells where a game was when a check made it panic.
struct Witness<'a>(&'a Walk<'a>);

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let walk = self.0;
            eprintln!(
                "{}, {}: a panic",
                walk.game.rules_line(),
                walk.whereabouts()
            );
        }
    }
}
