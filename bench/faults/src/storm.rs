//! Everything that can go wrong, at random, and the same again for the same seed.

mod fault;

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::{Nats, Node, Postgres, Proxy, patient};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::cluster::Cluster;

pub use fault::Fault;

/// How long a server may take to come back.
const LONGEST_RETURN: Duration = Duration::from_secs(60);

/// Trouble that follows from a seed.
#[derive(Clone, Copy, Debug)]
pub struct Storm {
    /// What decides everything.
    pub seed: u64,
    /// How long it goes on.
    pub time: Duration,
    /// What happens in it.
    pub weather: Weather,
}

/// What happens in a storm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weather {
    /// Nothing.
    Calm,
    /// Everything but the loss of the database for good.
    #[default]
    Storm,
    /// Nothing but servers that are killed.
    Kills,
    /// Nothing but the loss of the database: one fail-over after the other.
    FailOvers,
    /// Everything.
    StormWithFailOvers,
    /// Everything that a database with workers can suffer.
    StormWithWorkers,
}

impl Weather {
    /// Tells whether a database has to have a standby to survive it.
    #[must_use]
    pub fn needs_standby(self) -> bool {
        matches!(self, Self::FailOvers | Self::StormWithFailOvers)
    }

    /// Returns what draws faults of servers, and those of what connects them.
    fn draws(self) -> (Option<Draw>, Option<Draw>) {
        match self {
            Self::Calm => (None, None),
            Self::Storm => (Some(Fault::of_servers), Some(Fault::of_lines)),
            Self::Kills => (Some(Fault::kill), None),
            Self::FailOvers => (None, Some(Fault::fail_over)),
            Self::StormWithFailOvers => {
                (Some(Fault::of_servers), Some(Fault::of_lines_with_standby))
            }
            Self::StormWithWorkers => (Some(Fault::of_servers), Some(Fault::of_lines_with_workers)),
        }
    }
}

/// Draws a fault.
type Draw = fn(&mut ChaCha8Rng) -> Fault;

/// What a storm did, and when.
#[derive(Debug, Default)]
pub struct Damage {
    /// The faults, after so much time.
    pub faults: Vec<(Duration, Fault)>,
    /// When the database was lost for good, each time.
    pub fail_overs: Vec<Instant>,
    /// What did not come back.
    pub troubles: Vec<String>,
}

/// What the lines of servers, PostgreSQL and NATS suffer from.
struct Lines<'a> {
    stores: &'a [Vec<Proxy>],
    buses: &'a [Proxy],
    doors: &'a [Proxy],
    postgres: &'a mut Postgres,
    standby: &'a mut Option<Postgres>,
    workers: &'a mut [Postgres],
    nats: &'a mut Nats,
}

impl Storm {
    /// Rages over a cluster: one thing after the other happens to servers, and at the same time to what connects them. In the end
    /// everything runs.
    pub fn rage(self, cluster: &mut Cluster) -> Damage {
        let damage = Mutex::new(Damage::default());
        let Cluster {
            nodes,
            doors,
            store_lines,
            bus_lines,
            postgres,
            standby,
            workers,
            nats,
            ..
        } = cluster;
        let mut lines = Lines {
            stores: store_lines,
            buses: bus_lines,
            doors,
            postgres,
            standby,
            workers,
            nats,
        };
        let (of_servers, of_lines) = self.weather.draws();
        thread::scope(|scope| {
            scope.spawn(|| self.repeat(&damage, 1, of_servers, |fault| befall(nodes, fault)));
            self.repeat(&damage, 2, of_lines, |fault| lines.suffer(fault));
        });
        damage.into_inner().unwrap_or_default()
    }

    /// Lets faults happen one after the other until the time is over.
    fn repeat(
        self,
        damage: &Mutex<Damage>,
        lane: u64,
        draw: Option<Draw>,
        mut happen: impl FnMut(Fault) -> std::io::Result<()>,
    ) {
        let began = Instant::now();
        let mut luck = ChaCha8Rng::seed_from_u64(self.seed * 2 + lane);
        loop {
            let calm = Duration::from_millis(150 + luck.next_u64() % 700);
            if began.elapsed() + calm > self.time {
                return;
            }
            thread::sleep(calm);
            let Some(draw) = draw else { continue };
            let fault = draw(&mut luck);
            let (now, at) = (Instant::now(), began.elapsed());
            let happened = happen(fault);
            let mut damage = damage.lock().expect("nobody panics with it");
            damage.faults.push((at, fault));
            if matches!(fault, Fault::FailOver { .. }) {
                damage.fail_overs.push(now);
            }
            if let Err(error) = happened {
                damage.troubles.push(format!("{fault}: {error}"));
            }
        }
    }
}

/// Lets something happen to a server.
fn befall(nodes: &mut [Node], fault: Fault) -> std::io::Result<()> {
    match fault {
        Fault::Kill { node, away } => {
            nodes[node].crash();
            thread::sleep(away);
            bring_back(&mut nodes[node])
        }
        Fault::Pause { node, long } => {
            nodes[node].pause()?;
            thread::sleep(long);
            nodes[node].resume()
        }
        Fault::Restart { node } => {
            drop(nodes[node].end());
            bring_back(&mut nodes[node])
        }
        _ => Ok(()),
    }
}

/// Starts a server until it stays: it may well not start while there is no database.
fn bring_back(node: &mut Node) -> std::io::Result<()> {
    let began = Instant::now();
    loop {
        match node.restart() {
            Err(error) if began.elapsed() > patient(LONGEST_RETURN) => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(200)),
            Ok(()) => return Ok(()),
        }
    }
}

impl Lines<'_> {
    fn suffer(&mut self, fault: Fault) -> std::io::Result<()> {
        match fault {
            Fault::CutStore { node } => self.stores[node].iter().for_each(Proxy::cut),
            Fault::DelayStore { node, by, long } => {
                self.stores[node].iter().for_each(|line| line.delay(by));
                heal(&self.stores[node], long);
            }
            Fault::LoseStore { node, long } => {
                self.stores[node].iter().for_each(Proxy::swallow);
                heal(&self.stores[node], long);
            }
            Fault::CutBus { node } => self.buses[node].cut(),
            Fault::LoseBus { node, long } => {
                self.buses[node].swallow();
                heal(&self.buses[node..=node], long);
            }
            Fault::StopBus { long } => {
                self.nats.stop();
                thread::sleep(long);
                return self.nats.start_again();
            }
            Fault::StopStore { long } => {
                self.postgres.stop();
                thread::sleep(long);
                return self.postgres.start_again();
            }
            Fault::StopWorker { worker, long } => {
                let count = self.workers.len().max(1);
                if let Some(worker) = self.workers.get_mut(worker % count) {
                    worker.stop();
                    thread::sleep(long);
                    return worker.start_again();
                }
            }
            Fault::FailOver { promoted_after } => {
                return Cluster::fail_over(self.postgres, self.standby, promoted_after);
            }
            Fault::CutDoors => self.doors.iter().for_each(Proxy::cut),
            Fault::Kill { .. } | Fault::Pause { .. } | Fault::Restart { .. } => {}
        }
        Ok(())
    }
}

fn heal(lines: &[Proxy], after: Duration) {
    thread::sleep(after);
    lines.iter().for_each(Proxy::pass);
}
