//! What every action is worth in the middle of a turn, worked out anew from the values at the start of turns.

use hotdice_core::{Dice, Game, Seat};
use hotdice_games::yatzy::{Action, BoxIndex, Column, HUNDRED, Phase, State};

use super::group::Group;
use super::lattice::{Keeps, at};
use super::solved::Solved;
use super::turn::Work;
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
                let rolling = self.rolling(column, self.rolls(state));
                f64::from(self.written(column)) + self.keep(&rolling, held)
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
        let rolls = self.rolls(state);
        let written = f64::from(self.written(column));
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

    /// Returns how many rolls the seat in turn has, saved ones included, after the one in hand.
    fn rolls(&self, state: &State) -> usize {
        let saved = state.column(state.seat()).saved();
        usize::from(state.left()) + usize::from(saved)
    }

    /// Returns what it is worth to roll on from each handful when `rolls` rolls are left after that.
    fn rolling(&self, column: &Column, rolls: usize) -> Box<Keeps<Mean<1>>> {
        let sheet = self.layout.sheet(column);
        let later = &self.levels[sheet.filled.count_ones() as usize + 1];
        let group = Group::new(&self.layout, [sheet], later);
        let mut work = Work::new(&self.layout);
        self.layout.place(&group, 0, &mut work);
        for rolls in 1..=rolls {
            self.layout.roll_again(&group, rolls, &mut work);
        }
        self.layout.lattice.roll_on(&mut work.keeps);
        work.keeps
    }

    fn keep(&self, rolling: &Keeps<Mean<1>>, held: Dice) -> f64 {
        rolling[at(self.layout.lattice.place(held))].0[0]
    }

    /// Returns what it is worth to place a roll, beyond what is written already.
    fn placed(&self, column: &Column, dice: Dice, place: BoxIndex, rolls: usize) -> f64 {
        let mut after = *column;
        let placing = self.game.placing(column, dice);
        after.fill(place, self.game.pays(&placing, place));
        let sheet = self.layout.sheet(&after);
        let saved = if self.layout.saves { rolls } else { 0 };
        let level = &self.levels[sheet.filled.count_ones() as usize];
        let won = self.written(&after) - self.written(column);
        let on_top = if placing.hundred { HUNDRED } else { 0 };
        f64::from(won + u32::from(on_top)) + level[self.layout.index(&sheet, saved)]
    }
}
