//! TriDice: 0 passes; then a die is placed on a cell, the cells counted row by row; then moves, by the cell they begin on and the
//! cell they end on. Rolls are the cell and one of twelve imprints.

use hotdice_core::Seat;
use hotdice_games::tridice::{Action, Cell, Imprint, Roll, State, TriDice};

use super::{Encoded, Field, Row, around, distance, field};

/// Numbers of one cell in an observation: whose die, and its four numbers.
const OF_CELL: usize = 6;

fn cells(game: &TriDice) -> usize {
    usize::from(game.rows().cells().len())
}

fn cell(game: &TriDice, index: usize) -> Option<Cell> {
    Cell::from_index(index).filter(|_| index < cells(game))
}

fn index(game: &TriDice, cell: Cell) -> Option<usize> {
    Some(cell.index()).filter(|index| *index < cells(game))
}

impl Encoded for TriDice {
    fn action_count(&self) -> usize {
        let cells = cells(self);
        1 + cells + cells * cells
    }

    /// A pass, or a placement on every cell and a move of every die to every cell.
    fn most_legal(&self) -> usize {
        1 + cells(self) * (1 + usize::from(self.dice()))
    }

    fn action_id(&self, action: &Action) -> Option<usize> {
        let cells = cells(self);
        Some(match action {
            Action::Pass => 0,
            Action::Place(cell) => 1 + index(self, *cell)?,
            Action::Move { from, to } => {
                1 + cells + index(self, *from)? * cells + index(self, *to)?
            }
        })
    }

    fn action(&self, id: usize) -> Option<Action> {
        let cells = cells(self);
        let Some(place) = id.checked_sub(1) else {
            return Some(Action::Pass);
        };
        match place.checked_sub(cells) {
            None => cell(self, place).map(Action::Place),
            Some(step) => Some(Action::Move {
                from: cell(self, step / cells)?,
                to: cell(self, step % cells)?,
            }),
        }
    }

    fn roll_count(&self) -> usize {
        cells(self) * Imprint::COUNT
    }

    fn roll_id(&self, roll: &Roll) -> Option<usize> {
        Some(index(self, roll.cell)? * Imprint::COUNT + roll.imprint.index())
    }

    fn roll(&self, id: usize) -> Option<Roll> {
        Some(Roll {
            cell: cell(self, id / Imprint::COUNT)?,
            imprint: Imprint::from_index(id % Imprint::COUNT)?,
        })
    }

    fn layout(&self, _seats: u8) -> Vec<Field> {
        let cells = cells(self);
        vec![
            field(
                "board",
                OF_CELL * cells,
                1.0,
                "for every cell: own die, other die, and what it shows on the four classes of cells, over 4",
            ),
            field(
                "hands",
                2,
                f32::from(self.dice()),
                "dice in hand, own first",
            ),
            field("turn", 2, 1.0, "whose turn it is, own first"),
            field("rolling", cells, 1.0, "the cell that waits for its die"),
            field(
                "quiet",
                1,
                State::MOST_QUIET_TURNS as f32,
                "turns since the last placement or capture",
            ),
            field("times", 1, 1.0, "how often this board was there"),
        ]
    }

    fn observe(&self, state: &State, seat: Seat, row: &mut Row<'_>) {
        for place in 0..cells(self) {
            let die = cell(self, place).and_then(|cell| state.board().die(cell));
            let owner = die.map(|(owner, _)| distance(seat, owner, 2));
            row.one_hot(owner, 2);
            let numbers = die.map_or([0; 4], |(_, imprint)| imprint.numbers());
            row.scaled(numbers.map(f32::from), 4.0);
        }
        row.scaled(
            around(seat, 2).map(|seat| f32::from(state.hand(seat))),
            f32::from(self.dice()),
        );
        row.one_hot(Some(distance(seat, state.seat(), 2)), 2);
        row.one_hot(
            state.rolling().and_then(|cell| index(self, cell)),
            cells(self),
        );
        row.push(state.quiet_turns() as f32 / State::MOST_QUIET_TURNS as f32);
        row.push(state.times() as f32);
    }
}
