//! What is said line by line: values, ages, errors, rules, records.

use std::io::{self, Write};

use hotdice_bots::Level;
use hotdice_client::{Error, Remedy};
use hotdice_core::{AnyGame, Line, Name, Record, Scene, Seat, Turn, Viewer};
use hotdice_solve::generic::Aim;
use hotdice_table::{Match, ReplayError};

use super::Console;
use super::draw::{self, OfferDisplay};
use crate::playthrough::Playthrough;
use crate::services::UiError;

/// The width that every terminal has.
const WIDTH: usize = 79;

/// Breaks a text between words so that no line is wider than a narrow terminal; later lines begin with `indent` spaces.
#[must_use]
pub fn wrap(text: &str, indent: usize) -> String {
    fold(text, WIDTH, indent).join("\n")
}

/// Breaks a text between words; later lines begin with `indent` spaces.
pub(crate) fn fold(text: &str, width: usize, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(width)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(Into::into).collect()
}

/// Writes a value as people read it: a chance in per cent, points with two digits.
#[must_use]
pub fn worth_in_words(aim: Aim, value: f64) -> String {
    match aim {
        Aim::Win => format!("{:.2}%", 100.0 * value),
        Aim::Points => format!("{value:.2}"),
    }
}

/// Writes a value with its margin, if it has one.
#[must_use]
pub fn estimate_in_words(aim: Aim, value: f64, margin: f64) -> String {
    let worth = worth_in_words(aim, value);
    match aim {
        _ if margin == 0.0 => worth,
        Aim::Win => format!("{:.1} ± {:.1}%", 100.0 * value, 100.0 * margin),
        Aim::Points => format!("{value:.1} ± {margin:.1}"),
    }
}

/// Writes the difference of two values, with its sign.
#[must_use]
pub fn difference_in_words(aim: Aim, difference: f64) -> String {
    match aim {
        Aim::Win => format!("{:+.2}%", 100.0 * difference),
        Aim::Points => format!("{difference:+.2}"),
    }
}

/// Says how well a program of a level plays.
#[must_use]
pub fn level_in_words(level: Level) -> &'static str {
    match level {
        Level::Random => "does anything that is allowed",
        Level::Greedy => "takes what pays most at once",
        Level::Careful => "follows sensible rules of thumb",
        Level::Strong => "plays as well as it can without the whole game",
        Level::Perfect => "never errs",
    }
}

