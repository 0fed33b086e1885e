//! One moment of a game: what had happened, what was chosen, and what the choices were worth.

use hotdice_core::{Seat, Target, Turn, capitalized};
use hotdice_solve::ledger::Decision;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::ReviewScreen;
use super::position::PositionPicture;
use crate::full::canvas::Canvas;
use crate::full::picture::{spoken, wrapped};
use crate::plain::ledger::{account_in_words, reasons};
use crate::plain::{draw, estimate_in_words, who_won};
use crate::playthrough::label;

/// How many lines a verdict takes on a small screen.
const VERDICT: u16 = 3;

impl ReviewScreen {
    /// Draws the position with the words beside it.
    pub(super) fn draw_moment(&self, canvas: &mut Canvas<'_, '_>) {
        let strong = canvas.look.strong;
        canvas.line(0, Line::styled(format!(" {}", self.heading()), strong));
        let room = self.picture().draw(&mut canvas.rows(1, u16::MAX));
        let area = room.beside.unwrap_or(room.below);
        if area.height < 3 {
            return;
        }
        let inner = &mut canvas.framed(area, "");
        let lines = self.words(inner);
        write_folded(inner, &lines);
    }

    /// Draws what matters most, line by line.
    pub(super) fn draw_small_moment(&self, canvas: &mut Canvas<'_, '_>) {
        let strong = canvas.look.strong;
        canvas.line(0, Line::styled(format!(" {}", self.heading()), strong));
        let picture = self.picture();
        let rest = picture.draw_small(&mut canvas.rows(1, u16::MAX));
        let mut rest = canvas.part(rest);
        // The board comes before words that would push it off the screen, but for the verdict.
        let room = rest.area.height.saturating_sub(picture.small_height());
        let words = self.words(&rest);
        let used = write_folded(&mut rest.rows(0, room.max(VERDICT)), &words);
        picture.draw_small_board(&mut rest.rows(used, u16::MAX));
    }

    /// Says when it is and what the table waits for.
    fn heading(&self) -> String {
        let (played, moment) = (&self.played, self.played.moment(self.at));
        let name = |seat| draw::name(&played.names, seat);
        let waits = match moment.position.turn() {
            Turn::Decide(seat) => format!("{} decides", name(seat)),
            Turn::Roll => moment
                .scene
                .turn
                .map_or("the dice roll".to_owned(), |seat| {
                    format!("{} rolls", name(seat))
                }),
            Turn::Over(standing) => who_won(standing.winners, &played.names),
        };
        let mistakes = self.mistakes();
        let here = mistakes
            .iter()
            .position(|mistake| mistake.event == self.at + 1);
        let mistake = here.map_or(String::new(), |place| {
            format!(" · mistake {} of {}", place + 1, mistakes.len())
        });
        let (when, at, last) = (played.when(self.at), self.at, played.last());
        format!("{when} · {at} of {last} · {waits}{mistake}")
    }

