//! After the game: its accounts, its dice, and the decisions that gave most away.

use std::path::PathBuf;
use std::sync::Arc;

use hotdice_core::{AnyGame, Name, Record, Seat, Turn};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::{Decision, Ledger};
use hotdice_solve::oracle::Certainty;
use hotdice_table::Match;
use hotdice_verify::{Memory, verify};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::canvas::Canvas;
use super::picture::{PlotCurve, name_width, plot, seat_name, wrapped};
use super::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use super::table;
use super::widgets::Picker;
use crate::job::BackgroundJob;
use crate::plain::draw;
use crate::plain::ledger::{account_in_words, reasons};
use crate::plain::{difference_in_words, who_won, worth_in_words};
use crate::session::RetrySession;

/// Opens what there is to see of a game that is over.
pub(crate) fn open(text: String, place: Option<PathBuf>, cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(AfterScreen::new(text, place, cx))
}

/// What there is to see after a game.
struct AfterScreen {
    text: String,
    place: Option<PathBuf>,
    /// The game, unless the record is none.
    game: Result<PlayedGame, String>,
    analysing: Option<BackgroundJob<Result<Ledger, String>>>,
    ledger: Option<Result<Ledger, String>>,
    checking: Option<BackgroundJob<Checked>>,
    checked: Option<Checked>,
    picker: Picker,
}

/// A game that was played.
struct PlayedGame {
    rules: Arc<dyn AnyGame>,
    names: Vec<Name>,
    outcome: String,
}

/// What came of checking the dice: a sentence, and whether it is a good one.
type Checked = (bool, String);

impl AfterScreen {
    /// Begins to work out the accounts of a record.
    fn new(text: String, place: Option<PathBuf>, cx: &Cx) -> Self {
        let read = read(&text);
        let analysing = read.as_ref().ok().map(|(record, _)| {
            let (record, services) = (record.clone(), cx.services.clone());
            BackgroundJob::start(&cx.bell, move || {
                services
                    .analyse(&record)
                    .map_err(|trouble| trouble.to_string())
            })
        });
        Self {
            text,
            place,
            game: read.map(|(_, played)| played),
            analysing,
            ledger: None,
            checking: None,
            checked: None,
            picker: Picker::default(),
        }
    }

    fn verify(&mut self, cx: &Cx) {
        let text = self.text.clone();
        self.checked = None;
        self.checking = Some(BackgroundJob::start(&cx.bell, move || check(&text)));
    }

    /// Returns the lines above everything else.
    fn head(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let look = canvas.look;
        let mut lines = Vec::new();
        match &self.game {
            Ok(played) => lines.push(Line::styled(format!(" {}", played.outcome), look.strong)),
            Err(problem) => {
                lines.push(Line::styled(
                    format!(" ! This is no game: {problem}"),
                    look.bad,
                ));
            }
        }
        match (&self.checked, &self.checking) {
            (Some((good, sentence)), _) => {
                let (sign, style) = if *good {
                    ("✓", look.good)
                } else {
                    ("!", look.bad)
                };
                let line = Line::styled(format!(" {sign} {sentence}"), style);
                lines.extend(wrapped(&line, usize::from(canvas.area.width)));
            }
            (None, Some(_)) => {
                lines.push(Line::styled(" The dice are being checked …", look.faint));
            }
            (None, None) => {}
        }
        if let Some(place) = &self.place {
            lines.push(Line::styled(
                format!(" The record is in {}", place.display()),
                look.faint,
            ));
        }
        lines
    }

    fn draw_ledger(&mut self, canvas: &mut Canvas<'_, '_>) {
        let look = canvas.look;
        let said = match (&self.ledger, &self.analysing) {
            (Some(Ok(_)), _) => return self.draw_accounts(canvas),
            (Some(Err(why)), _) => format!(" There is no analysis: {why}"),
            (None, Some(_)) => " Luck and skill are being told apart …".to_owned(),
            (None, None) => String::new(),
        };
        let lines = wrapped(
            &Line::styled(said, look.faint),
            usize::from(canvas.area.width),
        );
        canvas.lines(lines);
    }

    fn draw_accounts(&mut self, canvas: &mut Canvas<'_, '_>) {
        let table = self.account_lines(canvas);
        let roomy = canvas.is_roomy();
        let graph = if roomy {
            (canvas.area.height / 3).max(6)
        } else {
            0
        };
        let rows = [
            Constraint::Length(if roomy { table.len() as u16 } else { 0 }),
            Constraint::Length(graph),
            Constraint::Min(1),
        ];
        let [accounts, course, worst] = Layout::vertical(rows).areas(canvas.area);
        canvas.part(accounts).lines(table);
        self.draw_course(&mut canvas.part(course));
        self.draw_worst(&mut canvas.part(worst));
    }
}

