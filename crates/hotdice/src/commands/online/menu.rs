//! The menu: everything that `hotdice online` does, without arguments to remember.

use hotdice_table::TableId;
use hotdice_tui::plain::Console;
use hotdice_wire::OpenRequest;

use super::desk::Desk;
use super::errands::{self, NewTable, read_name};
use super::turn::Until;
use crate::commands::numbered;
use crate::outcome::Outcome;

/// The lines of the menu: the word, and what it means.
const LINES: [(&str, &str); 8] = [
    ("test", "Test connection"),
    ("new", "Start new game"),
    ("join", "Join game"),
    ("status", "View status"),
    ("turn", "Play turn"),
    ("watch", "Watch a game"),
    ("rematch", "Play again with the same players"),
    ("exit", "Exit"),
];

/// Something that was asked for and not given, because the player went back or the input ended.
struct Back;

/// An answer, or not.
type Asked<T> = Outcome<Result<T, Back>>;

/// Asks what to do until people have had enough.
pub(super) fn menu(console: &mut Console<'_>, desk: &Desk) -> Outcome {
    loop {
        console.announce(&format!("\nHot Dice online: {}", desk.url(None)?))?;
        let Some(word) = numbered::ask(console, &LINES)? else {
            return Ok(());
        };
        let done = match word.as_str() {
            "" => Ok(()),
            "exit" | "quit" | "q" => return Ok(()),
            "test" => errands::test(console, desk),
            "new" => open(console, desk),
            "join" => join(console, desk),
            "status" => at_table(console, desk, |console, desk, table| {
                errands::status(console, desk, table, false)
            }),
            "turn" => at_table(console, desk, play),
            "watch" => at_table(console, desk, errands::watch),
            "rematch" => at_table(console, desk, rematch),
            _ => numbered::no_such(console, &word, LINES.len()),
        };
        numbered::tell(console, done)?;
    }
}

/// Asks for something that has to be there.
fn ask_for<T>(
    console: &mut Console<'_>,
    question: &str,
    suggestion: Option<&str>,
    read: impl Fn(&str) -> Result<T, String>,
) -> Asked<T> {
    let prompt = match suggestion {
        Some(suggestion) => format!("{question} [{suggestion}]"),
        None => question.to_owned(),
    };
    loop {
        let Some(answer) = console.ask(&prompt)? else {
            return Ok(Err(Back));
        };
        let answer = match (answer.as_str(), suggestion) {
            ("", Some(suggestion)) => suggestion,
            ("" | "back", _) => return Ok(Err(Back)),
            (answer, _) => answer,
        };
        match read(answer) {
            Ok(read) => return Ok(Ok(read)),
            Err(problem) => console.say(&problem)?,
        }
    }
}

fn ask_table(console: &mut Console<'_>, desk: &Desk) -> Asked<TableId> {
    let memory = desk.memory.read()?;
    let latest = memory.tables.last().map(|known| known.table.as_str());
    ask_for(console, "Which table?", latest, |text| {
        text.parse()
            .map_err(|error| format!("{text:?} is no table: {error}."))
    })
}

fn at_table(
    console: &mut Console<'_>,
    desk: &Desk,
    errand: impl FnOnce(&mut Console<'_>, &Desk, TableId) -> Outcome,
) -> Outcome {
    match ask_table(console, desk)? {
        Ok(table) => errand(console, desk, table),
        Err(Back) => Ok(()),
    }
}

fn open(console: &mut Console<'_>, desk: &Desk) -> Outcome {
    let some_text = |text: &str| Ok(text.to_owned());
    let Ok(rules) = ask_for(console, "Which game?", Some("zilch"), some_text)? else {
        return Ok(());
    };
    let seats = |text: &str| match text.parse() {
        Ok(seats) => Ok(seats),
        Err(_) => Err("Type a number.".to_owned()),
    };
    let Ok(seats) = ask_for(console, "How many players?", Some("2"), seats)? else {
        return Ok(());
    };
    let Ok(bots) = ask_for(
        console,
        "Bots, such as careful or strong careful; none for people only",
        Some("none"),
        some_text,
    )?
    else {
        return Ok(());
    };
    let Ok(name) = ask_for(console, "Your name", None, read_name)? else {
        return Ok(());
    };
    let words = bots.split([' ', ',']).filter(|word| !word.is_empty());
    let bots = words.filter(|word| *word != "none").map(str::to_owned);
    let request = OpenRequest {
        rules,
        seats: Some(seats),
        ..OpenRequest::default()
    };
    let new = NewTable {
        request,
        bots: bots.collect(),
        name: Some(name),
    };
    new.open(desk)?.tell(console)
}

fn join(console: &mut Console<'_>, desk: &Desk) -> Outcome {
    let Ok(table) = ask_table(console, desk)? else {
        return Ok(());
    };
    match ask_for(console, "Your name", None, read_name)? {
        Ok(name) => errands::join(desk, table, &name)?.tell(console),
        Err(Back) => Ok(()),
    }
}

/// Asks who plays, if several do from here.
fn ask_seat(console: &mut Console<'_>, desk: &Desk, table: TableId) -> Asked<Option<String>> {
    let seats = desk.seats(&desk.memory.read()?, table);
    if seats.len() < 2 {
        return Ok(Ok(None));
    }
    let names: Vec<String> = seats.into_iter().map(|seat| seat.name).collect();
    let question = format!("Who are you: {}?", names.join(", "));
    let who = ask_for(console, &question, None, |text| {
        match names.iter().any(|name| name == text) {
            true => Ok(text.to_owned()),
            false => Err(format!("There is no {text:?} here.")),
        }
    })?;
    Ok(who.map(Some))
}

fn play(console: &mut Console<'_>, desk: &Desk, table: TableId) -> Outcome {
    match ask_seat(console, desk, table)? {
        Ok(name) => errands::play(console, desk, table, name.as_deref(), Until::TheEnd),
        Err(Back) => Ok(()),
    }
}

fn rematch(console: &mut Console<'_>, desk: &Desk, table: TableId) -> Outcome {
    match ask_seat(console, desk, table)? {
        Ok(name) => errands::rematch(desk, table, name.as_deref())?.tell(console),
        Err(Back) => Ok(()),
    }
}
