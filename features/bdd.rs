//! Tells every user story to the real engine.
//!
//! What players do goes to a [`Match`](hotdice_table::Match) with scripted dice; what they type and see goes through
//! the line-by-line game, from its first question on.

mod console;
mod steps;
mod table;

use std::process::ExitCode;

use cucumber::World;
use cucumber::writer::Stats;
use futures::executor::block_on;

use table::Table;

/// The arguments of the test runner are not for cucumber: whatever they are, every story is told.
fn main() -> ExitCode {
    let stories = concat!(env!("CARGO_MANIFEST_DIR"), "/features");
    let telling = Table::cucumber()
        .with_default_cli()
        .fail_on_skipped()
        .run(stories);
    let told = block_on(telling);
    if told.execution_has_failed() || told.scenarios_stats().passed == 0 {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
