//! All states that can come up in a game, as a plain graph: what solvers and searching players work on.
//!
//! A graph knows no game: nodes are numbers, and what leads from one to another is a choice or chance with its weight. It is laid
//! out by the typed game behind [`AnyPosition`], state by state in breadth-first order, and states that
//! [`Game::canonical`] calls alike are one node. The same position gives the same graph on every machine.

use std::any::Any;
use std::fmt;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use indexmap::IndexSet;

use crate::{AnyPosition, Game, Position, Seat, SeatSet, Show, Turn};

/// How far states are laid out.
#[derive(Clone, Copy)]
pub struct Exploration<'a> {
    /// The most states.
    pub most_states: usize,
    /// The most bytes that the graph and a solver may take.
    pub most_bytes: u64,
    /// What becomes of states beyond that.
    pub beyond: Beyond,
    /// Says when to give up; asked every few thousand states.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// What becomes of states beyond the limit of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The exploration fails.
    Refuse,
    /// They are [`Node::Cut`]: the graph is a look ahead.
    Cut,
}

/// A game whose states were not laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unexplored {
    /// There are more states than asked for.
    #[error("more than {0} states can come up")]
    TooLarge(usize),
    /// The callback said stop.
    #[error("stopped before it was done")]
    Stopped,
}

/// Something that one player alone may aim for, beside points: named, so that it can be printed as a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Its name for programs.
    pub name: &'static str,
    /// What its best value is, in a few words.
    pub words: &'static str,
    /// Whether it is a chance between 0 and 1; otherwise it counts points.
    pub is_chance: bool,
    /// Whether little of it is good.
    pub is_least_best: bool,
}

/// An objective of a game, with what every end of the game pays.
pub struct SoloObjective<G: Game> {
    /// What it is.
    pub objective: Objective,
    /// Returns what a state in which the game is over pays.
    pub payoff: fn(&G, &G::State) -> f64,
}

/// The states of a game as numbered nodes, the first of which is where the exploration began.
pub struct StateGraph {
    seats: u8,
    nodes: Vec<Stored>,
    next: Vec<u32>,
    weights: Vec<u64>,
    winners: Vec<SeatSet>,
    points: Vec<i32>,
    /// What ends pay for each objective of one player alone.
    payoffs: Vec<f64>,
    objectives: usize,
    index: Box<dyn StateIndex>,
    bytes: u64,
}

/// A node as it is kept: what it waits for, and where its edges or its points are.
#[derive(Clone, Copy, Debug)]
enum Stored {
    Decide { seat: Seat, from: u32, to: u32 },
    Chance { from: u32, to: u32, weights: u32 },
    Over { end: u32 },
    Cut { end: u32 },
}

/// A node as it is looked at.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A seat chooses where to go.
    Decide {
        /// Who decides.
        seat: Seat,
        /// Where each action leads, in the order of [`Game::for_each_action`].
        next: &'a [u32],
        /// The number of the first of these edges among all edges of the graph.
        first_edge: usize,
    },
    /// Chance leads on.
    Chance {
        /// Where each roll leads.
        next: &'a [u32],
        /// How often each of them comes.
        weights: &'a [u64],
    },
    /// The game is over.
    Over(End<'a>),
    /// The exploration ended here, though the game goes on.
    Cut(End<'a>),
}

/// What there is to say where a graph ends.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// Who shares the win; nobody where the game goes on.
    pub winners: SeatSet,
    /// What each seat has scored.
    pub points: &'a [i32],
    /// What the end pays for each objective of one player alone; empty at other tables, 0 where the game goes on.
    pub payoffs: &'a [f64],
}

/// Finds the nodes of positions, and positions of nodes.
pub trait StateIndex: Send + Sync {
    /// Returns how many nodes there are.
    fn len(&self) -> usize;

    /// Tells whether there is no node.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the node of a position; nothing for one of another game or one that did not come up.
    fn place(&self, position: &dyn AnyPosition) -> Option<u32>;

