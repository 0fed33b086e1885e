//! Perfect play of the yatzy family, alone and for points: exact values for any rules line.

mod boxes;
mod group;
mod lattice;
mod layout;
mod levels;
mod solved;
mod turn;
mod upper;
mod worth;

pub use solved::{Refused, Solved};
