//! A form: lines that are typed in, lines with something to choose, lines to press.

use hotdice_core::Name;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::lobby;
use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::screen::{ClickTarget, Cx, Navigation};
use crate::full::widgets::TextField;
use crate::job::BackgroundJob;
use crate::services::{Services, UiError};
use crate::session::Arrival;

/// How wide the names of lines are.
const LABEL: usize = 16;

/// A line of a form.
#[derive(Clone, Debug)]
pub(super) enum FormRow {
    /// Letters are typed in.
    TextField(&'static str, TextField),
    /// One of several is chosen.
    Choice {
        label: &'static str,
        options: Vec<String>,
        at: usize,
    },
    /// Something is done.
    Button(&'static str),
}

/// Lines with a cursor.
#[derive(Clone, Debug)]
pub(super) struct InputForm {
    rows: Vec<FormRow>,
    cursor: usize,
}

/// What a key did to a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormAction {
    /// Nothing.
    Nothing,
    /// The cursor moved.
    Moved,
    /// This line says something else now.
    Changed(usize),
    /// This line was pressed.
    Pushed(usize),
}

impl InputForm {
    pub(super) fn new(rows: Vec<FormRow>, cursor: usize) -> Self {
        Self { rows, cursor }
    }

    /// Tells whether letters are typed in where the cursor is.
    pub(super) fn is_typing(&self) -> bool {
        matches!(self.rows.get(self.cursor), Some(FormRow::TextField(..)))
    }

    /// Returns the line under the cursor.
    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Moves the cursor to a line.
    pub(super) fn point(&mut self, row: usize) {
        self.cursor = row.min(self.rows.len().saturating_sub(1));
    }

    /// Moves the cursor to the line that was clicked, and tells whether that presses it.
    pub(super) fn click(&mut self, spot: &ClickTarget) -> bool {
        let ClickTarget::Item(row) = spot else {
            return false;
        };
        self.point(*row);
        !self.is_typing()
    }

    /// Returns what was typed in a line.
    pub(super) fn text(&self, row: usize) -> &str {
        match self.rows.get(row) {
            Some(FormRow::TextField(_, field)) => field.text(),
            _ => "",
        }
    }

    /// Writes into a line.
    pub(super) fn write(&mut self, row: usize, text: &str) {
        if let Some(FormRow::TextField(_, field)) = self.rows.get_mut(row) {
            *field = TextField::new(text);
        }
    }

    /// Returns what was chosen in a line.
    pub(super) fn chosen(&self, row: usize) -> usize {
        match self.rows.get(row) {
            Some(FormRow::Choice { at, .. }) => *at,
            _ => 0,
        }
    }

    /// Changes what can be chosen in a line; the choice stays as near as it can.
    pub(super) fn offer(&mut self, row: usize, new: Vec<String>) {
        if let Some(FormRow::Choice { options, at, .. }) = self.rows.get_mut(row) {
            *options = new;
            *at = (*at).min(options.len().saturating_sub(1));
        }
    }

    /// Chooses something in a line.
    pub(super) fn choose(&mut self, row: usize, choice: usize) {
        if let Some(FormRow::Choice { options, at, .. }) = self.rows.get_mut(row) {
            *at = choice.min(options.len().saturating_sub(1));
        }
    }

    /// Answers a key.
    pub(super) fn press(&mut self, key: KeyCode) -> FormAction {
        let (at, count) = (self.cursor, self.rows.len().max(1));
        let key = match key {
            KeyCode::Char(letter) if !self.is_typing() => arrow(letter),
            key => key,
        };
        match key {
            KeyCode::Down | KeyCode::Tab => self.cursor = (at + 1) % count,
            KeyCode::Up | KeyCode::BackTab => self.cursor = (at + count - 1) % count,
            key => return self.press_row(key, at, count),
        }
        FormAction::Moved
    }

