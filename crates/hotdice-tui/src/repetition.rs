//! When a puzzle comes back: later and later while it is solved, at once when it is not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::services::{Services, UiError};

/// The file in which it is kept.
const FILE: &str = "puzzles.json";

/// The form of that file.
const VERSION: u32 = 1;

/// After how many days a puzzle comes back that was solved once, twice and so on.
const DAYS: [u64; 4] = [1, 3, 7, 21];

/// The seconds of a day.
const DAY: u64 = 86_400;

/// When puzzles are due, by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repetition {
    version: u32,
    puzzles: BTreeMap<String, PuzzleDue>,
}

/// When a puzzle is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct PuzzleDue {
    /// How often in a row it was solved.
    solved: usize,
    /// When it is due, in seconds since 1970.
    due: u64,
}

impl Default for Repetition {
    fn default() -> Self {
        Self {
            version: VERSION,
            puzzles: BTreeMap::new(),
        }
    }
}

impl Repetition {
    /// Reads what was kept; nothing if there is no such file, or it cannot be understood.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(services: &dyn Services) -> Result<Self, UiError> {
        let text = services.read_note(FILE)?.unwrap_or_default();
        let read: Option<Self> = serde_json::from_str(&text).ok();
        let read = read.filter(|read| read.version == VERSION);
        Ok(read.unwrap_or_default())
    }

    /// Keeps it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, services: &dyn Services) -> Result<(), UiError> {
        services.write_note(FILE, &serde_json::to_string(self)?)
    }

    /// Notes how a puzzle was answered, at this time in seconds since 1970.
    pub fn answer(&mut self, name: &str, solved: bool, now: u64) {
        let puzzle = self.puzzles.entry(name.to_owned()).or_default();
        if solved {
            let days = DAYS[puzzle.solved.min(DAYS.len() - 1)];
            puzzle.solved += 1;
            puzzle.due = now + days * DAY;
        } else {
            *puzzle = PuzzleDue {
                solved: 0,
                due: now,
            };
        }
    }

    /// Returns in how many days a puzzle is due; 0 if it is due now.
    #[must_use]
    pub fn days_left(&self, name: &str, now: u64) -> u64 {
        let due = self.puzzles.get(name).map_or(0, |puzzle| puzzle.due);
        due.saturating_sub(now).div_ceil(DAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::full::testing::Backdrop;

    #[test]
    fn a_puzzle_comes_back_later_and_later_until_it_is_missed() {
        let (mut all, mut now) = (Repetition::default(), 1_000_000);
        assert_eq!(all.days_left("a", now), 0);
        for days in [1, 3, 7, 21, 21] {
            all.answer("a", true, now);
            assert_eq!(all.days_left("a", now), days);
            assert_eq!(all.days_left("a", now + days * DAY - 1), 1);
            now += days * DAY;
            assert_eq!(all.days_left("a", now), 0);
        }
        all.answer("a", false, now);
        assert_eq!(all.days_left("a", now), 0);
        all.answer("a", true, now);
        assert_eq!(all.days_left("a", now), 1);
        assert_eq!(all.days_left("b", now), 0);
    }

    #[test]
    fn it_is_kept_and_a_broken_file_forgets() {
        let backdrop = Backdrop::default();
        let mut all = Repetition::read(&backdrop).unwrap();
        all.answer("a", true, 50);
        all.write(&backdrop).unwrap();
        assert_eq!(Repetition::read(&backdrop).unwrap(), all);
        backdrop.write_note(FILE, "[]").unwrap();
        assert_eq!(Repetition::read(&backdrop).unwrap(), Repetition::default());
    }
}
