//! Perfect play of the yatzy family, alone and for points: exact values for any rules line.

mod advice;
mod boxes;
mod bytes;
mod distribution;
mod goal;
mod group;
mod lattice;
mod layout;
mod levels;
mod missing;
mod moments;
mod parallel;
mod policy;
mod progress;
mod simulate;
mod solved;
#[cfg(test)]
mod tests;
mod turn;
mod upper;
mod worth;

pub use bytes::NotATable;
pub use distribution::Distribution;
pub use goal::Goal;
pub use layout::TooLarge;
pub use moments::Spread;
pub use solved::{Solved, USUAL_LIMIT, Unsolved, expected_within};
