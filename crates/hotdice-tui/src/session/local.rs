//! A game on this terminal: people who take turns at it, and bots.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use hotdice_bots::{Bot, Level, Library, Unsolvable};
use hotdice_core::{
    AnyGame, Bytes32, CheckedAction, DiceOrigin, GameEventKind, Line, Name, Record, RecordEvent,
    Seat, Turn, Viewer,
};
use hotdice_table::dice::{PromisedDice, SeededDice, SystemDice};
use hotdice_table::{DiceSource, Match};

use super::coach::Coach;
use super::{
    Abilities, Coaching, Farewell, GameRecord, Leaving, NextGame, PlayerAction, Session,
    SessionEvent, SessionEventKind, TablePhase, TableStatus, UnsavedGame, Update, faces,
};
use crate::job::{BackgroundJob, Bell};
use crate::services::{SaveSlot, Services, UiError};

/// A game, where its dice come from, and where it is saved.
pub struct LocalGame {
    /// The game, perhaps in the middle.
    pub game: Match,
    /// Its dice.
    pub dice: Box<dyn DiceSource + Send>,
    /// The seed of its dice, if they were promised; it is revealed when the game is over.
    pub seed: Option<Bytes32>,
    /// Its file.
    pub slot: Box<dyn SaveSlot>,
    /// What the file holds.
    saved: Option<Record>,
}

/// A game that is about to begin.
pub struct NewGame {
    /// Its rules.
    pub game: Arc<dyn AnyGame>,
    /// Who plays, from the first seat on.
    pub names: Vec<Name>,
    /// The number that gives its dice; they are promised and can be checked if there is none.
    pub seed: Option<u64>,
    /// Its file, instead of one in the folder for saved games.
    pub path: Option<PathBuf>,
    /// The state it begins from, instead of the opening.
    pub from: Option<String>,
}

impl NewGame {
    /// Returns a game of these players from the opening.
    #[must_use]
    pub fn of(game: Arc<dyn AnyGame>, names: Vec<Name>) -> Self {
        Self {
            game,
            names,
            seed: None,
            path: None,
            from: None,
        }
    }
}

impl LocalGame {
    /// Begins a new game.
    ///
    /// # Errors
    /// When the game is not for so many players or cannot begin from that state, or there is no place or no dice for it.
    pub fn new(new: NewGame, services: &dyn Services) -> Result<Self, UiError> {
        let NewGame {
            game,
            names,
            seed,
            path,
            from,
        } = new;
        let (dice, origin, promised): (Box<dyn DiceSource + Send>, _, _) = match seed {
            Some(seed) => (
                Box::new(SeededDice::new(seed)),
                DiceOrigin::Seed(seed),
                None,
            ),
            None => {
                let (dice, origin) = PromisedDice::new(&names)?;
                let promised = Some(dice.seed());
                (Box::new(dice), origin, promised)
            }
        };
        let game = Match::of(game, names, origin, from.as_deref())?;
        let slot = services.new_game(&game.record().rules, path)?;
        Ok(Self::unsaved_yet(game, dice, promised, slot))
    }

    /// Returns a game of which nothing has been saved yet.
    #[must_use]
    pub fn unsaved_yet(
        game: Match,
        dice: Box<dyn DiceSource + Send>,
        seed: Option<Bytes32>,
        slot: Box<dyn SaveSlot>,
    ) -> Self {
        Self {
            game,
            dice,
            seed,
            slot,
            saved: None,
        }
    }

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, is played by somebody else, or belongs to a server.
    pub fn resume(path: &Path, services: &dyn Services) -> Result<Self, UiError> {
        let slot = services.resume_game(path)?;
        let text = services.read_game(path)?;
        let damaged = |error: &dyn ToString| {
            UiError::from(format!(
                "{} is damaged: {}",
                path.display(),
                error.to_string()
            ))
        };
        let record: Record = text.parse().map_err(|error| damaged(&error))?;
        let game = Match::replay(&record).map_err(|error| damaged(&error))?;
        let seed = slot.hidden_seed();
        let dice: Box<dyn DiceSource + Send> = match (&record.dice, seed) {
            (DiceOrigin::Seed(_), _) => {
                Box::new(SeededDice::resume(&game).map_err(|error| damaged(&error))?)
            }
            (DiceOrigin::Fair(_), Some(seed)) => {
                Box::new(PromisedDice::resume(&game, seed).map_err(|error| damaged(&error))?)
            }
            (DiceOrigin::Fair(_), None) | (DiceOrigin::Linked(_), _) => {
                return Err(format!(
                    "{} is a game of a server, and only the server can go on with it",
                    path.display()
                )
                .into());
            }
            (DiceOrigin::System | DiceOrigin::Unknown, _) => Box::new(SystemDice::new()?),
        };
        Ok(Self {
            saved: Some(game.record()),
            game,
            dice,
            seed,
            slot,
        })
    }

