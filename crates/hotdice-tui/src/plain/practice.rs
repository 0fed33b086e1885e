//! Mistakes tried again, line by line.

use std::io;

use hotdice_core::Tone;

use super::Console;
use super::draw::{self, OfferDisplay};
use crate::practice::{OwnMistake, note};
use crate::puzzle::Puzzle;
use crate::services::Services;

/// Asks one mistake after the other that is due, until whoever is asked goes back or the input ends.
///
/// # Errors
/// When the output is gone.
pub fn practise(
    console: &mut Console<'_>,
    mistakes: &[OwnMistake],
    services: &dyn Services,
) -> io::Result<()> {
    let due: Vec<&OwnMistake> = mistakes.iter().filter(|each| each.days == 0).collect();
    if due.is_empty() {
        let words = if mistakes.is_empty() {
            "No mistakes to practise: finish a game first."
        } else {
            "No mistake is due today."
        };
        return console.say(words);
    }
    for (number, mistake) in (1..).zip(&due) {
        let heading = format!("\n{}, mistake {number} of {}", mistake.rules, due.len());
        console.announce(&heading)?;
        let Some(tried) = ask(console, &mistake.puzzle)? else {
            return Ok(());
        };
        judge(console, &mistake.puzzle, &tried, services)?;
    }
    console.say("That was the last one.")
}

/// Shows a puzzle and asks for a choice, by its number; nothing if whoever is asked goes back.
fn ask(console: &mut Console<'_>, puzzle: &Puzzle) -> io::Result<Option<String>> {
    let (scene, names) = (&puzzle.scene, &puzzle.names);
    let lines = draw::board(scene, names, OfferDisplay::Shown);
    for line in lines.iter().chain(&draw::table(scene, names, None)) {
        console.say(line)?;
    }
    for (number, choice) in (1..).zip(&scene.choices) {
        console.say(&format!("{number:>3}) {}", choice.label))?;
    }
    console.say(&puzzle.question())?;
    loop {
        let Some(answer) = console.ask("Number, or back")? else {
            return Ok(None);
        };
        if let "back" | "quit" | "q" | "" = answer.as_str() {
            return Ok(None);
        }
        let number: Option<usize> = answer.parse().ok();
        let choice = number.and_then(|number| scene.choices.get(number.checked_sub(1)?));
        match choice {
            Some(choice) => return Ok(Some(choice.notation.clone())),
            None => {
                let most = scene.choices.len();
                console.say(&format!("There is no {answer:?}: choose 1 to {most}."))?;
            }
        }
    }
}

/// Says how good a choice was, and notes it.
fn judge(
    console: &mut Console<'_>,
    puzzle: &Puzzle,
    tried: &str,
    services: &dyn Services,
) -> io::Result<()> {
    let values = {
        let _spinner = console.spin("Working it out");
        puzzle.values(&*services.library())
    };
    let values = match values {
        Ok(values) => values,
        Err(why) => return console.say_in_tone(Tone::Bad, &format!("Not valued: {why}")),
    };
    let solved = puzzle.loss(&values, tried) == Some(0.0);
    let tone = if solved { Tone::Good } else { Tone::Bad };
    console.say_in_tone(tone, &puzzle.verdict(&values, tried))?;
    for line in puzzle.played() {
        console.say(&line)?;
    }
    match note(puzzle, solved, services) {
        Ok(()) => Ok(()),
        Err(trouble) => console.say_in_tone(Tone::Bad, &trouble.to_string()),
    }
}
