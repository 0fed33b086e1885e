//! What can be done: roll, bank, what is under the cursor, and the list of all choices.

use hotdice_core::capitalized;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::screen::ClickTarget;
use crate::full::table::TableScreen;
use crate::full::table::acts::Act;
use crate::full::table::advice::WorthText;
use crate::full::table::selection::PickProblem;
use crate::plain::{draw, who_won};
use crate::session::{CLOSED, TablePhase};

/// How wide a bar of the coach is.
const BAR: usize = 5;

/// What differences of chances are counted in.
const POINTS: &str = " points";

/// What of the coach's words there is room for.
#[derive(Clone, Copy, Debug, Default)]
struct WorthForm {
    bar: bool,
    /// Whether the unit of what is given away is written.
    unit: bool,
    /// How wide the widest value is.
    value: usize,
    /// How wide what is given away is.
    loss: usize,
}

impl WorthForm {
    /// Returns the fullest form in which all lines fit with their hints; the bar goes first, then the unit.
    fn fitting<'a>(
        room: usize,
        lines: impl Iterator<Item = (&'a String, WorthText)>,
        chance: bool,
    ) -> Self {
        let (mut least, mut hint) = (Self::default(), 0);
        for (words, worth) in lines {
            least.value = least.value.max(worth.value.chars().count());
            least.loss = least.loss.max(worth.loss.chars().count());
            hint = hint.max(words.chars().count());
        }
        let units = if chance { POINTS.len() } else { 0 };
        let with_unit = Self {
            bar: false,
            unit: chance,
            value: least.value.max(7),
            loss: least.loss + units + 1,
        };
        let with_bar = Self {
            bar: true,
            ..with_unit
        };
        let fits = |form: &Self| form.width() + hint < room;
        [with_bar, with_unit]
            .into_iter()
            .find(fits)
            .unwrap_or(least)
    }

    fn width(self) -> usize {
        let bar = if self.bar { BAR + 1 } else { 0 };
        self.value + 1 + bar + self.loss
    }
}

/// A line of what can be done.
enum ChoosingLine {
    /// A sentence.
    Said(Line<'static>),
    /// Something that can be done by its letter, with the cursor or with a click.
    Act(usize, Act),
}

impl TableScreen {
    /// Tells whether the list of choices is open.
    pub(super) fn is_listing(&self) -> bool {
        self.listing && self.is_yours()
    }

    /// Returns how many lines say what can be done.
    pub(super) fn choosing_height(&self, look: &Look) -> u16 {
        self.choosing_lines(look).len() as u16
    }

    fn choosing_lines(&self, look: &Look) -> Vec<ChoosingLine> {
        let mut lines = Vec::new();
        if !self.is_yours() {
            let waiting = Line::styled(format!(" {}", self.waiting()), look.strong);
            let call = self.session.invitation();
            let call = call.map(|call| Line::styled(format!(" {call}"), look.accent));
            lines.extend([waiting].into_iter().chain(call).map(ChoosingLine::Said));
            return lines;
        }
        if self.coach {
            let heading = Line::styled(format!(" {}", self.coach_heading()), look.strong);
            lines.push(ChoosingLine::Said(heading));
            let caution = self.advice.caution(self.session.status().names.len());
            let caution = caution.map(|words| Line::styled(format!(" {words}"), look.faint));
            lines.extend(caution.map(ChoosingLine::Said));
        }
        if let Some(text) = self.solving.in_words() {
            let text = Line::styled(format!(" {text}"), look.faint);
            lines.push(ChoosingLine::Said(text));
        }
        let problem = self.selection.pick_problem().map(|problem| {
            let style = match problem {
                PickProblem::TooFew => look.plain,
                PickProblem::Astray => look.bad,
            };
            let text = self.selection.problem_in_words(problem);
            Line::styled(format!(" {text}."), style)
        });
        lines.extend(problem.map(ChoosingLine::Said));
        let acts = self.selection.acts().into_iter().enumerate();
        lines.extend(acts.map(|(place, act)| ChoosingLine::Act(place, act)));
        if let Some(prompt) = self.prompt() {
            let prompt = Line::styled(format!(" {prompt}"), look.accent);
            lines.push(ChoosingLine::Said(prompt));
        }
        if lines.is_empty() {
            let text = if self.selection.picks_items() {
                format!(" Pick {} with Space.", self.selection.items_in_words())
            } else {
                " Choose with the arrow keys; Enter plays it.".to_owned()
            };
            lines.push(ChoosingLine::Said(Line::styled(text, look.faint)));
        }
        lines
    }