    /// Writes the game down as it stands; when it is over, with the seed of its dice. Before, the seed is hidden beside it, without
    /// which it could not go on.
    fn save(&mut self) -> io::Result<()> {
        if let Some(seed) = self.seed {
            self.game.reveal(seed);
        }
        let record = self.game.record();
        let written = self.write(&record);
        if written.is_err() && self.saved.as_ref() == Some(&record) {
            return Ok(());
        }
        written?;
        self.saved = Some(record);
        Ok(())
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        let is_over = matches!(self.game.turn(), Turn::Over(_));
        if self.seed.is_some() && self.saved.is_none() && !is_over {
            self.slot.hide_seed(self.seed)?;
        }
        self.slot.save(record)?;
        if self.seed.is_some() && is_over {
            self.slot.hide_seed(None)?;
        }
        Ok(())
    }

    /// Returns what is to be said about a game that could not be saved.
    fn unsaved(&self, error: &io::Error) -> UnsavedGame {
        UnsavedGame {
            path: self.slot.path().to_owned(),
            why: error.to_string(),
            has_beginning: self.saved.is_some(),
        }
    }
}

/// A game on this terminal.
pub struct LocalSession {
    local: LocalGame,
    status: TableStatus,
    /// What is still to be shown.
    updates: VecDeque<Update>,
    bots: Vec<Option<SeatedBot>>,
    thinking: Option<BackgroundJob<Result<BotMove, String>>>,
    /// Whether the bot that thinks is to sit down anew after its move.
    reseat: bool,
    coach: Option<Coach>,
    library: Arc<dyn Library>,
    bell: Bell,
    /// What is to be said if the program ends now.
    parting: Arc<Mutex<Farewell>>,
    /// Whether the dice failed, or a bot does not move.
    stuck: bool,
}

/// A bot in a seat; nobody yet if it has never been asked.
struct SeatedBot {
    level: Level,
    bot: Option<Box<dyn Bot>>,
}

/// What a bot did while the table waited for it.
enum BotMove {
    /// It sat down; why it is an easier one than was asked for, if it is.
    Sat(Level, Box<dyn Bot>, Option<String>),
    /// It chose.
    Chose(Option<CheckedAction>, Box<dyn Bot>),
}

impl LocalSession {
    /// Sits down at a game.
    pub fn new(local: LocalGame, library: Arc<dyn Library>, bell: &Bell) -> Self {
        let bots = local.game.names().iter().map(|name| {
            let (level, bot) = (level_of(name)?, None);
            Some(SeatedBot { level, bot })
        });
        let past = promise(&local.game)
            .into_iter()
            .chain(story_so_far(&local.game));
        let past = SessionEvent {
            story: past.collect(),
            kind: SessionEventKind::Past,
            own: false,
        };
        let notice = local.slot.remark().map(Update::Notice);
        let game = &local.game;
        let scene = game.scene(Viewer::Spectator);
        let status = TableStatus::local(
            game.game().rules_line(),
            game.names().to_vec(),
            scene,
            TablePhase::Moving,
        );
        let mut session = Self {
            bots: bots.collect(),
            status,
            local,
            updates: VecDeque::new(),
            thinking: None,
            reseat: false,
            coach: None,
            library,
            bell: bell.clone(),
            parting: Arc::new(Mutex::new(Farewell::Nothing)),
            stuck: false,
        };
        session.changed();
        session.updates.extend(notice);
        session.updates.push_back(Update::Event(past));
        session
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Match {
        &self.local.game
    }

    /// Returns what is to be said if the program ends before the game is left, always as it stands.
    #[must_use]
    pub fn parting(&self) -> Arc<Mutex<Farewell>> {
        self.parting.clone()
    }

    /// Saves the game, and says so when that fails or works again.
    fn save(&mut self) {
        let before = self.status.unsaved.take();
        match (self.local.save(), before) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => {
                let text = "The game is saved again.".to_owned();
                self.updates.push_back(Update::Notice(text));
            }
            (Err(error), before) => {
                let unsaved = self.local.unsaved(&error);
                if before.is_none() {
                    let text = unsaved.warning();
                    self.updates.push_back(Update::Warning(text));
                }
                self.status.unsaved = Some(unsaved);
            }
        }
        *self.parting.lock().unwrap_or_else(PoisonError::into_inner) = self.farewell();
    }

