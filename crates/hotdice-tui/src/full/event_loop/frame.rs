//! What stands around every screen: a title above, the keys below, help over it.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Remark, Screen};
use crate::full::widgets::panel;
use crate::plain::fold;

/// Less than this shows nothing but a request for more.
const LEAST: (u16, u16) = (20, 5);

/// The most lines of a remark.
const MOST_REMARK: usize = 3;

/// Draws a screen with its title and its keys.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    screen: &mut dyn Screen,
    cx: &Cx,
    look: &Look,
    spots: &mut Vec<(Rect, ClickTarget)>,
) {
    let whole = frame.area();
    if whole.width < LEAST.0 || whole.height < LEAST.1 {
        frame.render_widget(Paragraph::new("Too small: enlarge the window"), whole);
        return;
    }
    let remark = cx.remark.as_ref().map(|remark| fold_remark(remark, whole));
    let last = remark.as_ref().map_or(1, Vec::len) as u16;
    let rows = [
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(last),
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
    let style = match &cx.remark {
        Some(Remark::Good(_)) => look.good,
        Some(Remark::Bad(_)) => look.bad,
        None => look.plain,
    };
    match remark {
        Some(lines) => {
            for (row, line) in (0..).zip(lines) {
                canvas.line(row, Span::styled(line, style));
            }
        }
        None => draw_keys(&mut canvas, &screen.keys(), screen.is_typing()),
    }
}

/// Folds a remark into as many lines as the screen can spare; what is left over stands in the last of them, to be cut.
fn fold_remark(remark: &Remark, whole: Rect) -> Vec<String> {
    let text = match remark {
        Remark::Good(text) => format!(" {text}"),
        Remark::Bad(text) => format!(" ! {text}"),
    };
    let room = usize::from(whole.height.saturating_sub(LEAST.1 - 1)).clamp(1, MOST_REMARK);
    let mut lines = fold(&text, usize::from(whole.width), 3);
    let rest = lines.split_off(room.min(lines.len()));
    if let Some(last) = lines.last_mut() {
        rest.iter().for_each(|line| *last += line);
    }
    lines
}

/// Draws as many keys as there is room for; the others are in the help, which is only a sign where letters are typed.
fn draw_keys(canvas: &mut Canvas<'_, '_>, keys: &[KeyHint], typing: bool) {
    let help = KeyHint::new(ratatui::crossterm::event::KeyCode::Char('?'), "?", "help");
    let width =
        |hint: &KeyHint| (hint.label.chars().count() + hint.does.chars().count() + 3) as u16;
    let helps = if typing { 0 } else { width(&help) };
    let end = canvas.area.right().saturating_sub(helps);
    let mut x = canvas.area.x;
    for hint in keys {
        if x + width(hint) > end {
            break;
        }
        draw_key(canvas, x, hint);
        x += width(hint);
    }
    if !typing {
        draw_key(canvas, x.min(end), &help);
    }
}

fn draw_key(canvas: &mut Canvas<'_, '_>, x: u16, hint: &KeyHint) {
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
        ClickTarget::Key(hint.key),
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
        ("Ctrl-C", "leave; the game is saved"),
        ("Ctrl-Z", "suspend; fg in the shell resumes"),
        ("Ctrl-L", "draw everything again"),
        ("Ctrl-U Ctrl-W", "clear what is typed, delete a word"),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str, width: u16, height: u16) -> Vec<String> {
        let whole = Rect::new(0, 0, width, height);
        fold_remark(&Remark::Bad(text.to_owned()), whole)
    }

    #[test]
    fn a_remark_has_as_many_lines_as_it_needs_and_the_screen_can_spare() {
        let text = "Not possible: these dice are no choice, because the three is alone.";
        assert_eq!(folded(text, 80, 24).len(), 1);
        let lines = folded(text, 40, 24);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with("is alone."), "{lines:?}");
        assert!(lines.iter().all(|line| line.len() <= 40), "{lines:?}");
        // What is left over is there to be cut.
        let lines = folded(&text.repeat(3), 40, 24);
        assert_eq!(lines.len(), 3);
        assert!(lines[2].len() > 40, "{lines:?}");
        assert_eq!(folded(text, 40, 5).len(), 1);
    }
}
