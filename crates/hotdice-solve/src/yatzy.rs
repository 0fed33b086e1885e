//! Perfect play of the yatzy family: alone and for points, exact values for any rules line; against others, to win.
//!
//! What one seat writes down does not depend on the others, so a game for points is a game alone. [`Solved`] has the
//! expected points from the start of every turn, by backward induction over the filled boxes, the upper sum as far as it
//! matters, whether jokers earn 100 points, and the saved rolls; the inside of a turn is worked out anew when asked.
//! [`Spread`] and [`Distribution`] say how the final scores of that play scatter, and [`Solved::simulate`] plays it.
//! [`Winning`] plays to win against others, and [`Regret`] says what ways to do that give away.
//!
//! How it is fast: `lattice` values each handful that can be kept once, from those with one die more, and passes the best
//! part up from those with one die fewer; `group` does that for several sheets side by side, a SIMD kernel in plain loops that are
//! compiled for every kind of processor; `upper` merges sums that nothing can tell apart; `levels` works on all cores,
//! with the same bits on any number of them; `paged_table` has tables that do not fit in memory. A sheet knows nothing of the order in which it is worked out.

mod advice;
mod boxes;
mod bytes;
mod choices;
mod contest;
mod distribution;
mod duel;
mod group;
mod later;
mod lattice;
mod layout;
mod levels;
mod moments;
mod paged_table;
mod paths;
mod plan;
mod policy;
mod progress;
mod regret;
mod reply;
mod rest;
mod rows;
mod shares;
mod simulate;
mod solved;
mod table;
#[cfg(test)]
mod tests;
mod turn;
mod upper;
mod winning;
mod worth;

pub use bytes::NotATable;
pub use distribution::Distribution;
pub use layout::{TableSize, TooLarge};
pub use moments::{Deviations, Spread};
pub use paged_table::{NotPaged, PageStore, PagedTable, TableOutline};
pub use regret::{PlayToWin, Regret};
pub use solved::{Solved, USUAL_LIMIT, Unsolved, expected_within};
pub use winning::{Effort, Winning};
