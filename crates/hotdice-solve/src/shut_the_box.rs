//! Shut the Box with one turn each, for any number of players, exactly.
//!
//! Every turn begins with all tiles open and ends with a number, the total of the tiles left. Of earlier turns only the mark to beat
//! matters: the lowest total so far and how many players share it. Backward induction goes from the last player to the first and solves one
//! turn for each mark. A turn is an acyclic graph, laid out once from the rules and shared by all marks.
//!
//! A state has a value for every player: with three or more, a choice between equals can still matter to the others. The
//! first of equal choices is taken.

mod turn_graph;

use std::sync::{Arc, Mutex, PoisonError};

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::shut_the_box::{Action, ShutTheBox, State};

use crate::generic::Aim;
use crate::oracle::{Certainty, Evaluator};
use crate::{Stopped, Watch};
use turn_graph::{TurnGraph, TurnNode};

/// The chances of all players at the start of every turn.
#[derive(Debug)]
pub struct OneTurnEach {
    game: ShutTheBox,
    seats: usize,
    /// For each seat, and for the end of the game, the values of every mark that can stand then, a row each: the chance of every player
    /// who holds the mark, that of the seat, and those of the seats after it.
    turns: Vec<Vec<f64>>,
    /// A turn from its start.
    graph: Arc<TurnGraph>,
    /// The turn that was asked about last.
    last: Mutex<Option<Arc<KnownTurn>>>,
}

/// What stands before a turn: the least that anybody left, and how many left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MarkToBeat {
    rest: usize,
    /// Nobody before the first turn.
    holders: usize,
}

/// A turn with a mark to beat, and the values of all its nodes.
#[derive(Debug)]
struct KnownTurn {
    seat: usize,
    mark: MarkToBeat,
    graph: Arc<TurnGraph>,
    values: Vec<f64>,
}

/// Choices whose chances differ by less are equal.
const EQUAL: f64 = 1e-13;

impl OneTurnEach {
    /// Returns how many bytes it takes to solve a game; nothing where players have more than one turn, or one is alone.
    #[must_use]
    pub fn bytes_needed(game: &ShutTheBox, seats: u8) -> Option<u64> {
        let values: usize = (0..=usize::from(seats))
            .map(|seat| rows(game, seat) * width(seats.into(), seat))
            .sum();
        let turn = TurnGraph::most_bytes(game)
            + TurnGraph::most_nodes(game) * (usize::from(seats) + 1) * 8;
        (game.rounds == 1 && seats > 1).then_some((values * 8 + turn) as u64)
    }

    /// Returns how many additions and comparisons it takes to solve a game, about.
    #[must_use]
    pub fn steps_needed(game: &ShutTheBox, seats: u8) -> u64 {
        let seats = usize::from(seats);
        let values: usize = (0..seats)
            .map(|seat| rows(game, seat) * width(seats, seat))
            .sum();
        values as u64 * TurnGraph::most_nodes(game) as u64 * 3
    }

    /// Solves a game at a table of `seats`; nothing where players have more than one turn, or one is alone.
    ///
    /// # Errors
    /// When the watch says stop.
    pub fn solve(game: &ShutTheBox, seats: u8, watch: &dyn Watch) -> Result<Option<Self>, Stopped> {
        if Self::bytes_needed(game, seats).is_none() {
            return Ok(None);
        }
        let mut solved = Self::unsolved(game, seats);
        let seats = solved.seats;
        let shared = |row| 1.0 / MarkToBeat::of_row(seats, row).holders as f64;
        solved.turns[seats] = (0..rows(game, seats)).map(shared).collect();
        let all: usize = (0..seats).map(|seat| rows(game, seat)).sum();
        let mut done = 0;
        let mut values = Vec::new();
        for seat in (0..seats).rev() {
            let width = width(seats, seat);
            let mut turns = Vec::with_capacity(rows(game, seat) * width);
            for row in 0..rows(game, seat) {
                watch.go_on()?;
                let graph = Arc::clone(&solved.graph);
                solved.work_out(&graph, seat, MarkToBeat::of_row(seat, row), &mut values);
                // The start of a turn is what was reached last.
                turns.extend_from_slice(&values[values.len() - width..]);
                done += 1;
                watch.progress(done, all as u64);
            }
            solved.turns[seat] = turns;
        }
        Ok(Some(solved))
    }

    fn unsolved(game: &ShutTheBox, seats: u8) -> Self {
        Self {
            game: game.clone(),
            graph: Arc::new(TurnGraph::new(game, &game.start(seats))),
            turns: vec![Vec::new(); usize::from(seats) + 1],
            seats: seats.into(),
            last: Mutex::default(),
        }
    }

    /// Returns the chance of a seat before the first turn.
    #[must_use]
    pub fn wins(&self, seat: Seat) -> f64 {
        self.turns[0][1 + seat.index()]
    }

