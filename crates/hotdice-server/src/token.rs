//! Tokens: 32 random bytes that let somebody act, of which the server stores only a digest.
//!
//! Clients make them and send the hash, so that a request can be repeated without anybody being given a token: knowing the
//! request, its Idempotency-Key included, is then worth nothing. For a client that sends no hash the server makes a token,
//! and hands it out once. It must not do so again: a repeated request looks the same from whoever has learned the key, and
//! neither an address nor a few seconds tell a player from the neighbour behind the same router. Such a repetition is
//! refused; whoever lost the answer opens another table, or takes another seat.

use std::fmt;

use hotdice_core::Bytes32;
use hotdice_wire::Code;
use hotdice_world::World;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use hotdice_api::hash_of_token;

use crate::failure::Failure;
use crate::store::Digest;

/// A token as its holder has it. It is not shown by accident.
pub(crate) struct Bearer(String);

impl Bearer {
    /// Returns a new token.
    fn new(world: &World) -> Result<Self, Failure> {
        Ok(Self(Bytes32(world.random(&"token")?).to_string()))
    }

    /// Returns the token that somebody has sent.
    pub(crate) fn received(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Returns what a server stores of it: whether it made the token, or the client did.
    pub(crate) fn digests(&self) -> BearerDigests {
        BearerDigests([hash_of_token(&self.0).0, self.digest()])
    }

    /// Returns what the server stores of a token that it made.
    fn digest(&self) -> Digest {
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

/// What may be stored of a token.
pub(crate) struct BearerDigests([Digest; 2]);

impl BearerDigests {
    /// Tells whether a stored digest is of the token, in constant time.
    pub(crate) fn contain(&self, stored: &Digest) -> bool {
        let [by_client, here] = &self.0;
        same(by_client, stored) | same(here, stored)
    }
}

/// The token of somebody who opens a table or takes a seat: made by the client, who sends its hash, or here.
pub(crate) enum NewToken {
    ByClient(Bytes32),
    Here(Bearer),
}

impl NewToken {
    /// Returns the token of this hash, or makes one.
    pub(crate) fn new(hash: Option<Bytes32>, world: &World) -> Result<Self, Failure> {
        hash.map_or_else(
            || Bearer::new(world).map(Self::Here),
            |hash| Ok(Self::ByClient(hash)),
        )
    }

    /// Returns what the server stores.
    pub(crate) fn digest(&self) -> Digest {
        match self {
            Self::ByClient(hash) => hash.0,
            Self::Here(bearer) => bearer.digest(),
        }
    }

    /// Refuses a request that was carried out before, unless the client has its token.
    pub(crate) fn check_repeated(&self) -> Result<(), Failure> {
        match self {
            Self::ByClient(_) => Ok(()),
            Self::Here(_) => {
                let detail = "this request was already carried out and its token returned: send a new request with a token_hash, which can be retried";
                Err(Failure::new(Code::Stale, detail))
            }
        }
    }

    /// Gives a token that was made here to its holder.
    pub(crate) fn hand_out(self) -> Option<String> {
        match self {
            Self::ByClient(_) => None,
            Self::Here(bearer) => Some(bearer.hand_out()),
        }
    }
}

/// Compares digests in constant time.
fn same(one: &Digest, other: &Digest) -> bool {
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
