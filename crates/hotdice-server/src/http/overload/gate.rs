//! How many requests may be under way: fewer when writes take long.
//!
//! # Why by writes, and why so
//! Whoever is let in waits behind all others who were, so that the number of requests under way is what decides how long
//! everybody waits. How many a machine bears is not known beforehand; that writes take long tells when there are too many. Then the
//! bound is lowered by a fifth, and while writes are quick it is raised again by a tenth (AIMD, as TCP finds its rate). How long whole
//! requests take would be the wrong sign: some wait for a job, and strangers could make them wait and have others refused.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hotdice_world::Moment;

use crate::origin::Origin;

/// How long a write may take when the server is not overloaded.
const SLOW: Duration = Duration::from_millis(100);

/// How often the bound is looked at, and how many writes there have to be for that.
const WINDOW: Duration = Duration::from_millis(100);
const FEWEST_WRITES: u32 = 8;

/// The least and the most requests that may be under way.
const LEAST: usize = 32;
const MOST: usize = 2_000;

/// The longest time after which somebody is told to try again.
const LONGEST_RETRY: u32 = 30;

/// How many writes there were lately, and how many of them took long.
#[derive(Default)]
pub(crate) struct WriteTimes {
    all: AtomicU32,
    slow: AtomicU32,
}

impl WriteTimes {
    /// Notes how long a write took.
    pub(crate) fn note(&self, took: Duration) {
        self.all.fetch_add(1, Ordering::Relaxed);
        if took > SLOW {
            self.slow.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn take(&self) -> (u32, u32) {
        let all = self.all.swap(0, Ordering::Relaxed);
        (all, self.slow.swap(0, Ordering::Relaxed))
    }
}

/// Lets requests in as long as there are not too many.
pub(super) struct Gate {
    limit: usize,
    under_way: usize,
    by_address: HashMap<Origin, usize>,
    /// How many requests of one address may be under way, if that is bounded.
    most_of_address: Option<NonZeroU32>,
    window: GateWindow,
    /// How many are refused for each that is let in, of late.
    crowd: f64,
}

struct GateWindow {
    since: Moment,
    admitted: u32,
    refused: u32,
}

/// Why a request is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShedReason {
    /// Too many of this address are under way.
    OfAddress,
    /// Too many are under way; after so many seconds it is worth trying again.
    InAll(u32),
}

impl Gate {
    pub(super) fn new(most_of_address: Option<NonZeroU32>, now: Moment) -> Self {
        Self {
            limit: MOST,
            under_way: 0,
            by_address: HashMap::new(),
            most_of_address,
            window: GateWindow::new(now),
            crowd: 0.0,
        }
    }

    /// Lets a request in, or says why not.
    pub(super) fn enter(
        &mut self,
        from: Option<Origin>,
        writes: &WriteTimes,
        now: Moment,
    ) -> Result<(), ShedReason> {
        if now.since(self.window.since) >= WINDOW {
            self.adapt(writes, now);
        }
        if self.under_way >= self.limit {
            self.window.refused += 1;
            return Err(ShedReason::InAll(self.retry()));
        }
        if let (Some(from), Some(most)) = (from, self.most_of_address) {
            // However low the bound is, one address never has all of it.
            let most = (most.get() as usize).min(self.limit / 2);
            let own = self.by_address.entry(from).or_default();
            if *own >= most {
                return Err(ShedReason::OfAddress);
            }
            *own += 1;
        }
        self.under_way += 1;
        self.window.admitted += 1;
        Ok(())
    }

    /// Notes that a request that was let in is done.
    pub(super) fn leave(&mut self, from: Option<Origin>) {
        self.under_way -= 1;
        if let Some(from) = from
            && let Some(own) = self.by_address.get_mut(&from)
        {
            *own -= 1;
            if *own == 0 {
                self.by_address.remove(&from);
            }
        }
    }

