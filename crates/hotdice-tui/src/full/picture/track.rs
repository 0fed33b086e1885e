//! Numbers on their way to others.

use hotdice_core::{Name, Part, Scene, Seat, Track};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::text::{letter, seat_name};
use crate::full::canvas::Canvas;

/// Returns how many lines the tracks of a scene take.
pub(crate) fn rows_of_tracks(scene: &Scene) -> u16 {
    let tracks = scene
        .parts
        .iter()
        .filter(|part| matches!(part, Part::Track(_)));
    tracks.count() as u16
}

/// Draws a track in one line: whose it is, a bar if it leads somewhere, and the number.
pub(crate) fn draw_track(
    canvas: &mut Canvas<'_, '_>,
    track: &Track,
    names: &[Name],
    turn: Option<Seat>,
) {
    let area = canvas.area;
    let widths = names.iter().map(|name| Span::raw(name.as_str()).width());
    let width = widths.max().unwrap_or_default().min(16);
    let number = match track.target {
        Some(target) => format!("{:>6} of {target} {}", track.value, track.name),
        None => format!("{:>6} {}", track.value, track.name),
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
            .map_or(0, |target| target.to_string().len() as u16 + 4);
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
