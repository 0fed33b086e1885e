//! Play to win against others, who may be any number.
//!
//! Values are chances to win, ties shared. How they come about depends on how much is left:
//!
//! - **Two players near the end**, or all the way where sheets are small: both play to win, exactly ([`DuelTable`]).
//! - **Any number of players near the end**: the best reply to others who play for points from their present sheets, with one's own
//!   total as part of the state ([`ReplyTable`]). Where nobody else has a turn left that is exact.
//! - **Earlier**: the best turn, after which everybody plays for points; the final totals of sheets with more than three open boxes
//!   count as normal numbers with their exact mean and deviation. That is policy improvement: the play it starts from is that for points, and
//!   no turn is worse than it.
//!
//! The first is right by backward induction. The other two are estimates: others do not play for points when it does not help them to win.

use std::sync::{Arc, Mutex, PoisonError};

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::yatzy::{Action, Column, Phase, State};

use super::advice::{Adviser, WorthAfter, is_in_turn};
use super::duel::{DuelTable, SheetAndRolls};
use super::layout::{Layout, SheetState};
use super::moments::Deviations;
use super::reply::ReplyTable;
use super::rest::{Final, Rests, shares, standing};
use super::rows::Totals;
use super::solved::{Solved, written};
use crate::{Stopped, Unwatched, Watch};

/// How many tables of endings are kept, so that all decisions of a turn use one.
const TABLES: usize = 8;

/// How much work goes into a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// One turn is worked out, after which everybody plays for points.
    OneTurn,
    /// Whole games are worked out with up to so many values, and endings with a tenth of that.
    Endings(usize),
}

impl Effort {
    /// So much that a whole game takes well below a second, and an ending some 15 milliseconds.
    pub const USUAL: Self = Self::Endings(400_000);

    const fn of_a_game(self) -> usize {
        match self {
            Self::OneTurn => 0,
            Self::Endings(most) => most,
        }
    }

    /// Whoever asks waits for an ending, and again in every turn; a game is worked out once.
    const fn of_an_ending(self) -> usize {
        self.of_a_game() / 10
    }
}

/// Knows the chances to win at tables of two and more.
#[derive(Debug)]
pub struct Winning {
    rests: Rests,
    effort: Effort,
    /// The whole game of two, where it is small enough.
    whole: Option<Arc<RestOfGame>>,
    /// The tables that were used last, the latest first.
    tables: Mutex<Vec<Arc<RestOfGame>>>,
}

/// The rest of a game.
#[derive(Debug)]
enum RestOfGame {
    /// Of two players, from one position on.
    Duel(DuelTable),
    /// Of one seat, in one turn.
    Reply(Sheets, ReplyTable),
    /// One that is too long, in one turn.
    Far(Sheets),
}

/// The sheets of all seats, and the seat in turn.
type Sheets = (Vec<Column>, Seat);

