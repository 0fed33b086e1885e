//! A record is taken apart and judged.

use std::fmt;
use std::sync::Arc;

use hotdice_core::{
    AnyGame, AnyPosition, Bytes32, DiceOrigin, FairOrigin, Name, Record, RecordError, RecordEvent,
    Seat, StartRefused,
};

use crate::formulas;
use crate::links::ShownLinks;
use crate::problem::Problem;
use crate::replay::{RecordReplay, RollSource};
use crate::withheld::{Withheld, WithheldLinks};

/// What a player remembers from before the game; the more, the stronger the proof.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The commitment that the table showed.
    pub commitment: Option<Bytes32>,
    /// What the player added to the dice.
    pub entropy: Vec<Bytes32>,
}

/// What came of checking a record.
#[derive(Debug)]
pub struct Verdict {
    /// The table, if the dice came from one.
    pub table: Option<String>,
    /// What the server had published, if the dice came from one.
    pub commitment: Option<Bytes32>,
    /// How many rolls are as they should be.
    pub rolls: u64,
    /// How many dice that are.
    pub dice: u64,
    /// For how many rolls each person was absent, by seat, if the dice are linked: no link of theirs is in those.
    pub absences: Option<Vec<Absences>>,
    /// What is wrong; nothing when the record is verified.
    pub problem: Option<Found>,
}

/// How often somebody added nothing to linked dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absences {
    /// Where they sit.
    pub seat: Seat,
    /// Who.
    pub name: Name,
    /// For how many rolls.
    pub rolls: usize,
    /// Those whose links follow from a later one, if the record is verified: what they would have been.
    pub withheld: Vec<Withheld>,
}

/// A problem and where it was found.
#[derive(Debug)]
pub struct Found {
    /// The line, counted from 1, if it is the fault of one.
    pub line: Option<usize>,
    /// The roll, counted from 1, if it is one.
    pub roll: Option<u64>,
    /// What is wrong.
    pub problem: Box<Problem>,
}

/// Checks the text of a record: whether the server kept its word, and everything else is as the rules have it.
#[must_use]
pub fn verify(text: &str, memory: &Memory) -> Verdict {
    let mut verdict = Verdict {
        table: None,
        commitment: None,
        rolls: 0,
        dice: 0,
        absences: None,
        problem: None,
    };
    verdict.problem = judge(text, memory, &mut verdict).err();
    verdict
}

impl Verdict {
    /// Tells whether everything is as it should be.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.problem.is_none()
    }
}