    /// Returns the node of a state, given as its own type.
    fn place_of_state(&self, state: &dyn Any) -> Option<u32>;

    /// Returns the node that each legal action of a position leads to, in the order of [`AnyPosition::actions`].
    fn after_actions(&self, position: &dyn AnyPosition) -> Vec<Option<u32>>;

    /// Returns the position of a node; nothing where only keys are known.
    fn position(&self, place: u32) -> Option<Box<dyn AnyPosition>>;

    /// Returns the keys of all nodes, in order.
    fn keys(&self) -> Vec<StateKey>;
}

/// Stands for a state in a file, which no other state of its game shares: 128 bits, by two hashes.
///
/// It may differ between machines and between versions of the program, so it is for caches alone.
pub type StateKey = u128;

fn key_of<S: Hash>(state: &S) -> StateKey {
    let half = |seed| StateKey::from(FixedState::with_seed(seed).hash_one(state));
    half(0x243f_6a88_85a3_08d3) << 64 | half(0x1319_8a2e_0370_7344)
}

impl Node<'_> {
    /// Returns the places it leads to.
    #[must_use]
    pub fn next(&self) -> &[u32] {
        match self {
            Self::Decide { next, .. } | Self::Chance { next, .. } => next,
            Self::Over(_) | Self::Cut(_) => &[],
        }
    }
}

impl StateGraph {
    /// Returns how many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Tells whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns how many edges there are.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.next.len()
    }

    /// Returns how many seats the table has.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns how many bytes it takes to lay out and solve, as [`Exploration::most_bytes`] counts them.
    #[must_use]
    pub fn bytes_to_solve(&self) -> u64 {
        self.bytes
    }

    /// Returns the node at a place.
    #[must_use]
    pub fn node(&self, place: u32) -> Node<'_> {
        let edges = |from: u32, to: u32| &self.next[from as usize..to as usize];
        match self.nodes[place as usize] {
            Stored::Decide { seat, from, to } => Node::Decide {
                seat,
                next: edges(from, to),
                first_edge: from as usize,
            },
            Stored::Chance { from, to, weights } => Node::Chance {
                next: edges(from, to),
                weights: &self.weights[weights as usize..][..(to - from) as usize],
            },
            Stored::Over { end } => Node::Over(self.end(end)),
            Stored::Cut { end } => Node::Cut(self.end(end)),
        }
    }

    fn end(&self, number: u32) -> End<'_> {
        let part = |size: usize| number as usize * size..(number as usize + 1) * size;
        End {
            winners: self.winners[number as usize],
            points: &self.points[part(usize::from(self.seats))],
            payoffs: &self.payoffs[part(self.objectives)],
        }
    }

    /// Returns what finds the nodes of positions.
    #[must_use]
    pub fn index(&self) -> &dyn StateIndex {
        &*self.index
    }

    /// Forgets how the states lead to each other, and keeps what finds them.
    #[must_use]
    pub fn into_index(self) -> Box<dyn StateIndex> {
        self.index
    }
}

impl fmt::Debug for StateGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} states, {} edges", self.len(), self.edges())
    }
}

/// All states of one game. The index of a state is the number of its node.
struct States<G: Game, K> {
    game: G,
    states: K,
}

/// What knows the numbers of states.
trait Numbered<S> {
    fn count(&self) -> usize;
    fn number(&self, state: &S) -> Option<usize>;
    fn state(&self, number: usize) -> Option<&S>;
    fn keys(&self) -> Vec<StateKey>;
}

impl<S: Eq + Hash> Numbered<S> for IndexSet<S, FixedState> {
    fn count(&self) -> usize {
        self.len()
    }

    fn number(&self, state: &S) -> Option<usize> {
        self.get_index_of(state)
    }

    fn state(&self, number: usize) -> Option<&S> {
        self.get_index(number)
    }

    fn keys(&self) -> Vec<StateKey> {
        self.iter().map(key_of).collect()
    }
}

/// Keys in ascending order.
impl<S: Hash> Numbered<S> for Vec<StateKey> {
    fn count(&self) -> usize {
        self.len()
    }

