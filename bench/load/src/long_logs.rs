//! Tables with long logs: how soon one opens that nobody has open, and what streams cost that listen to them.
//!
//! The logs are written past the server, by playing in this process; two people never bank, so that the game never ends. The server is started
//! anew before each measurement, with or without the snapshots in its store.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use hotdice_core::{Bytes32, Turn};
use hotdice_rig::{Node, NodeSettings};
use hotdice_server::World;
use hotdice_server::store::{Appended, Batch, NewTable, Secret, SqliteStore, Store};
use hotdice_table::fair::Croupier;
use hotdice_table::{CheckedEvent, Table, TableDice, TableEvent, TableId, Who};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::line::Line;
use crate::report::Report;
use crate::{Options, machine};

/// How many events a page of a log has here, and how many of the past a stream reads before it only listens.
const PAGE: u64 = 100;

/// How often each time is measured.
const SAMPLES: usize = 5;

/// How many streams share a table.
const STREAMS_OF_A_TABLE: usize = 500;

/// How many streams read their page of the past at the same time.
const READING_AT_ONCE: usize = 50;

/// For how long streams are left alone before memory is measured.
const IDLE: Duration = Duration::from_secs(8);

/// The most streams that read nothing: each makes the server render until the connection is full.
const STALLED: usize = 500;

/// Measures what long logs cost, and prints it.
pub(crate) async fn measure(options: &Options, events: u64) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("long.sqlite");
    let tables = write_tables(&file, events, options.streams.div_ceil(STREAMS_OF_A_TABLE)).await?;
    let mut node = Node::start(NodeSettings {
        store: Some(format!("sqlite:{}", file.display())),
        ..NodeSettings::of(&options.server)
    })?;
    let (table, last) = tables[0];
    println!(
        "a table with a log of {last} events, nobody has it open; median and worst of {SAMPLES}:"
    );
    for with_snapshots in [false, true] {
        let what = if with_snapshots {
            "from snapshots"
        } else {
            "from event 1"
        };
        let mut times = [(); 3].map(|()| Vec::new());
        for _ in 0..SAMPLES {
            let asked = [
                Question::Open,
                Question::After(0),
                Question::After(last - PAGE),
            ];
            for (asked, times) in asked.into_iter().zip(&mut times) {
                prepare(&mut node, &file, (table, last), with_snapshots).await?;
                times.push(asked.ask(node.address(), table).await?);
            }
        }
        let [open, first, end] = times.map(in_words);
        println!("{what}: opened {open}; first page of the log {first}; last page {end}");
    }
    if options.streams > 0 {
        prepare(&mut node, &file, (table, last), true).await?;
        listen(&node, &tables, options.streams).await?;
        prepare(&mut node, &file, (table, last), true).await?;
        stand_still(&node, &tables, options.streams.min(STALLED)).await?;
    }
    Ok(())
}

/// Starts the server again, with all snapshots of a table or none.
async fn prepare(
    node: &mut Node,
    file: &Path,
    (table, last): (TableId, u64),
    with_snapshots: bool,
) -> Result<()> {
    node.end()?;
    let store = SqliteStore::open(file, World::system())?;
    let has_snapshot = store.snapshot(table, last).await?.is_some();
    if !with_snapshots {
        store.drop_snapshots(table).await?;
    }
    drop(store);
    node.restart()?;
    if with_snapshots && !has_snapshot {
        bail!("the server has written no snapshots");
    }
    Ok(())
}

/// What is asked of a server that has just started.
#[derive(Clone, Copy)]
enum Question {
    /// The table.
    Open,
    /// The next page of its log.
    After(u64),
}

impl Question {
    /// Returns how long the answer takes.
    async fn ask(self, address: SocketAddr, table: TableId) -> Result<Duration> {
        let mut line = Line::to(address, Arc::new(Report::default())).await?;
        let began = Instant::now();
        match self {
            Self::Open => {
                let view = line.get(&format!("/tables/{table}")).await?;
                ensure!(view.contains("\"scene\""), "no table: {view}");
            }
            Self::After(after) => {
                let path = format!("/tables/{table}/events?after={after}");
                read_up_to(&mut line, &path, after + PAGE).await?;
            }
        }
        Ok(began.elapsed())
    }
}

/// Reads a stream up to an event.
async fn read_up_to(line: &mut Line, path: &str, last: u64) -> Result<()> {
    let head = line.send("GET", path, &[], &[]).await?;
    ensure!(head.is_success(), "{path}: {}", head.status);
    let (mut seen, end) = (Vec::new(), format!("\nid: {last}-"));
    while !seen.windows(end.len()).any(|part| part == end.as_bytes()) {
        // Nothing but the beginning of an id may go on in the next part.
        seen.drain(..seen.len().saturating_sub(end.len()));
        ensure!(line.read_part(&mut seen).await?, "the stream ended");
    }
    Ok(())
}

/// Opens streams that read a page of the past and then only listen, and says what each of them costs the server.
async fn listen(node: &Node, tables: &[(TableId, u64)], streams: usize) -> Result<()> {
    let memory = Memory::before_streams(node, tables).await?;
    let mut listeners = JoinSet::new();
    let places = Arc::new(Semaphore::new(READING_AT_ONCE));
    for place in 0..streams {
        let reading = places.clone().acquire_owned().await?;
        let (address, (table, last)) = (node.address(), tables[place % tables.len()]);
        listeners.spawn(async move {
            let mut line = Line::to(address, Arc::new(Report::default())).await?;
            let path = format!("/tables/{table}/events?after={}", last - PAGE);
            read_up_to(&mut line, &path, last).await?;
            drop(reading);
            let mut heard = Vec::new();
            while line.read_part(&mut heard).await? {
                heard.clear();
            }
            bail!("the stream ended")
        });
    }
    let all_listen = async {
        let nobody_reads = places.acquire_many(READING_AT_ONCE as u32).await;
        tokio::time::sleep(IDLE).await;
        drop(nobody_reads);
    };
    tokio::select! {
        () = all_listen => {}
        Some(ended) = listeners.join_next() => return ended?,
    }
    memory.tell("streams that listen", streams);
    Ok(())
}

