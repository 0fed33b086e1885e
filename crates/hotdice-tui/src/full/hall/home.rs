//! The first screen.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use super::super::canvas::Canvas;
use super::super::screen::{Cx, Hint, Screen, Spot, Step};
use super::super::widgets::Picker;

/// What can be done here.
const LINES: [&str; 1] = ["Leave"];

/// The first screen.
#[derive(Default)]
pub(super) struct Home {
    picker: Picker,
}

impl Screen for Home {
    fn title(&self) -> String {
        "Hot Dice".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let lines = LINES.map(Line::from);
        self.picker.draw(canvas, &lines);
    }

    fn keys(&self) -> Vec<Hint> {
        vec![
            Hint::new(KeyCode::Down, "↑↓", "choose"),
            Hint::new(KeyCode::Enter, "Enter", "go"),
            Hint::new(KeyCode::Char('q'), "q", "leave"),
        ]
    }

    fn press(&mut self, key: KeyCode, _cx: &mut Cx) -> Step {
        match key {
            KeyCode::Char('q') | KeyCode::Enter => Step::Quit,
            _ => {
                self.picker.press(key, LINES.len());
                Step::Stay
            }
        }
    }

    fn point(&mut self, spot: &Spot, _cx: &mut Cx) -> Step {
        match spot {
            Spot::Item(_) => Step::Quit,
            _ => Step::Stay,
        }
    }
}