    fn adapt(&mut self, writes: &WriteTimes, now: Moment) {
        let GateWindow {
            admitted, refused, ..
        } = std::mem::replace(&mut self.window, GateWindow::new(now));
        let crowd = f64::from(refused) / f64::from(admitted.max(1));
        self.crowd += (crowd - self.crowd) / 4.0;
        let (all, slow) = writes.take();
        if all >= FEWEST_WRITES && slow > all / 2 {
            // What is not used is no bound: it is lowered from where the requests are.
            let used = self.limit.min(self.under_way.max(LEAST));
            self.limit = (used - used / 5).max(LEAST);
        } else if refused > 0 {
            self.limit = (self.limit + self.limit / 10 + 1).min(MOST);
        } else if slow == 0 {
            self.limit = (self.limit * 2).min(MOST);
        }
    }

    /// Returns after how many seconds it is worth trying again: if two are refused for each that is let in, it takes three rounds
    /// until all have had their turn. Those who are refused together are not told to come back together.
    fn retry(&self) -> u32 {
        let rounds = (1.0 + self.crowd).ceil() as u32;
        (rounds + self.window.refused % (rounds + 1)).clamp(1, LONGEST_RETRY)
    }
}

impl GateWindow {
    fn new(since: Moment) -> Self {
        Self {
            since,
            admitted: 0,
            refused: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};

    use super::*;

    fn origin(last: u8) -> Option<Origin> {
        let ip = IpAddr::V4(Ipv4Addr::new(10, 0, 0, last));
        Some(Origin::of(SocketAddr::new(ip, 1)))
    }

    /// Lets in whoever comes for a while, with writes that take as long as given; returns the bound in the end.
    fn limit_after(gate: &mut Gate, windows: u32, took: Duration) -> usize {
        let writes = WriteTimes::default();
        let mut now = gate.window.since;
        for _ in 0..windows {
            for _ in 0..20 {
                writes.note(took);
            }
            now = now + WINDOW;
            while gate.enter(None, &writes, now).is_ok() {}
        }
        gate.limit
    }

    #[test]
    fn fewer_are_let_in_when_writes_take_long_and_more_again_when_they_do_not() {
        let mut gate = Gate::new(None, Moment::default());
        assert_eq!(limit_after(&mut gate, 5, Duration::from_millis(1)), MOST);
        let few = limit_after(&mut gate, 40, 2 * SLOW);
        assert_eq!(few, LEAST);
        assert_eq!(
            gate.enter(None, &WriteTimes::default(), gate.window.since),
            Err(ShedReason::InAll(gate.retry()))
        );
        let more = limit_after(&mut gate, 10, Duration::from_millis(1));
        assert!((2 * LEAST..MOST).contains(&more), "{more}");
    }

    #[test]
    fn an_address_never_has_all_places() {
        let mut gate = Gate::new(NonZeroU32::new(200), Moment::default());
        let (writes, now) = (WriteTimes::default(), Moment::default());
        let admitted = |gate: &mut Gate, last| {
            (0..500)
                .filter(|_| gate.enter(origin(last), &writes, now).is_ok())
                .count()
        };
        assert_eq!(admitted(&mut gate, 1), 200);
        assert_eq!(admitted(&mut gate, 2), 200);
        gate.limit = 410;
        assert_eq!(admitted(&mut gate, 3), 10);
        for _ in 0..200 {
            gate.leave(origin(1));
        }
        assert_eq!(admitted(&mut gate, 1), 200);
    }

    #[test]
    fn who_is_refused_is_told_to_come_back_when_there_may_be_room() {
        let mut gate = Gate::new(None, Moment::default());
        gate.crowd = 2.5;
        let told: Vec<u32> = (0..10)
            .map(|refused| {
                gate.window.refused = refused;
                gate.retry()
            })
            .collect();
        assert!(
            told.iter().all(|seconds| (4..=8).contains(seconds)),
            "{told:?}"
        );
        assert!(
            told.iter().any(|seconds| *seconds != told[0]),
            "not all at once"
        );
        gate.crowd = 1000.0;
        assert_eq!(gate.retry(), LONGEST_RETRY);
    }
}
