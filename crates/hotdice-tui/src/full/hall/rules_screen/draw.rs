//! How house rules are drawn.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::{RulesScreen, TypedRule};
use crate::full::canvas::Canvas;
use crate::full::hall::menu;
use crate::plain::fold;
use crate::rules_editor::effect;

/// From this width on the rules in words stand beside the rest.
const WIDE: u16 = 120;

/// The lines below: what the rule under the cursor is, and what it takes.
const FOOT: u16 = 4;

impl RulesScreen {
    pub(super) fn draw_all(&mut self, canvas: &mut Canvas<'_, '_>) {
        if !canvas.is_roomy() {
            return self.draw_narrow(canvas);
        }
        let [body, foot] = menu::with_foot(canvas.area, FOOT);
        let (widths, wide) = if canvas.area.width >= WIDE {
            ([36, 44, 0], true)
        } else {
            ([34, 0, 0], false)
        };
        let columns = if wide {
            [
                Constraint::Length(widths[0]),
                Constraint::Length(widths[1]),
                Constraint::Min(0),
            ]
        } else {
            [
                Constraint::Length(widths[0]),
                Constraint::Min(0),
                Constraint::Length(0),
            ]
        };
        let [list, effect, words] = Layout::horizontal(columns).areas(body);
        self.draw_list(canvas, list);
        self.draw_effect(canvas, effect);
        if wide {
            let mut inside = canvas.framed(words, "In words");
            let lines = self.words.lines(inside.area.width, inside.look);
            self.page.draw(&mut inside, &lines);
        }
        self.draw_foot(&mut canvas.part(foot));
    }

    /// Draws the list alone, and what is typed.
    fn draw_narrow(&mut self, canvas: &mut Canvas<'_, '_>) {
        let [list, foot] = match self.typing {
            Some(_) => Layout::vertical([Constraint::Min(0), Constraint::Length(1)]),
            None => Layout::vertical([Constraint::Min(0), Constraint::Length(0)]),
        }
        .areas(canvas.area);
        let lines = self.lines(canvas);
        self.picker.draw(&mut canvas.part(list), &lines);
        if let Some(typing) = &self.typing {
            typing
                .field
                .draw(&mut canvas.part(foot), label(typing.what));
        }
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (plain, changed) = (canvas.look.plain, canvas.look.held);
        let line = |(parameter, usual): (hotdice_core::ParameterValue, String)| {
            let (mark, style) = if parameter.value == usual {
                (" ", plain)
            } else {
                ("*", changed)
            };
            let name = format!("{:<14}", parameter.name);
            let value = Span::styled(format!("{mark}{}", parameter.value), style);
            Line::from(vec![Span::raw(name), value])
        };
        self.rules.parameters().into_iter().map(line).collect()
    }

    fn draw_list(&mut self, canvas: &mut Canvas<'_, '_>, area: Rect) {
        let heading = if self.rules.is_changed() {
            "Rules  (* changed)"
        } else {
            "Rules"
        };
        let lines = self.lines(canvas);
        let mut inside = canvas.framed(area, heading);
        self.picker.draw(&mut inside, &lines);
    }

    fn draw_effect(&mut self, canvas: &mut Canvas<'_, '_>, area: Rect) {
        let mut inside = canvas.framed(area, "What they do");
        let width = usize::from(inside.area.width);
        let than = self.usual.answer().filter(|_| self.rules.is_changed());
        let mut row = 0;
        if let Some(answer) = self.now.answer() {
            for line in effect(answer, than, width) {
                inside.line(row, line);
                row += 1;
            }
        }
        let busy = self.now.is_busy() || (self.rules.is_changed() && self.usual.is_busy());
        if busy {
            inside.line(row, Span::styled("working…", inside.look.faint));
        } else if than.is_some() {
            let usual = format!("(…) against {}", self.rules.preset().rules_line());
            inside.line(row, Span::styled(usual, inside.look.faint));
        }
    }

    fn draw_foot(&self, canvas: &mut Canvas<'_, '_>) {
        let Some(parameter) = self.chosen() else {
            return;
        };
        let width = usize::from(canvas.area.width).saturating_sub(2);
        let rule = format!(" {}: {}", parameter.name, parameter.meaning);
        let takes = format!(" takes {}", parameter.accepts);
        let mut lines = fold(&rule, width, 1);
        lines.extend(fold(&takes, width, 1));
        let last = canvas.area.height.saturating_sub(1);
        for (row, line) in (0..last).zip(lines) {
            canvas.line(row, line);
        }
        let area = Rect {
            x: canvas.area.x + 1,
            y: canvas.area.y + last,
            width: canvas.area.width.saturating_sub(1),
            height: canvas.area.height.min(1),
        };
        let mut below = canvas.part(area);
        match &self.typing {
            Some(typing) => typing.field.draw(&mut below, label(typing.what)),
            None => below.line(
                0,
                Span::styled(self.rules.game().rules_line(), below.look.accent),
            ),
        }
    }
}

fn label(what: TypedRule) -> &'static str {
    match what {
        TypedRule::Value(name) => name,
        TypedRule::Line => "rules",
    }
}
