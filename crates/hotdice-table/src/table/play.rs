//! What can be asked of a table: each answer is the events that it means.

use hotdice_core::{AnyPosition, Attendance, Bytes32, CheckedAction, Name, Seat, SeatRange, Turn};

use super::links::SeatAnswers;
use super::player::is_level;
use super::{
    CheckedEvent, PlayerId, Presence, Refused, Stage, Table, TableEvent, TableId, Waiting, Who,
};
use crate::Match;
use crate::fair::Croupier;

impl Table {
    /// Lets somebody take part. The game starts by itself when every seat is taken.
    ///
    /// Those who meet again say which player they were before.
    ///
    /// # Errors
    /// When the game has begun, there is no seat for them, or their name cannot be used.
    pub fn join(
        &self,
        who: Who,
        before: Option<PlayerId>,
        croupier: &Croupier,
    ) -> Result<(PlayerId, Vec<CheckedEvent>), Refused> {
        self.check_open()?;
        let id = match (self.settings().after, before) {
            (None, _) => PlayerId::after(self.joined),
            (Some(_), Some(before)) if self.is_invited(before) => before,
            (Some(_), _) => return Err(Refused::NotInvited),
        };
        if self.players().len() >= usize::from(self.settings().seats) {
            return Err(Refused::Full);
        }
        match &who {
            Who::Person { name, entropy } => {
                self.check_name(name)?;
                self.check_anchor(*entropy)?;
            }
            Who::Bot { level } => check_level(level)?,
        }
        let mut draft = Draft::of(self, croupier);
        draft.happen(TableEvent::Joined(id, who));
        if draft.table.players().len() == usize::from(self.settings().seats) {
            draft.start()?;
        }
        Ok((id, draft.events))
    }

    fn check_open(&self) -> Result<(), Refused> {
        match self.stage() {
            Stage::Gathering => Ok(()),
            Stage::Playing(_) => Err(Refused::AlreadyStarted),
            Stage::Over(..) => Err(Refused::Over),
        }
    }

    fn check_name(&self, name: &Name) -> Result<(), Refused> {
        if name.as_str().to_lowercase().starts_with("bot:") {
            return Err(Refused::NameOfABot(name.clone()));
        }
        let taken = self
            .players()
            .iter()
            .any(|player| player.who.name() == *name);
        if taken {
            return Err(Refused::NameTaken(name.clone()));
        }
        Ok(())
    }

    /// Begins the game with those who are there.
    ///
    /// # Errors
    /// When it has begun already, or there are too few.
    pub fn start(&self, croupier: &Croupier) -> Result<Vec<CheckedEvent>, Refused> {
        self.check_open()?;
        let joined = self.players().len() as u8;
        let allowed = match self.settings().from {
            // Those who played up to here are as many as go on.
            Some(_) => SeatRange::exactly(self.settings().seats),
            None => self.game().seats(),
        };
        if !allowed.contains(joined) {
            return Err(Refused::TooFew { joined, allowed });
        }
        let mut draft = Draft::of(self, croupier);
        draft.start()?;
        Ok(draft.events)
    }

    /// Acts for a player who has seen all events up to `seen`, and rolls the dice that are then due.
    ///
    /// A player who was away is back by this.
    ///
    /// # Errors
    /// When the game does not go on, the player has not seen everything, or may not do that.
    pub fn act(
        &self,
        player: PlayerId,
        seen: u64,
        action: &str,
        croupier: &Croupier,
    ) -> Result<Vec<CheckedEvent>, Refused> {
        self.act_expecting(player, seen, action, None, None, croupier)
    }

    /// Acts for a player as [`Table::act`] does, if the action scores what the player expects, and adds their link to the
    /// roll that it leads to.
    ///
    /// # Errors
    /// As [`Table::act`], and when the action scores something else at once, or the link is not the one of that roll.
    pub fn act_expecting(
        &self,
        player: PlayerId,
        seen: u64,
        action: &str,
        expected: Option<i64>,
        link: Option<Bytes32>,
        croupier: &Croupier,
    ) -> Result<Vec<CheckedEvent>, Refused> {
        let seat = self.seat_of(player).ok_or(Refused::NoSeat)?;
        let game = self.check_playing()?;
        self.check_seen(seen)?;
        check_turn(game, seat)?;
        self.check_not_resigned(seat)?;
        let action = game.read_action(action)?;
        if let Some(expected) = expected {
            check_points(game, &action, expected)?;
        }
        let mut draft = Draft::of(self, croupier);
        if self.players()[seat.index()].presence != Presence::Here {
            draft.note(TableEvent::Attended(seat, Attendance::Returned));
        }
        draft.act(game, seat, action, link)?;
        Ok(draft.events)
    }

