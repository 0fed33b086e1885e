//! Where screens draw, and where clicks are remembered.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::look::Look;
use super::screen::ClickTarget;
use super::widgets::panel;
use crate::plain::fold;

/// The smallest screen on which everything is drawn; below it, the important things stand line by line.
pub(crate) const ROOMY: (u16, u16) = (80, 24);

/// A part of the screen.
pub(crate) struct Canvas<'a, 'b> {
    frame: &'a mut Frame<'b>,
    /// What may be drawn on.
    pub(crate) area: Rect,
    /// Colours and signs.
    pub(crate) look: &'a Look,
    spots: &'a mut Vec<(Rect, ClickTarget)>,
}

impl<'a, 'b> Canvas<'a, 'b> {
    /// Returns a canvas.
    pub(crate) fn new(
        frame: &'a mut Frame<'b>,
        area: Rect,
        look: &'a Look,
        spots: &'a mut Vec<(Rect, ClickTarget)>,
    ) -> Self {
        Self {
            frame,
            area,
            look,
            spots,
        }
    }

    /// Returns a smaller canvas, cut to what there is.
    pub(crate) fn part(&mut self, area: Rect) -> Canvas<'_, 'b> {
        Canvas {
            area: area.intersection(self.area),
            frame: self.frame,
            look: self.look,
            spots: self.spots,
        }
    }

    /// Returns some lines of the canvas, counted from the top.
    pub(crate) fn rows(&mut self, first: u16, count: u16) -> Canvas<'_, 'b> {
        let area = Rect {
            y: self.area.y.saturating_add(first),
            height: count,
            ..self.area
        };
        self.part(area)
    }

    /// Draws a frame with a heading around an area, and returns what is inside.
    pub(crate) fn framed(&mut self, area: Rect, heading: &str) -> Canvas<'_, 'b> {
        let block = panel(heading, self.look);
        let inner = block.inner(area);
        self.put(block, area);
        self.part(inner)
    }

    /// Tells whether the whole screen has room for boxes and large dice.
    pub(crate) fn is_roomy(&self) -> bool {
        let whole = self.frame.area();
        whole.width >= ROOMY.0 && whole.height >= ROOMY.1
    }

    /// Draws a widget on an area.
    pub(crate) fn put(&mut self, widget: impl Widget, area: Rect) {
        let area = area.intersection(self.area);
        self.frame.render_widget(widget, area);
    }

    /// Writes a line, counted from the top; where it is cut at the edge, that shows.
    pub(crate) fn line<'c>(&mut self, row: u16, line: impl Into<Line<'c>>) {
        if row >= self.area.height || self.area.width == 0 {
            return;
        }
        let (area, line) = (self.rows(row, 1).area, line.into());
        let is_cut = written_width(&line) > usize::from(area.width);
        self.put(line, area);
        let last = (area.right() - 1, area.y);
        if is_cut && let Some(cell) = self.buffer().cell_mut(last) {
            cell.set_symbol("…");
        }
    }

    /// Writes lines from the top.
    pub(crate) fn lines<'c, L: Into<Line<'c>>>(&mut self, lines: impl IntoIterator<Item = L>) {
        for (row, line) in (0..).zip(lines) {
            self.line(row, line);
        }
    }

    /// Writes a text from a row on, folded and a little indented.
    pub(crate) fn paragraph(&mut self, row: u16, text: &str, style: Style) {
        let width = usize::from(self.area.width).saturating_sub(4);
        for (row, line) in (row..).zip(fold(text, width, 0)) {
            self.line(row, Span::styled(format!("  {line}"), style));
        }
    }

    /// Writes a text at a place of the screen, cut at the edge of the canvas.
    pub(crate) fn write(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if self.area.contains(Position { x, y }) {
            let room = usize::from(self.area.right() - x);
            self.buffer().set_stringn(x, y, text, room, style);
        }
    }

    /// Remembers that an area can be clicked.
    pub(crate) fn spot(&mut self, area: Rect, spot: ClickTarget) {
        let area = area.intersection(self.area);
        if !area.is_empty() {
            self.spots.push((area, spot));
        }
    }

    /// Shows the terminal's cursor, where letters are typed.
    pub(crate) fn cursor(&mut self, x: u16, y: u16) {
        let position = Position { x, y };
        if self.area.contains(position) {
            self.frame.set_cursor_position(position);
        }
    }

    fn buffer(&mut self) -> &mut Buffer {
        self.frame.buffer_mut()
    }
}

/// Returns how wide a line is without the blanks at its end.
fn written_width(line: &Line<'_>) -> usize {
    let text: String = line.iter().map(|span| span.content.as_ref()).collect();
    line.width() - (text.len() - text.trim_end_matches(' ').len())
}
