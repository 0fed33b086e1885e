//! The board turned by a third: every position has two more that come to the same.
//!
//! Mirrored positions do not exist: no die shows the mirrored numbers.

use hotdice_games::tridice::{Cell, Class, Imprint, Rows};

use super::index::{Party, cell_of, imprint_of, standing};

/// Where every standing die comes when the board is turned by a third.
#[derive(Debug)]
pub(super) struct Rotation(Vec<u16>);

impl Rotation {
    /// Returns the rotation of a board.
    pub(super) fn new(rows: Rows) -> Self {
        let dice = 0..u16::from(rows.cells().len()) * Imprint::COUNT as u16;
        let turned = dice.map(|die| {
            let imprint = turned_imprint(rows, imprint_of(die));
            standing(turned_cell(rows, cell_of(die)), imprint)
        });
        Self(turned.collect())
    }

    /// Returns the dice after the turn.
    pub(super) fn of(&self, party: &Party) -> Party {
        party.map(|die| self.0[usize::from(die)])
    }

    /// Tells whether a party comes before its turned twins, so that it can stand for them.
    pub(super) fn is_first(&self, party: &Party) -> bool {
        let once = self.of(party);
        let twice = self.of(&once);
        party.rank() <= once.rank() && party.rank() <= twice.rank()
    }
}

/// Returns where a cell comes: what was the distance to the left side is now the distance to the bottom.
fn turned_cell(rows: Rows, cell: Cell) -> Cell {
    let (from_left, tip) = ((cell.place() - 1) / 2, (cell.place() - 1) % 2);
    let from_right = cell.row() - 1 - tip - from_left;
    Cell::new(rows.count() - from_left, 2 * from_right + 1 + tip)
        .expect("a turn stays on the board")
}

/// Returns the imprint that shows on every turned cell what this one showed before.
fn turned_imprint(rows: Rows, imprint: Imprint) -> Imprint {
    let mut numbers = [0; Class::ALL.len()];
    for cell in rows.cells().iter() {
        numbers[turned_cell(rows, cell).class().index()] = imprint.number_on(cell);
    }
    Imprint::new(numbers).expect("a turn changes no chirality")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_die_shows_its_number_everywhere() {
        for rows in Rows::ALL {
            for cell in rows.cells().iter() {
                for imprint in Imprint::all() {
                    let turned = turned_imprint(rows, imprint).number_on(turned_cell(rows, cell));
                    assert_eq!(turned, imprint.number_on(cell));
                }
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours_and_three_turns_change_nothing() {
        for rows in Rows::ALL {
            for cell in rows.cells().iter() {
                let turn = |cell| turned_cell(rows, cell);
                assert_eq!(turn(turn(turn(cell))), cell);
                let is_beside = |next: Cell| rows.neighbours(turn(cell)).any(|to| to == turn(next));
                assert!(rows.neighbours(cell).all(is_beside));
            }
        }
    }
}
