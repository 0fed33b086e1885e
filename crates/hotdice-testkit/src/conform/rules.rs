//! The rules line finds the same game again, and the rules have words.

use hotdice_core::{AnyGame, RulesLine};

use super::{Find, Flaw};

pub(super) fn check(game: &dyn AnyGame, find: Find) -> Result<(), Flaw> {
    check_line(game, find, &game.rules_line())?;
    check_words(game)?;
    check_line(game, find, &whole_line(game, find)?)?;
    check_seats(game)
}

fn check_line(game: &dyn AnyGame, find: Find, line: &str) -> Result<(), Flaw> {
    let line = line.to_owned();
    let found = match find(&line) {
        Ok(found) => found.rules_line(),
        Err(error) => return Err(Flaw::RulesLine { line, error }),
    };
    if found == game.rules_line() {
        return Ok(());
    }
    Err(Flaw::OtherRules { line, found })
}

/// Writes the rules line with every parameter, also those that are as usual.
fn whole_line(game: &dyn AnyGame, find: Find) -> Result<String, Flaw> {
    let line = game.rules_line();
    let mut whole: RulesLine = match line.parse() {
        Ok(whole) => whole,
        Err(error) => return Err(Flaw::RulesLine { line, error }),
    };
    let found = find(&line).map_err(|error| Flaw::RulesLine { line, error })?;
    let parameters = found.parameters().into_iter();
    whole.parameters = parameters
        .map(|parameter| (parameter.name.to_owned(), parameter.value))
        .collect();
    Ok(whole.to_string())
}

fn check_words(game: &dyn AnyGame) -> Result<(), Flaw> {
    let sections = game.explain();
    let is_bare = |text: &str| text.trim().is_empty();
    let bare_section = sections.iter().any(|section| {
        is_bare(section.heading)
            || section.lines.is_empty()
            || section.lines.iter().any(|line| is_bare(line))
    });
    if sections.is_empty() || bare_section {
        return Err(Flaw::Wordless("sections"));
    }
    let parameters = game.parameters();
    let bare_parameter = parameters.iter().any(|parameter| {
        [parameter.name, parameter.meaning, parameter.accepts]
            .into_iter()
            .any(is_bare)
    });
    if parameters.is_empty() || bare_parameter {
        return Err(Flaw::Wordless("parameters"));
    }
    Ok(())
}

/// Tables open at both ends of what the rules allow, and not beyond.
fn check_seats(game: &dyn AnyGame) -> Result<(), Flaw> {
    let allowed = game.seats();
    game.open(allowed.least())?;
    game.open(allowed.most())?;
    let beyond = [0, allowed.least() - 1, allowed.most() + 1, u8::MAX];
    match beyond.into_iter().find(|&seats| game.open(seats).is_ok()) {
        Some(seats) => Err(Flaw::TooManySeats(seats)),
        None => Ok(()),
    }
}
