//! What lets somebody act at a table.

use std::fmt;
use std::str::FromStr;

use hotdice_core::Bytes32;
use hotdice_world::{NoRandomness, World};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

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
    /// Makes a token that nobody can guess.
    ///
    /// # Errors
    /// When the world gives no randomness.
    pub(crate) fn new(world: &World) -> Result<Self, NoRandomness> {
        Ok(Self(Bytes32(world.random(&"token")?).to_string()))
    }

    /// Returns what a server is told of a token that was made here: its SHA-256.
    pub(crate) fn hash(&self) -> String {
        Bytes32(Sha256::digest(&self.0).into()).to_string()
    }

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
    fn every_token_is_another_and_its_hash_is_sha_256() {
        let world = World::system();
        let new = || Token::new(&world).expect("randomness");
        let (one, other) = (new(), new());
        assert!(one != other && one.secret().len() == 64);
        assert_ne!(one.hash(), one.secret());
        let token: Token = "abc".parse().expect("a token");
        let published = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(token.hash(), published);
    }

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
