//! Rate limits: how often somebody may ask, by address and by token.

use std::hash::Hash;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::http::header::{AUTHORIZATION, HeaderValue};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

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
    addresses: Option<DefaultKeyedRateLimiter<Origin>>,
    tokens: Option<DefaultKeyedRateLimiter<Digest>>,
}

impl RateLimiters {
    pub(super) fn new(rates: RateLimits) -> Self {
        Self {
            addresses: rates.by_address.map(quota).map(RateLimiter::keyed),
            tokens: rates.by_token.map(quota).map(RateLimiter::keyed),
        }
    }

    /// Returns how long a request comes too soon; nothing if it does not.
    fn wait(&self, request: &Request) -> Option<Duration> {
        let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let by_address = match (&self.addresses, address) {
            (Some(limiter), Some(address)) => wait(limiter, &Origin::of(address.0)),
            _ => None,
        };
        let value = request.headers().get(AUTHORIZATION);
        let by_token = match (&self.tokens, value) {
            (Some(limiter), Some(value)) => wait(limiter, &sender_of(value)),
            _ => None,
        };
        by_address.max(by_token)
    }

    /// Refuses those who ask too often.
    pub(super) fn check(&self, request: &Request) -> Result<(), Failure> {
        self.drop_idle();
        let Some(wait) = self.wait(request) else {
            return Ok(());
        };
        metrics::counter!("hotdice_rate_limited_total").increment(1);
        let detail = "too many requests: wait a second and try again";
        Err(Failure::rate_limited(detail, seconds(wait)))
    }

    /// Forgets those who have not asked for a while, now and then.
    fn drop_idle(&self) {
        if let Some(addresses) = &self.addresses
            && addresses.len() > MAX_REMEMBERED
        {
            addresses.retain_recent();
        }
        if let Some(tokens) = &self.tokens
            && tokens.len() > MAX_REMEMBERED
        {
            tokens.retain_recent();
        }
    }
}

/// Counts a request, and returns how long it comes too soon.
pub(super) fn wait<K: Clone + Eq + Hash>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Option<Duration> {
    let refused = limiter.check_key(key).err()?;
    Some(refused.wait_time_from(DefaultClock::default().now()))
}

/// Returns whose token it is that came in a header, by the digest of it; what is no token counts as it stands.
fn sender_of(value: &HeaderValue) -> Digest {
    let token = token(value).map_or(value.as_bytes(), str::as_bytes);
    digest(&[token])
}

/// How many askers are remembered before those who are quiet are forgotten.
const MAX_REMEMBERED: usize = 20_000;

fn quota(rate: NonZeroU32) -> Quota {
    Quota::per_second(rate)
        .allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1)))
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
