//! Solves any small game, from its rules alone.
//!
//! Every state that can come up is laid out as a graph; its strongly connected parts are solved from the end of the game
//! backwards. A part of one state is plain backward induction; in a part where play can come back, values are
//! swept until they stand still. Slow and plain on purpose: this is what the special solvers are checked against.

mod bytes;
mod components;
mod graph;

use std::collections::HashMap;

use hotdice_core::{Game, Seat, Turn};

use crate::{Stopped, Watch};
use graph::{Graph, Node};

pub use bytes::{bytes_to_keep, bytes_to_solve};

/// What players want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win; a shared win is worth its share.
    Win,
    /// As many points as possible, whatever the others have.
    Points,
}

/// A game that cannot be solved like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// There are more states than asked for.
    #[error("more than {0} states can come up")]
    TooLarge(usize),
    /// Somebody stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Values of all states that can come up when every seat plays perfectly for itself.
///
/// With three seats or more a choice between equally good actions can matter to the others: the first action is taken.
#[derive(Clone, Debug)]
pub struct Solution<G: Game> {
    game: G,
    aim: Aim,
    seats: usize,
    places: HashMap<G::State, u32>,
    values: Vec<f64>,
}

impl<G: Game> Solution<G> {
    /// Solves all games that begin with `start` at a table of `seats`.
    ///
    /// # Errors
    /// When more than `most` states can come up, or the watch says stop.
    pub fn solve(
        game: &G,
        start: &G::State,
        seats: u8,
        aim: Aim,
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Self, Unsolved> {
        let graph = Graph::explore(game, start, seats, aim, most, watch)?;
        let values = sweep(&graph, watch)?;
        Ok(Self {
            game: game.clone(),
            aim,
            seats: graph.seats(),
            places: graph.into_places(),
            values,
        })
    }

    /// Says what values count.
    #[must_use]
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// Returns how many states can come up.
    #[must_use]
    pub fn states(&self) -> usize {
        self.places.len()
    }

    /// Returns what a state is worth to a seat, if the state can come up.
    #[must_use]
    pub fn value(&self, state: &G::State, seat: Seat) -> Option<f64> {
        let place = *self.places.get(&self.game.canonical(state))? as usize;
        Some(self.values[place * self.seats + seat.index()])
    }

    /// Returns every legal action with what it is worth to the seat that decides; empty where nobody does.
    #[must_use]
    pub fn action_values(&self, state: &G::State) -> Vec<(G::Action, f64)> {
        let mut values = Vec::new();
        if let Turn::Decide(seat) = self.game.turn(state) {
            self.game.for_each_action(state, |action| {
                let mut next = state.clone();
                self.game.act(&mut next, &action);
                let value = self.value(&next, seat);
                values.extend(value.map(|value| (action, value)));
            });
        }
        values
    }
}

/// Values that change by less than this stand still.
const STILL: f64 = 1e-15;

/// Works out the values of all nodes, part by part from the end.
fn sweep<G: Game>(graph: &Graph<G>, watch: &dyn Watch) -> Result<Vec<f64>, Stopped> {
    let mut values = vec![0.0; graph.len() * graph.seats()];
    let components = components::reverse_topological(graph);
    let mut done = 0;
    for component in components.iter() {
        watch.progress(done, graph.len() as u64);
        done += component.len() as u64;
        let once = component.len() == 1 && !graph.node(component[0]).leads_to(component[0]);
        loop {
            let change = component
                .iter()
                .map(|&place| update(graph, &mut values, place as usize))
                .fold(0.0, f64::max);
            if once || change < STILL {
                break;
            }
            if watch.is_stopped() {
                return Err(Stopped);
            }
        }
    }
    Ok(values)
}

/// Works out the value of one node from those it leads to, and returns how much it changed.
fn update<G: Game>(graph: &Graph<G>, values: &mut [f64], place: usize) -> f64 {
    let seats = graph.seats();
    let mut new = [0.0; Seat::MOST as usize];
    let new = &mut new[..seats];
    match graph.node(place as u32) {
        Node::Over(payoff) => new.copy_from_slice(payoff),
        Node::Chance { next, weights } => {
            for (&next, &weight) in std::iter::zip(next, weights) {
                let from = &values[next as usize * seats..][..seats];
                std::iter::zip(&mut *new, from).for_each(|(sum, value)| *sum += weight * value);
            }
        }
        Node::Decide { seat, next } => {
            let worth = |next: u32| values[next as usize * seats + seat.index()];
            let best = next.iter().copied().reduce(|best, other| {
                if worth(other) > worth(best) {
                    other
                } else {
                    best
                }
            });
            let best = best.expect("a seat that decides has an action") as usize;
            new.copy_from_slice(&values[best * seats..][..seats]);
        }
    }
    let old = &mut values[place * seats..][..seats];
    let change = std::iter::zip(&*old, &*new).map(|(old, new)| (old - new).abs());
    let change = change.fold(0.0, f64::max);
    old.copy_from_slice(new);
    change
}
