//! A game from left to right: a curve, where one is, and where the mistakes are.

use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::canvas::{self, Canvas as Plot};

use crate::full::canvas::Canvas;
use crate::full::screen::ClickTarget;

/// The time line of a game.
pub(super) struct Timeline<'a> {
    pub(super) curves: &'a [TimelineCurve],
    /// The lowest and the highest value.
    pub(super) bounds: (f64, f64),
    /// Writes a value at the edge.
    pub(super) label: &'a dyn Fn(f64) -> String,
    /// How many events there are.
    pub(super) last: usize,
    /// After how many of them one is.
    pub(super) cursor: usize,
    /// The mistakes, by the events before them.
    pub(super) mistakes: &'a [(usize, MistakeMark)],
}

/// What one seat had at every moment.
pub(super) struct TimelineCurve {
    /// The letter that tells it from others without colour.
    pub(super) letter: &'static str,
    pub(super) style: Style,
    pub(super) values: Vec<f64>,
}

/// Whose a mistake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MistakeMark {
    Others,
    Yours,
}

impl MistakeMark {
    const fn sign(self) -> &'static str {
        match self {
            Self::Others => "△",
            Self::Yours => "▲",
        }
    }
}

/// The least lines in which a curve is drawn rather than written in blocks.
const CURVE: u16 = 4;

/// How wide the values at the edge are.
const EDGE: u16 = 7;

/// Blocks from low to high.
const BLOCKS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