impl Found {
    pub(crate) fn on(line: usize, problem: Problem) -> Self {
        Self {
            line: Some(line),
            roll: None,
            problem: problem.into(),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = &self.problem;
        match (self.line, self.roll) {
            (Some(line), Some(roll)) => write!(f, "line {line}, roll {roll}: {problem}"),
            (Some(line), None) => write!(f, "line {line}: {problem}"),
            (None, _) => problem.fmt(f),
        }
    }
}

const RULES_LINE: usize = 2;
const DICE_LINE: usize = 3;
const FIRST_SEAT_LINE: usize = 4;

fn judge(text: &str, memory: &Memory, verdict: &mut Verdict) -> Result<(), Found> {
    let record = text.parse::<Record>().map_err(unreadable)?;
    let lines = Lines::of(text);
    let on_the_dice = |problem| Found::on(DICE_LINE, problem);
    let (fair, is_linked) = server_of(&record.dice).map_err(on_the_dice)?;
    verdict.table = Some(fair.table.clone());
    verdict.commitment = Some(fair.commitment);
    verdict.absences = is_linked.then(|| absences(&record));
    check_memory(fair, memory).map_err(on_the_dice)?;
    let game = game_of(&record)?;
    let position = open(&*game, &record)?;
    let entropy = additions(&record, fair, &lines)?;
    let seed = revealed(&record, fair, &lines)?;
    let seed = match seed {
        // Every linked roll proves itself, also in a game that was never finished.
        Err(not_over) if !is_linked => return Err(not_over),
        seed => seed.ok(),
    };
    if let Some(seed) = seed {
        let commits = if is_linked {
            anchor(&fair.table, seed)
        } else {
            formulas::commitment(&fair.table, seed)
        };
        if commits != fair.commitment {
            return Err(Found::on(lines.last, Problem::WrongSeed { commits }));
        }
    }
    let source = if is_linked {
        let (names, anchors) = (&record.seats, &fair.entropy);
        RollSource::Links(ShownLinks::new(
            &fair.table,
            fair.commitment,
            names,
            anchors,
        ))
    } else {
        RollSource::Key(seed.map(|seed| formulas::key(&fair.table, seed, &entropy)))
    };
    let mut replay = RecordReplay::new(position, source);
    let mut withheld = WithheldLinks::new(&fair.table, &record);
    let played = play(&record, &lines, &mut replay, &mut withheld);
    (verdict.rolls, verdict.dice) = (replay.rolls, replay.dice);
    played?;
    for absences in verdict.absences.iter_mut().flatten() {
        absences.withheld = withheld.take(absences.seat);
    }
    Ok(())
}

/// Counts the rolls that were made without the link of a person.
fn absences(record: &Record) -> Vec<Absences> {
    let seats = Seat::all(record.seats.len() as u8).zip(&record.seats);
    let is_person = |(_, name): &(Seat, &Name)| !name.as_str().starts_with("bot:");
    let count = |seat| {
        let absent = |event: &&RecordEvent| **event == RecordEvent::Absent(seat);
        record.events.iter().filter(absent).count()
    };
    let persons = seats.filter(is_person);
    persons
        .map(|(seat, name)| Absences {
            seat,
            name: name.clone(),
            rolls: count(seat),
            withheld: Vec::new(),
        })
        .collect()
}

/// Returns the anchor of the server's chain.
pub(crate) fn anchor(table: &str, seed: Bytes32) -> Bytes32 {
    let server = formulas::who(None);
    let last = formulas::last_link(table, &server, seed);
    formulas::link_before(table, &server, last, formulas::LINKS)
}

fn unreadable(error: RecordError) -> Found {
    Found::on(error.line, Problem::Unreadable(error.problem))
}

/// Returns what a server said about its dice, and whether they are linked.
fn server_of(origin: &DiceOrigin) -> Result<(&FairOrigin, bool), Problem> {
    match origin {
        DiceOrigin::Fair(fair) => Ok((fair, false)),
        DiceOrigin::Linked(fair) => Ok((fair, true)),
        DiceOrigin::System => Err(Problem::SystemDice),
        DiceOrigin::Seed(seed) => Err(Problem::SeedDice(*seed)),
        DiceOrigin::Unknown => Err(Problem::UnknownDice),
    }
}

fn check_memory(fair: &FairOrigin, memory: &Memory) -> Result<(), Problem> {
    if let Some(seen) = memory.commitment.filter(|seen| *seen != fair.commitment) {
        return Err(Problem::OtherCommitment { seen });
    }
    let forgotten = |added: &&Bytes32| !fair.entropy.contains(&Some(**added));
    match memory.entropy.iter().find(forgotten) {
        Some(added) => Err(Problem::NotAdded(*added)),
        None => Ok(()),
    }
}

fn game_of(record: &Record) -> Result<Arc<dyn AnyGame>, Found> {
    let game = hotdice_games::find(&record.rules);
    game.map_err(|error| Found::on(RULES_LINE, Problem::Rules(error)))
}

fn open(game: &dyn AnyGame, record: &Record) -> Result<Box<dyn AnyPosition>, Found> {
    let position = game.begin(record.seats.len() as u8, record.from.as_deref());
    position.map_err(|refused| match refused {
        StartRefused::Seats(refused) => Found::on(FIRST_SEAT_LINE, Problem::Seats(refused)),
        refused => Found::on(record.line_of_start(), Problem::Start(refused)),
    })
}

/// Returns what the persons added; every person adds something, and no bot does.
fn additions(record: &Record, fair: &FairOrigin, lines: &Lines) -> Result<Vec<Bytes32>, Found> {
    let mut entropy = Vec::new();
    let seats = Seat::all(record.seats.len() as u8);
    for ((seat, name), added) in seats.zip(&record.seats).zip(&fair.entropy) {
        let is_bot = name.as_str().starts_with("bot:");
        let problem = match added {
            None if !is_bot => Problem::NothingAdded(seat),
            Some(_) if is_bot => Problem::BotAdded(seat),
            _ => {
                entropy.extend(*added);
                continue;
            }
        };
        return Err(Found::on(lines.seats[seat.index()], problem));
    }
    Ok(entropy)
}

/// Returns the seed, or what it means that the game goes on without it.
fn revealed(
    record: &Record,
    fair: &FairOrigin,
    lines: &Lines,
) -> Result<Result<Bytes32, Found>, Found> {
    let over = matches!(record.events.last(), Some(RecordEvent::Ended(_)));
    match (fair.seed, over) {
        (Some(seed), _) => Ok(Ok(seed)),
        (None, true) => Err(Found::on(lines.last, Problem::NoSeed)),
        (None, false) => Ok(Err(Found {
            line: None,
            roll: None,
            problem: Problem::NotOver.into(),
        })),
    }
}

fn play(
    record: &Record,
    lines: &Lines,
    replay: &mut RecordReplay,
    withheld: &mut WithheldLinks<'_>,
) -> Result<(), Found> {
    for (event, line) in std::iter::zip(&record.events, &lines.events) {
        withheld.happen(event, replay);
        let happened = replay.happen(event);
        happened.map_err(|problem| Found {
            line: Some(*line),
            roll: matches!(event, RecordEvent::Rolled(..)).then_some(replay.rolls + 1),
            problem: problem.into(),
        })?;
    }
    Ok(())
}

/// Where the parts of a record stand, counted from 1.
struct Lines {
    seats: Vec<usize>,
    events: Vec<usize>,
    last: usize,
}

impl Lines {
    /// Finds the lines of a text that reads as a record: the header goes up to the first empty line.
    fn of(text: &str) -> Self {
        let lines = || (1..).zip(text.lines().map(str::trim_end));
        let header = lines().take_while(|(_, line)| !line.is_empty());
        let events = lines().skip_while(|(_, line)| !line.is_empty());
        let written = |(number, line): (usize, &str)| (!line.is_empty()).then_some(number);
        Self {
            seats: header
                .filter(|(_, line)| line.starts_with("seat "))
                .map(|(number, _)| number)
                .collect(),
            events: events.filter_map(written).collect(),
            last: lines().filter_map(written).last().unwrap_or(1),
        }
    }
}
