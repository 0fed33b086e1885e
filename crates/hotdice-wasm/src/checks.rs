//! The page as an honest client of linked dice: it makes chains, follows the logs of tables, and gives out a link when the
//! roll is due for which it is, and not before.
//!
//! A check is kept for each table, and for each seat that is played from here, because each has something of its own to look
//! out for. A link that is given out counts as sent: the host may send it at any moment from then on.

use std::collections::BTreeMap;

use hotdice_api::Rejected;
use hotdice_core::{Bytes32, Name, capitalized};
use hotdice_table::TableId;
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_verify::{LogCheck, OwnSeat, Problem};
use hotdice_wire::Code;
use serde::{Deserialize, Serialize};

use crate::house::{body, not_here};
use crate::message::{HostRequest, Reply};

/// The logs that are followed, by table.
#[derive(Default)]
pub(crate) struct LogChecks(BTreeMap<TableId, TableCheck>);

/// The log of a table, as all seats read it that are played from here; as a watcher does if there are none.
struct TableCheck {
    readers: Vec<Reader>,
    /// How many rolls were as they should be.
    rolls: u64,
    /// Whether something is so wrong that nothing after it can be checked.
    is_broken: bool,
}

struct Reader {
    check: LogCheck,
    own: Option<OwnChain>,
}

struct OwnChain {
    name: Name,
    chain: SecretChain,
    /// What was sent before the host began to follow this log, until the log is read that far.
    sent_before: Option<SentLink>,
}

/// Asks for the anchor of a chain.
#[derive(Deserialize)]
struct ChainSecret {
    table: String,
    name: String,
    secret: String,
}

/// Begins to follow a log.
#[derive(Deserialize)]
struct Follow {
    table: String,
    #[serde(default)]
    own: Vec<FollowAs>,
}

/// A seat that is played from here.
#[derive(Deserialize)]
struct FollowAs {
    name: String,
    /// The secret of the latest chain.
    secret: String,
    /// The anchors of the chains before it.
    #[serde(default)]
    anchors: Vec<String>,
    /// The last link that was sent.
    #[serde(default)]
    sent: Option<SentLink>,
}

/// A link that was sent, and when: after which event, and with which action.
#[derive(Clone, Debug, Deserialize)]
struct SentLink {
    roll: u64,
    seq: u64,
    #[serde(default)]
    action: Option<String>,
}

/// The next lines of a log, each with the head that the server says.
#[derive(Deserialize)]
struct NextLines {
    lines: Vec<(String, Option<String>)>,
    /// Whether links of a roll that is due after them are given out; not for what is long past.
    #[serde(default)]
    release: bool,
}

/// Asks for the link that goes with an action.
#[derive(Deserialize)]
struct NextAction {
    name: String,
    action: String,
}

/// The anchor of a chain.
#[derive(Serialize)]
struct ChainAnchor {
    anchor: String,
}

/// What is known after some lines.
#[derive(Serialize)]
struct Checked {
    seq: u64,
    head: String,
    rolls: u64,
    seats: Vec<CheckedSeat>,
    problems: Vec<LogProblem>,
}

/// A seat that is played from here.
#[derive(Serialize)]
struct CheckedSeat {
    name: String,
    /// Whether the log has no other chain for the seat; otherwise this one has to be anchored.
    anchored: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<GivenLink>,
}

/// A link to be sent.
#[derive(Serialize)]
struct GivenLink {
    roll: u64,
    link: String,
    /// The last event before it was given out.
    seq: u64,
}

/// What is wrong with a log.
#[derive(Serialize, PartialEq, Eq)]
struct LogProblem {
    kind: ProblemKind,
    sentence: String,
    seq: u64,
    roll: u64,
    /// What the log says and what was due, if it is about dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<(String, String)>,
    /// Whose link is wrong; 0 for the server's.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum ProblemKind {
    /// Other dice were due.
    Dice,
    /// A link does not belong to its hash chain.
    Link,
    /// The seed is not the one that was promised.
    Seed,
    /// The log is not the one that was shown before.
    OtherLog,
    /// A link was sent, and the dice fell without it.
    LinkIgnored,
    /// A link was sent with another decision than the one that the log has.
    LinkKnownEarly,
    /// Somebody else began a chain in the reader's name.
    AnchorReplaced,
    /// The log has something that the rules do not allow.
    Rules,
}

