//! What perfect play is worth.

use std::sync::Arc;

use hotdice_bots::{Figure, Scope, Unsolvable, figures, is_solved};
use hotdice_core::AnyGame;
use hotdice_games::presets;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::super::canvas::Canvas;
use super::super::job::Job;
use super::super::screen::{Cx, Hint, Screen, Spot, Step};
use super::super::widgets::{Picker, panel};
use super::house::House;
use super::menu::{self, Pressed};
use super::outlook::Outlook;
use crate::house::{effect, fold};

/// The games, and what perfect play of each is worth.
pub(super) struct Solved {
    games: Vec<Listed>,
    picker: Picker,
    /// What is known at once about the game under the cursor.
    turn: Outlook,
    /// Which of the games are on the shelf.
    shelf: Job<Vec<bool>>,
}

struct Listed {
    name: &'static str,
    game: Arc<dyn AnyGame>,
    state: State,
}

/// How far a game is solved.
enum State {
    Unasked,
    /// It is on the shelf, and read as soon as somebody looks at it.
    Shelved,
    Working(Job<Result<Vec<Figure>, Unsolvable>>),
    Known(Vec<Figure>),
    Refused(String),
}

impl Solved {
    pub(super) fn new(cx: &Cx) -> Self {
        let listed = presets().filter_map(|(_, preset)| {
            Some(Listed {
                name: preset.name,
                game: hotdice_games::find(preset.name).ok()?,
                state: State::Unasked,
            })
        });
        let games: Vec<Listed> = listed.collect();
        let mut solved = Self {
            shelf: look_at_shelf(&games, cx),
            games,
            picker: Picker::default(),
            turn: Outlook::default(),
        };
        solved.look_at(cx);
        solved
    }

    fn chosen(&self) -> Option<&Listed> {
        self.games.get(self.picker.cursor())
    }

    /// Asks for what is known at once about the game under the cursor.
    fn look_at(&mut self, cx: &Cx) {
        if let Some(listed) = self.games.get(self.picker.cursor()) {
            self.turn = Outlook::at_once(&listed.game, cx);
        }
        self.read_chosen(cx);
    }

    /// Reads the game under the cursor, if it is on the shelf.
    fn read_chosen(&mut self, cx: &Cx) {
        if matches!(self.chosen(), Some(listed) if matches!(listed.state, State::Shelved)) {
            self.solve(cx);
        }
    }

    /// Notes which games are on the shelf, once that is known.
    fn hear_of_shelf(&mut self, cx: &Cx) {
        let Some(Ok(shelved)) = self.shelf.poll() else {
            return;
        };
        for (listed, shelved) in self.games.iter_mut().zip(shelved) {
            if shelved && matches!(listed.state, State::Unasked) {
                listed.state = State::Shelved;
            }
        }
        self.read_chosen(cx);
    }

    /// Solves the game under the cursor; the table stays on the shelf.
    fn solve(&mut self, cx: &Cx) {
        let place = self.picker.cursor();
        let Some(listed) = self.games.get_mut(place) else {
            return;
        };
        if let State::Working(_) | State::Known(_) = listed.state {
            return;
        }
        let (library, game) = (cx.backstage.library(), listed.game.clone());
        let job = Job::start(&cx.bell, move || figures(&*game, Scope::Game, &*library));
        listed.state = State::Working(job);
    }

    fn draw_chosen(&self, canvas: &mut Canvas<'_, '_>) {
        let Some(listed) = self.chosen() else {
            return;
        };
        let width = usize::from(canvas.area.width);
        let mut lines = match &listed.state {
            State::Unasked => fold(
                "Enter solves the whole game. What is solved is kept.",
                width,
                0,
            ),
            State::Shelved => fold("This game is solved already.", width, 0),
            State::Working(_) => fold("working… Other games can be looked at meanwhile.", width, 0),
            State::Refused(why) => fold(&format!("{why}."), width, 0),
            State::Known(figures) => figures
                .iter()
                .flat_map(|figure| in_words(figure, width))
                .collect(),
        };
        lines.push(String::new());
        if let Some(answer) = self.turn.answer() {
            lines.extend(effect(answer, None, width));
        }
        for (row, line) in (0..).zip(lines) {
            canvas.line(row, line);
        }
    }
}

