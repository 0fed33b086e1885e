//! Three servers that share everything, with a proxy on every line.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::Duration;

use hotdice_rig::{
    Citus, Database, Meddler, Nats, Node, NodeSettings, Postgres, Proxy, Unavailable,
};

/// How many workers a Citus has.
const WORKERS: usize = 2;

/// Into how many shards it spreads every table.
const SHARDS: u32 = 8;

/// What spreads them, from the root of the repository.
const CITUS_SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/citus.sql");

/// Three servers on one PostgreSQL and one NATS.
#[derive(Debug)]
pub struct Cluster {
    /// The servers.
    pub nodes: Vec<Node>,
    /// What guests come through: each leads to all servers in turn, the first of them to the first server and so on.
    pub doors: Vec<Proxy>,
    /// The lines of each server to PostgreSQL: one, or two where there is a standby.
    pub store_lines: Vec<Vec<Proxy>>,
    /// The line of each server to NATS.
    pub bus_lines: Vec<Proxy>,
    /// The database of all servers.
    pub database: Database,
    /// Where the database is.
    pub postgres: Postgres,
    /// What takes its place when it dies, if there is something.
    pub standby: Option<Postgres>,
    /// Where the shards of the database are, if it is spread over several machines.
    pub workers: Vec<Postgres>,
    /// What carries news between servers.
    pub nats: Nats,
}

/// How a cluster is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Build {
    /// What somebody does to everything that the bus says to servers.
    pub meddler: Option<fn() -> Meddler>,
    /// Whether the database has a synchronous standby.
    pub standby: bool,
    /// Whether the database is a Citus with two workers.
    pub citus: bool,
    /// Whether nothing keeps two events of a table from having one number.
    pub without_unique_keys: bool,
}

impl Cluster {
    /// How many servers there are.
    pub const SIZE: usize = 3;

    /// Starts everything.
    ///
    /// # Errors
    /// When PostgreSQL or NATS cannot be had, or a server does not start.
    pub fn start(binary: &Path, build: Build) -> Result<Self, Unavailable> {
        let broken = |error: io::Error| Unavailable::Broken {
            program: "a cluster",
            cause: error.to_string(),
        };
        let (postgres, database, workers) = if build.citus {
            let citus = Citus::start(WORKERS)?;
            let database = citus.sharded(binary, Path::new(CITUS_SCRIPT), SHARDS);
            (citus.coordinator, database.map_err(broken)?, citus.workers)
        } else {
            let postgres = Postgres::start()?;
            let database = postgres.database().map_err(broken)?;
            (postgres, database, Vec::new())
        };
        let standby = build.standby.then(|| postgres.standby()).transpose()?;
        let nats = Nats::start()?;
        let cluster = Self {
            nodes: Vec::new(),
            doors: Vec::new(),
            store_lines: Vec::new(),
            bus_lines: Vec::new(),
            database,
            postgres,
            standby,
            workers,
            nats,
        };
        cluster.with_servers(binary, build).map_err(broken)
    }

    fn with_servers(mut self, binary: &Path, build: Build) -> io::Result<Self> {
        let hosts = [Some(&self.postgres), self.standby.as_ref()];
        let hosts = hosts.map(|host| host.map(Postgres::address));
        for _ in 0..Self::SIZE {
            let stores = hosts.iter().flatten().map(|host| Proxy::to(*host));
            let stores: Vec<Proxy> = stores.collect::<io::Result<_>>()?;
            let places: Vec<SocketAddr> = stores.iter().map(Proxy::address).collect();
            let bus = match build.meddler {
                Some(meddler) => Proxy::meddling(self.nats.address(), meddler)?,
                None => Proxy::to(self.nats.address())?,
            };
            self.nodes.push(Node::start(NodeSettings {
                store: Some(self.database.url_at_any(&places)),
                bus: Some(format!("nats://{}", bus.address())),
                ..NodeSettings::of(binary)
            })?);
            self.store_lines.push(stores);
            self.bus_lines.push(bus);
        }
        self.doors = doors(&self.nodes)?;
        if build.without_unique_keys {
            self.remove_unique_keys()?;
        }
        Ok(self)
    }

    /// Kills the primary for good, and promotes its standby after a while; then a new standby comes to where the primary
    /// was. Returns when that has all that is there.
    ///
    /// # Errors
    /// When there is no standby, or it does not take over.
    pub fn fail_over(
        postgres: &mut Postgres,
        standby: &mut Option<Postgres>,
        promoted_after: Duration,
    ) -> io::Result<()> {
        let next = standby.take();
        let next = next.ok_or_else(|| io::Error::other("there is no standby"))?;
        postgres.kill();
        thread::sleep(promoted_after);
        next.promote()?;
        let gone = std::mem::replace(postgres, next).address();
        let new = postgres.standby_at(gone).map_err(io::Error::other)?;
        *standby = Some(new);
        Ok(())
    }

    /// Takes away what keeps two events of a table from having one number, to see that it is missed: the unique keys, and the row that
    /// writers wait at.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn remove_unique_keys(&self) -> io::Result<()> {
        let sabotage = "
            alter table hotdice.batches drop constraint one_event_of_a_number;
            create index on hotdice.batches (table_id, last);
            drop index hotdice.one_batch_of_a_key;
            create index on hotdice.batches (table_id, key);
            do $$
            declare
                told text := pg_get_functiondef('hotdice.append_2'::regproc);
                broken text := replace(told, 'AND seq = p_after', '');
            begin
                assert length(told) > length(broken), 'append_2 is not what it was';
                execute broken;
            end $$;";
        self.postgres.sql(self.database.name(), sabotage)?;
        Ok(())
    }

    /// Returns the doors in an order of its own for each guest.
    #[must_use]
    pub fn doors_of(&self, guest: usize) -> [SocketAddr; 3] {
        std::array::from_fn(|place| self.doors[(guest + place) % Self::SIZE].address())
    }
}

/// Returns a door for each server, which leads to the others as well.
fn doors(nodes: &[Node]) -> io::Result<Vec<Proxy>> {
    let addresses: Vec<SocketAddr> = nodes.iter().map(Node::address).collect();
    (0..nodes.len())
        .map(|first| {
            let mut targets = addresses.clone();
            targets.rotate_left(first);
            Proxy::to_each(targets)
        })
        .collect()
}
