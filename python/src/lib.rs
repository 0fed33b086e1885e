//! Hot Dice for Python: the native half of the package `hotdice`.
//!
//! Everything here is a thin face of the crates below: rules lines, positions and records are texts of the same notation as
//! everywhere, values and bots come from the same solvers. What is added are numbers: every action and every roll has one
//! ([`encoding`]), a position is an array, and many games are stepped at
//! once ([`vector`]).

mod encoding;
mod errors;
mod game;
mod handfuls;
mod interrupt;
mod library;
mod position;
mod record;
mod solution;
mod vector;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<game::PyPreset>()?;
    module.add_class::<game::PyParameter>()?;
    module.add_class::<game::PyField>()?;
    module.add_class::<game::PyFigure>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<position::PyDice>()?;
    module.add_class::<position::PyAction>()?;
    module.add_class::<position::PyOutcome>()?;
    module.add_class::<solution::PySolution>()?;
    module.add_class::<solution::PyValues>()?;
    module.add_class::<solution::PyActionValue>()?;
    module.add_class::<solution::PyBot>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_class::<record::PyMatch>()?;
    module.add_class::<vector::PyGames>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::configure, module)?)?;
    module.add_function(wrap_pyfunction!(record::verify, module)?)
}
