//! Reading a tape.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::command::{Command, Rule};

/// Why a line is no command.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BadLine {
    /// The first word is unknown.
    #[error("{0:?} is no command of tapes")]
    Unknown(String),
    /// Something has to follow the command.
    #[error("write it as: {0}")]
    Form(&'static str),
    /// A rule stands alone.
    #[error("`when` belongs below `until` or `together`")]
    Lonely,
    /// A variable has not been taken before.
    #[error("nothing is called {{{0}}} here: take it first")]
    Untaken(String),
}

/// Reads the steps of a tape; an error comes with the number of its line.
pub(super) fn steps(text: &str) -> Result<Vec<(usize, Command)>, (usize, BadLine)> {
    let mut steps: Vec<(usize, Command)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(rule) = line.strip_prefix("when ") {
            let rule = read_rule(rule).map_err(|error| (number, error))?;
            match steps.last_mut() {
                Some((_, Command::Until(_, rules) | Command::Together(_, rules))) => {
                    rules.push(rule);
                }
                _ => return Err((number, BadLine::Lonely)),
            }
            continue;
        }
        let command = command(line).map_err(|error| (number, error))?;
        steps.push((number, command));
    }
    check_names(&steps)?;
    Ok(steps)
}

fn command(line: &str) -> Result<Command, BadLine> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let text = |form| match rest {
        "" => Err(BadLine::Form(form)),
        rest => Ok(rest.to_owned()),
    };
    Ok(match word {
        "size" => read_size(rest)?,
        "set" => pair(rest, "set NAME VALUE", Command::Set)?,
        "terminal" => Command::Terminal(text("terminal NAME")?),
        "run" => Command::Run(text("run LINE")?),
        "type" => Command::Type(text("type TEXT")?),
        "press" => Command::Press(keys(&text("press KEY …")?)),
        "click" => Command::Click(text("click TEXT")?),
        "patience" => Command::Patience(Duration::from_secs(number(rest, "patience SECONDS")?)),
        "wait" => Command::Wait(text("wait TEXT")?),
        "gone" => Command::Gone(text("gone TEXT")?),
        "miss" => Command::Miss(text("miss TEXT")?),
        "until" => Command::Until(text("until TEXT")?, Vec::new()),
        "together" => Command::Together(text("together TEXT")?, Vec::new()),
        "take" => pair(rest, "take NAME TEXT", Command::Take)?,
        "still" => Command::Still(text("still NAME")?),
        "file" => pair(rest, "file NAME TEXT", Command::File)?,
        "serve" => Command::Serve,
        "kill" => Command::Kill,
        "restored" => Command::Restored,
        "idle" => Command::Idle(Duration::from_millis(number(rest, "idle MILLISECONDS")?)),
        _ => return Err(BadLine::Unknown(word.to_owned())),
    })
}

fn keys(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn read_size(rest: &str) -> Result<Command, BadLine> {
    let form = "size COLUMNS ROWS";
    let (columns, rows) = rest.split_once(' ').ok_or(BadLine::Form(form))?;
    Ok(Command::Size(number(columns, form)?, number(rows, form)?))
}

fn read_rule(rest: &str) -> Result<Rule, BadLine> {
    let (seen, pressed) = rest
        .rsplit_once(" press ")
        .ok_or(BadLine::Form("when TEXT press KEY …"))?;
    Ok(Rule {
        seen: seen.trim().to_owned(),
        keys: keys(pressed),
    })
}

fn pair(
    rest: &str,
    form: &'static str,
    command: impl FnOnce(String, String) -> Command,
) -> Result<Command, BadLine> {
    let (name, text) = rest.split_once(' ').ok_or(BadLine::Form(form))?;
    Ok(command(name.to_owned(), text.trim().to_owned()))
}

fn number<N: FromStr>(text: &str, form: &'static str) -> Result<N, BadLine> {
    text.trim().parse().map_err(|_| BadLine::Form(form))
}

/// Refuses names in braces that nothing has been called by before.
fn check_names(steps: &[(usize, Command)]) -> Result<(), (usize, BadLine)> {
    let mut known = vec![];
    for (line, command) in steps {
        match command {
            Command::Take(name, _) => known.push(name.as_str()),
            Command::Serve => known.push("server"),
            Command::Run(text) | Command::Type(text) | Command::Wait(text) => {
                let unknown = names(text).find(|name| !known.contains(name));
                if let Some(name) = unknown {
                    return Err((*line, BadLine::Untaken(name.to_owned())));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the names in braces.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let after = text.split('{').skip(1);
    after
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .filter(|name| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[Command]) {
        let steps = steps(text).expect("it can be read");
        let commands: Vec<Command> = steps.into_iter().map(|(_, command)| command).collect();
        assert_eq!(commands, expected);
    }

    #[track_caller]
    fn refused(text: &str, line: usize, words: &str) {
        let (at, error) = steps(text).expect_err("it cannot be read");
        assert_eq!((at, error.to_string().as_str()), (line, words));
    }

    #[test]
    fn a_line_is_a_command() {
        check("size 100 30", &[Command::Size(100, 30)]);
        check(
            "# why\n\n  wait Your  choice ",
            &[Command::Wait("Your  choice".into())],
        );
        check(
            "press Down Enter",
            &[Command::Press(vec!["Down".into(), "Enter".into()])],
        );
        check(
            "take code Code:\ntype {code}",
            &[
                Command::Take("code".into(), "Code:".into()),
                Command::Type("{code}".into()),
            ],
        );
    }

    #[test]
    fn rules_belong_to_the_line_above() {
        let rule = Rule {
            seen: "press any key".into(),
            keys: vec!["y".into()],
        };
        check(
            "until wins\n  when press any key press y",
            &[Command::Until("wins".into(), vec![rule])],
        );
        refused(
            "wait x\nwhen y press z",
            2,
            "`when` belongs below `until` or `together`",
        );
    }

    #[test]
    fn a_slip_is_named() {
        refused("\nwiat x", 2, "\"wiat\" is no command of tapes");
        refused("size 100", 1, "write it as: size COLUMNS ROWS");
        refused("wait", 1, "write it as: wait TEXT");
        refused(
            "type {code}",
            1,
            "nothing is called {code} here: take it first",
        );
        refused("until x\nwhen y", 2, "write it as: when TEXT press KEY …");
    }
}
