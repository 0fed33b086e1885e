//! A table takes note of what happened, if it can have happened.

use hotdice_core::{
    Attendance, Bytes32, DiceOrigin, FairOrigin, GameEvent, Line, RecordEvent, Seat, SeatSet, Turn,
};

use super::checked::Read;
use super::player::is_level;
use super::{
    CheckedEvent, Effect, Impossible, LinkAnswer, PersonLinks, Player, PlayerId, Presence, Stage,
    Table, TableDice, TableEvent, Who,
};
use crate::fair::Croupier;
use crate::replay::{AGREED, BEGUN, PICKED_UP, resignation_in_words};
use crate::{Match, NobodyThere, attendance_in_words};

impl Table {
    /// Takes note of an event that has been written down, and returns what it did.
    ///
    /// # Errors
    /// When it cannot have happened; the table is then unchanged.
    pub fn apply(&mut self, checked: &CheckedEvent) -> Result<Effect, Impossible> {
        let effect = match (checked.event(), &checked.read) {
            (TableEvent::Opened(..), _) => return Err(Impossible::Order),
            (TableEvent::Joined(id, who), _) => {
                let story = self.seat(*id, who)?;
                Effect {
                    seat: self.seat_of(*id),
                    story,
                    ..Effect::default()
                }
            }
            (TableEvent::Withdrew(id), _) => self.withdrawn(*id)?.into(),
            (TableEvent::Started, _) => self.begin()?.into(),
            (TableEvent::Rolled(_, link), Read::Roll(roll)) => {
                let rolled = self.playing()?.settle_linked(roll, *link)?;
                self.rolls += 1;
                let links = self.links_used(*link);
                self.position_changed();
                Effect {
                    links,
                    ..rolled.into()
                }
            }
            (TableEvent::Acted(seat, _), Read::Action(action)) => {
                let acted = self.playing()?.act_as(*seat, action)?;
                self.position_changed();
                acted.into()
            }
            (TableEvent::Rolled(..) | TableEvent::Acted(..), _) => return Err(Impossible::Order),
            (TableEvent::Linked(seat, link), _) => {
                self.answered(*seat, LinkAnswer::Given(*link))?;
                self.playing()?.note(RecordEvent::Linked(*seat, *link));
                Effect::of(*seat, Vec::new())
            }
            (TableEvent::Absent(seat), _) => Effect::of(*seat, self.absent(*seat)?),
            (TableEvent::Anchored(seat, anchor), _) => {
                self.anchored(*seat, *anchor)?;
                self.playing()?.note(RecordEvent::Anchored(*seat, *anchor));
                Effect::of(*seat, Vec::new())
            }
            (TableEvent::Attended(seat, attendance), _) => {
                Effect::of(*seat, self.attended(*seat, attendance)?)
            }
            (TableEvent::Offered(seat), _) => {
                self.playing()?;
                self.check_seat(*seat)?;
                self.offers = self.offers.iter().chain([*seat]).collect();
                Effect::of(*seat, vec![Line::of(*seat, " offers a draw.")])
            }
            (TableEvent::Declined(seat), _) => {
                self.playing()?;
                self.check_seat(*seat)?;
                self.offers = SeatSet::default();
                Effect::of(*seat, vec![Line::of(*seat, " declines the draw.")])
            }
            (TableEvent::Agreed, _) => {
                self.playing()?.agree()?;
                self.position_changed();
                vec![AGREED.into()].into()
            }
            (TableEvent::Resigned(seat), _) => Effect::of(*seat, vec![self.resigned(*seat)?]),
            (TableEvent::Ended(seed, winners), _) => self.end(*seed, *winners)?.into(),
            (TableEvent::Rematch(table), _) => {
                self.check_over()?;
                self.rematch = Some(*table);
                vec![format!("Rematch at table {table}.").into()].into()
            }
        };
        self.seq += 1;
        self.head = crate::log_head::after(self.head, &checked.to_string());
        Ok(effect)
    }