impl Winning {
    /// Returns somebody who plays a solved game to win, against others who play for points as far as it cannot know better.
    ///
    /// A game of two is worked out as a whole if `effort` allows that.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn new(
        solved: Arc<Solved>,
        deviations: Arc<Deviations>,
        seats: u8,
        effort: Effort,
        watch: &dyn Watch,
    ) -> Result<Self, Stopped> {
        let empty = (SheetState::EMPTY, 0);
        let whole = match seats {
            2 => DuelTable::within(&solved.layout, [empty; 2], 0, effort.of_a_game(), watch)?,
            _ => None,
        };
        Ok(Self {
            rests: Rests::new(solved, deviations),
            effort,
            whole: whole.map(|whole| Arc::new(RestOfGame::Duel(whole))),
            tables: Mutex::default(),
        })
    }

    /// Returns how many bytes it takes at most, with all endings that it remembers.
    #[must_use]
    pub fn most_bytes(solved: &Solved, effort: Effort) -> u64 {
        let values = effort.of_a_game() + TABLES * effort.of_an_ending();
        Rests::most_bytes(solved) + (values * size_of::<f64>()) as u64
    }

    #[cfg(test)]
    pub(super) fn forget_the_whole(&mut self) {
        self.whole = None;
    }

    /// Tells whether all values are exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.whole.is_some()
    }

    /// Tells whether the values of a state and its actions are exact: two players near the end, or nobody else has a turn left.
    #[must_use]
    pub fn is_exact_at(&self, state: &State) -> bool {
        if let Turn::Over(_) = self.rests.game().turn(state) {
            return true;
        }
        let boxes = self.rests.game().places().count();
        let mut others = Seat::all(state.seats()).filter(|&seat| seat != state.seat());
        match self.ending(state).as_deref() {
            Some(RestOfGame::Duel(_)) => true,
            Some(RestOfGame::Reply(..)) => others.all(|seat| state.column(seat).filled() == boxes),
            Some(RestOfGame::Far(_)) | None => false,
        }
    }

    /// Returns the chance of a seat to win.
    #[must_use]
    pub fn value(&self, state: &State, seat: Seat) -> f64 {
        if let Turn::Over(standing) = self.rests.game().turn(state) {
            let share = 1.0 / f64::from(standing.winners.len());
            return if standing.winners.contains(seat) {
                share
            } else {
                0.0
            };
        }
        let mover = state.seat();
        let is_in_turn = is_in_turn(self.layout(), state, mover);
        let chance = self.advise(state, |adviser| {
            if is_in_turn {
                adviser.value(state)
            } else {
                adviser.before_turn()
            }
        });
        match state.seats() {
            _ if seat == mover => chance,
            2 => 1.0 - chance,
            _ => (1.0 - chance) * self.part_of_others(state, seat),
        }
    }

    /// Returns every legal action of the seat in turn with its chance to win after it.
    ///
    /// Nothing while dice are rolled, or when the game is over.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        match state.phase() {
            Phase::Choosing { .. } => self.advise(state, |adviser| adviser.action_values(state)),
            Phase::Rolling { .. } => Vec::new(),
        }
    }

    /// Returns what the rest of every sheet brings.
    pub(super) fn rests(&self) -> &Rests {
        &self.rests
    }

    fn layout(&self) -> &Layout {
        self.rests.layout()
    }

    /// Returns the part that a seat has in what the seat in turn leaves to the others, by their chances when all play for points.
    fn part_of_others(&self, state: &State, seat: Seat) -> f64 {
        let own = |own: Seat| {
            let others = rivals(state, own, |column| self.rests.of_column(column));
            let end = self.rests.of_column(state.column(own));
            end.expected(&shares(&others))
        };
        let all: f64 = Seat::all(state.seats())
            .filter(|&other| other != state.seat())
            .map(own)
            .sum();
        if all > 0.0 {
            own(seat) / all
        } else {
            1.0 / f64::from(state.seats() - 1)
        }
    }

    /// Asks the adviser of the seat in turn.
    fn advise<R>(&self, state: &State, ask: impl FnOnce(&Adviser<'_>) -> R) -> R {
        let ending = self.ending(state);
        let after = ending.as_ref().and_then(|ending| ending.after(self, state));
        ask(&Adviser {
            game: self.rests.game(),
            layout: self.layout(),
            column: state.column(state.seat()),
            after: after.unwrap_or_else(|| self.after_one_turn(state)),
        })
    }

    /// Returns what comes after a turn when everybody plays for points from then on.
    fn after_one_turn(&self, state: &State) -> Box<WorthAfter<'_>> {
        let others = rivals(state, state.seat(), |column| self.rests.of_column(column));
        let shares = shares(&others);
        let written = self.written(state, state.seat());
        Box::new(move |sheet, saved, points| {
            let rest = self.rests.rest(sheet, saved);
            rest.expected(&shares, written + i32::from(points))
        })
    }

    /// Returns the rest of a game, worked out as far as the effort allows.
    fn ending(&self, state: &State) -> Option<Arc<RestOfGame>> {
        if self.effort == Effort::OneTurn {
            return None;
        }
        let knows = |ending: &Arc<RestOfGame>| ending.knows(self, state);
        if let Some(whole) = self.whole.as_ref().filter(|whole| knows(whole)) {
            return Some(Arc::clone(whole));
        }
        let tables = || self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut tables = tables();
            if let Some(place) = tables.iter().position(knows) {
                tables[..=place].rotate_right(1);
                return tables.first().cloned();
            }
        }
        // Nobody waits for the lock while a table is worked out; if two do it at once, both get the same.
        let ending = Arc::new(self.work_out(state));
        let mut tables = tables();
        tables.insert(0, Arc::clone(&ending));
        tables.truncate(TABLES);
        Some(ending)
    }

    fn work_out(&self, state: &State) -> RestOfGame {
        let (layout, most) = (self.layout(), self.effort.of_an_ending());
        if let Some((players, lead)) = self.duel(state)
            && let Ok(Some(duel)) = DuelTable::within(layout, players, lead, most, &Unwatched)
        {
            return RestOfGame::Duel(duel);
        }
        let seat = state.seat();
        let own = standing(layout, state.column(seat));
        let written = Totals::one(self.written(state, seat));
        let reply = ReplyTable::within(layout, own, written, most, || {
            shares(&rivals(state, seat, |column| {
                self.rests.exactly_of_column(column)
            }))
        });
        match reply {
            Some(reply) => RestOfGame::Reply(sheets(state), reply),
            None => RestOfGame::Far(sheets(state)),
        }
    }

    /// Returns the sheets of the seat in turn and of its only rival, and how far it is ahead, bonuses aside.
    fn duel(&self, state: &State) -> Option<([SheetAndRolls; 2], i32)> {
        let mover = state.seat();
        let other = mover.next(state.seats());
        let players = [mover, other].map(|seat| standing(self.layout(), state.column(seat)));
        let lead = self.written(state, mover) - self.written(state, other);
        (state.seats() == 2).then_some((players, lead))
    }

    fn written(&self, state: &State, seat: Seat) -> i32 {
        written(self.rests.game(), state.column(seat)) as i32
    }
}

