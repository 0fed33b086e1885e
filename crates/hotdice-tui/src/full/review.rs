//! A game that was played: every moment of it, where it turned, and what would have been better.

mod accounts;
mod analysis;
mod moment;
mod play_on;
mod position;
mod puzzle;
#[cfg(test)]
mod tests;
mod timeline;

use std::path::PathBuf;

use hotdice_core::{Record, Seat};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::Decision;
use hotdice_verify::{Memory, verify};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;

use super::canvas::Canvas;
use super::picture::{letter, wrapped};
use super::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use super::widgets::Picker;
use crate::job::BackgroundJob;
use crate::playthrough::{Playthrough, is_bot, own_seats};
use crate::puzzle::Puzzle;
use analysis::GameAnalysis;
use play_on::PlayOnScreen;
pub(crate) use puzzle::PuzzleScreen;
use timeline::{MistakeMark, Timeline, TimelineCurve, around};

/// Opens a game that was played, at its end.
pub(crate) fn open(text: String, path: Option<PathBuf>, cx: &mut Cx) -> Box<dyn Screen> {
    match read(&text) {
        Ok((record, played)) => Box::new(ReviewScreen::new(text, path, record, played, cx)),
        Err(problem) => Box::new(NoGame(problem)),
    }
}

fn read(text: &str) -> Result<(Record, Playthrough), String> {
    let record: Record = text.parse().map_err(|error| format!("{error}"))?;
    let played = Playthrough::of(&record).map_err(|error| error.to_string())?;
    Ok((record, played))
}

/// The screen on which a game is looked at again.
struct ReviewScreen {
    text: String,
    path: Option<PathBuf>,
    played: Playthrough,
    /// The seat of whoever looks, if there is only one that may be theirs.
    you: Option<Seat>,
    analysis: GameAnalysis,
    /// After how many events one is.
    at: usize,
    /// Whose mistakes count.
    whose: Whose,
    page: ReviewPage,
    /// The mistake under the cursor, on the page of accounts.
    picker: Picker,
    checking: Option<BackgroundJob<DiceCheck>>,
    checked: Option<DiceCheck>,
}

/// Whose mistakes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    People,
    Everybody,
}

/// What is shown of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReviewPage {
    Board,
    Accounts,
}

/// What came of checking the dice: a sentence, and whether it is a good one.
type DiceCheck = (bool, String);

impl ReviewScreen {
    fn new(
        text: String,
        path: Option<PathBuf>,
        record: Record,
        played: Playthrough,
        cx: &Cx,
    ) -> Self {
        let analysis = GameAnalysis::start(record, played.game.clone(), cx);
        let people = !played.names.iter().all(is_bot);
        let own = own_seats(&played.names, &cx.settings.name);
        Self {
            text,
            path,
            you: match own[..] {
                [seat] => Some(seat),
                _ => None,
            },
            at: played.last(),
            played,
            analysis,
            whose: if people {
                Whose::People
            } else {
                Whose::Everybody
            },
            page: ReviewPage::Board,
            picker: Picker::default(),
            checking: None,
            checked: None,
        }
    }

    /// Tells whether the mistakes of a seat are shown.
    fn is_shown(&self, seat: Seat) -> bool {
        self.whose == Whose::Everybody || !is_bot(&self.played.names[seat.index()])
    }

    /// Returns the mistakes that are shown, in the order of the game.
    fn mistakes(&self) -> Vec<&Decision> {
        let ledger = self.analysis.ledger();
        ledger.map_or(Vec::new(), |ledger| {
            self.played.mistakes(ledger, |seat| self.is_shown(seat))
        })
    }

    fn go_to(&mut self, at: usize, cx: &Cx) {
        self.at = at.min(self.played.last());
        self.page = ReviewPage::Board;
        self.analysis.poll(&self.played, self.at, cx);
    }

    /// Goes to the next mistake or the one before, from the end round to the beginning.
    fn go_to_mistake(&mut self, forwards: bool, cx: &mut Cx) {
        let places = self.mistakes().into_iter().map(|mistake| mistake.event - 1);
        let places: Vec<usize> = places.collect();
        let found = if forwards {
            let next = places.iter().find(|place| **place > self.at);
            next.or(places.first())
        } else {
            let last = places.iter().rfind(|place| **place < self.at);
            last.or(places.last())
        };
        match found {
            Some(place) => self.go_to(*place, cx),
            None => cx.say(self.no_mistakes()),
        }
    }

