//! The end of a game that is not solved from its start: the last turn of a final round, and the race of three near its target.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hotdice_core::Seat;
use hotdice_games::push_luck::{Action, PushLuck, State};

use super::last_turn::LastTurn;
use super::three::{Course, ThreeRace};
use crate::Unwatched;
use crate::generic::Aim;
use crate::oracle::{Certainty, Evaluator};

/// The most triples of scores that are solved in the middle of a game: as many as take a third of a second.
const MOST_TRIPLES: usize = 40_000;

/// The most bytes of closed games that are solved there, once for all races of a game: `zilch` takes half a second.
const MOST_CLOSED: u128 = 16 << 20;

/// How many races are remembered: those of a few games that are asked about in turn.
const REMEMBERED: usize = 4;

/// Knows the positions of a game that are near enough to its end to be solved at once, and no others.
pub struct Endgame {
    last_turn: LastTurn,
    /// What races of three need, once one is asked about; nothing where none is solved under these rules.
    course: OnceLock<Option<Arc<Course>>>,
    /// The races of three that were asked about last, the latest first.
    races: Mutex<Vec<Arc<ThreeRace>>>,
}

impl Endgame {
    /// Returns what is known of the end of a game.
    #[must_use]
    pub fn new(game: &PushLuck) -> Self {
        Self {
            last_turn: LastTurn::new(game),
            course: OnceLock::new(),
            races: Mutex::default(),
        }
    }

    /// Returns how many bytes it takes at most.
    #[must_use]
    pub const fn most_bytes() -> u64 {
        (REMEMBERED * MOST_TRIPLES * size_of::<[f64; 2]>()) as u64 + MOST_CLOSED as u64
    }

    /// Returns the race that knows a state, where it takes no time to solve.
    fn race(&self, state: &State) -> Option<Arc<ThreeRace>> {
        if state.seats() != 3 {
            return None;
        }
        let course = || Course::small(&self.last_turn, MOST_CLOSED).map(Arc::new);
        let course = self.course.get_or_init(course).as_ref()?;
        let mut races = self.races.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = races.iter().position(|race| race.covers(state)) {
            races[..=place].rotate_right(1);
            return races.first().cloned();
        }
        let [a, b, c] = [0, 1, 2].map(|seat| Seat::new(seat).map(|seat| state.score(seat)));
        let corner = course.corner([a?, b?, c?]);
        let is_small = corner.turns() <= MOST_TRIPLES;
        let race = is_small.then(|| ThreeRace::fill(course.clone(), corner, &Unwatched))?;
        let race = Arc::new(race.ok().filter(|race| race.covers(state))?);
        races.insert(0, race.clone());
        races.truncate(REMEMBERED);
        Some(race)
    }
}

impl Evaluator<PushLuck> for Endgame {
    fn aim(&self) -> Aim {
        Aim::Win
    }

    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }

    fn certainty_at(&self, state: &State) -> Certainty {
        match self.last_turn.value(state) {
            Some(_) => Certainty::Exact,
            None => self
                .race(state)
                .map_or(Certainty::Exact, |race| ThreeRace::certainty(&race)),
        }
    }

    fn value(&self, state: &State, seat: Seat) -> Option<f64> {
        let values = self
            .last_turn
            .value(state)
            .or_else(|| ThreeRace::value(&*self.race(state)?, state));
        values?.get(seat.index()).copied()
    }

    fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        match self.last_turn.action_values(state) {
            last if last.is_empty() => self
                .race(state)
                .map_or(last, |race| ThreeRace::action_values(&race, state)),
            last => last,
        }
    }
}
