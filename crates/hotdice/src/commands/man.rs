//! `hotdice man`: pages for `man`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::Arguments;
use crate::cli_result::CliResult;

/// Print the man page, or write the man pages of all commands to a folder
#[derive(Args)]
pub(crate) struct ManCommand {
    /// The folder to write to, such as /usr/local/share/man/man1
    folder: Option<PathBuf>,
}

impl ManCommand {
    pub(crate) fn run(self) -> CliResult {
        let Some(folder) = self.folder else {
            let mut page = Vec::new();
            Man::new(Arguments::command()).render(&mut page)?;
            return Ok(io::stdout().write_all(&page)?);
        };
        let written = std::fs::create_dir_all(&folder)
            .and_then(|()| clap_mangen::generate_to(Arguments::command(), &folder));
        written.with_context(|| format!("cannot write to {}", folder.display()))?;
        let place = folder.display();
        Ok(writeln!(io::stdout(), "The man pages are in {place}")?)
    }
}
