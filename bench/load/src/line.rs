//! One connection to the server, kept open.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

use crate::report::Report;

/// One connection to the server.
pub(crate) struct Line {
    address: SocketAddr,
    sender: SendRequest<Full<Bytes>>,
    report: Arc<Report>,
}

/// Returns after how long a server wants to be asked again.
fn retry_after(answer: &Response<Incoming>) -> Option<Duration> {
    let seconds = answer.headers().get("retry-after")?.to_str().ok()?;
    Some(Duration::from_secs(seconds.parse().ok()?))
}

impl Line {
    pub(crate) async fn to(address: SocketAddr, report: Arc<Report>) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self {
            address,
            sender,
            report,
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn report(&self) -> Arc<Report> {
        self.report.clone()
    }

    /// Sends a request, and returns the answer when its head is there.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Result<Response<Incoming>> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"));
        request = request.header("host", "127.0.0.1");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.sender.ready().await?;
        let request = request.body(Full::new(Bytes::from(body)))?;
        Ok(self.sender.send_request(request).await?)
    }

    /// Returns the text of an answer.
    pub(crate) async fn get(&mut self, path: &str) -> Result<String> {
        loop {
            let answer = self.send("GET", path, &[], String::new()).await?;
            let (is_served, retry) = (answer.status().is_success(), retry_after(&answer));
            let bytes = answer.into_body().collect().await?.to_bytes();
            match retry {
                Some(retry) if !is_served => {
                    self.report.refused();
                    tokio::time::sleep(retry).await;
                }
                _ => return Ok(String::from_utf8(bytes.into())?),
            }
        }
    }

    /// Posts JSON, and returns the JSON that comes back, with how long that took. Whoever is refused because the server is
    /// busy comes back when it says, and what is timed is the request that was served.
    pub(crate) async fn post(
        &mut self,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Result<(Value, Duration)> {
        loop {
            let began = Instant::now();
            let answer = self.send("POST", path, headers, body.to_string()).await?;
            let status = answer.status();
            let retry = retry_after(&answer);
            let bytes = answer.into_body().collect().await?.to_bytes();
            let value: Value = serde_json::from_slice(&bytes).context("the answer is no JSON")?;
            match (status.as_u16(), retry) {
                (429 | 503, Some(retry)) => {
                    self.report.refused();
                    tokio::time::sleep(retry).await;
                }
                _ if status.is_success() => return Ok((value, began.elapsed())),
                _ => bail!("{path}: {status}: {value}"),
            }
        }
    }
}
