//! What Python gets when something is refused: typed exceptions with the sentences of Hot Dice.

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    hotdice,
    HotDiceError,
    PyException,
    "Anything that Hot Dice refuses."
);
create_exception!(
    hotdice,
    RulesError,
    HotDiceError,
    "A rules line that names no game, or rules that cannot be played."
);
create_exception!(
    hotdice,
    SeatsError,
    HotDiceError,
    "A number of seats that the rules do not allow, or a seat that is not there."
);
create_exception!(
    hotdice,
    StateError,
    HotDiceError,
    "A text that is no state of the game."
);
create_exception!(
    hotdice,
    IllegalAction,
    HotDiceError,
    "An action that is not legal in this position."
);
create_exception!(
    hotdice,
    ImpossibleRoll,
    HotDiceError,
    "A roll that cannot come up in this position."
);
create_exception!(
    hotdice,
    ScoreError,
    HotDiceError,
    "Dice that these rules cannot score."
);
create_exception!(
    hotdice,
    RecordError,
    HotDiceError,
    "A text that is no record, or a record that is no game of its rules."
);
create_exception!(
    hotdice,
    UnsolvableError,
    HotDiceError,
    "A game that cannot be solved, or not for this table, aim or memory."
);
create_exception!(
    hotdice,
    ArgumentError,
    HotDiceError,
    "An argument that is not one of those allowed: a wrong shape, type, name or number."
);
create_exception!(
    hotdice,
    ClosedError,
    HotDiceError,
    "An environment that was closed, or not reset yet."
);
create_exception!(
    hotdice,
    InternalError,
    HotDiceError,
    "A defect of Hot Dice itself."
);

/// Adds the exceptions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("HotDiceError", py.get_type::<HotDiceError>())?;
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("SeatsError", py.get_type::<SeatsError>())?;
    module.add("StateError", py.get_type::<StateError>())?;
    module.add("IllegalAction", py.get_type::<IllegalAction>())?;
    module.add("ImpossibleRoll", py.get_type::<ImpossibleRoll>())?;
    module.add("ScoreError", py.get_type::<ScoreError>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("UnsolvableError", py.get_type::<UnsolvableError>())?;
    module.add("ArgumentError", py.get_type::<ArgumentError>())?;
    module.add("ClosedError", py.get_type::<ClosedError>())?;
    module.add("InternalError", py.get_type::<InternalError>())
}

/// Returns functions that turn a refusal into an exception.
macro_rules! raises {
    ($($function:ident = $exception:ident),* $(,)?) => {$(
        pub(crate) fn $function(why: impl Display) -> PyErr {
            $exception::new_err(why.to_string())
        }
    )*};
}

raises! {
    rules_error = RulesError,
    seats_error = SeatsError,
    state_error = StateError,
    illegal = IllegalAction,
    impossible = ImpossibleRoll,
    score_error = ScoreError,
    record_error = RecordError,
    unsolvable = UnsolvableError,
    argument_error = ArgumentError,
    internal = InternalError,
}

/// Does something for Python, and turns a panic into an exception: none crosses the border.
///
/// Whatever a panic may have left half done belongs to the object that was called; the message says not to use it any more.
pub(crate) fn guard<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(defect(&*panic)))
}

/// Returns the exception for a panic.
pub(crate) fn defect(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("no reason given");
    internal(format!(
        "a defect of Hot Dice, please report it: {text}; do not use this object any more"
    ))
}
