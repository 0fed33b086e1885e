//! Who plays?

use std::io;

use hotdice_core::{Name, SeatRange};

use super::Console;

/// Asks for the names of as many players as the rules allow; nothing when the input has ended.
///
/// # Errors
/// When input or output fail.
pub fn ask_names(console: &mut Console<'_>, allowed: SeatRange) -> io::Result<Option<Vec<Name>>> {
    let mut names: Vec<Name> = Vec::new();
    console.announce(&format!(
        "Who plays? These rules are for {} players.",
        allowed.in_words()
    ))?;
    console.say("Enter a name for each player, then stop to begin.")?;
    console
        .say("The program itself plays as bot:greedy, bot:careful, bot:strong or bot:perfect.")?;
    while names.len() < usize::from(allowed.most()) {
        let Some(answer) = console.ask(&format!("Player {}", names.len() + 1))? else {
            return Ok(None);
        };
        let enough = names.len() >= usize::from(allowed.least());
        match (answer.as_str(), enough) {
            ("stop" | "", true) => break,
            ("stop", false) => {
                let least = allowed.least();
                console.say(&format!("There are too few: add at least {least} in all."))?;
            }
            ("", false) => {}
            _ => match answer.parse() {
                Err(error) => console.say(&format!("{answer:?} cannot be used: {error}."))?,
                Ok(name) if names.contains(&name) => {
                    console.say(&format!("{name} has a seat already: choose another name."))?;
                }
                Ok(name) => names.push(name),
            },
        }
    }
    Ok(Some(names))
}
