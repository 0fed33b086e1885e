//! A recorded game is played again with dice of one's own.

use hotdice_core::{AnyPosition, Bytes32, RecordEvent, Seat, SeatSet, Turn};

use crate::formulas;
use crate::links::ShownLinks;
use crate::problem::Problem;

/// What the dice of a game follow from.
pub(crate) enum RollSource {
    /// The key of all rolls, if it is known already.
    Key(Option<Bytes32>),
    /// The links that are added to each roll.
    Links(ShownLinks),
}

/// A game that is played again.
pub(crate) struct RecordReplay {
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) source: RollSource,
    /// How many rolls were as they should be.
    pub(crate) rolls: u64,
    /// How many dice that were.
    pub(crate) dice: u64,
}

impl RecordReplay {
    pub(crate) fn new(position: Box<dyn AnyPosition>, source: RollSource) -> Self {
        let (rolls, dice) = (0, 0);
        Self {
            position,
            source,
            rolls,
            dice,
        }
    }

    /// Repeats an event, and compares dice and winners with those that are due.
    pub(crate) fn happen(&mut self, event: &RecordEvent) -> Result<(), Problem> {
        match event {
            RecordEvent::Rolled(told, link) => self.roll(told, *link),
            RecordEvent::Acted(seat, action) => self.act(*seat, action),
            RecordEvent::Agreed => self.position.agree().map_err(Problem::Agreement),
            RecordEvent::Resigned(seat) => {
                self.position.resign(*seat).map_err(Problem::Resignation)?;
                if let RollSource::Links(links) = &mut self.source {
                    links.resigned(*seat);
                }
                Ok(())
            }
            RecordEvent::Attended(seat, attendance) => {
                self.attend(*seat)?;
                if let RollSource::Links(links) = &mut self.source {
                    links.attended(*seat, attendance);
                }
                Ok(())
            }
            RecordEvent::Linked(seat, link) => self.links(Turn::Roll)?.linked(*seat, *link),
            RecordEvent::Absent(seat) => self.links(Turn::Roll)?.absent(*seat),
            RecordEvent::Anchored(seat, anchor) => {
                let decides = self.position.turn();
                if decides == Turn::Roll {
                    return Err(Problem::RollDue);
                }
                self.links(decides)?.anchored(*seat, *anchor)
            }
            RecordEvent::Ended(winners) => self.end(*winners),
        }
    }

    /// Returns the chains, if the game waits for what they are needed for.
    fn links(&mut self, turn: Turn) -> Result<&mut ShownLinks, Problem> {
        match &mut self.source {
            RollSource::Links(_) if matches!(turn, Turn::Over(_)) => Err(Problem::AfterTheEnd),
            RollSource::Links(links) if self.position.turn() == turn => Ok(links),
            RollSource::Links(_) => Err(Problem::NoRollDue),
            RollSource::Key(_) => Err(Problem::NotLinked),
        }
    }

    /// Returns the number and the key of the next roll, if the key is known.
    fn key(&mut self, link: Option<Bytes32>) -> Result<Option<(u64, Bytes32)>, Problem> {
        match (&mut self.source, link) {
            (RollSource::Key(key), None) => Ok(key.map(|key| (self.rolls, key))),
            (RollSource::Links(links), Some(link)) => links.roll(link).map(Some),
            (RollSource::Key(_), Some(_)) => Err(Problem::NotLinked),
            (RollSource::Links(_), None) => Err(Problem::WrongLink { seat: None }),
        }
    }

    fn roll(&mut self, told: &str, link: Option<Bytes32>) -> Result<(), Problem> {
        let told = self.position.read_roll(told).map_err(Problem::Refused)?;
        let throw = self.position.throw();
        if let Some((throw, (number, key))) = throw.zip(self.key(link)?) {
            let lying = formulas::dice(key, number, throw);
            let lying = lying.ok_or(Problem::Sides(throw.sides))?;
            let due = self.position.read_throw(&lying);
            let due = due.ok_or(Problem::Sides(throw.sides))?;
            if due != told {
                let (told, due) = (told.to_string(), due.to_string());
                return Err(Problem::WrongDice { told, due });
            }
            self.dice += u64::from(throw.dice);
        }
        self.position.settle(&told).map_err(Problem::Refused)?;
        self.rolls += 1;
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: &str) -> Result<(), Problem> {
        match self.position.turn() {
            Turn::Over(_) => return Err(Problem::AfterTheEnd),
            Turn::Decide(decides) if decides != seat => {
                return Err(Problem::NotTheirTurn { seat, decides });
            }
            Turn::Decide(_) | Turn::Roll => {}
        }
        let action = self.position.read_action(action);
        let action = action.map_err(Problem::Refused)?;
        self.position.act(&action).map_err(Problem::Refused)?;
        Ok(())
    }

    fn attend(&self, seat: Seat) -> Result<(), Problem> {
        match self.position.turn() {
            Turn::Over(_) => Err(Problem::AfterTheEnd),
            _ if seat.index() >= usize::from(self.position.seats()) => {
                Err(Problem::NobodyThere(seat))
            }
            Turn::Decide(_) | Turn::Roll => Ok(()),
        }
    }

    fn end(&self, told: SeatSet) -> Result<(), Problem> {
        match self.position.turn() {
            Turn::Over(standing) if standing.winners == told => Ok(()),
            Turn::Over(standing) => Err(Problem::WrongWinners {
                told,
                won: standing.winners,
            }),
            Turn::Decide(_) | Turn::Roll => Err(Problem::EndedEarly),
        }
    }
}
