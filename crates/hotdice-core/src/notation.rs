//! Actions, rolls and states as one line of text.

use std::borrow::Cow;

use crate::Game;

/// A game whose every noun has a one-line text form that reads back to the same value.
///
/// Reading is the first of two steps: a text that reads well may still be refused by [`Game::check`].
pub trait Notation: Game {
    /// Writes the rules line: the name of a preset, and what differs from it in parentheses.
    fn rules_line(&self) -> String;

    /// Writes an action.
    fn write_action(&self, action: &Self::Action) -> String;

    /// Reads an action.
    ///
    /// # Errors
    /// When the text is not an action of this game.
    fn read_action(&self, text: &str) -> Result<Self::Action, Unreadable>;

    /// Writes a roll.
    fn write_roll(&self, roll: &Self::Roll) -> String;

    /// Reads a roll.
    ///
    /// # Errors
    /// When the text is not a roll of this game.
    fn read_roll(&self, text: &str) -> Result<Self::Roll, Unreadable>;

    /// Writes a state.
    fn write_state(&self, state: &Self::State) -> String;

    /// Reads a state, and checks that it is one the rules can deal with.
    ///
    /// # Errors
    /// When the text is not a state of this game.
    fn read_state(&self, text: &str) -> Result<Self::State, Unreadable>;
}

/// A text that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {text:?}: {reason}")]
pub struct Unreadable {
    text: String,
    reason: Cow<'static, str>,
}

impl Unreadable {
    /// Says that `text` could not be read, and why or what was expected in its place.
    #[must_use]
    pub fn new(text: &str, reason: impl Into<Cow<'static, str>>) -> Self {
        Self {
            text: shortened(text),
            reason: reason.into(),
        }
    }
}

/// The text of a state as `name=value` fields with spaces between them.
///
/// Fields may stand in any order, each once; what a state leaves out has its usual value.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    text: &'a str,
    fields: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Splits a text into its fields.
    ///
    /// # Errors
    /// When something in the text is not `name=value`, or a name stands twice.
    pub fn new(text: &'a str) -> Result<Self, Unreadable> {
        let mut fields: Vec<(&str, &str)> = Vec::new();
        for field in text.split_whitespace() {
            let (name, value) = field
                .split_once('=')
                .ok_or_else(|| Unreadable::new(field, "expected name=value"))?;
            if fields.iter().any(|(known, _)| *known == name) {
                return Err(Unreadable::new(field, format!("{name} appears twice")));
            }
            fields.push((name, value));
        }
        Ok(Self { text, fields })
    }

    /// Takes out the field `name` and reads its value.
    ///
    /// # Errors
    /// When the field is missing or `read` says no.
    pub fn take<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, Unreadable> {
        self.take_if_there(name, read)?
            .ok_or_else(|| Unreadable::new(self.text, format!("{name}=… is missing")))
    }

    /// Takes out the field `name` and reads its value, if the field is there.
    ///
    /// # Errors
    /// When `read` says no.
    pub fn take_if_there<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, Unreadable> {
        let Some(place) = self.fields.iter().position(|(known, _)| *known == name) else {
            return Ok(None);
        };
        let (_, value) = self.fields.remove(place);
        let read = read(value);
        read.map(Some)
            .ok_or_else(|| Unreadable::new(value, format!("this is not a value of {name}=")))
    }

    /// Makes sure that no field is left.
    ///
    /// # Errors
    /// When there is a field that nothing asked for.
    pub fn finish(self) -> Result<(), Unreadable> {
        match self.fields.first() {
            None => Ok(()),
            Some((name, _)) => Err(Unreadable::new(
                self.text,
                format!("there is no {name}= in this game"),
            )),
        }
    }

    /// Says that the fields do not go together.
    #[must_use]
    pub fn refuse(&self, reason: impl Into<Cow<'static, str>>) -> Unreadable {
        Unreadable::new(self.text, reason)
    }
}

/// Keeps messages short whatever was typed.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
