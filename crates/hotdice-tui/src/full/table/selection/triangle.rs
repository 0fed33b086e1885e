//! Walks over a triangle board, and the way of the cursor over it.

use hotdice_core::{Choice, Target};

use super::{Confirmed, CursorStep, Selection};

impl Selection {
    /// Returns the cells that something can be done to: where walks begin, or where they end once one has begun.
    pub(in crate::full::table) fn open_cells(&self) -> Vec<&str> {
        let cells = self
            .choices
            .iter()
            .filter_map(|choice| match &choice.target {
                Target::Cell(cell) if self.from.is_none() => Some(cell.as_str()),
                Target::Way(way) => match &self.from {
                    None => way.first().map(String::as_str),
                    from if way.first() == from.as_ref() => way.last().map(String::as_str),
                    Some(_) => None,
                },
                _ => None,
            });
        // The beginning of a walk stays within reach, to give it up there.
        let mut cells: Vec<&str> = cells.chain(self.from.as_deref()).collect();
        cells.sort_by_key(|cell| place(cell).map(|(x, y)| (y, x)));
        cells.dedup();
        cells
    }

    /// Returns the cells of what is about to be chosen: of the choice in the list, or of the walk to the cursor.
    pub(in crate::full::table) fn way(&self) -> Vec<&str> {
        let walk = match (self.listed(), self.cell()) {
            (Some(choice), _) => Some(choice),
            (None, Some(cell)) => self.walk_to(cell),
            (None, None) => None,
        };
        match walk.map(|choice| &choice.target) {
            Some(Target::Cell(cell)) => vec![cell],
            Some(Target::Way(way)) => way.iter().map(String::as_str).collect(),
            _ => self.from.as_deref().into_iter().collect(),
        }
    }

    pub(super) fn walk_to(&self, cell: &str) -> Option<&Choice> {
        let from = self.from.as_ref()?;
        self.choices.iter().find(|choice| match &choice.target {
            Target::Way(way) => {
                way.first() == Some(from) && way.last().is_some_and(|end| end == cell)
            }
            _ => false,
        })
    }

    pub(super) fn begins_walk(&self, cell: &str) -> bool {
        let begins = |choice: &Choice| match &choice.target {
            Target::Way(way) => way.first().is_some_and(|first| first == cell),
            _ => false,
        };
        self.choices.iter().any(begins)
    }

    /// Begins a walk at a cell, or gives up the one that has begun there.
    pub(super) fn begin_walk(&mut self, cell: &str) {
        if self.from.as_deref() == Some(cell) {
            self.from = None;
        } else if self.from.is_none() && self.begins_walk(cell) {
            self.from = Some(cell.to_owned());
        }
    }

    /// Takes a cell: one to be filled, the end of a walk that has begun, or the beginning of one.
    pub(super) fn confirm_cell(&mut self, cell: &str) -> Confirmed {
        if let Some(walk) = self.walk_to(cell) {
            return Confirmed::Act(vec![walk.notation.clone()]);
        }
        if self.from.is_some() || self.begins_walk(cell) {
            self.begin_walk(cell);
            return Confirmed::Picked;
        }
        self.confirm_target(&Target::Cell(cell.to_owned()))
    }
}

/// Returns where a cell is: half cells from the middle, and the row. Cells are named by row and place, `11` on top.
fn place(cell: &str) -> Option<(i32, i32)> {
    let (row, place) = cell.split_at_checked(1)?;
    let (row, place): (i32, i32) = (row.parse().ok()?, place.parse().ok()?);
    Some((place - row, row))
}

/// Returns the nearest of some cells in a direction: the sideways distance counts double, so that the cursor goes straight.
pub(super) fn nearest<'a>(cells: &[&'a str], from: &str, to: CursorStep) -> Option<&'a str> {
    let (x, y) = place(from)?;
    let distance = |cell: &&&str| {
        let (dx, dy) = place(cell).map(|(to_x, to_y)| (to_x - x, to_y - y))?;
        // A row is as high as two halves are wide.
        let (ahead, aside) = match to {
            CursorStep::Left => (-dx, 2 * dy),
            CursorStep::Right => (dx, 2 * dy),
            CursorStep::Up => (-2 * dy, dx),
            CursorStep::Down => (2 * dy, dx),
        };
        (ahead > 0).then_some(ahead + 2 * aside.abs())
    };
    let near = cells.iter().filter(|cell| distance(cell).is_some());
    near.min_by_key(|cell| distance(cell)).copied()
}
