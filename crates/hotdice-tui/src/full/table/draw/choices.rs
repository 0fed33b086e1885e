//! What can be chosen, and what the coach says about it.

use ratatui::text::{Line, Span};

use crate::full::canvas::Canvas;
use crate::full::table::TableScreen;
use crate::full::table::advice::WorthText;
use crate::plain::{draw, who_won};
use crate::session::TablePhase;

/// How wide a bar of the coach is.
const BAR: usize = 5;

/// How wide the figures beside it are.
const FIGURES: usize = 17;

impl TableScreen {
    pub(super) fn draw_choices(&mut self, canvas: &mut Canvas<'_, '_>) {
        let (area, heading) = (canvas.area, self.heading());
        let canvas = &mut canvas.framed(area, &heading);
        if self.is_yours() {
            self.draw_list(canvas);
        } else {
            self.draw_waiting(canvas);
        }
    }

    /// Says what everybody waits for, and who calls for another game.
    pub(super) fn draw_waiting(&self, canvas: &mut Canvas<'_, '_>) {
        let (strong, accent) = (canvas.look.strong, canvas.look.accent);
        canvas.line(0, Line::styled(format!(" {}", self.waiting()), strong));
        if let Some(call) = self.session.invitation() {
            canvas.line(1, Line::styled(format!(" {call}"), accent));
        }
    }

    fn heading(&self) -> String {
        match (self.is_yours(), self.coach) {
            (true, true) => match self.best() {
                Some(best) => format!("best: {best} · {}", self.advice.heading()),
                None => self.advice.heading(),
            },
            (true, false) => "Your choice".to_owned(),
            (false, _) => String::new(),
        }
    }

    /// Returns the words of the best choice, which may be far down the list.
    fn best(&self) -> Option<&str> {
        let best = self.advice.best()?;
        let mut choices = self.selection.choices().iter();
        let choice = choices.find(|choice| choice.notation == best)?;
        Some(&choice.label)
    }

    /// Says what everybody waits for.
    pub(super) fn waiting(&self) -> String {
        let status = self.session.status();
        match status.phase {
            TablePhase::Over(winners) => format!(
                "{} Enter shows how it went.",
                who_won(winners, &status.names)
            ),
            TablePhase::Theirs(seat) => {
                format!("{} is thinking …", draw::name(&status.names, seat))
            }
            TablePhase::Stuck => "The game cannot go on.".to_owned(),
            TablePhase::Yours(_) | TablePhase::Moving => "The dice roll …".to_owned(),
        }
    }

    pub(super) fn draw_list(&mut self, canvas: &mut Canvas<'_, '_>) {
        let choices = self.selection.choices();
        let width = choices
            .iter()
            .map(|choice| choice.label.chars().count())
            .max();
        let width = width.unwrap_or_default();
        let lines: Vec<Line<'static>> = (0..choices.len())
            .map(|place| self.choice(place, width, canvas))
            .collect();
        let astray = self.selection.is_astray();
        if astray {
            canvas.line(
                0,
                Line::styled(
                    format!(
                        " These {} are no choice together.",
                        self.selection.items_in_words()
                    ),
                    canvas.look.bad,
                ),
            );
        }
        let list = &mut canvas.rows(u16::from(astray), u16::MAX);
        self.selection.picker.draw(list, &lines);
    }

    fn choice(&self, place: usize, width: usize, canvas: &Canvas<'_, '_>) -> Line<'static> {
        let (choice, look) = (&self.selection.choices()[place], canvas.look);
        let key = match (self.selection.letter(place), self.selection.picks_items()) {
            (Some(letter), _) => format!("{letter} "),
            (None, false) if place < 9 => format!("{} ", place + 1),
            _ => "  ".to_owned(),
        };
        let mut spans = vec![
            Span::styled(key, look.accent),
            Span::raw(format!("{:<width$} ", choice.label)),
        ];
        if let Some(worth) = self.advice.worth(&choice.notation).filter(|_| self.coach) {
            let room = usize::from(canvas.area.width).saturating_sub(5 + width);
            spans.extend(worth_spans(&worth, room, canvas));
        }
        spans.push(Span::styled(format!(" {}", choice.hint), look.faint));
        Line::from(spans)
    }
}

/// Writes what a choice is worth, with a bar where there is room.
fn worth_spans(worth: &WorthText, room: usize, canvas: &Canvas<'_, '_>) -> Vec<Span<'static>> {
    let look = canvas.look;
    let (bar, gap) = if room < FIGURES + BAR {
        (0, "")
    } else {
        (BAR, " ")
    };
    let style = match worth.loss.as_str() {
        "best" => look.good,
        _ => look.plain,
    };
    let full = (worth.share * bar as f64).round() as usize;
    vec![
        Span::styled(format!("{:>7} ", worth.value), style),
        Span::styled("━".repeat(full), look.accent),
        Span::styled("┄".repeat(bar.saturating_sub(full)), look.faint),
        Span::styled(format!("{gap}{:<8}", worth.loss), style),
    ]
}
