//! How a table is drawn: dice and choices on the left, the board and the story on the right.

mod dice;

use hotdice_core::{Part, Scene, Sheet, Target, Triangle};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

use super::TableScreen;
use super::advice::WorthText;
use crate::full::canvas::Canvas;
use crate::full::picture::{
    DiceRow, PlotCurve, SheetPicture, TrianglePicture, draw_tiles, plot, sheet_size, spoken,
    triangle_size, wrapped,
};
use crate::plain::{draw, who_won};
use crate::session::{Connectivity, TablePhase};

/// The least lines of a story that are worth a panel.
const LEAST_STORY: u16 = 5;

impl TableScreen {
    /// Draws the table.
    pub(super) fn draw_table(&mut self, canvas: &mut Canvas<'_, '_>) {
        if canvas.is_roomy() {
            self.draw_roomy(canvas);
        } else {
            self.draw_cramped(canvas);
        }
        if let Some(field) = &self.typing {
            let mut last = canvas.rows(canvas.area.height.saturating_sub(1), 1);
            last.put(Clear, last.area);
            field.draw(&mut last, "Your choice");
        }
    }

    fn scene(&self) -> &Scene {
        &self.session.status().scene
    }

    fn draw_roomy(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let (width, height) = self.board_size(area);
        let columns = [Constraint::Min(40), Constraint::Length(width)];
        let [left, right] = Layout::horizontal(columns).areas(area);
        let [board, rest] =
            Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(right);
        self.draw_board(&mut canvas.part(board));
        if rest.height >= LEAST_STORY {
            self.draw_rest(&mut canvas.part(rest));
            self.draw_left(&mut canvas.part(left));
        } else {
            let rows = [Constraint::Min(0), Constraint::Length(LEAST_STORY)];
            let [upper, lower] = Layout::vertical(rows).areas(left);
            self.draw_left(&mut canvas.part(upper));
            self.draw_rest(&mut canvas.part(lower));
        }
    }

    /// Draws what matters most, line by line, on a screen too small for pictures.
    fn draw_cramped(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Connectivity::Lost(cause) = &self.session.status().connection {
            lines.push(Line::styled(
                format!("! Reconnecting: {cause}"),
                canvas.look.bad,
            ));
        }
        let (trays, tiles) = (self.trays(), self.tiles());
        for (row, faces) in (0..).zip(&trays) {
            DiceRow { dice: faces }.draw(&mut canvas.rows(row, 1));
        }
        draw_tiles(&mut canvas.rows(trays.len() as u16, 1), &tiles);
        let above = trays.len() as u16 + u16::from(!tiles.is_empty());
        // Half of what is left is for choosing, but at least one line.
        let room = area.height.saturating_sub(above).div_ceil(2).max(1);
        let choosing = &mut canvas.rows(above, room);
        if self.is_yours() {
            self.draw_list(choosing);
        } else {
            self.draw_waiting(choosing);
        }
        self.draw_cramped_rest(&mut canvas.rows(above + room, u16::MAX), lines);
    }

    /// Draws what the game says, the board, and as much of the story as there is room for.
    fn draw_cramped_rest(&self, canvas: &mut Canvas<'_, '_>, mut lines: Vec<Line<'static>>) {
        let (scene, names) = (self.scene(), &self.session.status().names);
        let remarks = draw::remarks(scene, names).into_iter();
        let board = draw::board(scene, names, draw::OfferDisplay::Shown);
        let triangle = draw::triangles(scene, names);
        lines.extend(remarks.chain(board).chain(triangle).map(Line::from));
        let room = canvas.area.height.saturating_sub(lines.len() as u16);
        lines.extend(self.latest(room, canvas.area.width, canvas));
        canvas.lines(lines);
    }
}

/// How wide a row of six dice with pips is.
const DICE: u16 = 52;

/// How wide a row of six small dice is.
const SMALL_DICE: u16 = 40;

