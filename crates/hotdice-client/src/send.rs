//! Requests out, answers in, and another try when the line was bad.

use std::io;
use std::time::Duration;

use hotdice_wire::Problem;
use hotdice_world::World;
use ureq::http::{Request, Response, StatusCode};
use ureq::{Agent, AsSendBody, Body};

use crate::patience::Hangup;
use crate::patience::Patience;
use crate::server_url::ServerUrl;
use crate::{Error, Token};

/// The largest answer that is read: 16 MiB.
const LARGEST: u64 = 16 << 20;

/// A request that may have to be sent more than once.
pub(crate) struct Call<'a> {
    /// Where to, below the address of the server.
    pub(crate) path: String,
    /// Who sends it.
    pub(crate) token: Option<&'a Token>,
    /// What is sent.
    pub(crate) content: Content,
}

/// What a request asks or brings.
pub(crate) enum Content {
    /// It asks.
    Get,
    /// It changes something, once, under this key.
    Post { key: String, json: Option<Vec<u8>> },
    /// It brings something to be looked at, which changes nothing.
    Look { kind: &'static str, text: Vec<u8> },
}

/// An attempt that failed.
pub(crate) enum Failure {
    /// Another attempt will fail as well.
    Final(Error),
    /// Another attempt may succeed, after the pause that the server wishes.
    Passing(Error, Option<Duration>),
}

/// The connections to a server, and how patiently they are tried.
#[derive(Clone)]
pub(crate) struct Transport {
    pub(crate) server: ServerUrl,
    pub(crate) patience: Patience,
    pub(crate) hangup: Hangup,
    pub(crate) world: World,
    calls: Agent,
    streams: Agent,
}

impl Transport {
    pub(crate) fn new(server: ServerUrl, patience: Patience, world: World) -> Self {
        let config = || {
            let config = Agent::config_builder()
                .http_status_as_error(false)
                .max_redirects(0)
                .max_redirects_will_error(false)
                .user_agent(concat!("hotdice/", env!("CARGO_PKG_VERSION")))
                .timeout_connect(Some(patience.answer.min(Duration::from_secs(10))));
            if server.is_here() {
                config.proxy(None)
            } else {
                config
            }
        };
        let calls = config().timeout_global(Some(patience.answer)).build();
        let streams = config()
            .timeout_recv_response(Some(patience.answer))
            .timeout_per_read(Some(patience.silence))
            .build();
        Self {
            calls: calls.into(),
            streams: streams.into(),
            server,
            patience,
            hangup: Hangup::default(),
            world,
        }
    }

    /// Sends a request until there is an answer or patience ends.
    pub(crate) fn send(&self, call: &Call<'_>) -> Result<Vec<u8>, Error> {
        let mut failures = 0;
        loop {
            let (error, wish) = match self.attempt(call) {
                Ok(answer) => return Ok(answer),
                Err(Failure::Final(error)) => return Err(error),
                Err(Failure::Passing(error, wish)) => (error, wish.unwrap_or_default()),
            };
            failures += 1;
            let enough = failures >= self.patience.tries || wish > self.patience.longest_wish;
            let pause = self.pause(failures).max(wish);
            if enough || self.wait(pause) {
                return Err(error);
            }
        }
    }

    /// Waits for a while or until somebody hangs up, and tells whether that is so.
    pub(crate) fn wait(&self, pause: Duration) -> bool {
        self.hangup.wait(&self.world, pause)
    }

    /// Returns the pause after so many failures.
    pub(crate) fn pause(&self, failures: u32) -> Duration {
        let spread = self.world.fraction(&"pause");
        self.patience.pause(failures, spread)
    }

    fn attempt(&self, call: &Call<'_>) -> Result<Vec<u8>, Failure> {
        let mut response = self.run(call)?;
        let body = response.body_mut().with_config().limit(LARGEST);
        body.read_to_vec().map_err(|error| self.failed(&error))
    }

    fn run(&self, call: &Call<'_>) -> Result<Response<Body>, Failure> {
        let request = self.request(&call.path, call.token);
        match &call.content {
            Content::Get => self.transmit(&self.calls, request.body(())),
            Content::Post { key, json } => {
                let request = request.method("POST").header("idempotency-key", key);
                let request = match json {
                    Some(_) => request.header("content-type", "application/json"),
                    None => request,
                };
                let body = json.clone().unwrap_or_default();
                self.transmit(&self.calls, request.body(body))
            }
            Content::Look { kind, text } => {
                let request = request.method("POST").header("content-type", *kind);
                self.transmit(&self.calls, request.body(text.clone()))
            }
        }
    }

