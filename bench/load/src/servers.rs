//! The servers under load: processes of their own, on this machine.

use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum;
use hotdice_rig::{Citus, Nats, Node, NodeSettings, Postgres};

use crate::Options;
use crate::machine;

/// Where games are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kept {
    /// In a file of the one server.
    Sqlite,
    /// In a PostgreSQL that waits for the disk.
    Postgres,
    /// In a Citus that does; HOTDICE_CITUS names the folder of its programs.
    Citus,
}

/// What spreads the tables of a Citus.
const CITUS_SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/citus.sql");

/// Some servers with an empty store, at free ports of loopback, without limits on how often somebody may ask.
pub(crate) struct Servers {
    nodes: Vec<Node>,
    /// Where games are kept: nothing, a PostgreSQL, or a coordinator and its workers.
    postgres: Vec<Postgres>,
    #[expect(dead_code, reason = "it runs as long as it is kept")]
    nats: Option<Nats>,
}

/// How many seconds of one core everybody has used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Used {
    pub(crate) servers: f64,
    pub(crate) postgres: f64,
    pub(crate) load: f64,
}

impl Servers {
    pub(crate) fn start(options: &Options) -> Result<Self> {
        if options.nodes > 1 && options.store == Kept::Sqlite {
            bail!("several servers share a PostgreSQL: --store postgres");
        }
        let (postgres, store) = match options.store {
            Kept::Sqlite => (Vec::new(), None),
            Kept::Postgres => {
                let postgres = Postgres::durable()?;
                let database = postgres.database()?;
                (vec![postgres], Some(database))
            }
            Kept::Citus => {
                let citus = Citus::durable(options.workers)?;
                let database = citus.sharded(&options.server, Path::new(CITUS_SCRIPT), 16)?;
                let mut postgres = vec![citus.coordinator];
                postgres.extend(citus.workers);
                (postgres, Some(database))
            }
        };
        let nats = options.bus.then(Nats::start).transpose()?;
        let settings = NodeSettings {
            store: store.map(|database| database.url()),
            bus: nats.as_ref().map(Nats::url),
            ..NodeSettings::of(&options.server)
        };
        let nodes = (0..options.nodes).map(|_| Node::start(settings.clone()));
        Ok(Self {
            nodes: nodes.collect::<Result<_, _>>()?,
            postgres,
            nats,
        })
    }

    /// Returns where a server listens; there are as many as one likes, in turn.
    pub(crate) fn address(&self, number: usize) -> SocketAddr {
        self.nodes[number % self.nodes.len()].address()
    }

    /// Returns how many bytes of memory all servers hold.
    pub(crate) fn memory(&self) -> u64 {
        let ids = self.nodes.iter().filter_map(Node::id);
        ids.map(machine::memory).sum()
    }

    /// Returns what everybody has used so far.
    pub(crate) fn used(&self) -> Used {
        let ids = self.nodes.iter().filter_map(Node::id);
        let postgres = self.postgres.iter().filter_map(Postgres::id);
        Used {
            servers: ids.map(machine::seconds).sum(),
            postgres: postgres.map(machine::seconds_of_family).sum(),
            load: machine::seconds(std::process::id()),
        }
    }
}
