//! How a table is drawn: scores, dice and what can be done on the left, the board and the story on the right; one under the other
//! where there is no room for both.

mod board;
mod choosing;
mod dice;
mod story;

use hotdice_core::Scene;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Clear;

use super::TableScreen;
use crate::full::canvas::Canvas;
use crate::full::picture::tiles_height;
use dice::{dice_heights, draw_remarks};

/// The least width in which there are two columns.
const TWO_COLUMNS: u16 = 72;

/// The least width of the left one.
const LEFT: u16 = 38;

/// The least lines of a story that are worth a panel.
const LEAST_STORY: u16 = 5;

/// A screen with fewer lines has none to spare.
const SHORT: u16 = 16;

/// The least lines under the dice in which the course of the game is drawn.
const LEAST_COURSE: u16 = 9;

/// The least lines of a list in which one can choose.
const LEAST_LIST: u16 = 3;

impl TableScreen {
    /// Draws the table.
    pub(super) fn draw_table(&mut self, canvas: &mut Canvas<'_, '_>) {
        if canvas.area.width >= TWO_COLUMNS {
            self.draw_columns(canvas);
        } else {
            self.draw_stack(canvas);
        }
        if let Some(field) = &self.typing {
            let mut last = canvas.rows(canvas.area.height.saturating_sub(1), 1);
            last.put(Clear, last.area);
            field.draw(&mut last, "Your choice");
        }
    }

    fn scene(&self) -> &Scene {
        &self.session.status().scene
    }

    fn draw_columns(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let frame = if canvas.is_roomy() { 2 } else { 0 };
        let most = (area.width - LEFT - frame, area.height.saturating_sub(frame));
        let (width, height) = match self.board_size(most) {
            Some((width, height)) => (width.max(24) + frame, height + frame),
            None => ((area.width / 3).clamp(26, 70), 0),
        };
        let columns = [Constraint::Min(LEFT), Constraint::Length(width)];
        let [left, right] = Layout::horizontal(columns).areas(area);
        let rows = [Constraint::Length(height), Constraint::Min(0)];
        let [board, rest] = Layout::vertical(rows).areas(right);
        self.draw_board(&mut canvas.part(board));
        let spare = if rest.height < LEAST_STORY {
            LEAST_STORY
        } else {
            0
        };
        let below = self.draw_left(&mut canvas.part(left), spare);
        // The story stands where there is more room for it, and the course of the game in the other place.
        let (story, course) = if height > 0 && below.height >= rest.height {
            (below, rest)
        } else {
            (rest, below)
        };
        if course.height > LEAST_COURSE && self.has_course() {
            self.draw_course(&mut canvas.part(course));
            self.draw_story(&mut canvas.part(story));
        } else {
            self.draw_rest(&mut canvas.part(story));
        }
    }

    /// Draws scores, dice, what can be done and the list, and returns what is left below them.
    fn draw_left(&mut self, canvas: &mut Canvas<'_, '_>, spare: u16) -> Rect {
        let area = canvas.area;
        let remarks = self.remarks(canvas);
        let scores = self.scores_height(area.height / 2);
        let choosing = self.choosing_height(canvas.look);
        let tiles = self.tiles();
        let tiles_high = tiles_height(&tiles, area.width.saturating_sub(1));
        let list = if self.is_listing() { LEAST_LIST + 2 } else { 0 };
        let needed = scores + remarks.len() as u16 + choosing + tiles_high + list.max(spare);
        let trays = self.trays();
        let dice = dice_heights(&trays, area, area.height.saturating_sub(needed));
        let rows = [
            Constraint::Length(scores),
            Constraint::Length(remarks.len() as u16),
            Constraint::Length(dice.iter().sum()),
            Constraint::Length(tiles_high),
            Constraint::Length(choosing),
            Constraint::Min(0),
        ];
        let [top, said, tumble, flips, acts, rest] = Layout::vertical(rows).areas(area);
        self.draw_scores(&mut canvas.part(top));
        canvas.part(said).lines(remarks);
        self.draw_dice(&mut canvas.part(tumble), &trays, &dice);
        self.draw_tiles(&mut canvas.part(flips), &tiles);
        self.draw_choosing(&mut canvas.part(acts));
        if !self.is_listing() {
            return rest;
        }
        let spare = spare.min(rest.height.saturating_sub(LEAST_LIST));
        let rows = [Constraint::Min(0), Constraint::Length(spare)];
        let [list, below] = Layout::vertical(rows).areas(rest);
        self.draw_list(&mut canvas.part(list));
        below
    }

