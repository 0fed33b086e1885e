//! A flaw together with what it takes to see it again.

use std::fmt;

use hotdice_core::AnyGame;

use super::Flaw;

/// A flaw of a game, and where it showed.
#[derive(Debug, thiserror::Error)]
pub struct Failure {
    /// The rules line.
    pub rules: String,
    /// The step at which the flaw showed, unless it is in the rules themselves.
    pub whereabouts: Option<Whereabouts>,
    /// The flaw.
    #[source]
    pub flaw: Box<Flaw>,
}

/// A step of a game that the kit played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// The number of seats.
    pub seats: u8,
    /// The seed of the kit's own chance.
    pub seed: u64,
    /// The events that had happened.
    pub events: usize,
    /// The state.
    pub state: String,
}

impl Failure {
    pub(super) fn new(game: &dyn AnyGame, whereabouts: Option<Whereabouts>, flaw: Flaw) -> Self {
        Self {
            rules: game.rules_line(),
            whereabouts,
            flaw: Box::new(flaw),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rules,
            whereabouts,
            flaw,
        } = self;
        match whereabouts {
            Some(place) => write!(f, "{rules}, {place}: {flaw}"),
            None => write!(f, "{rules}: {flaw}"),
        }
    }
}

impl fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            seats,
            seed,
            events,
            state,
        } = self;
        write!(
            f,
            "{seats} seats, seed {seed}, after {events} events, state {state:?}"
        )
    }
}
