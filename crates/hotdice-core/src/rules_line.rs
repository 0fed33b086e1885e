//! House rules as one line of text: `farkle(target=5000,opening=500)`.

use std::fmt;
use std::str::FromStr;

/// A rules line in its parts: the name of a preset and the parameters that differ from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesLine {
    /// The name of a preset.
    pub name: String,
    /// Parameters and their values, in the order they were written.
    pub parameters: Vec<(String, String)>,
}

impl fmt::Display for RulesLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let mut opening = '(';
        for (name, value) in &self.parameters {
            write!(f, "{opening}{name}={value}")?;
            opening = ',';
        }
        if self.parameters.is_empty() {
            Ok(())
        } else {
            f.write_str(")")
        }
    }
}

/// A rules line that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The text does not have the form of a rules line.
    #[error(
        "{0:?} is not a rules line: write a game, or a game with changed rules as game(name=value,name=value)"
    )]
    Malformed(String),
    /// No preset has this name.
    #[error("there is no game {name:?}{}", did_you_mean(nearest.as_deref()))]
    UnknownGame {
        /// The name that was written.
        name: String,
        /// A known name that is much like it.
        nearest: Option<String>,
    },
    /// The family has no such parameter.
    #[error("{game} has no parameter {name:?}: did you mean {nearest:?}? It has {known}")]
    UnknownParameter {
        /// The preset that was named.
        game: String,
        /// The parameter that was written.
        name: String,
        /// The known parameter most like it.
        nearest: String,
        /// All parameters of the family.
        known: String,
    },
    /// A parameter is given twice.
    #[error("{0} is given twice")]
    Repeated(String),
    /// A parameter cannot have this value.
    #[error("{name} cannot be {value:?}: it takes {accepts}")]
    BadValue {
        /// The parameter.
        name: String,
        /// The value that was written.
        value: String,
        /// What the parameter takes.
        accepts: String,
    },
    /// The parameters do not go together.
    #[error("these rules contradict each other: {0}")]
    Conflict(&'static str),
}

impl FromStr for RulesLine {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let malformed = || RulesError::Malformed(text.to_owned());
        let text_without_space: String = text.split_whitespace().collect();
        let (name, parameters) = match text_without_space.split_once('(') {
            None => (text_without_space.as_str(), ""),
            Some((name, rest)) => (name, rest.strip_suffix(')').ok_or_else(malformed)?),
        };
        if name.is_empty() || name.contains('=') || parameters.contains(['(', ')']) {
            return Err(malformed());
        }
        let parameters = parameters
            .split(',')
            .filter(|_| !parameters.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=').ok_or_else(malformed)?;
                Ok((name.to_lowercase(), value.to_owned()))
            })
            .collect::<Result<_, RulesError>>()?;
        let name = name.to_lowercase();
        Ok(Self { name, parameters })
    }
}

/// One parameter of a family of rules `R`: its name, what it means, and how it is written and read.
#[derive(Debug)]
pub struct Parameter<R> {
    /// The name in a rules line.
    pub name: &'static str,
    /// What it changes, in a few words.
    pub meaning: &'static str,
    /// The values it takes, in words.
    pub accepts: &'static str,
    /// Values to try: one of every kind that it takes, small ones too, so that solvers can be checked on small games.
    pub examples: &'static [&'static str],
    /// Writes the value that some rules have.
    pub get: fn(&R) -> String,
    /// Reads a value into some rules, or says no.
    pub set: fn(&mut R, &str) -> Option<()>,
}

/// A parameter as it stands in some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterValue {
    /// The name in a rules line.
    pub name: &'static str,
    /// What it changes.
    pub meaning: &'static str,
    /// The values it takes, in words.
    pub accepts: &'static str,
    /// Values to try, one of every kind that it takes.
    pub examples: &'static [&'static str],
    /// The value it has.
    pub value: String,
}

