//! `hotdice completions`: scripts for shells.

use std::io;

use anyhow::anyhow;
use clap::Args;
use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::cli_result::{CliResult, Stop};

/// Print a shell completion script, which completes games, parameters, bots and saved games
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> CliResult {
        let (shell, shells) = (self.shell.to_string(), Shells::builtins());
        let completer = shells.completer(&shell);
        let completer =
            completer.ok_or_else(|| Stop::Usage(anyhow!("there is no script for {shell}")))?;
        let mut script = Vec::new();
        if self.shell == Shell::Bash {
            // Otherwise bash takes bot:strong for three words.
            script.extend_from_slice(b"COMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n");
        }
        completer.write_registration("COMPLETE", "hotdice", "hotdice", "hotdice", &mut script)?;
        io::Write::write_all(&mut io::stdout(), &script)?;
        Ok(())
    }
}
