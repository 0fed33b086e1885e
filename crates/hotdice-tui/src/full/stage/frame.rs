//! What stands around every screen: a title above, the keys below, help over it.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::super::canvas::Canvas;
use super::super::look::Look;
use super::super::screen::{Cx, Hint, Remark, Screen, Spot};
use super::super::widgets::panel;

/// Less than this shows nothing but a request for more.
const LEAST: (u16, u16) = (20, 5);

/// Draws a screen with its title and its keys.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    screen: &mut dyn Screen,
    cx: &Cx,
    look: &Look,
    spots: &mut Vec<(Rect, Spot)>,
) {
    let whole = frame.area();
    if whole.width < LEAST.0 || whole.height < LEAST.1 {
        frame.render_widget(Paragraph::new("Too small: enlarge the window"), whole);
        return;
    }
    let rows = [
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(1),
    ];
    let [title, body, keys] = Layout::vertical(rows).areas(whole);
    frame.render_widget(
        Line::styled(format!(" {}", screen.title()), look.bar),
        title,
    );
    frame.buffer_mut().set_style(title, look.bar);
    let mut canvas = Canvas::new(frame, body, look, spots);
    screen.draw(&mut canvas);
    let mut canvas = Canvas::new(frame, keys, look, spots);
    match &cx.remark {
        Some(Remark::Good(text)) => canvas.line(0, Span::styled(format!(" {text}"), look.good)),
        Some(Remark::Bad(text)) => canvas.line(0, Span::styled(format!(" ! {text}"), look.bad)),
        None => draw_keys(&mut canvas, &screen.keys()),
    }
}

/// Draws as many keys as there is room for; the others are in the help.
fn draw_keys(canvas: &mut Canvas<'_, '_>, keys: &[Hint]) {
    let help = Hint::new(ratatui::crossterm::event::KeyCode::Char('?'), "?", "help");
    let width = |hint: &Hint| (hint.label.chars().count() + hint.does.chars().count() + 3) as u16;
    let end = canvas.area.right().saturating_sub(width(&help));
    let mut x = canvas.area.x;
    for hint in keys {
        if x + width(hint) > end {
            break;
        }
        draw_key(canvas, x, hint);
        x += width(hint);
    }
    draw_key(canvas, x.min(end), &help);
}

fn draw_key(canvas: &mut Canvas<'_, '_>, x: u16, hint: &Hint) {
    let (y, label) = (canvas.area.y, hint.label.chars().count() as u16);
    let (key, does) = (canvas.look.accent, canvas.look.faint);
    canvas.write(x + 1, y, hint.label, key);
    canvas.write(x + 2 + label, y, &hint.does, does);
    let width = label + hint.does.chars().count() as u16 + 1;
    canvas.spot(
        Rect {
            x: x + 1,
            y,
            width,
            height: 1,
        },
        Spot::Key(hint.key),
    );
}

/// Draws all keys of a screen over it.
pub(super) fn draw_help(frame: &mut Frame<'_>, screen: &dyn Screen, look: &Look) {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for hint in screen.keys() {
        let label = Span::styled(format!("{:>14}  ", hint.label), look.accent);
        lines.push(Line::from(vec![label, Span::raw(hint.does)]));
    }
    for (label, does) in [
        ("Ctrl-C", "leave; a game that is played is saved"),
        ("Ctrl-Z", "sleep; fg in the shell wakes the program"),
        (
            "Ctrl-U Ctrl-W",
            "where letters are typed: empty it, delete a word",
        ),
    ] {
        let label = Span::styled(format!("{label:>14}  "), look.accent);
        lines.push(Line::from(vec![label, Span::raw(does)]));
    }
    let area = centred(frame.area(), 64, lines.len() as u16 + 2);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(panel("Keys", look)), area);
}

/// Returns an area in the middle of another.
pub(crate) fn centred(whole: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(whole.width), height.min(whole.height));
    Rect {
        x: whole.x + (whole.width - width) / 2,
        y: whole.y + (whole.height - height) / 2,
        width,
        height,
    }
}
