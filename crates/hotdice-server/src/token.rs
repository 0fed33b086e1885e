//! Tokens: 32 random bytes that let somebody act, of which the server stores only a digest.

use std::fmt;

use hotdice_core::Bytes32;
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::failure::Failure;
use crate::store::Digest;

/// A token as its holder has it. It is not shown by accident.
pub(crate) struct Bearer(String);

impl Bearer {
    /// Returns a new token.
    pub(crate) fn new() -> Result<Self, Failure> {
        Ok(Self(Bytes32(random()?).to_string()))
    }

    /// Returns the token that somebody has sent.
    pub(crate) fn received(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Returns what the server stores.
    pub(crate) fn digest(&self) -> Digest {
        digest(&[b"hotdice/token/v1", self.0.as_bytes()])
    }

    /// Gives the token to its holder.
    pub(crate) fn hand_out(self) -> String {
        self.0
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bearer(…)")
    }
}

/// Compares digests in constant time.
pub(crate) fn same(one: &Digest, other: &Digest) -> bool {
    one.ct_eq(other).into()
}

/// Returns the SHA-256 digest of several parts, each with its length before it.
pub(crate) fn digest(parts: &[&[u8]]) -> Digest {
    use sha2::Digest as _;
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Returns bytes that nobody can foresee.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    drawn.map_err(|error| Failure::internal(&error))?;
    Ok(bytes)
}
