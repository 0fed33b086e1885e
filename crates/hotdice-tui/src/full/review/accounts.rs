//! The accounts of a game: what was luck, what was skill, and every mistake.

use hotdice_core::{Seat, with_commas};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::{Account, Decision, Ledger};
use hotdice_solve::oracle::Certainty;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::ReviewScreen;
use crate::full::canvas::Canvas;
use crate::full::picture::{seat_name, wrapped};
use crate::plain::ledger::luck_in_words;
use crate::plain::{difference_in_words, draw, worth_in_words};
use crate::playthrough::label;

/// How wide a column of the table is.
const COLUMN: usize = 12;

/// How many lines are left for the mistakes, however many players there are.
const LEAST_LIST: u16 = 2;

/// How wide its first column is.
const HEADING: usize = 27;

impl ReviewScreen {
    /// Draws the accounts, and the mistakes below them.
    pub(super) fn draw_accounts(&mut self, canvas: &mut Canvas<'_, '_>) {
        let above = self.accounts(canvas);
        // A list of mistakes scrolls, and accounts do not.
        let most = canvas.area.height.saturating_sub(LEAST_LIST);
        let height = (above.len() as u16).min(most);
        let rows = [Constraint::Length(height), Constraint::Min(0)];
        let [upper, lower] = Layout::vertical(rows).areas(canvas.area);
        canvas.part(upper).lines(above);
        let lines = self.mistake_lines();
        let mut below = canvas.part(lower);
        if lines.is_empty() {
            let style = below.look.faint;
            below.line(0, Line::styled(format!(" {}", self.no_mistakes()), style));
            return;
        }
        let area = below.area;
        if below.is_roomy() {
            let heading = match self.aim() {
                Aim::Win => "Mistakes, in points of winning chance",
                Aim::Points => "Mistakes, in points",
            };
            self.picker.draw(&mut below.framed(area, heading), &lines);
        } else {
            self.picker.draw(&mut below, &lines);
        }
    }

    fn accounts(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (look, width) = (canvas.look, usize::from(canvas.area.width));
        let fits = HEADING + COLUMN * self.played.names.len() <= width;
        let mut lines = match self.analysis.ledger() {
            Some(ledger) if fits => self.table(ledger, canvas),
            Some(ledger) => self.list(ledger, canvas),
            None => self.scores(canvas),
        };
        if let Some(words) = self.analysis.ledger().and_then(certainty_in_words) {
            let line = Line::styled(format!(" {words}"), look.faint);
            lines.extend(wrapped(&line, width));
        }
        if let Some((good, sentence)) = &self.checked {
            let (sign, style) = if *good {
                ("✓", look.good)
            } else {
                ("!", look.bad)
            };
            let line = Line::styled(format!(" {sign} {sentence}"), style);
            lines.extend(wrapped(&line, width));
        }
        if let Some(path) = &self.path {
            let words = format!(" The record is in {}", path.display());
            lines.extend(wrapped(&Line::styled(words, look.faint), width));
        }
        lines
    }

    /// Returns a table with a column for each player.
    fn table(&self, ledger: &Ledger, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let look = canvas.look;
        let unit = match ledger.aim {
            Aim::Win => " chance to win",
            Aim::Points => " points",
        };
        let mut head = vec![Span::styled(format!("{unit:HEADING$}"), look.faint)];
        for seat in Seat::all(self.played.seats()) {
            let name = seat_name(seat, &self.played.names, look);
            let short: String = name.content.chars().take(COLUMN - 1).collect();
            let padding = COLUMN.saturating_sub(Span::raw(&short).width());
            head.push(Span::raw(" ".repeat(padding)));
            head.push(Span::styled(short, name.style));
        }
        let row = |(words, value): (&str, AccountFigure)| {
            let cells = ledger.accounts.iter();
            let cells = cells.map(|account| format!("{:>COLUMN$}", value(ledger.aim, account)));
            Line::from(format!(
                " {words:0$}{1}",
                HEADING - 1,
                cells.collect::<String>()
            ))
        };
        let figures = figures(self.played.seats());
        let rows = figures.into_iter().map(row);
        std::iter::once(Line::from(head)).chain(rows).collect()
    }

