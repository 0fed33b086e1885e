//! The parts of a scene that every screen draws alike.

use hotdice_core::{Name, Part, Scene, Sheet, Track, Triangle};
use ratatui::text::{Line, Span};

use super::sheet::sheet_size;
use super::spoken;
use super::triangle::triangle_size;
use crate::full::look::Look;

/// A part that needs a place of its own.
pub(crate) enum BoardPart<'a> {
    Sheet(&'a Sheet),
    Triangle(&'a Triangle),
}

impl<'a> BoardPart<'a> {
    /// Returns the board of a scene, if it has one.
    pub(crate) fn of(scene: &'a Scene) -> Option<Self> {
        scene.parts.iter().find_map(|part| match part {
            Part::Sheet(sheet) => Some(Self::Sheet(sheet)),
            Part::Triangle(triangle) => Some(Self::Triangle(triangle)),
            _ => None,
        })
    }

    /// Returns how wide and how high the board of these players is in so much room.
    pub(crate) fn size(&self, names: &[Name], with_worth: bool, most: (u16, u16)) -> (u16, u16) {
        match self {
            Self::Sheet(sheet) => sheet_size(sheet, names, with_worth, most),
            Self::Triangle(triangle) => triangle_size(triangle, most.0, most.1),
        }
    }
}

/// Returns the scores of a scene.
pub(crate) fn tracks(scene: &Scene) -> impl Iterator<Item = &Track> + Clone {
    scene.parts.iter().filter_map(|part| match part {
        Part::Track(track) => Some(track),
        _ => None,
    })
}

/// Returns what a scene says: its cards, and its lines.
pub(crate) fn remarks(scene: &Scene, names: &[Name], look: &Look) -> Vec<Line<'static>> {
    let remarks = scene.parts.iter().filter_map(|part| match part {
        Part::Card(card) => Some(Line::from(vec![
            Span::styled(format!(" ▣ {}: ", card.name), look.strong),
            Span::raw(card.effect.clone()),
        ])),
        Part::Line(line) => {
            let mut line = spoken(line, names, look);
            line.spans.insert(0, Span::raw(" "));
            Some(line)
        }
        _ => None,
    });
    remarks.collect()
}
