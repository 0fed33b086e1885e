//! The decisions that gave most away, to be tried again.

use hotdice_core::Seat;
use hotdice_solve::ledger::Decision;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::AfterScreen;
use crate::full::canvas::Canvas;
use crate::full::picture::seat_name;
use crate::full::screen::{Cx, Navigation};
use crate::full::table;
use crate::plain::difference_in_words;
use crate::plain::ledger::reasons;
use crate::session::RetrySession;

/// How many decisions of each player are shown.
const WORST: usize = 5;

impl AfterScreen {
    /// Returns the decisions that gave most away, the worst first.
    pub(super) fn worst(&self) -> Vec<&Decision> {
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

    pub(super) fn retry(&self, cx: &mut Cx) -> Navigation {
        let worst = self.worst();
        let (Some(decision), Ok(played)) = (worst.get(self.picker.cursor()), &self.game) else {
            return Navigation::Stay;
        };
        match RetrySession::new(
            &played.rules,
            &played.names,
            decision.seat,
            &decision.state,
            cx.services.library(),
            &cx.bell,
        ) {
            Ok(retry) => Navigation::Open(table::sit(Box::new(retry), cx)),
            Err(trouble) => {
                cx.complain(trouble);
                Navigation::Stay
            }
        }
    }

    pub(super) fn draw_worst(&mut self, canvas: &mut Canvas<'_, '_>) {
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
