//! A table where people meet: who sits there, the game they play, and its log.
//!
//! A table changes by [events](TableEvent) alone. Somebody asks for something ([`Table::join`], [`Table::act`], …); the
//! table answers with the events that this means, or refuses, and stays as it is. Whoever keeps the log writes them
//! down, and then [applies](Table::apply) them. A table is what a replay of its log gives.

mod event;
mod id;
mod play;
mod refused;

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Arc;

use hotdice_core::{
    AnyGame, Attendance, Bytes32, DiceOrigin, FairOrigin, Line, Name, Record, RulesError, Seat,
    SeatSet, Turn,
};

use crate::fair::Croupier;
use crate::{Match, NobodyThere, attendance_in_words};

pub use event::{NotATableEvent, TableEvent};
pub use id::{NotATableId, TableId};
pub use refused::{Impossible, Refused};

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
}

/// Somebody who takes part, numbered from 1 in the order of joining; those who meet again are numbered by the seats they
/// had before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(NonZeroU32);

/// A person or a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person.
    Person {
        /// What the person is called.
        name: Name,
        /// What the person adds to the dice.
        entropy: Bytes32,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number of the player.
    pub id: PlayerId,
    /// Who it is.
    pub who: Who,
    /// Whether the player is there.
    pub presence: Presence,
    /// The number of the event with which the player came, or came back.
    pub back: u64,
}

/// Whether a player is there.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Presence {
    /// The player is there.
    #[default]
    Here,
    /// The player has said goodbye, and the seat waits.
    Away,
    /// A bot of this level plays on.
    Replaced(String),
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
    /// Nothing: the game is over.
    Nothing,
}

/// A table where people meet to play.
#[derive(Clone, Debug)]
pub struct Table {
    id: TableId,
    game: Arc<dyn AnyGame>,
    settings: Settings,
    commitment: Bytes32,
    /// Those who take part, in the order of their seats.
    players: Vec<Player>,
    joined: u32,
    stage: Stage,
    /// How many events there were.
    seq: u64,
    /// The number of the last event that changed the position.
    moved: u64,
    rolls: u64,
    offers: SeatSet,
    rematch: Option<TableId>,
}

impl Table {
    /// Returns the table that a first event opens.
    ///
    /// # Errors
    /// When the event is another one, or its rules or number of seats cannot be.
    pub fn open(id: TableId, opened: &TableEvent) -> Result<Self, Impossible> {
        let TableEvent::Opened(settings, commitment) = opened else {
            return Err(Impossible::Order);
        };
        let game = hotdice_games::find(&settings.rules)?;
        if !game.seats().contains(settings.seats) {
            return Err(Impossible::Seats);
        }
        if !is_level(&settings.standin) {
            return Err(Impossible::Level);
        }
        Ok(Self {
            id,
            game,
            settings: settings.clone(),
            commitment: *commitment,
            players: Vec::new(),
            joined: 0,
            stage: Stage::Gathering,
            seq: 1,
            moved: 1,
            rolls: 0,
            offers: SeatSet::default(),
            rematch: None,
        })
    }

