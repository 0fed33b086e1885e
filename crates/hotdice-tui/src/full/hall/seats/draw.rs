//! How seats are drawn.

use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::seat_list::SeatKind;
use super::{SeatRow, SeatsScreen};
use crate::full::canvas::Canvas;
use crate::plain::{fold, level_in_words};

impl SeatsScreen {
    pub(super) fn draw_all(&mut self, canvas: &mut Canvas<'_, '_>) {
        let foot = match (canvas.is_roomy(), &self.typing) {
            (true, _) => 5,
            (false, Some(_)) => 1,
            (false, None) => 0,
        };
        let [list, foot] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(foot)]).areas(canvas.area);
        let lines = self.lines(canvas);
        self.picker.draw(&mut canvas.part(list), &lines);
        let mut foot = canvas.part(foot);
        if let Some(field) = &self.typing {
            return field.draw(&mut foot, "  Name");
        }
        let width = usize::from(foot.area.width).saturating_sub(4);
        for (row, line) in (0..).zip(fold(&self.advice(), width, 0)) {
            foot.line(row, format!("  {line}"));
        }
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (look, places) = (canvas.look, self.places());
        let seat = |seat: usize| {
            let number = Span::styled(format!("{}  ", seat + 1), look.seat(seat));
            let (who, what) = match &places[seat] {
                SeatKind::Person(name) => (name.clone(), "plays at this terminal"),
                SeatKind::Bot(level) => (format!("bot:{level}"), level_in_words(*level)),
            };
            let who = Span::styled(format!("{who:<22} "), look.strong);
            Line::from(vec![number, who, Span::styled(what, look.faint)])
        };
        let line = |row: SeatRow| match row {
            SeatRow::Begin => Line::styled("Begin", look.accent),
            SeatRow::Seat(place) => seat(place),
            SeatRow::Add => Line::styled("+  another seat", look.plain),
        };
        self.rows().into_iter().map(line).collect()
    }

    /// Says what is chosen, and what cannot be.
    fn advice(&self) -> String {
        let game = self.plan.game();
        let allowed = game.seats().in_words();
        let perfect = self.plan.look(|draft| draft.seat_list.perfect(&*game));
        let perfect = match perfect {
            Ok(()) => "bot:perfect can play here.".to_owned(),
            Err(reason) => format!("No bot:perfect here: {reason}."),
        };
        format!("These rules are for {allowed} players. {perfect}")
    }
}
