//! Somebody who holds an event stream open, and checks what comes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::sync::watch;

use crate::line::Line;
use crate::report::Report;

/// Listens to one table after the other, for as long as each is played.
pub(crate) async fn listen(
    address: SocketAddr,
    place: usize,
    tables: watch::Receiver<Vec<String>>,
    report: Arc<Report>,
) -> Result<()> {
    let mut heard = None;
    loop {
        let name = {
            let names = tables.borrow();
            names.get(place % names.len().max(1)).cloned()
        };
        match name {
            Some(name) if heard.as_ref() != Some(&name) => {
                listen_to(address, &name, &report).await?;
                heard = Some(name);
            }
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Listens to a table until its game is over.
async fn listen_to(address: SocketAddr, name: &str, report: &Arc<Report>) -> Result<()> {
    let mut events = Events::of(address, name, report.clone()).await?;
    let mut expected = 1_u64;
    while let Some(event) = events.next().await? {
        if event.seq != expected {
            bail!(
                "table {name}: heard event {} where {expected} was due",
                event.seq
            );
        }
        expected += 1;
        report.heard();
        if event.data.contains("\"kind\":\"ended\"") {
            return Ok(());
        }
    }
    bail!(
        "table {name}: the stream ended after event {}",
        expected - 1
    )
}

/// The event stream of a table.
pub(crate) struct Events {
    line: Line,
    /// What has come and was not looked at, after so many bytes that were.
    text: Vec<u8>,
    read: usize,
}

/// An event as a stream tells it.
pub(crate) struct Event<'a> {
    pub(crate) seq: u64,
    /// The event as JSON.
    pub(crate) data: &'a str,
}

impl Events {
    pub(crate) async fn of(address: SocketAddr, table: &str, report: Arc<Report>) -> Result<Self> {
        let mut line = Line::to(address, report).await?;
        let path = format!("/tables/{table}/events");
        line.send("GET", &path, &[], &[]).await?;
        Ok(Self {
            line,
            text: Vec::new(),
            read: 0,
        })
    }

    /// Returns the next event; none when the stream has ended.
    pub(crate) async fn next(&mut self) -> Result<Option<Event<'_>>> {
        let (from, to) = loop {
            let rest = &self.text[self.read..];
            if let Some(length) = memchr::memmem::find(rest, b"\n\n") {
                let from = self.read;
                self.read += length + 2;
                // Other messages have no id.
                if rest.starts_with(b"event: log\n") {
                    break (from, from + length);
                }
                continue;
            }
            self.text.drain(..self.read);
            self.read = 0;
            if !self.line.read_part(&mut self.text).await? {
                return Ok(None);
            }
        };
        let message = std::str::from_utf8(&self.text[from..to])?;
        read(message).context("no event").map(Some)
    }
}

/// Reads an event, whose id is its number and the head of the log after it.
fn read(message: &str) -> Option<Event<'_>> {
    let field = |name: &str| message.lines().find_map(|line| line.strip_prefix(name));
    let id = field("id: ")?;
    let seq = id.split('-').next()?.parse().ok()?;
    let data = field("data: ")?;
    Some(Event { seq, data })
}