impl Timeline<'_> {
    /// Draws the whole game, however long. Every moment can be clicked as [`ClickTarget::Item`].
    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let whole = canvas.area;
        if whole.is_empty() {
            return;
        }
        let mut area = whole;
        if whole.height >= CURVE && whole.width >= 4 * EDGE {
            area.x += EDGE;
            area.width -= EDGE + 1;
        }
        let curve = Rect {
            height: area.height - 1,
            ..area
        };
        if whole.height >= CURVE {
            self.draw_edge(&mut canvas.part(Rect {
                width: area.x - whole.x,
                height: curve.height,
                ..whole
            }));
            self.draw_curves(canvas, curve);
        } else if !curve.is_empty() {
            self.draw_blocks(canvas, curve);
        }
        self.draw_marks(
            canvas,
            Rect {
                y: area.bottom() - 1,
                height: 1,
                ..area
            },
        );
        for column in 0..area.width {
            let spot = Rect::new(area.x + column, area.y, 1, area.height);
            canvas.spot(spot, ClickTarget::Item(self.moment(column, area.width)));
        }
    }

    fn draw_edge(&self, canvas: &mut Canvas<'_, '_>) {
        let (area, faint) = (canvas.area, canvas.look.faint);
        if area.width < EDGE {
            return;
        }
        let (low, high) = self.bounds;
        let middle = area.y + (area.height - 1) / 2;
        let ends = [(area.y, high), (area.bottom() - 1, low)];
        let middle = (area.height >= 5).then_some((middle, (low + high) / 2.0));
        for (y, value) in ends.into_iter().chain(middle) {
            let text = format!("{:>6} ", (self.label)(value));
            canvas.write(area.x, y, &text, faint);
        }
    }

    fn draw_curves(&self, canvas: &mut Canvas<'_, '_>, area: Rect) {
        let accent = canvas.look.accent;
        let x = area.x + self.column(self.cursor, area.width);
        for y in area.top()..area.bottom() {
            canvas.write(x, y, "│", accent);
        }
        let plot = Plot::default()
            .marker(Marker::Braille)
            .x_bounds([0.0, self.last.max(1) as f64])
            .y_bounds([self.bounds.0, self.bounds.1])
            .paint(|context| {
                for curve in self.curves.iter().rev() {
                    let color = curve.style.fg.unwrap_or(Color::Reset);
                    let points = (0..).map(f64::from).zip(curve.values.iter().copied());
                    let points: Vec<(f64, f64)> = points.collect();
                    for ends in points.windows(2) {
                        let ((x1, y1), (x2, y2)) = (ends[0], ends[1]);
                        context.draw(&canvas::Line::new(x1, y1, x2, y2, color));
                    }
                }
            });
        canvas.put(plot, area);
        if self.curves.len() > 1 {
            self.draw_letters(canvas, area);
        }
    }

    /// Writes its letter on every curve, each in a column of its own.
    fn draw_letters(&self, canvas: &mut Canvas<'_, '_>, area: Rect) {
        let parts = self.curves.len() + 1;
        for (place, curve) in (1..).zip(self.curves) {
            let column = (usize::from(area.width) * place / parts) as u16;
            let moment = self.moment(column, area.width);
            let share = self.share(curve.values.get(moment).copied());
            let height = (share * f64::from(area.height - 1)).round() as u16;
            let y = area.bottom() - 1 - height;
            canvas.write(area.x + column, y, curve.letter, curve.style);
        }
    }

    /// Returns where a value is between the lowest and the highest.
    fn share(&self, value: Option<f64>) -> f64 {
        let (low, high) = self.bounds;
        let value = value.unwrap_or(low);
        ((value - low) / (high - low).max(f64::EPSILON)).clamp(0.0, 1.0)
    }

    /// Writes the first curve in blocks, where there is no room for more.
    fn draw_blocks(&self, canvas: &mut Canvas<'_, '_>, area: Rect) {
        let Some(curve) = self.curves.first() else {
            return;
        };
        let (faint, chosen) = (canvas.look.faint, canvas.look.chosen);
        for column in 0..area.width {
            let moment = self.moment(column, area.width);
            let share = self.share(curve.values.get(moment).copied());
            let block = BLOCKS[((share * 8.0) as usize).min(7)];
            let style = if column == self.column(self.cursor, area.width) {
                chosen
            } else {
                faint
            };
            canvas.write(area.x + column, area.bottom() - 1, block, style);
        }
    }

    fn draw_marks(&self, canvas: &mut Canvas<'_, '_>, area: Rect) {
        let look = canvas.look;
        canvas.write(area.x, area.y, &"┄".repeat(area.width.into()), look.faint);
        let mut marks = self.mistakes.to_vec();
        // Where several fall into one column, one's own is seen.
        marks.sort_by_key(|(_, mark)| *mark);
        for (moment, mark) in &marks {
            let x = area.x + self.column(*moment, area.width);
            let style = match mark {
                MistakeMark::Yours => look.bad,
                MistakeMark::Others => look.faint,
            };
            canvas.write(x, area.y, mark.sign(), style);
        }
        let here = self.column(self.cursor, area.width);
        let at_cursor = marks.iter().rfind(|(moment, _)| *moment == self.cursor);
        let sign = at_cursor.map_or("┃", |(_, mark)| mark.sign());
        canvas.write(area.x + here, area.y, sign, look.chosen);
    }

    /// Returns the column of a moment.
    fn column(&self, moment: usize, width: u16) -> u16 {
        let share = moment as f64 / self.last.max(1) as f64;
        (share * f64::from(width.saturating_sub(1))).round() as u16
    }

    /// Returns the moment of a column.
    fn moment(&self, column: u16, width: u16) -> usize {
        let share = f64::from(column) / f64::from(width.saturating_sub(1).max(1));
        (share * self.last as f64).round() as usize
    }
}

/// Returns bounds around values, never closer than a little.
pub(super) fn around(curves: &[TimelineCurve]) -> (f64, f64) {
    let values = || curves.iter().flat_map(|curve| curve.values.iter().copied());
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    if low < high {
        (low, high)
    } else {
        (low.min(0.0), high.max(low.min(0.0) + 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(last: usize) -> Timeline<'static> {
        Timeline {
            curves: &[],
            bounds: (0.0, 1.0),
            label: &|value| value.to_string(),
            last,
            cursor: 0,
            mistakes: &[],
        }
    }

    #[test]
    fn the_first_and_the_last_moment_are_at_the_edges() {
        for last in [1, 7, 60, 500] {
            let line = of(last);
            assert_eq!((line.column(0, 60), line.column(last, 60)), (0, 59));
            assert_eq!((line.moment(0, 60), line.moment(59, 60)), (0, last));
        }
    }

    #[test]
    fn a_click_on_a_moment_goes_there() {
        for last in [1, 7, 59] {
            let line = of(last);
            for moment in 0..=last {
                assert_eq!(line.moment(line.column(moment, 60), 60), moment);
            }
        }
    }
}
