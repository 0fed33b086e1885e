//! Sheets of boxes.

use std::ops::Range;

use hotdice_core::{Name, Seat, Sheet, SheetCell, SheetRow};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::full::canvas::Canvas;
use crate::full::look::Look;
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

/// How a sheet stands on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SheetForm {
    /// Row under row, with a column for each player; so many lines for a row.
    Whole(u16),
    /// In two halves side by side, with the column of whoever plays.
    Halves,
    /// As many rows as there is room for.
    Part,
}

/// Returns how wide a sheet is drawn in an area, and how high.
///
/// What rows are worth goes before any player does; where a player goes, there is a line for their points.
pub(crate) fn sheet_size(sheet: &Sheet, with_worth: bool, most: (u16, u16)) -> (u16, u16) {
    let all = players_width(sheet) + 1;
    let wide = if with_worth { all + WORTH } else { all };
    let (most, height) = (usize::from(most.0), most.1);
    let width = if wide <= most { wide } else { all.min(most) };
    match form(sheet, most as u16, height) {
        SheetForm::Whole(lines) => (width as u16, whole_height(sheet, lines, width as u16)),
        SheetForm::Halves => (most as u16, halves_height(sheet).min(height)),
        SheetForm::Part => (width as u16, height),
    }
}

fn form(sheet: &Sheet, width: u16, height: u16) -> SheetForm {
    let fits = |lines: &u16| whole_height(sheet, *lines, width) <= height;
    // The line of totals is not worth a box that cannot be seen.
    let halves = halves_height(sheet) <= height + 1;
    match [2, 1].into_iter().find(fits) {
        Some(lines) => SheetForm::Whole(lines),
        None if width >= 2 * LEAST_HALF && halves => SheetForm::Halves,
        None => SheetForm::Part,
    }
}

/// The least width of half a sheet.
const LEAST_HALF: u16 = 19;

fn whole_height(sheet: &Sheet, lines: u16, width: u16) -> u16 {
    let hidden = players_width(sheet) > usize::from(width);
    1 + lines * sheet.rows.len() as u16 + u16::from(hidden)
}

/// The boxes stand in two halves, and what is added up in a line above them.
fn halves_height(sheet: &Sheet) -> u16 {
    1 + boxes(sheet).count().div_ceil(2) as u16
}

/// Returns the rows that players fill.
fn boxes(sheet: &Sheet) -> impl Iterator<Item = &SheetRow> {
    sheet.rows.iter().filter(|row| !is_sum(row))
}

fn is_sum(row: &SheetRow) -> bool {
    matches!(row.cells.first(), Some(SheetCell::Sum(_)))
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
        match form(self.sheet, canvas.area.width, canvas.area.height) {
            SheetForm::Whole(lines) => self.draw_rows(canvas, lines),
            SheetForm::Part => self.draw_rows(canvas, 1),
            SheetForm::Halves => self.draw_halves(canvas),
        }
    }

    fn draw_rows(&self, canvas: &mut Canvas<'_, '_>, lines: u16) {
        let columns = self.columns(canvas.area.width);
        canvas.line(0, self.head(&columns, canvas));
        let room = usize::from(canvas.area.height.saturating_sub(1) / lines);
        let mut rows = self.rows_in_sight(room);
        if !self.out_of_sight(&columns, &rows).is_empty() {
            let room = canvas.area.height.saturating_sub(2) / lines;
            rows = self.rows_in_sight(usize::from(room));
            let last = canvas.area.height.saturating_sub(1);
            canvas.line(
                last,
                self.totals(&self.out_of_sight(&columns, &rows), canvas),
            );
        }
        for (place, line) in rows.zip((1..).step_by(usize::from(lines))) {
            let row = &self.sheet.rows[place];
            let area = canvas.rows(line, lines).area;
            let text = self.row(row, &columns, canvas);
            canvas.line(line, text);
            canvas.spot(area, ClickTarget::Row(row.name.clone()));
        }
    }

    /// Draws the boxes of whoever plays in two halves, under the totals of all.
    fn draw_halves(&self, canvas: &mut Canvas<'_, '_>) {
        let all: Vec<usize> = (0..self.sheet.columns.len()).collect();
        let head = u16::from(canvas.area.height >= halves_height(self.sheet));
        if head > 0 {
            canvas.line(0, self.totals(&all, canvas));
        }
        let column = self.columns(0).first().copied().unwrap_or_default();
        let boxes: Vec<&SheetRow> = boxes(self.sheet).collect();
        let high = boxes.len().div_ceil(2);
        let width = canvas.area.width / 2;
        for (place, row) in boxes.into_iter().enumerate() {
            let x = canvas.area.x + width * u16::from(place >= high);
            let y = canvas.area.y + head + (place % high.max(1)) as u16;
            let area = Rect::new(x, y, width, 1);
            let text = self.half_row(row, column, usize::from(width), canvas);
            canvas.part(area).line(0, text);
            canvas.spot(area, ClickTarget::Row(row.name.clone()));
        }
    }

    fn half_row(
        &self,
        row: &SheetRow,
        column: usize,
        width: usize,
        canvas: &Canvas<'_, '_>,
    ) -> Line<'static> {
        let (text, shade) = cell_text(row.cells.get(column), canvas.look);
        let worth = (self.worth)(&row.name).filter(|_| width >= 2 * usize::from(LEAST_HALF));
        let text = match worth {
            Some(worth) => format!("{text:>4}{worth:>WORTH$}"),
            None => format!("{text:>4}"),
        };
        let room = width.saturating_sub(text.chars().count() + 1);
        let name: String = row.name.chars().take(room).collect();
        let (mark, style, shade) = if Some(row.name.as_str()) == self.chosen {
            ("▶", canvas.look.chosen, canvas.look.chosen)
        } else {
            (" ", canvas.look.plain, shade)
        };
        Line::from(vec![
            Span::styled(format!("{mark}{name:<room$}"), style),
            Span::styled(text, shade),
        ])
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

    /// Writes the totals of some columns.
    fn totals(&self, columns: &[usize], canvas: &Canvas<'_, '_>) -> Line<'static> {
        let mut spans = vec![Span::raw(" ")];
        let cells = self.total().map(|total| &self.sheet.rows[total].cells);
        for column in columns.iter().copied() {
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
        let style = match (chosen, is_sum(row)) {
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
            let (text, shade) = cell_text(row.cells.get(*column), look);
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

fn cell_text(cell: Option<&SheetCell>, look: &Look) -> (String, Style) {
    match cell {
        None | Some(SheetCell::Open) => (".".to_owned(), look.faint),
        Some(SheetCell::Offered(points)) => (format!("({points})"), look.accent),
        Some(SheetCell::Filled(points)) => (points.to_string(), look.strong),
        Some(SheetCell::Sum(points)) => (points.to_string(), look.faint),
    }
}