/// A part that needs a place of its own.
enum BoardPart<'a> {
    Sheet(&'a Sheet),
    Triangle(&'a Triangle),
}

impl TableScreen {
    /// Returns how wide the right column is, and how high the board in it.
    fn board_size(&self, area: Rect) -> (u16, u16) {
        match self.board() {
            None => ((area.width * 2 / 5).clamp(26, area.width - DICE), 0),
            Some(BoardPart::Sheet(sheet)) => {
                let most = area.width - SMALL_DICE;
                let (width, height) = sheet_size(sheet, self.coach, most - 2);
                ((width + 2).clamp(24, most), (height + 2).min(area.height))
            }
            Some(BoardPart::Triangle(triangle)) => {
                let room = (area.width - 42, area.height - 2);
                let size = triangle_size(triangle, room.0, room.1);
                let (width, height) = size.unwrap_or((room.0, 3));
                ((width + 3).max(36), height + 2)
            }
        }
    }

    fn board(&self) -> Option<BoardPart<'_>> {
        self.scene().parts.iter().find_map(|part| match part {
            Part::Sheet(sheet) => Some(BoardPart::Sheet(sheet)),
            Part::Triangle(triangle) => Some(BoardPart::Triangle(triangle)),
            _ => None,
        })
    }

    fn draw_board(&self, canvas: &mut Canvas<'_, '_>) {
        let Some(board) = self.board() else {
            return;
        };
        let area = canvas.area;
        self.draw_only_board(&board, &mut canvas.framed(area, ""));
    }

    fn draw_only_board(&self, board: &BoardPart<'_>, canvas: &mut Canvas<'_, '_>) {
        match board {
            BoardPart::Sheet(sheet) => {
                let worth = |row: &str| self.worth_of_row(row);
                let picture = SheetPicture {
                    sheet,
                    names: &self.session.status().names,
                    turn: self.scene().turn,
                    chosen: self.selection.row(),
                    worth: &worth,
                };
                picture.draw(canvas);
            }
            BoardPart::Triangle(triangle) => {
                let (open, way) = (self.selection.open_cells(), self.selection.way());
                let picture = TrianglePicture {
                    triangle,
                    open: &open,
                    way: &way,
                };
                picture.draw(canvas);
            }
        }
    }

    /// Returns what writing the dice into a row is worth, if the coach is there.
    fn worth_of_row(&self, row: &str) -> Option<String> {
        if !self.coach {
            return None;
        }
        let target = Target::Row(row.to_owned());
        let mut choices = self.selection.choices().iter();
        let choice = choices.find(|choice| choice.target == target)?;
        Some(self.advice.worth(&choice.notation)?.value)
    }
}

/// How wide a bar of the coach is.
const BAR: usize = 5;

/// How wide the figures beside it are.
const FIGURES: usize = 17;

impl TableScreen {
    fn draw_choices(&mut self, canvas: &mut Canvas<'_, '_>) {
        let (area, heading) = (canvas.area, self.heading());
        let canvas = &mut canvas.framed(area, &heading);
        if self.is_yours() {
            self.draw_list(canvas);
        } else {
            self.draw_waiting(canvas);
        }
    }

    /// Says what everybody waits for, and who calls for another game.
    fn draw_waiting(&self, canvas: &mut Canvas<'_, '_>) {
        let (strong, accent) = (canvas.look.strong, canvas.look.accent);
        canvas.line(0, Line::styled(format!(" {}", self.waiting()), strong));
        if let Some(call) = self.session.invitation() {
            canvas.line(1, Line::styled(format!(" {call}"), accent));
        }
    }

    fn heading(&self) -> String {
        match (self.is_yours(), self.coach) {
            (true, true) => match self.best() {
                // What comes after a comma, such as how many dice are rolled, is said in the list.
                Some(best) => {
                    let best = best.split(',').next().unwrap_or_default();
                    format!("best: {best} · {}", self.advice.heading())
                }
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
    fn waiting(&self) -> String {
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

    fn draw_list(&mut self, canvas: &mut Canvas<'_, '_>) {
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

/// How high the course of a game is drawn.
const GRAPH: u16 = 8;

/// The least lines in which it stands beside the story.
const BOTH: u16 = 14;

impl TableScreen {
    /// Draws the story, and the course of the game below it if the coach is there and there is room for both.
    fn draw_rest(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let graph = self.coach && self.session.course().len() > 1;
        let share = if graph && area.height >= BOTH {
            GRAPH
        } else {
            0
        };
        let [story, course] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(share)]).areas(area);
        self.draw_story(&mut canvas.part(story));
        self.draw_course(&mut canvas.part(course));
    }

    fn draw_story(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        if area.height < 3 {
            return;
        }
        let mut inner = canvas.framed(area, "Story");
        let lines = self.latest(inner.area.height, inner.area.width, &inner);
        inner.lines(lines);
    }

    /// Returns the last lines of the story.
    fn latest(&self, room: u16, width: u16, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let room = usize::from(room);
        let names = &self.session.status().names;
        let mut lines: Vec<Line<'static>> = Vec::new();
        for told in self.story.iter().rev().take(room) {
            let told = wrapped(&spoken(told, names, canvas.look), usize::from(width));
            lines.splice(0..0, told);
        }
        lines.split_off(lines.len().saturating_sub(room))
    }

    fn draw_course(&self, canvas: &mut Canvas<'_, '_>) {
        let (area, look) = (canvas.area, canvas.look);
        if area.height < 4 {
            return;
        }
        let course = self.session.course();
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(course.iter().copied()).collect();
        let chance = course.iter().all(|value| (0.0..=1.0).contains(value));
        let curve = PlotCurve {
            name: String::new(),
            style: look.accent,
            points: &points,
        };
        let (bounds, label): (_, &dyn Fn(f64) -> String) = if chance {
            ((0.0, 1.0), &|height| format!("{:.0}%", 100.0 * height))
        } else {
            (around(course), &|height| format!("{height:.0}"))
        };
        let inner = &mut canvas.framed(area, "How it went so far");
        plot(inner, &[curve], bounds, label);
    }
}

/// Returns bounds around values, never closer than a little.
fn around(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let margin = ((high - low) * 0.1).max(1.0);
    (low - margin, high + margin)
}