    /// Draws everything in one column. What matters most has its lines first, and grows while there is room.
    fn draw_stack(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let remarks = self.remarks(canvas);
        let (trays, tiles) = (self.trays(), self.tiles());
        let tracks = self.scores_height(u16::MAX);
        let acts = self.choosing_height(canvas.look);
        let mut room = FreeLines(area.height);
        let mut choosing = room.take(1);
        let mut dice = room.take(trays.len() as u16);
        let flips = room.take(u16::from(!tiles.is_empty()));
        // A sheet needs every line: what is said then stands beside the dice.
        let beside = self.has_sheet() && area.height < SHORT && trays.len() == 1;
        let said_in_lines = if beside { 0 } else { remarks.len() as u16 };
        let mut said = room.take(said_in_lines.min(1));
        let mut scores = room.take(tracks.min(1));
        let list = room.take(if self.is_listing() { LEAST_LIST } else { 0 });
        choosing += room.take(acts.saturating_sub(1));
        let board = self
            .least_board((area.width, room.0))
            .map_or(0, |least| room.take(least));
        let large = dice_heights(&trays, area, room.0 + dice)
            .iter()
            .sum::<u16>();
        // A line of the story comes before dice with pips.
        if large.saturating_sub(dice) < room.0 && !beside {
            dice += room.take(large - dice);
        }
        said += room.take(said_in_lines.saturating_sub(said).min(room.0 / 2));
        scores += room.take(tracks.saturating_sub(scores).min(room.0 / 2));
        let larger = self.board_size((area.width, board + room.0.saturating_sub(3)));
        let board = board + larger.map_or(0, |(_, height)| room.take(height.saturating_sub(board)));
        let rows = [scores, said, dice, flips, board, choosing, list];
        let rows = rows.into_iter().map(Constraint::Length);
        let areas = Layout::vertical(rows.chain([Constraint::Min(0)])).split(area);
        self.draw_scores(&mut canvas.part(areas[0]));
        let heights = dice_heights(&trays, area, dice);
        if beside {
            let [dice, said] =
                Layout::horizontal([Constraint::Min(24), Constraint::Min(0)]).areas(areas[2]);
            self.draw_dice(&mut canvas.part(dice), &trays, &heights);
            draw_remarks(&mut canvas.part(said), remarks);
        } else {
            self.draw_dice(&mut canvas.part(areas[2]), &trays, &heights);
            draw_remarks(&mut canvas.part(areas[1]), remarks);
        }
        self.draw_tiles(&mut canvas.part(areas[3]), &tiles);
        self.draw_board(&mut canvas.part(areas[4]));
        self.draw_choosing(&mut canvas.part(areas[5]));
        if self.is_listing() {
            // The list takes the place of the story.
            self.draw_list(&mut canvas.part(areas[6].union(areas[7])));
        } else {
            self.draw_story(&mut canvas.part(areas[7]));
        }
    }
}

/// The lines that nothing stands in yet.
struct FreeLines(u16);

impl FreeLines {
    /// Takes as many lines as wanted, or all that are left.
    fn take(&mut self, wanted: u16) -> u16 {
        let taken = wanted.min(self.0);
        self.0 -= taken;
        taken
    }
}
