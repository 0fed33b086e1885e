//! The menu: everything that `hotdice online` does, without arguments to remember.

use hotdice_bots::{Level, can_play};
use hotdice_core::AnyGame;
use hotdice_table::TableId;
use hotdice_tui::plain::{Console, PlayUntil, read_name, sentence};
use hotdice_tui::session::TableRequest;
use hotdice_wire::OpenRequest;

use super::desk::OnlineDesk;
use super::{play, tables};
use crate::cli_result::CliResult;
use crate::commands::numbered;

/// The lines of the menu: the word, and what it means.
const LINES: [(&str, &str); 12] = [
    ("test", "Test connection"),
    ("new", "Start new game"),
    ("join", "Join game"),
    ("status", "View status"),
    ("turn", "Play turn"),
    ("watch", "Watch a game"),
    ("rematch", "Play again with the same players"),
    ("start", "Begin with those who are there"),
    ("leave", "Say goodbye"),
    ("seat", "Carry your seat to another device"),
    ("code", "Take a seat with its code"),
    ("exit", "Exit"),
];

/// Something that was asked for and not given, because the player went back or the input ended.
struct Back;

/// An answer, or not.
type Prompted<T> = CliResult<Result<T, Back>>;

/// Asks what to do until people have had enough.
pub(super) fn menu(console: &mut Console<'_>, desk: &OnlineDesk) -> CliResult {
    loop {
        console.announce(&format!("\nHot Dice online: {}", desk.url(None)?))?;
        let Some(word) = numbered::ask(console, &LINES)? else {
            return Ok(());
        };
        let done = match word.to_lowercase().as_str() {
            "" => Ok(()),
            "exit" | "quit" | "q" => return Ok(()),
            "test" => tables::test(console, desk),
            "new" => open(console, desk),
            "join" => join(console, desk),
            "status" => at_table(console, desk, |console, desk, table| {
                tables::status(console, desk, table, false)
            }),
            "turn" => at_table(console, desk, take_turns),
            "watch" => at_table(console, desk, play::watch),
            "rematch" => at_table(console, desk, rematch),
            "start" => at_table(console, desk, tables::start),
            "leave" => at_table(console, desk, leave),
            "seat" => at_table(console, desk, offer_seat),
            "code" => take_over(console, desk),
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
) -> Prompted<T> {
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

fn ask_table(console: &mut Console<'_>, desk: &OnlineDesk) -> Prompted<TableId> {
    let memory = desk.memory()?;
    let latest = memory.tables.last().map(|known| known.table.as_str());
    ask_for(console, "Which table?", latest, |text| {
        text.parse()
            .map_err(|error| format!("{text:?} is no table: {error}."))
    })
}

fn at_table(
    console: &mut Console<'_>,
    desk: &OnlineDesk,
    errand: impl FnOnce(&mut Console<'_>, &OnlineDesk, TableId) -> CliResult,
) -> CliResult {
    match ask_table(console, desk)? {
        Ok(table) => errand(console, desk, table),
        Err(Back) => Ok(()),
    }
}

fn open(console: &mut Console<'_>, desk: &OnlineDesk) -> CliResult {
    let game = |text: &str| hotdice_games::find(text).map_err(|error| sentence(&error.to_string()));
    let Ok(game) = ask_for(console, "Which game?", Some("zilch"), game)? else {
        return Ok(());
    };
    let (rules, allowed) = (game.rules_line(), game.seats());
    let seats = |text: &str| match text.parse() {
        Ok(seats) if allowed.contains(seats) => Ok(seats),
        _ => {
            let (least, most) = (allowed.least(), allowed.most());
            Err(format!("Type a number from {least} to {most}."))
        }
    };
    let Ok(seats) = ask_for(console, "How many players?", Some("2"), seats)? else {
        return Ok(());
    };
    let Ok(bots) = ask_for(
        console,
        "Bots, such as careful or strong careful; none for people only",
        Some("none"),
        |text| read_bots(text, &*game, seats),
    )?
    else {
        return Ok(());
    };
    let Ok(name) = ask_for(console, "Your name", None, read_name)? else {
        return Ok(());
    };
    let request = OpenRequest {
        rules,
        seats: Some(seats),
        ..OpenRequest::default()
    };
    let new = TableRequest {
        request,
        bots,
        name: Some(name),
    };
    tables::open(desk, new)?.tell(console, false)
}

fn join(console: &mut Console<'_>, desk: &OnlineDesk) -> CliResult {
    let Ok(table) = ask_table(console, desk)? else {
        return Ok(());
    };
    match ask_for(console, "Your name", None, read_name)? {
        Ok(name) => tables::join(desk, table, &name)?.tell(console, false),
        Err(Back) => Ok(()),
    }
}

/// Asks who plays, if several do from here.
fn ask_seat(
    console: &mut Console<'_>,
    desk: &OnlineDesk,
    table: TableId,
) -> Prompted<Option<String>> {
    let seats = desk.seats(table)?;
    if seats.len() < 2 {
        return Ok(Ok(None));
    }
    let names: Vec<String> = seats.into_iter().map(|seat| seat.name).collect();
    let question = format!("Who are you: {}?", names.join(", "));
    let who = ask_for(console, &question, None, |text| {
        if names.iter().any(|name| name == text) {
            Ok(text.to_owned())
        } else {
            Err(format!("There is no {text:?} here."))
        }
    })?;
    Ok(who.map(Some))
}

fn take_turns(console: &mut Console<'_>, desk: &OnlineDesk, table: TableId) -> CliResult {
    match ask_seat(console, desk, table)? {
        Ok(name) => play::take_turns(console, desk, table, name.as_deref(), PlayUntil::TheEnd),
        Err(Back) => Ok(()),
    }
}

fn rematch(console: &mut Console<'_>, desk: &OnlineDesk, table: TableId) -> CliResult {
    match ask_seat(console, desk, table)? {
        Ok(name) => tables::rematch(desk, table, name.as_deref())?.tell(console, false),
        Err(Back) => Ok(()),
    }
}

/// Reads the levels of bots that can play a game.
fn read_bots(text: &str, game: &dyn AnyGame, seats: u8) -> Result<Vec<String>, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let words = words.filter(|word| !word.eq_ignore_ascii_case("none"));
    let read = |word: &str| {
        let level: Level = word
            .to_lowercase()
            .parse()
            .map_err(|error| sentence(&format!("{error}")))?;
        let can = can_play(game, level, seats);
        can.map_err(|why| sentence(&format!("bot:{level} cannot play here: {why}")))?;
        Ok(level.to_string())
    };
    words.map(read).collect()
}

fn leave(console: &mut Console<'_>, desk: &OnlineDesk, table: TableId) -> CliResult {
    match ask_seat(console, desk, table)? {
        Ok(name) => tables::leave(console, desk, table, name.as_deref()),
        Err(Back) => Ok(()),
    }
}

fn offer_seat(console: &mut Console<'_>, desk: &OnlineDesk, table: TableId) -> CliResult {
    match ask_seat(console, desk, table)? {
        Ok(name) => tables::offer_seat(desk, table, name.as_deref())?.tell(console, false),
        Err(Back) => Ok(()),
    }
}

fn take_over(console: &mut Console<'_>, desk: &OnlineDesk) -> CliResult {
    let text = |text: &str| Ok(text.to_owned());
    match ask_for(console, "The code from the other device", None, text)? {
        Ok(code) => tables::take_over(desk, &code)?.tell(console, false),
        Err(Back) => Ok(()),
    }
}
