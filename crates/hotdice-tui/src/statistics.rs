//! What all finished games together say about somebody.

use std::collections::BTreeMap;

use hotdice_core::{capitalized, counted};
use serde_json::{Value, json};

use crate::journal::JournalEntry;

/// What all finished games together say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// All games.
    pub overall: GameTally,
    /// The same for each rules line.
    pub games: BTreeMap<String, GameTally>,
    /// The same for each opponent.
    pub opponents: BTreeMap<String, GameTally>,
    /// How many games were won in a row up to now.
    pub streak: u32,
    /// The longest such row.
    pub best_streak: u32,
    /// The accuracy of every game, the oldest first.
    pub accuracy: Vec<f64>,
    /// How many games have no analysis.
    pub skipped: usize,
}

/// Games added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameTally {
    /// How many.
    pub games: u32,
    /// How many of them were against others.
    pub contests: u32,
    /// How many of those were won.
    pub won: u32,
    /// The points.
    pub points: RunningMean,
    /// The luck in standard deviations.
    pub luck: RunningMean,
    /// What own decisions gave away of the chance to win.
    pub chance: RunningMean,
    /// What they gave away of the points, where points counted.
    pub skill_points: RunningMean,
    /// The accuracy.
    pub accuracy: RunningMean,
}

/// A mean of values as they come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningMean {
    sum: f64,
    count: u32,
}

impl RunningMean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// Returns the mean, once there are values.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

/// A game from one seat.
struct OwnGame<'a> {
    entry: &'a JournalEntry,
    seat: usize,
}

impl OwnGame<'_> {
    fn is_contest(&self) -> bool {
        self.entry.names.len() > 1
    }

    fn is_won(&self) -> bool {
        self.is_contest() && self.entry.winners.contains(&self.seat)
    }
}

impl GameTally {
    fn add(&mut self, own: &OwnGame<'_>) {
        self.games += 1;
        self.contests += u32::from(own.is_contest());
        self.won += u32::from(own.is_won());
        if let Some(points) = own.entry.points.get(own.seat) {
            self.points.add(f64::from(*points));
        }
        let Some(analysis) = &own.entry.analysis else {
            return;
        };
        let Some(account) = analysis.accounts.get(own.seat) else {
            return;
        };
        if analysis.is_chance {
            self.chance.add(account.skill);
        } else {
            self.skill_points.add(account.skill);
        }
        account
            .luck
            .into_iter()
            .for_each(|luck| self.luck.add(luck));
        let accuracy = account.accuracy.into_iter();
        accuracy.for_each(|accuracy| self.accuracy.add(accuracy));
    }

    fn to_json(self) -> Value {
        json!({
            "games": self.games,
            "contests": self.contests,
            "won": self.won,
            "points": self.points.value(),
            "luck": self.luck.value(),
            "skill_chance": self.chance.value(),
            "skill_points": self.skill_points.value(),
            "accuracy": self.accuracy.value(),
        })
    }

    /// Writes a row of the table, or a sentence where that is too wide.
    fn row(&self, name: &str, width: TableWidth) -> String {
        let won = match self.contests {
            0 => "–".to_owned(),
            contests => format!("{} of {contests}", self.won),
        };
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        let accuracy = self.accuracy.value();
        let accuracy = or_none(accuracy.map(|value| format!("{:.1}%", 100.0 * value)));
        let luck = or_none(self.luck.value().map(|value| format!("{value:+.2} σ")));
        let chance = self.chance.value();
        let chance = chance.map(|value| format!("{:+.1}%", 100.0 * value));
        let points = self.skill_points.value();
        let skill = or_none(chance.or(points.map(|value| format!("{value:+.1} pts"))));
        let games = self.games;
        if width == TableWidth::Narrow {
            let games = counted(games, "game", "games");
            return format!(
                "{name}: {games}, won {won}, accuracy {accuracy}, luck {luck}, skill {skill}"
            );
        }
        let name: String = name.chars().take(NAME).collect();
        format!("{name:NAME$} {games:>5} {won:>9} {accuracy:>8} {luck:>8} {skill:>10}")
    }
}

/// How much room there is for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableWidth {
    /// As much as most terminals have.
    Wide,
    /// Too little: every row is a sentence.
    Narrow,
}

