//! Your costliest mistakes, to be practised until they are none.

use std::time::{SystemTime, UNIX_EPOCH};

use hotdice_core::counted;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::menu::{self, MenuAction};
use super::survey::Survey;
use crate::full::canvas::Canvas;
use crate::full::review::{Puzzle, PuzzleScreen};
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Picker;
use crate::journal::{ASKED, JournalAnalysis, JournalEntry, JournalMistake, UNASKED};
use crate::repetition::Repetition;
use hotdice_solve::generic::Aim;

/// The most mistakes that are listed.
const MOST: usize = 100;

/// The list of mistakes.
pub(super) struct MistakesScreen {
    survey: Survey,
    /// Nothing until the games have been looked through.
    found: Option<Vec<OwnMistake>>,
    skipped: usize,
    picker: Picker,
}

/// A mistake of whoever plays here.
struct OwnMistake {
    puzzle: Puzzle,
    rules: String,
    /// What it cost, in points or in points of winning chance.
    cost: f64,
    /// In how many days it is due.
    days: u64,
}

impl MistakesScreen {
    pub(super) fn new(cx: &Cx) -> Self {
        Self {
            survey: Survey::start(UNASKED, cx),
            found: None,
            skipped: 0,
            picker: Picker::default(),
        }
    }

    fn mistakes(&self) -> &[OwnMistake] {
        self.found.as_deref().unwrap_or_default()
    }

    /// Takes what was found in the games.
    fn take(&mut self, entries: &[JournalEntry], cx: &mut Cx) {
        let mut found: Vec<OwnMistake> = entries
            .iter()
            .flat_map(|entry| of_game(entry, &cx.settings.name))
            .collect();
        found.sort_by(|one, other| other.cost.total_cmp(&one.cost));
        found.truncate(MOST);
        let skipped = entries.iter().filter(|entry| entry.analysis.is_none());
        self.skipped = skipped.count();
        self.found = Some(found);
        self.schedule(cx);
    }

    /// Looks when the mistakes are due, and puts those that are due first, the costliest before the others.
    fn schedule(&mut self, cx: &mut Cx) {
        let Some(found) = &mut self.found else {
            return;
        };
        match Repetition::read(&*cx.services) {
            Ok(repetition) => {
                let now = now();
                for mistake in &mut *found {
                    mistake.days = repetition.days_left(&mistake.puzzle.key, now);
                }
            }
            Err(trouble) => cx.complain(trouble),
        }
        found.sort_by(|one, other| {
            let by_cost = other.cost.total_cmp(&one.cost);
            one.days.cmp(&other.days).then(by_cost)
        });
    }

    /// Tries the mistake under the cursor again, and after it those that are due.
    fn practise(&self, cx: &Cx) -> Navigation {
        let place = self.picker.cursor();
        let Some(first) = self.mistakes().get(place) else {
            return Navigation::Stay;
        };
        let due = self.mistakes().iter().enumerate();
        let due = due.filter(|(other, mistake)| *other != place && mistake.days == 0);
        let puzzles = [first].into_iter().chain(due.map(|(_, mistake)| mistake));
        let puzzles = puzzles.map(|mistake| mistake.puzzle.clone()).collect();
        Navigation::Open(Box::new(PuzzleScreen::new(puzzles, note, cx)))
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let look = canvas.look;
        let line = |mistake: &OwnMistake| {
            let (due, style) = match mistake.days {
                0 => ("due now".to_owned(), look.accent),
                days => (
                    format!("in {}", counted(days as i64, "day", "days")),
                    look.faint,
                ),
            };
            Line::from(vec![
                Span::styled(format!("{due:<11}"), style),
                Span::raw(format!("{:>6.1}  ", mistake.cost)),
                Span::styled(format!("{}  ", mistake.rules), look.strong),
                Span::raw(mistake.puzzle.setting.clone()),
            ])
        };
        self.mistakes().iter().map(line).collect()
    }

    /// Says how many there are, how far the search is, and what was left out.
    fn head(&self) -> String {
        let due = self.mistakes().iter().filter(|mistake| mistake.days == 0);
        let later = |due: usize| self.mistakes().len() - due;
        let mut words = match (due.count(), &self.found) {
            (_, None) => String::new(),
            (_, Some(found)) if found.is_empty() => {
                "No mistakes to practise: finish a game first.".to_owned()
            }
            (due, Some(_)) => format!("{due} due now, {} later, the costliest first.", later(due)),
        };
        if self.skipped > 0 {
            let games = counted(self.skipped as i64, "game", "games");
            words += &format!(" {games} not analysed: solving takes too long; a does it.");
        }
        if let Some(busy) = self.survey.in_words() {
            words += &format!(" {busy}");
        }
        words.trim().to_owned()
    }
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

/// Notes whether a mistake was made again.
fn note(puzzle: &Puzzle, solved: bool, cx: &mut Cx) {
    let noted = Repetition::read(&*cx.services).and_then(|mut repetition| {
        repetition.answer(&puzzle.key, solved, now());
        repetition.write(&*cx.services)
    });
    if let Err(trouble) = noted {
        cx.complain(trouble);
    }
}

/// Returns what time it is, in seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}

impl Screen for MistakesScreen {
    fn title(&self) -> String {
        "Your mistakes".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let (lines, faint) = (self.lines(canvas), canvas.look.faint);
        let head = self.head();
        let width = usize::from(canvas.area.width).saturating_sub(4);
        let used = crate::plain::fold(&head, width, 0).len() as u16;
        canvas.paragraph(0, &head, faint);
        let gap = u16::from(canvas.is_roomy());
        self.picker
            .draw(&mut canvas.rows(used + gap, u16::MAX), &lines);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = menu::keys("try it again", "back");
        if self.skipped > 0 {
            keys.push(KeyHint::new(KeyCode::Char('a'), "a", "analyse all"));
        }
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if key == KeyCode::Char('a') && self.skipped > 0 {
            self.survey = Survey::start(ASKED, cx);
            return Navigation::Stay;
        }
        let lines = self.mistakes().len();
        match menu::press(&mut self.picker, key, lines) {
            MenuAction::Chosen(_) => self.practise(cx),
            MenuAction::Left => Navigation::Back,
            MenuAction::Moved | MenuAction::Other => Navigation::Stay,
        }
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        if self.picker.click(spot) {
            self.practise(cx)
        } else {
            Navigation::Stay
        }
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        match self.survey.poll() {
            None => {}
            Some(Ok(entries)) => self.take(&entries, cx),
            Some(Err(trouble)) => cx.complain(trouble),
        }
        Navigation::Stay
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.schedule(cx);
    }
}
