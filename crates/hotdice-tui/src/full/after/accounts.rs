//! What was luck and what was skill, and the course of the game.

use hotdice_core::Seat;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::Certainty;
use ratatui::text::{Line, Span};

use super::AfterScreen;
use crate::full::canvas::Canvas;
use crate::full::picture::{PlotCurve, plot, seat_name};
use crate::plain::ledger::account_in_words;
use crate::plain::{difference_in_words, worth_in_words};

impl AfterScreen {
    /// Returns the accounts as a table: where everybody began, what was added, and what came of it.
    pub(super) fn account_lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (Some(Ok(ledger)), Ok(played)) = (&self.ledger, &self.game) else {
            return Vec::new();
        };
        let look = canvas.look;
        let width = played
            .names
            .iter()
            .map(|name| Span::raw(name.as_str()).width())
            .max();
        let width = width.unwrap_or_default().clamp(6, 16);
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

    pub(super) fn draw_course(&self, canvas: &mut Canvas<'_, '_>) {
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
                name: played.names[seat.index()].to_string(),
                style: look.seat(seat.index()),
                points,
            })
            .collect();
        let (bounds, label): (_, &dyn Fn(f64) -> String) = match ledger.aim {
            Aim::Win => ((0.0, 1.0), &|height| format!("{:.0} %", 100.0 * height)),
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
