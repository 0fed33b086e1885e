//! One connection to the server, kept open.
//!
//! The load generator shares the machine with the server, so its own cost decides what is seen: requests are written in one piece
//! from a buffer that is kept, and answers are read into another, without a task of their own for the connection.

use std::net::SocketAddr;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::report::Report;

/// The most headers of an answer.
const MAX_HEADERS: usize = 32;

/// One connection to the server.
pub(crate) struct Line {
    address: SocketAddr,
    stream: TcpStream,
    report: Arc<Report>,
    request: Vec<u8>,
    /// What has arrived, of which so many bytes have been read.
    arrived: Vec<u8>,
    read: usize,
    left: Left,
    body: Vec<u8>,
}

/// What is still to come of the body of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// So many bytes.
    Bytes(usize),
    /// So many bytes of a chunk, and then other chunks.
    Chunks(usize),
}

/// The head of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) status: u16,
    /// After how long the server wants to be asked again.
    retry: Option<Duration>,
}

impl Head {
    pub(crate) fn is_success(self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// Reads a head, if all of it is there; returns it with its length and what follows.
fn read_head(text: &[u8]) -> Result<Option<(Head, usize, Left)>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut answer = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(length) = answer.parse(text)? else {
        return Ok(None);
    };
    let status = answer.code.context("no status")?;
    let (mut retry, mut left) = (None, Left::Bytes(0));
    for header in answer.headers.iter() {
        let number = || Ok::<u64, anyhow::Error>(std::str::from_utf8(header.value)?.parse()?);
        if header.name.eq_ignore_ascii_case("content-length") {
            left = Left::Bytes(number()? as usize);
        } else if header.name.eq_ignore_ascii_case("transfer-encoding") {
            left = Left::Chunks(0);
        } else if header.name.eq_ignore_ascii_case("retry-after") {
            retry = Some(Duration::from_secs(number()?));
        }
    }
    Ok(Some((Head { status, retry }, length, left)))
}

impl Line {
    pub(crate) async fn to(address: SocketAddr, report: Arc<Report>) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            address,
            stream,
            report,
            request: Vec::new(),
            arrived: Vec::new(),
            read: 0,
            left: Left::Bytes(0),
            body: Vec::new(),
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn report(&self) -> Arc<Report> {
        self.report.clone()
    }

    /// Sends a request, and returns the head of the answer when it is there. The body of the last answer has been read before.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Head> {
        self.request.clear();
        let mut put = |parts: &[&str]| {
            for part in parts {
                self.request.extend_from_slice(part.as_bytes());
            }
        };
        put(&[method, " /api/v1", path, " HTTP/1.1\r\nhost: 127.0.0.1\r\n"]);
        for (name, value) in headers {
            put(&[name, ": ", value, "\r\n"]);
        }
        put(&["content-length: ", &body.len().to_string(), "\r\n\r\n"]);
        self.request.extend_from_slice(body);
        self.stream.write_all(&self.request).await?;
        loop {
            if let Some((head, length, left)) = read_head(&self.arrived[self.read..])? {
                self.read += length;
                self.left = left;
                return Ok(head);
            }
            self.receive().await?;
        }
    }

    /// Waits until more has arrived. What has been read is forgotten.
    async fn receive(&mut self) -> Result<()> {
        self.arrived.drain(..self.read);
        self.read = 0;
        self.arrived.reserve(4096);
        let received = self.stream.read_buf(&mut self.arrived).await?;
        ensure!(received > 0, "the server hung up");
        Ok(())
    }

    /// Returns the place of the next part of the body among what has arrived; none if that was all of it.
    async fn part(&mut self) -> Result<Option<Range<usize>>> {
        loop {
            let arrived = self.arrived.len() - self.read;
            match self.left {
                Left::Bytes(0) => return Ok(None),
                Left::Bytes(left) | Left::Chunks(left) if left > 0 && arrived > 0 => {
                    let taken = left.min(arrived);
                    self.left = match self.left {
                        Left::Bytes(_) => Left::Bytes(left - taken),
                        Left::Chunks(_) => Left::Chunks(left - taken),
                    };
                    self.read += taken;
                    return Ok(Some(self.read - taken..self.read));
                }
                Left::Chunks(0) => {
                    let rest = &self.arrived[self.read..];
                    if let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                        // The line between two chunks is empty.
                        let size = std::str::from_utf8(&rest[..end])?.trim();
                        self.read += end + 1;
                        if !size.is_empty() {
                            self.left = match usize::from_str_radix(size, 16)? {
                                0 => Left::Bytes(0),
                                size => Left::Chunks(size),
                            };
                        }
                        continue;
                    }
                    self.receive().await?;
                }
                _ => self.receive().await?,
            }
        }
    }

    /// Appends the next part of the body of the last answer; returns false if that was all of it.
    pub(crate) async fn read_part(&mut self, into: &mut Vec<u8>) -> Result<bool> {
        let part = self.part().await?;
        let read = part.map(|part| into.extend_from_slice(&self.arrived[part]));
        Ok(read.is_some())
    }

    /// Reads the body of the last answer.
    async fn read_body(&mut self) -> Result<&[u8]> {
        let mut body = std::mem::take(&mut self.body);
        body.clear();
        while self.read_part(&mut body).await? {}
        self.body = body;
        Ok(&self.body)
    }

    /// Returns the text of an answer.
    pub(crate) async fn get(&mut self, path: &str) -> Result<String> {
        loop {
            let head = self.send("GET", path, &[], &[]).await?;
            let text = std::str::from_utf8(self.read_body().await?)?;
            match head.retry {
                Some(retry) if !head.is_success() => {
                    self.report.refused();
                    tokio::time::sleep(retry).await;
                }
                _ => return Ok(text.to_owned()),
            }
        }
    }

    /// Posts JSON, and returns what is read of the JSON that comes back, with how long that took. Whoever is refused because the
    /// server is busy comes back when it says, and what is timed is the request that was served.
    pub(crate) async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        headers: &[(&str, &str)],
        body: &impl Serialize,
    ) -> Result<(T, Duration)> {
        let body = serde_json::to_vec(body)?;
        loop {
            let began = Instant::now();
            let head = self.send("POST", path, headers, &body).await?;
            let answer = self.read_body().await?;
            match (head.status, head.retry) {
                (429 | 503, Some(retry)) => {
                    self.report.refused();
                    tokio::time::sleep(retry).await;
                }
                _ if head.is_success() => {
                    let took = began.elapsed();
                    let read = serde_json::from_slice(answer).context("no such answer")?;
                    return Ok((read, took));
                }
                (status, _) => bail!("{path}: {status}: {}", String::from_utf8_lossy(answer)),
            }
        }
    }
}
