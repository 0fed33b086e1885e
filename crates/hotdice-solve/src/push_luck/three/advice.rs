//! What every position of a race of three is worth, worked out again from the start-of-turn chances.

use std::ops::RangeInclusive;

use hotdice_games::push_luck::{Action, Phase, PushLuck, State};

use super::ThreeRace;
use super::block::{TripleBlock, rotated};
use super::side::{TripleTurn, lane};
use crate::oracle::Certainty;
use crate::push_luck::in_turn::{self, KnownTurns, RecentTurn};
use crate::push_luck::turn::{Scratch, Turns};

impl ThreeRace {
    /// Returns the chance of each seat to win from any state; nothing where it is not part of what was solved.
    #[must_use]
    pub fn value(&self, state: &State) -> Option<Vec<f64>> {
        in_turn::value(self, state)
    }

    /// Returns every legal action with the chance of the seat in turn to win after it; of equal ones first what the tie rule
    /// takes.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        in_turn::action_values(self, state)
    }
}

impl ThreeRace {
    /// Tells whether the values of a state are known.
    pub(in crate::push_luck) fn covers(&self, state: &State) -> bool {
        state.phase() == Phase::Over || Stand::of(self, state).is_some()
    }

    /// Says how far values can be trusted: where triples are restless they are off by a little.
    pub(crate) fn certainty(&self) -> Certainty {
        if self.restless.is_empty() {
            Certainty::Exact
        } else {
            Certainty::Rounded
        }
    }
}

impl KnownTurns for ThreeRace {
    fn game(&self) -> &PushLuck {
        Self::game(self)
    }

    fn turns(&self) -> &Turns {
        &self.course.turns
    }

    fn recent(&self) -> &RecentTurn {
        &self.recent
    }

    fn begun(&self, state: &State) -> Option<Vec<f64>> {
        let stand = Stand::of(self, state)?;
        let chances = match stand {
            Stand::Open(scores) => self.at(state.seat().index(), scores),
            Stand::Closed(behind) => {
                let round = self.course.final_round.as_ref()?;
                let [closer, mine] = round.closed(behind[0], behind[1]);
                [mine, 1.0 - closer - mine, closer]
            }
            Stand::Last => return self.course.last_turn.begun(state),
        };
        Some(for_seats(state, chances))
    }

    fn rolls(&self, state: &State, totals: RangeInclusive<usize>) -> Option<Vec<[[f64; 2]; 6]>> {
        match Stand::of(self, state)? {
            Stand::Open(scores) => Some(self.open_rolls(state.seat().index(), scores, totals)),
            Stand::Closed(behind) => {
                let least = self.course.least[1];
                let round = self.course.final_round.as_ref()?;
                Some(round.rolls(&self.course.turns, least, behind, totals))
            }
            Stand::Last => self.course.last_turn.rolls(state, totals),
        }
    }

    fn everyone(&self, state: &State, [mine, next]: [f64; 2]) -> Vec<f64> {
        match Stand::of(self, state) {
            Some(Stand::Last) => self.course.last_turn.everyone(state, [mine, next]),
            _ => for_seats(state, [mine, next, 1.0 - mine - next]),
        }
    }
}

impl ThreeRace {
    /// Returns what rolling one to six dice is worth at some totals of a turn in an open game, to the seat in turn and the next.
    fn open_rolls(
        &self,
        seat: usize,
        [mine, next, third]: [usize; 3],
        totals: RangeInclusive<usize>,
    ) -> Vec<[[f64; 2]; 6]> {
        let block = TripleBlock::of(rotated([mine, next, third], (3 - seat) % 3));
        let turn = TripleTurn::new(self, block, seat);
        let place = self.corner.place((seat + 1) % 3, [next, third, mine]);
        let bust = self.chances[place].map(|chance| [chance; super::block::LANES]);
        let first = *totals.start();
        let mut rolls = vec![[[0.0; 2]; 6]; totals.end() + 1 - first];
        let mut scratch = Scratch::default();
        turn.pass(&self.course, bust, totals, &mut scratch, |total, rolled| {
            if let Some(rolls) = rolls.get_mut(total - first) {
                *rolls = rolled.map(lane);
            }
        });
        rolls
    }
}

/// How a turn stands, in steps.
enum Stand {
    /// Nobody has reached the target: the scores of the seat in turn and of the next two.
    Open([usize; 3]),
    /// Two are left to play after the closer: by how much the seat in turn and the last one are behind.
    Closed([usize; 2]),
    /// The last turn.
    Last,
}

impl Stand {
    /// Returns how the turn of a state stands; nothing where the race does not know it.
    fn of(race: &ThreeRace, state: &State) -> Option<Self> {
        if state.seats() != 3 {
            return None;
        }
        let me = state.seat();
        let seats = [me, me.next(3), me.next(3).next(3)];
        let points = seats.map(|seat| state.score(seat));
        let step = race.course.turns.step;
        let scores = points.map(|points| (points / step) as usize);
        let goal = race.course.goal;
        match state.closer() {
            None => race.begun(me.index(), points).map(|_| Self::Open(scores)),
            Some(closer) if closer == seats[1] => Some(Self::Last),
            Some(_) => {
                let [mine, last, closer] = scores;
                let fits = points.iter().all(|points| points.is_multiple_of(step));
                let is_known = fits && mine.max(last) < goal && closer >= goal;
                is_known.then(|| Self::Closed([closer - mine, closer - last]))
            }
        }
    }
}

/// Returns chances of the seat in turn and the next two in the order of seats.
fn for_seats(state: &State, chances: [f64; 3]) -> Vec<f64> {
    rotated(chances, (3 - state.seat().index()) % 3).to_vec()
}
