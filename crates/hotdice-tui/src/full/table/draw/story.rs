//! What was told, and how the game went so far.

use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;

use crate::full::canvas::Canvas;
use crate::full::picture::{PlotCurve, plot, spoken, wrapped};
use crate::full::table::TableScreen;

/// How high the course of a game is drawn.
const GRAPH: u16 = 8;

/// The least lines in which it stands beside the story.
const BOTH: u16 = 14;

impl TableScreen {
    /// Draws the story, and the course of the game below it if the coach is there and there is room for both.
    pub(super) fn draw_rest(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let graph = self.coach && self.session.course().len() > 1;
        let share = if graph && area.height >= BOTH {
            GRAPH
        } else {
            0
        };
        let [story, course] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(share)]).areas(area);
        self.draw_story(&mut canvas.part(story));
        self.draw_course(&mut canvas.part(course));
    }

    fn draw_story(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        if area.height < 3 {
            return;
        }
        let mut inner = canvas.framed(area, "Story");
        let lines = self.latest(inner.area.height, inner.area.width, &inner);
        inner.lines(lines);
    }

    /// Returns the last lines of the story.
    pub(super) fn latest(
        &self,
        room: u16,
        width: u16,
        canvas: &Canvas<'_, '_>,
    ) -> Vec<Line<'static>> {
        let room = usize::from(room);
        let names = &self.session.status().names;
        let mut lines: Vec<Line<'static>> = Vec::new();
        for told in self.story.iter().rev().take(room) {
            let told = wrapped(&spoken(told, names, canvas.look), usize::from(width));
            lines.splice(0..0, told);
        }
        lines.split_off(lines.len().saturating_sub(room))
    }

    fn draw_course(&self, canvas: &mut Canvas<'_, '_>) {
        let (area, look) = (canvas.area, canvas.look);
        if area.height < 4 {
            return;
        }
        let course = self.session.course();
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(course.iter().copied()).collect();
        let chance = course.iter().all(|value| (0.0..=1.0).contains(value));
        let curve = PlotCurve {
            name: String::new(),
            style: look.accent,
            points: &points,
        };
        let (bounds, label): (_, &dyn Fn(f64) -> String) = if chance {
            ((0.0, 1.0), &|height| format!("{:.0} %", 100.0 * height))
        } else {
            (around(course), &|height| format!("{height:.0}"))
        };
        let inner = &mut canvas.framed(area, "How it went so far");
        plot(inner, &[curve], bounds, label);
    }
}

/// Returns bounds around values, never closer than a little.
fn around(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let margin = ((high - low) * 0.1).max(1.0);
    (low - margin, high + margin)
}
