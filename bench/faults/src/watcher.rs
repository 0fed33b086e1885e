//! Somebody who watches a table, and takes down exactly what the stream brings.
//!
//! The client of this workspace drops what comes twice, which is kind to players and would hide it from a checker.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::history::{Heard, Stream};

/// How long a stream may be silent before another one is opened.
const LONGEST_SILENCE: Duration = Duration::from_secs(4);

/// Watches a table from its first event to its last, over as many connections as it takes, for no longer than until `deadline`.
#[must_use]
pub fn watch(door: SocketAddr, table: &str, deadline: Instant) -> Vec<Stream> {
    let mut streams: Vec<Stream> = Vec::new();
    loop {
        let last = streams.last();
        let after = last.map_or(0, |stream| {
            stream.heard.last().map_or(stream.after, |event| event.seq)
        });
        let mut stream = Stream {
            table: table.to_owned(),
            after,
            heard: Vec::new(),
            delays: Vec::new(),
        };
        // However a connection ends, what it brought counts.
        drop(listen(door, &mut stream));
        let ended = has_ended(&stream);
        if !stream.heard.is_empty() {
            streams.push(stream);
        }
        if ended || Instant::now() > deadline {
            return streams;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

fn has_ended(stream: &Stream) -> bool {
    let last = stream.heard.last();
    last.is_some_and(|event| event.line.starts_with("ended "))
}

/// Listens until the connection or the game ends.
fn listen(door: SocketAddr, stream: &mut Stream) -> io::Result<()> {
    let mut connection = TcpStream::connect(door)?;
    connection.set_read_timeout(Some(LONGEST_SILENCE))?;
    // In version 1.0 nothing is cut into chunks.
    write!(
        connection,
        "GET /api/v1/tables/{}/events HTTP/1.0\r\nhost: localhost\r\nlast-event-id: {}\r\n\r\n",
        stream.table, stream.after
    )?;
    let mut lines = BufReader::new(connection).lines();
    if !lines
        .next()
        .transpose()?
        .is_some_and(|status| status.contains(" 200 "))
    {
        return Err(io::Error::other("no stream"));
    }
    let mut kind = String::new();
    for line in lines {
        let line = line?;
        match line.split_once(": ") {
            Some(("event", of)) => of.clone_into(&mut kind),
            Some(("data", data)) if kind == "log" => note(stream, data)?,
            _ => {}
        }
        if has_ended(stream) {
            return Ok(());
        }
    }
    Ok(())
}

fn note(stream: &mut Stream, data: &str) -> io::Result<()> {
    let event: hotdice_wire::Event = serde_json::from_str(data)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let written = Duration::from_millis(event.at);
    let delay = now.unwrap_or_default().saturating_sub(written);
    stream.delays.push(delay);
    let (seq, line) = (event.seq, event.line);
    stream.heard.push(Heard { seq, line });
    Ok(())
}
