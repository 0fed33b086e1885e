//! Exact tables of endings: few dice on the board, none in hand, so that chance is over.
//!
//! Solved backwards from the captures that end or change the ending, one turn further with every pass over a table.
//! A distance counts turns up to the next capture, because that is what the draw after 40 quiet turns counts: a
//! position is won only if the winner can force a capture that keeps the win within 40 turns, and the counter then
//! starts anew. Passes are turns; two forced passes in a row leave the same position, so they are never won or lost.
//!
//! Repetition needs no table. Each turn on the way to a win comes one nearer to its capture, so no position on it
//! comes twice; and where nobody can force a win, ending the game earlier in a draw gives nobody one.

mod duel;
mod index;
mod one_die;
mod rotation;
mod sweep;
mod table;

use hotdice_core::Seat;
use hotdice_games::tridice::{Rows, State, TriDice};

use self::index::{Parties, Party};
use self::rotation::Rotation;
use self::table::EndingTable;
use super::position::SearchPosition;
use crate::{Stopped, Watch};

/// After this many turns without placement or capture a game is drawn.
const QUIET_TURNS: u8 = State::MOST_QUIET_TURNS as u8;

/// How many dice the known endings have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// One die against one.
    OneAgainstOne,
    /// Two dice against one, and all smaller endings.
    TwoAgainstOne,
    /// Two dice against two, and all smaller endings: hundreds of megabytes on four rows.
    TwoAgainstTwo,
}

/// What an ending comes to for the player in turn, with the best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player in turn wins.
    Won {
        /// The turns of both players up to the next capture on the way.
        turns: u8,
    },
    /// The other player wins.
    Lost {
        /// The turns of both players up to the next capture on the way, or 0 when the game is over.
        turns: u8,
    },
    /// Nobody can force the win.
    Drawn,
}

impl Ending {
    /// Returns the value for the player in turn: 1, 0, or one half for a draw.
    #[must_use]
    pub const fn value(self) -> f64 {
        match self {
            Self::Won { .. } => 1.0,
            Self::Lost { .. } => 0.0,
            Self::Drawn => 0.5,
        }
    }

    /// Returns what is left of an ending when so many turns were quiet already: a draw if it takes too long.
    pub(super) const fn after_quiet(self, quiet: u8) -> Self {
        match self {
            Self::Won { turns } | Self::Lost { turns } if turns + quiet > QUIET_TURNS => {
                Self::Drawn
            }
            ending => ending,
        }
    }
}

/// Every ending with few dice on a board.
#[derive(Debug)]
pub struct Endings {
    game: TriDice,
    extent: Extent,
    parties: [Parties; 2],
    rotation: Rotation,
    /// By the dice of the player in turn, then of the other, each less one; empty where not known.
    tables: [[EndingTable; 2]; 2],
}

impl Extent {
    /// Lists the pairs of tables that belong to this extent and to no smaller one, as dice of both players.
    const fn tables(self) -> &'static [(usize, usize)] {
        match self {
            Self::OneAgainstOne => &[(1, 1)],
            Self::TwoAgainstOne => &[(2, 1), (1, 2)],
            Self::TwoAgainstTwo => &[(2, 2)],
        }
    }

    /// Returns this extent and all smaller ones, the smallest first.
    fn and_smaller(self) -> impl Iterator<Item = Self> {
        [
            Self::OneAgainstOne,
            Self::TwoAgainstOne,
            Self::TwoAgainstTwo,
        ]
        .into_iter()
        .filter(move |&extent| extent <= self)
    }

    /// Returns how many passes over tables there are at most, those over smaller ones included.
    fn steps(self) -> u64 {
        self.and_smaller().count() as u64 * u64::from(QUIET_TURNS)
    }

    /// Returns how many bytes the tables take on a board of `rows`.
    #[must_use]
    pub fn bytes(self, rows: Rows) -> u64 {
        let standings = u64::from(rows.cells().len()) * 12;
        let parties = [standings, standings * (standings - 1) / 2];
        self.and_smaller()
            .flat_map(Self::tables)
            .map(|&(own, enemy)| parties[own - 1] * parties[enemy - 1])
            .sum()
    }
}

impl Endings {
    /// Solves the endings of a board of `rows`.
    ///
    /// # Errors
    /// When the watcher stops it.
    ///
    /// # Panics
    /// Never: a game with one die exists on every board.
    pub fn new(rows: Rows, extent: Extent, watch: &dyn Watch) -> Result<Self, Stopped> {
        let mut endings = Self::unsolved(rows, extent);
        for step in extent.and_smaller() {
            endings.solve(step, watch)?;
        }
        watch.progress(extent.steps(), extent.steps());
        Ok(endings)
    }

    fn unsolved(rows: Rows, extent: Extent) -> Self {
        Self {
            game: TriDice::new(rows, 1).expect("one die is allowed"),
            extent,
            parties: [Parties::new(rows, 1), Parties::new(rows, 2)],
            rotation: Rotation::new(rows),
            tables: Default::default(),
        }
    }

