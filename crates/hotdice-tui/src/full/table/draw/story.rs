//! What was told, and how the game went so far.

use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;

use super::super::super::canvas::Canvas;
use super::super::super::picture::{Curve, plot, spoken, wrapped};
use super::super::super::widgets::panel;
use super::super::TableScreen;

/// How high the course of a game is drawn.
const GRAPH: u16 = 8;

/// The least lines in which it stands beside the story.
const BOTH: u16 = 14;

impl TableScreen {
    /// Draws the story, and the course of the game below it if the coach is there and there is room for both.
    pub(super) fn draw_rest(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let graph = self.coach && self.sitting.course().len() > 1;
        let share = match graph && area.height >= BOTH {
            true => GRAPH,
            false => 0,
        };
        let [story, course] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(share)]).areas(area);
        self.draw_story(&mut canvas.part(story));
        self.draw_course(&mut canvas.part(course));
    }

    fn draw_story(&self, canvas: &mut Canvas<'_, '_>) {
        let (area, look) = (canvas.area, canvas.look);
        if area.height < 3 {
            return;
        }
        let block = panel("Story", look);
        let inner = block.inner(area);
        canvas.put(block, area);
        let lines = self.latest(usize::from(inner.height), inner.width, canvas);
        for (row, line) in (0..).zip(lines) {
            canvas.part(inner).line(row, line);
        }
    }

    /// Returns the last lines of the story.
    pub(super) fn latest(
        &self,
        room: usize,
        width: u16,
        canvas: &Canvas<'_, '_>,
    ) -> Vec<Line<'static>> {
        let names = &self.sitting.standing().names;
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
        let block = panel("How it went so far", look);
        let inner = block.inner(area);
        canvas.put(block, area);
        let course = self.sitting.course();
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(course.iter().copied()).collect();
        let chance = course.iter().all(|value| (0.0..=1.0).contains(value));
        let curve = Curve {
            name: String::new(),
            style: look.accent,
            points: &points,
        };
        let (bounds, label): (_, &dyn Fn(f64) -> String) = match chance {
            true => ((0.0, 1.0), &|height| format!("{:.0} %", 100.0 * height)),
            false => (around(course), &|height| format!("{height:.0}")),
        };
        plot(&mut canvas.part(inner), &[curve], bounds, label);
    }
}

/// Returns bounds around values, never closer than a little.
fn around(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let margin = ((high - low) * 0.1).max(1.0);
    (low - margin, high + margin)
}