impl LogChecks {
    /// Answers a request whose path begins with `checks`.
    pub(crate) fn answer(
        &mut self,
        request: &HostRequest,
        path: &[&str],
    ) -> Result<Reply, Rejected> {
        match (request.method.as_str(), path) {
            ("POST", []) => {
                let asked: Follow = body(request)?;
                let check = TableCheck::new(&asked)?;
                let checked = check.now(Vec::new(), Vec::new());
                self.0.insert(read_id(&asked.table)?, check);
                Ok(Reply::json(201, &checked))
            }
            ("POST", [table, "lines"]) => {
                let asked = body(request)?;
                Ok(Reply::json(200, &self.of(table)?.read(&asked)?))
            }
            ("POST", [table, "actions"]) => {
                let asked: NextAction = body(request)?;
                let link = self.of(table)?.link_with(&asked);
                Ok(Reply::json(200, &link))
            }
            ("POST", [table, "forget"]) => {
                self.0.remove(&read_id(table)?);
                Ok(Reply {
                    status: 204,
                    ..Reply::default()
                })
            }
            _ => Err(not_here()),
        }
    }

    fn of(&mut self, table: &str) -> Result<&mut TableCheck, Rejected> {
        let check = self.0.get_mut(&read_id(table)?);
        check.ok_or_else(|| Rejected::new(Code::NotFound, "nobody follows the log of that table"))
    }
}

/// Returns the anchor of a chain, which its owner may publish.
pub(crate) fn anchor(request: &HostRequest) -> Result<Reply, Rejected> {
    let asked: ChainSecret = body(request)?;
    let (_, chain) = chain(read_id(&asked.table)?, &asked.name, &asked.secret)?;
    let anchor = chain.anchor().to_string();
    Ok(Reply::json(200, &ChainAnchor { anchor }))
}

fn read_id(table: &str) -> Result<TableId, Rejected> {
    table.parse().map_err(Rejected::invalid)
}

fn chain(table: TableId, name: &str, secret: &str) -> Result<(Name, SecretChain), Rejected> {
    let name: Name = name.parse().map_err(Rejected::invalid)?;
    let owner = ChainOwner::person(table, &name);
    let chain = SecretChain::new(owner, bytes(secret)?);
    Ok((name, chain))
}

fn bytes(text: &str) -> Result<Bytes32, Rejected> {
    text.parse().map_err(Rejected::invalid)
}

impl TableCheck {
    fn new(asked: &Follow) -> Result<Self, Rejected> {
        let table = read_id(&asked.table)?;
        let readers = asked.own.iter().map(|own| Reader::new(table, own));
        let mut readers = readers.collect::<Result<Vec<_>, _>>()?;
        if readers.is_empty() {
            readers.push(Reader {
                check: LogCheck::new(table.as_str(), None),
                own: None,
            });
        }
        Ok(Self {
            readers,
            rolls: 0,
            is_broken: false,
        })
    }

    fn read(&mut self, asked: &NextLines) -> Result<Checked, Rejected> {
        let lines = asked.lines.iter().map(|(line, head)| {
            let head = head.as_deref().map(bytes).transpose()?;
            Ok((line.as_str(), head))
        });
        let lines = lines.collect::<Result<Vec<_>, Rejected>>()?;
        let mut problems = Vec::new();
        for (line, head) in lines {
            if !self.is_broken {
                self.read_line(line, head, &mut problems);
            }
        }
        let links = self.readers.iter_mut().map(|reader| {
            let may = asked.release && !self.is_broken;
            may.then(|| reader.give_due()).flatten()
        });
        let links = links.collect();
        Ok(self.now(links, problems))
    }

    fn read_line(&mut self, line: &str, head: Option<Bytes32>, problems: &mut Vec<LogProblem>) {
        for reader in &mut self.readers {
            let roll = self.rolls + 1;
            let Err(problem) = reader.read(line, head) else {
                continue;
            };
            self.is_broken |= !problem.is_survivable();
            let found = LogProblem::new(&problem, reader.check.seq(), roll);
            if !problems.contains(&found) {
                problems.push(found);
            }
        }
        // The check of a game that is over has no rolls any more.
        if !self.is_broken {
            self.rolls = self.rolls.max(self.readers[0].check.rolls());
        }
    }

