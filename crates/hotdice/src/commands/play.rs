//! `hotdice play`: a game in this terminal.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use anyhow::anyhow;
use clap::Args;
use hotdice_bots::{Level, NoSuchLevel, can_play};
use hotdice_core::{AnyGame, Name, SeatsRefused};
use hotdice_tui::full::{FirstScreen, Seating};
use hotdice_tui::job::Bell;
use hotdice_tui::plain::{Console, PlayUntil, TableExit, ask_names, play, read_name};
use hotdice_tui::services::Services;
use hotdice_tui::session::{Farewell, Leaving, LocalGame, LocalSession, NewGame, Session};

use crate::cli_result::{CliResult, Stop};
use crate::commands::{find, full, with_console};
use crate::completing;
use crate::data_folder;
use crate::services::Here;
use crate::stopping::StopNotice;
use crate::{Manner, Motion};

/// Play a game at this terminal
#[derive(Args)]
pub(crate) struct PlayCommand {
    /// A game, optionally with house rules: farkle or 'farkle(target=5000)'
    #[arg(required_unless_present = "resume", add = completing::rules())]
    rules: Option<String>,
    /// Players without --seat, to say what is missing
    #[arg(hide = true)]
    misplaced: Vec<String>,
    /// A player; repeat for each: a name, or bot:random, bot:greedy, bot:careful, bot:strong or bot:perfect
    /// [default: ask]
    #[arg(long = "seat", value_name = "NAME", conflicts_with = "resume", add = completing::players())]
    seats: Vec<String>,
    /// Roll repeatable dice from this seed
    #[arg(long, value_name = "SEED", conflicts_with = "resume")]
    dice: Option<u64>,
    /// Save the game to this new file instead of the folder for saved games
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Start from this position: 'scores=0,350 turn=2 total=150 next=choose:1134'
    #[arg(
        long,
        value_name = "STATE",
        requires = "seats",
        conflicts_with = "resume"
    )]
    from: Option<String>,
    /// Resume a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "rules", add = completing::records())]
    resume: Option<PathBuf>,
}

impl PlayCommand {
    pub(crate) fn run(self, manner: Manner) -> CliResult {
        if !self.misplaced.is_empty() {
            let seats: Vec<_> = self
                .misplaced
                .iter()
                .map(|name| format!(" --seat '{name}'"))
                .collect();
            let players = seats.concat();
            return Err(Stop::Usage(anyhow!(
                "put --seat before each player:{players}"
            )));
        }
        match manner {
            Manner::Full(motion) => self.run_full(motion),
            Manner::Plain | Manner::Piped => with_console(|console| self.run_plain(console)),
        }
    }

    /// Plays on the whole screen.
    fn run_full(self, motion: Motion) -> CliResult {
        full::open(motion, |here, _| {
            if let Some(path) = &self.resume {
                return Ok(FirstScreen::Game(
                    LocalGame::resume(&saved(path)?, here)
                        .map_err(Stop::ui)?
                        .into(),
                ));
            }
            let game = self.game()?;
            if self.seats.is_empty() {
                let (seed, save) = (self.dice, self.save);
                let begin = move |game, names, services: &dyn Services| {
                    let path = save.clone();
                    let new = NewGame::of(game, names);
                    LocalGame::new(NewGame { seed, path, ..new }, services)
                };
                let begin = Box::new(begin);
                return Ok(FirstScreen::Seats(Seating { game, begin }));
            }
            let names = given_names(&*game, &self.seats)?;
            Ok(FirstScreen::Game(self.start(game, names, here)?.into()))
        })
    }

    /// Plays line by line.
    fn run_plain(self, console: &mut Console<'_>) -> CliResult {
        let here = Here::telling();
        if let Some(path) = &self.resume {
            return resume(console, &saved(path)?, &here);
        }
        let game = self.game()?;
        let names = if self.seats.is_empty() {
            let asked = ask_names(console, &*game, "")?;
            asked.ok_or_else(|| Stop::Failed(anyhow!("the input ended before the game began")))?
        } else {
            given_names(&*game, &self.seats)?
        };
        let local = self.start(game, names, &here)?;
        play_local(console, local, &here)
    }

    /// Begins the game that was asked for.
    fn start(self, game: Arc<dyn AnyGame>, names: Vec<Name>, here: &Here) -> CliResult<LocalGame> {
        if let Some(from) = &self.from {
            let begun = game.begin(names.len() as u8, Some(from));
            begun.map_err(Stop::usage)?;
        }
        let new = NewGame {
            seed: self.dice,
            path: self.save,
            from: self.from,
            ..NewGame::of(game, names)
        };
        start(new, here)
    }

