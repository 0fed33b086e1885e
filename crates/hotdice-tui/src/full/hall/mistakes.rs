//! Your costliest mistakes, to be practised until they are none.

use hotdice_core::counted;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::menu::{self, MenuAction};
use super::survey::Survey;
use crate::full::canvas::Canvas;
use crate::full::review::PuzzleScreen;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Picker;
use crate::journal::{ASKED, JournalEntry, UNASKED};
use crate::practice::{OwnMistake, mistakes, note, schedule};
use crate::puzzle::Puzzle;

/// The list of mistakes.
pub(super) struct MistakesScreen {
    survey: Survey,
    /// Nothing until the games have been looked through.
    found: Option<Vec<OwnMistake>>,
    skipped: usize,
    picker: Picker,
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

    fn listed(&self) -> &[OwnMistake] {
        self.found.as_deref().unwrap_or_default()
    }

    /// Takes what was found in the games.
    fn take(&mut self, entries: &[JournalEntry], cx: &mut Cx) {
        let skipped = entries.iter().filter(|entry| entry.analysis.is_none());
        self.skipped = skipped.count();
        match mistakes(entries, &cx.settings.name, &*cx.services) {
            Ok(found) => self.found = Some(found),
            Err(trouble) => cx.complain(trouble),
        }
    }

    /// Tries the mistake under the cursor again, and after it those that are due.
    fn practise(&self, cx: &Cx) -> Navigation {
        let place = self.picker.cursor();
        let Some(first) = self.listed().get(place) else {
            return Navigation::Stay;
        };
        let due = self.listed().iter().enumerate();
        let due = due.filter(|(other, mistake)| *other != place && mistake.days == 0);
        let puzzles = [first].into_iter().chain(due.map(|(_, mistake)| mistake));
        let puzzles = puzzles.map(|mistake| mistake.puzzle.clone()).collect();
        Navigation::Open(Box::new(PuzzleScreen::new(puzzles, tell, cx)))
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
        self.listed().iter().map(line).collect()
    }

    /// Says how many there are, how far the search is, and what was left out.
    fn head(&self) -> String {
        let due = self.listed().iter().filter(|mistake| mistake.days == 0);
        let later = |due: usize| self.listed().len() - due;
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

/// Notes whether a mistake was made again.
fn tell(puzzle: &Puzzle, solved: bool, cx: &mut Cx) {
    if let Err(trouble) = note(puzzle, solved, &*cx.services) {
        cx.complain(trouble);
    }
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
        let lines = self.listed().len();
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
        let found = self.found.as_deref_mut().unwrap_or_default();
        if let Err(trouble) = schedule(found, &*cx.services) {
            cx.complain(trouble);
        }
    }
}
