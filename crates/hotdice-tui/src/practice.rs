//! Your costliest mistakes, to be practised until they are none.

use std::time::{SystemTime, UNIX_EPOCH};

use hotdice_solve::generic::Aim;

use crate::journal::{JournalAnalysis, JournalEntry, JournalMistake};
use crate::puzzle::Puzzle;
use crate::repetition::Repetition;
use crate::services::{Services, UiError};

/// The most mistakes that are practised.
const MOST: usize = 100;

/// A mistake of whoever plays here.
pub struct OwnMistake {
    /// The decision.
    pub puzzle: Puzzle,
    /// The rules line.
    pub rules: String,
    /// What it cost, in points or in points of winning chance.
    pub cost: f64,
    /// In how many days it is due; 0 if it is due now.
    pub days: u64,
}

/// Lists the costliest mistakes of whoever has this name, or of all people; those that are due come first.
///
/// # Errors
/// When it cannot be read when they are due.
pub fn mistakes(
    entries: &[JournalEntry],
    you: &str,
    services: &dyn Services,
) -> Result<Vec<OwnMistake>, UiError> {
    let found = entries.iter().flat_map(|entry| of_game(entry, you));
    let mut found: Vec<OwnMistake> = found.collect();
    found.sort_by(|one, other| other.cost.total_cmp(&one.cost));
    found.truncate(MOST);
    schedule(&mut found, services)?;
    Ok(found)
}

/// Looks when mistakes are due, and puts those that are due first, the costliest before the others.
///
/// # Errors
/// When that cannot be read.
pub fn schedule(mistakes: &mut [OwnMistake], services: &dyn Services) -> Result<(), UiError> {
    let (repetition, now) = (Repetition::read(services)?, now());
    for mistake in &mut *mistakes {
        mistake.days = repetition.days_left(&mistake.puzzle.key, now);
    }
    mistakes.sort_by(|one, other| {
        let by_cost = other.cost.total_cmp(&one.cost);
        one.days.cmp(&other.days).then(by_cost)
    });
    Ok(())
}

/// Notes how a mistake was answered, so that it comes back when it is due.
///
/// # Errors
/// When it cannot be kept.
pub fn note(puzzle: &Puzzle, solved: bool, services: &dyn Services) -> Result<(), UiError> {
    let mut repetition = Repetition::read(services)?;
    repetition.answer(&puzzle.key, solved, now());
    repetition.write(services)
}

/// Returns the mistakes of whoever plays here in a game.
fn of_game(entry: &JournalEntry, you: &str) -> Vec<OwnMistake> {
    let Some(analysis) = &entry.analysis else {
        return Vec::new();
    };
    let own = entry.own_seats(you);
    let own = |mistake: &&JournalMistake| own.iter().any(|seat| seat.index() == mistake.seat);
    let mistakes = analysis.mistakes.iter().filter(own);
    mistakes
        .filter_map(|mistake| own_mistake(entry, analysis, mistake))
        .collect()
}

/// Returns a mistake that can be tried again; nothing if the game is not known any more.
fn own_mistake(
    entry: &JournalEntry,
    analysis: &JournalAnalysis,
    mistake: &JournalMistake,
) -> Option<OwnMistake> {
    let game = hotdice_games::find(&entry.rules).ok()?;
    let scene = game.read_state(&mistake.state).ok()?.picture();
    let decision = mistake.decision()?;
    let cost = match analysis.aim() {
        Aim::Win => 100.0 * decision.loss(),
        Aim::Points => decision.loss(),
    };
    let puzzle = Puzzle {
        key: format!("{} {}", entry.file, mistake.event),
        names: entry.players(),
        setting: mistake.setting.clone(),
        you: Some(decision.seat),
        aim: analysis.aim(),
        game,
        scene,
        decision,
    };
    Some(OwnMistake {
        puzzle,
        rules: entry.rules.clone(),
        cost,
        days: 0,
    })
}

/// Returns what time it is, in seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}