/// How wide the first column is.
const NAME: usize = 24;

/// Blocks from low to high.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The most blocks of the curve.
const MOST_BLOCKS: usize = 60;

impl Statistics {
    /// Adds up games, the oldest first, of whoever has this name; without a name, of all people, but at tables of servers only of those who played from here.
    #[must_use]
    pub fn of(entries: &[JournalEntry], you: &str) -> Self {
        let mut all = Self::default();
        for entry in entries {
            all.skipped += usize::from(entry.analysis.is_none());
            for seat in entry.own_seats(you) {
                let seat = seat.index();
                all.add(&OwnGame { entry, seat });
            }
        }
        all
    }

    fn add(&mut self, own: &OwnGame<'_>) {
        self.overall.add(own);
        let rules = own.entry.rules.clone();
        self.games.entry(rules).or_default().add(own);
        let others = own.entry.names.iter().enumerate();
        let mut others: Vec<String> = others
            .filter(|(seat, _)| *seat != own.seat)
            .map(|(_, name)| opponent(name))
            .collect();
        // Two bots of a level are one opponent.
        others.sort_unstable();
        others.dedup();
        for name in others {
            self.opponents.entry(name).or_default().add(own);
        }
        if own.is_contest() {
            self.streak = if own.is_won() { self.streak + 1 } else { 0 };
            self.best_streak = self.best_streak.max(self.streak);
        }
        let account = own.entry.analysis.as_ref();
        let account = account.and_then(|analysis| analysis.accounts.get(own.seat));
        self.accuracy
            .extend(account.and_then(|account| account.accuracy));
    }

    /// Says it all, line by line.
    #[must_use]
    pub fn lines(&self, width: TableWidth) -> Vec<String> {
        if self.overall.games == 0 {
            return vec!["No finished games yet.".to_owned()];
        }
        let mut lines = vec![self.summary()];
        let head = format!(
            "{:NAME$} {:>5} {:>9} {:>8} {:>8} {:>10}",
            "", "games", "won", "accuracy", "luck", "skill"
        );
        for (title, rows) in [("By game", &self.games), ("By opponent", &self.opponents)] {
            if rows.is_empty() {
                continue;
            }
            lines.push(String::new());
            let head = head.chars().skip(title.chars().count());
            lines.push(match width {
                TableWidth::Wide => format!("{title}{}", head.collect::<String>()),
                TableWidth::Narrow => title.to_owned(),
            });
            lines.extend(rows.iter().map(|(name, tally)| tally.row(name, width)));
        }
        if self.accuracy.len() > 1 {
            lines.push(String::new());
            lines.push(format!("Accuracy over time: {}", self.curve()));
        }
        if self.skipped > 0 {
            let games = counted(self.skipped as i64, "game", "games");
            lines.push(String::new());
            lines.push(format!("{games} not analysed: solving takes too long."));
        }
        lines
    }

    fn summary(&self) -> String {
        let overall = &self.overall;
        let mut parts = vec![counted(overall.games, "game", "games")];
        if overall.contests > 0 {
            let share = 100.0 * f64::from(overall.won) / f64::from(overall.contests);
            parts.push(format!(
                "{} of {} won ({share:.0}%)",
                overall.won, overall.contests
            ));
            parts.push(format!(
                "{} in a row (best {})",
                self.streak, self.best_streak
            ));
        }
        if let Some(accuracy) = overall.accuracy.value() {
            parts.push(format!("accuracy {:.1}%", 100.0 * accuracy));
        }
        parts.join(", ")
    }

    /// Draws the accuracy over time in blocks, from its lowest to its highest.
    fn curve(&self) -> String {
        let size = self.accuracy.len().div_ceil(MOST_BLOCKS);
        let chunks = self.accuracy.chunks(size);
        let means: Vec<f64> = chunks
            .map(|chunk| chunk.iter().sum::<f64>() / chunk.len() as f64)
            .collect();
        let low = means.iter().copied().fold(f64::INFINITY, f64::min);
        let high = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let block = |value: &f64| {
            let share = (value - low) / (high - low).max(f64::EPSILON);
            BLOCKS[((share * 8.0) as usize).min(7)]
        };
        let blocks: String = means.iter().map(block).collect();
        format!("{blocks} ({:.0}% to {:.0}%)", 100.0 * low, 100.0 * high)
    }

