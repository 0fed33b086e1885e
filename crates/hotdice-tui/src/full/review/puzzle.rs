//! The screen on which decisions are made again.

use hotdice_core::{Choice, Target};
use hotdice_solve::oracle::ActionValue;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::moment::write_folded;
use super::position::{PositionPicture, RoomLeft};
use crate::full::canvas::Canvas;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Picker;
use crate::job::BackgroundJob;
use crate::plain::estimate_in_words;
use crate::puzzle::Puzzle;

/// How many choices are seen, however much there is to say.
const LEAST_LIST: u16 = 3;

/// Is told whether a puzzle was solved at the first try.
pub(crate) type Answered = fn(&Puzzle, bool, &mut Cx);

/// The screen on which decisions are tried again, one after the other.
pub(crate) struct PuzzleScreen {
    puzzles: Vec<Puzzle>,
    place: usize,
    picker: Picker,
    /// The choice that was tried last.
    tried: Option<String>,
    /// Whether the first try was told already.
    told: bool,
    valuing: BackgroundJob<Result<Vec<ActionValue>, String>>,
    values: Option<Result<Vec<ActionValue>, String>>,
    answered: Answered,
}

impl PuzzleScreen {
    /// Returns a screen of at least one puzzle.
    pub(crate) fn new(puzzles: Vec<Puzzle>, answered: Answered, cx: &Cx) -> Self {
        Self {
            valuing: value(&puzzles[0], cx),
            puzzles,
            place: 0,
            picker: Picker::default(),
            tried: None,
            told: false,
            values: None,
            answered,
        }
    }

    fn puzzle(&self) -> &Puzzle {
        &self.puzzles[self.place]
    }

    fn choices(&self) -> &[Choice] {
        &self.puzzle().scene.choices
    }

    fn chosen(&self) -> Option<&Choice> {
        self.choices().get(self.picker.cursor())
    }

    /// Returns what a choice is worth, if that is known.
    fn value(&self, notation: &str) -> Option<&ActionValue> {
        let values = self.values.as_ref()?.as_ref().ok()?;
        values.iter().find(|value| value.action == notation)
    }

    /// Returns what the choice that was tried gives away; nothing while that is not known.
    fn loss(&self) -> Option<f64> {
        let values = self.values.as_ref()?.as_ref().ok()?;
        self.puzzle().loss(values, self.tried.as_ref()?)
    }

    /// Tells whoever keeps count how the first try went.
    fn tell(&mut self, cx: &mut Cx) {
        if let (false, Some(loss)) = (self.told, self.loss()) {
            self.told = true;
            (self.answered)(self.puzzle(), loss == 0.0, cx);
        }
    }

    fn go_on(&mut self, cx: &mut Cx) -> Navigation {
        if self.place + 1 == self.puzzles.len() {
            cx.say("That was the last one.");
            return Navigation::Back;
        }
        self.place += 1;
        self.picker = Picker::default();
        (self.tried, self.told, self.values) = (None, false, None);
        self.valuing = value(self.puzzle(), cx);
        Navigation::Stay
    }

    /// Returns the question, or what came of the answer.
    fn words(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (puzzle, look) = (self.puzzle(), canvas.look);
        let Some(tried) = &self.tried else {
            return vec![Line::styled(puzzle.question(), look.strong)];
        };
        let verdict = match &self.values {
            None => Line::styled("Working it out …", look.faint),
            Some(Err(why)) => Line::styled(format!("! Not valued: {why}"), look.bad),
            Some(Ok(values)) => {
                let (sign, style) = if self.loss() == Some(0.0) {
                    ("✓", look.good)
                } else {
                    ("✗", look.bad)
                };
                Line::styled(format!("{sign} {}", puzzle.verdict(values, tried)), style)
            }
        };
        let played = puzzle.played().into_iter().map(Line::from);
        std::iter::once(verdict).chain(played).collect()
    }

