//! Tables on this device: as on a server, but for one host that stores the logs.
//!
//! An answer that changes a table carries what was [`LogAppend`]. The host stores that before it passes the answer on; if it cannot, it
//! makes the house forget the table and nobody has seen anything. Several pages may have the same table open, each with a house
//! of its own: the host appends to a log only at the place the house knew, and otherwise forgets the table, provides it anew
//! and makes the call again. So the stored log is the truth, and has one order.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use hotdice_api::{
    Damaged, Holder, Millis, Newcomer, Rejected, Replay, TimedTable, Visitors, WITH_PICTURE,
    advised, check_dice, check_host, event_view, frame, hash_of_token, read_token_hash, rematch_of,
    seat_number, settings_for, table_view,
};
use hotdice_core::Bytes32;
use hotdice_table::fair::Croupier;
use hotdice_table::{
    CheckedEvent, PlayerId, Settings, TableDice, TableEvent, TableId, Waiting, Who,
};
use hotdice_wire::{
    ActionRequest, Code, EmoteRequest, Event, Happened, Joined, OfferRequest, OpenRequest, Opened,
    Rematch,
};
use serde::Deserialize;

use crate::house::{aim, body, not_here};
use crate::message::{
    BotTurn, HintQuestion, HostRequest, LogAppend, Missing, Referral, Reply, SavedTable,
};

/// The tables that are in use.
#[derive(Default)]
pub(crate) struct LocalTables {
    tables: BTreeMap<TableId, LocalTable>,
    /// Tables that the host has looked for in vain.
    absent: BTreeSet<TableId>,
}

struct LocalTable {
    timed: TimedTable,
    /// The whole log.
    log: Vec<(TableEvent, Millis)>,
    tokens: Vec<(String, Option<u32>)>,
}

/// A move that a bot has chosen.
#[derive(Deserialize)]
struct BotMove {
    seq: u64,
    action: String,
}

/// What an answer waits for, or why there is none.
enum Obstacle {
    Missing(TableId),
    Rejected(Rejected),
}

impl<T: Into<Rejected>> From<T> for Obstacle {
    fn from(why: T) -> Self {
        Self::Rejected(why.into())
    }
}

impl LocalTables {
    /// Takes a table that the host has stored, or hears that there is none.
    pub(crate) fn provide(&mut self, name: &str, stored: Option<&[u8]>) -> Result<(), Rejected> {
        let id = read_id(name)?;
        match stored {
            None => {
                self.absent.insert(id);
            }
            Some(stored) => {
                let stored = serde_json::from_slice(stored).map_err(Rejected::invalid)?;
                self.tables.insert(id, LocalTable::load(id, stored)?);
            }
        }
        Ok(())
    }

    /// Forgets a table.
    pub(crate) fn forget(&mut self, name: &str) {
        if let Ok(id) = name.parse() {
            self.tables.remove::<TableId>(&id);
        }
    }

    /// Answers a request whose path begins with `tables`.
    pub(crate) fn answer(
        &mut self,
        request: &HostRequest,
        path: &[&str],
    ) -> Result<Reply, Rejected> {
        let answered = match (request.method.as_str(), path) {
            ("POST", []) => self.open(request),
            (_, [name, what @ ..]) => {
                let id = read_id(name)?;
                self.at_table(request, id, what)
            }
            _ => Err(not_here().into()),
        };
        match answered {
            Ok(answer) => Ok(answer),
            Err(Obstacle::Rejected(rejected)) => Err(rejected),
            Err(Obstacle::Missing(id)) => Ok(Reply::missing(Missing::Table(id.to_string()))),
        }
    }

    fn open(&mut self, request: &HostRequest) -> Result<Reply, Obstacle> {
        let asked: OpenRequest = body(request)?;
        // Whoever plays here runs the server too: there is nobody whom links would protect from it.
        let settings = Settings {
            dice: TableDice::Committed,
            ..settings_for(&asked)?
        };
        let host = LocalToken::new(read_token_hash(asked.token_hash.as_deref())?)?;
        let tokens = vec![(host.stored(), None)];
        let (id, written) = self.new_table(settings, Vec::new(), tokens, request.at)?;
        let table = &self.table(id)?.timed.table;
        let opened = Opened {
            table: id.to_string(),
            commitment: table.commitment().to_string(),
            head: table.head().to_string(),
            host_token: host.hand_out(),
        };
        Ok(Reply {
            written: Some(written),
            ..Reply::json(201, &opened)
        })
    }

