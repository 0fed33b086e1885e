//! Saved games, and tables on servers to come back to.

use hotdice_client::Memory;
use hotdice_core::with_commas;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::menu::{self, ListFilter, MenuAction};
use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::online::{Journey, KnownRow, Sayings, remembered};
use crate::full::review;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::table;
use crate::full::widgets::Picker;
use crate::job::BackgroundJob;
use crate::plain::{age_in_words, fold};
use crate::services::{SavedGame, SavedStage, UiError};
use crate::session::LocalGame;

/// What is said on the way back to a table.
const SAYINGS: Sayings = Sayings {
    on_the_way: "On the way to the table",
    not_there: "You are not there",
};

/// What is found in files and in memory.
type Found = (Result<Vec<SavedGame>, UiError>, Result<Memory, UiError>);

/// The list of saved games.
pub(super) struct SavedScreen {
    search: BackgroundJob<Found>,
    rows: Vec<SavedRow>,
    filter: ListFilter,
    picker: Picker,
    /// Whether the game under the cursor shall really go.
    forgetting: bool,
    going: Journey,
}

/// A game that can go on.
enum SavedRow {
    /// In a file.
    File(SavedGame),
    /// On a server.
    Seat(Box<KnownRow>),
}

impl SavedRow {
    /// Returns what is said about it: how it stands, the game, the players, and the age.
    fn cells(&self) -> [String; 4] {
        let age = |seconds: Option<u64>| seconds.map(age_in_words).unwrap_or_default();
        match self {
            Self::File(game) => [
                state(game),
                game.rules.clone().unwrap_or_else(|| "?".to_owned()),
                scores(
                    &game
                        .names
                        .iter()
                        .cloned()
                        .zip(points(game))
                        .collect::<Vec<_>>(),
                ),
                age(Some(game.age)),
            ],
            Self::Seat(known) => [
                known.state(),
                known.rules(),
                scores(&known.players()),
                age(known.age()),
            ],
        }
    }

    /// Tells whether it can go on, as far as that is known here.
    fn goes_on(&self) -> bool {
        match self {
            Self::File(game) => game.stage == SavedStage::Paused,
            Self::Seat(_) => true,
        }
    }

    fn age(&self) -> u64 {
        match self {
            Self::File(game) => game.age,
            Self::Seat(known) => known.age().unwrap_or(u64::MAX),
        }
    }

    fn style(&self, look: &Look) -> Style {
        match self {
            Self::File(game) => match game.stage {
                SavedStage::Paused => look.accent,
                SavedStage::Over | SavedStage::Fair => look.plain,
                SavedStage::Damaged => look.bad,
            },
            Self::Seat(_) => look.good,
        }
    }
}

fn state(game: &SavedGame) -> String {
    let turn = game.turn.and_then(|seat| game.names.get(seat));
    match (game.stage, turn) {
        (SavedStage::Paused, Some(name)) => format!("{name}'s turn"),
        (stage, _) => stage.in_words().to_owned(),
    }
}

/// Returns the points of all players, also where they are not known.
fn points(game: &SavedGame) -> impl Iterator<Item = i32> {
    game.points.iter().copied().chain([0].into_iter().cycle())
}

/// Writes who plays, with their points unless nobody has any.
fn scores(players: &[(String, i32)]) -> String {
    let has_points = players.iter().any(|(_, points)| *points != 0);
    let player = |(name, points): &(String, i32)| {
        if has_points {
            format!("{name} {}", with_commas(*points))
        } else {
            name.clone()
        }
    };
    let players: Vec<String> = players.iter().map(player).collect();
    players.join(", ")
}

impl SavedScreen {
    pub(super) fn new(cx: &Cx) -> Self {
        Self {
            search: search(cx),
            rows: Vec::new(),
            filter: ListFilter::default(),
            picker: Picker::default(),
            forgetting: false,
            going: Journey::new(SAYINGS, None),
        }
    }

    /// Returns the places of the rows that are shown.
    fn shown(&self) -> Vec<usize> {
        let passes = |(_, row): &(usize, &SavedRow)| self.filter.passes(&row.cells().join(" "));
        let rows = self.rows.iter().enumerate().filter(passes);
        rows.map(|(place, _)| place).collect()
    }

    fn place(&self) -> Option<usize> {
        self.shown().get(self.picker.cursor()).copied()
    }

