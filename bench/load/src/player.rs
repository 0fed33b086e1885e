//! Somebody who plays both seats of a table, game after game.
//!
//! Where the dice are linked, links go the way that real clients send them: the seat that acts sends its link with the action, the other
//! hears on its event stream that a roll is due and posts its link then, and the roll counts as fallen when the stream tells it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hotdice_core::{Bytes32, CheckedAction, Record, Seat, Turn};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_table::{Match, TableEvent};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;

use crate::line::Line;
use crate::listening;
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
            if game.hear_rolls().await? {
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
    /// How many rolls there were.
    rolls: u64,
    /// Where the dice are linked.
    links: Option<Links>,
}

/// An action, as it is sent.
#[derive(Serialize)]
struct Act<'a> {
    seq: u64,
    action: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

/// What a player has to know of the answer to an action.
#[derive(Deserialize)]
struct Happened {
    seq: u64,
    events: Vec<Logged>,
}

/// What a player has to know of an event.
#[derive(Deserialize)]
struct Logged {
    seq: u64,
    line: String,
}

/// What a listener has to know of an event where dice are linked.
#[derive(Deserialize)]
struct Told {
    #[serde(flatten)]
    logged: Logged,
    kind: String,
    seat: Option<u64>,
    after: Option<After>,
}

#[derive(Deserialize)]
struct After {
    due: Option<Due>,
}

/// The roll that is due, and the seats whose links are missing.
#[derive(Deserialize)]
struct Due {
    roll: u64,
    missing: Vec<u64>,
}

/// What linked dice need beside the actions.
struct Links {
    /// The chains of both seats.
    chains: Arc<Vec<SecretChain>>,
    /// The events of the table, as its stream tells them.
    heard: mpsc::UnboundedReceiver<Logged>,
    /// The task that hears them and posts links.
    answering: AbortHandle,
}

impl Drop for Links {
    fn drop(&mut self) {
        self.answering.abort();
    }
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
        let (opened, _): (Value, _) = line
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
            let (joined, _): (Value, _) = line
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
        let links = if linked {
            let chains = Arc::new(chains);
            let (tell, heard) = mpsc::unbounded_channel();
            let answer = answer_rolls(
                line.address(),
                table.clone(),
                tokens.clone(),
                chains.clone(),
                tell,
                line.report(),
            );
            let answering = tokio::spawn(async move { told(answer.await) }).abort_handle();
            Some(Links {
                chains,
                heard,
                answering,
            })
        } else {
            None
        };
        let mut game = Self {
            table,
            tokens,
            game,
            seq,
            rolls: 0,
            links,
        };
        game.hear_rolls().await?;
        Ok(game)
    }

    /// Waits until the rolls that are due have fallen; says whether any was.
    async fn hear_rolls(&mut self) -> Result<bool> {
        let mut waited = false;
        while self.game.turn() == Turn::Roll
            && let Some(links) = &mut self.links
        {
            let event = links.heard.recv().await.context("the stream ended")?;
            waited = true;
            if event.seq > self.seq {
                self.take(&event)?;
            }
        }
        Ok(waited)
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
        let body = Act {
            seq: self.seq,
            action: action.notation(),
            link: self.link_for(seat, action)?,
        };
        let path = format!("/tables/{}/actions", self.table);
        let (happened, took): (Happened, _) = line.post(&path, &headers, &body).await?;
        for event in &happened.events {
            self.take(event)?;
        }
        self.seq = happened.seq;
        Ok(Some(took))
    }

    /// Returns the link that goes with an action, if a roll of linked dice comes after it.
    fn link_for(&self, seat: Seat, action: &CheckedAction) -> Result<Option<String>> {
        let Some(links) = &self.links else {
            return Ok(None);
        };
        let mut after = self.game.position().boxed_clone();
        if after.act(action).is_err() || after.turn() != Turn::Roll {
            return Ok(None);
        }
        let chain = &links.chains[seat.index()];
        let link = chain.link(self.rolls + 1).context("no link")?;
        Ok(Some(link.to_string()))
    }

    /// Lets the same happen here as on the server.
    fn take(&mut self, event: &Logged) -> Result<()> {
        self.seq = event.seq;
        match event.line.parse()? {
            TableEvent::Rolled(event, _) => {
                self.rolls += 1;
                drop(self.game.play(&event)?);
            }
            TableEvent::Acted(_, event) => drop(self.game.play(&event)?),
            _ => {}
        }
        Ok(())
    }
}

/// Listens to a table of linked dice, and posts the links that a roll lacks as soon as the stream says that it is due.
async fn answer_rolls(
    address: SocketAddr,
    table: String,
    tokens: Vec<String>,
    chains: Arc<Vec<SecretChain>>,
    tell: mpsc::UnboundedSender<Logged>,
    report: Arc<Report>,
) -> Result<()> {
    let mut line = Line::to(address, report.clone()).await?;
    let mut events = listening::Events::of(address, &table, report).await?;
    let mut answered = 0;
    while let Some(event) = events.next().await? {
        let event: Told = serde_json::from_str(event.data)?;
        // Whoever acted has sent a link with the action.
        let actor = event.seat.filter(|_| event.kind == "acted");
        drop(tell.send(event.logged));
        let due = event.after.and_then(|after| after.due);
        let Some(due) = due.filter(|due| due.roll > answered) else {
            continue;
        };
        answered = due.roll;
        for seat in due.missing.into_iter().filter(|seat| Some(*seat) != actor) {
            let seat = seat as usize - 1;
            let link = chains[seat].link(due.roll).context("no link")?;
            let bearer = format!("Bearer {}", tokens[seat]);
            let body = json!({ "roll": due.roll, "link": link.to_string() });
            let path = format!("/tables/{table}/links");
            let headers = [("authorization", bearer.as_str())];
            let _: (IgnoredAny, _) = line.post(&path, &headers, &body).await?;
        }
    }
    Ok(())
}

fn text(value: &Value, key: &str) -> Result<String> {
    let text = value[key].as_str();
    Ok(text.with_context(|| format!("no {key}"))?.to_owned())
}
