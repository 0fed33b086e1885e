//! What perfect play is worth.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hotdice_bots::{Figure, Scope, Unit, Unsolvable, figures, is_solved};
use hotdice_core::AnyGame;
use hotdice_games::presets;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::menu::{self, MenuAction};
use super::outlook::RulesOutlook;
use super::rules_screen::RulesScreen;
use crate::full::canvas::Canvas;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Picker;
use crate::job::BackgroundJob;
use crate::plain::fold;
use crate::rules_editor::effect;
use crate::services::SolveProgress;

/// The games, and what perfect play of each is worth.
pub(super) struct SolvedScreen {
    games: Vec<SolvedEntry>,
    picker: Picker,
    /// What is known at once about the game under the cursor.
    turn: RulesOutlook,
    /// Which of the games are on the shelf.
    shelf: BackgroundJob<Vec<bool>>,
    /// How far the solution is that is being worked on.
    progress: Option<SolveProgress>,
    now: Instant,
}

struct SolvedEntry {
    name: &'static str,
    game: Arc<dyn AnyGame>,
    state: SolveState,
}

/// How far a game is solved.
enum SolveState {
    Unasked,
    /// It is on the shelf, and read as soon as somebody looks at it.
    Shelved,
    Working(BackgroundJob<Result<Vec<Figure>, Unsolvable>>),
    Known(Vec<Figure>),
    Refused(String),
    /// It takes this, and nobody has said yes yet.
    Costly(String),
}

impl SolvedScreen {
    pub(super) fn new(cx: &Cx) -> Self {
        let listed = presets().filter_map(|(_, preset)| {
            Some(SolvedEntry {
                name: preset.name,
                game: hotdice_games::find(preset.name).ok()?,
                state: SolveState::Unasked,
            })
        });
        let games: Vec<SolvedEntry> = listed.collect();
        let mut solved = Self {
            shelf: look_at_shelf(&games, cx),
            games,
            picker: Picker::default(),
            turn: RulesOutlook::default(),
            progress: None,
            now: cx.now,
        };
        solved.look_at(cx);
        solved
    }

    fn chosen(&self) -> Option<&SolvedEntry> {
        self.games.get(self.picker.cursor())
    }

    /// Asks for what is known at once about the game under the cursor.
    fn look_at(&mut self, cx: &Cx) {
        if let Some(listed) = self.games.get(self.picker.cursor()) {
            self.turn = RulesOutlook::at_once(&listed.game, cx);
        }
        self.read_chosen(cx);
    }

    /// Reads the game under the cursor, if it is on the shelf.
    fn read_chosen(&mut self, cx: &Cx) {
        if matches!(self.chosen(), Some(listed) if matches!(listed.state, SolveState::Shelved)) {
            self.solve(cx);
        }
    }