/// Opens streams that begin at the first event, with every picture, and never read what comes; the server drops them after a while.
async fn stand_still(node: &Node, tables: &[(TableId, u64)], streams: usize) -> Result<()> {
    let memory = Memory::before_streams(node, tables).await?;
    let mut stalled = Vec::new();
    for place in 0..streams {
        let (table, _) = tables[place % tables.len()];
        // What the system holds for a connection is not the server's; here it holds little.
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let mut stream = socket.connect(node.address()).await?;
        let path = format!("/api/v1/tables/{table}/events?pictures=true");
        let request = format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        stalled.push(stream);
    }
    tokio::time::sleep(IDLE).await;
    memory.tell("streams that read nothing", streams);
    drop(stalled);
    Ok(())
}

/// What a server held before streams were opened.
struct Memory {
    server: u32,
    before: u64,
}

impl Memory {
    /// Opens all tables, so that only streams are measured.
    async fn before_streams(node: &Node, tables: &[(TableId, u64)]) -> Result<Self> {
        for (table, _) in tables {
            Question::Open.ask(node.address(), *table).await?;
        }
        let server = node.id().context("the server has ended")?;
        let before = machine::memory(server);
        Ok(Self { server, before })
    }

    /// Says what streams have cost.
    fn tell(&self, what: &str, streams: usize) {
        let (before, after) = (self.before, machine::memory(self.server));
        let each = after.saturating_sub(before) as f64 / 1000.0 / streams as f64;
        println!(
            "{streams} {what}: server {} MiB before, {} MiB with them, {each:.1} kB for each",
            before >> 20,
            after >> 20,
        );
    }
}

fn in_words(mut times: Vec<Duration>) -> String {
    times.sort();
    let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    let (median, worst) = (times.get(times.len() / 2), times.last());
    format!("in {:.1} ms ({:.1} ms)", millis(median), millis(worst))
}

/// Writes tables with logs of so many events; returns each with its last event.
async fn write_tables(file: &Path, events: u64, number: usize) -> Result<Vec<(TableId, u64)>> {
    let store = Arc::new(SqliteStore::open(file, World::system())?);
    let mut tables = JoinSet::new();
    for _ in 0..number.max(1) {
        tables.spawn(write_table(store.clone(), events));
    }
    let tables = tables.join_all().await;
    tables.into_iter().collect()
}

async fn write_table(store: Arc<SqliteStore>, events: u64) -> Result<(TableId, u64)> {
    let mut luck: ChaCha8Rng = rand::make_rng();
    let (mut name, mut seed) = ([0; TableId::LENGTH], [0; 32]);
    luck.fill_bytes(&mut name);
    luck.fill_bytes(&mut seed);
    let id = TableId::from_bytes(name);
    let croupier = Croupier::new(id, seed);
    let settings = Table::settings_for("farkle(target=1000000)", Some(2))?;
    let opened = TableEvent::Opened(settings, croupier.promise(TableDice::Committed));
    let mut table = Table::open(id, &opened)?.without_log();
    let new = NewTable {
        table: id,
        seed: Secret(seed),
        lines: vec![opened.to_string()],
        at: 0,
        tokens: Vec::new(),
        key: None,
    };
    store.open(new).await?;
    for (name, byte) in [("Ada", 1), ("Bo", 2)] {
        let entropy = Bytes32([byte; 32]);
        let name = name.parse()?;
        let (_, joined) = table.join(Who::Person { name, entropy }, None, &croupier)?;
        write(&*store, &mut table, &joined).await?;
    }
    while table.seq() < events {
        let acted = next_action(&table, &croupier, &mut luck)?;
        write(&*store, &mut table, &acted).await?;
    }
    Ok((id, table.seq()))
}

/// Picks any legal action, but banks only where nothing else is left.
fn next_action(
    table: &Table,
    croupier: &Croupier,
    luck: &mut ChaCha8Rng,
) -> Result<Vec<CheckedEvent>> {
    let game = table.game_on().context("nobody plays")?;
    let Turn::Decide(seat) = game.turn() else {
        bail!("nobody decides");
    };
    let actions = game.position().actions();
    let mut others: Vec<_> = actions
        .iter()
        .filter(|action| action.notation() != "bank")
        .collect();
    if others.is_empty() {
        others.extend(&actions);
    }
    let action = others[luck.next_u64() as usize % others.len()];
    let player = table.players()[seat.index()].id;
    Ok(table.act(player, table.seq(), action.notation(), croupier)?)
}

async fn write(store: &dyn Store, table: &mut Table, events: &[CheckedEvent]) -> Result<()> {
    let batch = Batch {
        table: table.id(),
        after: table.seq(),
        lines: events.iter().map(CheckedEvent::to_string).collect(),
        at: 0,
        live: true,
        automated: false,
        lease: None,
        tokens: Vec::new(),
        key: None,
    };
    ensure!(
        store.append(batch).await? == Appended::Written,
        "somebody else has written"
    );
    for event in events {
        table.apply(event)?;
    }
    Ok(())
}
