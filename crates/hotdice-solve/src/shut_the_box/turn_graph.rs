//! One turn of Shut the Box: every state that it can come to, laid out from the rules.

use std::collections::HashMap;
use std::ops::Range;

use hotdice_core::{Game, Turn};
use hotdice_games::shut_the_box::{Phase, ShutTheBox, State, TileSet};

/// The states of a turn, each after those that it leads to; the last is that from which it was laid out.
#[derive(Debug, Default)]
pub(super) struct TurnGraph {
    nodes: Vec<TurnNode>,
    /// Where edges lead.
    next: Vec<u32>,
    /// How likely they are, beside the others of a roll.
    weights: Vec<f64>,
    /// Where the states stand that are no ends.
    places: HashMap<(TileSet, Phase), u32>,
    /// Where the ends stand, by what is left.
    ends: HashMap<usize, u32>,
}

/// A state, and its edges.
#[derive(Clone, Debug)]
pub(super) enum TurnNode {
    /// The turn is over, and so much is left.
    End { rest: usize },
    /// Its seat decides.
    Decide(Range<usize>),
    /// Dice are rolled.
    Roll(Range<usize>),
}

impl TurnGraph {
    /// Lays out what is left of a turn.
    pub(super) fn new(game: &ShutTheBox, state: &State) -> Self {
        let mut graph = Self::default();
        graph.visit(game, state, state);
        graph
    }

    /// Returns an upper bound of the nodes of a turn. A set of tiles can have 20, but most sums cannot be shut with few tiles left: on
    /// average it is under 15.
    pub(super) fn most_nodes(game: &ShutTheBox) -> usize {
        (1 << game.tiles) * 15
    }

    /// Returns how many bytes a turn takes, about.
    pub(super) fn most_bytes(game: &ShutTheBox) -> usize {
        Self::most_nodes(game) * 128
    }

    /// Adds a state, if it is not there yet, and all that it leads to; says where it stands.
    fn visit(&mut self, game: &ShutTheBox, start: &State, state: &State) -> u32 {
        let turn = game.turn(state);
        if matches!(turn, Turn::Over(_)) || state.seat() != start.seat() {
            let rest = usize::try_from(game.points(state, start.seat())).unwrap_or(0);
            return self.end(rest);
        }
        let key = key(game, state);
        if let Some(&place) = self.places.get(&key) {
            return place;
        }
        let mut edges = Vec::new();
        match turn {
            Turn::Roll => game.for_each_roll(state, |roll, weight| {
                let mut after = state.clone();
                game.settle(&mut after, &roll);
                edges.push((self.visit(game, start, &after), weight as f64));
            }),
            _ => game.for_each_action(state, |action| {
                let mut after = state.clone();
                game.act(&mut after, &action);
                edges.push((self.visit(game, start, &after), 1.0));
            }),
        }
        let first = self.next.len();
        self.next.extend(edges.iter().map(|(next, _)| next));
        self.weights.extend(edges.iter().map(|(_, weight)| weight));
        let edges = first..self.next.len();
        let place = self.push(match turn {
            Turn::Roll => TurnNode::Roll(edges),
            _ => TurnNode::Decide(edges),
        });
        self.places.insert(key, place);
        place
    }

    fn end(&mut self, rest: usize) -> u32 {
        match self.ends.get(&rest) {
            Some(&place) => place,
            None => {
                let place = self.push(TurnNode::End { rest });
                self.ends.insert(rest, place);
                place
            }
        }
    }

    fn push(&mut self, node: TurnNode) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Returns all states.
    pub(super) fn nodes(&self) -> &[TurnNode] {
        &self.nodes
    }

    /// Returns where a state stands, whatever others have left.
    pub(super) fn place(&self, game: &ShutTheBox, state: &State) -> Option<usize> {
        self.places
            .get(&key(game, state))
            .map(|&place| place as usize)
    }

    /// Returns where edges lead, in the order of the rules.
    pub(super) fn next(&self, edges: &Range<usize>) -> &[u32] {
        &self.next[edges.clone()]
    }

    /// Returns how likely edges are.
    pub(super) fn weights(&self, edges: &Range<usize>) -> &[f64] {
        &self.weights[edges.clone()]
    }
}

/// Returns what the rest of a turn depends on.
fn key(game: &ShutTheBox, state: &State) -> (TileSet, Phase) {
    let state = game.canonical(state);
    (state.open(), state.phase())
}

#[cfg(test)]
mod tests {
    use hotdice_games::shut_the_box::OneDie;

    use super::*;

    /// The most for each set is 13, with six tiles of which one die may shut any.
    #[test]
    fn no_turn_has_more_nodes_than_the_bound() {
        for tiles in 1..=12 {
            for (one_die, one_die_forced, most) in [
                (OneDie::Never, false, 0),
                (OneDie::Six, false, 0),
                (OneDie::High, false, 0),
                (OneDie::High, true, 0),
                (OneDie::High, false, 1),
                (OneDie::High, false, 2),
            ] {
                let game = ShutTheBox {
                    tiles,
                    one_die,
                    one_die_forced,
                    most,
                    ..ShutTheBox::USUAL
                };
                let nodes = TurnGraph::new(&game, &game.start(2)).nodes().len();
                assert!(nodes <= TurnGraph::most_nodes(&game), "{game:?}: {nodes}");
            }
        }
    }
}