    fn link_with(&mut self, asked: &NextAction) -> Option<GivenLink> {
        let is_theirs = |reader: &&mut Reader| reader.is_of(&asked.name);
        let reader = self.readers.iter_mut().find(is_theirs)?;
        (!self.is_broken).then(|| reader.give_with(&asked.action))?
    }

    fn now(&self, links: Vec<Option<GivenLink>>, problems: Vec<LogProblem>) -> Checked {
        let check = &self.readers[0].check;
        let links = links.into_iter().chain(std::iter::repeat_with(|| None));
        let seat = |(reader, link): (&Reader, _)| {
            let own = reader.own.as_ref()?;
            Some(CheckedSeat {
                name: own.name.to_string(),
                anchored: reader.is_anchored(),
                link,
            })
        };
        Checked {
            seq: check.seq(),
            head: check.head().to_string(),
            rolls: self.rolls,
            seats: self.readers.iter().zip(links).filter_map(seat).collect(),
            problems,
        }
    }
}

impl Reader {
    fn new(table: TableId, asked: &FollowAs) -> Result<Self, Rejected> {
        let (name, chain) = chain(table, &asked.name, &asked.secret)?;
        let mut own = OwnSeat::new(name.clone(), chain.anchor());
        for anchor in &asked.anchors {
            own.anchors.push(bytes(anchor)?);
        }
        Ok(Self {
            check: LogCheck::new(table.as_str(), Some(own)),
            own: Some(OwnChain {
                name,
                chain,
                sent_before: asked.sent.clone(),
            }),
        })
    }

    fn is_of(&self, name: &str) -> bool {
        let own = self.own.as_ref();
        own.is_some_and(|own| own.name.as_str() == name)
    }

    fn is_anchored(&self) -> bool {
        let own = self.own.as_ref().map(|own| own.chain.anchor());
        let known = self.check.anchor();
        known.is_none() || known == own
    }

    fn read(&mut self, line: &str, head: Option<Bytes32>) -> Result<(), Problem> {
        let seq = self.check.seq();
        let sent = self.own.as_mut().and_then(|own| {
            let is_now = own.sent_before.as_ref()?.seq == seq;
            is_now.then(|| own.sent_before.take())?
        });
        if let Some(SentLink { roll, action, .. }) = sent {
            self.check.note_sent(roll, action.as_deref());
        }
        self.check.read(line, head)
    }

    fn give_due(&mut self) -> Option<GivenLink> {
        let due = self.check.due()?;
        self.give(due, None)
    }

    fn give_with(&mut self, action: &str) -> Option<GivenLink> {
        let due = self.check.due_after(action)?;
        self.give(due, Some(action))
    }

    fn give(&mut self, (roll, number): (u64, u64), action: Option<&str>) -> Option<GivenLink> {
        if !self.is_anchored() {
            return None;
        }
        let link = self.own.as_ref()?.chain.link(number)?.to_string();
        self.check.note_sent(roll, action);
        let seq = self.check.seq();
        Some(GivenLink { roll, link, seq })
    }
}

impl LogProblem {
    fn new(problem: &Problem, seq: u64, roll: u64) -> Self {
        Self {
            kind: ProblemKind::of(problem),
            sentence: capitalized(&problem.to_string()),
            seq,
            roll,
            dice: match problem {
                Problem::WrongDice { told, due } => Some((told.clone(), due.clone())),
                _ => None,
            },
            seat: match problem {
                Problem::WrongLink { seat } => Some(seat.map_or(0, |seat| seat.index() + 1)),
                _ => None,
            },
        }
    }
}

impl ProblemKind {
    fn of(problem: &Problem) -> Self {
        match problem {
            Problem::WrongDice { .. } => Self::Dice,
            Problem::WrongLink { .. } => Self::Link,
            Problem::WrongSeed { .. } => Self::Seed,
            Problem::OtherLog { .. } => Self::OtherLog,
            Problem::LinkIgnored { .. } => Self::LinkIgnored,
            Problem::LinkKnownEarly { .. } => Self::LinkKnownEarly,
            Problem::AnchorReplaced => Self::AnchorReplaced,
            _ => Self::Rules,
        }
    }
}
