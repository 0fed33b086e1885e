//! Lets a storm rage over three servers, and says whether anything was lost.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use hotdice_faults::{Attack, Run, Siege, Weather};

/// Play through three servers while everything that can go wrong does, and check every answer
#[derive(Debug, Parser)]
struct Options {
    /// The program to start as the servers
    #[arg(long, default_value = "target/release/hotdice")]
    server: PathBuf,
    /// What decides the storm
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For how many seconds it rages
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How many guests play at once
    #[arg(long, default_value_t = 12)]
    guests: usize,
    /// No storm: the same games in calm weather
    #[arg(long)]
    calm: bool,
    /// The database is lost for good again and again, and its standby takes over; with --calm nothing else happens
    #[arg(long)]
    fail_overs: bool,
    /// Nothing but servers that are killed, one after the other
    #[arg(long, conflicts_with_all = ["calm", "fail_overs"])]
    kills: bool,
    /// The database is a Citus with two workers, which crash as well; HOTDICE_CITUS names the folder of its programs
    #[arg(long, conflicts_with_all = ["fail_overs", "kills"])]
    citus: bool,
    /// All tables have linked dice
    #[arg(long)]
    linked: bool,
    /// Write the record of every game into this folder, for verifiers of others
    #[arg(long)]
    records: Option<PathBuf>,
    /// Print what the servers wrote into their logs
    #[arg(long)]
    logs: bool,
    /// No storm: one server that one address attacks in these ways, one after the other, each for --seconds
    #[arg(long, value_enum, value_delimiter = ',')]
    attack: Vec<Attack>,
}

impl Options {
    fn weather(&self) -> Weather {
        if self.kills {
            return Weather::Kills;
        }
        match (self.calm, self.fail_overs) {
            (true, false) => Weather::Calm,
            (false, false) if self.citus => Weather::StormWithWorkers,
            (false, false) => Weather::Storm,
            (true, true) => Weather::FailOvers,
            (false, true) => Weather::StormWithFailOvers,
        }
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let options = Options::parse();
    if !options.attack.is_empty() {
        return attack(&options);
    }
    let weather = options.weather();
    let mut run = Run {
        guests: options.guests,
        weather,
        ..Run::of(options.server.clone(), options.seed, options.seconds)
    };
    run.build.citus = options.citus;
    run.manners.linked = options.linked;
    // A server that comes back grants decisions their time again: with a kill every second no clock would ever run out.
    run.manners.sleepers &= !options.kills;
    let outcome = run.go()?;
    let mut out = std::io::stdout().lock();
    for (at, fault) in &outcome.damage.faults {
        writeln!(out, "{:>7.1} s  {fault}", at.as_secs_f64())?;
    }
    if options.logs {
        for log in &outcome.server_logs {
            writeln!(out, "--- a server\n{log}")?;
        }
    }
    if let Some(folder) = &options.records {
        std::fs::create_dir_all(folder)?;
        for (table, record) in &outcome.records {
            std::fs::write(folder.join(format!("{table}.hotdice")), record)?;
        }
    }
    writeln!(out, "{}", outcome.figures)?;
    for flaw in &outcome.flaws {
        writeln!(out, "FLAW: {flaw}")?;
    }
    if outcome.flaws.is_empty() {
        writeln!(out, "nothing was lost, nothing was done twice")?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

/// Attacks a server, and says whether others could play on as promised.
fn attack(options: &Options) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for attack in &options.attack {
        let siege = Siege {
            attack: *attack,
            time: Duration::from_secs(options.seconds),
            scale: 100,
        };
        let suffered = siege.go(&options.server)?;
        writeln!(out, "{attack:?}: {suffered}")?;
        if !suffered.keeps_promise() {
            writeln!(
                out,
                "BROKEN: a careful bot moves within 1 s, and a quick question is answered within 2 s"
            )?;
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}
