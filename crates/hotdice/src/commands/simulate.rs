//! `hotdice simulate`: many games between bots.

use std::io::{self, Write};

use anyhow::anyhow;
use clap::Args;
use hotdice_bots::{Entrant, Estimate, Level, Tally, exact_duel, tournament};
use hotdice_core::{AnyGame, Seat, SeatsRefused};
use hotdice_solve::generic::Aim;
use hotdice_table::dice::SystemDice;
use serde_json::{Value, json};

use crate::cli_result::{CliResult, Stop};
use crate::commands::{AimArgument, find};
use crate::completing;
use crate::stopping::StopNotice;
use crate::waiting::{self, SolveBar};

/// Play many games between bots: wins, mean scores, 95% confidence intervals
#[derive(Args)]
pub(crate) struct Simulate {
    /// A game, optionally with house rules: farkle or 'farkle(target=5000)'
    #[arg(add = completing::rules())]
    rules: String,
    /// The bot in a seat; repeat for each seat: bot:random, bot:greedy, bot:careful, bot:strong or bot:perfect
    #[arg(long = "seat", value_name = "bot:LEVEL", required = true, add = completing::players())]
    seats: Vec<String>,
    /// What bot:strong and bot:perfect play for in the yatzy family, once for all seats or once per seat [default: win if
    /// there are opponents]
    #[arg(long = "aim", value_name = "AIM", value_enum)]
    aims: Vec<AimArgument>,
    /// Number of games
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// Roll repeatable dice from this seed
    #[arg(long, value_name = "SEED")]
    dice: Option<u64>,
    /// Also work out the exact winning chance of the first seat, if both bots play fixed policies
    #[arg(long)]
    exact: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

impl Simulate {
    pub(crate) fn run(self) -> CliResult {
        let game = find(&self.rules)?;
        let bots = self.entrants(&*game)?;
        let seed = match self.dice {
            Some(seed) => seed,
            None => SystemDice::new()?.seed(),
        };
        let tables = waiting::tables();
        let _parting = StopNotice::new(|| "Stopped. Nothing was saved.".to_owned());
        let bar = SolveBar::new("playing");
        let tally = tournament(&*game, &bots, &tables, self.games, seed, &bar)?;
        drop(bar);
        let exact = if self.exact {
            exact_duel(
                &*game,
                &bots,
                &tables,
                &SolveBar::new("working out the exact chance"),
            )?
        } else {
            None
        };
        let played = Played {
            rules: game.rules_line(),
            seed,
            tally,
            exact,
        };
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", self.in_json(&played))?;
        } else {
            self.write_words(&played, &mut out)?;
        }
        Ok(())
    }

    /// Reads who plays, as many as the game is for.
    fn entrants(&self, game: &dyn AnyGame) -> CliResult<Vec<Entrant>> {
        let levels = self.seats.iter().map(|seat| read_bot(seat));
        let levels = levels.collect::<CliResult<Vec<Level>>>()?;
        let given = u8::try_from(levels.len()).unwrap_or(u8::MAX);
        let allowed = game.seats();
        if !allowed.contains(given) {
            return Err(Stop::usage(SeatsRefused { given, allowed }));
        }
        let aims = match &self.aims[..] {
            [] => vec![None; levels.len()],
            [aim] => vec![Some(*aim); levels.len()],
            aims if aims.len() == levels.len() => aims.iter().copied().map(Some).collect(),
            aims => {
                let (aims, seats) = (aims.len(), levels.len());
                let wrong = anyhow!(
                    "{aims} aims for {seats} seats: give --aim once, or once for each seat"
                );
                return Err(Stop::Usage(wrong));
            }
        };
        let entrant = |(level, aim): (Level, Option<AimArgument>)| Entrant {
            level,
            aim: aim.map(Aim::from),
        };
        Ok(std::iter::zip(levels, aims).map(entrant).collect())
    }

    /// Returns the seats and what was typed for them.
    fn bots(&self) -> impl Iterator<Item = (Seat, &String)> {
        let count = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        std::iter::zip(Seat::all(count), &self.seats)
    }

    fn in_json(&self, played: &Played) -> Value {
        let tally = &played.tally;
        let seats = self.bots().map(|(seat, bot)| {
            json!({
                "bot": bot,
                "wins": to_json(tally.wins(seat)),
                "score": to_json(tally.points(seat)),
            })
        });
        json!({
            "rules": played.rules,
            "games": tally.games,
            "seed": played.seed,
            "first_wins": played.exact,
            "seats": seats.collect::<Vec<_>>(),
        })
    }

    fn write_words(&self, played: &Played, out: &mut impl Write) -> io::Result<()> {
        let Played {
            rules, seed, tally, ..
        } = played;
        writeln!(out, "{} games of {rules}, dice seed {seed}", tally.games)?;
        for (seat, bot) in self.bots() {
            let (wins, points) = (tally.wins(seat), tally.points(seat));
            writeln!(
                out,
                "  {seat} {bot:<12} wins {:.3}% ({:.3} to {:.3}), scores {:.2} ± {:.2}",
                100.0 * wins.mean,
                100.0 * wins.low,
                100.0 * wins.high,
                points.mean,
                points.margin
            )?;
        }
        writeln!(out, "Intervals are 95% confidence intervals.")?;
        match played.exact {
            Some(chance) => writeln!(
                out,
                "Exactly, seat 1 wins {:.6}% of all games.",
                100.0 * chance
            ),
            None if self.exact => writeln!(out, "The exact chance of these bots is not known."),
            None => Ok(()),
        }
    }
}

/// What came of many games.
struct Played {
    rules: String,
    seed: u64,
    tally: Tally,
    /// The exact chance of the first seat, where it was asked for and is known.
    exact: Option<f64>,
}

fn to_json(estimate: Estimate) -> Value {
    let Estimate {
        mean, low, high, ..
    } = estimate;
    json!({ "mean": mean, "low": low, "high": high })
}

fn read_bot(text: &str) -> CliResult<Level> {
    let small = text.to_lowercase();
    let level = small.strip_prefix("bot:").ok_or_else(|| {
        Stop::Usage(anyhow!("{text:?} is not a bot: write bot:random, bot:greedy, bot:careful, bot:strong or bot:perfect"))
    })?;
    level.parse().map_err(Stop::usage)
}
