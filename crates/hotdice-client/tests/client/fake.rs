//! A server on this machine that answers from a script and remembers what it was asked.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What the server does with one request.
pub(crate) enum Reply {
    /// Answers with this status, these headers and this body.
    Answer(u16, &'static str, String),
    /// Closes the connection without a word.
    HangUp,
    /// Takes the request and never answers.
    Silence,
    /// Sends these events, and then closes the stream or falls silent.
    Stream(Vec<String>, Afterwards),
}

/// What a stream does when its events are sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Afterwards {
    Close,
    Stall,
}

/// A request as it came in.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) line: String,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Asked {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Fake {
    address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Fake {
    /// Starts a server with a reply for each request to come; it hangs up on any further one.
    pub(crate) fn new(script: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (log, script) = (asked.clone(), Mutex::new(VecDeque::from(script)));
        thread::spawn(move || {
            let script = Arc::new(script);
            for connection in listener.incoming().flatten() {
                let (log, script) = (log.clone(), script.clone());
                thread::spawn(move || serve(connection, &log, &script));
            }
        });
        Self { address, asked }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns what was asked so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no panic").clone()
    }
}

fn serve(mut connection: TcpStream, log: &Mutex<Vec<Asked>>, script: &Mutex<VecDeque<Reply>>) {
    let Some(asked) = read(&connection) else {
        return;
    };
    log.lock().expect("no panic").push(asked);
    let reply = script.lock().expect("no panic").pop_front();
    // A client that has gone away is no failure of the test.
    drop(match reply.unwrap_or(Reply::HangUp) {
        Reply::HangUp => Ok(()),
        Reply::Silence => stay_silent(),
        Reply::Answer(status, headers, body) => write!(
            connection,
            "HTTP/1.1 {status} So\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
        Reply::Stream(events, afterwards) => stream(&mut connection, &events, afterwards),
    });
}

fn stream(
    connection: &mut TcpStream,
    events: &[String],
    afterwards: Afterwards,
) -> std::io::Result<()> {
    write!(
        connection,
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    )?;
    for event in events {
        write!(connection, "{:x}\r\n{event}\r\n", event.len())?;
    }
    connection.flush()?;
    if afterwards == Afterwards::Stall {
        stay_silent();
    }
    Ok(())
}

/// Says nothing more, for as long as the test runs.
fn stay_silent() -> ! {
    loop {
        thread::park();
    }
}

fn read(connection: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else {
            break;
        };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.map_or(0, |(_, length)| length.parse().unwrap_or(0))];
    reader.read_exact(&mut body).ok()?;
    Some(Asked {
        line: line.trim_end().trim_end_matches(" HTTP/1.1").to_owned(),
        headers,
        body: String::from_utf8(body).ok()?,
    })
}

/// Answers with JSON.
pub(crate) fn json(status: u16, body: &str) -> Reply {
    Reply::Answer(
        status,
        "Content-Type: application/json\r\n",
        body.to_owned(),
    )
}

/// Refuses.
pub(crate) fn problem(status: u16, code: &str, detail: &str) -> Reply {
    let body = format!(r#"{{"code":"{code}","title":"no","status":{status},"detail":"{detail}"}}"#);
    Reply::Answer(status, "Content-Type: application/problem+json\r\n", body)
}