    /// Says that there are no mistakes to go to, and why.
    fn no_mistakes(&self) -> String {
        let Some(ledger) = self.analysis.ledger() else {
            return self.analysis.in_words().unwrap_or_default();
        };
        let shown = |decision: &&Decision| self.is_shown(decision.seat);
        let decided = ledger.decisions.iter().any(|decision| shown(&decision));
        let others = self.played.mistakes(ledger, |_| true).len();
        match (decided, others) {
            (false, 0) => "There was nothing to decide.".to_owned(),
            (_, 0) => "Every decision was the best.".to_owned(),
            _ => "No mistakes here; o shows those of the bots.".to_owned(),
        }
    }

    /// Tries the decision again, and the mistakes after it.
    fn retry(&self, cx: &mut Cx) -> Navigation {
        let Some(decision) = self.analysis.decision(self.at) else {
            cx.complain(self.nothing_to_try());
            return Navigation::Stay;
        };
        let later = self.mistakes().into_iter();
        let later = later.filter(|mistake| mistake.event > decision.event);
        let puzzles = [decision].into_iter().chain(later);
        let puzzles = puzzles.map(|decision| self.puzzle(decision)).collect();
        Navigation::Open(Box::new(PuzzleScreen::new(puzzles, |_, _, _| {}, cx)))
    }

    fn nothing_to_try(&self) -> String {
        let moment = self.played.moment(self.at);
        if let Some(words) = self.analysis.in_words() {
            words
        } else if moment.scene.choices.len() == 1 {
            "There was only one choice here.".to_owned()
        } else {
            "Nobody had to choose here: n goes to a mistake.".to_owned()
        }
    }

    fn puzzle(&self, decision: &Decision) -> Puzzle {
        let moment = self.played.moment(decision.event - 1);
        Puzzle {
            key: String::new(),
            game: self.played.game.clone(),
            names: self.played.names.clone(),
            setting: self.played.setting(decision),
            scene: moment.scene.clone(),
            decision: decision.clone(),
            aim: self.aim(),
            you: self.you,
        }
    }

    fn aim(&self) -> Aim {
        self.analysis.ledger().map_or(Aim::Win, |ledger| ledger.aim)
    }

    fn verify(&mut self, cx: &Cx) {
        let text = self.text.clone();
        self.checked = None;
        self.checking = Some(BackgroundJob::start(&cx.bell, move || check(&text)));
    }

    /// Draws the time line of the game: the chance to win or the points, or the scores while nothing else is known.
    fn draw_timeline(&self, canvas: &mut Canvas<'_, '_>) {
        let look = canvas.look;
        let seats = Seat::all(self.played.seats());
        let ledger = self.analysis.ledger();
        // What one of two players gains the other loses: one curve says it all.
        let only =
            (ledger.is_some() && self.played.seats() == 2).then(|| self.you.unwrap_or(Seat::FIRST));
        let seats = seats.filter(|seat| only.is_none_or(|only| *seat == only));
        let value = |at: usize, seat: Seat| match ledger {
            Some(ledger) => ledger.values[at][seat.index()],
            None => f64::from(self.played.moment(at).position.points(seat)),
        };
        let curves: Vec<TimelineCurve> = seats
            .map(|seat| TimelineCurve {
                letter: letter(seat),
                style: look.seat(seat.index()),
                values: (0..=self.played.last()).map(|at| value(at, seat)).collect(),
            })
            .collect();
        let (bounds, label): (_, &dyn Fn(f64) -> String) = match ledger.map(|ledger| ledger.aim) {
            Some(Aim::Win) => ((0.0, 1.0), &|value| format!("{:.0}%", 100.0 * value)),
            // Where few points are good they count below zero, and nobody says so.
            _ if self.is_fewest_best() => (around(&curves), &|value| format!("{:.0}", -value)),
            _ => (around(&curves), &|value| format!("{value:.0}")),
        };
        let mark = |decision: &Decision| {
            let mark = if self.you.is_none_or(|you| you == decision.seat) {
                MistakeMark::Yours
            } else {
                MistakeMark::Others
            };
            (decision.event - 1, mark)
        };
        let mistakes: Vec<(usize, MistakeMark)> = self.mistakes().into_iter().map(mark).collect();
        let timeline = Timeline {
            curves: &curves,
            bounds,
            label,
            last: self.played.last(),
            cursor: self.at,
            mistakes: &mistakes,
        };
        timeline.draw(canvas);
    }

