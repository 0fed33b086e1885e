//! Lines of a scene with names in them.

use hotdice_core::{self as core, Name, Seat, Tone};
use ratatui::text::{Line, Span};

use crate::full::look::Look;
use crate::plain::draw;

/// Letters that tell seats apart without colour.
const LETTERS: [&str; 6] = ["x", "o", "+", "v", "z", "n"];

/// Returns the letter of a seat.
pub(crate) fn letter(seat: Seat) -> &'static str {
    LETTERS[seat.index() % LETTERS.len()]
}

/// Writes who sits at a seat.
pub(crate) fn seat_name(seat: Seat, names: &[Name], look: &Look) -> Span<'static> {
    Span::styled(draw::name(names, seat).to_owned(), look.seat(seat.index()))
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
