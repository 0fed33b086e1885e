//! Rules to be read.

use hotdice_core::AnyGame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::screen::{Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Page;
use crate::plain::fold;

/// The rules of a game in plain words.
pub(crate) struct RulesReader {
    rules: String,
    sections: Vec<(String, Vec<String>)>,
    page: Page,
}

impl RulesReader {
    /// Returns the rules of a game, to be read.
    pub(crate) fn new(game: &dyn AnyGame) -> Self {
        let section = |section: hotdice_core::Section| (section.heading.to_owned(), section.lines);
        Self {
            rules: game.rules_line(),
            sections: game.explain().into_iter().map(section).collect(),
            page: Page::default(),
        }
    }

    /// Returns the lines for a width.
    pub(super) fn lines(&self, width: u16, look: &Look) -> Vec<Line<'static>> {
        let width = usize::from(width).saturating_sub(2);
        let mut lines = Vec::new();
        for (heading, sentences) in &self.sections {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.push(Line::styled(heading.clone(), look.strong));
            for sentence in sentences {
                let folded = fold(&format!("  {sentence}"), width, 4);
                lines.extend(folded.into_iter().map(Line::from));
            }
        }
        lines
    }
}

impl Screen for RulesReader {
    fn title(&self) -> String {
        format!("The rules of {}", self.rules)
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let lines = self.lines(canvas.area.width.min(100), canvas.look);
        self.page.draw(canvas, &lines);
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint::new(KeyCode::Down, "↑↓ jk", "scroll"),
            KeyHint::new(KeyCode::PageDown, "Space", "page on"),
            KeyHint::new(KeyCode::Esc, "Esc q", "back"),
        ]
    }

    fn press(&mut self, key: KeyCode, _cx: &mut Cx) -> Navigation {
        match key {
            // The keys that open the rules close them again.
            KeyCode::Esc
            | KeyCode::Enter
            | KeyCode::Left
            | KeyCode::Char('q' | 'h' | 'i' | 'r') => Navigation::Back,
            key => {
                self.page.press(key);
                Navigation::Stay
            }
        }
    }
}