    /// Acts for the bot of a seat, in its own seat or for somebody who is away.
    ///
    /// # Errors
    /// When the game does not go on, the bot has not seen everything, no bot plays there, or it may not do that.
    pub fn act_for(
        &self,
        seat: Seat,
        seen: u64,
        action: &CheckedAction,
        croupier: &Croupier,
    ) -> Result<Vec<CheckedEvent>, Refused> {
        let game = self.check_playing()?;
        self.check_seen(seen)?;
        check_turn(game, seat)?;
        if let Waiting::Person(decides) = self.waiting() {
            return Err(Refused::NotYourTurn { decides });
        }
        let mut draft = Draft::of(self, croupier);
        draft.act(game, seat, action.clone(), None)?;
        Ok(draft.events)
    }

    pub(super) fn check_playing(&self) -> Result<&Match, Refused> {
        match self.stage() {
            Stage::Gathering => Err(Refused::NotStarted {
                joined: self.players().len() as u8,
                seats: self.settings().seats,
            }),
            Stage::Playing(game) => Ok(game),
            Stage::Over(..) => Err(Refused::Over),
        }
    }

    pub(super) fn check_seen(&self, seen: u64) -> Result<(), Refused> {
        let seq = self.seq();
        if !(self.moved()..=seq).contains(&seen) {
            return Err(Refused::Stale { seen, seq });
        }
        Ok(())
    }

    /// Lets a player go: out of the list before the game, away from the seat during it. Linked dice that only waited for
    /// them fall.
    ///
    /// # Errors
    /// When the player does not take part, or the game is over.
    pub fn leave(
        &self,
        player: PlayerId,
        croupier: &Croupier,
    ) -> Result<Vec<CheckedEvent>, Refused> {
        let seat = self.seat_of(player).ok_or(Refused::NoSeat)?;
        match self.stage() {
            Stage::Gathering => Ok(asides([TableEvent::Withdrew(player)])),
            Stage::Over(..) => Err(Refused::Over),
            Stage::Playing(game) if self.players()[seat.index()].presence == Presence::Here => {
                let mut draft = Draft::of(self, croupier);
                draft.note(TableEvent::Attended(seat, Attendance::Left));
                draft.roll(&mut *game.position().boxed_clone())?;
                Ok(draft.events)
            }
            Stage::Playing(_) => Ok(Vec::new()),
        }
    }

    /// Lets a player come back to the seat, or be waited for again where linked dice fell without them.
    ///
    /// # Errors
    /// When the player has no seat, or no game goes on.
    pub fn come_back(&self, player: PlayerId) -> Result<Vec<CheckedEvent>, Refused> {
        let seat = self.seat_of(player).ok_or(Refused::NoSeat)?;
        self.check_playing()?;
        match self.players()[seat.index()].presence {
            Presence::Here if !self.is_silent(seat) => Ok(Vec::new()),
            Presence::Resigned(_) => Err(Refused::Resigned),
            Presence::Here | Presence::Away | Presence::Replaced(_) => {
                Ok(asides([TableEvent::Attended(seat, Attendance::Returned)]))
            }
        }
    }

    /// Lets a bot play on for the person who decides, because the time is up; nothing happens where one plays already.
    ///
    /// # Errors
    /// When the game does not go on, or there was a move or the person came back since event `seen`.
    pub fn time_up(&self, seen: u64) -> Result<Vec<CheckedEvent>, Refused> {
        self.check_playing()?;
        self.check_seen(seen)?;
        let Waiting::Person(seat) = self.waiting() else {
            return Ok(Vec::new());
        };
        if seen < self.players()[seat.index()].back {
            let seq = self.seq();
            return Err(Refused::Stale { seen, seq });
        }
        let by = Attendance::Replaced(self.settings().standin.clone());
        Ok(asides([TableEvent::Attended(seat, by)]))
    }

