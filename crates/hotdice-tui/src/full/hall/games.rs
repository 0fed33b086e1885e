//! Which game?

use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::presets;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::menu::{self, MenuAction};
use super::reader::RulesReader;
use super::rules_screen::RulesScreen;
use super::seats::SeatsScreen;
use crate::full::canvas::Canvas;
use crate::full::online;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Picker;

/// The list of games.
pub(super) struct GamesScreen {
    games: Vec<GameEntry>,
    picker: Picker,
}

/// A game that can be chosen.
struct GameEntry {
    family: &'static str,
    name: &'static str,
    sentence: &'static str,
    game: Arc<dyn AnyGame>,
}

impl GamesScreen {
    pub(super) fn new() -> Self {
        let listed = presets().filter_map(|(family, preset)| {
            Some(GameEntry {
                family: family.name,
                name: preset.name,
                sentence: preset.sentence,
                game: hotdice_games::find(preset.name).ok()?,
            })
        });
        Self {
            games: listed.collect(),
            picker: Picker::default(),
        }
    }

    fn chosen(&self) -> Option<&GameEntry> {
        self.games.get(self.picker.cursor())
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (strong, faint) = (canvas.look.strong, canvas.look.faint);
        let mut last = "";
        let mut lines = Vec::new();
        for listed in &self.games {
            let family = if listed.family == last {
                ""
            } else {
                listed.family
            };
            last = listed.family;
            let seats = format!("{:<4}", listed.game.seats().to_string());
            lines.push(Line::from(vec![
                Span::styled(format!("{:<16}", listed.name), strong),
                Span::raw(seats),
                Span::styled(format!(" {family:<15} "), faint),
                Span::raw(listed.sentence),
            ]));
        }
        lines
    }

    fn sit_down(&self, cx: &mut Cx) -> Navigation {
        match self.chosen() {
            Some(listed) => Navigation::Open(Box::new(SeatsScreen::new(listed.game.clone(), cx))),
            None => Navigation::Stay,
        }
    }
}

impl Screen for GamesScreen {
    fn title(&self) -> String {
        "What do you want to play?".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let foot = if canvas.is_roomy() { 4 } else { 0 };
        let [list, foot] = menu::with_foot(canvas.area, foot);
        let lines = self.lines(canvas);
        self.picker.draw(&mut canvas.part(list), &lines);
        let Some(listed) = self.chosen() else {
            return;
        };
        let seats = listed.game.seats().in_words();
        let words = format!("{} For {seats} players.", listed.sentence);
        let plain = canvas.look.plain;
        canvas.part(foot).paragraph(1, &words, plain);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = menu::keys("play", "back");
        keys.insert(2, KeyHint::new(KeyCode::Char('e'), "e", "house rules"));
        keys.insert(3, KeyHint::new(KeyCode::Char('r'), "r", "rules"));
        keys.insert(4, KeyHint::new(KeyCode::Char('o'), "o", "host it"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        let Some(listed) = self.chosen() else {
            return Navigation::Back;
        };
        match key {
            KeyCode::Char('e') => return Navigation::Open(RulesScreen::open(&listed.game, cx)),
            KeyCode::Char('r') => {
                return Navigation::Open(Box::new(RulesReader::new(&*listed.game)));
            }
            KeyCode::Char('o') => {
                return Navigation::Open(online::host(Some(listed.game.clone()), cx));
            }
            _ => {}
        }
        match menu::press(&mut self.picker, key, self.games.len()) {
            MenuAction::Chosen(_) => self.sit_down(cx),
            MenuAction::Left => Navigation::Back,
            MenuAction::Moved | MenuAction::Other => Navigation::Stay,
        }
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        if self.picker.click(spot) {
            self.sit_down(cx)
        } else {
            Navigation::Stay
        }
    }
}