    /// Returns the chances as little-endian numbers of eight bytes each.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.turns.iter().flatten();
        numbers.flat_map(|chance| chance.to_le_bytes()).collect()
    }

    /// Returns the game of these rules from the bytes of [`OneTurnEach::to_bytes`]; nothing where they are of another one.
    #[must_use]
    pub fn from_bytes(game: &ShutTheBox, seats: u8, bytes: &[u8]) -> Option<Self> {
        Self::bytes_needed(game, seats)?;
        let mut solved = Self::unsolved(game, seats);
        let (numbers, odd) = bytes.as_chunks::<8>();
        let mut numbers = numbers.iter().copied().map(f64::from_le_bytes);
        for (seat, turn) in solved.turns.iter_mut().enumerate() {
            let values = rows(game, seat) * width(solved.seats, seat);
            turn.extend(numbers.by_ref().take(values));
            if turn.len() < values || !turn.iter().all(|chance| (0.0..=1.0).contains(chance)) {
                return None;
            }
        }
        (odd.is_empty() && numbers.next().is_none()).then_some(solved)
    }

    /// Works out every node of a turn, from the ends on.
    fn work_out(&self, graph: &TurnGraph, seat: usize, mark: MarkToBeat, values: &mut Vec<f64>) {
        let width = width(self.seats, seat);
        values.clear();
        values.resize(graph.nodes().len() * width, 0.0);
        for (place, node) in graph.nodes().iter().enumerate() {
            // What a node leads to stands before it.
            let (known, new) = values.split_at_mut(place * width);
            let new = &mut new[..width];
            let row = |next: u32| &known[next as usize * width..][..width];
            match node {
                TurnNode::End { rest } => self.end_turn(seat, mark, *rest, new),
                TurnNode::Decide(edges) => {
                    let next = graph.next(edges).iter().copied();
                    let best = next.reduce(|best, other| {
                        if row(other)[1] > row(best)[1] + EQUAL {
                            other
                        } else {
                            best
                        }
                    });
                    if let Some(best) = best {
                        new.copy_from_slice(row(best));
                    }
                }
                TurnNode::Roll(edges) => {
                    let mut all = 0.0;
                    for (&next, &weight) in std::iter::zip(graph.next(edges), graph.weights(edges))
                    {
                        all += weight;
                        for (sum, value) in std::iter::zip(&mut *new, row(next)) {
                            *sum += weight * value;
                        }
                    }
                    new.iter_mut().for_each(|sum| *sum /= all);
                }
            }
        }
    }

    /// Writes down what it is worth when a turn ends with so much left.
    fn end_turn(&self, seat: usize, mark: MarkToBeat, rest: usize, worth: &mut [f64]) {
        worth.fill(0.0);
        if rest == 0 && self.game.shut_wins {
            worth[1] = 1.0;
            return;
        }
        let after = mark.and(rest);
        let next = self.before(seat + 1, after);
        worth[2..].copy_from_slice(&next[1..]);
        // Whoever holds the new mark has what each of its holders has.
        worth[0] = if after.rest == mark.rest {
            next[0]
        } else {
            0.0
        };
        worth[1] = if after.rest == rest { next[0] } else { 0.0 };
    }

    /// Returns what a mark is worth before the turn of a seat, or after all turns.
    fn before(&self, seat: usize, mark: MarkToBeat) -> &[f64] {
        let width = width(self.seats, seat);
        &self.turns[seat][mark.row(seat) * width..][..width]
    }

    /// Returns the mark that stands at a state.
    fn mark(&self, state: &State) -> MarkToBeat {
        let most = most_left(&self.game);
        let left = |seat| {
            usize::try_from(self.game.points(state, seat))
                .unwrap_or(0)
                .min(most)
        };
        let before = Seat::all(state.seats()).take(state.seat().index());
        before.fold(MarkToBeat::NONE, |mark, seat| mark.and(left(seat)))
    }

    /// Returns the turn of a state with all its values, and where the state stands in it; nothing after the end of the game or at
    /// another table.
    fn turn(&self, state: &State) -> Option<(Arc<KnownTurn>, usize)> {
        if usize::from(state.seats()) != self.seats
            || matches!(self.game.turn(state), Turn::Over(_))
        {
            return None;
        }
        let (seat, mark) = (state.seat().index(), self.mark(state));
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = &*last
            && (turn.seat, turn.mark) == (seat, mark)
            && let Some(place) = turn.graph.place(&self.game, state)
        {
            return Some((Arc::clone(turn), place));
        }
        let graph = match self.graph.place(&self.game, state) {
            Some(_) => Arc::clone(&self.graph),
            // Somebody typed tiles that no roll leaves.
            None => Arc::new(TurnGraph::new(&self.game, state)),
        };
        let mut values = Vec::new();
        self.work_out(&graph, seat, mark, &mut values);
        let place = graph.place(&self.game, state)?;
        let turn = Arc::new(KnownTurn {
            seat,
            mark,
            graph,
            values,
        });
        *last = Some(Arc::clone(&turn));
        Some((turn, place))
    }
}