    /// Notes which games are on the shelf, once that is known.
    fn hear_of_shelf(&mut self, cx: &Cx) {
        let Some(Ok(shelved)) = self.shelf.poll() else {
            return;
        };
        for (listed, shelved) in self.games.iter_mut().zip(shelved) {
            if shelved && matches!(listed.state, SolveState::Unasked) {
                listed.state = SolveState::Shelved;
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
        match &listed.state {
            SolveState::Working(_) | SolveState::Known(_) => return,
            SolveState::Costly(_) => cx.services.allow_solve(listed.name),
            SolveState::Unasked | SolveState::Shelved | SolveState::Refused(_) => {}
        }
        let (library, game) = (cx.services.library(), listed.game.clone());
        let job = BackgroundJob::start(&cx.bell, move || figures(&*game, Scope::Game, &*library));
        listed.state = SolveState::Working(job);
    }

    fn draw_chosen(&self, canvas: &mut Canvas<'_, '_>) {
        let Some(listed) = self.chosen() else {
            return;
        };
        let width = usize::from(canvas.area.width);
        let mut lines = match &listed.state {
            SolveState::Unasked => fold(
                "Enter solves the whole game. What is solved is kept.",
                width,
                0,
            ),
            SolveState::Shelved => fold("This game is solved already.", width, 0),
            SolveState::Working(_) => {
                let far = self.progress.map(|progress| progress.in_words());
                let far = far.map_or_else(String::new, |far| format!(" {far}."));
                let text = format!("Working …{far} You can look at other games meanwhile.");
                fold(&text, width, 0)
            }
            SolveState::Refused(why) => fold(&format!("{why}."), width, 0),
            SolveState::Costly(cost) => {
                let text =
                    format!("Solving this game takes {cost}. Press Enter again to solve it.");
                fold(&text, width, 0)
            }
            SolveState::Known(figures) => figures
                .iter()
                .flat_map(|figure| in_words(figure, width))
                .collect(),
        };
        lines.push(String::new());
        if let Some(answer) = self.turn.answer() {
            let mut answer = answer.clone();
            if let SolveState::Known(known) = &listed.state {
                // What is known to all its digits is not said again with two.
                let is_known = |name: &str| known.iter().any(|figure| figure.name == name);
                answer.figures.retain(|figure| !is_known(&figure.name));
            }
            lines.extend(effect(&answer, None, width));
        }
        canvas.lines(lines);
    }
}

/// Begins to look which games are on the shelf.
fn look_at_shelf(games: &[SolvedEntry], cx: &Cx) -> BackgroundJob<Vec<bool>> {
    let games: Vec<Arc<dyn AnyGame>> = games.iter().map(|listed| listed.game.clone()).collect();
    let library = cx.services.library();
    BackgroundJob::start(&cx.bell, move || {
        games
            .iter()
            .map(|game| is_solved(&**game, &*library))
            .collect()
    })
}

fn in_words(figure: &Figure, width: usize) -> Vec<String> {
    let value = figure.value_in_words();
    let value = match figure.unit {
        Unit::Points | Unit::RoughPoints => value,
        Unit::Chance | Unit::RoughChance => format!("{:.2}% ({value})", 100.0 * figure.value),
    };
    fold(&format!("{value}  {}", figure.words), width, 4)
}

impl Screen for SolvedScreen {
    fn title(&self) -> String {
        "What perfect play is worth".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let look = canvas.look;
        let line = |listed: &SolvedEntry| {
            let (mark, style) = match listed.state {
                SolveState::Unasked => (" ", look.plain),
                SolveState::Working(_) => ("…", look.faint),
                SolveState::Shelved | SolveState::Known(_) => ("=", look.good),
                SolveState::Refused(_) | SolveState::Costly(_) => ("-", look.faint),
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
        self.draw_chosen(&mut canvas.framed(right, heading));
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = menu::keys("solve", "back");
        keys.insert(2, KeyHint::new(KeyCode::Char('e'), "e", "house rules"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if key == KeyCode::Char('e')
            && let Some(listed) = self.chosen()
        {
            return Navigation::Open(RulesScreen::open(&listed.game, cx));
        }
        let before = self.picker.cursor();
        let pressed = menu::press(&mut self.picker, key, self.games.len());
        if self.picker.cursor() != before {
            self.look_at(cx);
        }
        match pressed {
            MenuAction::Chosen(_) => self.solve(cx),
            MenuAction::Left => return Navigation::Back,
            MenuAction::Moved | MenuAction::Other => {}
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        let before = self.picker.cursor();
        if self.picker.click(spot) {
            self.solve(cx);
        } else if self.picker.cursor() != before {
            self.look_at(cx);
        }
        Navigation::Stay
    }

    fn next_wake(&self) -> Option<Instant> {
        let working = |listed: &SolvedEntry| matches!(listed.state, SolveState::Working(_));
        let working = self.games.iter().any(working);
        working.then_some(self.now + Duration::from_secs(1))
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        self.turn.look();
        self.hear_of_shelf(cx);
        self.now = cx.now;
        self.progress = cx.services.solve_progress();
        for listed in &mut self.games {
            let SolveState::Working(job) = &mut listed.state else {
                continue;
            };
            match job.poll() {
                None => {}
                Some(Ok(Ok(figures))) => listed.state = SolveState::Known(figures),
                Some(Ok(Err(why))) => {
                    listed.state = match cx.services.solve_cost(listed.name) {
                        Some(cost) => SolveState::Costly(cost),
                        None => SolveState::Refused(why.to_string()),
                    };
                }
                Some(Err(broken)) => listed.state = SolveState::Refused(broken.to_string()),
            }
        }
        Navigation::Stay
    }
}

impl SolvedScreen {
    /// Draws the list above, and what is known below where there is room.
    fn draw_narrow(&mut self, canvas: &mut Canvas<'_, '_>, lines: &[Line<'_>]) {
        let foot = canvas.area.height / 2;
        let [list, foot] = menu::with_foot(canvas.area, foot);
        self.picker.draw(&mut canvas.part(list), lines);
        self.draw_chosen(&mut canvas.part(foot));
    }
}