/// Returns the rules of a preset with the parameters of a rules line put in.
///
/// # Errors
/// When a parameter is unknown, repeated, or cannot have its value.
pub fn read_rules<R>(preset: R, known: &[Parameter<R>], line: &RulesLine) -> Result<R, RulesError> {
    let mut rules = preset;
    for (place, (name, value)) in line.parameters.iter().enumerate() {
        let parameter = known
            .iter()
            .find(|parameter| parameter.name == name)
            .ok_or_else(|| unknown_parameter(known, &line.name, name))?;
        if line.parameters[..place]
            .iter()
            .any(|(other, _)| other == name)
        {
            return Err(RulesError::Repeated(name.clone()));
        }
        (parameter.set)(&mut rules, value).ok_or_else(|| RulesError::BadValue {
            name: name.clone(),
            value: value.clone(),
            accepts: parameter.accepts.to_owned(),
        })?;
    }
    Ok(rules)
}

fn unknown_parameter<R>(known: &[Parameter<R>], game: &str, name: &str) -> RulesError {
    let names = known.iter().map(|parameter| parameter.name);
    RulesError::UnknownParameter {
        game: game.to_owned(),
        name: name.to_owned(),
        nearest: nearest(name, names.clone()).unwrap_or_default().to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    }
}

/// Writes the shortest rules line: the preset's name and only what differs from it.
#[must_use]
pub fn write_rules<R>(name: &str, preset: &R, known: &[Parameter<R>], rules: &R) -> RulesLine {
    let parameters = known
        .iter()
        .map(|parameter| {
            (
                parameter.name,
                (parameter.get)(preset),
                (parameter.get)(rules),
            )
        })
        .filter(|(_, usual, value)| usual != value)
        .map(|(name, _, value)| (name.to_owned(), value))
        .collect();
    let name = name.to_owned();
    RulesLine { name, parameters }
}

/// Lists all parameters with the values they have in `rules`.
#[must_use]
pub fn list_rules<R>(known: &[Parameter<R>], rules: &R) -> Vec<ParameterValue> {
    known
        .iter()
        .map(|parameter| ParameterValue {
            name: parameter.name,
            meaning: parameter.meaning,
            accepts: parameter.accepts,
            examples: parameter.examples,
            value: (parameter.get)(rules),
        })
        .collect()
}

/// Returns the known name that takes the fewest changed letters to reach from `name`.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .min_by_key(|candidate| distance(name, candidate))
}

/// Returns the known name that is meant by a slip of the pen, if there is one.
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(name, known).filter(|candidate| 2 * distance(name, candidate) <= candidate.len())
}

fn did_you_mean(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!(": did you mean {name:?}?"))
}

/// Returns the edit distance between two short words; of a long one only the beginning counts.
fn distance(from: &str, to: &str) -> usize {
    let end = from
        .char_indices()
        .nth(40)
        .map_or(from.len(), |(end, _)| end);
    strsim::levenshtein(&from[..end], to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, printed: &str) {
        assert_eq!(text.parse::<RulesLine>().unwrap().to_string(), printed);
    }

    #[test]
    fn prints_and_parses_back() {
        check("farkle", "farkle");
        check("farkle()", "farkle");
        check(
            " farkle( target = 5000, opening=500 )",
            "farkle(target=5000,opening=500)",
        );
    }

    #[test]
    fn refuses_what_is_no_rules_line() {
        for text in [
            "",
            "(",
            "farkle(",
            "farkle(target)",
            "farkle(a=1))",
            "farkle(a=(1))",
            "(a=1)",
            "f(a=1,)",
        ] {
            let result = text.parse::<RulesLine>();
            assert_eq!(result, Err(RulesError::Malformed(text.to_owned())));
        }
    }

    #[test]
    fn finds_the_nearest_name() {
        let known = ["target", "three_ones", "straight"];
        assert_eq!(nearest("tarqet", known), Some("target"));
        assert_eq!(nearest("threeones", known), Some("three_ones"));
        assert_eq!(nearest("x", []), None);
        assert_eq!(meant("tarqet", known), Some("target"));
        assert_eq!(meant("horse", known), None);
    }
}
