//! A server like `hotdice serve` whose dice and clock a test chooses.
//!
//! It is a program of its own, `hotdice-test-server`, because the one that people get must have no way to choose dice. The server in it is
//! the same; only its [world](hotdice_testworld::TestWorld) is another. Tests talk to that world at a second address, which the program
//! prints:
//!
//! | request | body | effect |
//! | --- | --- | --- |
//! | `POST /seed` | `{"seed": 7}` | starts all randomness anew: names of tables, seeds of dice, tokens and codes of the server, bots |
//! | `POST /dice` | `{"rolls": ["111", "246?"], "entropy": ["00…"]}` | chooses the first rolls of the table that is opened next |
//! | `POST /clock` | `{"advance": 60000}` | moves the clocks on, in milliseconds |
//!
//! # Chosen dice are fair dice
//! The seed of the next table is searched until its dice fall as they should, so everything about them is as always: the commitment, the seed
//! that is revealed, and `hotdice verify`. Fair dice also depend on what the people at the table add, so a test has to fix that: `entropy` has
//! what is added by the people, in the order of their seats (bots add nothing). A roll is chosen by the pips that it has among others, in any
//! order: with six dice, `"111"` has at least three ones, and `"111???"` means the same. Where fewer dice are thrown than a roll names,
//! those that lie first are taken. The more is asked for, the longer it takes; what would take too long is refused.
//!
//! Linked dice cannot be chosen, only seeded: every roll takes a secret of everybody's.

mod control;
mod wish;

pub use control::{Controls, control};
pub use wish::{NotFound, Wish};
