//! The `hotdice` command: arguments in, libraries at work, exit codes out.

mod cli_result;
mod commands;
mod completing;
mod data_folder;
mod game_file;
#[cfg(feature = "server")]
mod hosting;
mod memory_file;
mod services;
mod stopping;
#[cfg(feature = "server")]
mod store_lock;
mod waiting;
#[cfg(not(feature = "server"))]
mod without_server;

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use clap_complete::CompleteEnv;

use cli_result::CliResult;
use commands::CliCommand;

/// An action takes a server some hundred small allocations, many of which another thread frees.
#[cfg(feature = "server")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The home of dice games.
///
/// Without a command, it opens the hall, the main menu.
/// RULES is a game such as farkle, or a game with house rules such as 'farkle(target=5000,opening=500)'.
/// `hotdice games` lists the games; `hotdice rules RULES` explains one.
#[derive(Parser)]
#[command(name = "hotdice", version, max_term_width = 100)]
struct Arguments {
    /// Work line by line instead of full screen, for screen readers and simple terminals
    #[arg(long, global = true)]
    plain: bool,
    /// Do not animate rolling dice
    #[arg(long, global = true)]
    no_animation: bool,
    /// Solve games without asking, however long it takes
    #[arg(long, global = true)]
    yes: bool,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

fn main() -> ExitCode {
    CompleteEnv::with_factory(Arguments::command).complete();
    let code = match Arguments::try_parse() {
        Err(error) => return cli_result::report_arguments(&error),
        Ok(arguments) => match run(arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(stop) => stop.report(),
        },
    };
    // Threads may still be solving something.
    hotdice_solutions::discard_drafts();
    code
}

fn run(arguments: Arguments) -> CliResult {
    let motion = if arguments.no_animation {
        Motion::None
    } else {
        Motion::AsSet
    };
    let manner = Manner::new(arguments.plain, motion);
    if manner == Manner::Plain {
        waiting::stay_plain();
    }
    if arguments.yes {
        waiting::say_yes();
    }
    let is_line_by_line = match &arguments.command {
        None | Some(CliCommand::Play(_)) => !matches!(manner, Manner::Full(_)),
        Some(command) => !command.stops_by_itself(),
    };
    if is_line_by_line {
        stopping::listen();
    }
    match (arguments.command, manner) {
        (Some(command), manner) => command.run(manner),
        (None, Manner::Full(motion)) => commands::full_hall(motion),
        (None, Manner::Plain) => commands::plain_hall(),
        (None, Manner::Piped) => Ok(Arguments::command().print_help()?),
    }
}

/// How the program shows itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// On the whole screen.
    Full(Motion),
    /// Line by line.
    Plain,
    /// Line by line, because nobody is at a terminal.
    Piped,
}

/// Whether dice roll before one's eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// As the settings say.
    AsSet,
    /// They do not.
    None,
}

impl Manner {
    /// Returns the manner that was asked for, as far as the terminal can do it.
    pub(crate) fn new(plain: bool, motion: Motion) -> Self {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let simple = env::var_os("TERM").is_some_and(|name| name == "dumb");
        match (plain, terminal, simple) {
            (true, _, _) | (false, true, true) => Self::Plain,
            (false, true, false) => Self::Full(motion),
            (false, false, _) => Self::Piped,
        }
    }
}
