//! `hotdice play`: a game in this terminal.

use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Args;
use hotdice_bots::{Bot, Level, NoSuchLevel, oracle, seat};
use hotdice_core::{AnyGame, DiceOrigin, Name, SeatsRefused};
use hotdice_solutions::SolutionCache;
use hotdice_table::dice::{PromisedDice, SeededDice, SystemDice};
use hotdice_table::{DiceSource, Match};
use hotdice_tui::backstage::{Backstage, KeptGame, Trouble};
use hotdice_tui::full::{Opening, Seating, Start};
use hotdice_tui::plain::{Company, Console, Echo, Ending, ask_names, play};

use crate::commands::{find, full};
use crate::game_file::{self, GameFile};
use crate::manner::{Manner, Motion};
use crate::outcome::{Outcome, Stop};
use crate::waiting;

/// Play a game here, taking turns at this terminal
#[derive(Args)]
pub(crate) struct Play {
    /// A game, or a game with house rules
    #[arg(required_unless_present = "resume")]
    rules: Option<String>,
    /// A player, once for each: a name, or bot:random, bot:greedy, bot:careful, bot:strong or bot:perfect;
    /// asked for when none is given
    #[arg(long = "seat", value_name = "NAME", conflicts_with = "resume")]
    seats: Vec<String>,
    /// Use dice that this number gives again, instead of dice that nobody knows before
    #[arg(long, value_name = "SEED", conflicts_with = "resume")]
    dice: Option<u64>,
    /// Keep the record in this new file, instead of the folder for saved games
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    resume: Option<PathBuf>,
}

impl Play {
    pub(crate) fn run(self, manner: Manner) -> Outcome {
        match manner {
            Manner::Full(motion) => self.run_full(motion),
            Manner::Plain | Manner::Piped => self.run_plain(),
        }
    }

    /// Plays on the whole screen.
    fn run_full(self, motion: Motion) -> Outcome {
        full::open(motion, |here, _| match (self.resume, self.rules) {
            (Some(path), _) => {
                let resumed = Start::resume(&path, here);
                let resumed = resumed.map_err(|trouble| anyhow!("{}: {trouble}", path.display()));
                Ok(Opening::Game(resumed?))
            }
            (None, Some(rules)) => {
                let game = find(&rules)?;
                let (seed, save) = (self.dice, self.save);
                if self.seats.is_empty() {
                    let begin = move |game, names, _: &dyn Backstage| {
                        Ok(start(game, names, seed, save.clone())?)
                    };
                    let begin = Box::new(begin);
                    return Ok(Opening::Seats(Seating { game, begin }));
                }
                let names = given_names(&*game, &self.seats)?;
                for level in names.iter().filter_map(level) {
                    level.map_err(Stop::usage)?;
                }
                Ok(Opening::Game(start(game, names, seed, save)?))
            }
            (None, None) => Err(nothing_to_play()),
        })
    }

    /// Plays line by line.
    fn run_plain(self) -> Outcome {
        let (mut input, mut output) = (BufReader::new(io::stdin()), anstream::stdout());
        let echo = if io::stdin().is_terminal() {
            Echo::Off
        } else {
            Echo::On
        };
        let mut console = Console::new(&mut input, &mut output, echo);
        match (self.resume, self.rules) {
            (Some(path), _) => resume(&mut console, &path),
            (None, Some(rules)) => {
                let game = find(&rules)?;
                let names = names(&mut console, &*game, &self.seats)?;
                begin(&mut console, game, names, self.dice, self.save)
            }
            (None, None) => Err(nothing_to_play()),
        }
    }
}

fn nothing_to_play() -> Stop {
    Stop::Usage(anyhow!("name a game, or a saved one with --resume"))
}

/// Returns a new game: with dice that a number gives again, or with dice that are promised.
fn start(
    game: Arc<dyn AnyGame>,
    names: Vec<Name>,
    seed: Option<u64>,
    save: Option<PathBuf>,
) -> anyhow::Result<Start> {
    let Some(seed) = seed else {
        return start_promised(game, names, save);
    };
    let game = Match::of(game, names, DiceOrigin::Seed(seed))?;
    let kept = Box::new(GameFile::create(&game.record().rules, save)?);
    Ok(Start {
        game,
        dice: Box::new(SeededDice::new(seed)),
        seed: None,
        kept,
    })
}

/// Returns a new game with dice that are promised and can be checked.
fn start_promised(
    game: Arc<dyn AnyGame>,
    names: Vec<Name>,
    save: Option<PathBuf>,
) -> anyhow::Result<Start> {
    let (dice, origin) = PromisedDice::new(&names)?;
    let game = Match::of(game, names, origin)?;
    let kept = Box::new(GameFile::create(&game.record().rules, save)?);
    let seed = Some(dice.seed());
    kept.hide(seed)?;
    let dice = Box::new(dice);
    Ok(Start {
        game,
        dice,
        seed,
        kept,
    })
}

