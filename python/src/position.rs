//! Positions: where a game stands, what may be done, and what comes of it.

use std::sync::{Arc, Mutex, PoisonError};

use hotdice_core::{
    AnyPosition, CheckedAction, CheckedRoll, EventRefused, GameEvent, Line, RollRefused, Seat,
    Span, Turn,
};
use hotdice_table::DiceSource;
use hotdice_table::dice::SeededDice;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::encoding::length;
use crate::errors::{argument_error, guard, illegal, impossible, seats_error, state_error};
use crate::game::{PyGame, Rules, no_such_action, read_aim};
use crate::solution::{PySolution, PyValues};

/// Dice that a seed gives again, on every machine and for ever.
#[pyclass(frozen, module = "hotdice", name = "Dice")]
pub(crate) struct PyDice(Mutex<SeededDice>);

impl PyDice {
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut SeededDice) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl PyDice {
    #[new]
    fn new(seed: u64) -> Self {
        Self(Mutex::new(SeededDice::new(seed)))
    }
}

/// What a player may do: its number and its notation.
#[pyclass(frozen, get_all, module = "hotdice", name = "Action")]
pub(crate) struct PyAction {
    id: usize,
    text: String,
    label: String,
    points: Option<i32>,
}

#[pymethods]
impl PyAction {
    fn __repr__(&self) -> String {
        format!("Action({}, {:?})", self.id, self.text)
    }
}

/// What chance may decide: its number, its notation, and its integer weight.
#[pyclass(frozen, get_all, module = "hotdice", name = "Outcome")]
pub(crate) struct PyOutcome {
    id: usize,
    text: String,
    weight: u64,
}

#[pymethods]
impl PyOutcome {
    fn __repr__(&self) -> String {
        format!(
            "Outcome({}, {:?}, weight={})",
            self.id, self.text, self.weight
        )
    }
}

/// Where a game stands. `act`, `settle` and `roll` change it; `copy` keeps what was.
#[pyclass(module = "hotdice", name = "Position")]
pub(crate) struct PyPosition {
    pub(crate) rules: Arc<Rules>,
    pub(crate) position: Box<dyn AnyPosition>,
}

impl PyPosition {
    pub(crate) fn new(rules: Arc<Rules>, position: Box<dyn AnyPosition>) -> Self {
        Self { rules, position }
    }

    fn seat_in_turn(&self) -> Option<Seat> {
        match self.position.turn() {
            Turn::Decide(seat) => Some(seat),
            Turn::Roll | Turn::Over(_) => None,
        }
    }

    /// Reads a seat, counted from 0.
    pub(crate) fn seat_at(&self, seat: i64) -> PyResult<Seat> {
        let seats = self.position.seats();
        let there = u8::try_from(seat).ok().filter(|seat| *seat < seats);
        there.and_then(Seat::new).ok_or_else(|| {
            seats_error(format!(
                "there is no seat {seat}: seats are counted from 0 to {}",
                seats - 1
            ))
        })
    }

    /// Reads an action by its number or its notation; whether it is legal is for whoever applies it.
    pub(crate) fn read_action(&self, action: &Bound<'_, PyAny>) -> PyResult<CheckedAction> {
        if let Ok(text) = action.cast::<PyString>() {
            return self.position.read_action(text.to_str()?).map_err(act_error);
        }
        let encoding = self.rules.encoding()?;
        let id = action.extract::<usize>().ok();
        let known = id.and_then(|id| encoding.action(id));
        known.ok_or_else(|| no_such_action(action, encoding.action_count()))
    }

    fn read_roll(&self, roll: &Bound<'_, PyAny>) -> PyResult<CheckedRoll> {
        if let Ok(text) = roll.cast::<PyString>() {
            return self.position.read_roll(text.to_str()?).map_err(roll_error);
        }
        let id = roll.extract::<usize>().ok();
        let encoding = self.rules.encoding()?;
        let known = id.and_then(|id| encoding.roll(id));
        known.ok_or_else(|| impossible(format!("there is no roll {roll}")))
    }

    fn legal_ids(&self) -> PyResult<Vec<usize>> {
        let encoding = self.rules.encoding()?;
        let actions = self.position.actions();
        let ids = actions
            .iter()
            .filter_map(|action| encoding.action_id(action));
        let mut ids: Vec<usize> = ids.collect();
        ids.sort_unstable();
        Ok(ids)
    }
}

/// Returns the exception for a refused action.
pub(crate) fn act_error(why: EventRefused) -> PyErr {
    illegal(why)
}