/// Says how long ago something was.
#[must_use]
pub fn age_in_words(seconds: u64) -> String {
    let (number, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let many = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{many} ago")
}

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

/// Tells all that happened in a record, with the board whenever a turn is over.
///
/// # Errors
/// When the output is gone. A record that is no game is the inner error, told up to the event that is wrong.
pub fn replay(console: &mut Console<'_>, record: &Record) -> io::Result<Result<(), ReplayError>> {
    let mut written = Ok(());
    let mut drawn: Option<(Option<Seat>, Vec<String>)> = None;
    let replayed = Match::replay_showing(record, |game, story| {
        let told = std::mem::replace(&mut written, Ok(()));
        written = told.and_then(|()| tell_event(console, game, story, &mut drawn));
    });
    written?;
    match replayed {
        Err(error) => Ok(Err(error)),
        Ok(game) => tell_end(console, &game).map(Ok),
    }
}

/// Tells what an event did, and draws the board if a turn is over by it and the board has changed.
fn tell_event(
    console: &mut Console<'_>,
    game: &Match,
    story: &[Line],
    drawn: &mut Option<(Option<Seat>, Vec<String>)>,
) -> io::Result<()> {
    for line in story {
        console.say_in_tone(line.tone, &draw::line(line, game.names()))?;
    }
    let scene = game.scene(Viewer::Spectator);
    let board = board(&scene, game.names());
    // Somebody who plays alone has no turns.
    let is_due =
        game.names().len() == 1 || drawn.as_ref().is_none_or(|(turn, _)| *turn != scene.turn);
    if matches!(game.turn(), Turn::Over(_)) || !is_due {
        return Ok(());
    }
    let last = drawn.replace((scene.turn, board));
    let (Some((_, last)), Some((_, board))) = (last, &*drawn) else {
        return Ok(());
    };
    if last != *board {
        console.say("")?;
        for line in board {
            console.say(line)?;
        }
        console.say("")?;
    }
    Ok(())
}

/// Draws scores, sheets and triangle boards.
fn board(scene: &Scene, names: &[Name]) -> Vec<String> {
    let mut board = draw::board(scene, names, OfferDisplay::Hidden);
    board.extend(draw::triangles(scene, names));
    board
}

fn tell_end(console: &mut Console<'_>, game: &Match) -> io::Result<()> {
    console.say("")?;
    for line in board(&game.scene(Viewer::Spectator), game.names()) {
        console.say(&line)?;
    }
    match game.turn() {
        Turn::Over(standing) => console.announce(&super::who_won(standing.winners, game.names())),
        Turn::Decide(_) | Turn::Roll => console.announce("The game is not over yet."),
    }
}

/// Shows one moment of a game: what had just happened, the table, and what could be chosen.
///
/// # Errors
/// When the output is gone.
pub fn show_moment(console: &mut Console<'_>, played: &Playthrough, at: usize) -> io::Result<()> {
    let (moment, names) = (played.moment(at), &played.names);
    let (when, last) = (played.when(at), played.last());
    console.announce(&format!("{when}, after event {at} of {last}"))?;
    for line in &moment.story {
        console.say_in_tone(line.tone, &draw::line(line, names))?;
    }
    let lines = draw::board(&moment.scene, names, OfferDisplay::Shown);
    for line in lines.iter().chain(&draw::table(&moment.scene, names, None)) {
        console.say(line)?;
    }
    if let Turn::Decide(seat) = moment.position.turn() {
        console.say(&format!("{} decides:", draw::name(names, seat)))?;
    }
    for choice in &moment.scene.choices {
        let chosen = moment.chosen.as_ref() == Some(&choice.notation);
        let sign = if chosen { ">" } else { " " };
        let hint = match choice.hint.as_str() {
            "" => String::new(),
            hint => format!("   {hint}"),
        };
        console.say(&format!("{sign} {}{hint}", choice.label))?;
    }
    Ok(())
}

/// Writes an error line by line: with the class that scripts look for if it came from a server.
#[must_use]
pub fn error_in_words(error: &UiError) -> String {
    let Some(error) = error.client_error() else {
        return sentence(&format!("Not possible: {error}"));
    };
    let class = match error {
        Error::NotFound(_) => "NotFoundError",
        Error::Validation(_) => "ValidationError",
        _ => "ApiError",
    };
    let what = error.to_string();
    // A refusal with a colon says itself what to check.
    let remedy = match error.remedy() {
        Remedy::CheckTable if what.contains(':') => "",
        remedy => in_commands(remedy),
    };
    let said = format!("{class}: {} {remedy}", sentence(&what));
    said.trim_end().to_owned()
}

/// Ends a text as a sentence does.
#[must_use]
pub fn sentence(text: &str) -> String {
    if text.ends_with(['.', '?', '!']) {
        return text.to_owned();
    }
    format!("{text}.")
}

/// Says what to do with the commands of this program.
fn in_commands(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::FindServer => "Check the address; hotdice serve starts a server on this machine.",
        Remedy::CheckAddress => "Check the address.",
        Remedy::CheckTable => "Check the name: whoever opened the table knows it.",
        Remedy::Rewrite => "Change that and try again.",
        Remedy::ChooseOther => "Choose something else.",
        Remedy::TakeSeat => "Take a seat with: hotdice online join TABLE NAME",
        Remedy::WaitForTurn => "hotdice online turn TABLE waits for your turn.",
        Remedy::LookAgain => "Look at the table again: hotdice online status TABLE",
        Remedy::WatchInstead => {
            "Watch it with: hotdice online watch TABLE, or open your own: hotdice online new RULES"
        }
        Remedy::SeeTheEnd => "See how it went: hotdice online watch TABLE",
        Remedy::SlowDown => "Wait a little and try again.",
        Remedy::TellTheServer => "Try again later, or tell whoever runs the server.",
        Remedy::Nothing => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words_and_loses_none() {
        let text = format!("  {}", "dice and more dice ".repeat(12));
        let wrapped = wrap(&text, 4);
        assert!(wrapped.lines().all(|line| line.chars().count() <= WIDTH));
        let mut later = wrapped.lines().skip(1);
        assert!(later.all(|line| line.starts_with("    ") && !line.starts_with("     ")));
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&wrapped), words(&text));
        assert_eq!(wrap("short", 4), "short");
    }

    #[test]
    fn words_longer_than_a_line_are_left_whole() {
        assert_eq!(
            fold("a verylongword b", 6, 2),
            ["a", "  verylongword", "  b"]
        );
        assert_eq!(fold("", 6, 2), [""]);
    }

    #[test]
    fn ages_are_rounded_down() {
        for (seconds, words) in [
            (0, "just now"),
            (60, "1 minute ago"),
            (7199, "1 hour ago"),
            (7200, "2 hours ago"),
            (200_000, "2 days ago"),
        ] {
            assert_eq!(age_in_words(seconds), words);
        }
    }
}