fn read(text: &str) -> Result<(Record, PlayedGame), String> {
    let record: Record = text.parse().map_err(|error| format!("{error}"))?;
    let game = Match::replay(&record).map_err(|error| error.to_string())?;
    let outcome = match game.turn() {
        Turn::Over(standing) => who_won(standing.winners, game.names()),
        Turn::Decide(_) | Turn::Roll => "The game is not over yet.".to_owned(),
    };
    let (rules, names) = (game.game().clone(), game.names().to_vec());
    Ok((
        record,
        PlayedGame {
            rules,
            names,
            outcome,
        },
    ))
}

fn check(text: &str) -> Checked {
    let verdict = verify(text, &Memory::default());
    match &verdict.problem {
        None => {
            let (rolls, dice) = (verdict.rolls, verdict.dice);
            let sentence = format!(
                "Verified: {rolls} rolls of {dice} dice are those that were promised before the game."
            );
            (true, sentence)
        }
        Some(found) => (false, format!("Not verified: {found}.")),
    }
}

impl Screen for AfterScreen {
    fn title(&self) -> String {
        match &self.game {
            Ok(played) => format!("Hot Dice · {} · how it went", played.rules.rules_line()),
            Err(_) => "Hot Dice · how it went".to_owned(),
        }
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let head = self.head(canvas);
        let area = canvas.area;
        let room = if canvas.is_roomy() {
            head.len() as u16 + 1
        } else {
            (head.len() as u16).min(area.height.div_ceil(2))
        };
        for (row, line) in (0..room).zip(head) {
            canvas.line(row, line);
        }
        self.draw_ledger(&mut canvas.rows(room, u16::MAX));
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = Vec::new();
        if !self.worst().is_empty() {
            keys.push(KeyHint::new(KeyCode::Down, "↑↓", "choose a decision"));
            keys.push(KeyHint::new(KeyCode::Enter, "Enter", "try it again"));
        }
        keys.push(KeyHint::new(KeyCode::Char('v'), "v", "check the dice"));
        keys.push(KeyHint::new(KeyCode::Char('q'), "q", "back"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Navigation::Back,
            KeyCode::Char('v') => self.verify(cx),
            KeyCode::Enter => return self.retry(cx),
            key => {
                let lines = self.worst().len();
                self.picker.press(key, lines);
            }
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        if self.picker.click(spot) {
            self.retry(cx)
        } else {
            Navigation::Stay
        }
    }

    fn wake(&mut self, _cx: &mut Cx) -> Navigation {
        if let Some(found) = self.analysing.as_mut().and_then(BackgroundJob::poll) {
            self.ledger = Some(found.map_err(|broken| broken.to_string()).flatten());
            self.analysing = None;
        }
        if let Some(found) = self.checking.as_mut().and_then(BackgroundJob::poll) {
            self.checked = Some(found.unwrap_or_else(|broken| (false, broken.to_string())));
            self.checking = None;
        }
        Navigation::Stay
    }
}

impl AfterScreen {
    /// Returns the accounts as a table: where everybody began, what was added, and what came of it.
    fn account_lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (Some(Ok(ledger)), Ok(played)) = (&self.ledger, &self.game) else {
            return Vec::new();
        };
        let look = canvas.look;
        let width = name_width(&played.names).clamp(6, 16);
        let head = format!(
            " {:width$} {:>10} {:>10} {:>10} {:>10} {:>10}",
            unit(ledger.aim),
            "start",
            "luck",
            "skill",
            "gifts",
            "result"
        );
        let mut lines = vec![Line::styled(head, look.faint)];
        let seats = Seat::all(played.names.len() as u8);
        for (seat, account) in seats.zip(&ledger.accounts) {
            let mut name = seat_name(seat, &played.names, look);
            let short: String = name.content.chars().take(width).collect();
            let padding = " ".repeat(width.saturating_sub(Span::raw(&short).width()));
            name = Span::styled(format!(" {short}{padding}"), name.style);
            let worth = |value| worth_in_words(ledger.aim, value);
            let change = |value| difference_in_words(ledger.aim, value);
            let numbers = format!(
                " {:>10} {:>10} {:>10} {:>10} {:>10}",
                worth(account.start),
                change(account.luck),
                change(account.skill),
                change(account.gifts),
                worth(account.result)
            );
            lines.push(Line::from(vec![name, Span::raw(numbers)]));
            let words = format!(" {:width$}   {}", "", account_in_words(account));
            lines.push(Line::styled(words, look.faint));
        }
        match ledger.certainty {
            Certainty::Exact => {}
            Certainty::Rounded => lines.push(Line::styled(
                " The values are right to about 0.0001.",
                look.faint,
            )),
            Certainty::Estimate => lines.push(Line::styled(
                " The values are estimates: this game is not solved. Luck includes their error.",
                look.faint,
            )),
        }
        lines
    }

    fn draw_course(&self, canvas: &mut Canvas<'_, '_>) {
        let (Some(Ok(ledger)), Ok(played)) = (&self.ledger, &self.game) else {
            return;
        };
        let (area, look) = (canvas.area, canvas.look);
        let seats = Seat::all(played.names.len() as u8);
        let points: Vec<Vec<(f64, f64)>> = seats
            .clone()
            .map(|seat| {
                let values = ledger.values.iter().map(|values| values[seat.index()]);
                (0..).map(f64::from).zip(values).collect()
            })
            .collect();
        let curves: Vec<PlotCurve<'_>> = seats
            .zip(&points)
            .map(|(seat, points)| PlotCurve {
                name: draw::name(&played.names, seat),
                style: look.seat(seat.index()),
                points,
            })
            .collect();
        let (bounds, label): (_, &dyn Fn(f64) -> String) = match ledger.aim {
            Aim::Win => ((0.0, 1.0), &|height| format!("{:.0}%", 100.0 * height)),
            Aim::Points => (bounds(&points), &|height| format!("{height:.0}")),
        };
        let inner = &mut canvas.framed(area, "The course of the game");
        plot(inner, &curves, bounds, label);
    }
}

const fn unit(aim: Aim) -> &'static str {
    match aim {
        Aim::Win => "chance",
        Aim::Points => "points",
    }
}

