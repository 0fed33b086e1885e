//! The four-sided die as it stands: which tip is where.

use super::{Cell, Step};

/// A four-sided die on the board, as five slots: left, top, right, up, down.
///
/// Three tips stand on the board: left, right, and the one that points up or down with the cell; the slot of the other
/// direction is empty. The fourth tip is on top, and its number is how far the die walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    slots: [u8; 5],
}

impl Die {
    /// The die that all others are rolled from.
    pub const HOME: Self = Self {
        slots: [1, 2, 3, 4, 0],
    };

    /// Returns a die that points up, with these tips.
    pub(super) const fn pointing_up(left: u8, top: u8, right: u8, up: u8) -> Self {
        let slots = [left, top, right, up, 0];
        Self { slots }
    }

    /// Returns the five slots: left, top, right, up, down.
    #[must_use]
    pub const fn slots(self) -> [u8; 5] {
        self.slots
    }

    /// Returns the number on top.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.slots[1]
    }

    /// Returns the tips that the die stands on: left, middle, right.
    #[must_use]
    pub const fn corners(self) -> [u8; 3] {
        let [left, _, right, up, down] = self.slots;
        [left, up + down, right]
    }

    /// Tells whether the die fits a cell that points up.
    #[must_use]
    pub const fn points_up(self) -> bool {
        self.slots[4] == 0
    }

    /// Returns the die after it has rolled over one edge.
    #[must_use]
    pub const fn rolled(self, step: Step) -> Self {
        let [left, top, right, _, _] = self.slots;
        let [_, middle, _] = self.corners();
        let (left, top, right, middle) = match step {
            Step::Left => (top, right, middle, left),
            Step::Right => (middle, left, top, right),
            Step::Vertical => (left, middle, right, top),
        };
        let slots = if self.points_up() {
            [left, top, right, 0, middle]
        } else {
            [left, top, right, middle, 0]
        };
        Self { slots }
    }

    /// Returns the die after it has rolled from the top of the board to `cell`.
    #[must_use]
    pub const fn rolled_down_to(self, cell: Cell) -> Self {
        match cell.after(cell.step_up()) {
            Some(nearer) if cell.index() != Cell::TOP.index() => {
                let step = cell.step_up().back();
                self.rolled_down_to(nearer).rolled(step)
            }
            _ => self,
        }
    }

    /// Returns the die after it has rolled from `cell` to the top of the board.
    #[must_use]
    pub const fn rolled_up_from(self, cell: Cell) -> Self {
        let step = cell.step_up();
        match cell.after(step) {
            Some(nearer) if cell.index() != Cell::TOP.index() => {
                self.rolled(step).rolled_up_from(nearer)
            }
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[track_caller]
    fn check(steps: &[Step], slots: [u8; 5]) {
        let die = steps.iter().fold(Die::HOME, |die, &step| die.rolled(step));
        assert_eq!(die.slots(), slots);
    }

    #[test]
    fn rolls_step_by_step() {
        check(&[], [1, 2, 3, 4, 0]);
        check(&[Step::Vertical], [1, 4, 3, 0, 2]);
        check(&[Step::Vertical, Step::Left], [4, 3, 2, 1, 0]);
        check(&[Step::Vertical, Step::Right], [2, 1, 4, 3, 0]);
        check(&[Step::Left, Step::Right], [1, 2, 3, 4, 0]);
    }

    /// Returns the die after a third of a turn on its cell.
    fn turned(die: Die) -> Die {
        let [left, top, right, up, down] = die.slots();
        let slots = if die.points_up() {
            [right, top, up, left, down]
        } else {
            [right, top, down, up, left]
        };
        Die { slots }
    }

    /// Returns every die that these changes make of the home die.
    fn all_from_home(changes: &[&dyn Fn(Die) -> Die]) -> HashSet<Die> {
        let mut states = HashSet::from([Die::HOME]);
        let mut fresh = vec![Die::HOME];
        while let Some(die) = fresh.pop() {
            let changed = changes.iter().map(|change| change(die));
            fresh.extend(changed.filter(|&die| states.insert(die)));
        }
        states
    }

    #[test]
    fn has_twenty_four_states_and_no_mirror_images() {
        let roll = |step| move |die: Die| die.rolled(step);
        let [left, right, vertical] = Step::ALL.map(roll);
        let states = all_from_home(&[&left, &right, &vertical, &turned]);
        assert_eq!(states.len(), 24);
        assert_eq!(states.iter().filter(|die| die.points_up()).count(), 12);
        assert!(!states.contains(&Die::pointing_up(3, 2, 1, 4)));
        // Rolling alone keeps the imprint: four classes, and cells of either pointing in each.
        let rolled = all_from_home(&[&left, &right, &vertical]);
        assert_eq!(rolled.len(), 8);
    }

    #[test]
    fn rolls_up_the_way_it_rolled_down() {
        for cell in (0..Cell::MOST).filter_map(Cell::from_index) {
            let down = Die::HOME.rolled_down_to(cell);
            assert_eq!(down.points_up(), cell.points_up());
            assert_eq!(down.rolled_up_from(cell), Die::HOME);
        }
    }
}
