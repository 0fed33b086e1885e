//! How seats are drawn.

use hotdice_bots::Level;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::super::super::canvas::Canvas;
use super::company::Place;
use super::{Row, Seats};
use crate::house::fold;

impl Seats {
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
                Place::Person(name) => (name.clone(), "plays at this terminal"),
                Place::Bot(level) => (format!("bot:{level}"), in_words(*level)),
            };
            let who = Span::styled(format!("{who:<22} "), look.strong);
            Line::from(vec![number, who, Span::styled(what, look.faint)])
        };
        let line = |row: Row| match row {
            Row::Begin => Line::styled("Begin", look.accent),
            Row::Seat(place) => seat(place),
            Row::Add => Line::styled("+  another seat", look.plain),
        };
        self.rows().into_iter().map(line).collect()
    }

    /// Says what is chosen, and what cannot be.
    fn advice(&self) -> String {
        let game = self.plan.game();
        let allowed = game.seats().in_words();
        let perfect = self.plan.look(|draft| draft.company.perfect(&*game));
        let perfect = match perfect {
            Ok(()) => "bot:perfect can play here.".to_owned(),
            Err(reason) => format!("No bot:perfect here: {reason}."),
        };
        format!("These rules are for {allowed} players. {perfect}")
    }
}

/// Says how well a program of a level plays.
fn in_words(level: Level) -> &'static str {
    match level {
        Level::Random => "does anything that is allowed",
        Level::Greedy => "takes what pays most at once",
        Level::Careful => "follows sensible rules of thumb",
        Level::Strong => "plays as well as it can without the whole game",
        Level::Perfect => "never errs",
    }
}