    fn press_row(&mut self, key: KeyCode, at: usize, count: usize) -> FormAction {
        match (self.rows.get_mut(at), key) {
            (Some(FormRow::TextField(..)), KeyCode::Enter) => {
                self.cursor = (at + 1) % count;
                FormAction::Moved
            }
            (Some(FormRow::TextField(_, field)), key) => {
                if field.press(key) {
                    FormAction::Changed(at)
                } else {
                    FormAction::Nothing
                }
            }
            (Some(FormRow::Button(..)), KeyCode::Enter) => FormAction::Pushed(at),
            (
                Some(FormRow::Choice {
                    options,
                    at: chosen,
                    ..
                }),
                key,
            ) => {
                let most = options.len().max(1);
                *chosen = match key {
                    KeyCode::Right | KeyCode::Enter => (*chosen + 1) % most,
                    KeyCode::Left => (*chosen + most - 1) % most,
                    _ => return FormAction::Nothing,
                };
                FormAction::Changed(at)
            }
            _ => FormAction::Nothing,
        }
    }

    /// Draws as many lines as there is room for, the one under the cursor among them, and below them a text.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>, below: Vec<Line<'_>>) {
        let whole = canvas.area;
        let said = if below.is_empty() {
            0
        } else {
            text_height(&below, whole.width)
        };
        // One line of the form is always seen.
        let rows = whole.height.saturating_sub(said).max(1);
        let rows = rows.min(self.rows.len() as u16).min(whole.height);
        self.draw_rows(&mut canvas.rows(0, rows));
        let left = whole.height - rows;
        let gap = u16::from(left > said);
        let mut text = canvas.rows(rows + gap, left - gap);
        text.put(Paragraph::new(below).wrap(Wrap { trim: true }), text.area);
    }

    fn draw_rows(&self, canvas: &mut Canvas<'_, '_>) {
        let room = usize::from(canvas.area.height);
        let first = (self.cursor + 1).saturating_sub(room);
        for (line, (place, row)) in self
            .rows
            .iter()
            .enumerate()
            .skip(first)
            .take(room)
            .enumerate()
        {
            let mut part = canvas.rows(line as u16, 1);
            row.draw(&mut part, place == self.cursor);
            part.spot(part.area, ClickTarget::Item(place));
        }
    }
}

/// Returns the arrow that a letter stands for where nothing is typed.
fn arrow(letter: char) -> KeyCode {
    match letter {
        'h' => KeyCode::Left,
        'j' => KeyCode::Down,
        'k' => KeyCode::Up,
        'l' => KeyCode::Right,
        ' ' => KeyCode::Enter,
        other => KeyCode::Char(other),
    }
}

/// Returns how many lines a text takes.
fn text_height(lines: &[Line<'_>], width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let heights = lines.iter().map(|line| line.width().div_ceil(width).max(1));
    heights.sum::<usize>().min(usize::from(u16::MAX)) as u16
}

impl FormRow {
    fn draw(&self, canvas: &mut Canvas<'_, '_>, here: bool) {
        let look = canvas.look;
        let sign = if here { "▶ " } else { "  " };
        match self {
            Self::TextField(label, field) if here => {
                canvas.line(0, Span::styled(sign, look.accent));
                let area = canvas.area;
                let inner = Rect {
                    x: area.x + 2.min(area.width),
                    width: area.width.saturating_sub(2),
                    ..area
                };
                field.draw(
                    &mut canvas.part(inner),
                    &format!("{label:<w$}", w = label_width(area.width)),
                );
            }
            Self::TextField(label, field) => {
                let label = format!("{sign}{label:<w$}: ", w = label_width(canvas.area.width));
                canvas.line(
                    0,
                    Line::from(vec![Span::styled(label, look.strong), field.text().into()]),
                );
            }
            Self::Choice { label, options, at } => {
                let chosen = options.get(*at).map_or("", String::as_str);
                let label = format!("{sign}{label:<w$}: ", w = label_width(canvas.area.width));
                let (label, value) = if here {
                    (
                        Span::styled(label, look.accent),
                        Span::styled(format!("◂ {chosen} ▸"), look.accent),
                    )
                } else {
                    (
                        Span::styled(label, look.strong),
                        Span::raw(format!("  {chosen}")),
                    )
                };
                canvas.line(0, Line::from(vec![label, value]));
            }
            Self::Button(label) => {
                let style = if here { look.chosen } else { look.strong };
                canvas.line(0, Span::styled(format!("{sign}{label} "), style));
            }
        }
    }
}

/// Returns how much of a line its name may take.
fn label_width(width: u16) -> usize {
    LABEL.min(usize::from(width) / 3)
}

/// Reads the name in a line of a form; if there is none that can be used, the cursor goes there.
pub(super) fn read_name(form: &mut InputForm, row: usize) -> Result<Name, String> {
    let read = match form.text(row) {
        "" => Err("Please enter your name.".to_owned()),
        name => name
            .parse()
            .map_err(|error| format!("{name:?} cannot be used: {error}.")),
    };
    if read.is_err() {
        form.point(row);
    }
    read
}

/// Keeps the first name for the next time: somebody else may sit down here later.
pub(super) fn keep_name(name: &Name, cx: &mut Cx) {
    if cx.settings.name.is_empty() {
        cx.settings.name = name.to_string();
        cx.save_settings();
    }
}

/// A way to a table.
pub(crate) type JoinMode = Box<dyn FnOnce(&dyn Services) -> Result<Arrival, UiError> + Send>;

/// What a form says about a way to a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sayings {
    /// What goes on meanwhile.
    pub(crate) on_the_way: &'static str,
    /// What has not come about when something broke.
    pub(crate) not_there: &'static str,
}