    /// Returns what is to be said when the game is left as it was last saved.
    fn farewell(&self) -> Farewell {
        let path = || self.local.slot.path().to_owned();
        match (&self.status.unsaved, self.local.game.turn()) {
            (Some(unsaved), _) => Farewell::Unsaved(unsaved.clone()),
            (None, Turn::Over(_)) => Farewell::Recorded(path()),
            (None, _) => Farewell::Saved(path()),
        }
    }

    /// Saves the game, draws it again, and lets the coach know.
    fn changed(&mut self) {
        self.save();
        let game = &self.local.game;
        let is_bot = |seat: Seat| self.bots[seat.index()].is_some();
        let (phase, viewer) = match game.turn() {
            _ if self.stuck => (TablePhase::Stuck, Viewer::Spectator),
            Turn::Decide(seat) if is_bot(seat) => (TablePhase::Theirs(seat), Viewer::Spectator),
            Turn::Decide(seat) => (TablePhase::Yours(seat), Viewer::Seat(seat)),
            Turn::Roll => (TablePhase::Moving, Viewer::Spectator),
            Turn::Over(standing) => (TablePhase::Over(standing.winners), Viewer::Spectator),
        };
        self.status.phase = phase;
        self.status.scene = game.scene(viewer);
        if let Some(coach) = &self.coach {
            coach.follow(game.log().len(), game.position(), self.player());
        }
    }

    fn happened(&mut self, story: Vec<Line>, kind: SessionEventKind, own: bool) -> Update {
        self.changed();
        Update::Event(SessionEvent { story, kind, own })
    }

    /// Gives up: nothing can move the game any more.
    fn stop(&mut self, why: UiError) -> Update {
        self.stuck = true;
        self.changed();
        Update::Failure(why)
    }

    /// Returns the seat whose chances are followed: the first that is no bot.
    fn player(&self) -> Seat {
        let people = self.bots.iter().position(Option::is_none);
        let seat = people.and_then(|place| Seat::new(place as u8));
        seat.unwrap_or(Seat::FIRST)
    }

    fn roll(&mut self) -> Update {
        match self.local.game.roll(&mut *self.local.dice) {
            Ok(rolled) => {
                let dice = match rolled.kind {
                    GameEventKind::Rolled { dice, .. } => faces(&dice),
                    GameEventKind::Acted { .. } => Vec::new(),
                };
                self.happened(rolled.story, SessionEventKind::Rolled(dice), false)
            }
            Err(error) => self.stop(error.into()),
        }
    }

    /// Refuses an action that scores something else than its player expects.
    fn check_points(&self, notation: &str, expect: Option<i64>) -> Result<(), UiError> {
        let mut choices = self.status.scene.choices.iter();
        let choice = choices.find(|choice| choice.notation == notation);
        match (expect, choice.and_then(|choice| choice.points)) {
            (Some(expect), Some(points)) if expect != i64::from(points) => {
                Err(format!("{notation} scores {points}, not {expect}").into())
            }
            (Some(_), None) => Err(format!("{notation} scores nothing at once").into()),
            _ => Ok(()),
        }
    }

    /// Lets a bot think, or takes what it has thought of.
    fn think(&mut self, seat: Seat) -> Option<Update> {
        let Some(job) = &mut self.thinking else {
            self.thinking = Some(self.ask_bot(seat)?);
            return None;
        };
        let thought = job.poll()?;
        self.thinking = None;
        let (action, bot) = match thought.map_err(|broken| broken.to_string()).flatten() {
            Ok(BotMove::Sat(level, bot, below)) => {
                let bot = Some(bot);
                self.bots[seat.index()] = Some(SeatedBot { level, bot });
                return match below {
                    Some(why) => Some(plays_below(&self.status.name(seat), &why)),
                    None => self.think(seat),
                };
            }
            Ok(BotMove::Chose(Some(action), bot)) => (action, bot),
            Ok(BotMove::Chose(None, _)) => {
                return Some(self.step_in(seat, "it does not know what to do"));
            }
            Err(why) => return Some(self.step_in(seat, &why)),
        };
        let reseat = std::mem::take(&mut self.reseat);
        if let Some(seated) = &mut self.bots[seat.index()] {
            seated.bot = Some(bot).filter(|_| !reseat);
        }
        Some(match self.local.game.act(&action) {
            Ok(acted) => self.happened(acted.story, SessionEventKind::Acted, false),
            Err(refused) => self.step_in(seat, &refused.to_string()),
        })
    }

