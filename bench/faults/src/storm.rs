//! Everything that can go wrong, at random, and the same again for the same seed.

mod fault;

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::{Nats, Node, Postgres, Proxy};
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
}

/// What a storm did, and when.
#[derive(Debug, Default)]
pub struct Damage {
    /// The faults, after so much time.
    pub faults: Vec<(Duration, Fault)>,
    /// What did not come back.
    pub troubles: Vec<String>,
}

/// What the lines of servers, PostgreSQL and NATS suffer from.
struct Lines<'a> {
    stores: &'a [Proxy],
    buses: &'a [Proxy],
    doors: &'a [Proxy],
    postgres: &'a mut Postgres,
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
            nats,
            ..
        } = cluster;
        let mut lines = Lines {
            stores: store_lines,
            buses: bus_lines,
            doors,
            postgres,
            nats,
        };
        thread::scope(|scope| {
            scope.spawn(|| {
                self.repeat(&damage, 1, Fault::of_servers, |fault| befall(nodes, fault));
            });
            self.repeat(&damage, 2, Fault::of_lines, |fault| lines.suffer(fault));
        });
        damage.into_inner().unwrap_or_default()
    }

    /// Lets faults happen one after the other until the time is over.
    fn repeat(
        self,
        damage: &Mutex<Damage>,
        lane: u64,
        draw: fn(&mut ChaCha8Rng) -> Fault,
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
            let fault = draw(&mut luck);
            let at = began.elapsed();
            let happened = happen(fault);
            let mut damage = damage.lock().expect("nobody panics with it");
            damage.faults.push((at, fault));
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
            Err(error) if began.elapsed() > LONGEST_RETURN => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(200)),
            Ok(()) => return Ok(()),
        }
    }
}

impl Lines<'_> {
    fn suffer(&mut self, fault: Fault) -> std::io::Result<()> {
        match fault {
            Fault::CutStore { node } => self.stores[node].cut(),
            Fault::DelayStore { node, by, long } => {
                self.stores[node].delay(by);
                heal(&self.stores[node], long);
            }
            Fault::LoseStore { node, long } => {
                self.stores[node].swallow();
                heal(&self.stores[node], long);
            }
            Fault::CutBus { node } => self.buses[node].cut(),
            Fault::LoseBus { node, long } => {
                self.buses[node].swallow();
                heal(&self.buses[node], long);
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
            Fault::CutDoors => self.doors.iter().for_each(Proxy::cut),
            Fault::Kill { .. } | Fault::Pause { .. } | Fault::Restart { .. } => {}
        }
        Ok(())
    }
}

fn heal(line: &Proxy, after: Duration) {
    thread::sleep(after);
    line.pass();
}
