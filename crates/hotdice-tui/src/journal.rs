//! Finished games, each analysed once: where statistics and puzzles come from.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hotdice_client::{KnownTable, Memory, record_name};
use hotdice_core::{Name, Record, Seat};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::{Decision, Ledger};
use serde::{Deserialize, Serialize};

use crate::playthrough::{Playthrough, own_seats};
use crate::services::{SavedGame, SavedStage, Services, UiError};

/// How long a game is solved unasked; one that takes longer waits until somebody asks.
pub const UNASKED: Duration = Duration::from_secs(2);

/// How long a game is solved when somebody asked for it.
pub const ASKED: Duration = Duration::from_secs(86_400);

/// The file in which the journal is kept.
const FILE: &str = "journal.json";

/// The form of that file; a journal of another form is written anew.
const VERSION: u32 = 1;

/// Everything that is known of the finished games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Journal {
    version: u32,
    games: Vec<JournalEntry>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// The name of its file.
    pub file: String,
    /// When that was written, in seconds since 1970.
    pub written: u64,
    /// The rules line.
    pub rules: String,
    /// Who played.
    pub names: Vec<String>,
    /// The seats that have won, counted from 0.
    pub winners: Vec<usize>,
    /// What every seat scored.
    pub points: Vec<i32>,
    /// The seats that were played from here at a table of a server, counted from 0; nothing for other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Vec<usize>>,
    /// What the analysis found; nothing if solving the game takes too long or is not possible.
    pub analysis: Option<JournalAnalysis>,
}

/// What an analysis found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalAnalysis {
    /// Whether values are chances to win; otherwise they are points.
    pub is_chance: bool,
    /// One account for each seat.
    pub accounts: Vec<JournalAccount>,
    /// The mistakes of people.
    pub mistakes: Vec<JournalMistake>,
}

/// Luck and skill of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalAccount {
    /// The luck in standard deviations, where that is known.
    pub luck: Option<f64>,
    /// What the seat's own decisions gave away; never more than 0.
    pub skill: f64,
    /// The share of what was at stake that it kept.
    pub accuracy: Option<f64>,
}

/// A mistake, with all that it takes to try it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalMistake {
    /// The number of the event, counted from 1.
    pub event: usize,
    /// The seat, counted from 0.
    pub seat: usize,
    /// When it was, with score and dice.
    pub setting: String,
    /// The state, in the notation of its game.
    pub state: String,
    /// What was chosen.
    pub chosen: String,
    /// What it was worth.
    pub chosen_value: f64,
    /// What was best.
    pub best: String,
    /// What that was worth.
    pub best_value: f64,
    /// How far the difference of both may be off.
    pub margin: f64,
}

impl JournalEntry {
    /// Returns who played.
    #[must_use]
    pub fn players(&self) -> Vec<Name> {
        let names = self.names.iter();
        names.filter_map(|name| name.parse().ok()).collect()
    }

    /// Returns the seats of whoever asks: at a table of a server those that were played from here, and otherwise the one
    /// with their name, or else all that are people.
    #[must_use]
    pub fn own_seats(&self, you: &str) -> Vec<Seat> {
        let Some(own) = &self.own else {
            return own_seats(&self.players(), you);
        };
        let seats = Seat::all(self.names.len() as u8);
        seats.filter(|seat| own.contains(&seat.index())).collect()
    }

    /// Takes note of the seats that were played from here, if this is the game of a table where there are some.
    ///
    /// They are kept with the game, because tables are forgotten after a while.
    fn note_own(&mut self, memory: &Memory) -> bool {
        let is_here = |table: &&KnownTable| record_name(&self.rules, &table.table) == self.file;
        let mut tables = memory.tables.iter().rev();
        let Some(table) = tables.find(is_here).filter(|_| self.own.is_none()) else {
            return false;
        };
        let is_own = |name: &String| table.seats.iter().any(|seat| seat.name == *name);
        let names = self.names.iter().enumerate();
        let own = names.filter(|(_, name)| is_own(name));
        let own: Vec<usize> = own.map(|(seat, _)| seat).collect();
        let is_known = !own.is_empty();
        self.own = is_known.then_some(own);
        is_known
    }
}

impl JournalAnalysis {
    /// Returns what values count.
    #[must_use]
    pub fn aim(&self) -> Aim {
        if self.is_chance {
            Aim::Win
        } else {
            Aim::Points
        }
    }
}

impl JournalMistake {
    /// Returns the decision.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        Some(Decision {
            event: self.event,
            seat: Seat::new(u8::try_from(self.seat).ok()?)?,
            state: self.state.clone(),
            chosen: self.chosen.clone(),
            chosen_value: self.chosen_value,
            best: self.best.clone(),
            best_value: self.best_value,
            margin: self.margin,
        })
    }
}

