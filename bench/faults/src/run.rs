//! A whole run: guests, a storm, and the check.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hotdice_client::Client;
use hotdice_rig::Unavailable;

use crate::check::{check, record_of};
use crate::cluster::{Build, Cluster};
use crate::figures::Figures;
use crate::flaw::Flaw;
use crate::guest::{Guest, Manners, play_all};
use crate::history::History;
use crate::log;
use crate::storm::{Damage, Storm, Weather};

/// A run to be made.
#[derive(Clone, Debug)]
pub struct Run {
    /// The program `hotdice`.
    pub binary: PathBuf,
    /// What decides the storm and what guests choose.
    pub seed: u64,
    /// How long the storm goes on.
    pub time: Duration,
    /// What happens meanwhile.
    pub weather: Weather,
    /// How many guests play at once.
    pub guests: usize,
    /// How they play.
    pub manners: Manners,
    /// How the cluster is made.
    pub build: Build,
}

/// What came of a run.
#[derive(Debug)]
pub struct Outcome {
    /// What must not have happened.
    pub flaws: Vec<Flaw>,
    /// What it amounts to.
    pub figures: Figures,
    /// What the storm did.
    pub damage: Damage,
    /// The log files of the servers.
    pub server_logs: Vec<String>,
    /// The records of all games by the names of their tables, made from the logs alone.
    pub records: BTreeMap<String, String>,
}

impl Run {
    /// Returns a run of so many seconds with a dozen guests.
    #[must_use]
    pub fn of(binary: PathBuf, seed: u64, seconds: u64) -> Self {
        // A game that was begun in the storm may end in the calm after it.
        let manners = Manners {
            longest_game: Duration::from_secs(seconds + 120),
            ..Manners::default()
        };
        Self {
            binary,
            seed,
            time: Duration::from_secs(seconds),
            weather: Weather::Storm,
            guests: 12,
            manners,
            build: Build::default(),
        }
    }

    /// Plays, rages and checks.
    ///
    /// # Errors
    /// When PostgreSQL or NATS cannot be had.
    pub fn go(&self) -> Result<Outcome, Unavailable> {
        let mut cluster = Cluster::start(&self.binary, self.build())?;
        let (history, damage) = self.play(&mut cluster);
        let logs = log::read(&cluster.postgres, &cluster.database);
        let logs = logs.map_err(|error| Unavailable::Broken {
            program: "PostgreSQL",
            cause: error.to_string(),
        })?;
        let mut flaws = check(&logs, &history);
        flaws.extend(damage.troubles.iter().cloned().map(Flaw::Trouble));
        // A log that does not replay has been found already.
        let replayed =
            |(table, rows): (&String, &Vec<_>)| Some((table.clone(), record_of(table, rows).ok()?));
        let records: BTreeMap<String, String> = logs.iter().filter_map(replayed).collect();
        flaws.extend(told_otherwise(&cluster, &records));
        Ok(Outcome {
            flaws,
            figures: Figures::of(&logs, &history, &damage),
            damage,
            server_logs: cluster.nodes.iter().map(hotdice_rig::Node::log).collect(),
            records,
        })
    }

    fn build(&self) -> Build {
        Build {
            standby: self.build.standby || self.weather.needs_standby(),
            ..self.build
        }
    }

    fn play(&self, cluster: &mut Cluster) -> (History, Damage) {
        let over = Arc::new(AtomicBool::new(false));
        let guest = |number: usize| {
            let seed = self.seed * 1000 + number as u64;
            Guest::new(seed, cluster.doors_of(number), self.manners.clone())
        };
        let playing = play_all((0..self.guests).map(guest).collect(), &over);
        let storm = Storm {
            seed: self.seed,
            time: self.time,
            weather: self.weather,
        };
        let damage = storm.rage(cluster);
        over.store(true, Ordering::Relaxed);
        let mut history = History::default();
        for guest in playing {
            match guest.join() {
                Ok(told) => history.merge(told),
                Err(_) => history.troubles.push("a guest panicked".to_owned()),
            }
        }
        (history, damage)
    }
}

/// Every server tells the game that the log has.
fn told_otherwise(cluster: &Cluster, records: &BTreeMap<String, String>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for node in &cluster.nodes {
        let client = Client::new(&node.url()).expect("an address");
        for (table, record) in records {
            if client.record(table).ok().as_ref() != Some(record) {
                flaws.push(Flaw::Record {
                    table: table.clone(),
                    server: node.url(),
                });
            }
        }
    }
    flaws
}
