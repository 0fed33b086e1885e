//! Which game?

use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::presets;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::super::canvas::Canvas;
use super::super::online;
use super::super::screen::{Cx, Hint, Screen, Spot, Step};
use super::super::widgets::Picker;
use super::house::House;
use super::menu::{self, Pressed};
use super::reader::Reader;
use super::seats::Seats;
use crate::house::fold;

/// The list of games.
pub(super) struct Games {
    games: Vec<Listed>,
    picker: Picker,
}

/// A game that can be chosen.
struct Listed {
    family: &'static str,
    name: &'static str,
    sentence: &'static str,
    game: Arc<dyn AnyGame>,
}

impl Games {
    pub(super) fn new() -> Self {
        let listed = presets().filter_map(|(family, preset)| {
            Some(Listed {
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

    fn chosen(&self) -> Option<&Listed> {
        self.games.get(self.picker.cursor())
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (strong, faint) = (canvas.look.strong, canvas.look.faint);
        let mut last = "";
        let mut lines = Vec::new();
        for listed in &self.games {
            let family = match listed.family == last {
                true => "",
                false => listed.family,
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

    fn sit_down(&self, cx: &mut Cx) -> Step {
        match self.chosen() {
            Some(listed) => Step::Open(Box::new(Seats::new(listed.game.clone(), cx))),
            None => Step::Stay,
        }
    }
}

impl Screen for Games {
    fn title(&self) -> String {
        "What do you want to play?".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let foot = match canvas.is_roomy() {
            true => 4,
            false => 0,
        };
        let [list, foot] = menu::with_foot(canvas.area, foot);
        let lines = self.lines(canvas);
        self.picker.draw(&mut canvas.part(list), &lines);
        let Some(listed) = self.chosen() else {
            return;
        };
        let seats = listed.game.seats().in_words();
        let words = format!("{} For {seats} players.", listed.sentence);
        let width = usize::from(foot.width).saturating_sub(4);
        let mut foot = canvas.part(foot);
        for (row, line) in (1..).zip(fold(&words, width, 0)) {
            foot.line(row, format!("  {line}"));
        }
    }

    fn keys(&self) -> Vec<Hint> {
        let mut keys = menu::keys("play", "back");
        keys.insert(2, Hint::new(KeyCode::Char('e'), "e", "house rules"));
        keys.insert(3, Hint::new(KeyCode::Char('r'), "r", "rules"));
        keys.insert(4, Hint::new(KeyCode::Char('o'), "o", "host it"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        let Some(listed) = self.chosen() else {
            return Step::Back;
        };
        match key {
            KeyCode::Char('e') => return Step::Open(House::open(&listed.game, cx)),
            KeyCode::Char('r') => return Step::Open(Box::new(Reader::new(&*listed.game))),
            KeyCode::Char('o') => {
                return Step::Open(online::host(Some(listed.game.clone()), cx));
            }
            _ => {}
        }
        match menu::press(&mut self.picker, key, self.games.len()) {
            Pressed::Chosen(_) => self.sit_down(cx),
            Pressed::Left => Step::Back,
            Pressed::Moved | Pressed::Other => Step::Stay,
        }
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        match spot {
            // The first click looks, the second goes.
            Spot::Item(place) if *place == self.picker.cursor() => self.sit_down(cx),
            Spot::Item(place) => {
                self.picker.point(*place);
                Step::Stay
            }
            _ => Step::Stay,
        }
    }
}