    /// Tells whether the values of the time line are points of which few are good.
    fn is_fewest_best(&self) -> bool {
        self.analysis.ledger().is_some() && self.played.moment(0).position.is_fewest_best()
    }

    /// Says what the curve of the time line is.
    fn timeline_heading(&self) -> String {
        let Some(ledger) = self.analysis.ledger() else {
            return "Scores".to_owned();
        };
        let whose = match (self.played.seats(), self.you) {
            (1, _) => return "Points to expect".to_owned(),
            (2, Some(_)) => "Your".to_owned(),
            (2, None) => format!("{}'s", self.played.names[0]),
            _ => "Everybody's".to_owned(),
        };
        match ledger.aim {
            Aim::Win => format!("{whose} chance to win"),
            Aim::Points => format!("{whose} points to expect"),
        }
    }

    fn draw_board(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        if canvas.is_roomy() {
            let height = (area.height / 4).clamp(6, 16);
            let rows = [Constraint::Min(0), Constraint::Length(height)];
            let [upper, lower] = Layout::vertical(rows).areas(area);
            self.draw_moment(&mut canvas.part(upper));
            let heading = self.timeline_heading();
            self.draw_timeline(&mut canvas.framed(lower, &heading));
        } else {
            let height = if area.height >= 16 { 5 } else { 2 };
            let rows = [Constraint::Min(0), Constraint::Length(height)];
            let [upper, lower] = Layout::vertical(rows).areas(area);
            self.draw_small_moment(&mut canvas.part(upper));
            self.draw_timeline(&mut canvas.part(lower));
        }
    }

    fn press_on_board(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        let at = self.at;
        match key {
            KeyCode::Left | KeyCode::Up | KeyCode::Char('h' | 'k') => {
                self.go_to(at.saturating_sub(1), cx);
            }
            KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | 'j') => self.go_to(at + 1, cx),
            KeyCode::PageUp | KeyCode::Char('[') => {
                self.go_to(self.played.turn_beside(at, false), cx);
            }
            KeyCode::PageDown | KeyCode::Char(']') => {
                self.go_to(self.played.turn_beside(at, true), cx);
            }
            KeyCode::Home | KeyCode::Char('g') => self.go_to(0, cx),
            KeyCode::End | KeyCode::Char('G') => self.go_to(usize::MAX, cx),
            KeyCode::Enter | KeyCode::Char(' ') => return self.retry(cx),
            KeyCode::Char('p') => {
                let screen = PlayOnScreen::open(&self.played, self.at, self.you, cx);
                return cx.open(screen);
            }
            _ => {}
        }
        Navigation::Stay
    }

    fn press_on_accounts(&mut self, key: KeyCode, cx: &Cx) {
        let mistakes = self.mistakes();
        if key == KeyCode::Enter {
            if let Some(mistake) = mistakes.get(self.picker.cursor()) {
                let at = mistake.event - 1;
                self.go_to(at, cx);
            }
        } else {
            let lines = mistakes.len();
            self.picker.press(key, lines);
        }
    }
}

impl Screen for ReviewScreen {
    fn title(&self) -> String {
        let rules = self.played.game.rules_line();
        format!("Hot Dice · {rules} · how it went")
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        match self.page {
            ReviewPage::Board => self.draw_board(canvas),
            ReviewPage::Accounts => self.draw_accounts(canvas),
        }
    }