    /// Returns the table that a whole log leads to.
    ///
    /// # Errors
    /// When the log is empty or an event cannot have happened.
    pub fn replay<'a>(
        id: TableId,
        log: impl IntoIterator<Item = &'a TableEvent>,
    ) -> Result<Self, Impossible> {
        let mut log = log.into_iter();
        let mut table = Self::open(id, log.next().ok_or(Impossible::Order)?)?;
        for event in log {
            table.apply(event)?;
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

    /// Returns what the server committed itself to.
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
        let Turn::Decide(seat) = game.turn() else {
            return Waiting::Nothing;
        };
        let player = &self.players[seat.index()];
        match (&player.who, &player.presence) {
            (Who::Bot { level }, _) | (_, Presence::Replaced(level)) => {
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

    /// Writes the game down; nothing before it has begun.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        let mut record = self.game_on()?.record();
        if let (DiceOrigin::Fair(fair), Stage::Over(_, seed)) = (&mut record.dice, &self.stage) {
            fair.seed = Some(*seed);
        }
        Some(record)
    }

    /// Takes note of an event that has been written down, and tells what it did.
    ///
    /// # Errors
    /// When it cannot have happened; the table is then unchanged.
    pub fn apply(&mut self, event: &TableEvent) -> Result<Vec<Line>, Impossible> {
        let story = match event {
            TableEvent::Opened(..) => return Err(Impossible::Order),
            TableEvent::Joined(id, who) => self.seat(*id, who)?,
            TableEvent::Withdrew(id) => self.withdrawn(*id)?,
            TableEvent::Started => self.begin()?,
            TableEvent::Rolled(roll) => {
                let story = self.playing()?.settle(roll)?;
                self.rolls += 1;
                self.position_changed();
                story
            }
            TableEvent::Acted(seat, action) => {
                let story = self.playing()?.act_as(*seat, action)?;
                self.position_changed();
                story
            }
            TableEvent::Attended(seat, attendance) => self.attended(*seat, attendance)?,
            TableEvent::Offered(seat) => {
                self.playing()?;
                self.check_seat(*seat)?;
                self.offers = self.offers.iter().chain([*seat]).collect();
                vec![Line::of(*seat, " offers to stop here.")]
            }
            TableEvent::Agreed => {
                self.playing()?.agree()?;
                self.position_changed();
                vec!["All agree to stop.".into()]
            }
            TableEvent::Ended(seed, winners) => self.end(*seed, *winners)?,
            TableEvent::Rematch(table) => {
                self.check_over()?;
                self.rematch = Some(*table);
                vec![format!("The same players meet again at table {table}.").into()]
            }
        };
        self.seq += 1;
        Ok(story)
    }

    fn playing(&mut self) -> Result<&mut Match, Impossible> {
        match &mut self.stage {
            Stage::Playing(game) => Ok(game),
            Stage::Gathering | Stage::Over(..) => Err(Impossible::Order),
        }
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Impossible> {
        match seat.index() < self.players.len() {
            true => Ok(()),
            false => Err(NobodyThere(seat).into()),
        }
    }

    fn check_over(&self) -> Result<(), Impossible> {
        match self.stage {
            Stage::Over(..) => Ok(()),
            Stage::Gathering | Stage::Playing(_) => Err(Impossible::Order),
        }
    }

    fn position_changed(&mut self) {
        self.moved = self.seq + 1;
        self.offers = SeatSet::default();
    }

    fn seat(&mut self, id: PlayerId, who: &Who) -> Result<Vec<Line>, Impossible> {
        let expected = match self.settings.after {
            None => id == PlayerId::after(self.joined),
            Some(_) => self.is_invited(id),
        };
        if !matches!(self.stage, Stage::Gathering) || !expected {
            return Err(Impossible::Order);
        }
        if self.players.len() >= usize::from(self.settings.seats) {
            return Err(Impossible::Seats);
        }
        if let Who::Bot { level } = who
            && !is_level(level)
        {
            return Err(Impossible::Level);
        }
        self.joined += 1;
        let name = who.name();
        let place = self.players.partition_point(|player| player.id < id);
        let player = Player {
            id,
            who: who.clone(),
            presence: Presence::Here,
            back: self.seq + 1,
        };
        self.players.insert(place, player);
        Ok(vec![format!("{name} sits down.").into()])
    }

    /// Tells whether somebody who sat here before may take that seat again.
    fn is_invited(&self, before: PlayerId) -> bool {
        before.number() <= u32::from(self.settings.seats) && self.seat_of(before).is_none()
    }

    fn withdrawn(&mut self, id: PlayerId) -> Result<Vec<Line>, Impossible> {
        let seat = self.seat_of(id).ok_or(Impossible::Order)?;
        if !matches!(self.stage, Stage::Gathering) {
            return Err(Impossible::Order);
        }
        let gone = self.players.remove(seat.index());
        Ok(vec![format!("{} gets up again.", gone.who.name()).into()])
    }

    fn begin(&mut self) -> Result<Vec<Line>, Impossible> {
        if !matches!(self.stage, Stage::Gathering) {
            return Err(Impossible::Order);
        }
        let fair = FairOrigin {
            table: self.id.to_string(),
            commitment: self.commitment,
            entropy: self.entropy(),
            seed: None,
        };
        let names = self.players.iter().map(|player| player.who.name());
        let dice = DiceOrigin::Fair(Box::new(fair));
        let game = Match::of(self.game.clone(), names.collect(), dice);
        self.stage = Stage::Playing(game.map_err(|_| Impossible::Seats)?);
        self.position_changed();
        Ok(vec!["The game begins.".into()])
    }

    fn attended(&mut self, seat: Seat, attendance: &Attendance) -> Result<Vec<Line>, Impossible> {
        match attendance {
            Attendance::Replaced(by) if !is_level(by) => return Err(Impossible::Level),
            _ => self.playing()?.attend(seat, attendance.clone())?,
        }
        let number = self.seq + 1;
        let player = &mut self.players[seat.index()];
        player.presence = match attendance {
            Attendance::Left => Presence::Away,
            Attendance::Replaced(by) => Presence::Replaced(by.clone()),
            Attendance::Returned => {
                player.back = number;
                Presence::Here
            }
        };
        Ok(vec![attendance_in_words(seat, attendance)])
    }

    fn end(&mut self, seed: Bytes32, winners: SeatSet) -> Result<Vec<Line>, Impossible> {
        match self.playing()?.turn() {
            Turn::Over(standing) if standing.winners == winners => {}
            _ => return Err(Impossible::Order),
        }
        if Croupier::new(self.id, seed.0).commitment() != self.commitment {
            return Err(Impossible::Seed);
        }
        if let Stage::Playing(game) = std::mem::replace(&mut self.stage, Stage::Gathering) {
            self.stage = Stage::Over(game, seed);
        }
        Ok(Vec::new())
    }
}

/// Tells whether a bot can be of this level: one word of small letters, digits and dashes that fits in a name.
fn is_level(level: &str) -> bool {
    let fits = (1..=16).contains(&level.len());
    let letters =
        |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    fits && level.bytes().all(letters)
}

impl Who {
    /// Returns the name under which somebody plays.
    #[must_use]
    pub fn name(&self) -> Name {
        match self {
            Self::Person { name, .. } => name.clone(),
            Self::Bot { level } => format!("bot:{level}")
                .parse()
                .expect("levels are short words"),
        }
    }
}

impl PlayerId {
    /// Returns the number of whoever sat there before, for those who meet again.
    #[must_use]
    pub fn of_seat(seat: Seat) -> Self {
        Self::after(seat.index() as u32)
    }

    /// Returns the number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0.get()
    }

    /// Returns the player that joins after so many others.
    pub(crate) fn after(joined: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(joined))
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PlayerId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}
