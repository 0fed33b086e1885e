//! A table at one moment as text, so that a long log need not be replayed from its first event.
//!
//! ```text
//! snapshot 1
//! opened seats=2 clock=60 standin=careful coach=on after=- commitment=9f… rules=farkle(target=2000)
//! at 812 811 300 2
//! head 7e…
//! chain 0:300:8f…
//! player 2 here 0:300:9a…:awaited joined 1 5c… Ada
//! player 700 replaced:careful 20:250:0b…:silent joined 2 6d… Bo
//! player 3 here - joined 3 bot:careful
//! offers 1
//! rematch k7w2m9x4ab
//! added 5c… 6d… -
//! state scores=0,350 turn=2 total=150 next=choose:1134
//! dice 2 6 0:1:s 1:1:s 2:3:s 3:4:s
//! agreed
//! seed 44…
//! ```
//!
//! `at` has the number of the last event, of the last one that changed the position, of rolls, and of those who ever joined. A chain has
//! the number of rolls when it was anchored, the last roll whose link is known, and that link; `chain` is the server's, if the dice are linked.
//! `added` is what everybody brought to the dice when the game began, as its record says: anchors of linked dice change later.
//! A snapshot is a cache: it is read by the version that wrote it alone, and whoever cannot read one replays the log.
//! Whatever is added to [`Table`] has to be added here, with another version; `a_snapshot_is_all_there_is_to_a_table` in the
//! tests compares tables field by field.

use std::fmt::Write;

use hotdice_core::{AnyPosition, Bytes32, Seat, SeatSet, Turn};

use super::{LinkAnswer, PersonLinks, Player, Presence, Stage, Table, TableEvent, TableId};
use crate::Match;
use crate::fair::KnownChain;

/// The version of the form.
const VERSION: &str = "snapshot 1";

/// A text that is no snapshot of a table, or of another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a snapshot of a table")]
pub struct NotASnapshot;

impl Table {
    /// Writes the table down as it is now, without its log. It says nothing where reading it back would not give the same.
    #[must_use]
    pub fn snapshot(&self) -> Option<String> {
        let text = self.written()?;
        let restored = Self::restore(self.id, &text).ok()?;
        let same = restored.written()? == text && restored.waiting() == self.waiting();
        same.then_some(text)
    }

    /// Returns the table of a snapshot. Its log is elsewhere.
    ///
    /// # Errors
    /// When the text is no snapshot of this version.
    pub fn restore(id: TableId, text: &str) -> Result<Self, NotASnapshot> {
        read(id, text).ok_or(NotASnapshot)
    }

    fn written(&self) -> Option<String> {
        let opened = TableEvent::Opened(self.settings.clone(), self.commitment);
        let (seq, moved, rolls, joined) = (self.seq, self.moved, self.rolls, self.joined);
        let mut text = format!("{VERSION}\n{opened}\nat {seq} {moved} {rolls} {joined}\n");
        let mut line = |written: std::fmt::Arguments<'_>| writeln!(text, "{written}").ok();
        line(format_args!("head {}", self.head))?;
        if let Some(chain) = &self.chain {
            line(format_args!("chain {}", chain_text(chain)))?;
        }
        for player in &self.players {
            let joined = TableEvent::Joined(player.id, player.who.clone());
            let presence = presence_text(&player.presence);
            let links = links_text(player.links.as_ref());
            let back = player.back;
            line(format_args!("player {back} {presence} {links} {joined}"))?;
        }
        let offers: Vec<String> = self.offers.iter().map(|seat| seat.to_string()).collect();
        if !offers.is_empty() {
            line(format_args!("offers {}", offers.join(" ")))?;
        }
        if let Some(rematch) = self.rematch {
            line(format_args!("rematch {rematch}"))?;
        }
        if let Some(game) = self.game_on() {
            let state = game.position().state();
            line(format_args!("added {}", added_text(game)))?;
            line(format_args!("state {state}"))?;
            line(format_args!("dice {}", game.places()))?;
            if is_over(game.position()) && !is_over(&*self.position_of(&state)?) {
                line(format_args!("agreed"))?;
            }
        }
        if let Stage::Over(_, seed) = &self.stage {
            line(format_args!("seed {seed}"))?;
        }
        Some(text)
    }

    /// Returns the position of a state, with those who have given up.
    fn position_of(&self, state: &str) -> Option<Box<dyn AnyPosition>> {
        let mut position = self.game.read_state(state).ok()?;
        for (seat, player) in Seat::all(self.players.len() as u8).zip(&self.players) {
            if matches!(player.presence, Presence::Resigned(_)) && !is_over(&*position) {
                position.resign(seat).ok()?;
            }
        }
        Some(position)
    }

    fn game_of(&self, game: &WrittenGame<'_>) -> Option<Match> {
        let mut position = self.position_of(game.state?)?;
        if usize::from(position.seats()) != self.players.len() {
            return None;
        }
        if game.agreed {
            position.agree().ok()?;
        }
        let mut resumed = self.opening(read_added(game.added?)?).ok()?;
        resumed.resume(position, game.dice?.parse().ok()?);
        Some(resumed)
    }
}