impl RestOfGame {
    /// Tells whether it is about a state.
    fn knows(&self, winning: &Winning, state: &State) -> bool {
        match self {
            Self::Duel(_) => self.after(winning, state).is_some(),
            Self::Reply((columns, seat), _) | Self::Far((columns, seat)) => {
                *seat == state.seat() && columns.iter().eq(columns_of(state))
            }
        }
    }

    /// Returns what comes after the turn of a state; nothing if it does not know.
    fn after<'a>(&'a self, winning: &'a Winning, state: &State) -> Option<Box<WorthAfter<'a>>> {
        let layout = winning.layout();
        match self {
            Self::Duel(duel) => {
                let (players, lead) = winning.duel(state)?;
                let turn = duel.find(layout, players, lead)?;
                Some(Box::new(move |sheet, saved, points| {
                    turn.after(sheet, saved, points)
                }))
            }
            Self::Reply(_, reply) => {
                let written = winning.written(state, state.seat());
                Some(Box::new(move |sheet, saved, points| {
                    let row = reply.row(layout, 1, sheet, saved);
                    row.at(written + i32::from(points))
                }))
            }
            Self::Far(_) => None,
        }
    }
}

fn columns_of(state: &State) -> impl Iterator<Item = &Column> {
    Seat::all(state.seats()).map(|seat| state.column(seat))
}

fn sheets(state: &State) -> Sheets {
    (columns_of(state).copied().collect(), state.seat())
}

/// Returns what everybody but one seat comes to.
fn rivals(state: &State, own: Seat, come_to: impl Fn(&Column) -> Final) -> Vec<Final> {
    let others = Seat::all(state.seats()).filter(|&seat| seat != own);
    others.map(|seat| come_to(state.column(seat))).collect()
}
