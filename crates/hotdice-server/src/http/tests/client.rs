//! Somebody who sends requests.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use hotdice_bots::Uncached;
use hotdice_testworld::{TestWorld, eventually};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::bus::{Bus, NoBus};
use crate::store::{SqliteStore, Store};
use crate::table_service::TableService;
use crate::{Quotas, RateLimits, test_worlds};

/// A server without a network, and somebody who asks it.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) test: Arc<TestWorld>,
    pub(super) service: Arc<TableService>,
    router: Router,
    folder: Arc<tempfile::TempDir>,
    address: SocketAddr,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) kind: String,
    pub(super) text: String,
}

impl Answer {
    #[track_caller]
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// Expects success, and returns what was answered.
    #[track_caller]
    pub(super) fn good(&self) -> Value {
        assert!(self.status.is_success(), "{self:?}");
        self.json()
    }

    /// Expects a refusal with this code.
    #[track_caller]
    pub(super) fn refused(&self, code: &str) -> Value {
        assert_eq!(self.kind, "application/problem+json", "{self:?}");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{self:?}");
        assert_eq!(problem["status"], self.status.as_u16(), "{self:?}");
        problem
    }
}

/// A request to be sent.
#[derive(Clone, Default)]
pub(super) struct Ask {
    pub(super) headers: HashMap<&'static str, String>,
    pub(super) body: Vec<u8>,
}

impl Ask {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.to_owned());
        self
    }

    pub(super) fn token(self, token: &str) -> Self {
        self.with("authorization", &format!("Bearer {token}"))
    }

    pub(super) fn key(self, key: &str) -> Self {
        self.with("idempotency-key", &format!("{key:->20}"))
    }

    pub(super) fn json(mut self, body: &Value) -> Self {
        self.body = body.to_string().into_bytes();
        self.with("content-type", "application/json")
    }
}

