//! Yatzy: the boxes from top to bottom, then the handfuls that can be held, from no dice to all but one. Rolls are handfuls of
//! one to all dice.

use hotdice_core::{Dice, Game, Seat};
use hotdice_games::yatzy::{Action, Phase, State, Yatzy};

use super::{Encoded, Field, Row, around, distance, field, seat_name};
use crate::handfuls::{self, FIRST};

impl Encoded for Yatzy {
    fn action_count(&self) -> usize {
        self.boxes().len() + FIRST[usize::from(self.rules().dice)]
    }

    /// Every box, and every part of the dice but all of them.
    fn most_legal(&self) -> usize {
        self.boxes().len() + (1 << self.rules().dice) - 1
    }

    fn action_id(&self, action: &Action) -> Option<usize> {
        let id = match action {
            Action::Place(place) => place.index(),
            Action::Hold(dice) => self.boxes().len() + handfuls::number(*dice)?,
        };
        (id < self.action_count()).then_some(id)
    }

    fn action(&self, id: usize) -> Option<Action> {
        if id >= self.action_count() {
            return None;
        }
        match id.checked_sub(self.boxes().len()) {
            None => self.places().nth(id).map(|(place, _)| Action::Place(place)),
            Some(held) => handfuls::handful(held).map(Action::Hold),
        }
    }

    fn roll_count(&self) -> usize {
        FIRST[usize::from(self.rules().dice) + 1] - 1
    }

    fn roll_id(&self, roll: &Dice) -> Option<usize> {
        handfuls::number(*roll)?.checked_sub(1)
    }

    fn roll(&self, id: usize) -> Option<Dice> {
        let known = id < self.roll_count();
        known.then(|| handfuls::handful(id + 1)).flatten()
    }

    fn layout(&self, seats: u8) -> Vec<Field> {
        let boxes = self.boxes().len();
        let scales = YatzyScales::of(self);
        let mut fields = Vec::new();
        for place in 0..usize::from(seats) {
            let of = seat_name(place);
            let named = |name: &str| format!("{of}_{name}");
            fields.extend([
                field(named("filled"), boxes, 1.0, "boxes that are filled"),
                field(named("cells"), boxes, scales.cell, "points in every box"),
                field(
                    named("upper"),
                    1,
                    scales.upper,
                    "the sum of the upper boxes",
                ),
                field(
                    named("hundreds"),
                    1,
                    1.0,
                    "further rolls of equal dice that earned 100",
                ),
                field(named("saved"), 1, scales.rolls, "saved rolls"),
                field(named("total"), 1, scales.total, "all points"),
            ]);
        }
        fields.extend([
            field(
                "turn",
                usize::from(seats),
                1.0,
                "whose turn it is, own first",
            ),
            field(
                "choosing",
                1,
                1.0,
                "1 with dice on the table, 0 with dice to be rolled",
            ),
            field("left", 1, scales.rolls, "rolls left in this turn"),
            field(
                "dice",
                6,
                f32::from(self.rules().dice),
                "1s to 6s on the table, or held",
            ),
        ]);
        fields
    }

    fn observe(&self, state: &State, seat: Seat, row: &mut Row<'_>) {
        let seats = self.seated(state);
        let scales = YatzyScales::of(self);
        for seat in around(seat, seats) {
            let column = state.column(seat);
            let cells = || self.places().map(|(place, _)| column.cell(place));
            row.scaled(cells().map(|cell| f32::from(u8::from(cell.is_some()))), 1.0);
            row.scaled(
                cells().map(|cell| f32::from(cell.unwrap_or(0))),
                scales.cell,
            );
            row.push(f32::from(self.upper_sum(column)) / scales.upper);
            row.push(f32::from(column.hundreds()));
            row.push(f32::from(column.saved()) / scales.rolls);
            row.push(self.total(column) as f32 / scales.total);
        }
        row.one_hot(
            Some(distance(seat, state.seat(), seats)),
            usize::from(seats),
        );
        let (choosing, dice) = match state.phase() {
            Phase::Choosing { dice } => (1.0, dice),
            Phase::Rolling { held } => (0.0, held),
        };
        row.push(choosing);
        row.push(f32::from(state.left()) / scales.rolls);
        row.scaled(dice.counts().map(f32::from), f32::from(self.rules().dice));
    }
}

/// What 1.0 stands for in the fields of a sheet.
pub(crate) struct YatzyScales {
    pub(crate) cell: f32,
    pub(crate) upper: f32,
    pub(crate) rolls: f32,
    pub(crate) total: f32,
}

impl YatzyScales {
    pub(crate) fn of(game: &Yatzy) -> Self {
        let rules = game.rules();
        Self {
            cell: 50.0,
            upper: rules.bonus.map_or(63.0, |bonus| f32::from(bonus.at)),
            rolls: f32::from(rules.rolls),
            total: 20.0 * game.boxes().len() as f32,
        }
    }
}
