//! Games: one set of rules each.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hotdice_bots::{Level, Limited, Scope, figures, oracle_with_aim, seat};
use hotdice_core::{AnyGame, Dice, Score};
use hotdice_games::push_luck::{BustPenalty, DeckKind, Piggyback, PushLuck};
use hotdice_games::{find, presets};
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::Oracle;
use hotdice_solve::push_luck::PointsPlan;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::encoding::{self, Encoding};
use crate::errors::{
    argument_error, guard, illegal, impossible, rules_error, score_error, seats_error, state_error,
    unsolvable,
};
use crate::interrupt::interruptible;
use crate::library;
use crate::position::PyPosition;
use crate::solution::{PyBot, PySolution};

/// The rules and what belongs to them, shared by everything that is made from a game.
pub(crate) struct Rules {
    pub(crate) game: Arc<dyn AnyGame>,
    encoding: Option<Arc<dyn Encoding>>,
    oracles: Mutex<HashMap<Asked, Arc<dyn Oracle>>>,
    plan: OnceLock<Option<TurnPlan>>,
}

/// What somebody asked to be solved: seats, and an aim other than the usual one.
type Asked = (u8, Option<&'static str>);

/// What every choice of a turn brings in points, with no end of the game in sight.
pub(crate) struct TurnPlan {
    pub(crate) plan: PointsPlan,
    pub(crate) is_exact: bool,
}

impl Rules {
    fn new(line: &str) -> PyResult<Self> {
        let game = find(line).map_err(rules_error)?;
        let encoding = encoding::encoding(&*game);
        Ok(Self {
            game,
            encoding,
            oracles: Mutex::default(),
            plan: OnceLock::new(),
        })
    }

    /// Returns the numbers of the game.
    pub(crate) fn encoding(&self) -> PyResult<&Arc<dyn Encoding>> {
        let none = "the actions of this game have no numbers yet: use their notation";
        self.encoding.as_ref().ok_or_else(|| argument_error(none))
    }

    /// Returns the plan for a turn, where the game has turns that stand alone.
    pub(crate) fn plan(&self) -> Option<&TurnPlan> {
        let plan = || {
            let game: &PushLuck = self.game.as_any().downcast_ref()?;
            let rules = game.rules();
            // What the plan leaves out of the reckoning, see PointsPlan.
            let is_exact = rules.deck == DeckKind::None
                && rules.busts == BustPenalty::None
                && rules.piggyback == Piggyback::No
                && rules.opening <= rules.bank_min;
            let plan = PointsPlan::new(game);
            Some(TurnPlan { plan, is_exact })
        };
        self.plan.get_or_init(plan).as_ref()
    }

    /// Returns who knows what positions are worth; solves the game the first time.
    pub(crate) fn oracle(
        &self,
        py: Python<'_>,
        seats: u8,
        aim: Option<Aim>,
    ) -> PyResult<Arc<dyn Oracle>> {
        let name = (seats, aim.map(aim_name));
        let lock = || self.oracles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&name) {
            return Ok(known.clone());
        }
        if !self.game.seats().contains(seats) {
            return Err(self
                .game
                .open(seats)
                .map_or_else(seats_error, |_| seats_error("no such table")));
        }
        let library = library::library();
        let found = interruptible(py, |watch| {
            let library = Limited::watched(&*library, watch);
            oracle_with_aim(&*self.game, seats, aim, &library)
        })?;
        let oracle = found.map_err(unsolvable)?;
        lock().insert(name, oracle.clone());
        Ok(oracle)
    }
}

/// Returns the name of an aim.
pub(crate) fn aim_name(aim: Aim) -> &'static str {
    match aim {
        Aim::Win => "win",
        Aim::Points => "points",
    }
}

/// Reads an aim.
pub(crate) fn read_aim(aim: Option<&str>) -> PyResult<Option<Aim>> {
    match aim {
        None => Ok(None),
        Some("win") => Ok(Some(Aim::Win)),
        Some("points") => Ok(Some(Aim::Points)),
        Some(other) => {
            let why = format!("there is no aim {other:?}: use \"win\" or \"points\"");
            Err(argument_error(why))
        }
    }
}

