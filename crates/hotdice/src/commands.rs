//! One module for each command.

mod analyse;
mod completions;
mod daily;
mod full;
mod games;
mod hall;
mod hint;
mod man;
mod numbered;
mod online;
mod perft;
mod play;
mod replay;
mod review;
mod rules;
mod score;
#[cfg(feature = "server")]
mod serve;
mod simulate;
mod solve;
mod stats;
#[cfg(feature = "server")]
mod store;
mod verify;

use std::io::{self, BufReader, IsTerminal};
use std::sync::Arc;

use anyhow::anyhow;
use clap::{Subcommand, ValueEnum};
use hotdice_core::{AnyGame, RulesError};
use hotdice_solve::generic::Aim;
use hotdice_tui::plain::{Console, Echo};

use crate::Manner;
use crate::cli_result::{CliResult, Stop};
use crate::services::read_settings;
use crate::waiting::Spinner;

#[cfg(not(feature = "server"))]
use crate::without_server::{serve, store};

pub(crate) use full::full_hall;
pub(crate) use hall::plain_hall;

#[derive(Subcommand)]
pub(crate) enum CliCommand {
    Games(games::GamesCommand),
    Rules(rules::RulesCommand),
    Score(score::ScoreDice),
    Play(play::PlayCommand),
    Solve(solve::Solve),
    Hint(hint::HintCommand),
    Daily(daily::DailyCommand),
    Simulate(simulate::Simulate),
    Replay(replay::ReplayCommand),
    Analyse(analyse::Analyse),
    Review(review::ReviewCommand),
    Stats(stats::StatsCommand),
    Serve(serve::Serve),
    Store(store::StoreCommand),
    Verify(verify::Verify),
    Online(online::Online),
    Perft(perft::Perft),
    Completions(completions::Completions),
    Man(man::ManCommand),
}

impl CliCommand {
    /// Tells whether signals are its own matter: a server ends its games in good order.
    pub(crate) fn stops_by_itself(&self) -> bool {
        matches!(self, Self::Serve(_))
    }

    pub(crate) fn run(self, manner: Manner) -> CliResult {
        match self {
            Self::Games(command) => command.run(),
            Self::Rules(command) => command.run(),
            Self::Score(command) => command.run(),
            Self::Play(command) => command.run(manner),
            Self::Solve(command) => command.run(),
            Self::Hint(command) => command.run(),
            Self::Daily(command) => command.run(),
            Self::Simulate(command) => command.run(),
            Self::Replay(command) => command.run(),
            Self::Analyse(command) => command.run(),
            Self::Review(command) => command.run(manner),
            Self::Stats(command) => command.run(),
            Self::Serve(command) => command.run(),
            Self::Store(command) => command.run(),
            Self::Verify(command) => command.run(),
            Self::Online(command) => command.run(),
            Self::Perft(command) => command.run(),
            Self::Completions(command) => command.run(),
            Self::Man(command) => command.run(),
        }
    }
}

/// Runs something line by line on the standard input and output.
fn with_console(run: impl FnOnce(&mut Console<'_>) -> CliResult) -> CliResult {
    let (mut input, mut output) = (BufReader::new(io::stdin()), anstream::stdout());
    let echo = if io::stdin().is_terminal() {
        Echo::Off
    } else {
        Echo::On
    };
    let console = Console::new(&mut input, &mut output, echo);
    run(&mut console.with_spinner(|what| Box::new(Spinner::new(what))))
}

/// Returns the game of a rules line that was typed as an argument, or of house rules by their name.
fn find(rules: &str) -> CliResult<Arc<dyn AnyGame>> {
    let found = hotdice_games::find(rules).or_else(|error| {
        let (settings, _) = read_settings();
        let mut own = settings.rules.iter();
        let own = own.find(|own| own.name == rules.trim());
        own.map_or(Err(error), |own| hotdice_games::find(&own.line))
    });
    found.map_err(|error| match error {
        RulesError::UnknownGame { nearest: None, .. } => {
            Stop::Usage(anyhow!("{error}: hotdice games lists all games"))
        }
        error => Stop::usage(error),
    })
}

/// What counts when positions are valued.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum AimArgument {
    /// Expected points
    Points,
    /// Chance to win
    Win,
}

impl From<AimArgument> for Aim {
    fn from(aim: AimArgument) -> Self {
        match aim {
            AimArgument::Points => Self::Points,
            AimArgument::Win => Self::Win,
        }
    }
}
