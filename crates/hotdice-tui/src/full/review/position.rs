//! A position as it lay on the table.

use hotdice_core::{Dice, Face, Name, Part, Scene, Target, Tile, Tray};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use crate::full::canvas::Canvas;
use crate::full::picture::{
    BoardPart, DiceRow, DieFace, DieLook, SheetPicture, TileFace, TrianglePicture, draw_tiles,
    draw_track, remarks, tiles_height, tracks,
};
use crate::plain::draw;

/// A position, with what a choice is done to.
pub(super) struct PositionPicture<'a> {
    pub(super) scene: &'a Scene,
    pub(super) names: &'a [Name],
    /// The dice that have just fallen, in case the game has no place for them any more.
    pub(super) fallen: &'a [Face],
    /// What the choice under the cursor is done to.
    pub(super) target: &'a Target,
}

/// How wide a row of six dice with pips is.
const DICE: u16 = 52;

/// How wide a row of six dice is where there is plenty of room.
const LARGE_DICE: u16 = 61;

/// The width from which on there is.
const WIDE: u16 = 110;

/// How wide a row of six small dice is.
const SMALL_DICE: u16 = 40;

/// How high dice with pips are, and what is written under them.
const DICE_LINES: u16 = 6;

/// The least lines of a sheet on a small screen: its head, two rows and the totals.
const LEAST_SHEET: u16 = 4;

/// Where there is room around a position.
pub(super) struct RoomLeft {
    /// A column of its own, unless a board takes it.
    pub(super) beside: Option<Rect>,
    /// Below the dice.
    pub(super) below: Rect,
}

