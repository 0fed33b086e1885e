//! Pictures of terminals.

use std::fmt::Write;

use crate::cells::{self, Cell, Style};
use crate::palette::{Colour, INK, PAPER};
use crate::shapes::{self, CELL, Pen, Shape};

/// The room around the screen.
const MARGIN: f32 = 14.0;

/// What a terminal showed at a moment.
#[derive(Debug, PartialEq)]
pub struct Still {
    columns: u16,
    rows: Vec<Vec<Cell>>,
}

impl Still {
    /// Reads what tmux captured with colours from a terminal so wide.
    pub(crate) fn of(captured: &str, columns: u16) -> Self {
        Self {
            columns,
            rows: cells::read(captured),
        }
    }

    /// Returns the letters alone.
    pub fn text(&self) -> String {
        let lines = self.rows.iter().map(|row| {
            let line: String = row.iter().map(|cell| cell.letter).collect();
            line.trim_end().to_owned() + "\n"
        });
        lines.collect()
    }

    /// Draws the picture.
    pub fn svg(&self) -> String {
        let width = f32::from(self.columns) * CELL.0 + 2.0 * MARGIN;
        let height = self.rows.len() as f32 * CELL.1 + 2.0 * MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" \
             font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\" fill=\"{INK}\">\n\
             <rect width=\"100%\" height=\"100%\" rx=\"10\" fill=\"{PAPER}\"/>\n\
             <g transform=\"translate({MARGIN} {MARGIN})\">\n"
        );
        for (number, row) in self.rows.iter().enumerate() {
            draw_row(&mut svg, row, number as f32 * CELL.1);
        }
        svg + "</g>\n</svg>\n"
    }
}

fn draw_row(svg: &mut String, row: &[Cell], top: f32) {
    for (start, run) in runs(row, |one, other| one.colours().1 == other.colours().1) {
        draw_paper(svg, run, start, top);
    }
    for (start, run) in runs(row, |one, other| one == other) {
        draw_shapes(svg, run, start, top);
        draw_words(svg, run, start, top);
    }
}

/// Cuts a row into pieces that look the same, each with the column that it begins at.
fn runs(row: &[Cell], same: impl Fn(Style, Style) -> bool) -> Vec<(usize, &[Cell])> {
    let mut start = 0;
    let chunks = row.chunk_by(|one, other| same(one.style, other.style));
    let placed = chunks.map(|run| {
        let at = start;
        start += run.len();
        (at, run)
    });
    placed.collect()
}

fn draw_paper(svg: &mut String, run: &[Cell], start: usize, top: f32) {
    let paper = run[0].style.colours().1;
    if paper != PAPER {
        let (left, width) = (start as f32 * CELL.0, run.len() as f32 * CELL.0);
        // A little more than the cells, so that no seam shows between rows.
        put(
            svg,
            format_args!(
                "<rect x=\"{left:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{paper}\"/>",
                CELL.1 + 0.3
            ),
        );
    }
}

/// Draws the lines and dots of a run: all strokes of a pen as one path.
fn draw_shapes(svg: &mut String, run: &[Cell], start: usize, top: f32) {
    let ink = run[0].style.colours().0;
    let mut strokes = [Pen::Fine, Pen::Broad, Pen::Point].map(|pen| (pen, String::new()));
    for (column, cell) in (start..).zip(run) {
        let left = column as f32 * CELL.0;
        match shapes::of(cell.letter) {
            Some(Shape::Stroke(path, pen)) => {
                let own = strokes.iter_mut().find(|(other, _)| *other == pen);
                own.into_iter()
                    .for_each(|(_, paths)| *paths += &moved(&path, left, top));
            }
            Some(shape) => draw_shape(svg, &shape, ink, left, top),
            None => {}
        }
    }
    for (pen, paths) in strokes.iter().filter(|(_, paths)| !paths.is_empty()) {
        let width = match pen {
            Pen::Fine => "1.2",
            Pen::Broad => "2.4",
            Pen::Point => "1.8\" stroke-linecap=\"round",
        };
        put(
            svg,
            format_args!(
                "<path d=\"{paths}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>"
            ),
        );
    }
}