    fn new_table(
        &mut self,
        settings: Settings,
        players: Vec<(PlayerId, Who)>,
        tokens: Vec<(String, Option<u32>)>,
        at: Millis,
    ) -> Result<(TableId, LogAppend), Rejected> {
        let id = TableId::from_bytes(random()?);
        let seed = random()?;
        let croupier = Croupier::new(id, seed);
        let opened = TableEvent::Opened(settings, croupier.commitment());
        let joined = players
            .into_iter()
            .map(|(id, who)| TableEvent::Joined(id, who));
        let log: Vec<_> = std::iter::once(opened).chain(joined).collect();
        let written = LogAppend {
            table: id.to_string(),
            after: 0,
            at,
            lines: log.iter().map(ToString::to_string).collect(),
            seed: Some(Bytes32(seed).to_string()),
            tokens: tokens.clone(),
        };
        let log = log.into_iter().map(|event| (event, at)).collect();
        let table = LocalTable::replay(id, croupier, log, tokens)?;
        self.tables.insert(id, table);
        Ok((id, written))
    }

    fn table(&mut self, id: TableId) -> Result<&mut LocalTable, Obstacle> {
        if self.absent.remove(&id) {
            let detail = "there is no such table on this device";
            return Err(Rejected::new(Code::NotFound, detail).into());
        }
        self.tables.get_mut(&id).ok_or(Obstacle::Missing(id))
    }

    fn at_table(
        &mut self,
        request: &HostRequest,
        id: TableId,
        what: &[&str],
    ) -> Result<Reply, Obstacle> {
        match (request.method.as_str(), what) {
            ("POST", ["seats"]) => return self.join(request, id),
            ("POST", ["rematch"]) => return self.rematch(request, id),
            _ => {}
        }
        let at = request.at;
        let table = self.table(id)?;
        let croupier = table.timed.croupier.clone();
        let player = || table.holder(request)?.player();
        let events = match (request.method.as_str(), what) {
            ("GET", []) => {
                let holder = match request.token {
                    Some(_) => Some(table.holder(request)?),
                    None => None,
                };
                let view = table_view(&table.timed, &table.visitors(), holder);
                return Ok(table.followed(Reply::json(200, &view)));
            }
            ("GET", ["events"]) => return Ok(table.events(request)?),
            ("GET", ["record"]) => {
                let log = table.log.iter().map(|(event, _)| event);
                let record = table.timed.table.record_of(log);
                let detail = "the game hasn't started, so there is no record yet";
                let record = record.ok_or_else(|| Rejected::invalid(detail))?;
                let kind = "text/plain; charset=utf-8";
                return Ok(Reply::text(kind, record.to_string()));
            }
            ("GET", ["hint"]) => return Ok(table.hint(request)?),
            ("POST", ["emotes"]) => {
                player()?;
                body::<EmoteRequest>(request)?;
                return Ok(Reply {
                    status: 204,
                    ..Reply::default()
                });
            }
            ("POST", ["start"]) => {
                check_host(Some(table.holder(request)?))?;
                table.timed.table.start(&croupier)?
            }
            ("POST", ["actions"]) => {
                let asked: ActionRequest = body(request)?;
                let (seq, expect) = (asked.seq, asked.expect);
                let table = &table.timed.table;
                table.act_expecting(player()?, seq, &asked.action, expect, None, &croupier)?
            }
            ("POST", ["leave"]) => table.timed.table.leave(player()?, &croupier)?,
            ("POST", ["return"]) => table.timed.table.come_back(player()?)?,
            ("POST", ["draw"]) => {
                let asked: OfferRequest = body(request)?;
                table.timed.table.offer(player()?, asked.seq, &croupier)?
            }
            ("POST", ["draw", "decline"]) => {
                let asked: OfferRequest = body(request)?;
                table.timed.table.decline(player()?, asked.seq)?
            }
            ("POST", ["resign"]) => table.timed.table.resign(player()?, &croupier)?,
            ("POST", ["bot"]) => table.bot_moves(&body(request)?)?,
            ("POST", ["clock"]) => match table.timed.deadline() {
                Some(deadline) if deadline <= at => {
                    table.timed.table.time_up(table.timed.table.seq())?
                }
                _ => Vec::new(),
            },
            _ => return Err(not_here().into()),
        };
        Ok(table.change(&events, Vec::new(), at)?)
    }

