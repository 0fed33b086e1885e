//! The check of a record: its dice are worked out again, and its rules replayed.

use hotdice_core::capitalized;
use hotdice_verify::{Absences, EffectTally, Memory, Problem, verify};
use serde::Serialize;

/// What came of checking a record.
#[derive(Debug, Serialize)]
pub(crate) struct Verification {
    verified: bool,
    /// How many rolls are as they should be, and how many dice that is.
    rolls: u64,
    dice: u64,
    /// Who was absent for rolls of linked dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    absences: Vec<AbsenceCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Finding>,
}

/// For how many rolls somebody was absent, and what that did for them where a later link of theirs tells.
#[derive(Debug, Serialize)]
struct AbsenceCount {
    name: String,
    rolls: usize,
    better: usize,
    worse: usize,
    neither: usize,
    awaited: AwaitedCount,
}

/// Those rolls in which the table had waited for somebody who was absent.
#[derive(Debug, Serialize)]
struct AwaitedCount {
    rolls: usize,
    better: usize,
    worse: usize,
}

/// What is wrong with a record.
#[derive(Debug, Serialize)]
struct Finding {
    kind: Kind,
    /// What is wrong, and in which line and roll.
    sentence: String,
    /// The roll, if it is one: its number, what the record says, and what was due.
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<(u64, String, String)>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// Other dice were due.
    Dice,
    /// The seed is not the one that was promised.
    Seed,
    /// The game goes on, and the seed is secret.
    NotOver,
    /// The dice did not come from a promised seed.
    NotPromised,
    /// The text is no record.
    Unreadable,
    /// The rules do not allow what the record says.
    Rules,
}

/// Checks the text of a record.
pub(crate) fn verification(text: &str) -> Verification {
    let verdict = verify(text, &Memory::default());
    let problem = verdict.problem.as_ref().map(|found| Finding {
        kind: kind(&found.problem),
        sentence: capitalized(&found.to_string()),
        roll: match (&*found.problem, found.roll) {
            (Problem::WrongDice { told, due }, Some(roll)) => {
                Some((roll, told.clone(), due.clone()))
            }
            _ => None,
        },
    });
    Verification {
        verified: verdict.is_verified(),
        rolls: verdict.rolls,
        dice: verdict.dice,
        absences: verdict
            .absences
            .iter()
            .flatten()
            .filter(|absences| absences.rolls > 0)
            .map(absence_count)
            .collect(),
        problem,
    }
}

fn absence_count(absences: &Absences) -> AbsenceCount {
    let awaited = absences.withheld.iter().filter(|each| each.was_awaited);
    let (all, awaited) = (
        EffectTally::of(&absences.withheld),
        EffectTally::of(awaited),
    );
    AbsenceCount {
        name: absences.name.to_string(),
        rolls: absences.rolls,
        better: all.better,
        worse: all.worse,
        neither: all.neither,
        awaited: AwaitedCount {
            rolls: awaited.better + awaited.worse + awaited.neither,
            better: awaited.better,
            worse: awaited.worse,
        },
    }
}

fn kind(problem: &Problem) -> Kind {
    match problem {
        Problem::WrongDice { .. } => Kind::Dice,
        Problem::WrongSeed { .. } | Problem::OtherCommitment { .. } => Kind::Seed,
        Problem::NotOver | Problem::NoSeed => Kind::NotOver,
        Problem::SystemDice | Problem::SeedDice(_) | Problem::UnknownDice => Kind::NotPromised,
        Problem::Unreadable(_) => Kind::Unreadable,
        _ => Kind::Rules,
    }
}
