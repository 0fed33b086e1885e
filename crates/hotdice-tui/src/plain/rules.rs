//! The rules of a game as text.

use std::io::{self, Write};

use hotdice_core::AnyGame;

use super::wrap;

/// Writes the rules of a game in plain words.
///
/// # Errors
/// When the output is gone.
pub fn write_rules(out: &mut dyn Write, game: &dyn AnyGame) -> io::Result<()> {
    writeln!(out, "{}", game.rules_line())?;
    for section in game.explain() {
        writeln!(out, "\n{}", section.heading)?;
        for line in section.lines {
            writeln!(out, "{}", wrap(&format!("  {line}"), 4))?;
        }
    }
    Ok(())
}
