//! What every action is worth in the middle of a turn, worked out anew from the values at the start of turns.

use hotdice_core::{Dice, Game, Seat};
use hotdice_games::yatzy::{Action, BoxIndex, Column, HUNDRED, Phase, State};

use super::group::Group;
use super::lattice::{Keeps, at};
use super::solved::{Solved, rolls_of, written};
use super::worth::Mean;

impl Solved {
    /// Returns the expected final points of a seat when it plays perfectly from here on.
    #[must_use]
    pub fn value(&self, state: &State, seat: Seat) -> f64 {
        let column = state.column(seat);
        match state.phase() {
            _ if seat != state.seat() => self.before_turn(column),
            Phase::Rolling { held } if held.is_empty() && self.is_first(state) => {
                self.before_turn(column)
            }
            Phase::Rolling { held } => {
                let rolling = self.rolling(column, rolls_of(state));
                f64::from(written(&self.game, column)) + self.keep(&rolling, held)
            }
            Phase::Choosing { .. } => {
                let values = self.action_values(state);
                let best = values.into_iter().map(|(_, value)| value);
                best.reduce(f64::max).expect("a roll can always be placed")
            }
        }
    }

    /// Returns every legal action of the seat in turn with the expected final points of that seat after it.
    ///
    /// Nothing while dice are rolled, or when the game is over.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        let Phase::Choosing { dice } = state.phase() else {
            return Vec::new();
        };
        let column = state.column(state.seat());
        let rolls = rolls_of(state);
        let written = f64::from(written(&self.game, column));
        let rolling = (rolls > 0).then(|| self.rolling(column, rolls - 1));
        let mut values = Vec::new();
        self.game.for_each_action(state, |action| {
            let value = match (action, &rolling) {
                (Action::Place(place), _) => self.placed(column, dice, place, rolls),
                (Action::Hold(held), Some(rolling)) => self.keep(rolling, held),
                (Action::Hold(_), None) => unreachable!("without rolls nothing is held"),
            };
            values.push((action, written + value));
        });
        values
    }

    /// Tells whether the roll in hand is the first of the turn.
    fn is_first(&self, state: &State) -> bool {
        state.left() + 1 == self.game.rules().rolls
    }

    /// Returns what it is worth to roll on from each handful when `rolls` rolls are left after that.
    fn rolling(&self, column: &Column, rolls: usize) -> Box<Keeps<Mean<1>>> {
        let sheet = self.layout.sheet(column);
        let later = &self.levels[sheet.filled.count_ones() as usize + 1];
        let group = Group::new(&self.layout, [sheet], later);
        self.layout.rolling(&group, rolls)
    }

    fn keep(&self, rolling: &Keeps<Mean<1>>, held: Dice) -> f64 {
        rolling[at(self.layout.lattice.place(held))].0[0]
    }

    /// Returns what it is worth to place a roll, beyond what is written already.
    fn placed(&self, column: &Column, dice: Dice, place: BoxIndex, rolls: usize) -> f64 {
        let placing = self.game.placing(column, dice);
        let points = self.game.pays(&placing, place);
        let mut after = *column;
        after.fill(place, points);
        let sheet = self.layout.sheet(&after);
        let saved = if self.layout.saves { rolls } else { 0 };
        let level = &self.levels[sheet.filled.count_ones() as usize];
        let on_top = if placing.hundred { HUNDRED } else { 0 };
        f64::from(points + on_top) + level[self.layout.index(&sheet, saved)]
    }
}