/// A game that has a name.
#[pyclass(frozen, get_all, module = "hotdice", name = "Preset")]
pub(crate) struct PyPreset {
    name: &'static str,
    family: &'static str,
    sentence: &'static str,
    seats: (u8, u8),
}

#[pymethods]
impl PyPreset {
    fn __repr__(&self) -> String {
        format!("Preset({:?})", self.name)
    }
}

/// Lists the games that have a name.
#[pyfunction]
pub(crate) fn games() -> PyResult<Vec<PyPreset>> {
    guard(|| {
        let each = presets().map(|(family, preset)| {
            let seats = find(preset.name).map_err(rules_error)?.seats();
            Ok(PyPreset {
                name: preset.name,
                family: family.name,
                sentence: preset.sentence,
                seats: (seats.least(), seats.most()),
            })
        });
        each.collect()
    })
}

/// Says where solved games are kept, and how much memory solving may take.
#[pyfunction]
#[pyo3(signature = (folder=None, memory=None))]
pub(crate) fn configure(folder: Option<PathBuf>, memory: Option<u64>) -> PyResult<()> {
    guard(|| {
        library::configure(folder, memory);
        Ok(())
    })
}

/// A parameter of the rules, with the value that it has.
#[pyclass(frozen, get_all, module = "hotdice", name = "Parameter")]
pub(crate) struct PyParameter {
    name: &'static str,
    value: String,
    accepts: &'static str,
    meaning: &'static str,
}

#[pymethods]
impl PyParameter {
    fn __repr__(&self) -> String {
        format!("Parameter({}={})", self.name, self.value)
    }
}

/// A part of an observation.
#[pyclass(frozen, get_all, module = "hotdice", name = "Field")]
pub(crate) struct PyField {
    name: String,
    start: usize,
    length: usize,
    scale: f32,
    meaning: &'static str,
}

#[pymethods]
impl PyField {
    fn __repr__(&self) -> String {
        let Self {
            name,
            start,
            length,
            scale,
            ..
        } = self;
        format!("Field({name:?}, start={start}, length={length}, scale={scale})")
    }
}

/// A figure about perfect play.
#[pyclass(frozen, get_all, module = "hotdice", name = "Figure")]
pub(crate) struct PyFigure {
    name: &'static str,
    value: f64,
    unit: &'static str,
    words: &'static str,
}

#[pymethods]
impl PyFigure {
    fn __repr__(&self) -> String {
        format!("Figure({:?}, {})", self.name, self.value)
    }
}

/// One set of rules, from a rules line such as `farkle(target=5000)`.
#[pyclass(frozen, module = "hotdice", name = "Game")]
pub(crate) struct PyGame {
    pub(crate) rules: Arc<Rules>,
}

impl PyGame {
    fn seats_or_usual(&self, seats: Option<u8>) -> u8 {
        seats.unwrap_or_else(|| self.rules.game.seats().least())
    }
}

#[pymethods]
impl PyGame {
    #[new]
    fn new(rules: &str) -> PyResult<Self> {
        guard(|| {
            let rules = Arc::new(Rules::new(rules)?);
            Ok(Self { rules })
        })
    }

    /// The rules line, in the form in which equal rules are written alike.
    #[getter]
    fn rules(&self) -> PyResult<String> {
        guard(|| Ok(self.rules.game.rules_line()))
    }

