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
    /// Whether rows may have worth.
    pub(crate) with_worth: bool,
    /// What a row is worth to whoever decides, in words; written where there is room beside all players.
    pub(crate) worth: &'a dyn Fn(&str) -> Option<String>,
}

/// How wide a column is at least.
const COLUMN: usize = 8;

/// How wide a column is at most, however long a name is.
const WIDEST_COLUMN: usize = 17;

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
/// Columns are as wide as the names, where there is room. What rows are worth goes before any player does; where a player goes, there is
/// a line for their points.
pub(crate) fn sheet_size(
    sheet: &Sheet,
    names: &[Name],
    with_worth: bool,
    most: (u16, u16),
) -> (u16, u16) {
    let (most, height) = (usize::from(most.0), most.1);
    let with_worth = with_worth && players_width(sheet) + WORTH < most;
    let worth = if with_worth { WORTH } else { 0 };
    let column = column_width(sheet, names, most.saturating_sub(worth + 1));
    let all = heading_width(sheet) + column * sheet.columns.len() + 1;
    let width = (all + worth).min(most);
    match form(sheet, most as u16, height) {
        SheetForm::Whole(lines) => (width as u16, whole_height(sheet, lines, width as u16)),
        SheetForm::Halves => {
            let width = halves_width(sheet, most);
            (width as u16, halves_height(sheet).min(height))
        }
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

/// Returns how wide two halves are in such a width: wider than boxes and points only if there is room for what rows are worth as well.
fn halves_width(sheet: &Sheet, most: usize) -> usize {
    if most >= 4 * usize::from(LEAST_HALF) {
        return most;
    }
    let names = boxes(sheet).map(|row| row.name.chars().count());
    let half = names.max().unwrap_or_default() + 5;
    (2 * half.max(LEAST_HALF.into())).min(most)
}

/// Returns the rows that players fill.
fn boxes(sheet: &Sheet) -> impl Iterator<Item = &SheetRow> {
    sheet.rows.iter().filter(|row| !is_sum(row))
}

fn is_sum(row: &SheetRow) -> bool {
    matches!(row.cells.first(), Some(SheetCell::Sum(_)))
}

/// Returns the least width in which all players have a column.
fn players_width(sheet: &Sheet) -> usize {
    heading_width(sheet) + COLUMN * sheet.columns.len()
}

fn heading_width(sheet: &Sheet) -> usize {
    let widths = sheet.rows.iter().map(|row| row.name.chars().count());
    widths.max().unwrap_or_default() + 2
}

/// Returns how wide a column is in such a width: as the longest name is, or as there is room for all.
fn column_width(sheet: &Sheet, names: &[Name], width: usize) -> usize {
    let lengths = sheet.columns.iter();
    let lengths = lengths.map(|seat| draw::name(names, *seat).chars().count());
    let wanted = lengths.max().unwrap_or_default() + 1;
    let room = width.saturating_sub(heading_width(sheet)) / sheet.columns.len().max(1);
    wanted.min(room).clamp(COLUMN, WIDEST_COLUMN)
}

/// Cuts names to so many letters; those that would become the same keep their ends as well.
fn cut_names(names: &[String], most: usize) -> Vec<String> {
    let cut = |name: &String, tail: usize| {
        let letters: Vec<char> = name.chars().collect();
        if letters.len() <= most {
            return name.clone();
        }
        let head = letters.iter().take(most.saturating_sub(tail + 1));
        let tail = letters.iter().skip(letters.len() - tail);
        head.chain(&['…']).chain(tail).collect::<String>()
    };
    let all = |tail: usize| -> Vec<String> { names.iter().map(|name| cut(name, tail)).collect() };
    let collisions = |cut: &[String]| {
        let of = |name: &String| cut.iter().filter(|other| *other == name).count() > 1;
        cut.iter().map(of).collect::<Vec<bool>>()
    };
    let mut short = all(0);
    for tail in 1..most.saturating_sub(1) {
        let same = collisions(&short);
        if !same.contains(&true) {
            break;
        }
        let longer = all(tail);
        for (place, _) in same.iter().enumerate().filter(|(_, same)| **same) {
            short[place].clone_from(&longer[place]);
        }
    }
    short
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

    /// Returns how wide a column is if so many are drawn.
    fn column(&self, columns: usize, width: u16) -> usize {
        let width = usize::from(width);
        if columns < self.sheet.columns.len() {
            return COLUMN;
        }
        let worth = if self.has_worth(width) { WORTH } else { 0 };
        column_width(self.sheet, self.names, width.saturating_sub(worth))
    }

    /// Tells whether there is a column for what rows are worth, beside those of all players.
    fn has_worth(&self, width: usize) -> bool {
        self.with_worth && players_width(self.sheet) + WORTH < width
    }

    /// Returns the names above the columns.
    fn short_names(&self, most: usize) -> Vec<String> {
        let names = self.sheet.columns.iter();
        let names: Vec<String> = names.map(|seat| draw::name(self.names, *seat)).collect();
        cut_names(&names, most)
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

    /// Writes the totals of some columns; names are cut until all of them fit.
    fn totals(&self, columns: &[usize], canvas: &Canvas<'_, '_>) -> Line<'static> {
        let room = usize::from(canvas.area.width);
        let lengths = (2..=WIDEST_COLUMN).rev();
        let mut lines = lengths.map(|most| self.totals_in(columns, most, canvas.look));
        let fitting = lines.find(|line| line.width() <= room);
        fitting.unwrap_or_else(|| self.totals_in(columns, 1, canvas.look))
    }

    fn totals_in(&self, columns: &[usize], most: usize, look: &Look) -> Line<'static> {
        let names = self.short_names(most);
        let cells = self.total().map(|total| &self.sheet.rows[total].cells);
        let mut spans = Vec::new();
        for column in columns.iter().copied() {
            let cell = cells.and_then(|cells| cells.get(column));
            if let Some(SheetCell::Sum(points) | SheetCell::Filled(points)) = cell {
                let seat = self.sheet.columns[column];
                let gap = if spans.is_empty() { " " } else { "  " };
                spans.push(Span::raw(gap));
                spans.push(Span::styled(names[column].clone(), look.seat(seat.index())));
                spans.push(Span::raw(format!(" {points}")));
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
        let width = self.column(columns.len(), canvas.area.width);
        let names = self.short_names(width - 1);
        for column in columns {
            let seat = self.sheet.columns[*column];
            spans.push(Span::styled(
                format!("{:>width$}", names[*column]),
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
        let column_width = self.column(columns.len(), canvas.area.width);
        for column in columns {
            let (text, shade) = cell_text(row.cells.get(*column), look);
            let shade = if chosen { look.chosen } else { shade };
            spans.push(Span::styled(format!("{text:>column_width$}"), shade));
        }
        let room = usize::from(canvas.area.width);
        let worth = (self.worth)(&row.name).filter(|_| self.has_worth(room));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], most: usize, cut: &[&str]) {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(cut_names(&names, most), cut);
    }

    #[test]
    fn names_that_are_cut_stay_different() {
        check(&["Player 1", "Player 2"], 8, &["Player 1", "Player 2"]);
        check(&["Player 1", "Player 2"], 7, &["Playe…1", "Playe…2"]);
        check(&["Christopher", "Bo"], 7, &["Christ…", "Bo"]);
        check(
            &["Christopher", "Player 1", "Player 2"],
            4,
            &["Chr…", "Pl…1", "Pl…2"],
        );
        check(&["Player 11", "Player 21"], 6, &["Pla…11", "Pla…21"]);
        check(&["Same name", "Same name"], 4, &["S…me", "S…me"]);
    }
}
