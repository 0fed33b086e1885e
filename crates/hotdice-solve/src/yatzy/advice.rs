//! What every action is worth in the middle of a turn, worked out anew from what sheets are worth after it.

use hotdice_core::{Dice, Game, Seat};
use hotdice_games::yatzy::{Action, BoxIndex, Column, HUNDRED, Phase, State, Yatzy};

use super::choices::Choices;
use super::later::Later;
use super::lattice::{KeepValues, at};
use super::layout::{Layout, SheetState};
use super::solved::{Solved, rolls_of, written};
use super::turn::TurnScratch;
use super::worth::Mean;

impl Solved {
    /// Returns the expected final points of a seat when it plays perfectly from here on.
    #[must_use]
    pub fn value(&self, state: &State, seat: Seat) -> f64 {
        if is_in_turn(&self.layout, state, seat) {
            return self.adviser(state).value(state);
        }
        let column = state.column(seat);
        let level = &self.levels[column.filled()];
        points_before_turn(&self.game, &self.layout, column, level)
    }

    /// Returns every legal action of the seat in turn with the expected final points of that seat after it.
    ///
    /// Nothing while dice are rolled, or when the game is over.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        self.adviser(state).action_values(state)
    }

    /// Returns the adviser of the seat in turn.
    fn adviser<'a>(&'a self, state: &'a State) -> Adviser<'a> {
        let column = state.column(state.seat());
        let later = match column.filled() + 1 {
            filled if filled < self.levels.len() => &self.levels[filled],
            _ => &[],
        };
        Adviser::for_points(&self.game, &self.layout, column, later)
    }
}

/// Tells whether a seat is in the middle of its turn: it has rolled already.
pub(super) fn is_in_turn(layout: &Layout, state: &State, seat: Seat) -> bool {
    let begins = match state.phase() {
        Phase::Rolling { held } => held.is_empty() && usize::from(state.left()) + 1 == layout.rolls,
        Phase::Choosing { .. } => false,
    };
    seat == state.seat() && !begins
}

/// Returns the expected final points of a seat that is not in turn, or is about to begin its turn, from the values of its level.
pub(super) fn points_before_turn(
    game: &Yatzy,
    layout: &Layout,
    column: &Column,
    now: &(impl Later<Value = f64> + ?Sized),
) -> f64 {
    let index = layout.index(&layout.sheet(column), usize::from(column.saved()));
    f64::from(written(game, column)) + now.at(index)
}

/// Knows what the seat in turn can expect, from what its sheet is worth after the turn: with so many rolls saved, and so many
/// points gained.
pub(super) struct Adviser<'a> {
    pub(super) game: &'a Yatzy,
    pub(super) layout: &'a Layout,
    pub(super) column: &'a Column,
    pub(super) after: Box<WorthAfter<'a>>,
}

/// Returns what a sheet is worth after a turn, given the rolls saved and the points gained.
pub(super) type WorthAfter<'a> = dyn Fn(&SheetState, usize, u16) -> f64 + 'a;

impl<'a> Adviser<'a> {
    /// Returns the adviser of somebody who plays for points, from the values of the next level.
    pub(super) fn for_points<L: Later<Value = f64> + ?Sized>(
        game: &'a Yatzy,
        layout: &'a Layout,
        column: &'a Column,
        later: &'a L,
    ) -> Self {
        let written = written(game, column);
        let after = move |sheet: &SheetState, saved, points| {
            f64::from(written + u32::from(points)) + later.at(layout.index(sheet, saved))
        };
        Self {
            game,
            layout,
            column,
            after: Box::new(after),
        }
    }

    /// Returns what the seat can expect in the middle of its turn.
    pub(super) fn value(&self, state: &State) -> f64 {
        if let Phase::Rolling { held } = state.phase() {
            return self.keep(&self.rolling(rolls_of(state)), held);
        }
        let values = self.action_values(state);
        let best = values.into_iter().map(|(_, value)| value);
        best.reduce(f64::max).expect("a roll can always be placed")
    }

    /// Returns every legal action of the seat in turn with what it can expect after it.
    pub(super) fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        let Phase::Choosing { dice } = state.phase() else {
            return Vec::new();
        };
        let rolls = rolls_of(state);
        let rolling = (rolls > 0).then(|| self.rolling(rolls - 1));
        let mut values = Vec::new();
        self.game.for_each_action(state, |action| {
            let value = match (action, &rolling) {
                (Action::Place(place), _) => self.placed(dice, place, rolls),
                (Action::Hold(held), Some(rolling)) => self.keep(rolling, held),
                (Action::Hold(_), None) => unreachable!("without rolls nothing is held"),
            };
            values.push((action, value));
        });
        values
    }

    /// Returns what the seat can expect before it rolls for the first time.
    pub(super) fn before_turn(&self) -> f64 {
        let saved = usize::from(self.column.saved());
        let mut work = TurnScratch::new(self.layout);
        let mut worth = 0.0;
        let (layout, choices) = (self.layout, self.choices());
        layout.play_turn(&choices, &mut work, saved + 1, |_, Mean([value])| {
            worth = value;
        });
        worth
    }

    fn choices(&self) -> Choices<'_, impl Fn(&SheetState, usize, u16) -> Mean<1>> {
        Choices {
            layout: self.layout,
            sheet: self.layout.sheet(self.column),
            after: |sheet: &SheetState, saved, points| Mean([(self.after)(sheet, saved, points)]),
        }
    }

    /// Returns what it is worth to roll on from each handful when `rolls` rolls are left after that.
    fn rolling(&self, rolls: usize) -> Box<KeepValues<Mean<1>>> {
        self.layout.rolling(&self.choices(), rolls)
    }

    fn keep(&self, rolling: &KeepValues<Mean<1>>, held: Dice) -> f64 {
        rolling[at(self.layout.lattice.place(held))].0[0]
    }

    fn placed(&self, dice: Dice, place: BoxIndex, rolls: usize) -> f64 {
        let placing = self.game.placing(self.column, dice);
        let points = self.game.pays(&placing, place);
        let mut after = *self.column;
        after.fill(place, points);
        let saved = if self.layout.saves { rolls } else { 0 };
        let on_top = if placing.hundred { HUNDRED } else { 0 };
        (self.after)(&self.layout.sheet(&after), saved, points + on_top)
    }
}
