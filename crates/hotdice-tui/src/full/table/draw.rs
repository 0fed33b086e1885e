//! How a table is drawn: dice and choices on the left, the board and the story on the right.

use hotdice_core::{self as core, Face, Part, Scene, Sheet, Tray, Triangle};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

use super::super::canvas::Canvas;
use super::super::picture::{
    Curve, DiceRow, DieFace, DieLook, SheetPicture, TrianglePicture, draw_track, plot,
    rows_of_tracks, sheet_width, spoken, triangle_size, wrapped,
};
use super::super::widgets::panel;
use super::TableScreen;
use super::advice::Worth;
use super::pace::tumbling;
use super::sitting::{Connection, Stage};
use crate::plain::{draw, who_won};

/// How wide a row of six dice with pips is.
const DICE: u16 = 52;

/// The least lines of a story that are worth a panel.
const LEAST_STORY: u16 = 5;

/// How wide a bar of the coach is.
const BAR: usize = 8;

/// A part that needs a place of its own.
enum Board<'a> {
    Sheet(&'a Sheet),
    Triangle(&'a Triangle),
}

impl TableScreen {
    /// Draws the table.
    pub(super) fn draw_table(&mut self, canvas: &mut Canvas<'_, '_>) {
        match canvas.is_roomy() {
            true => self.draw_roomy(canvas),
            false => self.draw_cramped(canvas),
        }
        if let Some(field) = &self.typing {
            let area = canvas.area;
            let last = Rect {
                y: area.bottom().saturating_sub(1),
                height: 1,
                ..area
            };
            canvas.put(Clear, last);
            field.draw(&mut canvas.part(last), "Your choice");
        }
    }

    fn scene(&self) -> &Scene {
        &self.sitting.standing().scene
    }

    fn board(&self) -> Option<Board<'_>> {
        self.scene().parts.iter().find_map(|part| match part {
            Part::Sheet(sheet) => Some(Board::Sheet(sheet)),
            Part::Triangle(triangle) => Some(Board::Triangle(triangle)),
            _ => None,
        })
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

    /// Returns how wide the right column is, and how high the board in it.
    fn board_size(&self, area: Rect) -> (u16, u16) {
        match self.board() {
            None => ((area.width - DICE).clamp(26, 60), 0),
            Some(Board::Sheet(sheet)) => {
                let width = sheet_width(sheet, self.coach) + 2;
                let height = sheet.rows.len() as u16 + 3;
                (width.clamp(24, area.width - DICE), height.min(area.height))
            }
            Some(Board::Triangle(triangle)) => {
                let room = (area.width - 42, area.height - 2);
                let size = triangle_size(triangle, room.0, room.1);
                let (width, height) = size.unwrap_or((room.0, 3));
                ((width + 3).max(36), height + 2)
            }
        }
    }

    fn draw_board(&self, canvas: &mut Canvas<'_, '_>) {
        let Some(board) = self.board() else {
            return;
        };
        let (area, look) = (canvas.area, canvas.look);
        let block = panel("", look);
        let inner = block.inner(area);
        canvas.put(block, area);
        self.draw_only_board(&board, &mut canvas.part(inner));
    }

    fn draw_only_board(&self, board: &Board<'_>, canvas: &mut Canvas<'_, '_>) {
        match board {
            Board::Sheet(sheet) => {
                let worth = |row: &str| self.worth_of_row(row);
                let picture = SheetPicture {
                    sheet,
                    names: &self.sitting.standing().names,
                    turn: self.scene().turn,
                    chosen: self.hand.row(),
                    worth: &worth,
                };
                picture.draw(canvas);
            }
            Board::Triangle(triangle) => {
                let (open, way) = (self.hand.open_cells(), self.hand.way());
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
        let target = core::Target::Row(row.to_owned());
        let mut choices = self.hand.choices().iter();
        let choice = choices.find(|choice| choice.target == target)?;
        Some(self.advice.worth(&choice.notation)?.value)
    }

    fn draw_left(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let remarks = self.remarks(canvas);
        let trays = self.trays();
        let dice: Vec<u16> = trays
            .iter()
            .map(|(_, row)| self.row_height(row, area.width))
            .collect();
        let rows = [
            Constraint::Length(rows_of_tracks(self.scene())),
            Constraint::Length(remarks.len() as u16),
            Constraint::Length(dice.iter().sum()),
            Constraint::Min(3),
        ];
        let [tracks, said, tumble, choices] = Layout::vertical(rows).areas(area);
        self.draw_tracks(&mut canvas.part(tracks));
        for (row, line) in (0..).zip(remarks) {
            canvas.part(said).line(row, line);
        }
        let mut y = tumble.y;
        for ((_, faces), height) in trays.iter().zip(dice) {
            let row = Rect {
                x: tumble.x + 1,
                y,
                height,
                width: tumble.width.saturating_sub(1),
            };
            DiceRow { dice: faces }.draw(&mut canvas.part(row));
            y += height;
        }
        self.draw_choices(&mut canvas.part(choices));
    }

    fn row_height(&self, faces: &[DieFace], width: u16) -> u16 {
        DiceRow { dice: faces }.height(width.saturating_sub(1))
    }

    fn draw_tracks(&self, canvas: &mut Canvas<'_, '_>) {
        let standing = self.sitting.standing();
        let tracks = self.scene().parts.iter().filter_map(|part| match part {
            Part::Track(track) => Some(track),
            _ => None,
        });
        for (row, track) in (0..).zip(tracks) {
            let area = Rect {
                y: canvas.area.y + row,
                height: 1,
                ..canvas.area
            };
            draw_track(
                &mut canvas.part(area),
                track,
                &standing.names,
                self.scene().turn,
            );
        }
    }

    /// Returns the lines between scores and dice: how the table is reached, cards, and what the game says.
    fn remarks(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (standing, look) = (self.sitting.standing(), canvas.look);
        let mut lines = self.network(canvas);
        for part in &self.scene().parts {
            match part {
                Part::Card(card) => lines.push(Line::from(vec![
                    Span::styled(format!(" ▣ {}: ", card.name), look.strong),
                    Span::raw(card.effect.clone()),
                ])),
                Part::Line(line) => {
                    let mut line = spoken(line, &standing.names, look);
                    line.spans.insert(0, Span::raw(" "));
                    lines.push(line);
                }
                _ => {}
            }
        }
        lines
    }

    /// Says who is there, how much time is left, and whether the table can be reached.
    fn network(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (standing, look) = (self.sitting.standing(), canvas.look);
        let mut lines = Vec::new();
        let people = std::iter::zip(&standing.names, &standing.people);
        let mut words: Vec<String> = people
            .map(|(name, person)| match person.you {
                true => format!("{name} (you)"),
                false => format!("{name} {}", person.presence),
            })
            .collect();
        match standing.watching {
            0 => {}
            1 => words.push("1 looks on".to_owned()),
            many => words.push(format!("{many} look on")),
        }
        if let Some(deadline) = standing.deadline {
            let left = deadline.saturating_duration_since(self.now).as_secs();
            words.push(format!("{left} s left"));
        }
        if !words.is_empty() {
            lines.push(Line::styled(format!(" {}", words.join(" · ")), look.faint));
        }
        if let Connection::Lost(cause) = &standing.connection {
            let text = format!(" ! Reconnecting: {cause}");
            lines.push(Line::styled(text, look.bad));
        }
        lines
    }

    /// Returns the trays with their dice as they are to be drawn.
    fn trays(&self) -> Vec<(&Tray, Vec<DieFace>)> {
        let trays = self.scene().parts.iter().filter_map(|part| match part {
            Part::Tray(tray) => Some(tray),
            _ => None,
        });
        let trays = trays.enumerate();
        trays
            .map(|(place, tray)| (tray, self.faces(tray, place == 0)))
            .collect()
    }

    /// Returns the dice of a tray; those in the first can be picked, and roll for a moment.
    fn faces(&self, tray: &Tray, first: bool) -> Vec<DieFace> {
        let rolling = self
            .showing
            .as_ref()
            .and_then(|showing| showing.rolling(self.now));
        let dice = tray.dice.iter().enumerate();
        dice.map(|(place, die)| {
            let mut drawn = DieFace {
                face: die.face,
                look: DieLook::from(die.mark),
                pointed: first && self.is_yours() && self.hand.is_pointed(place),
            };
            match rolling {
                Some(frame) if first && drawn.look != DieLook::Held => {
                    drawn.face = Face::ALL[tumbling(frame, place)];
                    drawn.look = DieLook::Rolling;
                }
                _ if first && self.hand.is_picked(place) => drawn.look = DieLook::Picked,
                _ => {}
            }
            drawn
        })
        .collect()
    }

    fn draw_choices(&mut self, canvas: &mut Canvas<'_, '_>) {
        let (area, look) = (canvas.area, canvas.look);
        let heading = self.heading();
        let block = panel(&heading, look);
        let inner = block.inner(area);
        canvas.put(block, area);
        let canvas = &mut canvas.part(inner);
        match self.is_yours() {
            true => self.draw_list(canvas),
            false => canvas.line(0, Line::styled(format!(" {}", self.waiting()), look.strong)),
        }
    }

    fn heading(&self) -> String {
        match (self.is_yours(), self.coach) {
            (true, true) => self.advice.heading(),
            (true, false) => "Your choice".to_owned(),
            (false, _) => String::new(),
        }
    }

    /// Says what everybody waits for.
    fn waiting(&self) -> String {
        let standing = self.sitting.standing();
        match standing.stage {
            Stage::Over(winners) => format!(
                "{} Enter shows how it went.",
                who_won(winners, &standing.names)
            ),
            Stage::Theirs(seat) => format!("{} is thinking …", draw::name(&standing.names, seat)),
            Stage::Yours(_) | Stage::Moving => "The dice roll …".to_owned(),
        }
    }

    fn draw_list(&mut self, canvas: &mut Canvas<'_, '_>) {
        let choices = self.hand.choices();
        let width = choices
            .iter()
            .map(|choice| choice.label.chars().count())
            .max();
        let width = width.unwrap_or_default();
        let lines: Vec<Line<'static>> = (0..choices.len())
            .map(|place| self.choice(place, width, canvas))
            .collect();
        let astray = self.hand.is_astray();
        if astray {
            canvas.line(
                0,
                Line::styled(" These dice are no choice together.", canvas.look.bad),
            );
        }
        let top = u16::from(astray);
        let area = Rect {
            y: canvas.area.y + top,
            height: canvas.area.height.saturating_sub(top),
            ..canvas.area
        };
        self.hand.picker.draw(&mut canvas.part(area), &lines);
    }

    fn choice(&self, place: usize, width: usize, canvas: &Canvas<'_, '_>) -> Line<'static> {
        let (choice, look) = (&self.hand.choices()[place], canvas.look);
        let key = match (self.hand.letter(place), self.hand.takes_dice()) {
            (Some(letter), _) => format!("{letter} "),
            (None, false) if place < 9 => format!("{} ", place + 1),
            _ => "  ".to_owned(),
        };
        let mut spans = vec![
            Span::styled(key, look.accent),
            Span::raw(format!("{:<width$}  ", choice.label)),
        ];
        if let Some(worth) = self.advice.worth(&choice.notation).filter(|_| self.coach) {
            spans.extend(worth_spans(&worth, canvas));
        }
        spans.push(Span::styled(choice.hint.clone(), look.faint));
        Line::from(spans)
    }

    /// Draws the story, or the course of the game where the coach is there.
    fn draw_rest(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let graph = self.coach && self.sitting.course().len() > 1;
        let share = match graph {
            true if area.height >= 14 => 8,
            true => area.height,
            false => 0,
        };
        let [story, course] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(share)]).areas(area);
        self.draw_story(&mut canvas.part(story));
        self.draw_course(&mut canvas.part(course));
    }

    fn draw_story(&self, canvas: &mut Canvas<'_, '_>) {
        let (area, look) = (canvas.area, canvas.look);
        if area.height < 3 {
            return;
        }
        let block = panel("Story", look);
        let inner = block.inner(area);
        canvas.put(block, area);
        let lines = self.latest(usize::from(inner.height), inner.width, canvas);
        for (row, line) in (0..).zip(lines) {
            canvas.part(inner).line(row, line);
        }
    }

    /// Returns the last lines of the story.
    fn latest(&self, room: usize, width: u16, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let names = &self.sitting.standing().names;
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
        let block = panel("How it went so far", look);
        let inner = block.inner(area);
        canvas.put(block, area);
        let course = self.sitting.course();
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(course.iter().copied()).collect();
        let chance = course.iter().all(|value| (0.0..=1.0).contains(value));
        let curve = Curve {
            name: String::new(),
            style: look.accent,
            points: &points,
        };
        let (bounds, label): (_, &dyn Fn(f64) -> String) = match chance {
            true => ((0.0, 1.0), &|height| format!("{:.0} %", 100.0 * height)),
            false => (around(course), &|height| format!("{height:.0}")),
        };
        plot(&mut canvas.part(inner), &[curve], bounds, label);
    }

    /// Draws what matters most, line by line, on a screen too small for pictures.
    fn draw_cramped(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Connection::Lost(cause) = &self.sitting.standing().connection {
            lines.push(Line::styled(
                format!("! Reconnecting: {cause}"),
                canvas.look.bad,
            ));
        }
        let trays = self.trays();
        let dice = trays.len().min(usize::from(area.height)) as u16;
        for (row, (_, faces)) in (0..).zip(&trays) {
            let row = Rect {
                y: area.y + row,
                height: 1,
                ..area
            }
            .intersection(area);
            DiceRow { dice: faces }.draw(&mut canvas.part(row));
        }
        let below = Rect {
            y: area.y + dice,
            height: area.height - dice,
            ..area
        };
        // Half of what is left is for choosing, but at least one line.
        let room = below.height.div_ceil(2).max(1).min(below.height);
        let choosing = Rect {
            height: room,
            ..below
        };
        match self.is_yours() {
            true => self.draw_list(&mut canvas.part(choosing)),
            false => canvas.part(choosing).line(0, self.waiting()),
        }
        let rest = Rect {
            y: below.y + room,
            height: below.height - room,
            ..below
        };
        self.draw_cramped_rest(&mut canvas.part(rest), lines);
    }

    fn draw_cramped_rest(&self, canvas: &mut Canvas<'_, '_>, lines: Vec<Line<'static>>) {
        let mut lines = lines;
        let names = &self.sitting.standing().names;
        lines.extend(
            draw::board(self.scene(), names, draw::Offers::Shown)
                .into_iter()
                .map(Line::from),
        );
        let room = usize::from(canvas.area.height);
        lines.truncate(room);
        let left = room - lines.len();
        lines.extend(self.latest(left, canvas.area.width, canvas));
        for (row, line) in (0..).zip(lines) {
            canvas.line(row, line);
        }
    }
}

/// Writes what a choice is worth, with a bar.
fn worth_spans(worth: &Worth, canvas: &Canvas<'_, '_>) -> Vec<Span<'static>> {
    let look = canvas.look;
    let style = match worth.loss.as_str() {
        "best" => look.good,
        _ => look.plain,
    };
    let full = (worth.share * BAR as f64).round() as usize;
    vec![
        Span::styled(format!("{:>8} ", worth.value), style),
        Span::styled("█".repeat(full), look.accent),
        Span::styled("░".repeat(BAR.saturating_sub(full)), look.faint),
        Span::styled(format!(" {:<8} ", worth.loss), style),
    ]
}

/// Returns bounds around values, never closer than a little.
fn around(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let margin = ((high - low) * 0.1).max(1.0);
    (low - margin, high + margin)
}
