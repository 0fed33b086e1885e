//! What every action is worth in the middle of a turn, worked out anew from the values at the start of turns.

use hotdice_core::{Dice, Game, Seat};
use hotdice_games::yatzy::{Action, BoxIndex, Column, HUNDRED, Phase, State, Yatzy};

use super::group::SheetGroup;
use super::later::Later;
use super::lattice::{KeepValues, at};
use super::layout::Layout;
use super::solved::{Solved, rolls_of, written};
use super::worth::Mean;

impl Solved {
    /// Returns the expected final points of a seat when it plays perfectly from here on.
    #[must_use]
    pub fn value(&self, state: &State, seat: Seat) -> f64 {
        self.adviser(state.column(seat)).value(state, seat)
    }

    /// Returns every legal action of the seat in turn with the expected final points of that seat after it.
    ///
    /// Nothing while dice are rolled, or when the game is over.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        self.adviser(state.column(state.seat()))
            .action_values(state)
    }

    /// Returns the adviser of a seat with this column.
    fn adviser<'a>(&'a self, column: &'a Column) -> Adviser<'a, [f64]> {
        let filled = self.layout.sheet(column).filled.count_ones() as usize;
        Adviser {
            game: &self.game,
            layout: &self.layout,
            column,
            now: &self.levels[filled],
            later: self.levels.get(filled + 1).map_or(&[], Vec::as_slice),
        }
    }
}

/// Knows what one seat can expect, from the values of its level and of the next.
pub(super) struct Adviser<'a, L: ?Sized> {
    pub(super) game: &'a Yatzy,
    pub(super) layout: &'a Layout,
    pub(super) column: &'a Column,
    /// The values of sheets with as many filled boxes.
    pub(super) now: &'a L,
    /// The values of sheets with one box more.
    pub(super) later: &'a L,
}

impl<L: Later<Value = f64> + ?Sized> Adviser<'_, L> {
    /// Returns the expected final points of the seat when it plays perfectly from here on.
    pub(super) fn value(&self, state: &State, seat: Seat) -> f64 {
        match state.phase() {
            _ if seat != state.seat() => self.before_turn(),
            Phase::Rolling { held } if held.is_empty() && self.is_first(state) => {
                self.before_turn()
            }
            Phase::Rolling { held } => {
                let rolling = self.rolling(rolls_of(state));
                self.written() + self.keep(&rolling, held)
            }
            Phase::Choosing { .. } => {
                let values = self.action_values(state);
                let best = values.into_iter().map(|(_, value)| value);
                best.reduce(f64::max).expect("a roll can always be placed")
            }
        }
    }

    /// Returns every legal action of the seat, which is in turn, with its expected final points after it.
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
            values.push((action, self.written() + value));
        });
        values
    }

    /// Returns the expected final points of a seat that is not in turn, or is about to begin its turn.
    fn before_turn(&self) -> f64 {
        let sheet = self.layout.sheet(self.column);
        let saved = usize::from(self.column.saved());
        self.written() + self.now.at(self.layout.index(&sheet, saved))
    }

    fn written(&self) -> f64 {
        f64::from(written(self.game, self.column))
    }

    /// Tells whether the roll in hand is the first of the turn.
    fn is_first(&self, state: &State) -> bool {
        usize::from(state.left()) + 1 == self.layout.rolls
    }

    /// Returns what it is worth to roll on from each handful when `rolls` rolls are left after that.
    fn rolling(&self, rolls: usize) -> Box<KeepValues<Mean<1>>> {
        let sheet = self.layout.sheet(self.column);
        let group = SheetGroup::new(self.layout, [sheet], self.later);
        self.layout.rolling(&group, rolls)
    }

    fn keep(&self, rolling: &KeepValues<Mean<1>>, held: Dice) -> f64 {
        rolling[at(self.layout.lattice.place(held))].0[0]
    }

    /// Returns what it is worth to place a roll, beyond what is written already.
    fn placed(&self, dice: Dice, place: BoxIndex, rolls: usize) -> f64 {
        let placing = self.game.placing(self.column, dice);
        let points = self.game.pays(&placing, place);
        let mut after = *self.column;
        after.fill(place, points);
        let sheet = self.layout.sheet(&after);
        let saved = if self.layout.saves { rolls } else { 0 };
        let on_top = if placing.hundred { HUNDRED } else { 0 };
        f64::from(points + on_top) + self.later.at(self.layout.index(&sheet, saved))
    }
}