    /// Offers to stop here; the game ends when all have offered it since the last move.
    ///
    /// # Errors
    /// When the rules do not allow it, a bot plays, or dice are about to fall: whoever had all links would know them.
    pub fn offer(
        &self,
        player: PlayerId,
        seen: u64,
        croupier: &Croupier,
    ) -> Result<Vec<CheckedEvent>, Refused> {
        let seat = self.seat_of(player).ok_or(Refused::NoSeat)?;
        let game = self.check_playing()?;
        self.check_seen(seen)?;
        self.check_not_resigned(seat)?;
        if self.due().is_some() {
            return Err(Refused::RollDue);
        }
        let position = self.agreed(game)?;
        if self.offers().contains(seat) {
            return Ok(Vec::new());
        }
        let mut draft = Draft::of(self, croupier);
        draft.note(TableEvent::Offered(seat));
        let seats = self.players().len() as u8;
        if Seat::all(seats).all(|each| each == seat || self.offers().contains(each)) {
            draft.note(TableEvent::Agreed);
            draft.end_if_over(&*position);
        }
        Ok(draft.events)
    }

    /// Declines what the others offer; nothing happens where nobody does.
    ///
    /// # Errors
    /// When the player has no seat or has given up, the game does not go on, or there was a move since event `seen`.
    pub fn decline(&self, player: PlayerId, seen: u64) -> Result<Vec<CheckedEvent>, Refused> {
        let seat = self.seat_of(player).ok_or(Refused::NoSeat)?;
        self.check_playing()?;
        self.check_seen(seen)?;
        self.check_not_resigned(seat)?;
        if self.offers().iter().all(|offers| offers == seat) {
            return Ok(Vec::new());
        }
        Ok(asides([TableEvent::Declined(seat)]))
    }

    /// Tells whether the players could agree to stop here: where the rules allow it, and nobody but people plays.
    #[must_use]
    pub fn can_agree(&self) -> bool {
        matches!(self.stage(), Stage::Playing(game) if self.agreed(game).is_ok())
    }

    /// Returns the position after everybody has agreed to stop.
    fn agreed(&self, game: &Match) -> Result<Box<dyn AnyPosition>, Refused> {
        let is_bot = |player: &super::Player| {
            matches!(player.who, Who::Bot { .. })
                || matches!(player.presence, Presence::Resigned(_))
        };
        if self.players().iter().any(is_bot) {
            return Err(Refused::BotsPlayOn);
        }
        let mut position = game.position().boxed_clone();
        position.agree()?;
        Ok(position)
    }

    /// Gives up for good. The last one who has not wins; while there are several, a bot plays on in the seat, and may
    /// win with it.
    ///
    /// # Errors
    /// When the player has no seat, has given up before, or nobody else plays.
    pub fn resign(
        &self,
        player: PlayerId,
        croupier: &Croupier,
    ) -> Result<Vec<CheckedEvent>, Refused> {
        let seat = self.seat_of(player).ok_or(Refused::NoSeat)?;
        let game = self.check_playing()?;
        self.check_not_resigned(seat)?;
        let mut position = game.position().boxed_clone();
        position.resign(seat)?;
        let mut draft = Draft::of(self, croupier);
        draft.note(TableEvent::Resigned(seat));
        draft.roll(&mut *position)?;
        Ok(draft.events)
    }

    fn check_not_resigned(&self, seat: Seat) -> Result<(), Refused> {
        match self.players()[seat.index()].presence {
            Presence::Resigned(_) => Err(Refused::Resigned),
            Presence::Here | Presence::Away | Presence::Replaced(_) => Ok(()),
        }
    }

    /// Says where the same players meet again; the first word stands.
    ///
    /// # Errors
    /// When the game is not over.
    pub fn meet_again(&self, table: TableId) -> Result<Vec<CheckedEvent>, Refused> {
        match self.stage() {
            Stage::Over(..) if self.rematch().is_some() => Ok(Vec::new()),
            Stage::Over(..) => Ok(asides([TableEvent::Rematch(table)])),
            Stage::Gathering | Stage::Playing(_) => Err(Refused::NotOver),
        }
    }
}

fn check_level(level: &str) -> Result<(), Refused> {
    if !is_level(level) {
        return Err(Refused::NotALevel);
    }
    Ok(())
}

