//! Every way that a die can walk, found once for each size of board.

use std::ops::Range;
use std::sync::LazyLock;

use super::{Cell, CellSet, Rows};

/// The most steps a die walks.
const MOST_STEPS: usize = 4;

/// All walks of one to four steps that visit no cell twice.
///
/// Whether a die can go from one cell to another is a question of which cells between them are free. So each way keeps
/// those as a set, and finding moves allocates nothing.
#[derive(Debug)]
pub(super) struct Walks {
    ways: Vec<Way>,
    /// Where the ways from each cell with each number of steps lie.
    places: [[Range<u16>; MOST_STEPS]; Cell::MOST],
}

/// One way from a cell to another.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The cells between start and end.
    over: CellSet,
    to: Cell,
    /// The cells after the start; all but the first few are of no meaning on a short way.
    cells: [Cell; MOST_STEPS],
}

impl Walks {
    /// Returns the walks on a board of `rows`.
    pub(super) fn on(rows: Rows) -> &'static Self {
        static WALKS: [LazyLock<Walks>; 3] = [
            LazyLock::new(|| Walks::new(Rows::ALL[0])),
            LazyLock::new(|| Walks::new(Rows::ALL[1])),
            LazyLock::new(|| Walks::new(Rows::ALL[2])),
        ];
        &WALKS[usize::from(rows.count() - Rows::ALL[0].count())]
    }

    fn new(rows: Rows) -> Self {
        let mut ways = Vec::new();
        let mut places = [const { [const { 0..0 }; MOST_STEPS] }; Cell::MOST];
        for from in rows.cells().iter() {
            for (steps, place) in (1..).zip(&mut places[from.index()]) {
                let start = ways.len() as u16;
                let mut walk = Walk::new(rows, from);
                walk.extend(steps, &mut |way| ways.push(way));
                *place = start..ways.len() as u16;
            }
        }
        Self { ways, places }
    }

    /// Returns the cells that `steps` steps lead to when no way goes over `taken`.
    pub(super) fn reach(&self, from: Cell, steps: u8, taken: CellSet) -> CellSet {
        self.ways(from, steps)
            .iter()
            .filter(|way| way.over.is_apart_from(taken))
            .fold(CellSet::NONE, |reach, way| reach.or(CellSet::of(way.to)))
    }

    /// Returns the cells of one free way, the start and the end included, always the same one.
    pub(super) fn way(&self, from: Cell, to: Cell, steps: u8, taken: CellSet) -> Option<Vec<Cell>> {
        let free = |way: &&Way| way.to == to && way.over.is_apart_from(taken);
        let way = self.ways(from, steps).iter().find(free)?;
        let walked = &way.cells[..usize::from(steps)];
        Some([&[from], walked].concat())
    }

    fn ways(&self, from: Cell, steps: u8) -> &[Way] {
        let place = usize::from(steps)
            .checked_sub(1)
            .and_then(|place| self.places[from.index()].get(place));
        match place {
            Some(range) => &self.ways[usize::from(range.start)..usize::from(range.end)],
            None => &[],
        }
    }
}

/// A walk that is being found.
struct Walk {
    rows: Rows,
    start: Cell,
    cells: Vec<Cell>,
}

impl Walk {
    fn new(rows: Rows, start: Cell) -> Self {
        let cells = Vec::new();
        Self { rows, start, cells }
    }

    /// Visits every way to go on for exactly `steps` more steps.
    fn extend(&mut self, steps: usize, visit: &mut impl FnMut(Way)) {
        let here = self.cells.last().copied().unwrap_or(self.start);
        if steps == 0 {
            return visit(self.way(here));
        }
        for next in self.rows.neighbours(here) {
            if next != self.start && !self.cells.contains(&next) {
                self.cells.push(next);
                self.extend(steps - 1, visit);
                self.cells.pop();
            }
        }
    }

    fn way(&self, to: Cell) -> Way {
        let mut cells = [to; MOST_STEPS];
        cells[..self.cells.len()].copy_from_slice(&self.cells);
        let over = self.cells.iter().copied().filter(|&cell| cell != to);
        Way {
            over: over.collect(),
            to,
            cells,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[track_caller]
    fn check(from: &str, steps: u8, taken: &[&str], reach: &str) {
        let taken = taken.iter().map(|name| cell(name)).collect();
        let walks = Walks::on(Rows::USUAL);
        let reached = walks.reach(cell(from), steps, taken);
        assert_eq!(reached.to_string(), reach);
        for to in reached.iter() {
            let way = walks.way(cell(from), to, steps, taken).unwrap();
            assert_eq!(way.len(), usize::from(steps) + 1);
            assert_eq!((way[0], way[way.len() - 1]), (cell(from), to));
        }
    }

    #[test]
    fn reach_on_an_empty_board() {
        check("33", 4, &[], "11 21 23 31 35 41 43 45 47");
        check("11", 4, &[], "31 33 35");
        check("22", 2, &[], "32 34");
        check("41", 3, &[], "32 44");
        check("33", 1, &[], "32 34 44");
    }

    #[test]
    fn dice_are_in_the_way_but_the_end_may_be_taken() {
        check("11", 4, &["11", "21"], "33 35");
        check("11", 4, &["11", "22"], "");
        check("11", 1, &["11", "22"], "22");
        check("33", 4, &["32"], "11 21 31 35 41 45 47");
    }

    #[test]
    fn no_die_walks_no_steps_or_five() {
        check("33", 0, &[], "");
        check("33", 5, &[], "");
    }

    #[test]
    fn a_die_has_at_most_nine_targets_on_the_usual_board() {
        let walks = Walks::on(Rows::USUAL);
        let reaches = Rows::USUAL.cells().iter().flat_map(|from| {
            (1..=4).map(move |steps| walks.reach(from, steps, CellSet::NONE).len())
        });
        assert_eq!(reaches.max(), Some(9));
    }
}