    fn chosen(&self) -> Option<&SavedRow> {
        self.rows.get(self.place()?)
    }

    /// Goes on with a game, or looks at one that is over.
    fn go(&mut self, cx: &mut Cx) -> Navigation {
        match self.chosen() {
            None => Navigation::Stay,
            Some(SavedRow::Seat(known)) => {
                let way = known.way();
                self.going.set_out(way, cx);
                Navigation::Stay
            }
            Some(SavedRow::File(game)) => match game.stage {
                SavedStage::Paused => resume(game, cx),
                SavedStage::Over | SavedStage::Fair => look_at(game, cx),
                SavedStage::Damaged => {
                    let place = game.place.display();
                    cx.complain(format!("{place} cannot be read: d deletes it"));
                    Navigation::Stay
                }
            },
        }
    }

    fn forget(&mut self, cx: &mut Cx) {
        self.forgetting = false;
        let Some(place) = self.place() else {
            return;
        };
        let (gone, what) = match &self.rows[place] {
            SavedRow::File(game) => (
                cx.services.delete_game(&game.place),
                game.place.display().to_string(),
            ),
            SavedRow::Seat(known) => (known.forget(cx), known.place()),
        };
        match gone {
            Ok(()) => {
                self.rows.remove(place);
                cx.say(format!("{what} is gone."));
            }
            Err(trouble) => cx.complain(trouble),
        }
    }

    fn take(&mut self, (games, memory): Found, cx: &mut Cx) {
        self.rows.clear();
        match games {
            Ok(games) => self.rows.extend(games.into_iter().map(SavedRow::File)),
            Err(trouble) => cx.complain(trouble),
        }
        match memory {
            Ok(memory) => {
                let known = remembered(&memory, cx).into_iter();
                let seats = known.map(|known| SavedRow::Seat(Box::new(known)));
                self.rows.extend(seats);
            }
            Err(trouble) => cx.complain(trouble),
        }
        self.rows.sort_by_key(|row| (!row.goes_on(), row.age()));
    }

    fn lines(&self, look: &Look, width: usize) -> Vec<Line<'static>> {
        let rows = self.shown().into_iter().map(|place| &self.rows[place]);
        let cells: Vec<([String; 4], Style)> =
            rows.map(|row| (row.cells(), row.style(look))).collect();
        let widths = widths(cells.iter().map(|(cells, _)| cells), width);
        let line = |(cells, style): ([String; 4], Style)| {
            let styles = [style, look.strong, look.plain, look.faint];
            let spans = cells.into_iter().zip(widths).zip(styles);
            let span = |((text, width), style): ((String, usize), Style)| {
                Span::styled(menu::padded(&text, width) + "  ", style)
            };
            Line::from(spans.map(span).collect::<Vec<_>>())
        };
        cells.into_iter().map(line).collect()
    }

    fn foot(&self) -> Vec<String> {
        let Some(row) = self.chosen() else {
            return Vec::new();
        };
        let (place, fair) = match row {
            SavedRow::File(game) => (
                game.place.display().to_string(),
                game.stage == SavedStage::Fair,
            ),
            SavedRow::Seat(known) => (known.place(), false),
        };
        if self.forgetting {
            return vec![match row {
                SavedRow::File(_) => format!("Delete {place} for good? y or n"),
                SavedRow::Seat(_) => format!("Give up {place} for good? y or n"),
            }];
        }
        let [_, rules, players, _] = row.cells();
        let mut lines = vec![format!("{rules}: {players}"), place];
        lines.extend(fair.then(|| "Its dice can be checked.".to_owned()));
        lines
    }
}

fn resume(game: &SavedGame, cx: &mut Cx) -> Navigation {
    let begun = LocalGame::resume(&game.place, &*cx.services);
    let table = begun.map(|local| table::begin(local, cx));
    cx.open(table)
}

fn look_at(game: &SavedGame, cx: &mut Cx) -> Navigation {
    let text = cx.services.read_game(&game.place);
    let screen = text.map(|text| review::open(text, Some(game.place.clone()), cx));
    cx.open(screen)
}

/// The least width of a column that is cut.
const LEAST: usize = 8;