/// The lines about a game that has begun.
#[derive(Default)]
struct WrittenGame<'a> {
    added: Option<&'a str>,
    state: Option<&'a str>,
    dice: Option<&'a str>,
    agreed: bool,
}

fn is_over(position: &dyn AnyPosition) -> bool {
    matches!(position.turn(), Turn::Over(_))
}

fn read(id: TableId, text: &str) -> Option<Table> {
    let mut lines = text.strip_prefix(VERSION)?.strip_prefix('\n')?.lines();
    let mut table = Table::open(id, &lines.next()?.parse().ok()?).ok()?;
    table.log_elsewhere = true;
    let mut at = lines.next()?.strip_prefix("at ")?.split(' ');
    let mut number = || at.next()?.parse::<u64>().ok();
    (table.seq, table.moved, table.rolls) = (number()?, number()?, number()?);
    table.joined = number()?.try_into().ok()?;
    let mut game = WrittenGame::default();
    let mut seed: Option<Bytes32> = None;
    for line in lines {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "head" => table.head = rest.parse().ok()?,
            "chain" => table.chain = Some(read_chain(rest)?),
            "player" => table.players.push(read_player(rest)?),
            "offers" => table.offers = read_seats(rest)?,
            "rematch" => table.rematch = Some(rest.parse().ok()?),
            "added" => game.added = Some(rest),
            "state" => game.state = Some(rest),
            "dice" => game.dice = Some(rest),
            "agreed" => game.agreed = true,
            "seed" => seed = Some(rest.parse().ok()?),
            _ => return None,
        }
    }
    table.stage = match (game.state, seed) {
        (None, None) => Stage::Gathering,
        (Some(_), None) => Stage::Playing(table.game_of(&game)?),
        (Some(_), Some(seed)) => Stage::Over(table.game_of(&game)?, seed),
        (None, Some(_)) => return None,
    };
    Some(table)
}

fn read_player(text: &str) -> Option<Player> {
    let mut words = text.splitn(4, ' ');
    let back = words.next()?.parse().ok()?;
    let presence = read_presence(words.next()?)?;
    let links = read_links(words.next()?)?;
    let TableEvent::Joined(id, who) = words.next()?.parse().ok()? else {
        return None;
    };
    Some(Player {
        id,
        who,
        presence,
        back,
        links,
    })
}

fn chain_text(KnownChain { base, roll, link }: &KnownChain) -> String {
    format!("{base}:{roll}:{link}")
}

fn read_chain(text: &str) -> Option<KnownChain> {
    let mut parts = text.splitn(3, ':');
    let mut number = || parts.next()?.parse().ok();
    let (base, roll) = (number()?, number()?);
    let link = parts.next()?.parse().ok()?;
    (base <= roll).then_some(KnownChain { base, roll, link })
}

fn added_text(game: &Match) -> String {
    let added = game.entropy().iter().map(|added| match added {
        Some(bytes) => bytes.to_string(),
        None => "-".to_owned(),
    });
    added.collect::<Vec<_>>().join(" ")
}

fn read_added(text: &str) -> Option<Vec<Option<Bytes32>>> {
    let added = |word: &str| match word {
        "-" => Some(None),
        bytes => Some(Some(bytes.parse().ok()?)),
    };
    text.split(' ').map(added).collect()
}

fn links_text(links: Option<&PersonLinks>) -> String {
    let Some(PersonLinks { chain, answer }) = links else {
        return "-".to_owned();
    };
    let answer = match answer {
        LinkAnswer::Awaited => "awaited".to_owned(),
        LinkAnswer::Given(link) => link.to_string(),
        LinkAnswer::Absent => "absent".to_owned(),
        LinkAnswer::Silent => "silent".to_owned(),
    };
    format!("{}:{answer}", chain_text(chain))
}

fn read_links(text: &str) -> Option<Option<PersonLinks>> {
    if text == "-" {
        return Some(None);
    }
    let (chain, answer) = text.rsplit_once(':')?;
    let answer = match answer {
        "awaited" => LinkAnswer::Awaited,
        "absent" => LinkAnswer::Absent,
        "silent" => LinkAnswer::Silent,
        link => LinkAnswer::Given(link.parse().ok()?),
    };
    let chain = read_chain(chain)?;
    Some(Some(PersonLinks { chain, answer }))
}

fn presence_text(presence: &Presence) -> String {
    match presence {
        Presence::Here => "here".to_owned(),
        Presence::Away => "away".to_owned(),
        Presence::Replaced(level) => format!("replaced:{level}"),
        Presence::Resigned(level) => format!("resigned:{level}"),
    }
}

fn read_presence(text: &str) -> Option<Presence> {
    match text.split_once(':') {
        None if text == "here" => Some(Presence::Here),
        None if text == "away" => Some(Presence::Away),
        Some(("replaced", level)) => Some(Presence::Replaced(level.to_owned())),
        Some(("resigned", level)) => Some(Presence::Resigned(level.to_owned())),
        _ => None,
    }
}

fn read_seats(text: &str) -> Option<SeatSet> {
    let seats = text.split(' ').map(str::parse::<Seat>);
    seats.collect::<Result<_, _>>().ok()
}