    fn keys(&self) -> Vec<KeyHint> {
        let hint = |key, label, does: &str| KeyHint::new(key, label, does);
        let mut keys = Vec::new();
        if self.page == ReviewPage::Accounts {
            keys.push(hint(KeyCode::Down, "↑↓", "choose a mistake"));
            keys.push(hint(KeyCode::Enter, "Enter", "go there"));
            keys.push(hint(KeyCode::Char('s'), "s", "board"));
        } else {
            keys.push(hint(KeyCode::Right, "←→", "step"));
            keys.push(hint(KeyCode::Char('n'), "n", "mistake"));
            keys.push(hint(KeyCode::Enter, "Enter", "try again"));
            keys.push(hint(KeyCode::Char('p'), "p", "play on"));
            keys.push(hint(KeyCode::Char('s'), "s", "summary"));
        }
        keys.push(hint(KeyCode::Char('q'), "q", "back"));
        if self.analysis.is_slow() {
            keys.push(hint(KeyCode::Char('a'), "a", "analyse"));
        }
        let whose = match self.whose {
            Whose::People => "bots' mistakes too",
            Whose::Everybody => "people's mistakes only",
        };
        if self.played.names.iter().any(is_bot) {
            keys.push(hint(KeyCode::Char('o'), "o", whose));
        }
        keys.push(hint(KeyCode::Char('v'), "v", "check the dice"));
        if self.page == ReviewPage::Board {
            keys.push(hint(
                KeyCode::PageDown,
                "PgUp PgDn [ ]",
                "turn before, after",
            ));
            keys.push(hint(KeyCode::Char('N'), "N", "mistake before"));
            keys.push(hint(KeyCode::End, "Home End", "start, end"));
        }
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        match (key, self.page) {
            (KeyCode::Esc | KeyCode::Char('q'), _) => return Navigation::Back,
            (KeyCode::Char('v'), _) => self.verify(cx),
            (KeyCode::Char('a'), _) => self.analysis.insist(cx),
            (KeyCode::Char('n'), _) => self.go_to_mistake(true, cx),
            (KeyCode::Char('N'), _) => self.go_to_mistake(false, cx),
            (KeyCode::Char('o'), _) => {
                self.whose = match self.whose {
                    Whose::People => Whose::Everybody,
                    Whose::Everybody => Whose::People,
                };
            }
            (KeyCode::Char('s') | KeyCode::Tab, ReviewPage::Board) => {
                self.page = ReviewPage::Accounts;
            }
            (KeyCode::Char('s') | KeyCode::Tab, ReviewPage::Accounts) => {
                self.page = ReviewPage::Board;
            }
            (key, ReviewPage::Board) => return self.press_on_board(key, cx),
            (key, ReviewPage::Accounts) => self.press_on_accounts(key, cx),
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        match (spot, self.page) {
            (ClickTarget::Item(at), ReviewPage::Board) => self.go_to(*at, cx),
            (spot, ReviewPage::Accounts) if self.picker.click(spot) => {
                self.press_on_accounts(KeyCode::Enter, cx);
            }
            _ => {}
        }
        Navigation::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        self.analysis.poll(&self.played, self.at, cx);
        if let Some(found) = self.checking.as_mut().and_then(BackgroundJob::poll) {
            self.checking = None;
            let (good, sentence) = found.unwrap_or_else(|broken| (false, broken.to_string()));
            if good {
                cx.say(format!("✓ {sentence}"));
            } else {
                cx.complain(&sentence);
            }
            self.checked = Some((good, sentence));
        }
        Navigation::Stay
    }
}

fn check(text: &str) -> DiceCheck {
    let verdict = verify(text, &Memory::default());
    match &verdict.problem {
        None => {
            let (rolls, dice) = (verdict.rolls, verdict.dice);
            let sentence = format!(
                "Verified: the {dice} dice in {rolls} rolls are those that were promised before the game."
            );
            (true, sentence)
        }
        Some(found) => (false, format!("Not verified: {found}.")),
    }
}

/// A record that is no game.
struct NoGame(String);

impl Screen for NoGame {
    fn title(&self) -> String {
        "Hot Dice · how it went".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let line = format!(" This file cannot be read: {}", self.0);
        let line = Line::styled(line, canvas.look.bad);
        let lines = wrapped(&line, usize::from(canvas.area.width));
        canvas.lines(lines);
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![KeyHint::new(KeyCode::Char('q'), "q", "back")]
    }

    fn press(&mut self, key: KeyCode, _cx: &mut Cx) -> Navigation {
        match key {
            KeyCode::Esc | KeyCode::Char('q') => Navigation::Back,
            _ => Navigation::Stay,
        }
    }
}
