//! Who plays?

use std::io;

use hotdice_bots::{Level, can_play};
use hotdice_core::{AnyGame, Name};

use super::Console;
use super::words::level_in_words;

/// How many letters of a refused name are shown.
const MOST_SHOWN: usize = 40;

/// Asks for the names of as many players as the rules allow, the first of whom may be `own`; nothing when people go back or the
/// input has ended.
///
/// # Errors
/// When input or output fail.
pub fn ask_names(
    console: &mut Console<'_>,
    game: &dyn AnyGame,
    own: &str,
) -> io::Result<Option<Vec<Name>>> {
    let allowed = game.seats();
    say_who_can_play(console, game)?;
    let mut names: Vec<Name> = Vec::new();
    while names.len() < usize::from(allowed.most()) {
        let own: Option<Name> = own.parse().ok().filter(|_| names.is_empty());
        let prompt = match &own {
            Some(own) => format!("Player 1 [{own}]"),
            None => format!("Player {}", names.len() + 1),
        };
        let Some(answer) = console.ask(&prompt)? else {
            return Ok(None);
        };
        let enough = names.len() >= usize::from(allowed.least());
        match (answer.to_lowercase().as_str(), own) {
            ("", Some(own)) => names.push(own),
            ("back", _) => return Ok(None),
            ("" | "stop", _) if enough => break,
            ("", None) => {}
            ("stop", _) => {
                let least = allowed.least();
                console.say(&format!("There are too few: add at least {least} in all."))?;
            }
            _ => match read_seat(&answer, &names, game) {
                Ok(name) => names.push(name),
                Err(problem) => console.say(&problem)?,
            },
        }
    }
    Ok(Some(names))
}

fn say_who_can_play(console: &mut Console<'_>, game: &dyn AnyGame) -> io::Result<()> {
    let (rules, allowed) = (game.rules_line(), game.seats());
    console.announce(&format!(
        "Who plays {rules}? These rules are for {} players.",
        allowed.in_words()
    ))?;
    console.say("Type one name per line; type stop to begin, back to return.")?;
    console.say("The program itself plays as")?;
    for level in Level::ALL {
        let can = can_play(game, level, allowed.least().max(2));
        let line = match can {
            Ok(()) => format!("  {:<13} {}", format!("bot:{level}"), level_in_words(level)),
            Err(why) => format!("There is no bot:{level}: {why}."),
        };
        console.say(&line)?;
    }
    Ok(())
}

/// Reads the name of a player as people type it; bots are called bot:LEVEL, in small letters.
///
/// # Errors
/// When it cannot be a name, in words.
pub fn read_name(text: &str) -> Result<Name, String> {
    let small = text.to_lowercase();
    let text = if small.starts_with("bot:") {
        &small
    } else {
        text
    };
    text.parse().map_err(|error| {
        let text: String = text.chars().take(MOST_SHOWN).collect();
        format!("{text:?} cannot be a name: {error}.")
    })
}

fn read_seat(text: &str, names: &[Name], game: &dyn AnyGame) -> Result<Name, String> {
    let name = read_name(text)?;
    let is_bot = name.as_str().starts_with("bot:");
    if !is_bot && names.contains(&name) {
        return Err(format!("{name} has a seat already: choose another name."));
    }
    // Whoever comes may make the table too large for a bot that sits there already.
    let seats = (names.len() + 1).max(usize::from(game.seats().least()));
    for bot in names.iter().chain([&name]) {
        let Some(level) = bot.as_str().strip_prefix("bot:") else {
            continue;
        };
        let level: Level = level.parse().map_err(|error| format!("{error}."))?;
        can_play(game, level, seats.max(2) as u8)
            .map_err(|why| format!("{bot} cannot play here: {why}."))?;
    }
    Ok(name)
}