    /// Returns a paragraph for each player, where a table is too wide.
    fn list(&self, ledger: &Ledger, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (look, width) = (canvas.look, usize::from(canvas.area.width));
        let seats = Seat::all(self.played.seats()).zip(&ledger.accounts);
        let paragraph = |(seat, account): (Seat, &Account)| {
            let figures = figures(self.played.seats()).into_iter();
            let figures = figures.map(|(words, value)| {
                let value = value(ledger.aim, account);
                format!("{} {value}", words.to_lowercase())
            });
            let figures: Vec<String> = figures.collect();
            let name = seat_name(seat, &self.played.names, look);
            let line = vec![
                Span::raw(" "),
                name,
                Span::raw(format!(": {}", figures.join(", "))),
            ];
            wrapped(&Line::from(line), width)
        };
        seats.flat_map(paragraph).collect()
    }

    /// Returns the scores, where there is no analysis.
    fn scores(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (look, last) = (canvas.look, self.played.moment(self.played.last()));
        let mut lines: Vec<Line<'static>> = Vec::new();
        for seat in Seat::all(self.played.seats()) {
            let points = with_commas(last.position.points(seat));
            let won = self
                .played
                .winners
                .is_some_and(|winners| winners.contains(seat));
            let sign = if won && self.played.seats() > 1 {
                "  won"
            } else {
                ""
            };
            let name = draw::name(&self.played.names, seat);
            lines.push(Line::from(vec![
                Span::styled(format!(" {name:16} "), look.seat(seat.index())),
                Span::raw(format!("{points:>8}{sign}")),
            ]));
        }
        let words = self.analysis.in_words().unwrap_or_default();
        lines.push(Line::styled(format!(" {words}"), look.faint));
        lines
    }

    /// Writes every mistake: what it cost, when it was, and what was better.
    fn mistake_lines(&self) -> Vec<Line<'static>> {
        let line = |decision: &&Decision| {
            let cost = match self.aim() {
                Aim::Win => 100.0 * decision.loss(),
                Aim::Points => decision.loss(),
            };
            let setting = self.played.setting(decision);
            let scene = &self.played.moment(decision.event - 1).scene;
            let who = match self.you {
                Some(you) if you == decision.seat => String::new(),
                _ => format!("{} chose ", draw::name(&self.played.names, decision.seat)),
            };
            let (chosen, best) = (label(scene, &decision.chosen), label(scene, &decision.best));
            Line::from(format!(
                "{cost:>5.1}  {setting}: {who}{chosen}, better {best}"
            ))
        };
        self.mistakes().iter().map(line).collect()
    }
}

/// A figure of an account, in words.
type AccountFigure = fn(Aim, &Account) -> String;

/// Lists the figures of an account; nobody else makes mistakes in a game of one.
fn figures(seats: u8) -> Vec<(&'static str, AccountFigure)> {
    let mut figures: Vec<(&'static str, AccountFigure)> = vec![
        ("Start", |aim, account| worth_in_words(aim, account.start)),
        ("Luck", |aim, account| {
            difference_in_words(aim, account.luck)
        }),
        ("Skill", |aim, account| {
            difference_in_words(aim, account.skill)
        }),
    ];
    if seats > 1 {
        figures.push(("From opponents' mistakes", |aim, account| {
            difference_in_words(aim, account.gifts)
        }));
    }
    figures.push(("Result", |aim, account| worth_in_words(aim, account.result)));
    figures.push(("Accuracy", |_, account| match account.accuracy() {
        Some(accuracy) => format!("{:.1}%", 100.0 * accuracy),
        None => "–".to_owned(),
    }));
    figures.push(("The dice were", |_, account| match account.luck_z() {
        Some(z) => luck_in_words(z).to_owned(),
        None => "–".to_owned(),
    }));
    figures
}

/// Says how far values can be trusted, where they are not exact.
fn certainty_in_words(ledger: &Ledger) -> Option<String> {
    match ledger.certainty {
        Certainty::Exact => None,
        Certainty::Rounded => Some("The values are right to about 0.0001.".to_owned()),
        Certainty::Estimate => {
            let basis = ledger.basis();
            Some(format!("Estimates: {basis}. Luck includes their error."))
        }
    }
}
