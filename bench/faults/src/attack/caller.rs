//! Somebody who sends requests from an address of their own.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use hotdice_rig::patient;
use serde_json::Value;
use socket2::{Domain, Socket, Type};

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// An address of this machine that is not the proxy's, and how long somebody there waits for a connection.
const PAST_THE_PROXY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// Somebody who sends requests, each over a connection of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    server: SocketAddr,
    address: Ipv4Addr,
}

/// What came back.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: String,
}

impl Reply {
    pub(super) fn is_good(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

impl Caller {
    pub(super) fn new(server: SocketAddr, address: Ipv4Addr) -> Self {
        Self { server, address }
    }

    pub(super) fn get(&self, path: &str, token: Option<&str>) -> io::Result<Reply> {
        self.ask("GET", path, token, "")
    }

    pub(super) fn post(&self, path: &str, token: Option<&str>, body: &Value) -> io::Result<Reply> {
        self.ask("POST", path, token, &body.to_string())
    }

    /// Sends a request, and returns the whole answer. A server that says that it is about to stop counts as one that is away.
    pub(super) fn ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> io::Result<Reply> {
        let mut answer = BufReader::new(self.send(method, path, token, body)?);
        let mut head = String::new();
        answer.read_line(&mut head)?;
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(|| io::Error::other("no answer"))?;
        let mut rest = String::new();
        answer.read_to_string(&mut rest)?;
        let body = rest.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        if is_stopping(body) {
            return Err(io::Error::other("the server is about to stop"));
        }
        Ok(Reply {
            status,
            body: body.to_owned(),
        })
    }

    /// Sends a request, and returns the connection on which the answer comes.
    pub(super) fn send(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect(self.server)?;
        stream.set_read_timeout(Some(patient(PATIENCE)))?;
        let kind = if path.starts_with("/analyse") {
            "text/plain"
        } else {
            "application/json"
        };
        let token = token.map_or(String::new(), |token| {
            format!("authorization: Bearer {token}\r\n")
        });
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {}\r\ncontent-type: {kind}\r\n\
             {token}content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes())?;
        Ok(stream)
    }

    /// Opens a connection past the proxy, from another address of this machine, and asks for nothing.
    pub(super) fn connect_directly(&self) -> io::Result<TcpStream> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        socket.bind(&SocketAddr::from((PAST_THE_PROXY, 0)).into())?;
        socket.connect_timeout(&self.server.into(), patient(CONNECT_TIMEOUT))?;
        Ok(socket.into())
    }

    /// Opens a table; returns its name and the token of its host, if it was let in.
    pub(super) fn open(&self, settings: &Value) -> io::Result<Option<(String, String)>> {
        let opened = self.post("/tables", None, settings)?;
        let text = |key: &str| Some(opened.json()[key].as_str()?.to_owned());
        Ok(text("table").zip(text("host_token")))
    }

    /// Takes a seat for a person; returns the token.
    pub(super) fn join(&self, table: &str, name: &str) -> io::Result<Option<String>> {
        let entropy = "5".repeat(64);
        let body = serde_json::json!({ "name": name, "entropy": entropy });
        let joined = self.post(&format!("/tables/{table}/seats"), None, &body)?;
        Ok(joined.json()["token"].as_str().map(str::to_owned))
    }

    /// Adds a bot; tells whether it was let in.
    pub(super) fn add_bot(&self, table: &str, host: &str, level: &str) -> io::Result<bool> {
        let body = serde_json::json!({ "bot": level });
        let added = self.post(&format!("/tables/{table}/seats"), Some(host), &body)?;
        Ok(added.is_good())
    }
}

/// Tells whether a refusal says that the server is about to stop.
pub(super) fn is_stopping(refusal: &str) -> bool {
    refusal.contains("about to stop")
}
