//! Pig: 0 rolls, 1 holds; rolls are the faces from 0 on.

use hotdice_core::{Face, Game, Seat};
use hotdice_games::pig::{Action, Pig, State};

use super::{Encoded, Field, Row, distance, field, points_around};

impl Encoded for Pig {
    fn action_count(&self) -> usize {
        2
    }

    fn most_legal(&self) -> usize {
        2
    }

    fn action_id(&self, action: &Action) -> Option<usize> {
        Some(match action {
            Action::Roll => 0,
            Action::Hold => 1,
        })
    }

    fn action(&self, id: usize) -> Option<Action> {
        [Action::Roll, Action::Hold].get(id).copied()
    }

    fn roll_count(&self) -> usize {
        Face::ALL.len()
    }

    fn roll_id(&self, roll: &Face) -> Option<usize> {
        Some(roll.index())
    }

    fn roll(&self, id: usize) -> Option<Face> {
        Face::ALL.get(id).copied()
    }

    fn layout(&self, seats: u8) -> Vec<Field> {
        let seats = usize::from(seats);
        let target = self.target as f32;
        vec![
            field("scores", seats, target, "points of every seat, own first"),
            field("turn", seats, 1.0, "whose turn it is, own first"),
            field("total", 1, target, "the turn total"),
            field("choosing", 1, 1.0, "1 to choose, 0 to roll"),
        ]
    }

    fn observe(&self, state: &State, seat: Seat, row: &mut Row<'_>) {
        let seats = self.seated(state);
        let target = self.target as f32;
        row.scaled(points_around(self, state, seat), target);
        let turn = distance(seat, state.seat(), seats);
        row.one_hot(Some(turn), usize::from(seats));
        row.push(state.total() as f32 / target);
        row.push(f32::from(u8::from(state.is_choosing())));
    }
}
