//! One connection to the server, kept open.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// One connection to the server.
pub(crate) struct Line {
    sender: SendRequest<Full<Bytes>>,
}

impl Line {
    pub(crate) async fn to(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self { sender })
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
        let answer = self.send("GET", path, &[], String::new()).await?;
        let bytes = answer.into_body().collect().await?.to_bytes();
        Ok(String::from_utf8(bytes.into())?)
    }

    /// Posts JSON, and returns the JSON that comes back.
    pub(crate) async fn post(
        &mut self,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Result<Value> {
        let answer = self.send("POST", path, headers, body.to_string()).await?;
        let status = answer.status();
        let bytes = answer.into_body().collect().await?.to_bytes();
        let value: Value = serde_json::from_slice(&bytes).context("the answer is no JSON")?;
        if !status.is_success() {
            bail!("{path}: {status}: {value}");
        }
        Ok(value)
    }
}
