//! All states that can come up in a game, and how they lead to each other.

use std::collections::{HashMap, VecDeque};

use hotdice_core::{Game, Seat, Standing, Turn};

use super::{Aim, Unsolved};
use crate::{Stopped, Watch};

/// The states of a game as numbered nodes with edges between them.
#[derive(Clone, Debug)]
pub(super) struct Graph<G: Game> {
    seats: usize,
    places: HashMap<G::State, u32>,
    nodes: Vec<Stored>,
    next: Vec<u32>,
    /// The chance of each edge; 0 for edges that are chosen.
    weights: Vec<f64>,
    payoffs: Vec<f64>,
}

/// A node as it is kept: what it waits for, and where its edges or payoffs end.
#[derive(Clone, Copy, Debug)]
enum Stored {
    Decide { seat: Seat, from: u32, to: u32 },
    Chance { from: u32, to: u32 },
    Over { from: u32 },
}

/// A node as it is looked at.
pub(super) enum Node<'a> {
    /// A seat chooses where to go.
    Decide { seat: Seat, next: &'a [u32] },
    /// Chance leads on.
    Chance { next: &'a [u32], weights: &'a [f64] },
    /// The game is over, and each seat gets this.
    Over(&'a [f64]),
}

impl Node<'_> {
    /// Returns the places it leads to.
    pub(super) fn next(&self) -> &[u32] {
        match self {
            Self::Decide { next, .. } | Self::Chance { next, .. } => next,
            Self::Over(_) => &[],
        }
    }

    /// Tells whether it leads straight to a place.
    pub(super) fn leads_to(&self, place: u32) -> bool {
        self.next().contains(&place)
    }
}

impl<G: Game> Graph<G> {
    /// Lays out all states that can come up after `start`.
    pub(super) fn explore(
        game: &G,
        start: &G::State,
        seats: u8,
        aim: Aim,
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Self, Unsolved> {
        let mut graph = Self {
            seats: usize::from(seats),
            places: HashMap::new(),
            nodes: Vec::new(),
            next: Vec::new(),
            weights: Vec::new(),
            payoffs: Vec::new(),
        };
        let mut waiting = VecDeque::new();
        graph.place_of(game.canonical(start), &mut waiting);
        while let Some(state) = waiting.pop_front() {
            if graph.places.len() > most {
                return Err(Unsolved::TooLarge(most));
            }
            if graph.nodes.len().is_multiple_of(4096) && watch.is_stopped() {
                return Err(Stopped.into());
            }
            graph.expand(game, &state, aim, &mut waiting);
        }
        Ok(graph)
    }

    /// Returns the place of a state, a new one at the end of the line if it has none.
    fn place_of(&mut self, state: G::State, waiting: &mut VecDeque<G::State>) -> u32 {
        let next = self.places.len() as u32;
        *self.places.entry(state).or_insert_with_key(|state| {
            waiting.push_back(state.clone());
            next
        })
    }

    /// Stores the node of a state with all its edges.
    fn expand(&mut self, game: &G, state: &G::State, aim: Aim, waiting: &mut VecDeque<G::State>) {
        let from = self.next.len() as u32;
        let turn = game.turn(state);
        match turn {
            Turn::Decide(_) => game.for_each_action(state, |action| {
                let mut next = state.clone();
                game.act(&mut next, &action);
                let place = self.place_of(game.canonical(&next), waiting);
                self.next.push(place);
                self.weights.push(0.0);
            }),
            Turn::Roll => {
                let mut total = 0;
                game.for_each_roll(state, |_, weight| total += weight);
                game.for_each_roll(state, |roll, weight| {
                    let mut next = state.clone();
                    game.settle(&mut next, &roll);
                    let place = self.place_of(game.canonical(&next), waiting);
                    self.next.push(place);
                    self.weights.push(weight as f64 / total as f64);
                });
            }
            Turn::Over(_) => {}
        }
        let to = self.next.len() as u32;
        let node = match turn {
            Turn::Decide(seat) => Stored::Decide { seat, from, to },
            Turn::Roll => Stored::Chance { from, to },
            Turn::Over(standing) => self.over(game, state, standing, aim),
        };
        self.nodes.push(node);
    }

    fn over(&mut self, game: &G, state: &G::State, standing: Standing, aim: Aim) -> Stored {
        let from = self.payoffs.len() as u32;
        let share = 1.0 / f64::from(standing.winners.len());
        self.payoffs
            .extend(Seat::all(self.seats as u8).map(|seat| match aim {
                Aim::Win if standing.winners.contains(seat) => share,
                Aim::Win => 0.0,
                Aim::Points => f64::from(game.points(state, seat)),
            }));
        Stored::Over { from }
    }

    /// Returns the place of every state that can come up, and forgets how they lead to each other.
    pub(super) fn into_places(self) -> HashMap<G::State, u32> {
        self.places
    }

    /// Returns how many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns how many seats there are.
    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    /// Returns the node at a place.
    pub(super) fn node(&self, place: u32) -> Node<'_> {
        let edges = |from: u32, to: u32| from as usize..to as usize;
        match self.nodes[place as usize] {
            Stored::Decide { seat, from, to } => Node::Decide {
                seat,
                next: &self.next[edges(from, to)],
            },
            Stored::Chance { from, to } => Node::Chance {
                next: &self.next[edges(from, to)],
                weights: &self.weights[edges(from, to)],
            },
            Stored::Over { from } => Node::Over(&self.payoffs[from as usize..][..self.seats]),
        }
    }
}