/// Returns the widths of columns: as wide as they need, and cut where there is no room for all, the widest first.
fn widths<'a>(rows: impl Iterator<Item = &'a [String; 4]>, room: usize) -> [usize; 4] {
    let mut widths = [0; 4];
    for cells in rows {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = (*width).max(Span::raw(cell.as_str()).width());
        }
    }
    // Cursor, and blanks between columns.
    let room = room.saturating_sub(2 + 2 * 3);
    let mut surplus = widths.iter().sum::<usize>().saturating_sub(room);
    while surplus > 0 {
        let widest = if widths[2] >= widths[1] { 2 } else { 1 };
        if widths[widest] <= LEAST {
            break;
        }
        widths[widest] -= 1;
        surplus -= 1;
    }
    widths
}

impl Screen for SavedScreen {
    fn title(&self) -> String {
        "Saved games".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        if self.rows.is_empty() {
            let words = if self.search.is_busy() {
                "looking…"
            } else {
                "None yet: games are saved while they are played."
            };
            return canvas.paragraph(1, words, canvas.look.faint);
        }
        let going = self.going.line(canvas.look);
        let foot = match (canvas.is_roomy(), self.forgetting || going.is_some()) {
            (true, _) => 4,
            (false, true) => 3,
            (false, false) => 0,
        };
        let [list, foot] = menu::with_foot(canvas.area, foot);
        let list = self.filter.draw(canvas, list);
        let lines = self.lines(canvas.look, usize::from(list.width));
        if lines.is_empty() {
            canvas.part(list).line(0, "  Nothing matches.");
        }
        self.picker.draw(&mut canvas.part(list), &lines);
        let mut foot = canvas.part(foot);
        if let Some(line) = going {
            return foot.line(0, line);
        }
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
                KeyHint::new(KeyCode::Char('y'), "y", "delete"),
                KeyHint::new(KeyCode::Char('n'), "n", "keep"),
            ];
        }
        let (go, is_file) = match self.chosen() {
            Some(SavedRow::Seat(_)) => ("come back", false),
            Some(SavedRow::File(game)) if game.stage == SavedStage::Paused => ("play on", true),
            _ => ("look at it", true),
        };
        let mut keys = menu::keys(go, "back");
        keys.insert(2, KeyHint::new(KeyCode::Char('d'), "d", "delete"));
        if is_file {
            keys.insert(2, KeyHint::new(KeyCode::Char('a'), "a", "look"));
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
        if self.going.is_busy() {
            return self.going.press(key).unwrap_or(Navigation::Stay);
        }
        self.going.forget();
        if self.filter.press(key) {
            self.picker.point(0);
            return Navigation::Stay;
        }
        match (key, self.chosen()) {
            (KeyCode::Char('a'), Some(SavedRow::File(game))) => return look_at(game, cx),
            (KeyCode::Char('d') | KeyCode::Delete, row) => {
                self.forgetting = row.is_some();
                return Navigation::Stay;
            }
            _ => {}
        }
        let shown = self.shown().len();
        match menu::press(&mut self.picker, key, shown) {
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
            Some(Ok(found)) => self.take(found, cx),
            Some(Err(broken)) => cx.complain(broken),
        }
        for row in &mut self.rows {
            if let SavedRow::Seat(known) = row {
                known.hear();
            }
        }
        match self.going.wake(cx) {
            // Whoever leaves the table is here again.
            Navigation::Become(table) => Navigation::Open(table),
            step => step,
        }
    }

    fn is_typing(&self) -> bool {
        self.filter.is_typing()
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.search = search(cx);
    }
}

fn search(cx: &Cx) -> BackgroundJob<Found> {
    let services = cx.services.clone();
    BackgroundJob::start(&cx.bell, move || {
        (services.saved_games(), services.memory())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_cut_only_where_there_is_no_room() {
        let row = ["over", "farkle(target=5000)", "Ada, bot:strong", "just now"].map(str::to_owned);
        assert_eq!(widths([&row].into_iter(), 80), [4, 19, 15, 8]);
        assert_eq!(widths([&row].into_iter(), 50), [4, 15, 15, 8]);
        assert_eq!(widths([&row].into_iter(), 10), [4, 8, 8, 8]);
        assert_eq!(menu::padded("farkle(target=5000)", 10), "farkle(ta…");
        assert_eq!(menu::padded("骰骰骰", 4), "骰… ");
    }
}
