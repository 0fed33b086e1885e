//! Menus of numbered lines that come again and again, line by line.

use std::io;

use hotdice_core::Tone;
use hotdice_tui::plain::Console;

use crate::cli_result::{CliResult, Stop};

/// Asks for one of some lines, each a word and what it means, by number or word. Nothing when the input has ended.
pub(super) fn ask(console: &mut Console<'_>, lines: &[(&str, &str)]) -> io::Result<Option<String>> {
    let widths = lines.iter().map(|(_, line)| line.chars().count());
    let width = widths.max().unwrap_or_default() + 2;
    for (number, (word, line)) in (1..).zip(lines) {
        let number = format!("{number})");
        console.say(&format!("  {number:>3} {line:<width$}{word}"))?;
    }
    let answer = console.ask("What do you want to do?")?;
    Ok(answer.map(|answer| {
        let is_meant = |(word, line): &&(&str, &str)| {
            word.eq_ignore_ascii_case(&answer) || line.eq_ignore_ascii_case(&answer)
        };
        let meant = nth(lines, &answer).or_else(|| lines.iter().find(is_meant));
        meant.map_or(answer.clone(), |(word, _)| (*word).to_owned())
    }))
}

/// Returns the one of some things with this number, counted from 1.
pub(super) fn nth<'a, T>(things: &'a [T], number: &str) -> Option<&'a T> {
    let number: usize = number.parse().ok()?;
    things.get(number.checked_sub(1)?)
}

/// Says that a menu of some lines has none with this name.
pub(super) fn no_such(console: &mut Console<'_>, answer: &str, lines: usize) -> CliResult {
    Ok(console.say(&format!("There is no {answer:?}: choose 1 to {lines}."))?)
}

/// Says what went wrong, and goes on after everything but a broken terminal.
pub(super) fn tell(console: &mut Console<'_>, done: CliResult) -> CliResult {
    match done {
        Err(Stop::Failed(error)) if error.is::<io::Error>() => Err(error.into()),
        Err(
            Stop::Failed(error) | Stop::Usage(error) | Stop::Unsaved(error) | Stop::Verdict(error),
        ) => Ok(console.say_in_tone(Tone::Bad, &format!("{error:#}"))?),
        done => done,
    }
}
