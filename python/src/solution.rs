//! What choices are worth, and who chooses.

use std::sync::{Arc, Mutex, PoisonError};

use hotdice_bots::Bot;
use hotdice_core::{AnyPosition, Position, Seat, Turn};
use hotdice_games::push_luck::PushLuck;
use hotdice_solve::oracle::{ActionValue, Certainty, Oracle};
use pyo3::prelude::*;

use crate::encoding::Encoding;
use crate::errors::{argument_error, guard, illegal, unsolvable};
use crate::game::{PyGame, Rules, TurnPlan, aim_name};
use crate::interrupt::interruptible;
use crate::position::PyPosition;

/// What one choice is worth.
#[pyclass(frozen, get_all, module = "hotdice", name = "ActionValue")]
#[derive(Clone)]
pub(crate) struct PyActionValue {
    id: usize,
    text: String,
    value: f64,
    margin: f64,
}

#[pymethods]
impl PyActionValue {
    fn __repr__(&self) -> String {
        let Self {
            id, text, value, ..
        } = self;
        format!("ActionValue({id}, {text:?}, {value})")
    }
}

/// What every choice of a position is worth, best first.
#[pyclass(frozen, module = "hotdice", name = "Values")]
pub(crate) struct PyValues {
    aim: &'static str,
    certainty: &'static str,
    basis: Option<&'static str>,
    choices: Vec<PyActionValue>,
}

impl PyValues {
    /// Numbers the choices of a position.
    fn numbered(
        encoding: &dyn Encoding,
        position: &dyn AnyPosition,
        values: Vec<ActionValue>,
    ) -> Vec<PyActionValue> {
        let actions = position.actions();
        let id = |text: &str| {
            let action = actions.iter().find(|action| action.notation() == text)?;
            encoding.action_id(action)
        };
        let each = values.into_iter().map(|value| PyActionValue {
            id: id(&value.action).unwrap_or(usize::MAX),
            text: value.action,
            value: value.value,
            margin: value.margin,
        });
        each.collect()
    }

    /// Returns what the choices of a turn bring in points.
    pub(crate) fn of_turn(
        rules: &Rules,
        turn: &TurnPlan,
        position: &dyn AnyPosition,
    ) -> PyResult<Self> {
        let encoding = rules.encoding()?;
        let typed = position.as_any().downcast_ref::<Position<PushLuck>>();
        let typed = typed.ok_or_else(|| argument_error("that is a position of another game"))?;
        let values = turn.plan.action_values(Position::state(typed));
        let written = values.into_iter().map(|(action, value)| {
            let action = hotdice_core::CheckedAction::new(typed.game(), action);
            ActionValue::exact(action.to_string(), value)
        });
        let mut choices = Self::numbered(&**encoding, position, written.collect());
        choices.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(Self {
            aim: "points",
            certainty: if turn.is_exact { "exact" } else { "estimate" },
            basis: (!turn.is_exact).then_some(
                "cards, penalties, openings and what is left for the next player are not counted",
            ),
            choices,
        })
    }

    fn find(&self, action: &Bound<'_, PyAny>) -> PyResult<&PyActionValue> {
        let id = action.extract::<usize>().ok();
        let text = action.extract::<String>().ok();
        let found = self
            .choices
            .iter()
            .find(|choice| Some(choice.id) == id || Some(&choice.text) == text.as_ref());
        found.ok_or_else(|| illegal(format!("{action} is not one of the choices here")))
    }
}

#[pymethods]
impl PyValues {
    /// What values count: "win" or "points".
    #[getter]
    fn aim(&self) -> &'static str {
        self.aim
    }

    /// How far they can be trusted: "exact", "rounded" or "estimate".
    #[getter]
    fn certainty(&self) -> &'static str {
        self.certainty
    }

    /// Whether they are exact.
    #[getter]
    fn exact(&self) -> bool {
        self.certainty == Certainty::Exact.name()
    }

    /// Why they are estimates, where they are.
    #[getter]
    fn basis(&self) -> Option<&'static str> {
        self.basis
    }

    /// The choices, best first.
    #[getter]
    fn choices(&self) -> Vec<PyActionValue> {
        self.choices.clone()
    }

    /// The best choice; none where nobody decides.
    #[getter]
    fn best(&self) -> Option<PyActionValue> {
        self.choices.first().cloned()
    }

    /// Returns what a choice is worth, by number or notation.
    fn value(&self, action: &Bound<'_, PyAny>) -> PyResult<f64> {
        guard(|| Ok(self.find(action)?.value))
    }

    /// Returns what a choice gives away against the best, by number or notation.
    fn regret(&self, action: &Bound<'_, PyAny>) -> PyResult<f64> {
        guard(|| {
            let chosen = self.find(action)?.value;
            let best = self.choices.first().map_or(chosen, |best| best.value);
            Ok((best - chosen).max(0.0))
        })
    }

    fn __len__(&self) -> usize {
        self.choices.len()
    }

    fn __repr__(&self) -> String {
        let Self {
            aim,
            certainty,
            choices,
            ..
        } = self;
        format!(
            "Values(aim={aim:?}, certainty={certainty:?}, {} choices)",
            choices.len()
        )
    }
}