fn bounds(curves: &[Vec<(f64, f64)>]) -> (f64, f64) {
    let values = || curves.iter().flatten().map(|(_, value)| *value);
    let (low, high) = (
        values().fold(f64::MAX, f64::min),
        values().fold(f64::MIN, f64::max),
    );
    (low - 1.0, high + 1.0)
}

/// How many decisions of each player are shown.
const WORST: usize = 5;

impl AfterScreen {
    /// Returns the decisions that gave most away, the worst first.
    fn worst(&self) -> Vec<&Decision> {
        let (Some(Ok(ledger)), Ok(played)) = (&self.ledger, &self.game) else {
            return Vec::new();
        };
        let seats = Seat::all(played.names.len() as u8);
        let mut worst: Vec<&Decision> = seats
            .flat_map(|seat| ledger.worst_decisions(seat, WORST))
            .collect();
        worst.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
        worst
    }

    fn retry(&self, cx: &mut Cx) -> Navigation {
        let worst = self.worst();
        let (Some(decision), Ok(played)) = (worst.get(self.picker.cursor()), &self.game) else {
            return Navigation::Stay;
        };
        let retry = RetrySession::new(
            &played.rules,
            &played.names,
            decision.seat,
            &decision.state,
            cx.services.library(),
            &cx.bell,
        );
        let table = retry.map(|retry| table::sit(Box::new(retry), cx));
        cx.open(table)
    }

    fn draw_worst(&mut self, canvas: &mut Canvas<'_, '_>) {
        let look = canvas.look;
        let lines = self.worst_lines(canvas);
        let mut area = canvas.area;
        if canvas.is_roomy() {
            area = canvas.framed(area, "Decisions that gave most away").area;
        }
        if lines.is_empty() {
            canvas
                .part(area)
                .line(0, Line::styled(" Every decision was the best.", look.good));
            return;
        }
        let why = self.reasons();
        let below = (why.len() as u16).min(area.height.saturating_sub(1));
        let rows = [Constraint::Min(1), Constraint::Length(below)];
        let [list, reasons] = Layout::vertical(rows).areas(area);
        self.picker.draw(&mut canvas.part(list), &lines);
        let why = why
            .iter()
            .map(|line| Line::styled(format!("    {line}"), look.faint));
        canvas.part(reasons).lines(why);
    }

    fn worst_lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (Some(Ok(ledger)), Ok(played)) = (&self.ledger, &self.game) else {
            return Vec::new();
        };
        let line = |decision: &&Decision| {
            let loss = difference_in_words(ledger.aim, -decision.loss());
            Line::from(vec![
                Span::raw(format!("{loss:>9}  ")),
                seat_name(decision.seat, &played.names, canvas.look),
                Span::raw(format!(": {}, better {}", decision.chosen, decision.best)),
            ])
        };
        self.worst().iter().map(line).collect()
    }

    /// Returns what speaks for the better choice under the cursor.
    fn reasons(&self) -> Vec<String> {
        let worst = self.worst();
        match (worst.get(self.picker.cursor()), &self.game) {
            (Some(decision), Ok(played)) => reasons(&*played.rules, decision),
            _ => Vec::new(),
        }
    }
}
