//! The box-filling family: kata, yatzy, yahtzee and maxi-yatzy.
//!
//! Rules as the Yahtzee kata tells them, with those of Scandinavian Yatzy, of Maxi Yatzy and of the American game,
//! which is the one with jokers. A turn is up to three rolls, any dice rolled again; then the roll is placed in one
//! open box, where it pays or scores nothing. The game ends when every sheet is full.
//!
//! A box is data ([`ScoreBox`]): `pattern` knows what dice show, `base` lists the boxes of the four games, `rules` has
//! the parameters, `placing` the jokers.

mod action;
mod base;
mod notation;
mod pattern;
mod pay_table;
mod placing;
mod rules;
mod score_box;
mod show;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hotdice_core::{
    AnyGame, Dice, Game, Odds, Open, RulesError, RulesLine, Seat, SeatRange, SeatSet, Standing,
    Throw, Turn, Viewer, meant, read_rules,
};

pub use action::{Action, Refusal};
pub use base::Base;
pub use pattern::{FaceSet, Least, NotAPattern, Pattern, Sizes};
pub use pay_table::PayTable;
pub use placing::{HUNDRED, Placing};
pub use rules::{Bonus, Joker, MOST_BOXES, Rules, UnusedRolls};
pub use score_box::{BoxName, NotABox, Pay, ScoreBox};
pub use state::{BoxIndex, BoxSet, Column, Phase, State};

use crate::registry::{Family, Preset};
use action::{check_hold, hold};
use rules::PARAMETERS;

/// The family for the registry.
pub const FAMILY: Family = Family {
    name: "yatzy",
    presets: &[
        Preset {
            name: Base::Kata.name(),
            sentence: "Five dice, three rolls and fifteen boxes to fill, without a bonus: the programming exercise.",
        },
        Preset {
            name: Base::Yatzy.name(),
            sentence: "The Scandinavian classic: fifteen boxes, and a bonus of 50 for 63 in the upper ones.",
        },
        Preset {
            name: Base::Yahtzee.name(),
            sentence: "The American classic: thirteen boxes, jokers, and 100 points for every extra Yahtzee.",
        },
        Preset {
            name: Base::MaxiYatzy.name(),
            sentence: "Six dice and twenty boxes. Rolls you don't use are saved for later.",
        },
    ],
    small: &[
        "yahtzee(dice=2,rolls=2,boxes=ones+twin:sets-2:50+run:run-2:20,bonus=9/2)",
        "maxi-yatzy(dice=2,rolls=2,boxes=ones+twos+chance,bonus=9/4)",
        "kata(dice=3,rolls=2,boxes=ones+chance)",
    ],
    read,
};

fn read(line: &RulesLine) -> Result<Arc<dyn AnyGame>, RulesError> {
    Ok(Arc::new(Yatzy::read(line)?))
}

/// A game of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yatzy {
    rules: Arc<Rules>,
    boxes: Arc<[ScoreBox]>,
    table: PayTable,
}

impl Yatzy {
    /// Returns the game with these rules.
    ///
    /// # Errors
    /// When the rules do not go together.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        let rules = rules.settled()?;
        let boxes: Arc<[ScoreBox]> = rules.sheet().cloned().collect();
        let table = PayTable::new(rules.dice, boxes.iter());
        let rules = Arc::new(rules);
        Ok(Self {
            rules,
            boxes,
            table,
        })
    }

    /// Returns the game that a rules line describes.
    ///
    /// # Errors
    /// When the line names no game of the family, or rules that cannot be played.
    pub fn read(line: &RulesLine) -> Result<Self, RulesError> {
        let base = Base::named(&line.name).ok_or_else(|| unknown_base(&line.name))?;
        Self::new(read_rules(base.rules(), PARAMETERS, line)?)
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns every box of the sheet, from top to bottom.
    #[must_use]
    pub fn boxes(&self) -> &[ScoreBox] {
        &self.boxes
    }

    /// Returns every box with its place.
    pub fn places(&self) -> impl DoubleEndedIterator<Item = (BoxIndex, &ScoreBox)> {
        BoxIndex::first(self.boxes.len()).zip(self.boxes.iter())
    }

    /// Returns what every box pays for every roll, jokers aside.
    #[must_use]
    pub fn table(&self) -> &PayTable {
        &self.table
    }

    /// Returns what a column has in its upper boxes.
    #[must_use]
    pub fn upper_sum(&self, column: &Column) -> u16 {
        self.places()
            .filter(|(_, score_box)| score_box.upper_face().is_some())
            .filter_map(|(place, _)| column.cell(place))
            .sum()
    }

    /// Returns the bonus that a column has earned.
    #[must_use]
    pub fn bonus(&self, column: &Column) -> u16 {
        match self.rules.bonus {
            Some(bonus) if self.upper_sum(column) >= bonus.at => bonus.points,
            _ => 0,
        }
    }

    /// Returns all points of a column.
    #[must_use]
    pub fn total(&self, column: &Column) -> u32 {
        let cells = column.cells.iter().flatten();
        let written: u32 = cells.map(|&points| u32::from(points)).sum();
        let hundreds = u32::from(column.hundreds) * u32::from(HUNDRED);
        written + u32::from(self.bonus(column)) + hundreds
    }

    fn is_full(&self, column: &Column) -> bool {
        column.filled() == self.boxes.len()
    }

    fn name(&self, place: BoxIndex) -> &BoxName {
        &self.boxes[place.index()].name
    }

    /// Returns how many dice are about to be rolled.
    fn in_hand(&self, state: &State) -> u8 {
        match state.phase {
            Phase::Rolling { held } => self.rules.dice - held.len(),
            Phase::Choosing { .. } => 0,
        }
    }

    fn pass_the_dice(&self, state: &mut State) {
        state.seat = state.seat.next(state.seats());
        state.left = self.rules.rolls - 1;
        state.phase = Phase::Rolling { held: Dice::NONE };
    }
}

