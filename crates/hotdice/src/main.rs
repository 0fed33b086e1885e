//! The `hotdice` command: arguments in, libraries at work, exit codes out.

mod commands;
mod data_folder;
mod game_file;
mod memory_file;
mod outcome;
mod waiting;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use commands::Command;
use outcome::Outcome;

/// The home of dice games.
///
/// RULES is a game such as farkle, or a game with house rules such as 'farkle(target=5000,opening=500)'.
/// `hotdice games` lists the games, `hotdice rules RULES` explains one.
#[derive(Parser)]
#[command(name = "hotdice", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.report(),
    }
}

fn run() -> Outcome {
    match Arguments::parse().command {
        Some(command) => command.run(),
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => commands::hall(),
        None => Ok(Arguments::command().print_help()?),
    }
}