/// A way to a table, or what was wrong with the last one.
pub(crate) struct Journey {
    sayings: Sayings,
    job: Option<BackgroundJob<Result<Arrival, UiError>>>,
    trouble: Option<String>,
}

impl Journey {
    /// Returns a form's way before anybody has set out.
    pub(crate) fn new(sayings: Sayings, trouble: Option<String>) -> Self {
        Self {
            sayings,
            job: None,
            trouble,
        }
    }

    /// Sets out.
    pub(crate) fn set_out(
        &mut self,
        way: impl FnOnce(&dyn Services) -> Result<Arrival, UiError> + Send + 'static,
        cx: &Cx,
    ) {
        let services = cx.services.clone();
        self.trouble = None;
        self.job = Some(BackgroundJob::start(&cx.bell, move || way(&*services)));
    }

    /// Says why nobody sets out.
    pub(crate) fn refuse(&mut self, trouble: String) {
        self.trouble = Some(trouble);
    }

    /// Tells whether somebody is on the way.
    pub(crate) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Forgets what was wrong.
    pub(crate) fn forget(&mut self) {
        self.trouble = None;
    }

    /// Answers a key that is not for the form: Esc, and any other while somebody is on the way.
    pub(crate) fn press(&mut self, key: KeyCode) -> Option<Navigation> {
        match (key, self.job.is_some()) {
            (KeyCode::Esc, true) => {
                self.job = None;
                Some(Navigation::Stay)
            }
            (KeyCode::Esc, false) => Some(Navigation::Back),
            (_, true) => Some(Navigation::Stay),
            (_, false) => None,
        }
    }

    /// Enters the table once the way has led there.
    pub(crate) fn wake(&mut self, cx: &mut Cx) -> Navigation {
        let Some(found) = self.job.as_mut().and_then(BackgroundJob::poll) else {
            return Navigation::Stay;
        };
        self.job = None;
        match found {
            Ok(Ok(arrival)) => return Navigation::Become(lobby::enter(arrival, cx)),
            Ok(Err(trouble)) => self.refuse(trouble.to_string()),
            Err(broken) => self.refuse(format!("{}: {broken}.", self.sayings.not_there)),
        }
        Navigation::Stay
    }

    /// Says what goes on, or what was wrong.
    pub(crate) fn line(&self, look: &Look) -> Option<Line<'static>> {
        if self.job.is_some() {
            let text = format!("{} … Esc stops.", self.sayings.on_the_way);
            return Some(Line::styled(text, look.accent));
        }
        let trouble = self.trouble.as_ref()?;
        Some(Line::styled(format!("! {trouble}"), look.bad))
    }
}
