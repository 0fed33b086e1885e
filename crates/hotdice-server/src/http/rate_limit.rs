//! Rate limits: how often somebody may ask, by address and by token.

use std::hash::Hash;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::http::header::{AUTHORIZATION, HeaderValue};
use hotdice_world::World;

use super::Limiter;
use super::extract::token;
use crate::failure::{Failure, seconds};
use crate::origin::Origin;
use crate::store::Digest;
use crate::token::digest;

/// How many requests a second are allowed in the long run; nothing for no limit.
#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// By address: several people may share one.
    pub by_address: Option<NonZeroU32>,
    /// By token: one player at one table.
    pub by_token: Option<NonZeroU32>,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            by_address: NonZeroU32::new(100),
            by_token: NonZeroU32::new(30),
        }
    }
}

impl RateLimits {
    /// Returns the limits of all that an address asks for, the files of the page, measurements and what is not there included. These are
    /// cheap, and a page is many files at once: four times as much as of the API, which is counted on its own besides.
    pub(super) fn for_everything(self) -> Self {
        let four = NonZeroU32::MIN.saturating_add(3);
        Self {
            by_address: self.by_address.map(|rate| rate.saturating_mul(four)),
            by_token: None,
        }
    }
}

/// How many seconds' worth of requests may come at once.
const BURST: u32 = 4;

/// How often everybody has asked.
pub(super) struct RateLimiters {
    addresses: Option<Limiter<Origin>>,
    tokens: Option<Limiter<Digest>>,
}

impl RateLimiters {
    pub(super) fn new(rates: RateLimits, world: &World) -> Self {
        Self {
            addresses: rates.by_address.map(|rate| limiter(rate, world)),
            tokens: rates.by_token.map(|rate| limiter(rate, world)),
        }
    }

    /// Returns how long a request comes too soon; nothing if it does not.
    fn wait(&self, request: &Request) -> Option<Duration> {
        let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let by_address = match (&self.addresses, address) {
            (Some(limiter), Some(address)) => limiter.wait(&Origin::of(address.0)),
            _ => None,
        };
        let value = request.headers().get(AUTHORIZATION);
        let by_token = match (&self.tokens, value) {
            (Some(limiter), Some(value)) => limiter.wait(&sender_of(value)),
            _ => None,
        };
        by_address.max(by_token)
    }

    /// Refuses those who ask too often.
    pub(super) fn check(&self, request: &Request) -> Result<(), Failure> {
        let Some(wait) = self.wait(request) else {
            return Ok(());
        };
        metrics::counter!("hotdice_rate_limited_total").increment(1);
        let detail = "too many requests: wait a second and try again";
        Err(Failure::rate_limited(detail, seconds(wait)))
    }
}

/// Returns whose token it is that came in a header, by the digest of it; what is no token counts as it stands.
fn sender_of(value: &HeaderValue) -> Digest {
    let token = token(value).map_or(value.as_bytes(), str::as_bytes);
    digest(&[token])
}

fn limiter<K: Clone + Eq + Hash>(rate: NonZeroU32, world: &World) -> Limiter<K> {
    let at_once = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
    Limiter::per_second(rate, at_once, world)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_counts_as_one_however_it_is_written() {
        let asks = |header: &'static str| sender_of(&HeaderValue::from_static(header));
        for same in ["Bearer   one", "bearer one ", "BEARER \tone"] {
            assert_eq!(asks(same), asks("Bearer one"), "{same:?}");
        }
        assert_ne!(asks("Bearer other"), asks("Bearer one"));
    }
}