    /// Returns the tables as bytes, the smallest ending first: one byte for each position.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let pairs = self.extent.and_smaller().flat_map(Extent::tables);
        pairs
            .flat_map(|&(own, enemy)| self.tables[own - 1][enemy - 1].as_bytes())
            .copied()
            .collect()
    }

    /// Returns the endings of a board from their bytes; nothing if there are too many, too few, or some that mean nothing.
    #[must_use]
    pub fn from_bytes(rows: Rows, extent: Extent, bytes: &[u8]) -> Option<Self> {
        let mut endings = Self::unsolved(rows, extent);
        let mut rest = bytes;
        for &(own, enemy) in extent.and_smaller().flat_map(Extent::tables) {
            let len = endings.parties[own - 1].len() * endings.parties[enemy - 1].len();
            let (table, after) = rest.split_at_checked(len)?;
            endings.tables[own - 1][enemy - 1] = EndingTable::from_bytes(table)?;
            rest = after;
        }
        rest.is_empty().then_some(endings)
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn rows(&self) -> Rows {
        self.game.rows()
    }

    /// Returns how many dice the known endings have.
    #[must_use]
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// Returns what an ending comes to, all draw rules counted, or nothing when it is not known.
    ///
    /// Known are states without dice in hand and with few enough on the board. A running count of quiet turns is
    /// counted exactly. When some position since the last capture has stood twice already, the winner might have to
    /// avoid it, which the tables cannot tell: such a win is not known, a draw is.
    #[must_use]
    pub fn of(&self, state: &State) -> Option<Ending> {
        if state.rolling().is_some() {
            return None;
        }
        if let Some(loser) = state.loser() {
            return (loser == state.seat()).then_some(Ending::Lost { turns: 0 });
        }
        if state.draw().is_some() {
            return Some(Ending::Drawn);
        }
        let ending = self.look_up(&SearchPosition::of(state))?;
        (ending == Ending::Drawn || !has_stood_twice(state)).then_some(ending)
    }

    /// Returns the exact chance to win of the seat in turn, a draw counting half, or nothing when it is not known.
    ///
    /// Besides endings it knows every state in which each player has one die in all, also those with placements and
    /// rolls to come: the whole game of `tridice(dice=1)`.
    #[must_use]
    pub fn value(&self, game: &TriDice, state: &State) -> Option<f64> {
        // How many dice there were in the beginning is all one: those that are left are in the state.
        let (rows, _dice) = game.parts();
        if rows != self.rows() {
            return None;
        }
        match self.of(state) {
            Some(ending) => Some(ending.value()),
            None => one_die::value(self, game, state),
        }
    }

    /// Returns how many bytes the tables take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables = self.tables.iter().flatten();
        tables.map(|table| table.len() as u64).sum()
    }

    /// Returns how many positions with the given dice are won, lost and drawn for the player in turn.
    #[must_use]
    pub fn count(&self, own: usize, enemy: usize) -> [u64; 3] {
        let mut counts = [0; 3];
        if let Some(table) = self.table(own, enemy) {
            sweep::for_each_place(&self.parties, own, enemy, |place| {
                let index = match table.get(place) {
                    Ending::Won { .. } => 0,
                    Ending::Lost { .. } => 1,
                    Ending::Drawn => 2,
                };
                counts[index] += 1;
            });
        }
        counts
    }

    /// Returns the longest distance to a capture in the table with the given dice.
    #[must_use]
    pub fn longest(&self, own: usize, enemy: usize) -> Option<u8> {
        self.table(own, enemy).and_then(EndingTable::longest)
    }

    /// Returns what a position comes to, its quiet turns counted but no repetition, or nothing when it is not known.
    pub(super) fn look_up(&self, field: &SearchPosition) -> Option<Ending> {
        let (own, enemy) = (field.mover(), field.mover().next(2));
        if field.hand(own) + field.hand(enemy) > 0 {
            return None;
        }
        let [own, enemy] = [own, enemy].map(|seat| party(field, seat));
        let ending = self.ending(&own?, &enemy?)?;
        Some(ending.after_quiet(field.quiet_turns()))
    }

    /// Returns what a state comes to, or would if nothing had gone before, so far as the tables know.
    #[cfg(test)]
    pub(super) fn look_up_fresh(&self, state: &State) -> Option<Ending> {
        match state.loser() {
            Some(_) => Some(Ending::Lost { turns: 0 }),
            None => self.look_up(&SearchPosition::of(state).without_past()),
        }
    }

    fn ending(&self, own: &Party, enemy: &Party) -> Option<Ending> {
        let table = self.table(own.len(), enemy.len())?;
        Some(table.get(self.place(own, enemy)))
    }

    fn place(&self, own: &Party, enemy: &Party) -> usize {
        let width = self.parties[enemy.len() - 1].len();
        own.rank() * width + enemy.rank()
    }

    fn table(&self, own: usize, enemy: usize) -> Option<&EndingTable> {
        let table = self.tables.get(own - 1)?.get(enemy - 1)?;
        (!table.is_empty()).then_some(table)
    }
}

/// Returns the dice of a seat, if there are not too many.
fn party(field: &SearchPosition, seat: Seat) -> Option<Party> {
    let cells = field.cells_of(seat);
    let standings = cells.iter().filter_map(|cell| {
        let imprint = field.imprint(cell)?;
        Some(index::standing(cell, imprint))
    });
    Party::of(standings)
}

/// Tells whether a position since the last placement or capture has stood twice.
fn has_stood_twice(state: &State) -> bool {
    let mut keys = SearchPosition::keys_of_past(state);
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}
