//! Somebody who plays both seats of a table, game after game.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use hotdice_core::{Bytes32, Record, Turn};
use hotdice_table::{Match, TableEvent};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::line::Line;
use crate::report::Report;

/// Says so if somebody had to give up.
pub(crate) fn told(outcome: Result<()>) {
    if let Err(error) = outcome {
        eprintln!("gave up: {error:#}");
    }
}

/// Plays games at tables of its own, for ever.
pub(crate) async fn play(
    address: SocketAddr,
    rules: String,
    pace: Option<Duration>,
    tables: Arc<watch::Sender<Vec<String>>>,
    report: Arc<Report>,
) -> Result<()> {
    let mut line = Line::to(address, report.clone()).await?;
    let mut luck: ChaCha8Rng = rand::make_rng();
    let mut place = None;
    loop {
        let mut game = Game::sit_down(&mut line, &rules, &mut luck).await?;
        tables.send_modify(|names| match place {
            Some(place) => names[place] = game.table.clone(),
            None => {
                place = Some(names.len());
                names.push(game.table.clone());
            }
        });
        loop {
            let Some(took) = game.act(&mut line, &mut luck).await? else {
                break;
            };
            report.acted(took);
            if let Some(pause) = pace.and_then(|pace| pace.checked_sub(took)) {
                tokio::time::sleep(pause).await;
            }
        }
        report.played();
    }
}

/// A game beside the server's.
struct Game {
    table: String,
    tokens: Vec<String>,
    game: Match,
    /// The last event that was seen.
    seq: u64,
}

impl Game {
    /// Opens a table for two, and takes both seats.
    async fn sit_down(line: &mut Line, rules: &str, luck: &mut ChaCha8Rng) -> Result<Self> {
        let (opened, _) = line
            .post("/tables", &[], &json!({ "rules": rules }))
            .await?;
        let table = text(&opened, "table")?;
        let mut tokens = Vec::new();
        for player in ["Ada", "Bo"] {
            let entropy = Bytes32(std::array::from_fn(|_| luck.next_u32() as u8)).to_string();
            let body = json!({ "name": player, "entropy": entropy });
            let (joined, _) = line
                .post(&format!("/tables/{table}/seats"), &[], &body)
                .await?;
            tokens.push(text(&joined, "token")?);
        }
        let view: Value = serde_json::from_str(&line.get(&format!("/tables/{table}")).await?)?;
        let seq = view["seq"].as_u64().context("no seq")?;
        let record: Record = line
            .get(&format!("/tables/{table}/record"))
            .await?
            .parse()?;
        let game = Match::replay(&record)?;
        Ok(Self {
            table,
            tokens,
            game,
            seq,
        })
    }

    /// Sends any legal action, if there is one; returns how long the server took.
    async fn act(&mut self, line: &mut Line, luck: &mut ChaCha8Rng) -> Result<Option<Duration>> {
        let Turn::Decide(seat) = self.game.turn() else {
            return Ok(None);
        };
        let actions = self.game.position().actions();
        let action = &actions[luck.next_u32() as usize % actions.len()];
        let bearer = format!("Bearer {}", self.tokens[seat.index()]);
        let key = format!("{:016x}{:016x}", luck.next_u64(), luck.next_u64());
        let headers = [
            ("authorization", bearer.as_str()),
            ("idempotency-key", key.as_str()),
        ];
        let body = json!({ "seq": self.seq, "action": action.notation() });
        let path = format!("/tables/{}/actions", self.table);
        let (happened, took) = line.post(&path, &headers, &body).await?;
        self.note(&happened)?;
        Ok(Some(took))
    }

    /// Lets the same happen here as on the server.
    fn note(&mut self, happened: &Value) -> Result<()> {
        for event in happened["events"].as_array().context("no events")? {
            match event["line"].as_str().unwrap_or_default().parse()? {
                TableEvent::Rolled(event, _) | TableEvent::Acted(_, event) => {
                    drop(self.game.play(&event)?);
                }
                _ => {}
            }
        }
        self.seq = happened["seq"].as_u64().context("no seq")?;
        Ok(())
    }
}

fn text(value: &Value, key: &str) -> Result<String> {
    let text = value[key].as_str();
    Ok(text.with_context(|| format!("no {key}"))?.to_owned())
}
