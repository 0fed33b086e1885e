//! What stands in for the server in a program that is only for playing: the same commands, which say what they lack.

use std::sync::Arc;

use hotdice_bots::Library;
use hotdice_tui::services::{Hosted, Reach, UiError};

const MISSING: &str = "this program was built for playing only, without the server: build it without --no-default-features";

/// A place for no server.
pub(crate) struct Hosting;

impl Hosting {
    pub(crate) fn new(_: Arc<dyn Library>) -> Self {
        Self
    }

    /// Refuses.
    pub(crate) fn open(&self, _: Reach) -> Result<Arc<dyn Hosted>, UiError> {
        Err(format!("The server did not open: {MISSING}").into())
    }
}

/// A command that takes any arguments, and refuses.
macro_rules! missing_command {
    ($module:ident, $name:ident, $about:literal) => {
        pub(crate) mod $module {
            use std::ffi::OsString;

            use anyhow::anyhow;
            use clap::Args;

            use crate::cli_result::CliResult;

            #[doc = $about]
            #[derive(Args)]
            #[command(disable_help_flag = true)]
            pub(crate) struct $name {
                /// Whatever follows
                #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
                arguments: Vec<OsString>,
            }

            impl $name {
                pub(crate) fn run(self) -> CliResult {
                    drop(self.arguments);
                    Err(anyhow!(super::MISSING).into())
                }
            }
        }
    };
}

missing_command!(
    serve,
    Serve,
    "Run a server that others can play on: not in this build"
);
missing_command!(
    store,
    StoreCommand,
    "Move the games of a server to another store: not in this build"
);