impl PositionPicture<'_> {
    /// Draws the position, and returns where there is room for words.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>) -> RoomLeft {
        let area = canvas.area;
        let Some(board) = self.board() else {
            let dice = if area.width >= WIDE { LARGE_DICE } else { DICE };
            let columns = [Constraint::Length(dice + 1), Constraint::Min(26)];
            let [left, right] = Layout::horizontal(columns).areas(area);
            let used = self.draw_pieces(&mut canvas.part(left));
            return RoomLeft {
                beside: Some(right),
                below: below(left, used),
            };
        };
        let most = area.width - SMALL_DICE;
        let room = (most - 2, area.height.saturating_sub(2));
        let width = (board.size(self.names, false, room).0 + 2).clamp(24, most);
        let columns = [Constraint::Min(SMALL_DICE), Constraint::Length(width)];
        let [left, right] = Layout::horizontal(columns).areas(area);
        self.draw_board(&board, &mut canvas.framed(right, ""));
        let used = self.draw_pieces(&mut canvas.part(left));
        RoomLeft {
            beside: None,
            below: below(left, used),
        }
    }

    /// Draws dice and tiles in a line each on a screen too small for pictures, and returns the room below.
    pub(super) fn draw_small(&self, canvas: &mut Canvas<'_, '_>) -> Rect {
        let (trays, tiles) = (self.trays(), self.tiles());
        let mut row = 0;
        for faces in trays.iter().filter(|faces| !faces.is_empty()) {
            DiceRow { dice: faces }.draw(&mut canvas.rows(row, 1));
            row += 1;
        }
        if !tiles.is_empty() {
            draw_tiles(&mut canvas.rows(row, 1), &tiles);
            row += 1;
        }
        canvas.rows(row, u16::MAX).area
    }

    /// Draws the board, or writes scores line by line, on a screen too small for pictures.
    pub(super) fn draw_small_board(&self, canvas: &mut Canvas<'_, '_>) {
        if let Some(board) = self.board() {
            return self.draw_board(&board, canvas);
        }
        canvas.lines(self.lines());
    }

    /// Returns the least lines that the board needs on a small screen.
    pub(super) fn small_height(&self) -> u16 {
        match self.board() {
            Some(BoardPart::Sheet(_)) => LEAST_SHEET,
            Some(BoardPart::Triangle(triangle)) => triangle.rows.into(),
            None => self.lines().len() as u16,
        }
    }

    fn lines(&self) -> Vec<Line<'static>> {
        let (scene, names) = (self.scene, self.names);
        let lines = draw::triangles(scene, names).into_iter();
        let lines = lines.chain(draw::board(scene, names, draw::OfferDisplay::Shown));
        let lines = lines.chain(draw::remarks(scene, names));
        lines.map(Line::from).collect()
    }

    /// Draws scores, remarks, dice and tiles, and returns how many lines they took.
    fn draw_pieces(&self, canvas: &mut Canvas<'_, '_>) -> u16 {
        let remarks = remarks(self.scene, self.names, canvas.look);
        let (trays, tiles) = (self.trays(), self.tiles());
        let width = canvas.area.width.saturating_sub(1);
        self.draw_tracks(canvas);
        let mut row = tracks(self.scene).count() as u16;
        canvas
            .rows(row, remarks.len() as u16)
            .lines(remarks.iter().cloned());
        row += remarks.len() as u16;
        for faces in &trays {
            let dice = DiceRow { dice: faces };
            let height = dice.height(width, DICE_LINES);
            dice.draw(&mut indented(&mut canvas.rows(row, height)));
            row += height;
        }
        let height = tiles_height(&tiles, width);
        draw_tiles(&mut indented(&mut canvas.rows(row, height)), &tiles);
        row + height
    }

    fn board(&self) -> Option<BoardPart<'_>> {
        BoardPart::of(self.scene)
    }

    fn draw_board(&self, board: &BoardPart<'_>, canvas: &mut Canvas<'_, '_>) {
        match board {
            BoardPart::Sheet(sheet) => {
                let chosen = match self.target {
                    Target::Row(row) => Some(row.as_str()),
                    _ => None,
                };
                let picture = SheetPicture {
                    sheet,
                    names: self.names,
                    turn: self.scene.turn,
                    chosen,
                    with_worth: false,
                    worth: &|_| None,
                };
                picture.draw(canvas);
            }
            BoardPart::Triangle(triangle) => {
                let way: Vec<&str> = match self.target {
                    Target::Way(way) => way.iter().map(String::as_str).collect(),
                    Target::Cell(cell) => vec![cell],
                    _ => Vec::new(),
                };
                let picture = TrianglePicture {
                    triangle,
                    open: &[],
                    way: &way,
                    cursor: None,
                    threats_to: None,
                };
                picture.draw(canvas);
            }
        }
    }

    fn draw_tracks(&self, canvas: &mut Canvas<'_, '_>) {
        for (row, track) in (0..).zip(tracks(self.scene)) {
            let line = &mut canvas.rows(row, 1);
            draw_track(line, track, self.names, self.scene.turn);
        }
    }

    /// Returns the dice of every tray, or those that have just fallen if the game has no place for them.
    fn trays(&self) -> Vec<Vec<DieFace>> {
        let trays: Vec<&Tray> = (self.scene.parts.iter())
            .filter_map(|part| match part {
                Part::Tray(tray) => Some(tray),
                _ => None,
            })
            .collect();
        if trays.is_empty() && !self.fallen.is_empty() {
            let fallen = self.fallen.iter().map(|face| DieFace {
                face: *face,
                look: DieLook::Fallen,
                pointed: false,
            });
            return vec![fallen.collect()];
        }
        let mut picked = match self.target {
            Target::Dice(dice) => *dice,
            _ => Dice::NONE,
        };
        let trays = trays.into_iter().map(|tray| faces(tray, &mut picked));
        trays.collect()
    }

    fn tiles(&self) -> Vec<TileFace> {
        let tiles = self.scene.parts.iter().find_map(|part| match part {
            Part::Tiles(tiles) => Some(&tiles.tiles[..]),
            _ => None,
        });
        let picked = match self.target {
            Target::Tiles(numbers) => &numbers[..],
            _ => &[],
        };
        let tile = |tile: &Tile| TileFace {
            number: tile.number,
            open: tile.open,
            picked: tile.open && picked.contains(&tile.number),
            pointed: false,
        };
        tiles.unwrap_or_default().iter().map(tile).collect()
    }
}

/// Returns the dice of a tray; those of the choice are picked, as many as there are.
fn faces(tray: &Tray, picked: &mut Dice) -> Vec<DieFace> {
    let dice = tray.dice.iter().map(|die| {
        let mut look = DieLook::from(die.mark);
        let one = Dice::NONE.with(die.face);
        if let (true, Some(rest)) = (look != DieLook::Held, one.and_then(|one| picked.minus(one))) {
            look = DieLook::Picked;
            *picked = rest;
        }
        DieFace {
            face: die.face,
            look,
            pointed: false,
        }
    });
    dice.collect()
}

/// Returns what is left of an area below so many lines.
fn below(area: Rect, used: u16) -> Rect {
    let used = used.min(area.height);
    Rect {
        y: area.y + used,
        height: area.height - used,
        ..area
    }
}

/// Leaves the first column free.
fn indented<'a, 'b>(canvas: &'a mut Canvas<'_, 'b>) -> Canvas<'a, 'b> {
    let area = canvas.area;
    canvas.part(Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(1),
        ..area
    })
}
