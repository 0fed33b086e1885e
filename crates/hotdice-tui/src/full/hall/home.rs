//! The first screen.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::canvas::Canvas;
use super::super::online;
use super::super::screen::{Cx, Hint, Screen, Spot, Step};
use super::super::widgets::Picker;
use super::games::Games;
use super::menu::{self, Pressed, digit};
use super::saved::Saved;
use super::settings::SettingsScreen;
use super::solved::Solved;

/// What can be done here.
#[derive(Clone, Copy)]
enum Entry {
    Play,
    Host,
    Join,
    Saved,
    Solved,
    Settings,
    Leave,
}

const ENTRIES: [(Entry, &str, &str); 7] = [
    (
        Entry::Play,
        "Play here",
        "choose a game, its house rules and who plays",
    ),
    (
        Entry::Host,
        "Host on this machine",
        "open a table, and give its address and code away",
    ),
    (
        Entry::Join,
        "Join a table",
        "by the address and the code you were given",
    ),
    (Entry::Saved, "Saved games", "go on, or look at one again"),
    (
        Entry::Solved,
        "What is solved",
        "what perfect play is worth",
    ),
    (
        Entry::Settings,
        "Settings",
        "your name, colours, the pace of the dice",
    ),
    (Entry::Leave, "Leave", ""),
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
pub(super) struct Home {
    picker: Picker,
}

impl Home {
    fn go(&self, place: usize, cx: &mut Cx) -> Step {
        match ENTRIES[place].0 {
            Entry::Play => Step::Open(Box::new(Games::new())),
            Entry::Host => Step::Open(online::host(None, cx)),
            Entry::Join => Step::Open(online::join(cx)),
            Entry::Saved => Step::Open(Box::new(Saved::new(cx))),
            Entry::Solved => Step::Open(Box::new(Solved::new(cx))),
            Entry::Settings => Step::Open(Box::new(SettingsScreen::default())),
            Entry::Leave => Step::Quit,
        }
    }
}

impl Screen for Home {
    fn title(&self) -> String {
        "Hot Dice".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let (strong, faint) = (canvas.look.plain, canvas.look.faint);
        let line = |(place, (_, what, words)): (usize, &(Entry, &'static str, &'static str))| {
            let what = Span::styled(format!("{}{what:<22} ", digit(place)), strong);
            Line::from(vec![what, Span::styled(*words, faint)])
        };
        let lines: Vec<Line<'_>> = ENTRIES.iter().enumerate().map(line).collect();
        let area = match canvas.is_roomy() {
            true => draw_sign(canvas),
            false => canvas.area,
        };
        self.picker.draw(&mut canvas.part(area), &lines);
    }

    fn keys(&self) -> Vec<Hint> {
        menu::keys("go", "leave")
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        match menu::press(&mut self.picker, key, ENTRIES.len()) {
            Pressed::Chosen(place) => self.go(place, cx),
            // An arrow to the left is no wish to leave the program.
            Pressed::Left if matches!(key, KeyCode::Esc | KeyCode::Char('q')) => Step::Quit,
            _ => Step::Stay,
        }
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        match spot {
            Spot::Item(place) => {
                self.picker.point(*place);
                self.go(*place, cx)
            }
            _ => Step::Stay,
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
