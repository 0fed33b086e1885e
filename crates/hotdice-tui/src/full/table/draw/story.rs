//! The story, and the course of the game.

use hotdice_core::Seat;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;

use crate::full::canvas::Canvas;
use crate::full::picture::{PlotCurve, plot, spoken, wrapped};
use crate::full::table::TableScreen;
use crate::session::TablePhase;

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

    /// Returns the course of the game up to its end, if it is over.
    fn whole_course(&self) -> Vec<f64> {
        let course = self.session.course().to_vec();
        up_to_end(course, self.session.status().phase, self.followed())
    }

    /// Returns the seat whose course it is: that of the player of this terminal, or the first that is no bot.
    fn followed(&self) -> Seat {
        let status = self.session.status();
        let you = status.people.iter().position(|person| person.you);
        let mut names = status.names.iter();
        let person = || names.position(|name| !name.as_str().starts_with("bot:"));
        let place = you.or_else(person).unwrap_or_default();
        Seat::new(place as u8).unwrap_or(Seat::FIRST)
    }

    /// Says what the curve is, and whose.
    fn course_heading(&self, chance: bool, width: usize) -> String {
        let status = self.session.status();
        let what = if chance {
            "chance to win"
        } else {
            "points to expect"
        };
        let whose = format!("{}'s {what}", status.name(self.followed()));
        let when = if self.is_over() {
            "How it went"
        } else {
            "How it went so far"
        };
        let whole = format!("{when}: {whose}");
        if whole.chars().count() + 4 <= width {
            whole
        } else {
            whose
        }
    }

    pub(super) fn draw_course(&self, canvas: &mut Canvas<'_, '_>) {
        let (mut area, look) = (canvas.area, canvas.look);
        if area.height < 4 {
            return;
        }
        area.height = area.height.min(MOST_GRAPH);
        let chance = is_chance(self.session.course());
        let course = self.whole_course();
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(course.iter().copied()).collect();
        let curve = PlotCurve {
            name: String::new(),
            style: look.accent,
            points: &points,
        };
        let (bounds, label): (_, &dyn Fn(f64) -> String) = if chance {
            ((0.0, 1.0), &|height| format!("{:.0}%", 100.0 * height))
        } else {
            (around(&course), &|height| format!("{height:.0}"))
        };
        let heading = self.course_heading(chance, usize::from(area.width));
        let inner = &mut canvas.framed(area, &heading);
        plot(inner, &[curve], bounds, label);
    }
}

/// Ends a course of chances with what came of it.
fn up_to_end(mut course: Vec<f64>, phase: TablePhase, seat: Seat) -> Vec<f64> {
    if let TablePhase::Over(winners) = phase
        && is_chance(&course)
    {
        let share = if winners.contains(seat) {
            1.0 / f64::from(winners.len())
        } else {
            0.0
        };
        if course.last() != Some(&share) {
            course.push(share);
        }
    }
    course
}

/// Tells whether values are chances to win.
fn is_chance(course: &[f64]) -> bool {
    course.iter().all(|value| (0.0..=1.0).contains(value))
}

/// Returns bounds around values, never closer than a little.
fn around(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let margin = ((high - low) * 0.1).max(1.0);
    (low - margin, high + margin)
}

#[cfg(test)]
mod tests {
    use hotdice_core::SeatSet;

    use super::*;

    #[track_caller]
    fn check(course: &[f64], phase: TablePhase, whole: &[f64]) {
        assert_eq!(up_to_end(course.to_vec(), phase, Seat::FIRST), whole);
    }

    #[test]
    fn a_course_ends_with_what_came_of_it() {
        let seats: Vec<Seat> = Seat::all(2).collect();
        let won = |seats: &[Seat]| TablePhase::Over(seats.iter().copied().collect::<SeatSet>());
        check(&[0.5, 0.45], TablePhase::Moving, &[0.5, 0.45]);
        check(&[0.5, 0.45], won(&seats[1..]), &[0.5, 0.45, 0.0]);
        check(&[0.5, 0.45], won(&seats[..1]), &[0.5, 0.45, 1.0]);
        check(&[0.5, 0.45], won(&seats), &[0.5, 0.45, 0.5]);
        check(&[0.5, 1.0], won(&seats[..1]), &[0.5, 1.0]);
        check(&[200.0, 190.0], won(&seats[..1]), &[200.0, 190.0]);
    }
}