    fn playing(&mut self) -> Result<&mut Match, Impossible> {
        match &mut self.stage {
            Stage::Playing(game) => Ok(game),
            Stage::Gathering | Stage::Over(..) => Err(Impossible::Order),
        }
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Impossible> {
        if seat.index() >= self.players.len() {
            return Err(NobodyThere(seat).into());
        }
        Ok(())
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
        if let Who::Person { entropy, .. } = who
            && self.check_anchor(*entropy).is_err()
        {
            return Err(Impossible::Order);
        }
        self.joined += 1;
        let place = self.players.partition_point(|player| player.id < id);
        let player = Player {
            id,
            who: who.clone(),
            presence: Presence::Here,
            back: self.seq + 1,
            links: match who {
                Who::Person { entropy, .. } if self.is_linked() => {
                    Some(PersonLinks::anchored(*entropy, 0))
                }
                _ => None,
            },
        };
        self.players.insert(place, player);
        Ok(vec![match who {
            Who::Person { name, .. } => format!("{name} sits down.").into(),
            Who::Bot { .. } => "A bot sits down.".into(),
        }])
    }

    /// Tells whether somebody who sat here before may take that seat again.
    pub(super) fn is_invited(&self, before: PlayerId) -> bool {
        before.number() <= u32::from(self.settings.seats) && self.seat_of(before).is_none()
    }

    fn withdrawn(&mut self, id: PlayerId) -> Result<Vec<Line>, Impossible> {
        let seat = self.seat_of(id).ok_or(Impossible::Order)?;
        if !matches!(self.stage, Stage::Gathering) {
            return Err(Impossible::Order);
        }
        let gone = self.players.remove(seat.index());
        Ok(vec![
            format!("{} leaves the table.", gone.who.name()).into(),
        ])
    }

    fn begin(&mut self) -> Result<Vec<Line>, Impossible> {
        if !matches!(self.stage, Stage::Gathering) {
            return Err(Impossible::Order);
        }
        let mut game = self.opening(self.entropy())?;
        if self.log_elsewhere {
            game.drop_log();
        }
        self.stage = Stage::Playing(game);
        self.position_changed();
        let begun = match self.settings.from {
            Some(_) => PICKED_UP,
            None => BEGUN,
        };
        Ok(vec![begun.into()])
    }

    /// Returns the match of those who sit here and added this to the dice, before its first event.
    pub(super) fn opening(&self, entropy: Vec<Option<Bytes32>>) -> Result<Match, Impossible> {
        let fair = FairOrigin {
            table: self.id.to_string(),
            commitment: self.commitment,
            entropy,
            seed: None,
        };
        let names = self.players.iter().map(|player| player.who.name());
        let dice = match self.settings.dice {
            TableDice::Committed => DiceOrigin::Fair(Box::new(fair)),
            TableDice::Linked => DiceOrigin::Linked(Box::new(fair)),
        };
        let from = self.settings.from.as_deref();
        let game = Match::of(self.game.clone(), names.collect(), dice, from);
        game.map_err(|_| Impossible::Seats)
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
        if *attendance == Attendance::Returned {
            self.links_back(seat);
        }
        Ok(vec![attendance_in_words(seat, attendance)])
    }

    /// Takes note that a person adds nothing to the roll that is due. It is told only where a link was waited for: who is
    /// away has been told before.
    fn absent(&mut self, seat: Seat) -> Result<Vec<Line>, Impossible> {
        let was_awaited = self.missing_links().contains(seat);
        self.answered(seat, LinkAnswer::Absent)?;
        self.playing()?.note(RecordEvent::Absent(seat));
        let story = Line::of(seat, " does not answer. The dice fall without their link.");
        Ok(if was_awaited { vec![story] } else { Vec::new() })
    }

    fn resigned(&mut self, seat: Seat) -> Result<Line, Impossible> {
        self.playing()?.resign(seat)?;
        self.offers = SeatSet::default();
        let standin = self.settings.standin.clone();
        let player = &mut self.players[seat.index()];
        player.presence = Presence::Resigned(standin);
        Ok(resignation_in_words(seat))
    }

    fn end(&mut self, seed: Bytes32, winners: SeatSet) -> Result<Vec<Line>, Impossible> {
        match self.playing()?.turn() {
            Turn::Over(standing) if standing.winners == winners => {}
            _ => return Err(Impossible::Order),
        }
        if Croupier::new(self.id, seed.0).promise(self.settings.dice) != self.commitment {
            return Err(Impossible::Seed);
        }
        if let Stage::Playing(game) = std::mem::replace(&mut self.stage, Stage::Gathering) {
            self.stage = Stage::Over(game, seed);
        }
        Ok(Vec::new())
    }
}

impl Effect {
    fn of(seat: Seat, story: Vec<Line>) -> Self {
        Self {
            seat: Some(seat),
            story,
            ..Self::default()
        }
    }
}

impl From<Vec<Line>> for Effect {
    fn from(story: Vec<Line>) -> Self {
        Self {
            story,
            ..Self::default()
        }
    }
}

impl From<GameEvent> for Effect {
    fn from(event: GameEvent) -> Self {
        Self {
            seat: event.seat,
            game: Some(event.kind),
            story: event.story,
            ..Self::default()
        }
    }
}
