//! What lets somebody act: 32 random bytes, of which the server keeps only a sum.

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

    /// Returns what the server keeps.
    pub(crate) fn sum(&self) -> Digest {
        sum(&[b"hotdice/token/v1", self.0.as_bytes()])
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

/// Compares sums without telling by the time it takes where they differ.
pub(crate) fn same(one: &Digest, other: &Digest) -> bool {
    one.ct_eq(other).into()
}

/// Returns the SHA-256 sum of several texts, each with its length.
pub(crate) fn sum(parts: &[&[u8]]) -> Digest {
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
