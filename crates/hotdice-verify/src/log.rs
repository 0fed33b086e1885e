//! The log of a table is checked as it grows, by somebody who plays or watches there.

use hotdice_core::{Bytes32, Name, RecordEvent, Seat, Turn};

use crate::formulas;
use crate::links::ShownLinks;
use crate::problem::Problem;
use crate::replay::{RecordReplay, RollSource};
use crate::verdict::anchor;

/// Reads the log of a table line by line: every head, every link and every die is checked the moment it is there.
///
/// Of a table whose dice are committed and not linked, dice can be checked only at the end; here its game is replayed and
/// its heads are checked.
pub struct LogCheck {
    table: String,
    seq: u64,
    head: Bytes32,
    stage: ReadStage,
    own: Option<OwnSeat>,
    /// What the log was when it was read before.
    remembered: Option<(u64, Bytes32)>,
}

/// What somebody who plays knows about their own chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSeat {
    /// What they are called at the table.
    pub name: Name,
    /// The anchors of their chains: the one they joined with, and those of later ones.
    pub anchors: Vec<Bytes32>,
    /// The last roll that they sent a link for.
    sent: u64,
    /// The action that it was sent with, if it was not sent alone.
    sent_with: Option<String>,
}

enum ReadStage {
    /// Nothing was read yet.
    Before,
    Gathering(LogOpening),
    Playing(LogOpening, Box<RecordReplay>),
    Over,
}

/// What the first lines say.
struct LogOpening {
    rules: String,
    from: Option<String>,
    is_linked: bool,
    promise: Bytes32,
    players: Vec<LogPlayer>,
}

struct LogPlayer {
    number: u32,
    name: Name,
    added: Option<Bytes32>,
}

impl LogCheck {
    /// Returns the check of a table before its first line. Whoever plays there says what they know of their own chain.
    #[must_use]
    pub fn new(table: &str, own: Option<OwnSeat>) -> Self {
        Self {
            table: table.to_owned(),
            seq: 0,
            head: formulas::first_head(table),
            stage: ReadStage::Before,
            own,
            remembered: None,
        }
    }

    /// Remembers what the log hashed to after an event when it was read before: the same event has to lead there again.
    pub fn remember(&mut self, seq: u64, head: Bytes32) {
        self.remembered = Some((seq, head));
    }

    /// Returns the number of the last line.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns what all lines so far hash to.
    #[must_use]
    pub fn head(&self) -> Bytes32 {
        self.head
    }

    /// Returns how many rolls were as they should be; none where dice cannot be checked before the end.
    #[must_use]
    pub fn rolls(&self) -> u64 {
        match &self.stage {
            ReadStage::Playing(opened, replay) if opened.is_linked => replay.rolls,
            _ => 0,
        }
    }

    /// Returns the anchor that the log has for whoever plays; none before they join, and after the game.
    #[must_use]
    pub fn anchor(&self) -> Option<Bytes32> {
        let name = &self.own.as_ref()?.name;
        match &self.stage {
            ReadStage::Gathering(opened) => opened.players[opened.seat_of(name)?.index()].added,
            ReadStage::Playing(opened, replay) => match &replay.source {
                RollSource::Links(links) => links.anchor(opened.seat_of(name)?),
                RollSource::Key(_) => None,
            },
            ReadStage::Before | ReadStage::Over => None,
        }
    }

    /// Returns the roll that is due, and the number in their own chain of the link that they should add to it; none when the
    /// table does not wait for them. A link that nobody waits for must not be sent: the server may roll without it, and could
    /// try the dice with it first.
    #[must_use]
    pub fn due(&self) -> Option<(u64, u64)> {
        match &self.stage {
            ReadStage::Playing(opened, replay)
                if replay.position.turn() == Turn::Roll
                    && self.is_own(opened, replay, ShownLinks::is_waited_for) =>
            {
                self.next_link(opened, replay)
            }
            _ => None,
        }
    }

    /// Tells whether dice fall without them although they have not left: the table waits for them again when they come back.
    #[must_use]
    pub fn is_overlooked(&self) -> bool {
        match &self.stage {
            ReadStage::Playing(opened, replay) => {
                self.is_own(opened, replay, ShownLinks::is_overlooked)
            }
            _ => false,
        }
    }

    fn is_own(
        &self,
        opened: &LogOpening,
        replay: &RecordReplay,
        is: impl Fn(&ShownLinks, Seat) -> bool,
    ) -> bool {
        let own = self.own.as_ref();
        let seat = own.and_then(|own| opened.seat_of(&own.name));
        match &replay.source {
            RollSource::Links(links) => seat.is_some_and(|seat| is(links, seat)),
            RollSource::Key(_) => false,
        }
    }