    fn game(&self) -> CliResult<Arc<dyn AnyGame>> {
        match &self.rules {
            Some(rules) => find(rules),
            None => Err(Stop::Usage(anyhow!(
                "name a game, or a saved one with --resume"
            ))),
        }
    }
}

/// Begins a new game, unless a bot cannot play it.
pub(super) fn start(new: NewGame, here: &Here) -> CliResult<LocalGame> {
    for level in new.names.iter().filter_map(level) {
        let level = level.map_err(Stop::usage)?;
        can_play(&*new.game, level, new.names.len() as u8)?;
    }
    LocalGame::new(new, here).map_err(Stop::ui)
}

/// Returns the file of a saved game, which may be named as in the list of saved games.
fn saved(file: &Path) -> CliResult<PathBuf> {
    if file.exists() {
        return Ok(file.to_owned());
    }
    let name = file.display();
    let Some(folder) = data_folder::games() else {
        return Err(Stop::Failed(anyhow!("there is no file {name}")));
    };
    let place = folder.join(file);
    let named = folder.join(format!("{name}.hotdice"));
    let found = [place, named].into_iter().find(|place| place.is_file());
    found.ok_or_else(|| {
        let folder = folder.display();
        Stop::Failed(anyhow!(
            "there is no file {name} and no saved game of this name: saved games are in {folder}"
        ))
    })
}

/// Goes on with a saved game.
pub(super) fn resume(console: &mut Console<'_>, path: &Path, here: &Here) -> CliResult {
    let local = LocalGame::resume(path, here).map_err(Stop::ui)?;
    play_local(console, local, here)
}

/// Plays a game line by line, and says afterwards where it is.
pub(super) fn play_local(console: &mut Console<'_>, local: LocalGame, here: &Here) -> CliResult {
    let (bell, signals) = Bell::new();
    let mut session = LocalSession::new(local, here.library(), &bell);
    let parting = session.parting();
    let parting = StopNotice::new(move || {
        let farewell = parting.lock().unwrap_or_else(PoisonError::into_inner);
        farewell.in_words().unwrap_or_default()
    });
    let exit = play(console, &mut session, &signals, PlayUntil::TheEnd)?;
    let how = match &exit {
        TableExit::Left(how) => *how,
        _ => Leaving::Pause,
    };
    drop(parting);
    let farewell = session.leave(how).map_err(Stop::ui)?;
    let place = farewell.in_words().unwrap_or_default();
    match (exit, &farewell) {
        (TableExit::InputEnded, _) => {
            let error = anyhow!("the input ended in the middle of the game. {place}");
            Err(match farewell {
                Farewell::Unsaved(_) => Stop::Unsaved(error),
                _ => Stop::Failed(error),
            })
        }
        (TableExit::Failed(error), Farewell::Unsaved(_)) => {
            Err(Stop::Unsaved(anyhow!("{error}. {place}")))
        }
        (TableExit::Failed(error), _) => Err(Stop::ui(error)),
        (_, Farewell::Unsaved(unsaved)) => Err(Stop::Unsaved(anyhow!(unsaved.in_words()))),
        _ if place.is_empty() => Ok(()),
        _ => Ok(console.say(&place)?),
    }
}

/// Returns the players that are given as arguments.
fn given_names(game: &dyn AnyGame, given: &[String]) -> CliResult<Vec<Name>> {
    let names: Result<Vec<Name>, _> = given.iter().map(|text| read_name(text)).collect();
    let names = names.map_err(|why| Stop::Usage(anyhow!(why)))?;
    let seats = u8::try_from(names.len()).unwrap_or(u8::MAX);
    if !game.seats().contains(seats) {
        let refused = SeatsRefused {
            given: seats,
            allowed: game.seats(),
        };
        let rules = game.rules_line();
        return Err(Stop::Usage(anyhow!(
            "{refused}: give --seat NAME once for each player of {rules}"
        )));
    }
    let twice =
        |(place, name): &(usize, &Name)| level(name).is_none() && names[..*place].contains(name);
    match names.iter().enumerate().find(twice) {
        Some((_, name)) => Err(Stop::Usage(anyhow!(
            "{name} has two seats: give each player another name"
        ))),
        None => Ok(names),
    }
}

/// Returns the level of a player that is a bot: bots are called bot:LEVEL, at the table and in records.
fn level(name: &Name) -> Option<Result<Level, NoSuchLevel>> {
    name.as_str().strip_prefix("bot:").map(str::parse)
}
