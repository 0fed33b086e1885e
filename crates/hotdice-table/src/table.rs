//! A table where people meet: who sits there, the game they play, and its log.
//!
//! A table changes by [events](TableEvent) alone. Somebody asks for something ([`Table::join`], [`Table::act`], …); the
//! table answers with the events that this means, or refuses, and stays as it is. Whoever keeps the log writes them
//! down, and then [applies](Table::apply) them. A table is what a replay of its log gives.

mod apply;
mod checked;
mod event;
mod id;
mod links;
mod play;
mod player;
mod refused;
mod snapshot;

use std::num::NonZeroU32;
use std::sync::Arc;

use hotdice_core::{AnyGame, Bytes32, Record, RulesError, Scene, Seat, SeatSet, Turn};

use crate::Match;
use crate::fair::{Croupier, KnownChain};
use player::is_level;

pub use checked::{CheckedEvent, Effect};
pub use event::{NotATableEvent, TableEvent};
pub use id::{NotATableId, ShortCode, TableId};
pub use links::{LinkAnswer, PersonLinks};
pub use player::{Player, PlayerId, Presence, Who};
pub use refused::{Impossible, Refused};
pub use snapshot::NotASnapshot;

/// What was settled when a table was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The rules line.
    pub rules: String,
    /// How many may take part.
    pub seats: u8,
    /// How many seconds a decision may take, if that is limited.
    pub clock: Option<NonZeroU32>,
    /// The level of the bot that plays on for somebody whose time is up.
    pub standin: String,
    /// Whether players may ask what their choices are worth.
    pub coach: bool,
    /// The table where the same players met before: only they may join.
    pub after: Option<TableId>,
    /// The state that the game begins from, unless that is the opening.
    pub from: Option<String>,
    /// How the dice are made.
    pub dice: TableDice,
}

/// How the dice of a table are made, so that everybody can check them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableDice {
    /// All at once: the server commits itself to a seed, and everybody adds bytes when they join.
    #[default]
    Committed,
    /// One roll at a time: the server and everybody who is there add a link of a hash chain to each.
    Linked,
}

/// How far a table has come.
#[derive(Clone, Debug)]
pub enum Stage {
    /// Players are joining.
    Gathering,
    /// The game goes on.
    Playing(Match),
    /// The game is over, and the seed of its dice is known.
    Over(Match, Bytes32),
}

/// What a table waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// More players, or the host's word.
    Start,
    /// A person.
    Person(Seat),
    /// A bot of a level, in its own seat or for somebody who is away.
    Bot(Seat, String),
    /// The links of these seats, before linked dice can fall.
    Links(SeatSet),
    /// Nothing: the game is over.
    Nothing,
}

/// A table where people meet to play.
#[derive(Clone, Debug)]
pub struct Table {
    id: TableId,
    game: Arc<dyn AnyGame>,
    settings: Settings,
    /// The server's commitment, or the anchor of its chain.
    commitment: Bytes32,
    /// The server's chain, if the dice are linked.
    chain: Option<KnownChain>,
    /// Those who take part, in the order of their seats.
    players: Vec<Player>,
    joined: u32,
    stage: Stage,
    /// How many events there were.
    seq: u64,
    /// What all of them hash to.
    head: Bytes32,
    /// The number of the last event that changed the position.
    moved: u64,
    rolls: u64,
    offers: SeatSet,
    rematch: Option<TableId>,
    /// Whether somebody else keeps the log of the game.
    log_elsewhere: bool,
}

impl Table {
    /// Returns the table that a first event opens.
    ///
    /// # Errors
    /// When the event is another one, or its rules or number of seats cannot be.
    pub fn open(id: TableId, opened: &TableEvent) -> Result<Self, Impossible> {
        let TableEvent::Opened(settings, _) = opened else {
            return Err(Impossible::Order);
        };
        Self::of(id, hotdice_games::find(&settings.rules)?, opened)
    }

    /// Returns the table that a first event opens, for a game that need not be in the registry.
    ///
    /// # Errors
    /// When the event is another one, or its number of seats cannot be.
    pub fn of(
        id: TableId,
        game: Arc<dyn AnyGame>,
        opened: &TableEvent,
    ) -> Result<Self, Impossible> {
        let TableEvent::Opened(settings, commitment) = opened else {
            return Err(Impossible::Order);
        };
        if !game.seats().contains(settings.seats) {
            return Err(Impossible::Seats);
        }
        game.begin(settings.seats, settings.from.as_deref())?;
        if !is_level(&settings.standin) {
            return Err(Impossible::Level);
        }
        let chain = match settings.dice {
            TableDice::Committed => None,
            TableDice::Linked => Some(KnownChain::anchored(*commitment, 0)),
        };
        Ok(Self {
            id,
            game,
            settings: settings.clone(),
            commitment: *commitment,
            chain,
            players: Vec::new(),
            joined: 0,
            stage: Stage::Gathering,
            seq: 1,
            head: crate::log_head::after(crate::log_head::before_all(id), &opened.to_string()),
            moved: 1,
            rolls: 0,
            offers: SeatSet::default(),
            rematch: None,
            log_elsewhere: false,
        })
    }

    /// Lets somebody else keep the log of the game, which grows without end; [`Table::record_of`] takes it from there.
    #[must_use]
    pub fn without_log(mut self) -> Self {
        self.log_elsewhere = true;
        if let Stage::Playing(game) | Stage::Over(game, _) = &mut self.stage {
            game.drop_log();
        }
        self
    }