    fn ask_bot(&mut self, seat: Seat) -> Option<BackgroundJob<Result<BotMove, String>>> {
        let game = &self.local.game;
        let mut key = [seat.index() as u8; 32];
        if let DiceOrigin::Seed(seed) = game.origin() {
            key[..8].copy_from_slice(&seed.to_le_bytes());
        }
        let seated = self.bots[seat.index()].as_mut()?;
        let (bot, level, seats) = (seated.bot.take(), seated.level, game.names().len() as u8);
        let (rules, position) = (game.game().clone(), game.position().boxed_clone());
        let library = self.library.clone();
        Some(BackgroundJob::start(&self.bell, move || {
            let Some(mut bot) = bot else {
                return sit_down(level, |level| {
                    hotdice_bots::seat(&*rules, level, seats, &*library, key)
                });
            };
            Ok(BotMove::Chose(bot.choose(&*position), bot))
        }))
    }

    /// Puts an easier bot in the place of one that cannot play.
    fn step_in(&mut self, seat: Seat, why: &str) -> Update {
        let Some(seated) = self.bots[seat.index()].as_mut() else {
            return self.stop(why.to_owned().into());
        };
        if seated.level == Level::Random {
            return self.stop(format!("The bot does not move: {why}").into());
        }
        seated.level = easier(seated.level).unwrap_or(Level::Random);
        plays_below(&self.status.name(seat), why)
    }
}

/// Returns the level of a bot by its name.
fn level_of(name: &Name) -> Option<Level> {
    name.as_str().strip_prefix("bot:")?.parse().ok()
}

/// Seats the best bot there is from a level down, and says why it is not the one that was asked for.
fn sit_down(
    asked: Level,
    seat: impl Fn(Level) -> Result<Box<dyn Bot>, Unsolvable>,
) -> Result<BotMove, String> {
    let (mut level, mut below) = (asked, None);
    loop {
        match (seat(level), easier(level)) {
            (Ok(bot), _) => return Ok(BotMove::Sat(level, bot, below)),
            (Err(why), None) => return Err(why.to_string()),
            (Err(why), Some(next)) => {
                below.get_or_insert_with(|| why.to_string());
                level = next;
            }
        }
    }
}

fn easier(level: Level) -> Option<Level> {
    match level {
        Level::Perfect => Some(Level::Strong),
        Level::Strong => Some(Level::Careful),
        Level::Careful | Level::Greedy => Some(Level::Random),
        Level::Random => None,
    }
}

/// Says that a bot plays below its level.
fn plays_below(name: &str, why: &str) -> Update {
    let text = format!("{name} plays at an easier level from now on: {why}");
    Update::Event(SessionEvent {
        story: vec![Line::from(text)],
        kind: SessionEventKind::Other,
        own: false,
    })
}

impl Session for LocalSession {
    fn next(&mut self) -> Option<Update> {
        if let Some(coach) = &mut self.coach {
            coach.read();
        }
        if let Some(update) = self.updates.pop_front() {
            return Some(update);
        }
        match self.local.game.turn() {
            _ if self.stuck => None,
            Turn::Roll => Some(self.roll()),
            Turn::Decide(seat) if self.bots[seat.index()].is_some() => self.think(seat),
            Turn::Decide(_) | Turn::Over(_) => None,
        }
    }

    fn status(&self) -> &TableStatus {
        &self.status
    }

    fn abilities(&self) -> Abilities {
        let people = self.bots.iter().filter(|bot| bot.is_none()).count();
        Abilities {
            play: true,
            undo: true,
            // A bot cannot be asked, and nobody agrees in its place.
            draw: people == self.bots.len()
                && self.local.game.position().boxed_clone().agree().is_ok(),
            coach: people <= 1,
            emote: false,
        }
    }

    fn act(&mut self, action: &PlayerAction) -> Result<(), UiError> {
        let checked = self.local.game.read_action(&action.notation)?;
        self.check_points(checked.notation(), action.expect)?;
        let acted = self.local.game.act(&checked)?;
        let update = self.happened(acted.story, SessionEventKind::Acted, true);
        self.updates.push_back(update);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), UiError> {
        self.local.game.undo()?;
        if let Some(coach) = &mut self.coach {
            coach.forget(self.local.game.log().len());
        }
        self.changed();
        Ok(())
    }

