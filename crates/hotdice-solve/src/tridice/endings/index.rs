//! Numbers for all ways in which one or two dice of a player can stand.

use hotdice_games::tridice::{Cell, CellSet, Imprint, Rows};

/// Returns the number of a die with this imprint on this cell.
pub(super) const fn standing(cell: Cell, imprint: Imprint) -> u16 {
    (cell.index() * Imprint::COUNT + imprint.index()) as u16
}

/// Returns the cell of a standing die.
pub(super) fn cell_of(standing: u16) -> Cell {
    let index = usize::from(standing) / Imprint::COUNT;
    Cell::from_index(index).expect("standings are made of cells")
}

/// Returns the imprint of a standing die.
pub(super) fn imprint_of(standing: u16) -> Imprint {
    let index = usize::from(standing) % Imprint::COUNT;
    Imprint::from_index(index).expect("standings are made of imprints")
}

/// The dice of one player, one or two, in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Party {
    One(u16),
    /// The smaller number first.
    Two(u16, u16),
}

impl Party {
    /// Returns the party of these dice, or nothing unless they are one or two.
    pub(super) fn of(mut standings: impl Iterator<Item = u16>) -> Option<Self> {
        let party = match (standings.next()?, standings.next()) {
            (one, None) => Self::One(one),
            (one, Some(other)) => Self::two(one, other),
        };
        standings.next().is_none().then_some(party)
    }

    const fn two(one: u16, other: u16) -> Self {
        if one < other {
            Self::Two(one, other)
        } else {
            Self::Two(other, one)
        }
    }

    /// Returns how many dice there are.
    pub(super) const fn len(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(..) => 2,
        }
    }

    /// Returns the place among all parties of as many dice.
    pub(super) const fn rank(&self) -> usize {
        match *self {
            Self::One(one) => one as usize,
            Self::Two(low, high) => {
                let high = high as usize;
                high * (high - 1) / 2 + low as usize
            }
        }
    }

    /// Returns the dice.
    pub(super) fn standings(&self) -> impl Iterator<Item = u16> {
        match *self {
            Self::One(one) => [Some(one), None],
            Self::Two(low, high) => [Some(low), Some(high)],
        }
        .into_iter()
        .flatten()
    }

    /// Returns the party in which every die has become another.
    pub(super) fn map(&self, change: impl Fn(u16) -> u16) -> Self {
        match *self {
            Self::One(one) => Self::One(change(one)),
            Self::Two(low, high) => Self::two(change(low), change(high)),
        }
    }

    /// Returns the party after one die has become another, or is lost.
    pub(super) fn changed(&self, before: u16, after: Option<u16>) -> Option<Self> {
        let kept = match *self {
            Self::One(_) => None,
            Self::Two(low, high) if low == before => Some(high),
            Self::Two(low, _) => Some(low),
        };
        match (kept, after) {
            (Some(kept), Some(after)) => Some(Self::two(kept, after)),
            (one, other) => one.or(other).map(Self::One),
        }
    }

    /// Returns where the dice stand, or nothing when two stand on one cell.
    fn cells(&self) -> Option<CellSet> {
        let cells: CellSet = self.standings().map(cell_of).collect();
        (usize::from(cells.len()) == self.len()).then_some(cells)
    }
}

/// All parties of one or two dice, by rank.
#[derive(Debug)]
pub(super) struct Parties(Vec<(Party, Option<CellSet>)>);

impl Parties {
    /// Returns all parties of one or two dice on a board.
    pub(super) fn new(rows: Rows, dice: usize) -> Self {
        let standings = u16::from(rows.cells().len()) * Imprint::COUNT as u16;
        let parties: Vec<Party> = match dice {
            1 => (0..standings).map(Party::One).collect(),
            _ => (0..standings)
                .flat_map(|high| (0..high).map(move |low| Party::Two(low, high)))
                .collect(),
        };
        let with_cells = |party: Party| (party, party.cells());
        Self(parties.into_iter().map(with_cells).collect())
    }

    /// Returns how many there are, those with two dice on one cell included.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the party of a rank with its cells, or nothing when it has two dice on one cell.
    pub(super) fn get(&self, rank: usize) -> Option<(Party, CellSet)> {
        let (party, cells) = self.0[rank];
        cells.map(|cells| (party, cells))
    }
}