/// Looks through all saved games, the oldest first, and analyses those that are new; stops early when the answer is unwanted.
///
/// Games that take longer than `patience` to solve are in it without an analysis. `tell` hears how many of how many are done.
///
/// # Errors
/// When the saved games cannot be listed, or the journal cannot be written.
pub fn survey(
    services: &dyn Services,
    patience: Duration,
    unwanted: &Arc<AtomicBool>,
    mut tell: impl FnMut(usize, usize),
) -> Result<Vec<JournalEntry>, UiError> {
    let known = read(services)?;
    let is_over = |game: &SavedGame| matches!(game.stage, SavedStage::Over | SavedStage::Fair);
    let mut games = services.saved_games()?;
    games.retain(is_over);
    games.sort_by_key(|game| game.written);
    let mut entries: Vec<JournalEntry> = Vec::new();
    let mut is_new = known.len() != games.len();
    for (done, game) in games.iter().enumerate() {
        tell(done, games.len());
        if unwanted.load(Ordering::Relaxed) {
            break;
        }
        let file = file_of(game);
        let found = known.iter().find(|entry| {
            let same = entry.file == file && entry.written == game.written;
            same && (entry.analysis.is_some() || patience <= UNASKED)
        });
        match found {
            Some(entry) => entries.push(entry.clone()),
            None => {
                entries.extend(examine(game, services, patience, unwanted));
                is_new = true;
            }
        }
    }
    // Without it, only names tell whose games these are.
    let memory = services.memory().unwrap_or_default();
    for entry in &mut entries {
        is_new |= entry.note_own(&memory);
    }
    if is_new {
        // What was known before somebody lost patience is not lost.
        let mut games = entries.clone();
        if unwanted.load(Ordering::Relaxed) {
            let is_missing =
                |entry: &JournalEntry| !games.iter().any(|found| found.file == entry.file);
            let missing: Vec<JournalEntry> = known.into_iter().filter(is_missing).collect();
            games.extend(missing);
        }
        write(services, games)?;
    }
    Ok(entries)
}