    /// The name of the family.
    #[getter]
    fn family(&self) -> PyResult<&'static str> {
        guard(|| {
            let line = self.rules.game.rules_line();
            let name = line.split('(').next().unwrap_or_default();
            let mut known = presets();
            let found = known.find(|(_, preset)| preset.name == name);
            Ok(found.map_or("", |(family, _)| family.name))
        })
    }

    /// The least and the most seats.
    #[getter]
    fn seats(&self) -> (u8, u8) {
        let seats = self.rules.game.seats();
        (seats.least(), seats.most())
    }

    /// Explains the rules: headings and their sentences.
    fn explain(&self) -> PyResult<Vec<(&'static str, Vec<String>)>> {
        guard(|| {
            let sections = self.rules.game.explain().into_iter();
            Ok(sections
                .map(|section| (section.heading, section.lines))
                .collect())
        })
    }

    /// Lists everything about the rules that can be changed.
    fn parameters(&self) -> PyResult<Vec<PyParameter>> {
        guard(|| {
            let parameters = self.rules.game.parameters().into_iter();
            Ok(parameters
                .map(|each| PyParameter {
                    name: each.name,
                    value: each.value,
                    accepts: each.accepts,
                    meaning: each.meaning,
                })
                .collect())
        })
    }

    /// Scores dice that lie on a table.
    #[pyo3(signature = (dice, r#box=None))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        dice: &str,
        r#box: Option<&str>,
    ) -> PyResult<Bound<'py, PyDict>> {
        guard(|| {
            let dice: Dice = dice.parse().map_err(score_error)?;
            let score = self.rules.game.score(dice, r#box).map_err(score_error)?;
            let answer = PyDict::new(py);
            match score {
                Score::Split(split) => {
                    answer.set_item("total", split.total)?;
                    let part = |part: &hotdice_core::Combination| {
                        (part.name, part.dice.to_string(), part.points)
                    };
                    let parts: Vec<_> = split.parts.iter().map(part).collect();
                    answer.set_item("parts", parts)?;
                    answer.set_item("unscored", split.unscored.to_string())?;
                    answer.set_item("bust", split.bust)?;
                }
                Score::Boxes(boxes) => {
                    for each in boxes {
                        answer.set_item(each.name, each.points)?;
                    }
                }
                Score::Box(one) => answer.set_item(one.name, one.points)?,
            }
            Ok(answer)
        })
    }

    /// Returns the position before the first event.
    #[pyo3(signature = (seats=None))]
    fn start(&self, seats: Option<u8>) -> PyResult<PyPosition> {
        guard(|| {
            let position = self.rules.game.open(self.seats_or_usual(seats));
            let position = position.map_err(seats_error)?;
            Ok(PyPosition::new(self.rules.clone(), position))
        })
    }

    /// Reads a position.
    fn position(&self, state: &str) -> PyResult<PyPosition> {
        guard(|| {
            let position = self.rules.game.read_state(state).map_err(state_error)?;
            Ok(PyPosition::new(self.rules.clone(), position))
        })
    }

    /// How many actions have a number.
    #[getter]
    fn action_count(&self) -> PyResult<usize> {
        guard(|| Ok(self.rules.encoding()?.action_count()))
    }

    /// How many rolls have a number.
    #[getter]
    fn roll_count(&self) -> PyResult<usize> {
        guard(|| Ok(self.rules.encoding()?.roll_count()))
    }

    /// Returns the number of an action, legal or not.
    fn action_id(&self, text: &str) -> PyResult<usize> {
        guard(|| {
            let id = self.rules.encoding()?.action_id_of_text(text);
            let id = id.map_err(illegal)?;
            id.ok_or_else(|| illegal(format!("{text:?} can never be done under these rules")))
        })
    }

    /// Returns the notation of an action.
    fn action_text(&self, id: usize) -> PyResult<String> {
        guard(|| {
            let encoding = self.rules.encoding()?;
            let action = encoding.action(id);
            let action = action.ok_or_else(|| no_such_action(id, encoding.action_count()))?;
            Ok(action.to_string())
        })
    }

    /// Returns the notation of a roll.
    fn roll_text(&self, id: usize) -> PyResult<String> {
        guard(|| {
            let roll = self.rules.encoding()?.roll(id);
            let roll = roll.ok_or_else(|| impossible(format!("there is no roll {id}")))?;
            Ok(roll.to_string())
        })
    }

    /// Lists the parts of an observation.
    #[pyo3(signature = (seats=None))]
    fn layout(&self, seats: Option<u8>) -> PyResult<Vec<PyField>> {
        guard(|| {
            let seats = self.seats_or_usual(seats);
            self.rules.game.open(seats).map_err(seats_error)?;
            let mut start = 0;
            let fields = self.rules.encoding()?.layout(seats).into_iter();
            Ok(fields
                .map(|field| {
                    let first = start;
                    start += field.len;
                    PyField {
                        name: field.name,
                        start: first,
                        length: field.len,
                        scale: field.scale,
                        meaning: field.meaning,
                    }
                })
                .collect())
        })
    }

    /// Solves the game, or returns somebody who estimates where it cannot be solved.
    #[pyo3(signature = (seats=None, aim=None))]
    fn solve(&self, py: Python<'_>, seats: Option<u8>, aim: Option<&str>) -> PyResult<PySolution> {
        guard(|| {
            let seats = self.seats_or_usual(seats);
            let oracle = self.rules.oracle(py, seats, read_aim(aim)?)?;
            Ok(PySolution::new(self.rules.clone(), oracle, seats))
        })
    }

    /// Returns a bot for a table.
    #[pyo3(signature = (level, seats=None, seed=0))]
    fn bot(&self, py: Python<'_>, level: &str, seats: Option<u8>, seed: u64) -> PyResult<PyBot> {
        guard(|| {
            let level: Level = level.parse().map_err(argument_error)?;
            let seats = self.seats_or_usual(seats);
            self.rules.game.open(seats).map_err(seats_error)?;
            let mut key = [0; 32];
            key[..8].copy_from_slice(&seed.to_le_bytes());
            let library = library::library();
            let bot = interruptible(py, |watch| {
                let library = Limited::watched(&*library, watch);
                seat(&*self.rules.game, level, seats, &library, key)
            })?;
            Ok(PyBot::new(self.rules.clone(), bot.map_err(unsolvable)?))
        })
    }

    /// Says what perfect play is worth: of one turn, of the game, or of the game for three.
    #[pyo3(signature = (scope="turn"))]
    fn figures(&self, py: Python<'_>, scope: &str) -> PyResult<Vec<PyFigure>> {
        guard(|| {
            let scope = match scope {
                "turn" => Scope::Turn,
                "game" => Scope::Game,
                "spread" => Scope::GameAndSpread,
                "three" => Scope::GameOfThree,
                other => {
                    let why = format!(
                        "there is no scope {other:?}: use \"turn\", \"game\", \"spread\" or \"three\""
                    );
                    return Err(argument_error(why));
                }
            };
            let library = library::library();
            let found = interruptible(py, |watch| {
                let library = Limited::watched(&*library, watch);
                figures(&*self.rules.game, scope, &library)
            })?;
            let found = found.map_err(unsolvable)?.into_iter();
            Ok(found
                .map(|figure| PyFigure {
                    name: figure.name,
                    value: figure.value,
                    unit: figure.unit.name(),
                    words: figure.words,
                })
                .collect())
        })
    }

    /// Returns what rolling so many dice on top of a turn total brings on average, played for points; nothing for games whose turns do not stand alone.
    fn rolling(&self, py: Python<'_>, total: u32, dice: u8) -> PyResult<Option<f64>> {
        guard(|| {
            if !(1..=6).contains(&dice) {
                return Err(argument_error(format!(
                    "{dice} dice cannot be rolled: use 1 to 6"
                )));
            }
            let plan = py.detach(|| self.rules.plan());
            Ok(plan.map(|turn| turn.plan.rolling(total, dice)))
        })
    }

    /// Returns how many throws of so many dice there are in which nothing scores, and how many throws there are; nothing for games in which no roll busts.
    fn bust_odds(&self, dice: u8) -> PyResult<Option<(u64, u64)>> {
        guard(|| {
            if !(1..=6).contains(&dice) {
                return Err(argument_error(format!(
                    "{dice} dice cannot be rolled: use 1 to 6"
                )));
            }
            let game = self.rules.game.as_any().downcast_ref::<PushLuck>();
            Ok(game.map(|game| game.bust_odds(dice)))
        })
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.rules.game.rules_line())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.rules.game.rules_line() == other.rules.game.rules_line()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.rules.game.rules_line().hash(&mut hasher);
        hasher.finish()
    }

    /// Pickles a game as its rules line.
    fn __getnewargs__(&self) -> (String,) {
        (self.rules.game.rules_line(),)
    }
}

/// Refuses the number of an action.
pub(crate) fn no_such_action(id: impl std::fmt::Display, count: usize) -> PyErr {
    illegal(format!(
        "there is no action {id}: these rules number them from 0 to {}",
        count.saturating_sub(1)
    ))
}

impl PyGame {
    /// Reads rules for something that is made from them.
    pub(crate) fn read(line: &str) -> PyResult<Arc<Rules>> {
        Ok(Arc::new(Rules::new(line)?))
    }
}