    fn number(&self, state: &S) -> Option<usize> {
        self.binary_search(&key_of(state)).ok()
    }

    fn state(&self, _number: usize) -> Option<&S> {
        None
    }

    fn keys(&self) -> Vec<StateKey> {
        self.clone()
    }
}

/// Returns the index of a game's states whose keys are known, in ascending order.
pub(crate) fn keyed<G: Show>(game: &G, keys: Vec<StateKey>) -> Box<dyn StateIndex> {
    Box::new(States {
        game: game.clone(),
        states: keys,
    })
}

impl<G: Show, K: Numbered<G::State>> States<G, K> {
    fn find(&self, state: &G::State) -> Option<u32> {
        let place = self.states.number(&self.game.canonical(state))?;
        Some(place as u32)
    }

    /// Returns the state of a position of these very rules that goes on as they say.
    fn state<'a>(&self, position: &'a dyn AnyPosition) -> Option<&'a G::State> {
        let position: &Position<G> = position.as_any().downcast_ref()?;
        let is_ours = *position.game() == self.game && !position.is_ended_by_players();
        is_ours.then(|| position.state())
    }
}

impl<G: Show, K: Numbered<G::State> + Send + Sync> StateIndex for States<G, K> {
    fn len(&self) -> usize {
        self.states.count()
    }

    fn place(&self, position: &dyn AnyPosition) -> Option<u32> {
        self.find(self.state(position)?)
    }

    fn place_of_state(&self, state: &dyn Any) -> Option<u32> {
        self.find(state.downcast_ref()?)
    }

    fn after_actions(&self, position: &dyn AnyPosition) -> Vec<Option<u32>> {
        let mut places = Vec::new();
        if let Some(state) = self.state(position)
            && let Turn::Decide(_) = self.game.turn(state)
        {
            self.game.for_each_action(state, |action| {
                let mut next = state.clone();
                self.game.act(&mut next, &action);
                places.push(self.find(&next));
            });
        }
        places
    }

    fn position(&self, place: u32) -> Option<Box<dyn AnyPosition>> {
        let state = self.states.state(place as usize)?.clone();
        Some(Box::new(Position::from_state(self.game.clone(), state)))
    }

    fn keys(&self) -> Vec<StateKey> {
        self.states.keys()
    }
}

/// Lays out all states that can come up after `start`.
pub(crate) fn explore<G: Show>(
    game: &G,
    start: &G::State,
    how: &Exploration<'_>,
) -> Result<StateGraph, Unexplored> {
    let seats = game.seated(start);
    let mut explorer = Explorer {
        objectives: match seats {
            1 => game.objectives(),
            _ => Vec::new(),
        },
        seats,
        states: IndexSet::default(),
        nodes: Vec::new(),
        next: Vec::new(),
        weights: Vec::new(),
        winners: Vec::new(),
        points: Vec::new(),
        payoffs: Vec::new(),
        game,
    };
    explorer.place_of(start);
    while let Some(state) = explorer.states.get_index(explorer.nodes.len()) {
        if explorer.is_past(how) {
            match how.beyond {
                Beyond::Refuse => {
                    return Err(Unexplored::TooLarge(
                        explorer.states.len().min(how.most_states),
                    ));
                }
                Beyond::Cut => break,
            }
        }
        if explorer.nodes.len().is_multiple_of(4096) && (how.is_stopped)() {
            return Err(Unexplored::Stopped);
        }
        let state = state.clone();
        explorer.expand(&state);
    }
    while let Some(state) = explorer.states.get_index(explorer.nodes.len()) {
        let state = state.clone();
        explorer.cut(&state);
    }
    Ok(explorer.finish())
}

struct Explorer<'a, G: Game> {
    game: &'a G,
    objectives: Vec<SoloObjective<G>>,
    seats: u8,
    /// Every state seen so far; those without a node yet are still to be looked at.
    states: IndexSet<G::State, FixedState>,
    nodes: Vec<Stored>,
    next: Vec<u32>,
    weights: Vec<u64>,
    winners: Vec<SeatSet>,
    points: Vec<i32>,
    payoffs: Vec<f64>,
}

