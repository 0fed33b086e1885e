//! One thing that goes wrong.

use std::fmt;
use std::time::Duration;

use rand::Rng;
use rand::rngs::ChaCha8Rng;

use crate::cluster::Cluster;

/// One thing that goes wrong, and is mended after a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A server is killed, and started again.
    Kill {
        /// Which one.
        node: usize,
        /// How long it is away.
        away: Duration,
    },
    /// A server stands still, and goes on as if nothing had happened.
    Pause {
        /// Which one.
        node: usize,
        /// How long.
        long: Duration,
    },
    /// A server is asked to end, and started again.
    Restart {
        /// Which one.
        node: usize,
    },
    /// The connections of a server to the database are cut.
    CutStore {
        /// Which server.
        node: usize,
    },
    /// Everything between a server and the database takes longer.
    DelayStore {
        /// Which server.
        node: usize,
        /// How much longer.
        by: Duration,
        /// For how long.
        long: Duration,
    },
    /// Everything between a server and the database is lost without a word.
    LoseStore {
        /// Which server.
        node: usize,
        /// For how long.
        long: Duration,
    },
    /// The connection of a server to the bus is cut.
    CutBus {
        /// Which server.
        node: usize,
    },
    /// Everything between a server and the bus is lost without a word.
    LoseBus {
        /// Which server.
        node: usize,
        /// For how long.
        long: Duration,
    },
    /// There is no bus.
    StopBus {
        /// For how long.
        long: Duration,
    },
    /// The database crashes, and starts again.
    StopStore {
        /// How long it is away.
        long: Duration,
    },
    /// A worker of the database crashes, and starts again.
    StopWorker {
        /// Which one, counted modulo how many there are.
        worker: usize,
        /// How long it is away.
        long: Duration,
    },
    /// The machine of the database is lost for good, and its standby takes over.
    FailOver {
        /// How long it takes until somebody promotes the standby.
        promoted_after: Duration,
    },
    /// The connections of all guests are cut.
    CutDoors,
}

impl Fault {
    /// Draws something that happens to a server.
    pub fn of_servers(luck: &mut ChaCha8Rng) -> Self {
        let node = draw(luck, Cluster::SIZE as u64) as usize;
        match draw(luck, 10) {
            0..5 => Self::Kill {
                node,
                away: millis(luck, 0, 1500),
            },
            5..8 => Self::Pause {
                node,
                long: millis(luck, 200, 7000),
            },
            _ => Self::Restart { node },
        }
    }

    /// Draws something that happens to what connects servers.
    pub fn of_lines(luck: &mut ChaCha8Rng) -> Self {
        let node = draw(luck, Cluster::SIZE as u64) as usize;
        match draw(luck, 14) {
            0..2 => Self::CutStore { node },
            2..4 => Self::DelayStore {
                node,
                by: millis(luck, 5, 150),
                long: millis(luck, 200, 2000),
            },
            4..6 => Self::LoseStore {
                node,
                long: millis(luck, 200, 3000),
            },
            6 => Self::CutBus { node },
            7..9 => Self::LoseBus {
                node,
                long: millis(luck, 200, 3000),
            },
            9..11 => Self::StopBus {
                long: millis(luck, 100, 2500),
            },
            11..13 => Self::StopStore {
                long: millis(luck, 0, 1000),
            },
            _ => Self::CutDoors,
        }
    }
}

impl Fault {
    /// Draws a server that is killed, and is back soon.
    pub fn kill(luck: &mut ChaCha8Rng) -> Self {
        let node = draw(luck, Cluster::SIZE as u64) as usize;
        let away = millis(luck, 0, 300);
        Self::Kill { node, away }
    }

    /// Draws something that happens to what connects servers, where the database has a standby.
    pub fn of_lines_with_standby(luck: &mut ChaCha8Rng) -> Self {
        match draw(luck, 4) {
            0 => Self::fail_over(luck),
            _ => Self::of_lines(luck),
        }
    }

    /// Draws something that happens to what connects servers, where the database has workers.
    pub fn of_lines_with_workers(luck: &mut ChaCha8Rng) -> Self {
        match draw(luck, 2) {
            0 => Self::StopWorker {
                worker: draw(luck, 16) as usize,
                long: millis(luck, 0, 1000),
            },
            _ => Self::of_lines(luck),
        }
    }

    /// Draws a fail-over.
    pub fn fail_over(luck: &mut ChaCha8Rng) -> Self {
        Self::FailOver {
            promoted_after: millis(luck, 0, 2000),
        }
    }
}

fn draw(luck: &mut ChaCha8Rng, choices: u64) -> u64 {
    luck.next_u64() % choices
}

fn millis(luck: &mut ChaCha8Rng, least: u64, most: u64) -> Duration {
    Duration::from_millis(least + draw(luck, most - least + 1))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kill { node, away } => write!(f, "server {node} is killed, back after {away:?}"),
            Self::Pause { node, long } => write!(f, "server {node} stands still for {long:?}"),
            Self::Restart { node } => write!(f, "server {node} is asked to end, and starts again"),
            Self::CutStore { node } => write!(f, "server {node} is cut from the database"),
            Self::DelayStore { node, by, long } => {
                write!(
                    f,
                    "server {node} reaches the database {by:?} later for {long:?}"
                )
            }
            Self::LoseStore { node, long } => {
                write!(
                    f,
                    "server {node} and the database lose everything for {long:?}"
                )
            }
            Self::CutBus { node } => write!(f, "server {node} is cut from the bus"),
            Self::LoseBus { node, long } => {
                write!(f, "server {node} and the bus lose everything for {long:?}")
            }
            Self::StopBus { long } => write!(f, "the bus is gone for {long:?}"),
            Self::StopStore { long } => write!(f, "the database crashes, back after {long:?}"),
            Self::StopWorker { worker, long } => {
                write!(
                    f,
                    "worker {worker} of the database crashes, back after {long:?}"
                )
            }
            Self::FailOver { promoted_after } => write!(
                f,
                "the database is lost for good, its standby promoted after {promoted_after:?}"
            ),
            Self::CutDoors => f.write_str("all guests are cut off"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn the_same_seed_brings_the_same_storm() {
        let storm = |seed| -> Vec<Fault> {
            let mut luck = ChaCha8Rng::seed_from_u64(seed);
            (0..50).map(|_| Fault::of_lines(&mut luck)).collect()
        };
        assert_eq!(storm(1), storm(1));
        assert_ne!(storm(1), storm(2));
    }
}
