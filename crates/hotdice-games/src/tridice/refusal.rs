//! Why an action is not legal.

use super::{Cell, CellSet};

/// Why an action is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The board of these rules has no such cell.
    #[error("this board has no cell {0}")]
    NoSuchCell(Cell),
    /// There is no die left to place.
    #[error("you have no dice in hand: move one on the board")]
    NoDiceInHand,
    /// A die is placed on an empty cell only.
    #[error("there is already a die on {0}: choose an empty cell")]
    Taken(Cell),
    /// There is nothing to move.
    #[error("there is no die on {0}")]
    Empty(Cell),
    /// Players move their own dice only.
    #[error("the die on {0} is not yours")]
    NotYours(Cell),
    /// Players do not capture their own dice.
    #[error("your own die is on {0}: choose another cell")]
    OwnDie(Cell),
    /// The die does not come there with its number.
    #[error(
        "the die on {from} moves exactly {}, so it can't reach {to}: {}",
        in_steps(*.steps),
        in_words(*.reach)
    )]
    OutOfReach {
        /// Where the die stands.
        from: Cell,
        /// Where it was sent.
        to: Cell,
        /// The number it shows.
        steps: u8,
        /// Where it can go.
        reach: CellSet,
    },
    /// Passing is for players who can do nothing else.
    #[error("you can pass only when you can neither place nor move a die")]
    CanAct,
}

fn in_steps(steps: u8) -> String {
    match steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

fn in_words(reach: CellSet) -> String {
    if reach.is_empty() {
        "it is blocked".to_owned()
    } else {
        format!("it reaches {reach}")
    }
}
