//! A throw-away Citus: a coordinator with workers, where the machine has one.

use std::io;
use std::path::Path;

use super::tools::Tools;
use super::{Database, Postgres, Purpose};
use crate::{Node, NodeSettings, Unavailable};

/// A Citus that ends with this value. Nothing of it is part of Hot Dice: the environment variable `HOTDICE_CITUS` names the
/// folder with the programs of a PostgreSQL that has it installed.
#[derive(Debug)]
pub struct Citus {
    /// What servers connect to.
    pub coordinator: Postgres,
    /// Where shards are.
    pub workers: Vec<Postgres>,
}

impl Citus {
    /// Starts one for tests, which does not wait for the disk.
    ///
    /// # Errors
    /// When no programs are named, or they do not start.
    pub fn start(workers: usize) -> Result<Self, Unavailable> {
        Self::start_for(Purpose::Tests, workers)
    }

    /// Starts one that waits for the disk, as one in earnest does.
    ///
    /// # Errors
    /// When no programs are named, or they do not start.
    pub fn durable(workers: usize) -> Result<Self, Unavailable> {
        Self::start_for(Purpose::Earnest, workers)
    }

    fn start_for(purpose: Purpose, workers: usize) -> Result<Self, Unavailable> {
        let parent = std::env::temp_dir();
        let start = || Postgres::start_with(Tools::with_citus()?, purpose, &parent, None);
        let coordinator = start()?;
        let workers = (0..workers).map(|_| start());
        Ok(Self {
            coordinator,
            workers: workers.collect::<Result<_, _>>()?,
        })
    }

    /// Makes a new and empty database that is spread over all workers.
    ///
    /// # Errors
    /// When that does not work.
    pub fn database(&self) -> io::Result<Database> {
        let database = self.coordinator.database()?;
        let name = database.name();
        self.coordinator.sql(name, "create extension citus")?;
        self.coordinator
            .sql(name, &node("citus_set_coordinator_host", &self.coordinator))?;
        for worker in &self.workers {
            worker.sql("postgres", &format!("create database {name}"))?;
            worker.sql(name, "create extension citus")?;
            self.coordinator
                .sql(name, &node("citus_add_node", worker))?;
        }
        Ok(database)
    }

    /// Makes a new database in which a server finds its tables spread over all workers, as somebody does who sets one up: a server makes the
    /// tables, and `deploy/citus.sql` spreads them.
    ///
    /// # Errors
    /// When that does not work.
    pub fn sharded(&self, binary: &Path, script: &Path, shards: u32) -> io::Result<Database> {
        let database = self.database()?;
        drop(Node::start(NodeSettings {
            store: Some(database.url()),
            ..NodeSettings::of(binary)
        })?);
        self.shard(&database, script, shards)?;
        Ok(database)
    }

    /// Spreads the tables that a server has made over the workers, as `deploy/citus.sql` says, in so many shards.
    ///
    /// # Errors
    /// What the database said.
    pub fn shard(&self, database: &Database, script: &Path, shards: u32) -> io::Result<()> {
        let shards = format!("shards={shards}");
        let postgres = &self.coordinator;
        let mut psql = postgres
            .tools
            .psql(postgres.folder.path(), postgres.address.port());
        psql.args(["--dbname", database.name(), "--set", &shards]);
        crate::programs::finish(psql.arg("--file").arg(script))
    }
}

fn node(function: &str, postgres: &Postgres) -> String {
    let (host, port) = (postgres.address.ip(), postgres.address.port());
    format!("select {function}('{host}', {port})")
}
