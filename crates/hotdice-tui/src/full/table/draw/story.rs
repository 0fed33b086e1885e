//! The story, and the course of the game.

use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;

use crate::full::canvas::Canvas;
use crate::full::picture::{PlotCurve, plot, spoken, wrapped};
use crate::full::table::TableScreen;

/// How high the course of a game is drawn.
const GRAPH: u16 = 8;

/// The least lines in which it stands beside the story.
const BOTH: u16 = 14;

/// The most lines of a course.
const MOST_GRAPH: u16 = 16;

impl TableScreen {
    /// Tells whether the course of the game is drawn where there is room.
    pub(super) fn has_course(&self) -> bool {
        self.coach && self.session.course().len() > 1
    }

    /// Draws the story, and the course of the game below it if there is room for both.
    pub(super) fn draw_rest(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let share = if self.has_course() && area.height >= BOTH {
            GRAPH
        } else {
            0
        };
        let rows = [Constraint::Min(0), Constraint::Length(share)];
        let [story, course] = Layout::vertical(rows).areas(area);
        self.draw_story(&mut canvas.part(story));
        self.draw_course(&mut canvas.part(course));
    }

    /// Draws as much of the story as there is room for, in a frame where that leaves enough of it.
    pub(super) fn draw_story(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        if !canvas.is_roomy() || area.height < 3 {
            let lines = self.latest(canvas);
            return canvas.lines(lines);
        }
        let heading = match self.scrolled {
            0 => "Story",
            _ => "Story (PgDn goes on)",
        };
        let mut inner = canvas.framed(area, heading);
        let lines = self.latest(&inner);
        inner.lines(lines);
    }

    /// Returns the last lines of the story, or those that it was scrolled to.
    fn latest(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let room = usize::from(canvas.area.height);
        let width = usize::from(canvas.area.width);
        let names = &self.session.status().names;
        let mut lines: Vec<Line<'static>> = Vec::new();
        let told = self.story.iter().rev().skip(self.scrolled);
        for told in told.take(room) {
            let told = wrapped(&spoken(told, names, canvas.look), width);
            lines.splice(0..0, told);
        }
        lines.split_off(lines.len().saturating_sub(room))
    }

    pub(super) fn draw_course(&self, canvas: &mut Canvas<'_, '_>) {
        let (mut area, look) = (canvas.area, canvas.look);
        if area.height < 4 {
            return;
        }
        area.height = area.height.min(MOST_GRAPH);
        let course = self.session.course();
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(course.iter().copied()).collect();
        let chance = course.iter().all(|value| (0.0..=1.0).contains(value));
        let curve = PlotCurve {
            name: String::new(),
            style: look.accent,
            points: &points,
        };
        let (bounds, label): (_, &dyn Fn(f64) -> String) = if chance {
            ((0.0, 1.0), &|height| format!("{:.0}%", 100.0 * height))
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
