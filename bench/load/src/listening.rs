//! Somebody who holds an event stream open, and checks what comes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use http_body_util::BodyExt;
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
    let mut line = Line::to(address, report.clone()).await?;
    let path = format!("/tables/{name}/events");
    let mut stream = line
        .send("GET", &path, &[], String::new())
        .await?
        .into_body();
    let mut text = String::new();
    let mut expected = 1_u64;
    while let Some(frame) = stream.frame().await {
        let Ok(data) = frame?.into_data() else {
            continue;
        };
        text.push_str(std::str::from_utf8(&data)?);
        while let Some((event, rest)) = text.split_once("\n\n") {
            if let Some(id) = event.lines().find_map(|line| line.strip_prefix("id: ")) {
                if id.parse() != Ok(expected) {
                    bail!("table {name}: heard event {id} where {expected} was due");
                }
                expected += 1;
                report.heard();
                if event.contains("\"kind\":\"ended\"") {
                    return Ok(());
                }
            }
            text = rest.to_owned();
        }
    }
    bail!(
        "table {name}: the stream ended after event {}",
        expected - 1
    )
}
