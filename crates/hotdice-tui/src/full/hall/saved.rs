//! Saved games.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::menu::{self, MenuAction};
use crate::full::canvas::Canvas;
use crate::full::review;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::table;
use crate::full::widgets::Picker;
use crate::job::BackgroundJob;
use crate::plain::age_in_words;
use crate::plain::fold;
use crate::services::{SavedGame, SavedStage, UiError};
use crate::session::LocalGame;

/// The list of saved games.
pub(super) struct SavedScreen {
    search: BackgroundJob<Result<Vec<SavedGame>, UiError>>,
    games: Vec<SavedGame>,
    picker: Picker,
    /// Whether the game under the cursor shall really go.
    forgetting: bool,
}

impl SavedScreen {
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
    fn go(&self, cx: &mut Cx) -> Navigation {
        let Some(game) = self.chosen() else {
            return Navigation::Stay;
        };
        match game.stage {
            SavedStage::Paused => self.resume(cx),
            SavedStage::Over | SavedStage::Fair => self.look_at(cx),
            SavedStage::Damaged => {
                let place = game.place.display();
                cx.complain(format!("{place} cannot be read: d throws it away"));
                Navigation::Stay
            }
        }
    }

    fn resume(&self, cx: &mut Cx) -> Navigation {
        let Some(game) = self.chosen() else {
            return Navigation::Stay;
        };
        let begun = LocalGame::resume(&game.place, &*cx.services);
        let table = begun.map(|local| table::begin(local, cx));
        cx.open(table)
    }

    fn look_at(&self, cx: &mut Cx) -> Navigation {
        let Some(game) = self.chosen() else {
            return Navigation::Stay;
        };
        let text = cx.services.read_game(&game.place);
        let screen = text.map(|text| review::open(text, Some(game.place.clone()), cx));
        cx.open(screen)
    }

    fn forget(&mut self, cx: &mut Cx) {
        self.forgetting = false;
        let Some(game) = self.chosen() else {
            return;
        };
        match cx.services.delete_game(&game.place) {
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
            let style = match game.stage {
                SavedStage::Paused => look.accent,
                SavedStage::Over | SavedStage::Fair => look.plain,
                SavedStage::Damaged => look.bad,
            };
            let stage = Span::styled(format!("{:<9}", game.stage.in_words()), style);
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

impl Screen for SavedScreen {
    fn title(&self) -> String {
        "Saved games".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        if self.games.is_empty() {
            let words = if self.search.is_busy() {
                "looking…"
            } else {
                "There are none yet: games are saved while they are played."
            };
            return canvas.paragraph(1, words, canvas.look.faint);
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
            let style = if self.forgetting {
                foot.look.bad
            } else {
                foot.look.faint
            };
            foot.line(row, Span::styled(format!("  {line}"), style));
        }
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.forgetting {
            return vec![
                KeyHint::new(KeyCode::Char('y'), "y", "throw it away"),
                KeyHint::new(KeyCode::Char('n'), "n", "keep it"),
            ];
        }
        let go = match self.chosen().map(|game| game.stage) {
            Some(SavedStage::Paused) => "go on",
            _ => "look at it",
        };
        let mut keys = menu::keys(go, "back");
        keys.insert(2, KeyHint::new(KeyCode::Char('a'), "a", "look at it"));
        keys.insert(3, KeyHint::new(KeyCode::Char('d'), "d", "throw away"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if self.forgetting {
            match key {
                KeyCode::Char('y') => self.forget(cx),
                _ => self.forgetting = false,
            }
            return Navigation::Stay;
        }
        match key {
            KeyCode::Char('a') => return self.look_at(cx),
            KeyCode::Char('d') | KeyCode::Delete => {
                self.forgetting = !self.games.is_empty();
                return Navigation::Stay;
            }
            _ => {}
        }
        match menu::press(&mut self.picker, key, self.games.len()) {
            MenuAction::Chosen(_) => self.go(cx),
            MenuAction::Left => Navigation::Back,
            MenuAction::Moved | MenuAction::Other => Navigation::Stay,
        }
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        self.forgetting = false;
        if self.picker.click(spot) {
            self.go(cx)
        } else {
            Navigation::Stay
        }
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        match self.search.poll() {
            None => {}
            Some(Ok(Ok(games))) => self.games = games,
            Some(Ok(Err(trouble))) => cx.complain(trouble),
            Some(Err(broken)) => cx.complain(broken),
        }
        Navigation::Stay
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.search = search(cx);
    }
}

fn search(cx: &Cx) -> BackgroundJob<Result<Vec<SavedGame>, UiError>> {
    let services = cx.services.clone();
    BackgroundJob::start(&cx.bell, move || services.saved_games())
}

fn short(text: &str, width: usize) -> String {
    if text.chars().count() > width {
        text.chars().take(width - 1).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}