impl Evaluator<ShutTheBox> for OneTurnEach {
    fn aim(&self) -> Aim {
        Aim::Win
    }

    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }

    fn value(&self, state: &State, seat: Seat) -> Option<f64> {
        if let Turn::Over(standing) = self.game.turn(state) {
            let share = 1.0 / f64::from(standing.winners.len());
            return Some(if standing.winners.contains(seat) {
                share
            } else {
                0.0
            });
        }
        let (turn, place) = self.turn(state)?;
        let width = width(self.seats, turn.seat);
        let row = &turn.values[place * width..][..width];
        Some(match seat.index().checked_sub(turn.seat) {
            Some(after) => row[1 + after],
            None if self.game.points(state, seat) == turn.mark.rest as i32 => row[0],
            None => 0.0,
        })
    }

    fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        let Some((turn, place)) = self.turn(state) else {
            return Vec::new();
        };
        let TurnNode::Decide(edges) = &turn.graph.nodes()[place] else {
            return Vec::new();
        };
        let width = width(self.seats, turn.seat);
        let mut actions = Vec::new();
        self.game
            .for_each_action(state, |action| actions.push(action));
        let after = turn.graph.next(edges).iter();
        std::iter::zip(actions, after)
            .map(|(action, &next)| (action, turn.values[next as usize * width + 1]))
            .collect()
    }
}

impl MarkToBeat {
    /// Nobody has had a turn: any rest is less.
    const NONE: Self = Self {
        rest: usize::MAX,
        holders: 0,
    };

    /// Returns the mark after somebody left so much.
    fn and(self, rest: usize) -> Self {
        match rest.cmp(&self.rest) {
            std::cmp::Ordering::Less => Self { rest, holders: 1 },
            std::cmp::Ordering::Equal => Self {
                rest,
                holders: self.holders + 1,
            },
            std::cmp::Ordering::Greater => self,
        }
    }

    /// Returns where it stands among the marks before the turn of a seat.
    fn row(self, seat: usize) -> usize {
        match seat {
            0 => 0,
            _ => self.rest * seat + self.holders - 1,
        }
    }

    fn of_row(seat: usize, row: usize) -> Self {
        match seat {
            0 => Self::NONE,
            _ => Self {
                rest: row / seat,
                holders: row % seat + 1,
            },
        }
    }
}

/// Returns the most that can be left.
fn most_left(game: &ShutTheBox) -> usize {
    let tiles = usize::from(game.tiles);
    tiles * (tiles + 1) / 2
}

/// Returns how many marks can stand before the turn of a seat.
fn rows(game: &ShutTheBox, seat: usize) -> usize {
    match seat {
        0 => 1,
        _ => (most_left(game) + 1) * seat,
    }
}

/// Returns how many values a mark has before the turn of a seat.
fn width(seats: usize, seat: usize) -> usize {
    seats - seat + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unwatched, watch::Impatient};

    fn solve(game: &ShutTheBox, seats: u8) -> OneTurnEach {
        let solved = OneTurnEach::solve(game, seats, &Unwatched).expect("nobody stops it");
        solved.expect("one turn each")
    }

    #[test]
    fn bytes_are_read_back_and_others_are_not() {
        let game = ShutTheBox {
            tiles: 4,
            ..ShutTheBox::USUAL
        };
        let bytes = solve(&game, 3).to_bytes();
        let read = |seats, bytes: &[u8]| OneTurnEach::from_bytes(&game, seats, bytes);
        assert_eq!(read(3, &bytes).expect("its own bytes").to_bytes(), bytes);
        assert!(read(2, &bytes).is_none());
        assert!(read(3, &bytes[8..]).is_none());
        assert!(read(3, &bytes[1..]).is_none());
        let no_chance = [&2.0_f64.to_le_bytes(), &bytes[8..]].concat();
        assert!(read(3, &no_chance).is_none());
    }

    #[test]
    fn other_games_are_not_begun_and_the_rest_can_be_stopped() {
        let two_turns = ShutTheBox {
            rounds: 2,
            ..ShutTheBox::USUAL
        };
        for (game, seats) in [(&two_turns, 2), (&ShutTheBox::USUAL, 1)] {
            let solved = OneTurnEach::solve(game, seats, &Unwatched);
            assert!(matches!(solved, Ok(None)));
        }
        let stopped = OneTurnEach::solve(&ShutTheBox::USUAL, 3, &Impatient);
        assert!(matches!(stopped, Err(Stopped)));
    }

    #[test]
    fn all_that_is_won_adds_up_to_one() {
        for seats in 2..6 {
            let solved = solve(&ShutTheBox::USUAL, seats);
            let sum: f64 = Seat::all(seats).map(|seat| solved.wins(seat)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{seats}: {sum}");
        }
    }
}