fn file_of(game: &SavedGame) -> String {
    let name = game.place.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn read(services: &dyn Services) -> Result<Vec<JournalEntry>, UiError> {
    let text = services.read_note(FILE)?.unwrap_or_default();
    // Everything in it can be worked out again.
    let journal: Option<Journal> = serde_json::from_str(&text).ok();
    let journal = journal.filter(|journal| journal.version == VERSION);
    Ok(journal.map_or(Vec::new(), |journal| journal.games))
}

fn write(services: &dyn Services, games: Vec<JournalEntry>) -> Result<(), UiError> {
    let version = VERSION;
    let text = serde_json::to_string(&Journal { version, games })?;
    services.write_note(FILE, &text)
}

/// Analyses a game; nothing if its file is no finished game.
fn examine(
    game: &SavedGame,
    services: &dyn Services,
    patience: Duration,
    unwanted: &Arc<AtomicBool>,
) -> Option<JournalEntry> {
    let text = services.read_game(&game.place).ok()?;
    let record: Record = text.parse().ok()?;
    let played = Playthrough::of(&record).ok()?;
    let seats = || Seat::all(played.seats());
    let winners = played.winners?;
    let last = played.moment(played.last());
    let ledger = services.analyse(&record, patience, unwanted).ok().flatten();
    Some(JournalEntry {
        file: file_of(game),
        written: game.written,
        rules: record.rules.clone(),
        names: record.seats.iter().map(ToString::to_string).collect(),
        winners: winners.iter().map(Seat::index).collect(),
        points: seats().map(|seat| last.position.points(seat)).collect(),
        own: None,
        analysis: ledger.map(|ledger| analysis(&played, &ledger)),
    })
}

fn analysis(played: &Playthrough, ledger: &Ledger) -> JournalAnalysis {
    let people = own_seats(&played.names, "");
    let mistakes = played.mistakes(ledger, |seat| people.contains(&seat));
    let mistake = |decision: &Decision| JournalMistake {
        event: decision.event,
        seat: decision.seat.index(),
        setting: played.setting(decision),
        state: decision.state.clone(),
        chosen: decision.chosen.clone(),
        chosen_value: decision.chosen_value,
        best: decision.best.clone(),
        best_value: decision.best_value,
        margin: decision.margin,
    };
    let accounts = ledger.accounts.iter().map(|account| JournalAccount {
        luck: account.luck_z(),
        skill: account.skill,
        accuracy: account.accuracy(),
    });
    JournalAnalysis {
        is_chance: ledger.aim == Aim::Win,
        accounts: accounts.collect(),
        mistakes: mistakes.into_iter().map(mistake).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::full::testing::Backdrop;

    /// A game that Ada wins, and one that goes on.
    const WON: &str = "hotdice record 1\nrules pig(target=5)\ndice unknown\nseat 1 Ada\nseat 2 bot:greedy\n\n\
        rolled 3\nacted 1 hold\nrolled 2\nacted 2 hold\nrolled 2\nacted 1 hold\nended 1\n";

    fn saved(name: &str, written: u64, stage: SavedStage) -> (SavedGame, String) {
        let game = SavedGame {
            place: PathBuf::from("games").join(name),
            rules: Some("pig(target=5)".to_owned()),
            names: Vec::new(),
            points: Vec::new(),
            turn: None,
            stage,
            age: 0,
            written,
        };
        (game, WON.to_owned())
    }

    fn look(backdrop: &Backdrop, patience: Duration) -> Vec<JournalEntry> {
        survey(backdrop, patience, &Arc::default(), |_, _| {}).unwrap()
    }

    #[test]
    fn a_game_is_analysed_once_and_again_when_it_changes() {
        let backdrop = Backdrop::default();
        *backdrop.saved.lock().unwrap() = vec![
            saved("b.hotdice", 20, SavedStage::Over),
            saved("c.hotdice", 30, SavedStage::Paused),
            saved("a.hotdice", 10, SavedStage::Fair),
        ];
        let found = look(&backdrop, UNASKED);
        let files: Vec<&str> = found.iter().map(|entry| entry.file.as_str()).collect();
        assert_eq!(files, ["a.hotdice", "b.hotdice"]);
        assert_eq!(
            (&found[0].winners[..], &found[0].points[..]),
            (&[0][..], &[5, 2][..])
        );
        let analysis = found[0].analysis.as_ref().unwrap();
        assert!(analysis.is_chance && analysis.accounts.len() == 2);
        assert_eq!(*backdrop.analysed.lock().unwrap(), 2);
        assert_eq!(look(&backdrop, UNASKED), found);
        assert_eq!(*backdrop.analysed.lock().unwrap(), 2);
        backdrop.saved.lock().unwrap()[0].0.written = 21;
        look(&backdrop, UNASKED);
        assert_eq!(*backdrop.analysed.lock().unwrap(), 3);
    }

    /// At a table of a server only the seat that was played from here counts, and it is kept when the table is forgotten.
    #[test]
    fn an_opponent_at_another_device_is_not_you() {
        let backdrop = Backdrop::default();
        let (mut online, record) = saved("pig-k7w2m9x4ab.hotdice", 10, SavedStage::Fair);
        online.names = vec!["Ada".to_owned(), "Bo".to_owned()];
        let record = record.replace("bot:greedy", "Bo");
        let (here, _) = saved("pig-0001.hotdice", 20, SavedStage::Over);
        *backdrop.saved.lock().unwrap() = vec![(online, record.clone()), (here, record)];
        let own = |backdrop: &Backdrop| -> Vec<Vec<usize>> {
            let entries = look(backdrop, UNASKED);
            let seats = entries.iter().map(|entry| entry.own_seats(""));
            seats
                .map(|seats| seats.into_iter().map(Seat::index).collect())
                .collect()
        };
        assert_eq!(own(&backdrop), [vec![0, 1], vec![0, 1]]);
        let server = "http://127.0.0.1:7878".parse().unwrap();
        let change = |memory: &mut Memory| {
            let seat = hotdice_client::KnownSeat {
                name: "Bo".to_owned(),
                token: "t".parse().unwrap(),
                entropy: String::new(),
                secret: None,
            };
            memory.entry(&server, "k7w2m9x4ab").seats.push(seat);
        };
        backdrop.remember(&mut { change }).unwrap();
        assert_eq!(own(&backdrop), [vec![1], vec![0, 1]]);
        assert_eq!(
            *backdrop.analysed.lock().unwrap(),
            2,
            "nothing is analysed again"
        );
        backdrop
            .remember(&mut |memory| memory.tables.clear())
            .unwrap();
        assert_eq!(own(&backdrop), [vec![1], vec![0, 1]]);
    }

    #[test]
    fn a_game_that_takes_long_waits_until_somebody_asks() {
        let backdrop = Backdrop {
            solving: Duration::from_secs(60),
            ..Backdrop::default()
        };
        *backdrop.saved.lock().unwrap() = vec![saved("a.hotdice", 10, SavedStage::Over)];
        assert_eq!(look(&backdrop, UNASKED)[0].analysis, None);
        assert!(look(&backdrop, ASKED)[0].analysis.is_some());
        assert!(look(&backdrop, UNASKED)[0].analysis.is_some());
    }

    #[test]
    fn whoever_leaves_early_loses_nothing_that_was_known() {
        let backdrop = Backdrop::default();
        *backdrop.saved.lock().unwrap() = vec![
            saved("a.hotdice", 10, SavedStage::Over),
            saved("b.hotdice", 20, SavedStage::Over),
        ];
        look(&backdrop, UNASKED);
        let unwanted = Arc::new(AtomicBool::new(true));
        assert!(
            survey(&backdrop, UNASKED, &unwanted, |_, _| {})
                .unwrap()
                .is_empty()
        );
        assert_eq!(look(&backdrop, UNASKED).len(), 2);
        assert_eq!(*backdrop.analysed.lock().unwrap(), 2);
    }

    #[test]
    fn a_broken_journal_is_written_anew() {
        let backdrop = Backdrop::default();
        *backdrop.saved.lock().unwrap() = vec![saved("a.hotdice", 10, SavedStage::Over)];
        backdrop.write_note(FILE, "{").unwrap();
        assert_eq!(look(&backdrop, UNASKED).len(), 1);
        assert_eq!(read(&backdrop).unwrap().len(), 1);
    }
}
