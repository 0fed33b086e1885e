//! `hotdice completions`: scripts for shells.

use std::io;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Arguments;
use crate::cli_result::CliResult;

/// Print a completion script for a shell
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> CliResult {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut Arguments::command(),
            "hotdice",
            &mut script,
        );
        io::Write::write_all(&mut io::stdout(), &script)?;
        Ok(())
    }
}