    fn offer_draw(&mut self) -> Result<(), UiError> {
        if self.bots.iter().any(Option::is_some) {
            // What the rules say comes first.
            self.local.game.position().boxed_clone().agree()?;
            return Err("a bot never agrees to a draw".into());
        }
        self.local.game.agree()?;
        self.changed();
        Ok(())
    }

    fn coach(&mut self) -> Coaching {
        let (game, player) = (&self.local.game, self.player());
        let is_new = self.coach.is_none();
        let coach = self.coach.get_or_insert_with(|| {
            let seats = game.names().len() as u8;
            Coach::new(game.game().clone(), seats, self.library.clone(), &self.bell)
        });
        let said = coach.about(game.log().len(), game.position());
        if is_new {
            tell_all(coach, game, player);
        }
        said
    }

    fn solved(&mut self) {
        self.coach = None;
        self.reseat = self.thinking.is_some();
        for (seated, name) in self.bots.iter_mut().zip(self.local.game.names()) {
            if let Some(level) = level_of(name) {
                *seated = Some(SeatedBot { level, bot: None });
            }
        }
    }

    fn coach_ahead(&mut self, notation: &str) -> Coaching {
        let (Some(coach), game) = (&mut self.coach, &self.local.game) else {
            return Coaching::None(String::new());
        };
        let mut next = game.position().boxed_clone();
        let acted = next
            .read_action(notation)
            .is_ok_and(|action| next.act(&action).is_ok());
        if acted && matches!(next.turn(), Turn::Decide(_)) {
            coach.about_next(game.log().len(), notation, &*next)
        } else {
            Coaching::None(String::new())
        }
    }

    fn course(&self) -> &[f64] {
        self.coach.as_ref().map_or(&[], Coach::course)
    }

    fn record(&mut self) -> Option<Result<GameRecord, UiError>> {
        let Turn::Over(_) = self.local.game.turn() else {
            return None;
        };
        let text = self.local.game.record().to_string();
        let is_saved = self.status.unsaved.is_none();
        let path = is_saved.then(|| self.local.slot.path().to_owned());
        Some(Ok(GameRecord { text, path }))
    }

    /// Whoever was second begins the next game; one that began in the middle begins there again.
    fn rematch(&mut self) -> Option<Result<NextGame, UiError>> {
        let game = &self.local.game;
        let from = game.from().map(str::to_owned);
        let mut names = game.names().to_vec();
        if names.len() > 1 && from.is_none() {
            names.rotate_left(1);
        }
        let next = NewGame::of(game.game().clone(), names);
        Some(Ok(NextGame::Local(NewGame { from, ..next })))
    }

    fn save_again(&mut self) {
        if self.status.unsaved.is_some() {
            self.save();
        }
    }

    fn leave(&mut self, how: Leaving) -> Result<Farewell, UiError> {
        match how {
            Leaving::Abandon => {
                self.local.slot.discard()?;
                Ok(Farewell::Nothing)
            }
            Leaving::Pause => {
                self.save_again();
                Ok(self.farewell())
            }
        }
    }
}

/// Tells a coach who comes late what has happened.
fn tell_all(coach: &Coach, game: &Match, player: Seat) {
    let mut position = game.start();
    coach.follow(0, &*position, player);
    for (events, event) in (1..).zip(game.log()) {
        let applied = match event {
            RecordEvent::Rolled(event, _) | RecordEvent::Acted(_, event) => {
                position.play(event).is_ok()
            }
            RecordEvent::Agreed => position.agree().is_ok(),
            RecordEvent::Resigned(seat) => position.resign(*seat).is_ok(),
            RecordEvent::Attended(..)
            | RecordEvent::Linked(..)
            | RecordEvent::Absent(_)
            | RecordEvent::Anchored(..)
            | RecordEvent::Ended(_) => true,
        };
        if applied {
            coach.follow(events, &*position, player);
        }
    }
}

/// Returns the story of a game so far, for one that goes on.
fn story_so_far(game: &Match) -> Vec<Line> {
    let mut told = Vec::new();
    let replayed = Match::replay_telling(&game.record(), |story| told.extend_from_slice(story));
    drop(replayed);
    told
}

/// Says what was promised about the dice.
fn promise(game: &Match) -> Option<Line> {
    let DiceOrigin::Fair(fair) = game.origin() else {
        return None;
    };
    let commitment = fair.commitment.to_string();
    let short: String = commitment.chars().take(16).collect();
    Some(Line::from(format!(
        "Fair dice: sealed as {short}…; you can check them after the game."
    )))
}