    /// Returns the roll that an action of the seat that decides leads to, and the number in their own chain of the link
    /// that they should send with it; none when no dice fall after it.
    #[must_use]
    pub fn due_after(&self, action: &str) -> Option<(u64, u64)> {
        let ReadStage::Playing(opened, replay) = &self.stage else {
            return None;
        };
        let mut position = replay.position.boxed_clone();
        let action = position.read_action(action).ok()?;
        position.act(&action).ok()?;
        (position.turn() == Turn::Roll).then(|| self.next_link(opened, replay))?
    }

    fn next_link(&self, opened: &LogOpening, replay: &RecordReplay) -> Option<(u64, u64)> {
        let RollSource::Links(links) = &replay.source else {
            return None;
        };
        let seat = opened.seat_of(&self.own.as_ref()?.name)?;
        Some((links.next_roll(), links.awaited(seat)?))
    }

    /// Notes that the link of a roll is sent, alone or with the action that leads to the roll: from then on the server may
    /// know the dice, and neither an absence nor another decision goes unnoticed.
    pub fn note_sent(&mut self, roll: u64, action: Option<&str>) {
        let action = match &self.stage {
            ReadStage::Playing(_, replay) => {
                action.and_then(|action| replay.position.read_action(action).ok())
            }
            _ => None,
        };
        if let Some(own) = &mut self.own {
            own.sent = own.sent.max(roll);
            own.sent_with = action.map(|action| action.notation().to_owned());
        }
    }

    /// Notes a new chain of one's own, before its anchor is sent.
    pub fn note_anchor(&mut self, anchor: Bytes32) {
        if let Some(own) = &mut self.own {
            own.anchors.push(anchor);
        }
    }

    /// Reads the next line, and compares the head after it with the one that the server says.
    ///
    /// # Errors
    /// When the line cannot be true, a link or a die is wrong, or the log is not the one that was shown before.
    pub fn read(&mut self, line: &str, head: Option<Bytes32>) -> Result<(), Problem> {
        let next = formulas::next_head(self.head, line);
        let seq = self.seq + 1;
        if head.is_some_and(|head| head != next) {
            return Err(Problem::OtherLog { seq });
        }
        (self.head, self.seq) = (next, seq);
        let remembered = self.remembered.filter(|(known, _)| *known == seq);
        if remembered.is_some_and(|(_, head)| head != next) {
            return Err(Problem::OtherLog { seq });
        }
        self.happen(line)
    }

    fn happen(&mut self, line: &str) -> Result<(), Problem> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let not_a_line = || Problem::NotALine(line.chars().take(80).collect());
        match (kind, &mut self.stage) {
            ("opened", ReadStage::Before) => {
                let opened = LogOpening::read(rest).ok_or_else(not_a_line)?;
                self.stage = ReadStage::Gathering(opened);
                Ok(())
            }
            ("joined", ReadStage::Gathering(opened)) => {
                let joined = read_joined(rest).ok_or_else(not_a_line)?;
                let place = |other: &LogPlayer| other.number < joined.number;
                let place = opened.players.partition_point(place);
                opened.players.insert(place, joined);
                Ok(())
            }
            ("withdrew", ReadStage::Gathering(opened)) => {
                let number: u32 = rest.parse().map_err(|_| not_a_line())?;
                opened.players.retain(|player| player.number != number);
                Ok(())
            }
            ("started", ReadStage::Gathering(_)) => self.start(),
            ("offered" | "declined", ReadStage::Playing(..)) | ("rematch", ReadStage::Over) => {
                Ok(())
            }
            ("ended", ReadStage::Playing(opened, _)) => {
                let seed = rest.split(' ').next().and_then(|seed| seed.parse().ok());
                opened.check_seed(&self.table, seed.ok_or_else(not_a_line)?)?;
                self.stage = ReadStage::Over;
                Ok(())
            }
            (_, ReadStage::Playing(opened, replay)) => {
                let event: RecordEvent = line.parse().map_err(|_| not_a_line())?;
                let own = self.own.as_ref();
                let own = own.map_or(Ok(()), |own| own.check(&event, opened, replay));
                // What was done in one's own name is told, and the game goes on all the same.
                replay.happen(&event)?;
                own
            }
            _ => Err(Problem::OutOfPlace),
        }
    }

    fn start(&mut self) -> Result<(), Problem> {
        let stage = std::mem::replace(&mut self.stage, ReadStage::Before);
        let ReadStage::Gathering(opened) = stage else {
            return Err(Problem::OutOfPlace);
        };
        let own = self.own.as_ref();
        let own = own.map_or(Ok(()), |own| own.check_joined(&opened));
        let game = hotdice_games::find(&opened.rules).map_err(Problem::Rules)?;
        let seats = opened.players.len() as u8;
        let position = game.begin(seats, opened.from.as_deref());
        let position = position.map_err(Problem::Start)?;
        let source = if opened.is_linked {
            let names: Vec<Name> = opened
                .players
                .iter()
                .map(|each| each.name.clone())
                .collect();
            let anchors: Vec<_> = opened.players.iter().map(|each| each.added).collect();
            RollSource::Links(ShownLinks::new(
                &self.table,
                opened.promise,
                &names,
                &anchors,
            ))
        } else {
            RollSource::Key(None)
        };
        let replay = Box::new(RecordReplay::new(position, source));
        self.stage = ReadStage::Playing(opened, replay);
        own
    }
}