    fn best(&self) -> Option<&str> {
        let values = self.values.as_ref()?.as_ref().ok()?;
        values.first().map(|best| best.action.as_str())
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (look, choices) = (canvas.look, self.choices());
        let widths = choices.iter().map(|choice| choice.label.chars().count());
        let width = widths.max().unwrap_or_default();
        let line = |(place, choice): (usize, &Choice)| {
            let key = if place < 9 {
                format!("{} ", place + 1)
            } else {
                "  ".to_owned()
            };
            let mut spans = vec![
                Span::styled(key, look.accent),
                Span::raw(format!("{:width$} ", choice.label)),
            ];
            let value = self.tried.as_ref().and(self.value(&choice.notation));
            match value {
                Some(value) => {
                    let worth = estimate_in_words(self.puzzle().aim, value.value, value.margin);
                    let best = self.best() == Some(choice.notation.as_str());
                    let (sign, style) = if best {
                        (" best", look.good)
                    } else {
                        ("", look.plain)
                    };
                    spans.push(Span::styled(format!("{worth:>8}{sign}"), style));
                }
                None => spans.push(Span::styled(choice.hint.clone(), look.faint)),
            }
            Line::from(spans)
        };
        choices.iter().enumerate().map(line).collect()
    }

    /// Returns the choice that is done to a row or ends on a cell.
    fn aimed_at(&self, spot: &ClickTarget) -> Option<usize> {
        let is_aimed = |choice: &Choice| match (&choice.target, spot) {
            (Target::Row(row), ClickTarget::Row(clicked)) => row == clicked,
            (Target::Cell(cell), ClickTarget::Cell(clicked)) => cell == clicked,
            (Target::Way(way), ClickTarget::Cell(clicked)) => way.last() == Some(clicked),
            _ => false,
        };
        self.choices().iter().position(is_aimed)
    }

    fn choose(&mut self, cx: &mut Cx) {
        self.tried = self.chosen().map(|choice| choice.notation.clone());
        self.tell(cx);
    }
}

impl Screen for PuzzleScreen {
    fn title(&self) -> String {
        let rules = self.puzzle().game.rules_line();
        match self.puzzles.len() {
            1 => format!("Hot Dice · {rules} · try it again"),
            many => format!(
                "Hot Dice · {rules} · try it again · {} of {many}",
                self.place + 1
            ),
        }
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let target = self.chosen().map(|choice| choice.target.clone());
        let puzzle = self.puzzle();
        let picture = PositionPicture {
            scene: &puzzle.scene,
            names: &puzzle.names,
            fallen: &[],
            target: target.as_ref().unwrap_or(&Target::Nothing),
        };
        let RoomLeft { beside, below } = if canvas.is_roomy() {
            picture.draw(canvas)
        } else {
            let below = picture.draw_small(canvas);
            RoomLeft {
                beside: None,
                below,
            }
        };
        let words = self.words(canvas);
        let lines = self.lines(canvas);
        let used = match beside {
            Some(area) => {
                write_folded(&mut canvas.framed(area, ""), &words);
                0
            }
            None => {
                let room = below.height.saturating_sub(LEAST_LIST);
                write_folded(&mut canvas.part(below).rows(0, room), &words)
            }
        };
        let list = &mut canvas.part(below);
        self.picker.draw(&mut list.rows(used, u16::MAX), &lines);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = vec![
            KeyHint::new(KeyCode::Down, "↑↓", "choose"),
            KeyHint::new(KeyCode::Enter, "Enter", "try it"),
        ];
        if self.place + 1 < self.puzzles.len() {
            keys.push(KeyHint::new(KeyCode::Char('n'), "n", "next mistake"));
        }
        keys.push(KeyHint::new(KeyCode::Char('q'), "q", "back"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        let lines = self.choices().len();
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Navigation::Back,
            KeyCode::Char('n') => return self.go_on(cx),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(cx),
            KeyCode::Char(digit @ '1'..='9') => {
                let place = digit as usize - '1' as usize;
                if place < lines {
                    self.picker.point(place);
                    self.choose(cx);
                }
            }
            key => {
                self.picker.press(key, lines);
            }
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        let aimed = match spot {
            ClickTarget::Row(_) | ClickTarget::Cell(_) => self.aimed_at(spot),
            _ => None,
        };
        if let Some(place) = aimed {
            self.picker.point(place);
        } else if self.picker.click(spot) {
            self.choose(cx);
        }
        Navigation::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        if let Some(found) = self.valuing.poll() {
            self.values = Some(found.map_err(|broken| broken.to_string()).flatten());
            self.tell(cx);
        }
        Navigation::Stay
    }
}

/// Begins to value the choices of a puzzle.
fn value(puzzle: &Puzzle, cx: &Cx) -> BackgroundJob<Result<Vec<ActionValue>, String>> {
    let (puzzle, library) = (puzzle.clone(), cx.services.library());
    BackgroundJob::start(&cx.bell, move || puzzle.values(&*library))
}
