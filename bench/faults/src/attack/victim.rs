//! Somebody who plays and asks while others attack.

use std::fmt;
use std::io::{self, Read};
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::patient;
use serde_json::{Value, json};

use super::Battle;
use super::caller::is_stopping;

/// How often it is looked whether a bot has moved.
const LOOK: Duration = Duration::from_millis(25);

/// How often questions are asked and streams are opened.
const PAUSE: Duration = Duration::from_millis(200);

/// After how long somebody who waits for a bot gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long things took.
#[derive(Debug, Default)]
pub struct Experience {
    /// How long each took.
    pub times: Vec<Duration>,
    /// How many were refused, or given up.
    pub failed: u64,
    /// What the first refusal said.
    pub refusal: Option<String>,
}

impl Experience {
    /// Returns how long the longest took.
    #[must_use]
    pub fn worst(&self) -> Duration {
        self.times.iter().copied().max().unwrap_or_default()
    }
}

impl fmt::Display for Experience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut times = self.times.clone();
        times.sort();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        write!(
            f,
            "{} done (p50 {} ms, worst {} ms), {} failed",
            times.len(),
            median.as_millis(),
            self.worst().as_millis(),
            self.failed
        )?;
        match &self.refusal {
            Some(refusal) => write!(f, ", the first: {refusal}"),
            None => Ok(()),
        }
    }
}

/// Plays against a careful bot, game after game; returns how long each of its moves took.
pub(super) fn play(battle: &Battle) -> Experience {
    let mut moves = Experience::default();
    while !battle.is_over() {
        if play_game(battle, &mut moves).is_err() {
            // The server is away for a moment.
            thread::sleep(PAUSE);
        }
    }
    moves
}

fn play_game(battle: &Battle, moves: &mut Experience) -> io::Result<()> {
    let caller = &battle.caller;
    let Some((table, host)) = caller.open(&json!({ "rules": "pig" }))? else {
        moves.failed += 1;
        return Err(io::Error::other("no table"));
    };
    if !caller.add_bot(&table, &host, "careful")? {
        moves.failed += 1;
        return Err(io::Error::other("no bot"));
    }
    let token = caller.join(&table, "Vic")?;
    let token = token.ok_or_else(|| io::Error::other("no seat"))?;
    // Since when the bot has to move, and from which event on.
    let mut bot_since: Option<(Instant, u64)> = None;
    while !battle.is_over() {
        let view = caller
            .get(&format!("/tables/{table}"), Some(&token))?
            .json();
        let seq = view["seq"].as_u64().unwrap_or_default();
        if let Some((since, before)) = bot_since {
            if seq > before {
                moves.times.push(since.elapsed());
            } else if since.elapsed() > patient(PATIENCE) {
                moves.failed += 1;
                return Ok(());
            }
        }
        if view["stage"] == "over" {
            return Ok(());
        }
        bot_since = match (act(battle, &view, &table, &token)?, bot_since) {
            (true, _) => None,
            (false, Some((since, before))) if before == seq => Some((since, before)),
            (false, _) => Some((Instant::now(), seq)),
        };
        thread::sleep(LOOK);
    }
    Ok(())
}

/// Does the last of what can be done, if it is our turn: holding is listed after rolling.
fn act(battle: &Battle, view: &Value, table: &str, token: &str) -> io::Result<bool> {
    let choices = view["scene"]["choices"].as_array();
    let Some(choice) = choices.and_then(|choices| choices.last()) else {
        return Ok(false);
    };
    let body = json!({ "seq": view["seq"], "action": choice["notation"] });
    let path = format!("/tables/{table}/actions");
    battle.caller.post(&path, Some(token), &body)?;
    Ok(true)
}

/// Asks quick questions; returns how long each answer took.
pub(super) fn question(battle: &Battle) -> Experience {
    let mut questions = Experience::default();
    let record = loop {
        match ordinary_game(battle) {
            Ok(table) => break battle.caller.get(&format!("/tables/{table}/record"), None),
            Err(_) if battle.is_over() => return questions,
            Err(_) => thread::sleep(PAUSE),
        }
    };
    let record = record.map_or(String::new(), |record| record.body);
    for number in 0_u32.. {
        let explore = json!({ "rules": format!("farkle(target={})", 5_000 + 50 * (number % 100)) });
        let asked = [
            ("POST", "/explore", explore.to_string()),
            ("POST", "/analyse", record.clone()),
            ("GET", "/rules?rules=zilch", String::new()),
        ];
        for (method, path, body) in asked {
            if battle.is_over() {
                return questions;
            }
            let began = Instant::now();
            match battle.caller.ask(method, path, None, &body) {
                Ok(answer) if answer.is_good() => questions.times.push(began.elapsed()),
                Ok(answer) => {
                    questions.failed += 1;
                    questions.refusal.get_or_insert(answer.body);
                }
                // The server is away for a moment.
                Err(_) => {}
            }
            battle.pause(PAUSE);
        }
    }
    questions
}

/// Opens streams of a game that is a few hundred events long; returns how long it took until each brought something.
pub(super) fn watch(battle: &Battle, table: &str) -> Experience {
    let mut streams = Experience::default();
    while !battle.is_over() {
        let began = Instant::now();
        let path = format!("/tables/{table}/events");
        let heard = battle.caller.send("GET", &path, None, "").and_then(heard);
        match heard {
            Ok(true) => streams.times.push(began.elapsed()),
            Ok(false) => streams.failed += 1,
            Err(_) => {}
        }
        battle.pause(PAUSE);
    }
    streams
}

/// Reads a stream until its first event; tells whether there was one.
fn heard(mut stream: impl Read) -> io::Result<bool> {
    let (mut text, mut bytes) = (String::new(), [0; 4096]);
    while !text.contains("event: log") {
        let read = stream.read(&mut bytes)?;
        if read == 0 {
            // A stream ends when its server does; then the server is away for a moment.
            let is_refused = !text.starts_with("HTTP/1.1 200") && !is_stopping(&text);
            return if is_refused {
                Ok(false)
            } else {
                Err(io::ErrorKind::UnexpectedEof.into())
            };
        }
        text.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    Ok(true)
}

/// Lets two bots play a game to its end; returns its table.
pub(super) fn ordinary_game(battle: &Battle) -> io::Result<String> {
    let caller = &battle.caller;
    let opened = caller.open(&json!({ "rules": "pig" }))?;
    let (table, host) = opened.ok_or_else(|| io::Error::other("no table"))?;
    for _ in 0..2 {
        caller.add_bot(&table, &host, "careful")?;
    }
    let began = Instant::now();
    loop {
        let view = caller.get(&format!("/tables/{table}"), None)?.json();
        if view["stage"] == "over" {
            break;
        }
        if began.elapsed() > patient(PATIENCE) {
            return Err(io::Error::other("the game did not end"));
        }
        thread::sleep(LOOK);
    }
    // What is asked later is solved by then.
    let record = caller.get(&format!("/tables/{table}/record"), None)?;
    caller.ask("POST", "/analyse", None, &record.body)?;
    Ok(table)
}
