//! Sheets of boxes.

use hotdice_core::{Name, Seat, Sheet, SheetCell, SheetRow};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::canvas::Canvas;
use super::super::screen::Spot;
use crate::plain::draw;

/// A sheet with what there is to say about its rows.
pub(crate) struct SheetPicture<'a> {
    pub(crate) sheet: &'a Sheet,
    pub(crate) names: &'a [Name],
    /// Whose turn it is.
    pub(crate) turn: Option<Seat>,
    /// The row under the cursor.
    pub(crate) chosen: Option<&'a str>,
    /// Whether there is a column for what rows are worth.
    pub(crate) with_worth: bool,
    /// What a row is worth to whoever decides, in words.
    pub(crate) worth: &'a dyn Fn(&str) -> Option<String>,
}

/// How wide a column is.
const COLUMN: usize = 8;

/// How wide the column is that says what rows are worth.
const WORTH: usize = 9;

/// Returns the width in which a whole sheet fits.
pub(crate) fn sheet_width(sheet: &Sheet, with_worth: bool) -> u16 {
    let worth = if with_worth { WORTH } else { 0 };
    (heading_width(sheet) + COLUMN * sheet.columns.len() + worth + 2) as u16
}

fn heading_width(sheet: &Sheet) -> usize {
    let widths = sheet.rows.iter().map(|row| row.name.chars().count());
    widths.max().unwrap_or_default() + 2
}

impl SheetPicture<'_> {
    /// Draws the sheet; if it is too high, the rows around the chosen one. Rows can be clicked as [`Spot::Row`].
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let columns = self.columns(canvas.area.width);
        canvas.line(0, self.head(&columns, canvas));
        let room = usize::from(canvas.area.height.saturating_sub(1));
        for (line, place) in (1..).zip(self.rows_in_sight(room)) {
            let row = &self.sheet.rows[place];
            let area = Rect {
                y: canvas.area.y + line,
                height: 1,
                ..canvas.area
            };
            let text = self.row(row, &columns, canvas);
            canvas.line(line, text);
            canvas.spot(area, Spot::Row(row.name.clone()));
        }
    }

    /// Returns the columns there is room for, that of whoever plays first.
    fn columns(&self, width: u16) -> Vec<usize> {
        let all = self.sheet.columns.len();
        let worth = if self.with_worth { WORTH } else { 0 };
        let room = usize::from(width).saturating_sub(heading_width(self.sheet) + worth) / COLUMN;
        let turn = self
            .turn
            .and_then(|turn| self.sheet.columns.iter().position(|seat| *seat == turn));
        match (room >= all, turn) {
            (true, _) | (_, None) => (0..all).take(room.max(1)).collect(),
            (false, Some(turn)) => (turn..all).chain(0..turn).take(room.max(1)).collect(),
        }
    }

    /// Returns the rows that are drawn.
    fn rows_in_sight(&self, room: usize) -> std::ops::Range<usize> {
        let all = self.sheet.rows.len();
        let chosen = self
            .sheet
            .rows
            .iter()
            .position(|row| Some(row.name.as_str()) == self.chosen);
        let middle = chosen.unwrap_or_default().saturating_sub(room / 2);
        let first = middle.min(all.saturating_sub(room));
        first..all.min(first + room)
    }

    fn head(&self, columns: &[usize], canvas: &Canvas<'_, '_>) -> Line<'static> {
        let mut spans = vec![Span::raw(" ".repeat(heading_width(self.sheet)))];
        for column in columns {
            let seat = self.sheet.columns[*column];
            let name: String = draw::name(self.names, seat)
                .chars()
                .take(COLUMN - 1)
                .collect();
            spans.push(Span::styled(
                format!("{name:>COLUMN$}"),
                canvas.look.seat(seat.index()),
            ));
        }
        Line::from(spans)
    }

    fn row(&self, row: &SheetRow, columns: &[usize], canvas: &Canvas<'_, '_>) -> Line<'static> {
        let look = canvas.look;
        let width = heading_width(self.sheet);
        let chosen = Some(row.name.as_str()) == self.chosen;
        let is_sum = row
            .cells
            .iter()
            .any(|cell| matches!(cell, SheetCell::Sum(_)));
        let style = match (chosen, is_sum) {
            (true, _) => look.chosen,
            (false, true) => look.faint,
            (false, false) => look.plain,
        };
        let mark = if chosen { "▶" } else { " " };
        let mut spans = vec![Span::styled(
            format!("{mark}{:<1$}", row.name, width - 1),
            style,
        )];
        for column in columns {
            let (text, shade) = match row.cells.get(*column) {
                None | Some(SheetCell::Open) => (".".to_owned(), look.faint),
                Some(SheetCell::Offered(points)) => (format!("({points})"), look.accent),
                Some(SheetCell::Filled(points)) => (points.to_string(), look.strong),
                Some(SheetCell::Sum(points)) => (points.to_string(), look.faint),
            };
            let shade = if chosen { look.chosen } else { shade };
            spans.push(Span::styled(format!("{text:>COLUMN$}"), shade));
        }
        if let Some(worth) = (self.worth)(&row.name) {
            spans.push(Span::styled(format!("{worth:>WORTH$}"), look.good));
        }
        Line::from(spans)
    }
}
