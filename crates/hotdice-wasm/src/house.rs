//! Where requests are answered.

use std::collections::BTreeMap;

use hotdice_api::{Rejected, game_list, rules_answer, score_answer};
use hotdice_wire::{AskedAim, Code, ServerAddresses};
use serde::de::DeserializeOwned;

use crate::checks::{self, LogChecks};
use crate::message::{HostCall, HostRequest, Missing, Reply};
use crate::tables::LocalTables;
use crate::verification::verification;

/// Answers requests of the API from memory.
#[derive(Default)]
pub struct House {
    tables: LocalTables,
    checks: LogChecks,
    #[cfg(feature = "thinking")]
    mind: crate::thinking::Mind,
}

impl House {
    /// Does what the host wants; returns the answer, and what is attached to it.
    pub fn call(&mut self, call: HostCall, attached: Option<Vec<u8>>) -> (Reply, Option<Vec<u8>>) {
        let answer = match call {
            HostCall::Request(request) => return self.answer(&request),
            HostCall::Provide(Missing::Table(name)) => {
                let stored = attached.as_deref();
                self.tables.provide(&name, stored).err()
            }
            #[cfg(feature = "thinking")]
            HostCall::Provide(Missing::Solution(name)) => {
                self.mind.library.provide(name, attached);
                None
            }
            #[cfg(not(feature = "thinking"))]
            HostCall::Provide(Missing::Solution(_)) => None,
            HostCall::Forget { table } => {
                self.tables.forget(&table);
                None
            }
        };
        let done = || Reply {
            status: 204,
            ..Reply::default()
        };
        (answer.map_or_else(done, Reply::from), None)
    }

    fn answer(&mut self, request: &HostRequest) -> (Reply, Option<Vec<u8>>) {
        let path: Vec<&str> = request.path.split('/').collect();
        #[cfg(feature = "thinking")]
        if let Some(answered) = self.mind.answer(request, &path) {
            return answered;
        }
        let answered = match (request.method.as_str(), path.as_slice()) {
            (_, ["tables", rest @ ..]) => self.tables.answer(request, rest),
            (_, ["checks", rest @ ..]) => self.checks.answer(request, rest),
            _ => about_games(request, &path),
        };
        (answered.unwrap_or_else(Reply::from), None)
    }
}

fn about_games(request: &HostRequest, path: &[&str]) -> Result<Reply, Rejected> {
    match (request.method.as_str(), path) {
        ("GET", ["games"]) => Ok(Reply::json(200, &game_list()?)),
        ("GET", ["rules"]) => Ok(Reply::json(200, &rules_answer(asked(request, "rules")?)?)),
        ("POST", ["score"]) => Ok(Reply::json(200, &score_answer(&body(request)?)?)),
        ("POST", ["verify"]) => Ok(Reply::json(200, &verification(&request.body))),
        ("POST", ["chains"]) => checks::anchor(request),
        ("GET", ["addresses"]) => {
            let nowhere = ServerAddresses {
                network: false,
                urls: Vec::new(),
            };
            Ok(Reply::json(200, &nowhere))
        }
        _ => Err(not_here()),
    }
}

/// Refuses what only a server can do.
pub(crate) fn not_here() -> Rejected {
    Rejected::new(Code::NotFound, "this needs a server")
}

/// Reads what was sent.
pub(crate) fn body<T: DeserializeOwned>(request: &HostRequest) -> Result<T, Rejected> {
    serde_json::from_str(&request.body).map_err(Rejected::invalid)
}

/// Returns a value after the path.
pub(crate) fn asked<'a>(request: &'a HostRequest, name: &str) -> Result<&'a str, Rejected> {
    let query: &BTreeMap<String, String> = &request.query;
    let value = query.get(name).map(String::as_str);
    value.ok_or_else(|| Rejected::invalid(format!("{name} is missing")))
}

/// Returns what values should count, if anybody has said.
pub(crate) fn aim(request: &HostRequest) -> Result<Option<AskedAim>, Rejected> {
    match request.query.get("aim").map(String::as_str) {
        None => Ok(None),
        Some("win") => Ok(Some(AskedAim::Win)),
        Some("points") => Ok(Some(AskedAim::Points)),
        Some(other) => Err(Rejected::invalid(format!(
            "aim is points or win, not {other}"
        ))),
    }
}
