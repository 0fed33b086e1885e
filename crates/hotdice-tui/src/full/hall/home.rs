//! The first screen.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::games::GamesScreen;
use super::menu::{self, MenuAction, digit};
use super::saved::SavedScreen;
use super::settings::SettingsScreen;
use super::solved::SolvedScreen;
use crate::full::canvas::Canvas;
use crate::full::online;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Picker;

/// What can be done here.
#[derive(Clone, Copy)]
enum HomeEntry {
    Play,
    Host,
    Join,
    Saved,
    Solved,
    Settings,
    Leave,
}

const ENTRIES: [(HomeEntry, &str, &str); 7] = [
    (
        HomeEntry::Play,
        "Play here",
        "choose a game, its house rules and who plays",
    ),
    (
        HomeEntry::Host,
        "Host on this machine",
        "open a table, and give its address and code away",
    ),
    (
        HomeEntry::Join,
        "Join a table",
        "by the address and the code you were given",
    ),
    (
        HomeEntry::Saved,
        "Saved games",
        "go on, or look at one again",
    ),
    (
        HomeEntry::Solved,
        "What is solved",
        "what perfect play is worth",
    ),
    (
        HomeEntry::Settings,
        "Settings",
        "your name, colours, the pace of the dice",
    ),
    (HomeEntry::Leave, "Leave", ""),
];

const SIGN: [&str; 5] = [
    "╭───────╮ ╭───────╮",
    "│ ●   ● │ │ ●     │",
    "│   ●   │ │   ●   │",
    "│ ●   ● │ │     ● │",
    "╰───────╯ ╰───────╯",
];

/// The first screen.
#[derive(Default)]
pub(super) struct HomeScreen {
    picker: Picker,
}

impl HomeScreen {
    fn go(&self, place: usize, cx: &mut Cx) -> Navigation {
        match ENTRIES[place].0 {
            HomeEntry::Play => Navigation::Open(Box::new(GamesScreen::new())),
            HomeEntry::Host => Navigation::Open(online::host(None, cx)),
            HomeEntry::Join => Navigation::Open(online::join(cx)),
            HomeEntry::Saved => Navigation::Open(Box::new(SavedScreen::new(cx))),
            HomeEntry::Solved => Navigation::Open(Box::new(SolvedScreen::new(cx))),
            HomeEntry::Settings => Navigation::Open(Box::new(SettingsScreen::default())),
            HomeEntry::Leave => Navigation::Quit,
        }
    }
}

impl Screen for HomeScreen {
    fn title(&self) -> String {
        "Hot Dice".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let (strong, faint) = (canvas.look.plain, canvas.look.faint);
        let line =
            |(place, (_, what, words)): (usize, &(HomeEntry, &'static str, &'static str))| {
                let what = Span::styled(format!("{}{what:<22} ", digit(place)), strong);
                Line::from(vec![what, Span::styled(*words, faint)])
            };
        let lines: Vec<Line<'_>> = ENTRIES.iter().enumerate().map(line).collect();
        let area = if canvas.is_roomy() {
            draw_sign(canvas)
        } else {
            canvas.area
        };
        self.picker.draw(&mut canvas.part(area), &lines);
    }

    fn keys(&self) -> Vec<KeyHint> {
        menu::keys("go", "leave")
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        match menu::press(&mut self.picker, key, ENTRIES.len()) {
            MenuAction::Chosen(place) => self.go(place, cx),
            // An arrow to the left is no wish to leave the program.
            MenuAction::Left if matches!(key, KeyCode::Esc | KeyCode::Char('q')) => {
                Navigation::Quit
            }
            _ => Navigation::Stay,
        }
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        match spot {
            ClickTarget::Item(place) => {
                self.picker.point(*place);
                self.go(*place, cx)
            }
            _ => Navigation::Stay,
        }
    }
}

/// Draws the sign above the door, and returns what is left for the list.
fn draw_sign(canvas: &mut Canvas<'_, '_>) -> Rect {
    let (area, accent, strong) = (canvas.area, canvas.look.accent, canvas.look.strong);
    let (x, y) = (area.x + 4, area.y + 2);
    for (row, line) in (0..).zip(SIGN) {
        canvas.write(x, y + row, line, accent);
    }
    canvas.write(x + 24, y + 1, "Hot Dice", strong);
    canvas.write(x + 24, y + 2, "the home of dice games", canvas.look.faint);
    let above = 9;
    Rect {
        x: area.x + 2,
        y: area.y + above,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(above),
    }
}