/// Returns the players: those given, or those that are asked for.
fn names(console: &mut Console<'_>, game: &dyn AnyGame, given: &[String]) -> Outcome<Vec<Name>> {
    if given.is_empty() {
        let asked = ask_names(console, game.seats())?;
        return asked.ok_or_else(|| Stop::Failed(anyhow!("the input ended before the game began")));
    }
    given_names(game, given)
}

/// Returns the players that are given as arguments.
fn given_names(game: &dyn AnyGame, given: &[String]) -> Outcome<Vec<Name>> {
    let names = given
        .iter()
        .map(|name| read_name(name))
        .collect::<Outcome<Vec<Name>>>()?;
    let seats = u8::try_from(names.len()).unwrap_or(u8::MAX);
    if !game.seats().contains(seats) {
        let refused = SeatsRefused {
            given: seats,
            allowed: game.seats(),
        };
        let advice = format!(
            "give --seat NAME once for each player of {}",
            game.rules_line()
        );
        return Err(Stop::Usage(anyhow!("{refused}: {advice}")));
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

fn read_name(text: &str) -> Outcome<Name> {
    text.parse()
        .with_context(|| format!("{text:?} cannot be a name"))
        .map_err(Stop::Usage)
}

/// Returns the level of a player that is a bot: bots are called bot:LEVEL, at the table and in records.
fn level(name: &Name) -> Option<Result<Level, NoSuchLevel>> {
    name.as_str().strip_prefix("bot:").map(str::parse)
}

/// Returns the bots of a match, and the coach if somebody asks for one.
fn company<'a>(game: &Match, tables: &'a SolutionCache) -> Outcome<Company<'a>> {
    let seats = game.names().len() as u8;
    let rules = game.game().clone();
    let seed = match game.origin() {
        &DiceOrigin::Seed(seed) => seed,
        DiceOrigin::System | DiceOrigin::Fair(_) | DiceOrigin::Unknown => SystemDice::new()?.seed(),
    };
    let bot = |(place, name): (u8, &Name)| -> Outcome<Option<Box<dyn Bot>>> {
        let Some(level) = level(name) else {
            return Ok(None);
        };
        let mut key = [place; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let level = level.map_err(Stop::usage)?;
        Ok(Some(seat(&*rules, level, seats, tables, key)?))
    };
    let bots = (0..).zip(game.names()).map(bot).collect::<Outcome<_>>()?;
    let find = move || Ok(oracle(&*rules, seats, tables)?);
    Ok(Company::new(bots, find))
}

/// Plays a new game.
pub(super) fn begin(
    console: &mut Console<'_>,
    game: Arc<dyn AnyGame>,
    names: Vec<Name>,
    seed: Option<u64>,
    save: Option<PathBuf>,
) -> Outcome {
    let start = start(game, names, seed, save)?;
    play_and_keep(console, start)
}

pub(super) fn resume(console: &mut Console<'_>, path: &Path) -> Outcome {
    let record = game_file::read(path)?;
    let damaged = || format!("{} is damaged", path.display());
    let game = Match::replay(&record).with_context(damaged)?;
    let kept = Box::new(GameFile::resume(path.to_owned()));
    let seed = kept.hidden();
    let dice: Box<dyn DiceSource + Send> = match (&record.dice, seed) {
        (DiceOrigin::Seed(_), _) => Box::new(SeededDice::resume(&game).with_context(damaged)?),
        (DiceOrigin::Fair(_), Some(seed)) => {
            Box::new(PromisedDice::resume(&game, seed).with_context(damaged)?)
        }
        (DiceOrigin::Fair(_), None) => {
            return Err(Stop::Failed(anyhow!(
                "{} is a game of a server, and only the server can go on with it",
                path.display()
            )));
        }
        (DiceOrigin::System | DiceOrigin::Unknown, _) => Box::new(SystemDice::new()?),
    };
    let start = Start {
        game,
        dice,
        seed,
        kept,
    };
    play_and_keep(console, start)
}

fn play_and_keep(console: &mut Console<'_>, mut start: Start) -> Outcome {
    let tables = waiting::tables();
    let mut company = match company(&start.game, &tables) {
        Ok(company) => company,
        Err(stop) => {
            // Nothing has been played yet: a game that cannot begin leaves no file.
            start.kept.abandon().map_err(|trouble| told(&trouble))?;
            return Err(stop);
        }
    };
    let Start {
        game, dice, kept, ..
    } = &mut start;
    let ending = play(console, game, &mut **dice, &mut **kept, &mut company)?;
    let path = start.kept.place().display().to_string();
    let go_on = format!("It is saved in {path}\nGo on with: hotdice play --resume '{path}'");
    match ending {
        Ending::Finished => {
            start.keep()?;
            console.say(&format!(
                "The record is in {path}\nSee it again: hotdice replay '{path}'"
            ))?;
        }
        Ending::Paused => console.say(&go_on)?,
        Ending::Abandoned => start.kept.abandon().map_err(|trouble| told(&trouble))?,
        Ending::InputEnded => {
            return Err(Stop::Failed(anyhow!(
                "the input ended in the middle of the game. {go_on}"
            )));
        }
    }
    Ok(())
}

fn told(trouble: &Trouble) -> Stop {
    Stop::Failed(anyhow!("{trouble}"))
}
