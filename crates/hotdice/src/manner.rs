//! How the program shows itself: on the whole screen, or line by line.

use std::env;
use std::io::{self, IsTerminal};

/// How the program shows itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// On the whole screen.
    Full(Motion),
    /// Line by line.
    Plain,
    /// Line by line, because nobody is at a terminal.
    Piped,
}

/// Whether dice roll before one's eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// As the settings say.
    AsSet,
    /// They do not.
    None,
}

impl Manner {
    /// Returns the manner that was asked for, as far as the terminal can do it.
    pub(crate) fn new(plain: bool, motion: Motion) -> Self {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let simple = env::var_os("TERM").is_some_and(|name| name == "dumb");
        match (plain, terminal, simple) {
            (true, _, _) | (false, true, true) => Self::Plain,
            (false, true, false) => Self::Full(motion),
            (false, false, _) => Self::Piped,
        }
    }
}