impl Client {
    /// Opens a service with an empty store, and with a clock that stands.
    pub(super) fn new() -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a folder"));
        Self::at(folder)
    }

    fn at(folder: Arc<tempfile::TempDir>) -> Self {
        let test = test_worlds::standing();
        let store = SqliteStore::open(&store_file(folder.path()), test.world());
        let store = Arc::new(store.expect("a store"));
        Self::within(
            Quotas::NONE,
            store,
            Arc::new(NoBus::default()),
            folder,
            test,
        )
    }

    /// Returns another service over the same store, whose guests are bounded.
    pub(super) fn bounded(&self, quotas: Quotas) -> Self {
        let test = self.test.clone();
        let store = SqliteStore::open(&store_file(self.folder.path()), test.world());
        let (store, bus) = (
            Arc::new(store.expect("a store")),
            Arc::new(NoBus::default()),
        );
        Self::within(quotas, store, bus, self.folder.clone(), test)
    }

    /// Opens a service that is one of several, with all that it does by itself.
    pub(super) fn node(store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Self {
        let client = Self::without_polls(store, bus);
        tokio::spawn(client.service.clone().poll());
        client
    }

    /// The same, without polling the store for what the bus did not say.
    pub(super) fn without_polls(store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Self {
        Self::without_polls_in(test_worlds::running(), store, bus)
    }

    /// The same, in a world of its own.
    pub(super) fn without_polls_in(
        test: Arc<TestWorld>,
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
    ) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a folder"));
        let client = Self::within(Quotas::NONE, store, bus, folder, test);
        let service = &client.service;
        tokio::spawn(service.clone().heartbeat());
        tokio::spawn(service.clone().listen());
        tokio::spawn(service.clone().sweep());
        client
    }

    fn within(
        quotas: Quotas,
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        folder: Arc<tempfile::TempDir>,
        test: Arc<TestWorld>,
    ) -> Self {
        let service = TableService::new(store, Arc::new(Uncached), bus, test.world());
        let router = router(service.clone(), quotas, [127, 0, 0, 1]);
        Self {
            test,
            service,
            router,
            folder,
            address: ([192, 0, 2, 1], 1).into(),
        }
    }

    /// Returns the same service for somebody who asks from there.
    pub(super) fn from(&self, address: [u8; 4]) -> Self {
        let address = (address, 1).into();
        Self {
            address,
            ..self.clone()
        }
    }

    /// Returns the same service, listening there.
    pub(super) fn listening(&self, at: [u8; 4]) -> Self {
        let router = router(self.service.clone(), Quotas::NONE, at);
        Self {
            router,
            ..self.clone()
        }
    }

    /// Stops everything that the service does by itself, as if its process were killed.
    pub(super) fn die(&self) {
        self.service.closing.cancel();
    }

    /// Returns the file of the store.
    pub(super) fn store_file(&self) -> std::path::PathBuf {
        store_file(self.folder.path())
    }

    /// Returns the same service after its process was killed and started again.
    pub(super) async fn restarted(self) -> Self {
        let again = Self::at(self.folder);
        again
            .service
            .take_over_unleased()
            .await
            .expect("a store that can be read");
        again
    }

    pub(super) async fn send(&self, method: &str, path: &str, ask: Ask) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"));
        for (name, value) in &ask.headers {
            request = request.header(*name, value);
        }
        let request = request.extension(ConnectInfo(self.address));
        let request = request.body(Body::from(ask.body)).expect("a request");
        let answer = self
            .router
            .clone()
            .oneshot(request)
            .await
            .expect("an answer");
        let kind = answer.headers().get("content-type");
        let kind = kind
            .map_or("", |kind| kind.to_str().expect("text"))
            .to_owned();
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), 1 << 24).await.expect("a body");
        let text = String::from_utf8(bytes.into()).expect("text");
        Answer { status, kind, text }
    }

    pub(super) fn router(&self) -> Router {
        self.router.clone()
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, Ask::new()).await
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, Ask::new().json(body)).await
    }

    /// Opens a table, and returns its name and the host's token.
    pub(super) async fn open(&self, body: &Value) -> (String, String) {
        let opened = self.post("/tables", body).await.good();
        let text = |key: &str| opened[key].as_str().expect("text").to_owned();
        (text("table"), text("host_token"))
    }

    /// Takes a seat, and returns its token.
    pub(super) async fn join(&self, table: &str, name: &str) -> String {
        let body = json!({ "name": name, "entropy": entropy(name) });
        let joined = self
            .post(&format!("/tables/{table}/seats"), &body)
            .await
            .good();
        joined["token"].as_str().expect("a token").to_owned()
    }

    /// Opens a table of two and seats both; the first of them has not bust on the first roll, and decides.
    pub(super) async fn table_of_two(&self, rules: &str) -> (String, [String; 2]) {
        loop {
            let (table, _) = self.open(&json!({ "rules": rules })).await;
            let tokens = [
                self.join(&table, "Ada").await,
                self.join(&table, "Bo").await,
            ];
            if self.view(&table, &tokens[0]).await["waiting"]["seat"] == 1 {
                return (table, tokens);
            }
        }
    }

    pub(super) async fn view(&self, table: &str, token: &str) -> Value {
        let path = format!("/tables/{table}");
        self.send("GET", &path, Ask::new().token(token))
            .await
            .good()
    }

    /// Waits until a table looks as it should to somebody, and returns how it looks then.
    pub(super) async fn until(
        &self,
        (table, token): (&str, &str),
        what: &str,
        is_so: impl Fn(&Value) -> bool,
    ) -> Value {
        let mut seen = Value::Null;
        eventually(what, async || {
            seen = self.view(table, token).await;
            is_so(&seen)
        })
        .await;
        seen
    }

    pub(super) async fn act(&self, table: &str, token: &str, key: &str, body: &Value) -> Answer {
        let path = format!("/tables/{table}/actions");
        self.send("POST", &path, Ask::new().token(token).key(key).json(body))
            .await
    }

    /// Does something that whoever decides may do, now this and now that; nothing when the game is over.
    pub(super) async fn step(&self, table: &str, tokens: &[String]) -> Option<Value> {
        let view = self.view(table, &tokens[0]).await;
        let seat = view["waiting"]["seat"].as_u64()? as usize;
        let view = self.view(table, &tokens[seat - 1]).await;
        let seq = view["seq"].as_u64().expect("a number");
        let choices = view["scene"]["choices"].as_array().expect("choices");
        // Decisions of one kind may always have odd numbers, or even ones: neither may always be the same choice.
        let mixed = (seq as usize).wrapping_mul(2_654_435_761) >> 7;
        let action = &choices[mixed % choices.len()]["notation"];
        let body = json!({ "seq": seq, "action": action });
        let key = format!("step-{seq}");
        Some(self.act(table, &tokens[seat - 1], &key, &body).await.good())
    }
}

fn router(service: Arc<TableService>, quotas: Quotas, listening: [u8; 4]) -> Router {
    let rate_limits = RateLimits {
        by_address: None,
        by_token: None,
    };
    let listening = Some((listening, 7878).into());
    let hosts = crate::http::Hosts::new(Vec::new(), true);
    crate::http::app(
        service,
        Arc::default(),
        rate_limits,
        quotas,
        listening,
        hosts,
    )
}

fn store_file(folder: &Path) -> std::path::PathBuf {
    folder.join("store.sqlite")
}

/// Returns what somebody adds to the dice.
pub(super) fn entropy(name: &str) -> String {
    format!(
        "{:0>64}",
        name.bytes()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    )
}
