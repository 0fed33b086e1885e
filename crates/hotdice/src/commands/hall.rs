//! `hotdice` alone: choose a game and play it.

use std::io::{self, BufReader};

use hotdice_games::presets;
use hotdice_tui::plain::{Console, Echo, ask_names, wrap, write_rules};

use super::play;
use crate::outcome::Outcome;

/// Lets people choose a game until they have had enough.
pub(crate) fn hall() -> Outcome {
    let (mut input, mut output) = (BufReader::new(io::stdin()), anstream::stdout());
    let mut console = Console::new(&mut input, &mut output, Echo::Off);
    console.announce("Hot Dice")?;
    loop {
        show_games(&mut console)?;
        let Some(answer) = console.ask("What do you want to play?")? else {
            return Ok(());
        };
        match answer.split_once(' ').unwrap_or((&answer, "")) {
            ("quit" | "exit" | "q", "") => return Ok(()),
            ("", "") => {}
            ("rules", choice) => show_rules(&mut console, choice)?,
            _ => play_one(&mut console, &answer)?,
        }
    }
}

fn show_games(console: &mut Console<'_>) -> io::Result<()> {
    console.say("")?;
    for (number, (_, preset)) in (1..).zip(presets()) {
        let game = format!("{number:>3}) {:<15} {}", preset.name, preset.sentence);
        console.say(&wrap(&game, 21))?;
    }
    console.say(
        "Type a number, or house rules such as farkle(target=5000).\n\
         To read the rules first type rules and the number. To leave type quit.",
    )
}

/// Returns the rules line of a choice from the list, or what was typed as one.
fn rules_of(choice: &str) -> &str {
    let number = choice.parse::<usize>().ok();
    let listed = number.and_then(|number| presets().nth(number.checked_sub(1)?));
    listed.map_or(choice, |(_, preset)| preset.name)
}

fn show_rules(console: &mut Console<'_>, choice: &str) -> Outcome {
    match hotdice_games::find(rules_of(choice)) {
        Err(error) => console.say(&format!("{error}."))?,
        Ok(game) => {
            let mut text = Vec::new();
            write_rules(&mut text, &*game)?;
            console.say(&String::from_utf8_lossy(&text))?;
            console.ask("Enter to go back")?;
        }
    }
    Ok(())
}

fn play_one(console: &mut Console<'_>, choice: &str) -> Outcome {
    let game = match hotdice_games::find(rules_of(choice)) {
        Ok(game) => game,
        Err(error) => return Ok(console.say(&format!("{error}."))?),
    };
    match ask_names(console, game.seats())? {
        Some(names) => play::begin(console, game, names, None, None),
        None => Ok(()),
    }
}
