//! Somebody who holds an event stream open, and checks what comes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use http_body_util::BodyExt;
use hyper::body::Incoming;
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
    /// The connection lives as long as the stream.
    _line: Line,
    body: Incoming,
    text: String,
}

/// An event as a stream tells it.
pub(crate) struct Event {
    pub(crate) seq: u64,
    /// The event as JSON.
    pub(crate) data: String,
}

impl Events {
    pub(crate) async fn of(address: SocketAddr, table: &str, report: Arc<Report>) -> Result<Self> {
        let mut line = Line::to(address, report).await?;
        let path = format!("/tables/{table}/events");
        let body = line
            .send("GET", &path, &[], String::new())
            .await?
            .into_body();
        Ok(Self {
            _line: line,
            body,
            text: String::new(),
        })
    }

    /// Returns the next event; none when the stream has ended.
    pub(crate) async fn next(&mut self) -> Result<Option<Event>> {
        loop {
            while let Some((message, rest)) = self.text.split_once("\n\n") {
                let event = read(message);
                self.text = rest.to_owned();
                if event.is_some() {
                    return Ok(event);
                }
            }
            match self.body.frame().await {
                Some(frame) => {
                    if let Ok(data) = frame?.into_data() {
                        self.text.push_str(std::str::from_utf8(&data)?);
                    }
                }
                None => return Ok(None),
            }
        }
    }
}

/// Reads a message of a stream, whose id is the number of the event and the head of the log after it; others are no events.
fn read(message: &str) -> Option<Event> {
    let field = |name: &str| message.lines().find_map(|line| line.strip_prefix(name));
    let id = field("id: ")?;
    let seq = id.split('-').next()?.parse().ok()?;
    let data = field("data: ")?.to_owned();
    Some(Event { seq, data })
}
