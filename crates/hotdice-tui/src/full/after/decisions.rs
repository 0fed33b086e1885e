//! The decisions that gave most away, to be tried again.

use hotdice_core::Seat;
use hotdice_solve::ledger::Decision;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::super::canvas::Canvas;
use super::super::picture::seat_name;
use super::super::screen::{Cx, Step};
use super::super::table::{self, Retry};
use super::super::widgets::panel;
use super::After;
use crate::plain::difference_in_words;
use crate::plain::ledger::reasons;

/// How many decisions of each player are shown.
const WORST: usize = 5;

impl After {
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

    pub(super) fn retry(&self, cx: &mut Cx) -> Step {
        let worst = self.worst();
        let (Some(decision), Ok(played)) = (worst.get(self.picker.cursor()), &self.game) else {
            return Step::Stay;
        };
        match Retry::new(
            &played.rules,
            &played.names,
            decision.seat,
            &decision.state,
            cx,
        ) {
            Ok(retry) => Step::Open(table::sit(Box::new(retry), cx)),
            Err(trouble) => {
                cx.complain(trouble);
                Step::Stay
            }
        }
    }

    pub(super) fn draw_worst(&mut self, canvas: &mut Canvas<'_, '_>) {
        let look = canvas.look;
        let lines = self.worst_lines(canvas);
        let area = match canvas.is_roomy() {
            true => {
                let block = panel("Decisions that gave most away", look);
                let inner = block.inner(canvas.area);
                let whole = canvas.area;
                canvas.put(block, whole);
                inner
            }
            false => canvas.area,
        };
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
        for (row, line) in (0..).zip(why) {
            canvas
                .part(reasons)
                .line(row, Line::styled(format!("    {line}"), look.faint));
        }
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
