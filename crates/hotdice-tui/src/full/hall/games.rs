//! Which game?

use std::sync::Arc;

use hotdice_core::AnyGame;
use hotdice_games::presets;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::menu::{self, ListFilter, MenuAction};
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
    filter: ListFilter,
    picker: Picker,
    /// Whether the house rules under the cursor shall really go.
    forgetting: bool,
}

/// A game that can be chosen.
struct GameEntry {
    family: &'static str,
    name: String,
    sentence: String,
    game: Arc<dyn AnyGame>,
    /// Whether these are house rules of the player's own.
    own: bool,
}

/// What house rules of the player's own are listed under.
const OWN: &str = "your rules";

impl GamesScreen {
    pub(super) fn new(cx: &Cx) -> Self {
        Self {
            games: entries(cx),
            filter: ListFilter::default(),
            picker: Picker::default(),
            forgetting: false,
        }
    }

    /// Returns the games that are shown. The one whose name was typed comes first: others of its family match as well.
    fn shown(&self) -> Vec<&GameEntry> {
        let words = |game: &GameEntry| format!("{} {} {}", game.name, game.family, game.sentence);
        let games = self.games.iter();
        let mut shown: Vec<&GameEntry> = games
            .filter(|game| self.filter.passes(&words(game)))
            .collect();
        shown.sort_by_key(|game| !self.filter.names(&game.name));
        shown
    }

    fn chosen(&self) -> Option<&GameEntry> {
        self.shown().get(self.picker.cursor()).copied()
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (strong, faint) = (canvas.look.strong, canvas.look.faint);
        let shown = self.shown();
        let names = shown
            .iter()
            .map(|game| Span::raw(game.name.as_str()).width());
        // Long names of house rules are cut on a small screen.
        let most = usize::from(canvas.area.width / 3).max(14);
        let width = names.max().unwrap_or(0).clamp(14, most) + 2;
        let mut last = "";
        let mut lines = Vec::new();
        for listed in shown {
            let family = if listed.family == last {
                ""
            } else {
                listed.family
            };
            last = listed.family;
            let seats = format!("{:<4}", listed.game.seats().to_string());
            lines.push(Line::from(vec![
                Span::styled(menu::padded(&listed.name, width - 2) + "  ", strong),
                Span::raw(seats),
                Span::styled(format!(" {family:<15} "), faint),
                Span::raw(listed.sentence.clone()),
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

    fn forget(&mut self, cx: &mut Cx) {
        self.forgetting = false;
        let Some(name) = self.chosen().map(|listed| listed.name.clone()) else {
            return;
        };
        cx.settings.rules.retain(|rules| rules.name != name);
        cx.say(format!("{name} is gone."));
        cx.save_settings();
        self.games = entries(cx);
    }
}

/// Returns all games, those of the player's own first.
fn entries(cx: &Cx) -> Vec<GameEntry> {
    let own = cx.settings.rules.iter().filter_map(|rules| {
        Some(GameEntry {
            family: OWN,
            name: rules.name.clone(),
            sentence: rules.line.clone(),
            game: hotdice_games::find(&rules.line).ok()?,
            own: true,
        })
    });
    let presets = presets().filter_map(|(family, preset)| {
        Some(GameEntry {
            family: family.name,
            name: preset.name.to_owned(),
            sentence: preset.sentence.to_owned(),
            game: hotdice_games::find(preset.name).ok()?,
            own: false,
        })
    });
    own.chain(presets).collect()
}

impl Screen for GamesScreen {
    fn title(&self) -> String {
        "What do you want to play?".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let foot = match (canvas.is_roomy(), self.forgetting) {
            (true, _) => 4,
            (false, true) => 3,
            (false, false) => 0,
        };
        let [list, foot] = menu::with_foot(canvas.area, foot);
        let list = self.filter.draw(canvas, list);
        let lines = self.lines(canvas);
        if lines.is_empty() {
            canvas.part(list).line(0, "  Nothing matches.");
        }
        self.picker.draw(&mut canvas.part(list), &lines);
        let Some(listed) = self.chosen() else {
            return;
        };
        if self.forgetting {
            let words = format!("Delete {} for good? y or n", listed.name);
            let bad = canvas.look.bad;
            return canvas.part(foot).paragraph(1, &words, bad);
        }
        let seats = listed.game.seats().in_words();
        let words = if listed.own {
            format!(
                "{} ({}). For {seats} players.",
                listed.name, listed.sentence
            )
        } else {
            format!("{} For {seats} players.", listed.sentence)
        };
        let plain = canvas.look.plain;
        canvas.part(foot).paragraph(1, &words, plain);
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.forgetting {
            return vec![
                KeyHint::new(KeyCode::Char('y'), "y", "delete"),
                KeyHint::new(KeyCode::Char('n'), "n", "keep"),
            ];
        }
        let mut keys = menu::keys("play", "back");
        keys.insert(2, KeyHint::new(KeyCode::Char('e'), "e", "house rules"));
        keys.insert(3, KeyHint::new(KeyCode::Char('r'), "r", "rules"));
        keys.insert(4, KeyHint::new(KeyCode::Char('o'), "o", "host"));
        if self.chosen().is_some_and(|listed| listed.own) {
            keys.insert(5, KeyHint::new(KeyCode::Char('d'), "d", "delete"));
        }
        self.filter.keys(keys)
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if self.forgetting {
            match key {
                KeyCode::Char('y') => self.forget(cx),
                _ => self.forgetting = false,
            }
            return Navigation::Stay;
        }
        if self.filter.press(key) {
            self.picker.point(0);
            return Navigation::Stay;
        }
        match (key, self.chosen()) {
            (KeyCode::Char('e'), Some(listed)) => {
                return Navigation::Open(RulesScreen::open(&listed.game, cx));
            }
            (KeyCode::Char('r'), Some(listed)) => {
                return Navigation::Open(Box::new(RulesReader::new(&*listed.game)));
            }
            (KeyCode::Char('o'), Some(listed)) => {
                return Navigation::Open(online::host(Some(listed.game.clone()), cx));
            }
            (KeyCode::Char('d') | KeyCode::Delete, Some(listed)) => {
                self.forgetting = listed.own;
                return Navigation::Stay;
            }
            _ => {}
        }
        let shown = self.shown().len();
        match menu::press(&mut self.picker, key, shown) {
            MenuAction::Chosen(_) => self.sit_down(cx),
            MenuAction::Left => Navigation::Back,
            MenuAction::Moved | MenuAction::Other => Navigation::Stay,
        }
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        self.forgetting = false;
        if self.picker.click(spot) {
            self.sit_down(cx)
        } else {
            Navigation::Stay
        }
    }

    fn is_typing(&self) -> bool {
        self.filter.is_typing()
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.games = entries(cx);
    }
}
