//! The first screen.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::games::GamesScreen;
use super::menu::{self, MenuAction, digit};
use super::mistakes::MistakesScreen;
use super::saved::SavedScreen;
use super::settings::SettingsScreen;
use super::solved::SolvedScreen;
use super::statistics::StatisticsScreen;
use crate::full::canvas::Canvas;
use crate::full::online;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Picker;

/// Something that can be done here: its name, a few words about it, and where it leads.
type HomeEntry = (&'static str, &'static str, fn(&mut Cx) -> Navigation);

const ENTRIES: [HomeEntry; 9] = [
    (
        "Play here",
        "choose a game, its house rules and who plays",
        |cx| Navigation::Open(Box::new(GamesScreen::new(cx))),
    ),
    (
        "Host on this machine",
        "open a table and invite others",
        |cx| Navigation::Open(online::host(None, cx)),
    ),
    ("Join a table", "by the link you were given", |cx| {
        Navigation::Open(online::join(cx))
    }),
    ("Saved games", "go on, or look at one again", |cx| {
        Navigation::Open(Box::new(SavedScreen::new(cx)))
    }),
    (
        "Your mistakes",
        "the costliest come back as puzzles",
        |cx| Navigation::Open(Box::new(MistakesScreen::new(cx))),
    ),
    (
        "Your statistics",
        "games, wins, luck and accuracy over time",
        |cx| Navigation::Open(Box::new(StatisticsScreen::new(cx))),
    ),
    ("What is solved", "what perfect play is worth", |cx| {
        Navigation::Open(Box::new(SolvedScreen::new(cx)))
    }),
    (
        "Settings",
        "your name, colours, the pace of the dice",
        |_| Navigation::Open(Box::new(SettingsScreen::default())),
    ),
    ("Leave", "", |_| Navigation::Quit),
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

impl Screen for HomeScreen {
    fn title(&self) -> String {
        "Hot Dice".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let (strong, faint) = (canvas.look.plain, canvas.look.faint);
        let lines = ENTRIES.iter().enumerate().map(|(place, (what, words, _))| {
            let what = Span::styled(format!("{}{what:<22} ", digit(place)), strong);
            Line::from(vec![what, Span::styled(*words, faint)])
        });
        let lines: Vec<Line<'_>> = lines.collect();
        let area = if canvas.is_roomy() {
            draw_sign(canvas)
        } else {
            canvas.area
        };
        self.picker.draw(&mut canvas.part(area), &lines);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = menu::keys("go", "quit");
        keys.pop();
        keys.push(KeyHint::new(KeyCode::Char('q'), "q", "quit"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        match menu::press(&mut self.picker, key, ENTRIES.len()) {
            MenuAction::Chosen(place) => ENTRIES[place].2(cx),
            // An arrow to the left, or Esc once too often, is no wish to leave the program.
            MenuAction::Left if key == KeyCode::Char('q') => Navigation::Quit,
            MenuAction::Left if key == KeyCode::Esc => {
                cx.say("Press q to quit.");
                Navigation::Stay
            }
            _ => Navigation::Stay,
        }
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        match spot {
            ClickTarget::Item(place) => {
                self.picker.point(*place);
                ENTRIES[*place].2(cx)
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
    let (width, height) = (area.width.saturating_sub(4), area.height.saturating_sub(9));
    Rect::new(area.x + 2, area.y + 9, width, height)
}
