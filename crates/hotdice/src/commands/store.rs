//! `hotdice store`: what is kept of the games of a server.

use std::io::{IsTerminal, Write};

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use hotdice_server::World;
use hotdice_server::store::{CopyReport, Progress, StoreAddress, copy};

use crate::cli_result::{CliResult, Stop};
use crate::store_lock;

/// Copy a server's games to another store
#[derive(Args)]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Copy(Copy),
}

/// Copy all tables from one store to another and verify the copy
///
/// Stop all servers first. Each table is copied completely or not at all, and an interrupted copy resumes when you run the
/// command again. Finally, all tables are counted, compared and replayed. Then start the servers on the new store.
#[derive(Args)]
struct Copy {
    /// The store to copy from: sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(env = "HOTDICE_FROM", hide_env_values = true)]
    from: String,
    /// The store to copy to, empty or with part of an earlier copy: sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(env = "HOTDICE_TO", hide_env_values = true)]
    to: String,
}

/// Two stores.
struct CopyMode {
    from: StoreAddress,
    to: StoreAddress,
}

impl StoreCommand {
    pub(crate) fn run(self) -> CliResult {
        match self.what {
            What::Copy(copy) => copy.way()?.go(),
        }
    }
}

impl Copy {
    /// Reads both addresses; what is refused is shown without its password.
    fn way(&self) -> CliResult<CopyMode> {
        let read = |address: &str| address.parse().map_err(Stop::usage);
        Ok(CopyMode {
            from: read(&self.from)?,
            to: read(&self.to)?,
        })
    }
}

impl CopyMode {
    fn go(&self) -> CliResult {
        if self.from == self.to {
            let same = anyhow!("{} cannot be copied into itself", self.from);
            return Err(Stop::Usage(same));
        }
        if !self.from.exists() {
            return Err(anyhow!("{} is not there", self.from).into());
        }
        let runtime = tokio::runtime::Runtime::new()?;
        let copied = runtime.block_on(self.copy())?;
        report(copied)
    }

    async fn copy(&self) -> CliResult<CopyReport> {
        let world = World::system();
        let (from, _lock) = store_lock::open(&self.from, &world).await?;
        let (to, _other_lock) = store_lock::open(&self.to, &world).await?;
        let copied = copy(&*from, &*to, tell).await;
        Ok(copied.with_context(|| format!("{} was not copied into {}", self.from, self.to))?)
    }
}

/// Shows how far the copy is, where somebody looks on.
fn tell(progress: Progress) {
    if std::io::stderr().is_terminal() {
        let (tables, done) = match progress {
            Progress::Imported(tables) => (tables, "copied"),
            Progress::Compared(tables) => (tables, "compared"),
        };
        anstream::eprint!("\r{tables} tables {done}  ");
    }
}

fn report(copied: CopyReport) -> CliResult {
    let CopyReport {
        tables,
        before,
        events,
        damaged,
    } = copied;
    if std::io::stderr().is_terminal() {
        anstream::eprintln!();
    }
    let mut out = anstream::stdout();
    writeln!(
        out,
        "{tables} tables with {events} events are the same in both stores and replay; {before} were there before."
    )?;
    if damaged > 0 {
        let them = "were damaged before and were copied as they are: no server can open them";
        anstream::eprintln!("hotdice: {damaged} tables {them}");
    }
    Ok(())
}