    /// Says what Enter does on the board.
    fn prompt(&self) -> Option<String> {
        let choice = self.selection.under_cursor()?;
        let hint = match choice.hint.as_str() {
            "" => String::new(),
            hint => format!(" ({hint})"),
        };
        Some(format!("Enter: {}{hint}", choice.label))
    }

    /// Says what can be done, or what everybody waits for.
    pub(super) fn draw_choosing(&self, canvas: &mut Canvas<'_, '_>) {
        let mut lines = self.choosing_lines(canvas.look);
        let height = usize::from(canvas.area.height);
        let is_act = |line: &ChoosingLine| matches!(line, ChoosingLine::Act(..));
        if height < lines.len() && lines.iter().any(is_act) {
            lines.retain(is_act);
        }
        if height < lines.len() && height > 0 {
            return self.draw_in_one_line(canvas, lines);
        }
        let width = lines.iter().filter_map(|line| match line {
            ChoosingLine::Act(_, act) => Some(act.label.chars().count()),
            ChoosingLine::Said(_) => None,
        });
        let width = width.max().unwrap_or_default();
        let acts = lines.iter().filter_map(|line| match line {
            ChoosingLine::Act(_, act) => Some((&act.hint, self.worth_of(&act.steps)?)),
            ChoosingLine::Said(_) => None,
        });
        let room = usize::from(canvas.area.width).saturating_sub(4 + width);
        let form = WorthForm::fitting(room, acts, self.advice.is_chance());
        for (row, line) in (0..).zip(lines) {
            match line {
                ChoosingLine::Said(line) => canvas.line(row, line),
                ChoosingLine::Act(place, act) => {
                    let area = canvas.rows(row, 1).area;
                    self.draw_act(&mut canvas.part(area), place, &act, (width, form));
                }
            }
        }
    }

    fn draw_act(
        &self,
        canvas: &mut Canvas<'_, '_>,
        place: usize,
        act: &Act,
        (width, form): (usize, WorthForm),
    ) {
        let look = canvas.look;
        let (mark, style) = if self.selection.is_on_act(place) {
            ("▶", look.chosen)
        } else {
            (" ", look.plain)
        };
        let key = self.act_key(act);
        let mut spans = vec![
            Span::styled(format!("{mark}{key}"), look.accent),
            Span::styled(format!(" {:<width$} ", act.label), style),
        ];
        if let Some(worth) = self.worth_of(&act.steps) {
            spans.extend(worth_spans(&worth, form, canvas));
        }
        spans.push(Span::styled(format!(" {}", act.hint), look.faint));
        let area = canvas.area;
        canvas.line(0, Line::from(spans));
        if let Some(key) = act.key {
            canvas.spot(area, ClickTarget::Key(KeyCode::Char(key)));
        }
    }

    /// Returns the key of something that can be done, as the player calls it.
    fn act_key(&self, act: &Act) -> String {
        let Some(letter) = act.key else {
            return " ".to_owned();
        };
        let does = match letter {
            'r' => "roll",
            'b' => "bank",
            _ => "",
        };
        let label = letter.to_string();
        self.key_map.label(KeyCode::Char(letter), &label, does)
    }

    /// Writes what can be done beside each other, on the smallest screens.
    fn draw_in_one_line(&self, canvas: &mut Canvas<'_, '_>, lines: Vec<ChoosingLine>) {
        let mut x = canvas.area.x;
        for line in lines {
            match line {
                ChoosingLine::Said(line) => return canvas.line(0, line),
                ChoosingLine::Act(place, act) => {
                    let key = self.act_key(&act);
                    // What is kept can be seen; what is done with it matters.
                    let text = format!("{key} {}", act.short);
                    let style = if self.selection.is_on_act(place) {
                        canvas.look.chosen
                    } else {
                        canvas.look.accent
                    };
                    let width = text.chars().count() as u16;
                    let y = canvas.area.y;
                    canvas.write(x + 1, y, &text, style);
                    if let Some(key) = act.key {
                        let area = Rect::new(x + 1, y, width, 1);
                        canvas.spot(area, ClickTarget::Key(KeyCode::Char(key)));
                    }
                    x += width + 2;
                }
            }
        }
    }

