//! Somebody who plays both seats of a table, game after game.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hotdice_core::{Bytes32, Record, Turn};
use hotdice_table::fair::{ChainOwner, SecretChain};
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
    (rules, linked): (String, bool),
    pace: Option<Duration>,
    tables: Arc<watch::Sender<Vec<String>>>,
    report: Arc<Report>,
) -> Result<()> {
    let mut line = Line::to(address, report.clone()).await?;
    let mut luck: ChaCha8Rng = rand::make_rng();
    let mut place = None;
    loop {
        let mut game = Game::sit_down(&mut line, &rules, linked, &mut luck).await?;
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
            let decided = Instant::now();
            if game.add_links(&mut line).await? {
                report.waited(decided.elapsed());
            }
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
    /// The chains of both seats, where the dice are linked.
    chains: Vec<SecretChain>,
    /// How many rolls there were.
    rolls: u64,
    /// The seats whose links the roll that is due has.
    linked: Vec<usize>,
}

impl Game {
    /// Opens a table for two, and takes both seats.
    async fn sit_down(
        line: &mut Line,
        rules: &str,
        linked: bool,
        luck: &mut ChaCha8Rng,
    ) -> Result<Self> {
        let dice = if linked { "linked" } else { "committed" };
        let (opened, _) = line
            .post("/tables", &[], &json!({ "rules": rules, "dice": dice }))
            .await?;
        let table = text(&opened, "table")?;
        let (mut tokens, mut chains) = (Vec::new(), Vec::new());
        for player in ["Ada", "Bo"] {
            let entropy = Bytes32(std::array::from_fn(|_| luck.next_u32() as u8));
            let body = if linked {
                let owner = ChainOwner::person(table.parse()?, &player.parse()?);
                let chain = SecretChain::new(owner, entropy);
                let anchor = chain.anchor().to_string();
                chains.push(chain);
                json!({ "name": player, "anchor": anchor })
            } else {
                json!({ "name": player, "entropy": entropy.to_string() })
            };
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
        let mut game = Self {
            table,
            tokens,
            game,
            seq,
            chains,
            rolls: 0,
            linked: Vec::new(),
        };
        game.add_links(line).await?;
        Ok(game)
    }

    /// Adds the links of both seats to the rolls that are due, one after the other; says whether there were any. The link of the
    /// seat that acted was sent with its action, so it is there already.
    async fn add_links(&mut self, line: &mut Line) -> Result<bool> {
        let mut added = false;
        while !self.chains.is_empty() && self.game.turn() == Turn::Roll {
            let roll = self.rolls + 1;
            for seat in 0..self.tokens.len() {
                if self.rolls + 1 != roll || self.linked.contains(&seat) {
                    continue;
                }
                let link = self.chains[seat].link(roll).context("no link")?;
                let bearer = format!("Bearer {}", self.tokens[seat]);
                let headers = [("authorization", bearer.as_str())];
                let body = json!({ "roll": roll, "link": link.to_string() });
                let path = format!("/tables/{}/links", self.table);
                let (happened, _) = line.post(&path, &headers, &body).await?;
                self.note(&happened)?;
                added = true;
            }
        }
        Ok(added)
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
        let mut body = json!({ "seq": self.seq, "action": action.notation() });
        let mut after = self.game.position().boxed_clone();
        if after.act(action).is_ok()
            && after.turn() == Turn::Roll
            && let Some(chain) = self.chains.get(seat.index())
        {
            let link = chain.link(self.rolls + 1).context("no link")?;
            body["link"] = json!(link.to_string());
        }
        let path = format!("/tables/{}/actions", self.table);
        let (happened, took) = line.post(&path, &headers, &body).await?;
        self.note(&happened)?;
        Ok(Some(took))
    }

    /// Lets the same happen here as on the server.
    fn note(&mut self, happened: &Value) -> Result<()> {
        for event in happened["events"].as_array().context("no events")? {
            match event["line"].as_str().unwrap_or_default().parse()? {
                TableEvent::Rolled(event, _) => {
                    self.rolls += 1;
                    self.linked.clear();
                    drop(self.game.play(&event)?);
                }
                TableEvent::Acted(_, event) => drop(self.game.play(&event)?),
                TableEvent::Linked(seat, _) => self.linked.push(seat.index()),
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
