//! Scenes as pictures.
//!
//! Nothing in here knows a game: whatever a scene is made of is drawn, also for games that are not written yet.

mod dice;
mod scene;
mod sheet;
mod triangle;

use hotdice_core as core;
use hotdice_core::{Name, Seat, Tone, Track, with_commas};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};

use super::canvas::Canvas;
use super::look::Look;
use crate::plain::draw;

pub(crate) use dice::{DiceRow, DieFace, DieLook};
pub(crate) use dice::{TileFace, draw_tiles, tiles_height};
pub(crate) use scene::{BoardPart, remarks, tracks};
pub(crate) use sheet::SheetPicture;
pub(crate) use triangle::TrianglePicture;

/// Letters that tell seats apart without colour.
const LETTERS: [&str; 6] = ["x", "o", "+", "v", "z", "n"];

/// Returns the letter of a seat.
pub(crate) fn letter(seat: Seat) -> &'static str {
    LETTERS[seat.index() % LETTERS.len()]
}

/// Writes who sits at a seat.
pub(crate) fn seat_name(seat: Seat, names: &[Name], look: &Look) -> Span<'static> {
    Span::styled(draw::name(names, seat), look.seat(seat.index()))
}

/// Writes a line of a story; a sign says what its colour says.
pub(crate) fn spoken(line: &core::Line, names: &[Name], look: &Look) -> Line<'static> {
    let (sign, style) = match line.tone {
        Tone::Plain => ("", look.plain),
        Tone::Good => ("+ ", look.good),
        Tone::Bad => ("! ", look.bad),
    };
    let mut spans = vec![Span::styled(sign, style)];
    for span in &line.spans {
        spans.push(match span {
            core::Span::Text(text) => Span::styled(text.clone(), style),
            core::Span::Dice(dice) => Span::styled(dice.to_string(), style),
            core::Span::Seat(seat) => seat_name(*seat, names, look),
        });
    }
    Line::from(spans)
}

/// Breaks a line between words; later lines are indented.
pub(crate) fn wrapped(line: &Line<'static>, width: usize) -> Vec<Line<'static>> {
    let width = width.max(8);
    if line.width() <= width {
        return vec![line.clone()];
    }
    let mut lines = vec![Line::default()];
    for span in &line.spans {
        for word in span.content.split_inclusive(' ') {
            let word = Span::styled(word.to_owned(), span.style);
            let last = lines.last().map_or(0, Line::width);
            if last > 2 && last + Span::raw(word.content.trim_end()).width() > width {
                lines.push(Line::from("  "));
            }
            if let Some(last) = lines.last_mut() {
                last.spans.push(word);
            }
        }
    }
    lines
}

/// A curve with a name.
pub(crate) struct PlotCurve<'a> {
    pub(crate) name: String,
    pub(crate) style: Style,
    pub(crate) points: &'a [(f64, f64)],
}

/// Draws curves between 0 and 1, or as high as they go, with `label` written at a height.
pub(crate) fn plot(
    canvas: &mut Canvas<'_, '_>,
    curves: &[PlotCurve<'_>],
    (low, high): (f64, f64),
    label: &dyn Fn(f64) -> String,
) {
    let area = canvas.area;
    if area.width < 12 || area.height < 3 {
        return;
    }
    let points = curves.iter().flat_map(|curve| curve.points);
    let last = points.map(|(x, _)| *x).fold(1.0, f64::max);
    let datasets = curves.iter().map(|curve| {
        Dataset::default()
            .name(curve.name.clone())
            .marker(Marker::Braille)
            .graph_type(GraphType::Line)
            .style(curve.style)
            .data(curve.points)
    });
    let faint = canvas.look.faint;
    let labels = [low, (low + high) / 2.0, high].map(|height| Span::styled(label(height), faint));
    let chart = Chart::new(datasets.collect())
        .x_axis(Axis::default().style(faint).bounds([0.0, last]))
        .y_axis(
            Axis::default()
                .style(faint)
                .bounds([low, high])
                .labels(labels),
        )
        .legend_position(None);
    canvas.put(chart, area);
}

/// Returns how wide the longest name is.
pub(crate) fn name_width(names: &[Name]) -> usize {
    let seats = Seat::all(names.len() as u8);
    let widths = seats.map(|seat| Span::raw(draw::name(names, seat)).width());
    widths.max().unwrap_or_default()
}

/// Draws a track in one line: whose it is, a bar if it leads somewhere, and the number.
pub(crate) fn draw_track(
    canvas: &mut Canvas<'_, '_>,
    track: &Track,
    names: &[Name],
    turn: Option<Seat>,
) {
    let area = canvas.area;
    let width = name_width(names).min(16);
    let value = track.value_in_words();
    let number = match track.target {
        Some(target) => format!("{value:>6} of {} {}", with_commas(target), track.name),
        None => format!("{value:>6} {}", track.name),
    };
    let mark = if turn == Some(track.seat) {
        Span::styled("▶ ", canvas.look.accent)
    } else {
        Span::raw("  ")
    };
    let mut name = seat_name(track.seat, names, canvas.look);
    let short: String = name.content.chars().take(width).collect();
    let padding = " ".repeat(width.saturating_sub(Span::raw(&short).width()));
    let style = name.style;
    name = Span::styled(short, style);
    let who = Span::styled(format!("{} ", letter(track.seat)), style);
    canvas.line(
        0,
        Line::from(vec![mark, who, name, Span::raw(padding), Span::raw(number)]),
    );
    let used = (width + 4 + 6) as u16
        + track
            .target
            .map_or(0, |target| with_commas(target).len() as u16 + 4);
    let used = used + track.name.chars().count() as u16 + 1;
    if let Some(target) = track.target.filter(|target| *target > 0) {
        let room = area.width.saturating_sub(used + 2);
        let bar = Rect {
            x: area.x + used + 1,
            width: room.min(30),
            ..area
        };
        draw_bar(
            &mut canvas.part(bar),
            f64::from(track.value) / f64::from(target),
            track.seat,
        );
    }
}

fn draw_bar(canvas: &mut Canvas<'_, '_>, share: f64, seat: Seat) {
    if canvas.area.width < 5 {
        return;
    }
    let width = f64::from(canvas.area.width);
    let full = (share.clamp(0.0, 1.0) * width).round() as usize;
    let rest = usize::from(canvas.area.width) - full;
    let style = canvas.look.seat(seat.index());
    let line = Line::from(vec![
        Span::styled("━".repeat(full), style),
        Span::styled("┄".repeat(rest), canvas.look.faint),
    ]);
    canvas.line(0, line);
}