    fn join(&mut self, request: &HostRequest, id: TableId) -> Result<Reply, Obstacle> {
        let newcomer = Newcomer::read(body(request)?)?;
        let before = match (self.table(id)?.timed.table.settings().after, &newcomer) {
            (Some(before), Newcomer::Person(..)) if request.token.is_some() => {
                let table = self.table(before)?;
                let player = table.holder(request)?.player()?;
                table.timed.table.seat_of(player).map(PlayerId::of_seat)
            }
            _ => None,
        };
        let table = self.table(id)?;
        let (who, token) = match newcomer {
            Newcomer::Person(who, brings, hash) => {
                check_dice(&table.timed.table, brings)?;
                (who, Some(LocalToken::new(hash)?))
            }
            Newcomer::Bot(level) => {
                check_host(Some(table.holder(request)?))?;
                let level = level.to_string();
                (Who::Bot { level }, None)
            }
        };
        let croupier = table.timed.croupier.clone();
        let (player, events) = table.timed.table.join(who, before, &croupier)?;
        let tokens: Vec<_> = token
            .iter()
            .map(|token| (token.stored(), Some(player.number())))
            .collect();
        let happened = table.change(&events, tokens, request.at)?;
        let seat = table.timed.table.seat_of(player);
        let joined = Joined {
            seat: seat.map(seat_number).unwrap_or_default(),
            player: player.number(),
            head: table.timed.table.head().to_string(),
            token: token.and_then(LocalToken::hand_out),
        };
        let Reply {
            status, kind, body, ..
        } = Reply::json(201, &joined);
        Ok(Reply {
            status,
            kind,
            body,
            ..happened
        })
    }

    fn rematch(&mut self, request: &HostRequest, id: TableId) -> Result<Reply, Obstacle> {
        let table = self.table(id)?;
        table.holder(request)?.player()?;
        if let Some(next) = table.timed.table.rematch() {
            let table = next.to_string();
            return Ok(Reply::json(201, &Rematch { table }));
        }
        // Refused before a table is opened for nothing.
        table.timed.table.meet_again(id)?;
        let (settings, bots) = rematch_of(&table.timed.table);
        let (next, opened) = self.new_table(settings, bots, Vec::new(), request.at)?;
        let table = self.table(id)?;
        let events = table.timed.table.meet_again(next)?;
        let happened = table.change(&events, Vec::new(), request.at)?;
        let table = next.to_string();
        let Reply {
            status, kind, body, ..
        } = Reply::json(201, &Rematch { table });
        Ok(Reply {
            status,
            kind,
            body,
            opened: Some(opened),
            ..happened
        })
    }
}

impl LocalTable {
    fn load(id: TableId, stored: SavedTable) -> Result<Self, Rejected> {
        let damaged = |why: &dyn std::fmt::Display| Rejected::invalid(format!("{id}: {why}"));
        let seed: Bytes32 = stored.seed.parse().map_err(|why| damaged(&why))?;
        let mut log = Vec::with_capacity(stored.log.len());
        for (at, line) in stored.log {
            log.push((line.parse().map_err(|why| damaged(&why))?, at));
        }
        Self::replay(id, Croupier::new(id, seed.0), log, stored.tokens)
    }

    fn replay(
        id: TableId,
        croupier: Croupier,
        log: Vec<(TableEvent, Millis)>,
        tokens: Vec<(String, Option<u32>)>,
    ) -> Result<Self, Rejected> {
        let opened = log.first().map(|(event, _)| event);
        let mut timed = TimedTable::open(id, croupier, opened).map_err(rejected)?;
        for (event, at) in log.iter().skip(1) {
            let event = timed.check(event).map_err(rejected)?;
            timed.apply(&event, *at).map_err(rejected)?;
        }
        Ok(Self { timed, log, tokens })
    }

    /// Returns who asks.
    fn holder(&self, request: &HostRequest) -> Result<Holder, Rejected> {
        let refused = |detail: &str| Rejected::new(Code::Unauthorized, detail);
        let token = request.token.as_ref();
        let token = token.ok_or_else(|| refused("send the token of your seat"))?;
        let held = self.tokens.iter().find(|(own, _)| is_token(own, token));
        match held.map(|(_, player)| player.map(NonZeroU32::new)) {
            Some(None) => Ok(Holder::Host),
            Some(Some(Some(player))) => Ok(Holder::Player(PlayerId::numbered(player))),
            Some(Some(None)) | None => Err(refused("this token is not for this table")),
        }
    }

    /// Returns who has the table open: everybody who plays on this device.
    fn visitors(&self) -> Visitors {
        let mut visitors = Visitors::default();
        for player in self.timed.table.players() {
            if matches!(player.who, Who::Person { .. }) {
                visitors.enter(Some(player.id));
            }
        }
        visitors
    }

    /// Applies events, and returns them with what has to be stored.
    fn change(
        &mut self,
        events: &[CheckedEvent],
        tokens: Vec<(String, Option<u32>)>,
        at: Millis,
    ) -> Result<Reply, Rejected> {
        if self.timed.is_full() && !events.is_empty() {
            let detail = "too much has happened at this table: open another one";
            return Err(Rejected::new(Code::LimitReached, detail));
        }
        let after = self.timed.table.seq();
        let mut happened = Vec::new();
        for event in events {
            let effect = self.timed.apply(event, at).map_err(rejected)?;
            let visitors = self.visitors();
            happened.push(event_view(&self.timed, event, at, effect, Some(&visitors)));
            self.log.push((event.event().clone(), at));
        }
        self.tokens.extend(tokens.iter().cloned());
        let answer = Happened {
            seq: self.timed.table.seq(),
            head: self.timed.table.head().to_string(),
            events: happened,
        };
        let written = LogAppend {
            table: self.timed.table.id().to_string(),
            after,
            at,
            lines: events.iter().map(ToString::to_string).collect(),
            seed: None,
            tokens,
        };
        Ok(self.followed(Reply {
            written: (!events.is_empty()).then_some(written),
            ..Reply::json(200, &answer)
        }))
    }