    /// Returns it all for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let rows = |rows: &BTreeMap<String, GameTally>| -> Value {
            let rows = rows.iter().map(|(name, tally)| {
                let mut row = tally.to_json();
                row["name"] = json!(name);
                row
            });
            rows.collect()
        };
        json!({
            "overall": self.overall.to_json(),
            "games": rows(&self.games),
            "opponents": rows(&self.opponents),
            "streak": self.streak,
            "best_streak": self.best_streak,
            "accuracy": self.accuracy,
            "skipped": self.skipped,
        })
    }
}

/// Writes the name of an opponent; bots are called by their level.
fn opponent(name: &str) -> String {
    match name.strip_prefix("bot:") {
        Some(level) => format!("{} (bot)", capitalized(level)),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{JournalAccount, JournalAnalysis};

    fn entry(names: &[&str], winner: usize, accuracy: Option<f64>) -> JournalEntry {
        let account = |accuracy| JournalAccount {
            luck: Some(0.5),
            skill: -0.1,
            accuracy,
        };
        JournalEntry {
            file: String::new(),
            written: 0,
            rules: "farkle".to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            winners: vec![winner],
            points: vec![1000; names.len()],
            own: None,
            analysis: accuracy.map(|accuracy| JournalAnalysis {
                is_chance: true,
                accounts: vec![account(Some(accuracy)); names.len()],
                mistakes: Vec::new(),
            }),
        }
    }

    #[test]
    fn games_are_added_up_by_game_and_opponent() {
        let games = [
            entry(&["Ada", "bot:greedy"], 0, Some(0.8)),
            entry(&["bot:greedy", "Ada"], 1, Some(0.9)),
            entry(&["Ada", "bot:greedy"], 1, Some(1.0)),
            entry(&["Ada", "bot:strong", "bot:strong"], 0, None),
            entry(&["bot:greedy", "bot:greedy"], 0, Some(0.1)),
        ];
        let all = Statistics::of(&games, "Ada");
        assert_eq!((all.overall.games, all.overall.won), (4, 3));
        assert_eq!((all.streak, all.best_streak), (1, 2));
        assert_eq!(
            (all.accuracy.as_slice(), all.skipped),
            (&[0.8, 0.9, 1.0][..], 1)
        );
        assert_eq!(all.opponents["Greedy (bot)"].games, 3);
        assert_eq!(all.opponents["Strong (bot)"].games, 1);
        assert_eq!(all.overall.luck.value(), Some(0.5));
        let text = all.lines(TableWidth::Wide).join("\n");
        for words in [
            "4 games, 3 of 4 won (75%), 1 in a row (best 2), accuracy 90.0%",
            "By opponent              games       won accuracy     luck      skill",
            "Greedy (bot)                 3    2 of 3    90.0%  +0.50 σ     -10.0%",
            "Strong (bot)                 1    1 of 1        –        –          –",
            "Accuracy over time: ▁▅█ (80% to 100%)",
            "1 game not analysed",
        ] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        let text = all.lines(TableWidth::Narrow).join("\n");
        let words = "Greedy (bot): 3 games, won 2 of 3, accuracy 90.0%, luck +0.50 σ, skill -10.0%";
        assert!(text.contains(words), "{text}");
        let json = all.to_json();
        assert_eq!(json["overall"]["won"], 3);
        assert_eq!(json["opponents"][0]["name"], "Greedy (bot)");
    }

    #[test]
    fn somebody_who_plays_alone_wins_nothing() {
        let all = Statistics::of(&[entry(&["Ada"], 0, Some(0.8))], "");
        assert_eq!(
            (all.overall.contests, all.overall.won, all.streak),
            (0, 0, 0)
        );
        assert_eq!(all.lines(TableWidth::Narrow)[0], "1 game, accuracy 80.0%");
        assert!(all.opponents.is_empty());
    }

    #[test]
    fn nothing_is_known_of_somebody_who_has_not_played() {
        assert_eq!(
            Statistics::of(&[], "Ada").lines(TableWidth::Wide),
            ["No finished games yet."]
        );
    }
}
