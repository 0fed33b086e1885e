//! A recorded game is played again with dice of one's own.

use hotdice_core::{AnyPosition, Bytes32, RecordEvent, Seat, SeatSet, Turn};

use crate::formulas;
use crate::problem::Problem;

/// A game that is played again.
pub(crate) struct Replay {
    position: Box<dyn AnyPosition>,
    key: Bytes32,
    /// How many rolls were as they should be.
    pub(crate) rolls: u64,
    /// How many dice that were.
    pub(crate) dice: u64,
}

impl Replay {
    pub(crate) fn new(position: Box<dyn AnyPosition>, key: Bytes32) -> Self {
        let (rolls, dice) = (0, 0);
        Self {
            position,
            key,
            rolls,
            dice,
        }
    }

    /// Repeats an event, and compares dice and winners with those that are due.
    pub(crate) fn happen(&mut self, event: &RecordEvent) -> Result<(), Problem> {
        match event {
            RecordEvent::Rolled(told) => self.roll(told),
            RecordEvent::Acted(seat, action) => self.act(*seat, action),
            RecordEvent::Agreed => self.position.agree().map_err(Problem::Agreement),
            RecordEvent::Resigned(seat) => {
                self.position.resign(*seat).map_err(Problem::Resignation)
            }
            RecordEvent::Attended(seat, _) => self.attend(*seat),
            RecordEvent::Ended(winners) => self.end(*winners),
        }
    }

    fn roll(&mut self, told: &str) -> Result<(), Problem> {
        let told = self.position.read_roll(told).map_err(Problem::Refused)?;
        if let Some(throw) = self.position.throw() {
            let lying = formulas::dice(self.key, self.rolls, throw);
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