impl OwnSeat {
    /// Returns the seat of somebody who sits down with an anchor, and has sent no links yet.
    #[must_use]
    pub fn new(name: Name, anchor: Bytes32) -> Self {
        Self {
            name,
            anchors: vec![anchor],
            sent: 0,
            sent_with: None,
        }
    }

    /// Finds somebody else's chain under one's own name.
    fn check_joined(&self, opened: &LogOpening) -> Result<(), Problem> {
        let mut own = opened.players.iter().filter(|each| each.name == self.name);
        let is_mine = |anchor: &Bytes32| self.anchors.contains(anchor);
        let replaced =
            |player: &LogPlayer| opened.is_linked && !player.added.as_ref().is_some_and(is_mine);
        if own.any(replaced) {
            return Err(Problem::AnchorReplaced);
        }
        Ok(())
    }

    /// Finds what others did in one's own name.
    fn check(
        &self,
        event: &RecordEvent,
        opened: &LogOpening,
        replay: &RecordReplay,
    ) -> Result<(), Problem> {
        let RollSource::Links(links) = &replay.source else {
            return Ok(());
        };
        let roll = links.next_roll();
        let seat = opened.seat_of(&self.name);
        match event {
            RecordEvent::Absent(absent) if Some(*absent) == seat && self.sent >= roll => {
                Err(Problem::LinkIgnored { roll })
            }
            RecordEvent::Acted(by, action) if self.sent >= roll => {
                let is_mine = Some(*by) == seat && self.sent_with.as_ref() == Some(action);
                is_mine
                    .then_some(())
                    .ok_or(Problem::LinkKnownEarly { roll })
            }
            RecordEvent::Anchored(by, anchor)
                if Some(*by) == seat && !self.anchors.contains(anchor) =>
            {
                Err(Problem::AnchorReplaced)
            }
            _ => Ok(()),
        }
    }
}

impl LogOpening {
    fn read(rest: &str) -> Option<Self> {
        let (fields, rules) = rest.split_once(" rules=")?;
        let (rules, from) = match rules.split_once(" from ") {
            Some((rules, from)) => (rules, Some(from.to_owned())),
            None => (rules, None),
        };
        let (word, promise) = fields.rsplit(' ').next()?.split_once('=')?;
        let is_linked = match word {
            "anchor" => true,
            "commitment" => false,
            _ => return None,
        };
        Some(Self {
            rules: rules.to_owned(),
            from,
            is_linked,
            promise: promise.parse().ok()?,
            players: Vec::new(),
        })
    }

    fn seat_of(&self, name: &Name) -> Option<Seat> {
        let place = self.players.iter().position(|each| each.name == *name)?;
        Seat::new(place as u8)
    }

    fn check_seed(&self, table: &str, seed: Bytes32) -> Result<(), Problem> {
        let commits = if self.is_linked {
            anchor(table, seed)
        } else {
            formulas::commitment(table, seed)
        };
        if commits != self.promise {
            return Err(Problem::WrongSeed { commits });
        }
        Ok(())
    }
}

fn read_joined(rest: &str) -> Option<LogPlayer> {
    let (number, who) = rest.split_once(' ')?;
    let (name, added) = match who.split_once(' ') {
        Some((added, name)) => (name, Some(added.parse().ok()?)),
        None => (who, None),
    };
    Some(LogPlayer {
        number: number.parse().ok()?,
        name: name.parse().ok()?,
        added,
    })
}