/// What a state with parts on the heap takes there, about.
const HEAP: usize = 48;

/// What a solver needs for a node beside its values: the search for strongly connected parts.
const SOLVER: usize = 24;

impl<G: Show> Explorer<'_, G> {
    /// Returns how many bytes it takes to lay out and solve what is known so far.
    ///
    /// Vectors double when they grow, and are copied: half as much again is what they take on average at their worst.
    fn bytes(&self) -> u64 {
        let heap = if std::mem::needs_drop::<G::State>() {
            HEAP
        } else {
            0
        };
        let state = size_of::<G::State>() + 8 + 18;
        let node = size_of::<Stored>() + SOLVER + 8 * usize::from(self.seats);
        let edges = 4 * self.next.len() + 8 * self.weights.len();
        let bytes = self.states.len() * (state + node + heap) + edges;
        (bytes + bytes / 2) as u64
    }

    /// Tells whether the limits are passed.
    fn is_past(&self, how: &Exploration<'_>) -> bool {
        self.states.len() > how.most_states
            || self.states.len() > u32::MAX as usize / 2
            || self.next.len() > u32::MAX as usize / 2
            || self.bytes() > how.most_bytes
    }

    fn place_of(&mut self, state: &G::State) -> u32 {
        self.states.insert_full(self.game.canonical(state)).0 as u32
    }

    /// Stores the node of a state with all its edges.
    fn expand(&mut self, state: &G::State) {
        let (game, from) = (self.game, self.next.len() as u32);
        let node = match game.turn(state) {
            Turn::Decide(seat) => {
                game.for_each_action(state, |action| {
                    let mut next = state.clone();
                    game.act(&mut next, &action);
                    let place = self.place_of(&next);
                    self.next.push(place);
                });
                let to = self.next.len() as u32;
                Stored::Decide { seat, from, to }
            }
            Turn::Roll => {
                let weights = self.weights.len() as u32;
                game.for_each_roll(state, |roll, weight| {
                    let mut next = state.clone();
                    game.settle(&mut next, &roll);
                    let place = self.place_of(&next);
                    self.next.push(place);
                    self.weights.push(weight);
                });
                let to = self.next.len() as u32;
                Stored::Chance { from, to, weights }
            }
            Turn::Over(standing) => Stored::Over {
                end: self.end(state, Some(standing.winners)),
            },
        };
        self.nodes.push(node);
    }

    /// Stores the node of a state without its edges, if it has any.
    fn cut(&mut self, state: &G::State) {
        match self.game.turn(state) {
            Turn::Over(_) => self.expand(state),
            Turn::Decide(_) | Turn::Roll => {
                let end = self.end(state, None);
                self.nodes.push(Stored::Cut { end });
            }
        }
    }

    /// Stores the points of a state, and who won if the game is over.
    fn end(&mut self, state: &G::State, winners: Option<SeatSet>) -> u32 {
        let (game, end) = (self.game, self.winners.len() as u32);
        self.winners.push(winners.unwrap_or_default());
        let seats = Seat::all(self.seats);
        self.points
            .extend(seats.map(|seat| game.points(state, seat)));
        let objectives = self.objectives.iter();
        self.payoffs
            .extend(objectives.map(|objective| match winners {
                Some(_) => (objective.payoff)(game, state),
                None => 0.0,
            }));
        end
    }

    fn finish(self) -> StateGraph {
        let bytes = self.bytes();
        let index = States {
            game: self.game.clone(),
            states: self.states,
        };
        StateGraph {
            seats: self.seats,
            nodes: self.nodes,
            next: self.next,
            weights: self.weights,
            winners: self.winners,
            points: self.points,
            payoffs: self.payoffs,
            objectives: self.objectives.len(),
            index: Box::new(index),
            bytes,
        }
    }
}
