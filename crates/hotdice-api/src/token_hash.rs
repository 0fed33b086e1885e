//! Tokens that clients make: the request that opens a table or takes a seat carries the hash, and only whoever has the token
//! can act.

use hotdice_core::Bytes32;
use sha2::{Digest, Sha256};

use crate::Rejected;

/// Returns the SHA-256 of a token.
///
/// ```
/// let hash = hotdice_api::hash_of_token("abc").to_string();
/// assert!(hash.starts_with("ba7816bf8f01cfea"));
/// ```
#[must_use]
pub fn hash_of_token(token: &str) -> Bytes32 {
    Bytes32(Sha256::digest(token).into())
}

/// Reads the hash of a token that a request carries, if any.
///
/// # Errors
/// When it is no hash.
pub fn read_token_hash(text: Option<&str>) -> Result<Option<Bytes32>, Rejected> {
    let read = |text: &str| {
        text.parse()
            .map_err(|error| Rejected::invalid(format!("token_hash: {error}")))
    };
    text.map(read).transpose()
}
