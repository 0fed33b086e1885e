//! `hotdice perft`: counts how games can go on.

use std::io::Write;

use clap::Args;

use crate::cli_result::{CliResult, Stop};
use crate::commands::find;
use crate::completing;

/// Count event sequences of a given length, to check a rules engine (an event is an action or a distinct roll)
#[derive(Args)]
pub(crate) struct Perft {
    /// A game, optionally with house rules: farkle or 'farkle(target=5000)'
    #[arg(add = completing::rules())]
    rules: String,
    /// Number of events
    #[arg(value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
    /// Number of players [default: two, or the fewest that the rules allow if more]
    #[arg(long)]
    seats: Option<u8>,
}

impl Perft {
    pub(crate) fn run(self) -> CliResult {
        let game = find(&self.rules)?;
        let usual = game.seats().least().max(2).min(game.seats().most());
        let seats = self.seats.unwrap_or(usual);
        let sequences = game.perft(seats, self.depth).map_err(Stop::usage)?;
        writeln!(anstream::stdout(), "{sequences}")?;
        Ok(())
    }
}