fn check_turn(game: &Match, seat: Seat) -> Result<(), Refused> {
    match game.turn() {
        Turn::Decide(decides) if decides != seat => Err(Refused::NotYourTurn { decides }),
        Turn::Roll => Err(Refused::RollDue),
        _ => Ok(()),
    }
}

/// Compares what a player expects an action to score with what it does.
fn check_points(game: &Match, action: &CheckedAction, expected: i64) -> Result<(), Refused> {
    let points = i64::from(game.choice(action)?.points.unwrap_or(0));
    if points != expected {
        return Err(Refused::OtherPoints {
            action: action.notation().to_owned(),
            points,
            expected,
        });
    }
    Ok(())
}

fn asides(events: impl IntoIterator<Item = TableEvent>) -> Vec<CheckedEvent> {
    events.into_iter().map(CheckedEvent::aside).collect()
}

/// Events that are not written down yet.
pub(super) struct Draft<'a> {
    /// A copy of the table where there are players to be counted, otherwise the table itself.
    pub(super) table: std::borrow::Cow<'a, Table>,
    pub(super) croupier: &'a Croupier,
    pub(super) events: Vec<CheckedEvent>,
    /// What the seats add to the next linked roll, after these events.
    pub(super) answers: SeatAnswers,
}

impl<'a> Draft<'a> {
    pub(super) fn of(table: &'a Table, croupier: &'a Croupier) -> Self {
        let answers = SeatAnswers::of(table);
        let (table, events) = (std::borrow::Cow::Borrowed(table), Vec::new());
        Self {
            table,
            croupier,
            events,
            answers,
        }
    }

    /// Adds an event that says nothing about the position.
    pub(super) fn note(&mut self, event: TableEvent) {
        self.answers.note(&event);
        self.events.push(CheckedEvent::aside(event));
    }

    fn happen(&mut self, event: TableEvent) {
        let event = CheckedEvent::aside(event);
        let applied = self.table.to_mut().apply(&event);
        applied.expect("what was checked can happen");
        self.answers = SeatAnswers::of(&self.table);
        self.events.push(event);
    }

    fn start(&mut self) -> Result<(), Refused> {
        self.happen(TableEvent::Started);
        let game = self.table.game_on().expect("the game has started");
        let mut position = game.position().boxed_clone();
        self.roll(&mut *position)
    }

    /// Lets a seat act, and rolls the dice that are then due.
    fn act(
        &mut self,
        game: &Match,
        seat: Seat,
        action: CheckedAction,
        link: Option<Bytes32>,
    ) -> Result<(), Refused> {
        let mut position = game.position().boxed_clone();
        position.act(&action)?;
        let rolls = position.turn() == Turn::Roll;
        if let (Some(_), false) = (link, rolls) {
            let action = action.notation().to_owned();
            return Err(Refused::NoRollFollows { action });
        }
        self.events.push(CheckedEvent::acted(seat, action));
        if let Some(link) = link {
            self.link(seat, self.table.rolls + 1, link)?;
        }
        self.roll(&mut *position)
    }

    /// Rolls until somebody has to decide, a link is missing, or the game is over. Every roll has a number of its own.
    pub(super) fn roll(&mut self, position: &mut dyn AnyPosition) -> Result<(), Refused> {
        if self.table.is_linked() {
            self.roll_linked(position)?;
        } else {
            self.roll_committed(position)?;
        }
        self.end_if_over(position);
        Ok(())
    }

    fn roll_committed(&mut self, position: &mut dyn AnyPosition) -> Result<(), Refused> {
        let dice = self.croupier.dice(&self.table.entropy());
        let first = self.table.rolls;
        for number in first.. {
            let Some(throw) = position.throw() else { break };
            let lying = dice.roll(number, throw)?;
            let roll = position
                .read_throw(&lying)
                .expect("fair dice are the throw that is due");
            position.settle(&roll)?;
            self.events.push(CheckedEvent::rolled(roll, None));
        }
        Ok(())
    }

    fn end_if_over(&mut self, position: &dyn AnyPosition) {
        if let Turn::Over(standing) = position.turn() {
            let seed = self.croupier.reveal();
            self.note(TableEvent::Ended(seed, standing.winners));
        }
    }
}
