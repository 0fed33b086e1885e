//! Numbered tiles, open or shut.

use ratatui::layout::Rect;

use crate::full::canvas::Canvas;
use crate::full::screen::ClickTarget;

/// A tile as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TileFace {
    pub(crate) number: u8,
    pub(crate) open: bool,
    /// Whether it is about to be shut.
    pub(crate) picked: bool,
    /// Whether the cursor is on it.
    pub(crate) pointed: bool,
}

/// How wide a tile in a frame is, with the gap beside it.
const WIDTH: u16 = 5;

/// How high tiles in frames are.
const HEIGHT: u16 = 3;

/// Returns how many lines a row of tiles takes.
pub(crate) fn tiles_height(tiles: &[TileFace], width: u16) -> u16 {
    match tiles.len() as u16 * WIDTH {
        0 => 0,
        needed if needed <= width => HEIGHT,
        _ => 1,
    }
}

/// Draws a row of tiles: in frames where there is room, double if picked and heavy under the cursor; else `(4)` is picked, `>4<` under the cursor and `.` shut. Every tile can
/// be clicked as [`ClickTarget::Tile`].
pub(crate) fn draw_tiles(canvas: &mut Canvas<'_, '_>, tiles: &[TileFace]) {
    let area = canvas.area;
    let framed = area.height >= HEIGHT && tiles_height(tiles, area.width) == HEIGHT;
    let mut x = area.x;
    for (place, tile) in tiles.iter().enumerate() {
        let look = canvas.look;
        let style = match tile {
            TileFace { open: false, .. } => look.faint,
            TileFace { picked: true, .. } => look.held,
            TileFace { pointed: true, .. } => look.accent,
            _ => look.die,
        };
        let number = match tile {
            TileFace { open: false, .. } => "·".to_owned(),
            TileFace { number, .. } if framed => number.to_string(),
            TileFace {
                pointed: true,
                picked: false,
                number,
                ..
            } => format!("›{number}‹"),
            TileFace {
                picked: true,
                number,
                ..
            } => format!("({number})"),
            TileFace { number, .. } => number.to_string(),
        };
        let width = if framed {
            WIDTH
        } else {
            number.chars().count() as u16 + 1
        };
        if framed {
            let [top, side, bottom] = match tile {
                TileFace { open: false, .. } => ["    ", " ", " ╌╌ "],
                TileFace { picked: true, .. } => ["╔══╗", "║", "╚══╝"],
                TileFace { pointed: true, .. } => ["┏━━┓", "┃", "┗━━┛"],
                _ => ["╭──╮", "│", "╰──╯"],
            };
            canvas.write(x, area.y, top, style);
            canvas.write(x, area.y + 1, &format!("{side}{number:^2}{side}"), style);
            canvas.write(x, area.y + 2, bottom, style);
        } else {
            canvas.write(x, area.y, &number, style);
        }
        let height = if framed { HEIGHT } else { 1 };
        let spot = Rect {
            x,
            y: area.y,
            width: width - 1,
            height,
        };
        if tile.open {
            canvas.spot(spot, ClickTarget::Tile(place));
        }
        x += width;
    }
}
