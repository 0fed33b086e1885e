//! Records: games as text, played, read, replayed, analysed and verified.

use std::sync::Arc;

use hotdice_api::ledger_with_aim;
use hotdice_bots::Limited;
use hotdice_core::{DiceOrigin, Name, Record, RecordEvent, Seat, Turn, capitalized};
use hotdice_solve::ledger::Ledger;
use hotdice_table::Match;
use hotdice_table::dice::SeededDice;
use hotdice_verify::{Memory, verify as verify_text};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{argument_error, guard, illegal, impossible, record_error, seats_error};
use crate::game::{PyGame, Rules, aim_name, read_aim};
use crate::interrupt::interruptible;
use crate::library;
use crate::position::PyPosition;

/// The record of a game: rules, players and every event.
#[pyclass(frozen, module = "hotdice", name = "Record")]
pub(crate) struct PyRecord {
    record: Record,
    rules: Arc<Rules>,
}

#[pymethods]
impl PyRecord {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        guard(|| {
            let record: Record = text.parse().map_err(record_error)?;
            let rules = PyGame::read(&record.rules)?;
            Ok(Self { record, rules })
        })
    }

    /// The record as text.
    #[getter]
    fn text(&self) -> String {
        self.record.to_string()
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame {
            rules: self.rules.clone(),
        }
    }

    /// The names of the players.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.record.seats.iter().map(Name::to_string).collect()
    }

    /// Where the dice came from.
    #[getter]
    fn dice(&self) -> String {
        self.record.dice.to_string()
    }

    /// The events, as lines of the record.
    #[getter]
    fn events(&self) -> Vec<String> {
        self.record
            .events
            .iter()
            .map(RecordEvent::to_string)
            .collect()
    }

    /// Plays the record through: the position at its start, and after every event of the game.
    fn replay(&self) -> PyResult<Vec<PyPosition>> {
        guard(|| {
            let mut positions = Vec::new();
            let shown = |game: &Match, _: &[_]| {
                let position = game.position().boxed_clone();
                positions.push(PyPosition::new(self.rules.clone(), position));
            };
            Match::replay_showing(&self.record, shown).map_err(record_error)?;
            Ok(positions)
        })
    }

    /// Tells luck from skill, seat by seat and decision by decision.
    #[pyo3(signature = (aim=None))]
    fn analyse<'py>(&self, py: Python<'py>, aim: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        guard(|| {
            let aim = read_aim(aim)?;
            let library = library::library();
            let found = interruptible(py, |watch| {
                let library = Limited::watched(&*library, watch);
                let found = ledger_with_aim(&self.record, aim, &library);
                found
                    .map(|(_, ledger)| ledger)
                    .map_err(|why| why.to_string())
            })?;
            told(py, &self.record, &found.map_err(record_error)?)
        })
    }

    /// Checks the dice against what was promised, and the events against the rules.
    fn verify<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        verify(py, &self.record.to_string())
    }

    fn __repr__(&self) -> String {
        format!(
            "Record({:?}, {} events)",
            self.record.rules,
            self.record.events.len()
        )
    }
}

/// Writes a ledger for Python.
fn told<'py>(py: Python<'py>, record: &Record, ledger: &Ledger) -> PyResult<Bound<'py, PyDict>> {
    let mut seats = Vec::new();
    for (name, account) in std::iter::zip(&record.seats, &ledger.accounts) {
        let seat = PyDict::new(py);
        seat.set_item("name", name.to_string())?;
        seat.set_item("start", account.start)?;
        seat.set_item("luck", account.luck)?;
        seat.set_item("skill", account.skill)?;
        seat.set_item("gifts", account.gifts)?;
        seat.set_item("result", account.result)?;
        seat.set_item("accuracy", account.accuracy())?;
        seats.push(seat);
    }
    let mut decisions = Vec::new();
    for each in &ledger.decisions {
        let decision = PyDict::new(py);
        decision.set_item("event", each.event)?;
        decision.set_item("seat", each.seat.index())?;
        decision.set_item("state", &each.state)?;
        decision.set_item("chosen", &each.chosen)?;
        decision.set_item("best", &each.best)?;
        decision.set_item("chosen_value", each.chosen_value)?;
        decision.set_item("best_value", each.best_value)?;
        decision.set_item("regret", each.loss())?;
        decision.set_item("margin", each.margin)?;
        decisions.push(decision);
    }
    let answer = PyDict::new(py);
    answer.set_item("aim", aim_name(ledger.aim))?;
    answer.set_item("certainty", ledger.certainty.name())?;
    answer.set_item("finished", ledger.finished)?;
    answer.set_item("seats", seats)?;
    answer.set_item("decisions", decisions)?;
    answer.set_item("values", ledger.values.clone())?;
    Ok(answer)
}

/// Checks the text of a record: its dice against what was promised, its events against the rules.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    guard(|| {
        let verdict = py.detach(|| verify_text(text, &Memory::default()));
        let answer = PyDict::new(py);
        answer.set_item("verified", verdict.is_verified())?;
        answer.set_item("rolls", verdict.rolls)?;
        answer.set_item("dice", verdict.dice)?;
        let problem = verdict.problem.as_ref();
        answer.set_item(
            "problem",
            problem.map(|found| capitalized(&found.to_string())),
        )?;
        Ok(answer)
    })
}

/// A game that is played and written down, with dice from a seed.
#[pyclass(module = "hotdice", name = "Match")]
pub(crate) struct PyMatch {
    rules: Arc<Rules>,
    game: Match,
    dice: SeededDice,
}

#[pymethods]
impl PyMatch {
    #[new]
    #[pyo3(signature = (rules, players, seed=0))]
    fn new(rules: &str, players: Vec<String>, seed: u64) -> PyResult<Self> {
        guard(|| {
            let rules = PyGame::read(rules)?;
            let names = players.iter().map(|name| name.parse::<Name>());
            let names: Vec<Name> = names.collect::<Result<_, _>>().map_err(argument_error)?;
            let game = Match::of(rules.game.clone(), names, DiceOrigin::Seed(seed), None);
            let game = game.map_err(seats_error)?;
            let dice = SeededDice::new(seed);
            Ok(Self { rules, game, dice })
        })
    }

    /// The position, as a copy.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::new(self.rules.clone(), self.game.position().boxed_clone())
    }

    /// Acts for the seat that decides, by number or notation.
    fn act(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        guard(|| {
            let action = self.position().read_action(action)?;
            self.game.act(&action).map_err(illegal)?;
            Ok(())
        })
    }

    /// Rolls the dice that are due.
    fn roll(&mut self) -> PyResult<()> {
        guard(|| {
            self.game.roll(&mut self.dice).map_err(impossible)?;
            Ok(())
        })
    }

    /// Rolls as long as dice are due, and returns the seat that decides; none when the game is over.
    fn roll_on(&mut self) -> PyResult<Option<usize>> {
        guard(|| {
            loop {
                match self.game.turn() {
                    Turn::Roll => self.game.roll(&mut self.dice).map_err(impossible)?,
                    Turn::Decide(seat) => return Ok(Some(Seat::index(seat))),
                    Turn::Over(_) => return Ok(None),
                };
            }
        })
    }

    /// Writes the game down.
    fn record(&self) -> PyRecord {
        PyRecord {
            record: self.game.record(),
            rules: self.rules.clone(),
        }
    }

    fn __repr__(&self) -> String {
        format!("Match({:?})", self.rules.game.rules_line())
    }
}