fn unknown_base(name: &str) -> RulesError {
    let names = Base::ALL.map(Base::name);
    RulesError::UnknownGame {
        name: name.to_owned(),
        nearest: meant(name, names).map(str::to_owned),
    }
}

impl Game for Yatzy {
    type State = State;
    type Action = Action;
    type Roll = Dice;
    type View = Open<State>;
    type Refusal = Refusal;

    fn seats(&self) -> SeatRange {
        self.rules.seats
    }

    fn start(&self, seats: u8) -> State {
        State {
            columns: vec![Column::default(); usize::from(seats)],
            seat: Seat::FIRST,
            left: self.rules.rolls - 1,
            phase: Phase::Rolling { held: Dice::NONE },
        }
    }

    fn seated(&self, state: &State) -> u8 {
        state.seats()
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Choosing { .. } => Turn::Decide(state.seat),
            // Seats fill their sheets in step: when the one in turn has no box left, nobody has.
            Phase::Rolling { .. } if self.is_full(state.own()) => {
                let winners = SeatSet::highest(state.columns.iter().map(|one| self.total(one)));
                Turn::Over(Standing { winners })
            }
            Phase::Rolling { .. } => Turn::Roll,
        }
    }

    fn for_each_action(&self, state: &State, mut visit: impl FnMut(Action)) {
        let Phase::Choosing { dice } = state.phase else {
            return;
        };
        let allowed = self.placing(state.own(), dice).allowed;
        allowed.iter().for_each(|place| visit(Action::Place(place)));
        if state.can_roll() {
            dice.for_each_part(|held| {
                if held != dice {
                    visit(Action::Hold(held));
                }
            });
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refusal> {
        let Phase::Choosing { dice } = state.phase else {
            return Err(Refusal::NotRolled);
        };
        match action {
            Action::Hold(held) => check_hold(state, *held, dice),
            Action::Place(place) => self.check_place(state, *place, dice),
        }
    }

    fn act(&self, state: &mut State, action: &Action) {
        match (state.phase, action) {
            (Phase::Choosing { .. }, Action::Hold(held)) => hold(state, *held),
            (Phase::Choosing { dice }, Action::Place(place)) => self.place(state, *place, dice),
            (Phase::Rolling { .. }, _) => {}
        }
    }

    fn for_each_roll(&self, state: &State, mut visit: impl FnMut(Dice, u64)) {
        for (roll, weight) in Odds::of_dice(self.in_hand(state)).iter() {
            visit(*roll, weight);
        }
    }

    fn is_possible(&self, state: &State, roll: &Dice) -> bool {
        roll.len() == self.in_hand(state)
    }

    fn throw(&self, state: &State) -> Throw {
        let dice = self.in_hand(state);
        Throw { dice, sides: 6 }
    }

    fn read_throw(&self, _state: &State, lying: &[u16]) -> Dice {
        Dice::lying(lying)
    }

    fn settle(&self, state: &mut State, roll: &Dice) {
        if let Phase::Rolling { held } = state.phase {
            let dice = held.plus(*roll).expect("six dice at most fit one handful");
            state.phase = Phase::Choosing { dice };
        }
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        self.total(state.column(seat)) as i32
    }

    fn view(&self, state: &State, _viewer: Viewer) -> Open<State> {
        Open(state.clone())
    }
}
