//! What the load has shown.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::Options;
use crate::servers::Used;

/// What the load has shown so far.
#[derive(Default)]
pub(crate) struct Report {
    times: Mutex<Vec<u32>>,
    /// How long rolls waited for links.
    waits: Mutex<Vec<u32>>,
    games: AtomicU64,
    heard: AtomicU64,
    refused: AtomicU64,
    began: Mutex<Option<Instant>>,
}

impl Report {
    /// Forgets what was measured while the load was building up.
    pub(crate) fn begin(&self) {
        self.times().clear();
        self.waits().clear();
        self.heard.store(0, Ordering::Relaxed);
        self.refused.store(0, Ordering::Relaxed);
        self.games.store(0, Ordering::Relaxed);
        *self.began.lock().expect("nobody panics with it") = Some(Instant::now());
    }

    /// Notes an action that is safe.
    pub(crate) fn acted(&self, took: Duration) {
        self.times().push(took.as_micros() as u32);
    }

    /// Notes how long a roll waited for links after the action that led to it was safe.
    pub(crate) fn waited(&self, took: Duration) {
        self.waits().push(took.as_micros() as u32);
    }

    fn waits(&self) -> std::sync::MutexGuard<'_, Vec<u32>> {
        self.waits.lock().expect("nobody panics with it")
    }

    /// Notes a game that is over.
    pub(crate) fn played(&self) {
        self.games.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes a request that was refused because the server was busy.
    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes an event that a listener has heard.
    pub(crate) fn heard(&self) {
        self.heard.fetch_add(1, Ordering::Relaxed);
    }

    fn times(&self) -> std::sync::MutexGuard<'_, Vec<u32>> {
        self.times.lock().expect("nobody panics with it")
    }

    fn seconds(&self) -> f64 {
        let began = *self.began.lock().expect("nobody panics with it");
        began.map_or(1.0, |began| began.elapsed().as_secs_f64())
    }

    pub(crate) fn so_far(&self) -> String {
        let actions = self.times().len() as f64 / self.seconds();
        let heard = self.heard.load(Ordering::Relaxed) as f64 / self.seconds();
        format!("{actions:>7.0} actions/s  {heard:>8.0} events heard/s")
    }

    pub(crate) fn in_the_end(&self, options: &Options, memory: u64) -> String {
        let (mut times, mut waits) = (self.times().clone(), self.waits().clone());
        times.sort_unstable();
        waits.sort_unstable();
        let part_of = |times: &[u32], share: f64| {
            let place = (times.len() as f64 * share) as usize;
            f64::from(times.get(place).copied().unwrap_or_default()) / 1000.0
        };
        let part = |share: f64| part_of(&times, share);
        let waited = match waits.len() {
            0 => String::new(),
            rolls => format!(
                "\n{rolls} decisions waited for links: p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms",
                part_of(&waits, 0.5),
                part_of(&waits, 0.95),
                part_of(&waits, 0.99),
            ),
        };
        format!(
            "{} servers on {:?}{}, {} tables, {} streams: {:.0} safe actions/s, p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms, worst {:.2} ms, {:.0} refused/s; \
             {} games, {:.0} events heard/s; servers {} MiB{waited}",
            options.nodes,
            options.store,
            if options.bus { " with NATS" } else { "" },
            options.tables,
            options.streams,
            times.len() as f64 / self.seconds(),
            part(0.5),
            part(0.95),
            part(0.99),
            part(0.999_999),
            self.refused.load(Ordering::Relaxed) as f64 / self.seconds(),
            self.games.load(Ordering::Relaxed),
            self.heard.load(Ordering::Relaxed) as f64 / self.seconds(),
            memory >> 20,
        )
    }

    /// Says how many cores everybody has kept busy since `before`.
    pub(crate) fn cores(&self, before: Used, after: Used) -> String {
        let cores = |before: f64, after: f64| (after - before) / self.seconds();
        format!(
            "cores in use: servers {:.2}, PostgreSQL {:.2}, load generator {:.2}",
            cores(before.servers, after.servers),
            cores(before.postgres, after.postgres),
            cores(before.load, after.load),
        )
    }
}
