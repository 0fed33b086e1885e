//! Strong play of TriDice, and perfect play where chance is over.
//!
//! [`Endings`] knows every position with few dice left and none in hand, from the last captures backwards. [`Search`]
//! looks ahead from any position, with chance at placements, and asks the endings where they know. [`four_rule`] is
//! the simple opponent of the game's first program, mended.

mod endings;
mod evaluation;
mod four_rule;
mod order;
mod position;
mod search;
#[cfg(test)]
mod tests;

pub use endings::{Ending, Endings, Extent};
pub use four_rule::four_rule;
pub use search::{Advice, Budget, Rating, RatingCertainty, Search, Wanted};