    /// Opens a stream of events that goes on after the event `last`.
    pub(crate) fn stream(
        &self,
        path: &str,
        token: Option<&Token>,
        last: &str,
    ) -> Result<impl io::Read + Send + use<>, Failure> {
        let request = self
            .request(path, token)
            .header("accept", "text/event-stream")
            .header("last-event-id", last);
        let response = self.transmit(&self.streams, request.body(()))?;
        match response.body().mime_type() {
            Some("text/event-stream") => Ok(response.into_body().into_reader()),
            _ => Err(self.strange("it sends no events")),
        }
    }

    /// Sends a request once, and returns the response if it is a success.
    fn transmit(
        &self,
        agent: &Agent,
        request: Result<Request<impl AsSendBody>, ureq::http::Error>,
    ) -> Result<Response<Body>, Failure> {
        let sent = request
            .map_err(ureq::Error::Http)
            .and_then(|request| agent.run(request));
        self.accepted(sent.map_err(|error| self.failed(&error))?)
    }

    fn request(&self, path: &str, token: Option<&Token>) -> ureq::http::request::Builder {
        let request = Request::builder().uri(format!("{}/api/v1{path}", self.server));
        match token {
            Some(token) => request.header("authorization", format!("Bearer {}", token.secret())),
            None => request,
        }
    }

    /// Returns a response that is a success, or what the server says instead.
    fn accepted(&self, response: Response<Body>) -> Result<Response<Body>, Failure> {
        let status = response.status();
        match status {
            _ if status.is_success() => Ok(response),
            _ if status.is_redirection() => Err(self.redirected(&response)),
            _ => Err(self.refused(response)),
        }
    }

    fn redirected(&self, response: &Response<Body>) -> Failure {
        let to = response.headers().get("location");
        let to = to.and_then(|to| to.to_str().ok()).unwrap_or("elsewhere");
        self.strange(format!("it sends us to {to}"))
    }

    fn refused(&self, mut response: Response<Body>) -> Failure {
        let status = response.status();
        let wish = response.headers().get("retry-after");
        let wish = wish.and_then(|wish| wish.to_str().ok()?.trim().parse().ok());
        let body = response
            .body_mut()
            .with_config()
            .limit(LARGEST)
            .read_to_vec();
        let problem = body
            .ok()
            .and_then(|body| serde_json::from_slice::<Problem>(&body).ok());
        let error = match problem {
            Some(problem) => Error::of(problem),
            None => Error::Strange {
                server: self.server.clone(),
                what: format!("its answer is {status}"),
            },
        };
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            Failure::Passing(error, wish.map(Duration::from_secs))
        } else {
            Failure::Final(error)
        }
    }

    fn strange(&self, what: impl Into<String>) -> Failure {
        Failure::Final(Error::Strange {
            server: self.server.clone(),
            what: what.into(),
        })
    }

    /// Sorts what went wrong on the way.
    fn failed(&self, error: &ureq::Error) -> Failure {
        let passing = matches!(
            error,
            ureq::Error::Io(_)
                | ureq::Error::Timeout(_)
                | ureq::Error::HostNotFound
                | ureq::Error::ConnectionFailed
                | ureq::Error::Protocol(_)
        );
        let server = self.server.clone();
        let cause = in_words(error);
        if passing {
            Failure::Passing(Error::Unreachable { server, cause }, None)
        } else {
            Failure::Final(Error::Unreachable { server, cause })
        }
    }
}

fn in_words(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => match error.kind() {
            io::ErrorKind::ConnectionRefused => "nobody listens there".to_owned(),
            io::ErrorKind::UnexpectedEof => "the connection was closed".to_owned(),
            _ => error.to_string(),
        },
        ureq::Error::HostNotFound => "there is no such host".to_owned(),
        ureq::Error::Timeout(_) => "it took too long".to_owned(),
        ureq::Error::TlsRequired => {
            "this program was built without TLS, which https:// needs".to_owned()
        }
        error => error.to_string(),
    }
}
