//! `hotdice perft`: counts how games can go on.

use std::io::Write;

use clap::Args;

use crate::cli_result::{CliResult, Stop};
use crate::commands::find;
use crate::completing;

/// Count the event sequences of a length: an action or a distinct roll is one event
#[derive(Args)]
pub(crate) struct Perft {
    /// A game, or a game with house rules
    #[arg(add = completing::rules())]
    rules: String,
    /// How many events
    #[arg(value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
    /// How many seats; the fewest that the rules allow if not given, but two if one is allowed
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