    /// Returns what choices are worth that are made one after the other, if the coach is there.
    fn worth_of(&self, steps: &[String]) -> Option<WorthText> {
        if !self.coach {
            return None;
        }
        match (steps, &self.ahead) {
            ([first, second], Some((kept, ahead))) if kept == first => {
                let worth = ahead.worth(second)?;
                // What was given away by keeping these dice counts as well.
                let kept = self.advice.worth(first)?;
                let loss = match (worth.loss.as_str(), kept.loss.as_str()) {
                    ("best", _) => kept.loss,
                    (_, "best") => worth.loss,
                    _ => String::new(),
                };
                Some(WorthText { loss, ..worth })
            }
            ([first, ..], _) => self.advice.worth(first),
            ([], _) => None,
        }
    }

    fn coach_heading(&self) -> String {
        match self.best() {
            // What comes after a comma, such as how many dice are rolled, is said in the list.
            Some(best) => {
                let best = best.split(',').next().unwrap_or_default();
                format!("best: {best} · {}", self.advice.heading())
            }
            None => self.advice.heading(),
        }
    }

    /// Returns the words of the best choice, which may be far down the list.
    fn best(&self) -> Option<&str> {
        self.best_choice().map(|choice| choice.label.as_str())
    }

    /// Says what everybody waits for.
    fn waiting(&self) -> String {
        let status = self.session.status();
        match status.phase {
            TablePhase::Over(winners) => {
                format!(
                    "{} Enter reviews the game.",
                    who_won(winners, &status.names)
                )
            }
            TablePhase::Theirs(seat) => {
                format!("{} is thinking …", draw::name(&status.names, seat))
            }
            TablePhase::Stuck => "The game cannot go on.".to_owned(),
            TablePhase::Closed => format!("{}.", capitalized(CLOSED)),
            TablePhase::Yours(_) | TablePhase::Moving => "The dice roll …".to_owned(),
        }
    }
}

/// The list of choices.
impl TableScreen {
    pub(super) fn draw_list(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let inner = if canvas.is_roomy() {
            canvas.framed(area, "Your choices").area
        } else {
            area
        };
        let mut canvas = canvas.part(inner);
        let lines = self.list_lines(&canvas);
        let (_, picker) = self.selection.list();
        picker.draw(&mut canvas, &lines);
    }

    fn list_lines(&mut self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let numbered = !self.selection.picks_items();
        let (choices, _) = self.selection.list();
        let labels: Vec<String> = choices
            .iter()
            .map(|choice| match self.then.get(&choice.notation) {
                Some(next) => format!("{}, then {next}", choice.label),
                None => choice.label.clone(),
            })
            .collect();
        let width = labels.iter().map(|label| label.chars().count()).max();
        let width = width.unwrap_or_default();
        let room = usize::from(canvas.area.width).saturating_sub(5 + width);
        let worths = choices.iter().filter_map(|choice| {
            let worth = self.advice.worth(&choice.notation)?;
            Some((&choice.hint, worth))
        });
        let form = WorthForm::fitting(room, worths, self.advice.is_chance());
        let (advice, coach, look) = (&self.advice, self.coach, canvas.look);
        let line = |(place, choice): (usize, &&hotdice_core::Choice)| {
            let key = match place {
                _ if !numbered => String::new(),
                0..9 => format!("{} ", place + 1),
                _ => "  ".to_owned(),
            };
            let mut spans = vec![
                Span::styled(key, look.accent),
                Span::raw(format!("{:<width$} ", labels[place])),
            ];
            if let Some(worth) = advice.worth(&choice.notation).filter(|_| coach) {
                spans.extend(worth_spans(&worth, form, canvas));
            }
            spans.push(Span::styled(format!(" {}", choice.hint), look.faint));
            Line::from(spans)
        };
        choices.iter().enumerate().map(line).collect()
    }
}

/// Writes what a choice is worth.
fn worth_spans(worth: &WorthText, form: WorthForm, canvas: &Canvas<'_, '_>) -> Vec<Span<'static>> {
    let look = canvas.look;
    let style = match worth.loss.as_str() {
        "best" => look.good,
        _ => look.plain,
    };
    let loss = match worth.loss.as_str() {
        loss if form.unit && !matches!(loss, "" | "best") => format!("{loss}{POINTS}"),
        loss => loss.to_owned(),
    };
    let (value_width, loss_width) = (form.value, form.loss);
    let mut spans = vec![Span::styled(
        format!("{:>value_width$} ", worth.value),
        style,
    )];
    if form.bar {
        let full = (worth.share * BAR as f64).round() as usize;
        spans.push(Span::styled("━".repeat(full), look.accent));
        spans.push(Span::styled(
            "┄".repeat(BAR.saturating_sub(full)),
            look.faint,
        ));
        spans.push(Span::raw(" "));
    }
    spans.push(Span::styled(format!("{loss:<loss_width$}"), style));
    spans
}