    /// Returns the table that a whole log leads to.
    ///
    /// Dice lie as they fell if the croupier is there, or the log reveals the seed.
    ///
    /// # Errors
    /// When the log is empty or an event cannot have happened.
    pub fn replay<'a>(
        id: TableId,
        log: impl IntoIterator<Item = &'a TableEvent>,
        croupier: Option<&Croupier>,
    ) -> Result<Self, Impossible> {
        let log: Vec<&TableEvent> = log.into_iter().collect();
        let revealed = log.iter().find_map(|event| match event {
            TableEvent::Ended(seed, _) => Some(Croupier::new(id, seed.0)),
            _ => None,
        });
        let (opened, rest) = log.split_first().ok_or(Impossible::Order)?;
        let mut table = Self::open(id, opened)?;
        // Dice are compared with the seed that was promised; another one is found at the end.
        let promised = |croupier: &Croupier| croupier.commitment() == table.commitment;
        let revealed = revealed.filter(promised);
        let croupier = croupier.or(revealed.as_ref());
        for event in rest {
            let checked = table.check((*event).clone(), croupier)?;
            table.apply(&checked)?;
        }
        Ok(table)
    }

    /// Returns the settings for a game of these rules, with as many seats as are asked for.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn settings_for(rules: &str, seats: Option<u8>) -> Result<Settings, RulesError> {
        let game = hotdice_games::find(rules)?;
        let allowed = game.seats();
        Ok(Settings {
            rules: game.rules_line(),
            seats: seats.unwrap_or_else(|| allowed.least().max(2).min(allowed.most())),
            clock: None,
            standin: "careful".to_owned(),
            coach: false,
            after: None,
            from: None,
            dice: TableDice::Committed,
        })
    }

    /// Returns the name of the table.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// Returns the rules.
    #[must_use]
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// Returns what was settled when the table was opened.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns what the server committed itself to: the anchor of its chain, if the dice are linked.
    #[must_use]
    pub fn commitment(&self) -> Bytes32 {
        self.commitment
    }

    /// Returns those who take part, in the order of their seats.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns how far the table has come.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Returns the number of the last event; the first is 1.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns how many rolls there were.
    #[must_use]
    pub fn rolls(&self) -> u64 {
        self.rolls
    }

    /// Returns what all events up to the last hash to: two logs with the same head are the same log.
    #[must_use]
    pub fn head(&self) -> Bytes32 {
        self.head
    }

    /// Returns the number of the last event that changed the position.
    #[must_use]
    pub fn moved(&self) -> u64 {
        self.moved
    }

    /// Returns the seats that offer to stop.
    #[must_use]
    pub fn offers(&self) -> SeatSet {
        self.offers
    }

    /// Returns where the same players meet again.
    #[must_use]
    pub fn rematch(&self) -> Option<TableId> {
        self.rematch
    }

    /// Returns the match, once it has begun.
    #[must_use]
    pub fn game_on(&self) -> Option<&Match> {
        match &self.stage {
            Stage::Gathering => None,
            Stage::Playing(game) | Stage::Over(game, _) => Some(game),
        }
    }

    /// Draws what a spectator sees, with the choices of the seat that decides, once the match has begun.
    #[must_use]
    pub fn picture(&self) -> Option<Scene> {
        self.game_on().map(Match::picture)
    }

    /// Returns the seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let place = self.players.iter().position(|each| each.id == player)?;
        Seat::new(place as u8)
    }

    /// Says what the table waits for.
    #[must_use]
    pub fn waiting(&self) -> Waiting {
        let game = match &self.stage {
            Stage::Gathering => return Waiting::Start,
            Stage::Playing(game) => game,
            Stage::Over(..) => return Waiting::Nothing,
        };
        if self.due().is_some() {
            return Waiting::Links(self.missing_links());
        }
        let Turn::Decide(seat) = game.turn() else {
            return Waiting::Nothing;
        };
        let player = &self.players[seat.index()];
        match (&player.who, &player.presence) {
            (Who::Bot { level }, _)
            | (_, Presence::Replaced(level) | Presence::Resigned(level)) => {
                Waiting::Bot(seat, level.clone())
            }
            (Who::Person { .. }, Presence::Here | Presence::Away) => Waiting::Person(seat),
        }
    }

    /// Returns what the players of the seats added to the dice.
    #[must_use]
    pub fn entropy(&self) -> Vec<Option<Bytes32>> {
        let added = |player: &Player| match &player.who {
            Who::Person { entropy, .. } => Some(*entropy),
            Who::Bot { .. } => None,
        };
        self.players.iter().map(added).collect()
    }

    /// Writes the game down; nothing before it has begun, and nothing at a table whose log is elsewhere.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        if self.log_elsewhere {
            return None;
        }
        self.recorded()
    }

    /// Writes the game down with the log that led to this table; nothing before it has begun.
    #[must_use]
    pub fn record_of<'a>(&self, log: impl IntoIterator<Item = &'a TableEvent>) -> Option<Record> {
        let events = log.into_iter().take(self.seq as usize);
        Some(Record {
            events: events.filter_map(TableEvent::in_record).collect(),
            ..self.recorded()?
        })
    }

    fn recorded(&self) -> Option<Record> {
        let mut record = self.game_on()?.record();
        if let (Some(fair), Stage::Over(_, seed)) = (record.dice.promise_mut(), &self.stage) {
            fair.seed = Some(*seed);
        }
        Some(record)
    }
}
