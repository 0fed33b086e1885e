//! Sheets of boxes.

use std::ops::Range;

use hotdice_core::{Name, Seat, Sheet, SheetCell, SheetRow};
use ratatui::text::{Line, Span};

use crate::full::canvas::Canvas;
use crate::full::screen::ClickTarget;
use crate::plain::draw;

/// A sheet with what there is to say about its rows.
pub(crate) struct SheetPicture<'a> {
    pub(crate) sheet: &'a Sheet,
    pub(crate) names: &'a [Name],
    /// Whose turn it is.
    pub(crate) turn: Option<Seat>,
    /// The row under the cursor.
    pub(crate) chosen: Option<&'a str>,
    /// What a row is worth to whoever decides, in words; written where there is room beside all players.
    pub(crate) worth: &'a dyn Fn(&str) -> Option<String>,
}

/// How wide a column is.
const COLUMN: usize = 8;

/// How wide the column is that says what rows are worth.
const WORTH: usize = 9;

/// Returns how wide a sheet is drawn where there is so much room, and how high.
///
/// What rows are worth goes before any player does; where a player goes, there is a line for their points.
pub(crate) fn sheet_size(sheet: &Sheet, with_worth: bool, most: u16) -> (u16, u16) {
    let all = players_width(sheet) + 1;
    let wide = if with_worth { all + WORTH } else { all };
    let most = usize::from(most);
    let width = if wide <= most { wide } else { all.min(most) };
    let height = 1 + sheet.rows.len() + usize::from(all > most);
    (width as u16, height as u16)
}

/// Returns the width in which all players have a column.
fn players_width(sheet: &Sheet) -> usize {
    heading_width(sheet) + COLUMN * sheet.columns.len()
}

fn heading_width(sheet: &Sheet) -> usize {
    let widths = sheet.rows.iter().map(|row| row.name.chars().count());
    widths.max().unwrap_or_default() + 2
}

impl SheetPicture<'_> {
    /// Draws the sheet; if it is too high, the rows around the chosen one. Rows can be clicked as [`ClickTarget::Row`].
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let columns = self.columns(canvas.area.width);
        canvas.line(0, self.head(&columns, canvas));
        let room = usize::from(canvas.area.height.saturating_sub(1));
        let mut rows = self.rows_in_sight(room);
        if !self.out_of_sight(&columns, &rows).is_empty() {
            rows = self.rows_in_sight(room.saturating_sub(1));
            let last = canvas.area.height.saturating_sub(1);
            canvas.line(last, self.totals(&columns, &rows, canvas));
        }
        for (line, place) in (1..).zip(rows) {
            let row = &self.sheet.rows[place];
            let area = canvas.rows(line, 1).area;
            let text = self.row(row, &columns, canvas);
            canvas.line(line, text);
            canvas.spot(area, ClickTarget::Row(row.name.clone()));
        }
    }

    /// Returns the columns there is room for, that of whoever plays first.
    fn columns(&self, width: u16) -> Vec<usize> {
        let all = self.sheet.columns.len();
        let room = usize::from(width).saturating_sub(heading_width(self.sheet)) / COLUMN;
        let turn = self
            .turn
            .and_then(|turn| self.sheet.columns.iter().position(|seat| *seat == turn));
        match (room >= all, turn) {
            (true, _) | (_, None) => (0..all).take(room.max(1)).collect(),
            (false, Some(turn)) => (turn..all).chain(0..turn).take(room.max(1)).collect(),
        }
    }

    /// Returns the row in which the sheet adds everything up: the last of its sums.
    fn total(&self) -> Option<usize> {
        let is_sum = |row: &SheetRow| matches!(row.cells.first(), Some(SheetCell::Sum(_)));
        self.sheet.rows.iter().rposition(is_sum)
    }

    /// Returns the columns whose total is not drawn.
    fn out_of_sight(&self, columns: &[usize], rows: &Range<usize>) -> Vec<usize> {
        let all = 0..self.sheet.columns.len();
        match self.total() {
            Some(total) if rows.contains(&total) => {
                all.filter(|column| !columns.contains(column)).collect()
            }
            Some(_) => all.collect(),
            None => Vec::new(),
        }
    }

    /// Writes the totals that are not drawn.
    fn totals(
        &self,
        columns: &[usize],
        rows: &Range<usize>,
        canvas: &Canvas<'_, '_>,
    ) -> Line<'static> {
        let mut spans = vec![Span::raw(" ")];
        let cells = self.total().map(|total| &self.sheet.rows[total].cells);
        for column in self.out_of_sight(columns, rows) {
            let seat = self.sheet.columns[column];
            let cell = cells.and_then(|cells| cells.get(column));
            if let Some(SheetCell::Sum(points) | SheetCell::Filled(points)) = cell {
                let name = draw::name(self.names, seat);
                spans.push(Span::styled(name, canvas.look.seat(seat.index())));
                spans.push(Span::raw(format!(" {points}  ")));
            }
        }
        Line::from(spans)
    }

    /// Returns the rows that are drawn.
    fn rows_in_sight(&self, room: usize) -> Range<usize> {
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
        let room = usize::from(canvas.area.width);
        let worth = (self.worth)(&row.name).filter(|_| players_width(self.sheet) + WORTH <= room);
        if let Some(worth) = worth {
            spans.push(Span::styled(format!("{worth:>WORTH$}"), look.good));
        }
        Line::from(spans)
    }
}