/// Knows what the positions of a game are worth.
#[pyclass(frozen, module = "hotdice", name = "Solution")]
pub(crate) struct PySolution {
    rules: Arc<Rules>,
    oracle: Arc<dyn Oracle>,
    seats: u8,
}

impl PySolution {
    pub(crate) fn new(rules: Arc<Rules>, oracle: Arc<dyn Oracle>, seats: u8) -> Self {
        Self {
            rules,
            oracle,
            seats,
        }
    }

    fn check(&self, position: &PyPosition) -> PyResult<()> {
        let same = Arc::ptr_eq(&self.rules, &position.rules)
            || self.rules.game.rules_line() == position.rules.game.rules_line();
        if !same || position.position.seats() != self.seats {
            return Err(argument_error(
                "that position is of another game, or of a table with other seats",
            ));
        }
        Ok(())
    }

    /// Returns what every choice is worth. Tables are looked up at once; estimates take time and may be interrupted when they are done.
    pub(crate) fn values_of(
        &self,
        py: Python<'_>,
        position: &dyn AnyPosition,
    ) -> PyResult<PyValues> {
        let encoding = self.rules.encoding()?;
        let ask = || {
            let certainty = self.oracle.certainty_at(position);
            (certainty, self.oracle.action_values(position))
        };
        let (certainty, values) = match self.oracle.certainty() {
            Certainty::Exact | Certainty::Rounded => py.detach(ask),
            Certainty::Estimate => interruptible(py, |_| ask())?,
        };
        if values.is_empty() && matches!(position.turn(), Turn::Decide(_)) {
            return Err(unsolvable("the solver does not know this position"));
        }
        Ok(PyValues {
            aim: aim_name(self.oracle.aim()),
            certainty: certainty.name(),
            basis: (certainty == Certainty::Estimate).then(|| self.oracle.basis()),
            choices: PyValues::numbered(&**encoding, position, values),
        })
    }
}

#[pymethods]
impl PySolution {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame {
            rules: self.rules.clone(),
        }
    }

    /// What values count: "win" or "points".
    #[getter]
    fn aim(&self) -> &'static str {
        aim_name(self.oracle.aim())
    }

    /// How far most values can be trusted: "exact", "rounded" or "estimate".
    #[getter]
    fn certainty(&self) -> &'static str {
        self.oracle.certainty().name()
    }

    /// Says what every choice is worth, best first.
    fn values(&self, py: Python<'_>, position: &PyPosition) -> PyResult<PyValues> {
        guard(|| {
            self.check(position)?;
            self.values_of(py, &*position.position)
        })
    }

    /// Returns what a position is worth to a seat, counted from 0; none where the solver does not know it.
    #[pyo3(signature = (position, seat=0))]
    fn value(&self, py: Python<'_>, position: &PyPosition, seat: i64) -> PyResult<Option<f64>> {
        guard(|| {
            self.check(position)?;
            let seat = position.seat_at(seat)?;
            let board = &*position.position;
            let ask = || match board.turn() {
                Turn::Over(_) => self.over(board, seat),
                Turn::Decide(_) | Turn::Roll => self.oracle.value(board, seat),
            };
            match self.oracle.certainty() {
                Certainty::Exact | Certainty::Rounded => Ok(py.detach(ask)),
                Certainty::Estimate => interruptible(py, |_| ask()),
            }
        })
    }

    fn __repr__(&self) -> String {
        let line = self.rules.game.rules_line();
        format!(
            "Solution({line:?}, seats={}, aim={:?}, certainty={:?})",
            self.seats,
            self.aim(),
            self.certainty()
        )
    }
}

impl PySolution {
    /// Returns what a game that is over was worth, in the unit of the aim.
    fn over(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        use hotdice_solve::generic::Aim;
        let Turn::Over(standing) = position.turn() else {
            return None;
        };
        let points = f64::from(position.points(seat));
        Some(match self.oracle.aim() {
            Aim::Points if position.is_fewest_best() => -points,
            Aim::Points => points,
            Aim::Win if standing.winners.contains(seat) => 1.0 / f64::from(standing.winners.len()),
            Aim::Win => 0.0,
        })
    }
}

/// A player that is a program.
#[pyclass(frozen, module = "hotdice", name = "Bot")]
pub(crate) struct PyBot {
    rules: Arc<Rules>,
    bot: Mutex<Box<dyn Bot>>,
}

impl PyBot {
    pub(crate) fn new(rules: Arc<Rules>, bot: Box<dyn Bot>) -> Self {
        let bot = Mutex::new(bot);
        Self { rules, bot }
    }
}

#[pymethods]
impl PyBot {
    /// Chooses an action for the seat that decides, and returns its number.
    fn choose(&self, py: Python<'_>, position: &PyPosition) -> PyResult<usize> {
        guard(|| {
            let encoding = self.rules.encoding()?;
            let board = &*position.position;
            let chosen = py.detach(|| {
                let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
                bot.choose(board)
            });
            let none = "nobody has to choose here, or the position is of another game";
            let chosen = chosen.ok_or_else(|| illegal(none))?;
            let id = encoding.action_id(&chosen);
            id.ok_or_else(|| illegal("the bot chose an action without a number"))
        })
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?})", self.rules.game.rules_line())
    }
}