/// Returns the exception for a refused roll.
pub(crate) fn roll_error(why: EventRefused) -> PyErr {
    impossible(why)
}

/// Tells an event as it is told at a table, seats as `seat 1`.
fn story(event: &GameEvent) -> String {
    let span = |span: &Span| match span {
        Span::Text(text) => text.clone(),
        Span::Seat(seat) => format!("seat {seat}"),
        Span::Dice(dice) => dice.to_string(),
    };
    let line = |line: &Line| line.spans.iter().map(span).collect::<String>();
    let lines: Vec<String> = event.story.iter().map(line).collect();
    lines.join(" ")
}

#[pymethods]
impl PyPosition {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame {
            rules: self.rules.clone(),
        }
    }

    /// The state in the notation of the game: all there is to it.
    #[getter]
    fn state(&self) -> PyResult<String> {
        guard(|| Ok(self.position.state()))
    }

    /// How many seats the table has.
    #[getter]
    fn seats(&self) -> u8 {
        self.position.seats()
    }

    /// What the position waits for: "decide", "roll" or "over".
    #[getter]
    fn turn(&self) -> PyResult<&'static str> {
        guard(|| {
            Ok(match self.position.turn() {
                Turn::Decide(_) => "decide",
                Turn::Roll => "roll",
                Turn::Over(_) => "over",
            })
        })
    }

    /// The seat that decides, counted from 0; none where nobody does.
    #[getter]
    fn seat(&self) -> PyResult<Option<usize>> {
        guard(|| Ok(self.seat_in_turn().map(Seat::index)))
    }

    /// The seats that have won; none while the game goes on.
    #[getter]
    fn winners(&self) -> PyResult<Option<Vec<usize>>> {
        guard(|| {
            Ok(match self.position.turn() {
                Turn::Over(standing) => Some(standing.winners.iter().map(Seat::index).collect()),
                Turn::Decide(_) | Turn::Roll => None,
            })
        })
    }

    /// Whether few points are good.
    #[getter]
    fn fewest_best(&self) -> bool {
        self.position.is_fewest_best()
    }

    /// Returns what every seat has scored so far.
    fn points(&self) -> PyResult<Vec<i32>> {
        guard(|| {
            let seats = Seat::all(self.position.seats());
            Ok(seats.map(|seat| self.position.points(seat)).collect())
        })
    }

    /// Returns what the game was worth to every seat: its share of the win, or its points at a table of one. Zeros while it goes on.
    fn returns(&self) -> PyResult<Vec<f64>> {
        guard(|| Ok(returns(&*self.position)))
    }

    /// Lists the legal actions; empty unless a player has to choose.
    fn actions(&self) -> PyResult<Vec<PyAction>> {
        guard(|| {
            let encoding = self.rules.encoding()?;
            let described = self.position.actions().into_iter().map(|action| {
                let choice = self.position.choice(&action).map_err(act_error)?;
                Ok(PyAction {
                    id: encoding.action_id(&action).unwrap_or(usize::MAX),
                    text: action.to_string(),
                    label: choice.label,
                    points: choice.points,
                })
            });
            described.collect()
        })
    }

    /// Lists the numbers of the legal actions in rising order.
    fn legal_actions(&self) -> PyResult<Vec<usize>> {
        guard(|| self.legal_ids())
    }

    /// Returns an array with True for every legal action, by its number.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        guard(|| {
            let mut mask = vec![false; self.rules.encoding()?.action_count()];
            for id in self.legal_ids()? {
                mask[id] = true;
            }
            Ok(PyArray1::from_vec(py, mask))
        })
    }

    /// Lists what chance may decide, with exact weights; empty unless dice have to be rolled.
    fn outcomes(&self) -> PyResult<Vec<PyOutcome>> {
        guard(|| {
            let encoding = self.rules.encoding()?;
            let rolls = self.position.rolls().into_iter();
            Ok(rolls
                .map(|(roll, weight)| PyOutcome {
                    id: encoding.roll_id(&roll).unwrap_or(usize::MAX),
                    text: roll.to_string(),
                    weight,
                })
                .collect())
        })
    }

    /// Acts for the seat that decides, by number or notation; returns what happened in words.
    fn act(&mut self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        guard(|| {
            let action = self.read_action(action)?;
            let event = self.position.act(&action).map_err(act_error)?;
            Ok(story(&event))
        })
    }

    /// Lets chance decide as told, by number or notation; returns what happened in words.
    fn settle(&mut self, roll: &Bound<'_, PyAny>) -> PyResult<String> {
        guard(|| {
            let roll = self.read_roll(roll)?;
            let event = self.position.settle(&roll).map_err(roll_error)?;
            Ok(story(&event))
        })
    }

    /// Rolls the dice that are due; returns what happened in words.
    fn roll(&mut self, dice: &PyDice) -> PyResult<String> {
        guard(|| {
            let Some(throw) = self.position.throw() else {
                let why = match self.position.turn() {
                    Turn::Over(_) => RollRefused::Over,
                    Turn::Decide(_) | Turn::Roll => RollRefused::NotRolling,
                };
                return Err(impossible(why));
            };
            let lying = dice.with(|dice| dice.throw(throw));
            let roll = self.position.read_throw(&lying);
            let roll = roll.ok_or_else(|| impossible(RollRefused::Impossible))?;
            let event = self.position.settle(&roll).map_err(roll_error)?;
            Ok(story(&event))
        })
    }

    /// Returns what a seat observes, or the seat that decides: float32, laid out as `Game.layout` says.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        guard(|| {
            let seat = match seat {
                Some(seat) => self.seat_at(seat)?,
                None => self.seat_in_turn().unwrap_or(Seat::FIRST),
            };
            let encoding = self.rules.encoding()?;
            let mut row = vec![0.0; length(&encoding.layout(self.position.seats()))];
            let written = encoding.observe(&*self.position, seat, &mut row);
            debug_assert_eq!(written, Some(row.len()));
            Ok(PyArray1::from_vec(py, row))
        })
    }

    /// Says what every choice is worth, best first: exactly, or as an estimate with its margin. Solves the game the first time.
    #[pyo3(signature = (aim=None))]
    fn values(&self, py: Python<'_>, aim: Option<&str>) -> PyResult<PyValues> {
        guard(|| {
            let seats = self.position.seats();
            let oracle = self.rules.oracle(py, seats, read_aim(aim)?)?;
            PySolution::new(self.rules.clone(), oracle, seats).values_of(py, &*self.position)
        })
    }

    /// Says what every choice of a turn brings in points on average, with no end of the game in sight.
    fn turn_values(&self, py: Python<'_>) -> PyResult<PyValues> {
        guard(|| {
            let plan = py.detach(|| self.rules.plan());
            let why = "the turns of this game do not stand alone: ask for values instead";
            let plan = plan.ok_or_else(|| argument_error(why))?;
            PyValues::of_turn(&self.rules, plan, &*self.position)
        })
    }

    /// Ends the game for the player of a seat, who gives up.
    fn resign(&mut self, seat: i64) -> PyResult<()> {
        guard(|| {
            let seat = self.seat_at(seat)?;
            self.position.resign(seat).map_err(illegal)
        })
    }

    /// Ends the game because all players agree to.
    fn agree(&mut self) -> PyResult<()> {
        guard(|| self.position.agree().map_err(illegal))
    }

    /// Returns a position of its own that is the same.
    fn copy(&self) -> Self {
        Self::new(self.rules.clone(), self.position.boxed_clone())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// Pickles a position as its game and its state.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (PyGame, String))> {
        guard(|| {
            let read = slf.py().import("hotdice")?.getattr("_read_position")?;
            let position = slf.borrow();
            let state = position.position.state();
            let back = position
                .rules
                .game
                .read_state(&state)
                .map_err(state_error)?;
            if back.turn() != position.position.turn() {
                return Err(state_error(
                    "a game that its players ended cannot be written as a state: keep its record",
                ));
            }
            Ok((read, (position.game(), state)))
        })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.rules.game.rules_line() == other.rules.game.rules_line()
            && self.position.state() == other.position.state()
            && self.position.turn() == other.position.turn()
    }

    fn __repr__(&self) -> String {
        format!(
            "Position({:?}, {:?})",
            self.rules.game.rules_line(),
            self.position.state()
        )
    }
}

/// Returns what a game was worth to every seat; zeros while it goes on.
pub(crate) fn returns(position: &dyn AnyPosition) -> Vec<f64> {
    let seats = position.seats();
    let Turn::Over(standing) = position.turn() else {
        return vec![0.0; usize::from(seats)];
    };
    let each = Seat::all(seats).map(|seat| {
        let points = f64::from(position.points(seat));
        match seats {
            1 if position.is_fewest_best() => -points,
            1 => points,
            _ if standing.winners.contains(seat) => 1.0 / f64::from(standing.winners.len()),
            _ => 0.0,
        }
    });
    each.collect()
}