fn draw_shape(svg: &mut String, shape: &Shape, ink: Colour, left: f32, top: f32) {
    let (x, y) = (left + CELL.0 / 2.0, top + CELL.1 / 2.0);
    match shape {
        Shape::Stroke(..) => {}
        Shape::Block([from, over, width, height], opacity) => put(
            svg,
            format_args!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{ink}\" opacity=\"{opacity}\"/>",
                left + from,
                top + over,
                width + 0.2
            ),
        ),
        Shape::Dot(radius) => put(
            svg,
            format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{ink}\"/>"),
        ),
        Shape::Ring(radius) => put(
            svg,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.2\"/>"
            ),
        ),
    }
}

/// Moves a path that begins at the corner of its cell.
fn moved(path: &str, left: f32, top: f32) -> String {
    let mut moved = String::new();
    let mut number = String::new();
    let mut is_y = false;
    for letter in path.chars().chain([' ']) {
        if letter.is_ascii_digit() || letter == '.' {
            number.push(letter);
            continue;
        }
        if let Ok(at) = number.parse::<f32>() {
            let at = at + if is_y { top } else { left };
            let _ = write!(moved, "{at:.1}");
            is_y = !is_y;
            number.clear();
        }
        moved.push(letter);
    }
    moved.trim_end().to_owned()
}

/// Writes the words of a run, each group at its place and as wide as its cells.
fn draw_words(svg: &mut String, run: &[Cell], start: usize, top: f32) {
    let style = run[0].style;
    let letters: Vec<char> = run.iter().map(|cell| cell.letter).collect();
    for (from, words) in groups(&letters) {
        let count = words.chars().count();
        let left = (start + from) as f32 * CELL.0;
        put(
            svg,
            format_args!(
                "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\"{}>{}</text>",
                top + CELL.1 * 0.74,
                count as f32 * CELL.0,
                manner(style),
                escaped(&words)
            ),
        );
    }
}

/// Returns groups of letters that are written: none has two spaces together, and drawn characters cut them.
fn groups(letters: &[char]) -> Vec<(usize, String)> {
    let mut groups: Vec<(usize, String)> = Vec::new();
    let mut end = 0;
    for (place, letter) in letters.iter().enumerate() {
        if *letter == ' ' || shapes::of(*letter).is_some() {
            continue;
        }
        match groups.last_mut() {
            Some((_, words)) if place == end => words.push(*letter),
            Some((_, words)) if place == end + 1 && letters[end] == ' ' => {
                words.extend([' ', *letter]);
            }
            _ => groups.push((place, letter.to_string())),
        }
        end = place + 1;
    }
    groups
}

fn manner(style: Style) -> String {
    let mut manner = String::new();
    let ink = style.colours().0;
    if ink != INK {
        let _ = write!(manner, " fill=\"{ink}\"");
    }
    for (is, attribute) in [
        (style.bold, " font-weight=\"bold\""),
        (style.italic, " font-style=\"italic\""),
        (style.underlined, " text-decoration=\"underline\""),
    ] {
        manner += if is { attribute } else { "" };
    }
    manner
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn put(svg: &mut String, element: std::fmt::Arguments<'_>) {
    // Writing to a text cannot fail.
    let _ = writeln!(svg, "{element}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_their_cells() {
        let letters: Vec<char> = "a b  c│d".chars().collect();
        let expected = [(0, "a b"), (5, "c"), (7, "d")];
        assert_eq!(
            groups(&letters),
            expected.map(|(place, words)| (place, words.to_owned()))
        );
    }

    #[test]
    fn paths_move() {
        assert_eq!(moved("M4.2 9L0 9", 8.4, 18.0), "M12.6 27.0L8.4 27.0");
    }

    #[test]
    fn a_picture_is_well_formed() {
        let still = Still::of("\u{1b}[7m <a & b> \u{1b}[0m ─● \n", 20);
        let svg = still.svg();
        assert!(svg.contains(">&lt;a &amp; b&gt;</text>"), "{svg}");
        assert!(svg.contains("<circle"), "{svg}");
        assert!(svg.contains("<path"), "{svg}");
        assert_eq!(still.text(), " <a & b>  ─●\n");
        assert_eq!(svg.matches("<text").count(), 1);
    }
}