    /// Adds to an answer what the table waits for.
    fn followed(&self, answer: Reply) -> Reply {
        let table = &self.timed.table;
        let bot = match (table.waiting(), table.game_on()) {
            (Waiting::Bot(_, level), Some(game)) => Some(BotTurn {
                rules: table.settings().rules.clone(),
                state: game.position().state(),
                level,
                seq: table.seq(),
            }),
            _ => None,
        };
        Reply {
            bot,
            deadline: self.timed.deadline(),
            ..answer
        }
    }

    fn bot_moves(&self, chosen: &BotMove) -> Result<Vec<CheckedEvent>, Rejected> {
        let table = &self.timed.table;
        let (Waiting::Bot(seat, _), Some(game)) = (table.waiting(), table.game_on()) else {
            return Err(Rejected::new(Code::Stale, "no bot has to move here"));
        };
        let action = game
            .read_action(&chosen.action)
            .map_err(Rejected::invalid)?;
        Ok(table.act_for(seat, chosen.seq, &action, &self.timed.croupier)?)
    }

    fn hint(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let table = &self.timed.table;
        let game = advised(table, self.holder(request)?.player()?)?;
        let asked = HintQuestion {
            rules: table.settings().rules.clone(),
            state: game.position().state(),
            seq: table.seq(),
            aim: aim(request)?,
        };
        let question = Referral {
            path: "hint",
            body: serde_json::to_string(&asked).expect("plain data has a JSON form"),
        };
        Ok(Reply {
            question: Some(question),
            ..Reply::default()
        })
    }

    /// Returns what happened after an event, as a stream sends it.
    fn events(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let head = self.timed.table.seq();
        let after = request.last_event.unwrap_or(0);
        if after > head {
            let detail =
                format!("the log ends at event {head}: read the table again and start over");
            return Err(Rejected::new(Code::Stale, detail));
        }
        let pictures = request
            .query
            .get("pictures")
            .is_some_and(|wanted| wanted == "true");
        let drawn = if pictures {
            after
        } else {
            head.saturating_sub(WITH_PICTURE)
        };
        let table = (self.timed.table.id(), &self.timed.croupier);
        let render = |event: Event| frame("log", Some(&event.seq.to_string()), &event);
        let frames = Replay::default()
            .advance(table, &self.visitors(), &self.log, (after, drawn), render)
            .map_err(rejected)?;
        Ok(Reply {
            seq: Some(head),
            ..Reply::text("text/event-stream", frames.concat())
        })
    }
}

fn rejected(damaged: Damaged) -> Rejected {
    Rejected::new(Code::Internal, damaged.to_string())
}

fn read_id(name: &str) -> Result<TableId, Rejected> {
    let detail = "there is no such table: check the code or the link";
    name.parse()
        .map_err(|_| Rejected::new(Code::NotFound, detail))
}

/// How the stored hash of a token begins that the page made; tokens that are made here have hexadecimal digits alone.
const HASH: &str = "sha256:";

/// The token of somebody who opens a table or takes a seat: made by the page, which sends its hash, or here.
enum LocalToken {
    ByPage(Bytes32),
    Here(String),
}

impl LocalToken {
    fn new(hash: Option<Bytes32>) -> Result<Self, Rejected> {
        match hash {
            Some(hash) => Ok(Self::ByPage(hash)),
            None => Ok(Self::Here(Bytes32(random()?).to_string())),
        }
    }

    /// Returns what is stored.
    fn stored(&self) -> String {
        match self {
            Self::ByPage(hash) => format!("{HASH}{hash}"),
            Self::Here(token) => token.clone(),
        }
    }

    /// Returns a token that was made here, for the answer.
    fn hand_out(self) -> Option<String> {
        match self {
            Self::ByPage(_) => None,
            Self::Here(token) => Some(token),
        }
    }
}

/// Tells whether a token is the one of which this is stored.
fn is_token(stored: &str, token: &str) -> bool {
    match stored.strip_prefix(HASH) {
        Some(hash) => hash_of_token(token).to_string() == hash,
        None => stored == token,
    }
}

fn random<const N: usize>() -> Result<[u8; N], Rejected> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Rejected::new(Code::Internal, error.to_string()))?;
    Ok(bytes)
}
