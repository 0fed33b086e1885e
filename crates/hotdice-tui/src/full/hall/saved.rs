//! Saved games.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::super::after;
use super::super::canvas::Canvas;
use super::super::job::Job;
use super::super::screen::{Cx, Hint, Screen, Spot, Step};
use super::super::table::{self, Start};
use super::super::widgets::Picker;
use super::menu::{self, Pressed};
use crate::backstage::{SavedGame, SavedStage, Trouble};
use crate::house::fold;
use crate::plain::age_in_words;

/// The list of saved games.
pub(super) struct Saved {
    search: Job<Result<Vec<SavedGame>, Trouble>>,
    games: Vec<SavedGame>,
    picker: Picker,
    /// Whether the game under the cursor shall really go.
    forgetting: bool,
}

impl Saved {
    pub(super) fn new(cx: &Cx) -> Self {
        Self {
            search: search(cx),
            games: Vec::new(),
            picker: Picker::default(),
            forgetting: false,
        }
    }

    fn chosen(&self) -> Option<&SavedGame> {
        self.games.get(self.picker.cursor())
    }

    /// Goes on with a game, or looks at one that is over.
    fn go(&self, cx: &mut Cx) -> Step {
        let Some(game) = self.chosen() else {
            return Step::Stay;
        };
        match game.stage {
            SavedStage::Paused => self.resume(cx),
            SavedStage::Over | SavedStage::Fair => self.look_at(cx),
            SavedStage::Damaged => {
                let place = game.place.display();
                cx.complain(format!("{place} cannot be read: d throws it away"));
                Step::Stay
            }
        }
    }

    fn resume(&self, cx: &mut Cx) -> Step {
        let Some(game) = self.chosen() else {
            return Step::Stay;
        };
        let begun = Start::resume(&game.place, &*cx.backstage);
        match begun.and_then(|start| table::begin(start, cx)) {
            Ok(screen) => Step::Open(screen),
            Err(trouble) => {
                cx.complain(trouble);
                Step::Stay
            }
        }
    }

    fn look_at(&self, cx: &mut Cx) -> Step {
        let Some(game) = self.chosen() else {
            return Step::Stay;
        };
        match cx.backstage.read_game(&game.place) {
            Ok(text) => Step::Open(after::open(text, Some(game.place.clone()), cx)),
            Err(trouble) => {
                cx.complain(trouble);
                Step::Stay
            }
        }
    }

    fn forget(&mut self, cx: &mut Cx) {
        self.forgetting = false;
        let Some(game) = self.chosen() else {
            return;
        };
        match cx.backstage.forget_game(&game.place) {
            Ok(()) => {
                let place = game.place.display().to_string();
                self.games.remove(self.picker.cursor());
                cx.say(format!("{place} is gone."));
            }
            Err(trouble) => cx.complain(trouble),
        }
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let look = canvas.look;
        let line = |game: &SavedGame| {
            let stage = match game.stage {
                SavedStage::Paused => Span::styled("goes on  ", look.accent),
                SavedStage::Over | SavedStage::Fair => Span::raw("over     "),
                SavedStage::Damaged => Span::styled("damaged  ", look.bad),
            };
            let rules = game.rules.clone().unwrap_or_else(|| "?".to_owned());
            let names = game.names.join(", ");
            Line::from(vec![
                stage,
                Span::styled(format!("{:<15} ", age_in_words(game.age)), look.faint),
                Span::styled(format!("{:<15} ", short(&rules, 15)), look.strong),
                Span::raw(names),
            ])
        };
        self.games.iter().map(line).collect()
    }

    fn foot(&self) -> Vec<String> {
        let Some(game) = self.chosen() else {
            return Vec::new();
        };
        let place = game.place.display().to_string();
        if self.forgetting {
            return vec![format!("Throw {place} away for good? y or n")];
        }
        let fair = match game.stage {
            SavedStage::Fair => "Its dice can be checked.",
            _ => "",
        };
        let rules = game.rules.clone().unwrap_or_default();
        vec![rules, place, fair.to_owned()]
    }
}

impl Screen for Saved {
    fn title(&self) -> String {
        "Saved games".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        if self.games.is_empty() {
            let words = match self.search.is_busy() {
                true => "looking…",
                false => "There are none yet: games are saved while they are played.",
            };
            let width = usize::from(canvas.area.width).saturating_sub(4);
            for (row, line) in (0..).zip(fold(words, width, 0)) {
                canvas.line(
                    row + 1,
                    Span::styled(format!("  {line}"), canvas.look.faint),
                );
            }
            return;
        }
        let foot = match (canvas.is_roomy(), self.forgetting) {
            (true, _) => 4,
            (false, true) => 1,
            (false, false) => 0,
        };
        let [list, foot] = menu::with_foot(canvas.area, foot);
        let lines = self.lines(canvas);
        self.picker.draw(&mut canvas.part(list), &lines);
        let mut foot = canvas.part(foot);
        let width = usize::from(foot.area.width).saturating_sub(2);
        let folded = self
            .foot()
            .into_iter()
            .flat_map(|line| fold(&line, width, 2));
        for (row, line) in (0..).zip(folded) {
            let style = match self.forgetting {
                true => foot.look.bad,
                false => foot.look.faint,
            };
            foot.line(row, Span::styled(format!("  {line}"), style));
        }
    }

    fn keys(&self) -> Vec<Hint> {
        if self.forgetting {
            return vec![
                Hint::new(KeyCode::Char('y'), "y", "throw it away"),
                Hint::new(KeyCode::Char('n'), "n", "keep it"),
            ];
        }
        let go = match self.chosen().map(|game| game.stage) {
            Some(SavedStage::Paused) => "go on",
            _ => "look at it",
        };
        let mut keys = menu::keys(go, "back");
        keys.insert(2, Hint::new(KeyCode::Char('a'), "a", "look at it"));
        keys.insert(3, Hint::new(KeyCode::Char('d'), "d", "throw away"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        if self.forgetting {
            match key {
                KeyCode::Char('y') => self.forget(cx),
                _ => self.forgetting = false,
            }
            return Step::Stay;
        }
        match key {
            KeyCode::Char('a') => return self.look_at(cx),
            KeyCode::Char('d') | KeyCode::Delete => {
                self.forgetting = !self.games.is_empty();
                return Step::Stay;
            }
            _ => {}
        }
        match menu::press(&mut self.picker, key, self.games.len()) {
            Pressed::Chosen(_) => self.go(cx),
            Pressed::Left => Step::Back,
            Pressed::Moved | Pressed::Other => Step::Stay,
        }
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        self.forgetting = false;
        match spot {
            Spot::Item(place) if *place == self.picker.cursor() => self.go(cx),
            Spot::Item(place) => {
                self.picker.point(*place);
                Step::Stay
            }
            _ => Step::Stay,
        }
    }

    fn wake(&mut self, cx: &mut Cx) -> Step {
        match self.search.poll() {
            None => {}
            Some(Ok(Ok(games))) => self.games = games,
            Some(Ok(Err(trouble))) => cx.complain(trouble),
            Some(Err(broken)) => cx.complain(broken),
        }
        Step::Stay
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.search = search(cx);
    }
}

fn search(cx: &Cx) -> Job<Result<Vec<SavedGame>, Trouble>> {
    let backstage = cx.backstage.clone();
    Job::start(&cx.bell, move || backstage.saved_games())
}

fn short(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