/// Begins to look which games are on the shelf.
fn look_at_shelf(games: &[Listed], cx: &Cx) -> Job<Vec<bool>> {
    let games: Vec<Arc<dyn AnyGame>> = games.iter().map(|listed| listed.game.clone()).collect();
    let library = cx.backstage.library();
    Job::start(&cx.bell, move || {
        games
            .iter()
            .map(|game| is_solved(&**game, &*library))
            .collect()
    })
}

fn in_words(figure: &Figure, width: usize) -> Vec<String> {
    let text = format!("{}  {}", figure.value_in_words(), figure.words);
    fold(&text, width, 4)
}

impl Screen for Solved {
    fn title(&self) -> String {
        "What perfect play is worth".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let look = canvas.look;
        let line = |listed: &Listed| {
            let (mark, style) = match listed.state {
                State::Unasked => (" ", look.plain),
                State::Working(_) => ("…", look.faint),
                State::Shelved | State::Known(_) => ("=", look.good),
                State::Refused(_) => ("-", look.faint),
            };
            Line::from(Span::styled(format!("{mark} {}", listed.name), style))
        };
        let lines: Vec<Line<'_>> = self.games.iter().map(line).collect();
        if !canvas.is_roomy() {
            return self.draw_narrow(canvas, &lines);
        }
        let columns = [Constraint::Length(24), Constraint::Min(0)];
        let [list, right] = Layout::horizontal(columns).areas(canvas.area);
        self.picker.draw(&mut canvas.part(list), &lines);
        let heading = self.chosen().map_or("", |listed| listed.name);
        let block = panel(heading, canvas.look);
        let inside = block.inner(right);
        canvas.put(block, right);
        self.draw_chosen(&mut canvas.part(inside));
    }

    fn keys(&self) -> Vec<Hint> {
        let mut keys = menu::keys("solve", "back");
        keys.insert(2, Hint::new(KeyCode::Char('e'), "e", "house rules"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        if key == KeyCode::Char('e')
            && let Some(listed) = self.chosen()
        {
            return Step::Open(House::open(&listed.game, cx));
        }
        let before = self.picker.cursor();
        let pressed = menu::press(&mut self.picker, key, self.games.len());
        if self.picker.cursor() != before {
            self.look_at(cx);
        }
        match pressed {
            Pressed::Chosen(_) => self.solve(cx),
            Pressed::Left => return Step::Back,
            Pressed::Moved | Pressed::Other => {}
        }
        Step::Stay
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        if let Spot::Item(place) = spot {
            match *place == self.picker.cursor() {
                true => self.solve(cx),
                false => {
                    self.picker.point(*place);
                    self.look_at(cx);
                }
            }
        }
        Step::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Step {
        self.turn.look();
        self.hear_of_shelf(cx);
        for listed in &mut self.games {
            let State::Working(job) = &mut listed.state else {
                continue;
            };
            match job.poll() {
                None => {}
                Some(Ok(Ok(figures))) => listed.state = State::Known(figures),
                Some(Ok(Err(why))) => listed.state = State::Refused(why.to_string()),
                Some(Err(broken)) => listed.state = State::Refused(broken.to_string()),
            }
        }
        Step::Stay
    }
}

impl Solved {
    /// Draws the list above, and what is known below where there is room.
    fn draw_narrow(&mut self, canvas: &mut Canvas<'_, '_>, lines: &[Line<'_>]) {
        let foot = canvas.area.height / 2;
        let [list, foot] = menu::with_foot(canvas.area, foot);
        self.picker.draw(&mut canvas.part(list), lines);
        self.draw_chosen(&mut canvas.part(foot));
    }
}
