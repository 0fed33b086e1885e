//! What lets somebody act at a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A token of a host or a seat. It does not show in debug output.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Token(String);

/// A text that is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token has 1 to {MOST} visible letters and digits")]
pub struct NotAToken;

/// The most characters that a token has.
const MOST: usize = 512;

impl Token {
    /// Returns the secret itself.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl FromStr for Token {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<Self, NotAToken> {
        let fits = (1..=MOST).contains(&text.len());
        let visible = text.bytes().all(|letter| letter.is_ascii_graphic());
        (fits && visible)
            .then(|| Self(text.to_owned()))
            .ok_or(NotAToken)
    }
}

impl TryFrom<String> for Token {
    type Error = NotAToken;

    fn try_from(text: String) -> Result<Self, NotAToken> {
        text.parse()
    }
}

impl From<Token> for String {
    fn from(token: Token) -> Self {
        token.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_secret() {
        let token: Token = "s3cret".parse().expect("a token");
        assert_eq!(token.secret(), "s3cret");
        assert!(!format!("{token:?}").contains("s3cret"));
        for text in [
            "",
            "two words",
            "line\nbreak",
            "schlüssel",
            &"x".repeat(513),
        ] {
            assert_eq!(text.parse::<Token>(), Err(NotAToken), "{text:?}");
        }
    }
}
