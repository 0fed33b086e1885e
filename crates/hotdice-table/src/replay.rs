//! A match comes back from its record.

use hotdice_core::{
    AgreementRefused, Attendance, Bytes32, DiceOrigin, EventRefused, GameEvent, Line, Record,
    RecordEvent, ResignRefused, RulesError, Seat, SeatSet, SeatsRefused, StartRefused, Throw,
};

use crate::dice::{PromisedDice, SeededDice};
use crate::fair::linked_dice;
use crate::{ActError, DiceSource, Match, NobodyThere};

/// A record that is no game of its rules.
///
/// Lines are counted as [`Record`] writes them.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// There is no such game.
    #[error("line {RULES_LINE}: {0}")]
    Rules(RulesError),
    /// The game is not for that many players.
    #[error("line {FIRST_SEAT_LINE}: {0}")]
    Seats(SeatsRefused),
    /// Nobody can begin from that position.
    #[error("line {line}: {problem}")]
    Start {
        /// The line on which it stands, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: StartRefused,
    },
    /// An event cannot have happened.
    #[error("line {line}, event {number}: {problem}")]
    Event {
        /// The number of the event, counted from 1.
        number: usize,
        /// The line on which it stands, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: ReplayProblem,
    },
}

/// What can be wrong with an event of a record.
#[derive(Debug, thiserror::Error)]
pub enum ReplayProblem {
    /// The game does not allow it, or another seat decides.
    #[error(transparent)]
    Act(ActError),
    /// The dice cannot fall so.
    #[error(transparent)]
    Roll(EventRefused),
    /// The players cannot have agreed to stop.
    #[error(transparent)]
    Agreement(AgreementRefused),
    /// The player cannot have given up.
    #[error(transparent)]
    Resignation(ResignRefused),
    /// Nobody can have come or gone.
    #[error(transparent)]
    Attendance(#[from] NobodyThere),
    /// The game is not over yet.
    #[error("the game is not over here")]
    NotOver,
    /// Others have won.
    #[error("the record says that {} won, but it was {}", seats(*told), seats(*winners))]
    WrongWinners {
        /// The seats that the record names.
        told: SeatSet,
        /// The seats that have won.
        winners: SeatSet,
    },
    /// The game has ended before.
    #[error("the game is already over before this")]
    AfterTheEnd,
}

const RULES_LINE: usize = 2;
const FIRST_SEAT_LINE: usize = 4;

impl Match {
    /// Plays a record through and returns the match it leads to, which can go on if it has not ended.
    ///
    /// # Errors
    /// When the rules or the seats are wrong, an event is not possible, or the end is not the true one.
    pub fn replay(record: &Record) -> Result<Self, ReplayError> {
        Self::replay_telling(record, |_| {})
    }

    /// Plays a record through as [`Match::replay`] does, and tells where it begins and what each event did.
    ///
    /// # Errors
    /// As [`Match::replay`]; what happened before is told all the same.
    pub fn replay_telling(
        record: &Record,
        mut tell: impl FnMut(&[Line]),
    ) -> Result<Self, ReplayError> {
        Self::replay_showing(record, |_, story| tell(story))
    }

    /// Plays a record through as [`Match::replay`] does, and shows the match at the start and after each event with what it did.
    ///
    /// # Errors
    /// As [`Match::replay`]; what happened before is shown all the same.
    pub fn replay_showing(
        record: &Record,
        show: impl FnMut(&Self, &[Line]),
    ) -> Result<Self, ReplayError> {
        let mut dice = known_dice(&record.dice);
        Self::play_through(record, dice.as_deref_mut(), show)
    }