    fn picture(&self) -> PositionPicture<'_> {
        let moment = self.played.moment(self.at);
        let mut choices = moment.scene.choices.iter();
        let chosen = choices.find(|choice| Some(&choice.notation) == moment.chosen.as_ref());
        PositionPicture {
            scene: &moment.scene,
            names: &self.played.names,
            fallen: &moment.fallen,
            target: chosen.map_or(&Target::Nothing, |choice| &choice.target),
        }
    }

    /// Returns what there is to say about the moment, the most important first.
    fn words(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (look, moment) = (canvas.look, self.played.moment(self.at));
        let mut lines: Vec<Line<'static>> = Vec::new();
        let decision = self.analysis.decision(self.at);
        if self.at == self.played.last() {
            lines.extend(self.end(canvas));
        }
        let told = moment.story.iter();
        let told = told.map(|line| spoken(line, &self.played.names, look));
        match decision {
            Some(decision) => {
                lines.push(self.verdict(decision, canvas));
                lines.extend(self.worths(canvas));
                let why = decision.is_mistake(self.aim());
                let why = why.then(|| reasons(&*self.played.game, decision));
                let why = why.into_iter().flatten();
                lines.extend(why.map(|reason| Line::styled(reason, look.faint)));
                lines.extend(told);
            }
            None => {
                lines.extend(told);
                if let Some(chosen) = &moment.chosen {
                    let chosen = label(&moment.scene, chosen);
                    lines.push(Line::from(format!("Chosen: {chosen}")));
                }
            }
        }
        if let Some(words) = self.analysis.in_words() {
            lines.push(Line::styled(words, look.faint));
        }
        lines
    }

    fn verdict(&self, decision: &Decision, canvas: &Canvas<'_, '_>) -> Line<'static> {
        let (aim, look) = (self.aim(), canvas.look);
        let (sign, style) = if decision.is_mistake(aim) {
            ("! ", look.bad)
        } else {
            ("", look.good)
        };
        let text = capitalized(&self.played.verdict(aim, decision, self.you));
        Line::styled(format!("{sign}{text}"), style)
    }

    /// Lists the choices with what they are worth, the best first; the one that was chosen is among them.
    fn worths(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (look, moment) = (canvas.look, self.played.moment(self.at));
        let Some(values) = self.analysis.values(self.at) else {
            return Vec::new();
        };
        let most = usize::from(canvas.area.height / 2).max(2);
        let is_chosen = |action: &String| Some(action) == moment.chosen.as_ref();
        let chosen = values.iter().position(|value| is_chosen(&value.action));
        let shown = (0..values.len()).filter(|place| {
            let last = most.saturating_sub(1);
            *place < last || Some(*place) == chosen || (*place == last && chosen < Some(last))
        });
        let worth = |place: usize| {
            let value = &values[place];
            estimate_in_words(self.aim(), value.value, value.margin)
        };
        let shown: Vec<(usize, String)> = shown.map(|place| (place, worth(place))).collect();
        let widths = shown.iter().map(|(_, worth)| worth.chars().count());
        let width = widths.max().unwrap_or_default();
        let line = |(place, worth): (usize, String)| {
            let (sign, style) = if chosen == Some(place) {
                ("▶", look.strong)
            } else {
                (" ", look.plain)
            };
            let words = label(&moment.scene, &values[place].action);
            let text = format!("{sign} {worth:>width$}  {words}");
            let mut spans = vec![Span::styled(text, style)];
            if place == 0 {
                spans.push(Span::styled("  best", look.good));
            }
            Line::from(spans)
        };
        shown.into_iter().map(line).collect()
    }

    /// Says how the game ended, and how much of it was luck.
    fn end(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let look = canvas.look;
        let outcome = match self.played.winners {
            Some(winners) => who_won(winners, &self.played.names),
            None => "The game is not over yet.".to_owned(),
        };
        let mut lines = vec![Line::styled(outcome, look.strong)];
        let Some(ledger) = self.analysis.ledger() else {
            return lines;
        };
        let words = match self.mistakes().len() {
            0 => self.no_mistakes(),
            1 => "1 mistake: n shows it.".to_owned(),
            many => format!("{many} mistakes: n shows the first."),
        };
        lines.push(Line::styled(words, look.accent));
        let seats = Seat::all(self.played.seats());
        for (seat, account) in seats.zip(&ledger.accounts) {
            let name = draw::name(&self.played.names, seat);
            lines.push(Line::from(format!("{name}: {}", account_in_words(account))));
        }
        lines
    }
}

/// Writes lines from the top, folded at the edge, and returns how many rows they took.
pub(super) fn write_folded(canvas: &mut Canvas<'_, '_>, lines: &[Line<'static>]) -> u16 {
    let Rect { width, height, .. } = canvas.area;
    let folded = lines.iter().flat_map(|line| wrapped(line, width.into()));
    let folded: Vec<Line<'static>> = folded.take(height.into()).collect();
    let used = folded.len() as u16;
    canvas.lines(folded);
    used
}
