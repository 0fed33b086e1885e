//! The parts of a game in which play can come back to where it was (Tarjan 1972, without recursion).

use hotdice_core::StateGraph;

/// Parts of a graph, each before all that lead to it; inside a part, nodes come before those that lead to them where
/// there is such an order.
pub(super) struct Components {
    members: Vec<u32>,
    ends: Vec<u32>,
}

impl Components {
    /// Returns the parts in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let ends = || self.ends.iter().map(|&end| end as usize);
        let starts = std::iter::once(0).chain(ends());
        std::iter::zip(starts, ends()).map(|(start, end)| &self.members[start..end])
    }
}

/// Returns the strongly connected parts of a graph, the end of the game first.
pub(super) fn reverse_topological(graph: &StateGraph) -> Components {
    let mut search = Search {
        found: vec![0; graph.len()],
        low: vec![0; graph.len()],
        finished: vec![0; graph.len()],
        open: Vec::new(),
        next_found: 1,
        next_finished: 1,
        parts: Components {
            members: Vec::new(),
            ends: Vec::new(),
        },
    };
    for place in 0..graph.len() as u32 {
        if search.found[place as usize] == 0 {
            search.visit(graph, place);
        }
    }
    search.parts
}

/// What a part that is already closed has for its lowest node.
const CLOSED: u32 = u32::MAX;

struct Search {
    /// When a node was first seen, counted from 1; 0 is not yet.
    found: Vec<u32>,
    low: Vec<u32>,
    /// When all that a node leads to had been seen.
    finished: Vec<u32>,
    open: Vec<u32>,
    next_found: u32,
    next_finished: u32,
    parts: Components,
}

impl Search {
    fn visit(&mut self, graph: &StateGraph, start: u32) {
        let mut path = vec![(self.discover(start), 0_u32)];
        while let Some((place, edge)) = path.last_mut() {
            let here = *place as usize;
            match graph.node(*place).next().get(*edge as usize) {
                Some(&next) if self.found[next as usize] == 0 => {
                    *edge += 1;
                    path.push((self.discover(next), 0));
                }
                Some(&next) => {
                    *edge += 1;
                    let reached = self.low[next as usize];
                    if reached != CLOSED {
                        self.low[here] = self.low[here].min(reached);
                    }
                }
                None => {
                    path.pop();
                    self.finish(here);
                    if let Some((parent, _)) = path.last()
                        && self.low[here] != CLOSED
                    {
                        let parent = *parent as usize;
                        self.low[parent] = self.low[parent].min(self.low[here]);
                    }
                }
            }
        }
    }

    fn discover(&mut self, place: u32) -> u32 {
        self.found[place as usize] = self.next_found;
        self.low[place as usize] = self.next_found;
        self.next_found += 1;
        self.open.push(place);
        place
    }

    /// Closes the part of a node that no later node leads back from.
    fn finish(&mut self, here: usize) {
        self.finished[here] = self.next_finished;
        self.next_finished += 1;
        if self.low[here] != self.found[here] {
            return;
        }
        let start = self.open.iter().rposition(|&open| open as usize == here);
        let part = self
            .open
            .split_off(start.expect("a node stays open until its part is closed"));
        for &member in &part {
            self.low[member as usize] = CLOSED;
        }
        let first = self.parts.members.len();
        self.parts.members.extend(part);
        self.parts.members[first..].sort_unstable_by_key(|&member| self.finished[member as usize]);
        self.parts.ends.push(self.parts.members.len() as u32);
    }
}