    /// Plays a record through with the dice it was played with, if they are known: a record does not say in which order the
    /// dice of a throw fell, but they do. Dice that give other rolls than the record has are not believed.
    ///
    /// Afterwards the dice are those of the next throw.
    ///
    /// # Errors
    /// As [`Match::replay`]; what happened before is told all the same.
    pub fn replay_with(
        record: &Record,
        dice: Option<&mut (dyn DiceSource + '_)>,
        mut tell: impl FnMut(&[Line]),
    ) -> Result<Self, ReplayError> {
        Self::play_through(record, dice, |_, story| tell(story))
    }

    fn play_through(
        record: &Record,
        mut dice: Option<&mut (dyn DiceSource + '_)>,
        mut show: impl FnMut(&Self, &[Line]),
    ) -> Result<Self, ReplayError> {
        let mut replayed = Self::before(record)?;
        let mut links = LinksOfRoll::of(&record.dice);
        let opening = record.from.as_ref().map(|_| PICKED_UP.into());
        show(&replayed, opening.as_slice());
        for (place, event) in record.events.iter().enumerate() {
            let throw = match event {
                RecordEvent::Rolled(..) => replayed.position().throw(),
                _ => None,
            };
            links.note(event);
            let lying = throw.and_then(|throw| match event {
                RecordEvent::Rolled(_, Some(link)) => links.roll(*link, throw),
                _ => Some(dice.as_mut()?.throw(throw)),
            });
            let story = replayed.repeat(place, event, lying.as_deref());
            let story = story.map_err(|problem| ReplayError::Event {
                number: place + 1,
                line: record.line_of(place),
                problem,
            })?;
            show(&replayed, &story);
        }
        Ok(replayed)
    }

    /// Opens the match of a record.
    fn before(record: &Record) -> Result<Self, ReplayError> {
        let game = hotdice_games::find(&record.rules).map_err(ReplayError::Rules)?;
        let (names, dice) = (record.seats.clone(), record.dice.clone());
        let opened = Self::of(game, names, dice, record.from.as_deref());
        opened.map_err(|problem| match problem {
            StartRefused::Seats(refused) => ReplayError::Seats(refused),
            problem => ReplayError::Start {
                line: record.line_of_start(),
                problem,
            },
        })
    }

    fn repeat(
        &mut self,
        place: usize,
        event: &RecordEvent,
        lying: Option<&[u16]>,
    ) -> Result<Vec<Line>, ReplayProblem> {
        match event {
            RecordEvent::Rolled(roll, link) => {
                let roll = self.read_roll(roll, lying).map_err(ReplayProblem::Roll)?;
                let rolled = self.settle_linked(&roll, *link);
                Ok(rolled.map_err(ReplayProblem::Roll)?.story)
            }
            RecordEvent::Linked(seat, _)
            | RecordEvent::Absent(seat)
            | RecordEvent::Anchored(seat, _) => {
                self.check_attends(*seat)?;
                self.note(event.clone());
                Ok(Vec::new())
            }
            RecordEvent::Acted(seat, action) => {
                let acted = self.act_as_told(*seat, action);
                Ok(acted.map_err(ReplayProblem::Act)?.story)
            }
            RecordEvent::Attended(seat, attendance) => {
                self.attend(*seat, attendance.clone())?;
                Ok(vec![attendance_in_words(*seat, attendance)])
            }
            RecordEvent::Agreed => {
                self.agree().map_err(ReplayProblem::Agreement)?;
                Ok(vec![AGREED.into()])
            }
            RecordEvent::Resigned(seat) => {
                self.resign(*seat).map_err(ReplayProblem::Resignation)?;
                Ok(vec![resignation_in_words(*seat)])
            }
            RecordEvent::Ended(winners) => {
                self.confirm_end(place, *winners)?;
                Ok(Vec::new())
            }
        }
    }

    fn act_as_told(&mut self, seat: Seat, action: &str) -> Result<GameEvent, ActError> {
        self.check_decides(seat)?;
        let action = self.read_action(action)?;
        Ok(self.act(&action)?)
    }

    /// Compares an end with the one that the match itself has written at the same place.
    fn confirm_end(&self, place: usize, told: SeatSet) -> Result<(), ReplayProblem> {
        match self.log().get(place) {
            Some(&RecordEvent::Ended(winners)) if winners == told => Ok(()),
            Some(&RecordEvent::Ended(winners)) => {
                Err(ReplayProblem::WrongWinners { told, winners })
            }
            None if matches!(self.log().last(), Some(RecordEvent::Ended(_))) => {
                Err(ReplayProblem::AfterTheEnd)
            }
            _ => Err(ReplayProblem::NotOver),
        }
    }
}

/// The links of the next linked roll, which say in which order its dice fell.
struct LinksOfRoll<'a> {
    table: &'a str,
    roll: u64,
    links: Vec<(Seat, Bytes32)>,
}

impl<'a> LinksOfRoll<'a> {
    fn of(origin: &'a DiceOrigin) -> Self {
        Self {
            table: origin.promise().map_or("", |fair| &fair.table),
            roll: 1,
            links: Vec::new(),
        }
    }

    fn note(&mut self, event: &RecordEvent) {
        if let RecordEvent::Linked(seat, link) = event {
            self.links.push((*seat, *link));
        }
    }

    fn roll(&mut self, link: Bytes32, throw: Throw) -> Option<Vec<u16>> {
        self.links.sort_by_key(|(seat, _)| *seat);
        let dice = linked_dice(self.table, self.roll, link, &self.links);
        let lying = dice.roll(self.roll, throw);
        self.links.clear();
        self.roll += 1;
        lying.ok()
    }
}

/// Returns the dice that a record was played with, if it says enough to throw them again.
fn known_dice(origin: &DiceOrigin) -> Option<Box<dyn DiceSource>> {
    match origin {
        DiceOrigin::Seed(seed) => Some(Box::new(SeededDice::new(*seed))),
        DiceOrigin::Fair(fair) => {
            let dice = PromisedDice::of(origin, fair.seed?).ok()?;
            Some(Box::new(dice))
        }
        _ => None,
    }
}

/// What is said when the players end a game.
pub(crate) const AGREED: &str = "The players agree on a draw.";

/// What is said when a game begins.
pub(crate) const BEGUN: &str = "The game begins.";

/// What is said when a game does not begin at the opening.
pub(crate) const PICKED_UP: &str = "The game picks up from a chosen position.";

/// Says who came or went.
#[must_use]
pub fn attendance_in_words(seat: Seat, attendance: &Attendance) -> Line {
    match attendance {
        Attendance::Left => Line::of(seat, " has left the table."),
        Attendance::Replaced(_) => Line::of(seat, " is away. A bot is playing on."),
        Attendance::Returned => Line::of(seat, " is back."),
    }
}

/// Says who has given up.
pub(crate) fn resignation_in_words(seat: Seat) -> Line {
    Line::of(seat, " resigns.")
}

fn seats(set: SeatSet) -> String {
    let numbers: Vec<String> = set.iter().map(|seat: Seat| seat.to_string()).collect();
    match numbers.as_slice() {
        [] => "nobody".to_owned(),
        [only] => format!("seat {only}"),
        several => format!("seats {}", several.join(", ")),
    }
}
