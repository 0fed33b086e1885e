//! One module for each command.

mod analyse;
mod completions;
mod full;
mod games;
mod hall;
mod hint;
mod numbered;
mod online;
mod perft;
mod play;
mod replay;
mod rules;
mod score;
mod serve;
mod simulate;
mod solve;
mod store;
mod verify;

use std::sync::Arc;

use clap::Subcommand;
use hotdice_core::AnyGame;

use crate::manner::Manner;
use crate::outcome::{Outcome, Stop};

pub(crate) use full::full_hall;
pub(crate) use hall::plain_hall;

#[derive(Subcommand)]
pub(crate) enum Command {
    Games(games::Games),
    Rules(rules::Rules),
    Score(score::ScoreDice),
    Play(play::Play),
    Solve(solve::Solve),
    Hint(hint::Hint),
    Simulate(simulate::Simulate),
    Replay(replay::Replay),
    Analyse(analyse::Analyse),
    Serve(serve::Serve),
    Store(store::Store),
    Verify(verify::Verify),
    Online(online::Online),
    Perft(perft::Perft),
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(self, manner: Manner) -> Outcome {
        match self {
            Self::Games(command) => command.run(),
            Self::Rules(command) => command.run(),
            Self::Score(command) => command.run(),
            Self::Play(command) => command.run(manner),
            Self::Solve(command) => command.run(),
            Self::Hint(command) => command.run(),
            Self::Simulate(command) => command.run(),
            Self::Replay(command) => command.run(),
            Self::Analyse(command) => command.run(),
            Self::Serve(command) => command.run(),
            Self::Store(command) => command.run(),
            Self::Verify(command) => command.run(),
            Self::Online(command) => command.run(),
            Self::Perft(command) => command.run(),
            Self::Completions(command) => command.run(),
        }
    }
}

/// Returns the game of a rules line that was typed as an argument.
fn find(rules: &str) -> Outcome<Arc<dyn AnyGame>> {
    hotdice_games::find(rules).map_err(Stop::usage)
}
