//! Dice with their pips.

use hotdice_core::{Face, Mark};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::screen::ClickTarget;

/// A row of dice, each at its place on the table.
pub(crate) struct DiceRow<'a> {
    pub(crate) dice: &'a [DieFace],
}

/// A die as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DieFace {
    pub(crate) face: Face,
    pub(crate) look: DieLook,
    /// Whether the cursor is on it.
    pub(crate) pointed: bool,
}

/// How a die is drawn. Every kind has a border of its own, besides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DieLook {
    /// Nothing special.
    Loose,
    /// Part of something that scores.
    Scoring,
    /// Set aside.
    Held,
    /// About to be set aside.
    Picked,
    /// Still in the air.
    Rolling,
    /// Of no more use, and there to be seen.
    Fallen,
}

impl From<Mark> for DieLook {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::Loose => Self::Loose,
            Mark::Scoring => Self::Scoring,
            Mark::Held => Self::Held,
        }
    }
}

/// How large dice are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Giant,
    Huge,
    Large,
    Narrow,
    Small,
}

impl Size {
    /// Lists all sizes, the largest first.
    const ALL: [Self; 5] = [
        Self::Giant,
        Self::Huge,
        Self::Large,
        Self::Narrow,
        Self::Small,
    ];

    /// Returns the largest size in which a row fits.
    fn fitting(width: u16, height: u16, dice: usize) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|size| (size.width() + 1) * dice as u16 <= width && size.height() < height)
    }

    const fn width(self) -> u16 {
        match self {
            Self::Giant => 19,
            Self::Huge => 13,
            Self::Large => 9,
            Self::Narrow => 7,
            Self::Small => 5,
        }
    }

    const fn height(self) -> u16 {
        match self {
            Self::Giant => 9,
            Self::Huge => 7,
            Self::Large | Self::Narrow => 5,
            Self::Small => 3,
        }
    }
}

impl DiceRow<'_> {
    /// Returns how many lines a row takes in an area, with a line for the signs under the dice.
    pub(crate) fn height(&self, width: u16, most: u16) -> u16 {
        match Size::fitting(width, most, self.dice.len()) {
            _ if self.dice.is_empty() => 0,
            Some(size) => size.height() + 1,
            None => 1,
        }
    }

    /// Draws the row. Every die can be clicked as [`ClickTarget::Die`].
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        match Size::fitting(area.width, area.height, self.dice.len()) {
            Some(size) => self.draw_boxes(canvas, size),
            None => self.draw_text(canvas),
        }
    }

    fn draw_boxes(&self, canvas: &mut Canvas<'_, '_>, size: Size) {
        let mut x = canvas.area.x;
        for (place, die) in self.dice.iter().copied().enumerate() {
            draw_die(canvas, (x, canvas.area.y), size, die);
            draw_sign(canvas, (x, canvas.area.y + size.height()), size, place, die);
            let area = Rect::new(x, canvas.area.y, size.width(), size.height() + 1);
            canvas.spot(area, ClickTarget::Die(place));
            x += size.width() + 1;
        }
    }

    /// Writes the row in one line: `(1)` is about to be kept, `[1]` is kept, `1*` scores, and `>1<` is under the cursor.
    fn draw_text(&self, canvas: &mut Canvas<'_, '_>) {
        let mut x = canvas.area.x;
        for (place, die) in self.dice.iter().copied().enumerate() {
            let text = written(die);
            let style = style(canvas.look, die.look);
            canvas.write(x, canvas.area.y, &text, style);
            let width = text.chars().count() as u16;
            let area = Rect::new(x, canvas.area.y, width, 1);
            canvas.spot(area, ClickTarget::Die(place));
            x += width + 1;
        }
    }
}

fn written(die: DieFace) -> String {
    let face = die.face;
    let text = match die.look {
        DieLook::Loose | DieLook::Fallen => face.to_string(),
        DieLook::Scoring => format!("{face}*"),
        DieLook::Held => format!("[{face}]"),
        DieLook::Picked => format!("({face})"),
        DieLook::Rolling => "?".to_owned(),
    };
    if die.pointed {
        format!(">{text}<")
    } else {
        text
    }
}

fn style(look: &Look, die: DieLook) -> Style {
    match die {
        DieLook::Loose | DieLook::Fallen => look.die,
        DieLook::Rolling => look.faint,
        DieLook::Scoring => look.scoring,
        DieLook::Held | DieLook::Picked => look.held,
    }
}

/// The borders: four corners, then the horizontal and the vertical line.
const fn border(look: DieLook) -> [&'static str; 6] {
    match look {
        DieLook::Loose | DieLook::Fallen => ["╭", "╮", "╰", "╯", "─", "│"],
        DieLook::Rolling => ["╭", "╮", "╰", "╯", "╌", "╎"],
        DieLook::Scoring => ["┏", "┓", "┗", "┛", "━", "┃"],
        DieLook::Held | DieLook::Picked => ["╔", "╗", "╚", "╝", "═", "║"],
    }
}

fn draw_die(canvas: &mut Canvas<'_, '_>, (x, y): (u16, u16), size: Size, die: DieFace) {
    let [top_left, top_right, bottom_left, bottom_right, line, side] = border(die.look);
    let style = style(canvas.look, die.look);
    let inner = usize::from(size.width() - 2);
    let level = line.repeat(inner);
    canvas.write(x, y, &format!("{top_left}{level}{top_right}"), style);
    let rows = size.height() - 2;
    for row in 0..rows {
        let pips = pips(size, die.face, row);
        let text = format!("{side}{pips:^inner$}{side}");
        canvas.write(x, y + 1 + row, &text, style);
    }
    let bottom = format!("{bottom_left}{level}{bottom_right}");
    canvas.write(x, y + 1 + rows, &bottom, style);
}

/// Returns a row of pips, or nothing between two of them.
fn pips(size: Size, face: Face, row: u16) -> String {
    let (first, pip, gap) = match size {
        Size::Giant => (1, "██", "    "),
        Size::Huge => (0, "██", "  "),
        Size::Large | Size::Narrow => (0, "●", " "),
        Size::Small => return face.to_string(),
    };
    let step = if size.height() > 5 { 2 } else { 1 };
    let place = row.checked_sub(first).filter(|place| place % step == 0);
    let Some(line) = place.and_then(|place| spots(face).get(usize::from(place / step)).copied())
    else {
        return String::new();
    };
    let blank = " ".repeat(pip.chars().count());
    line.map(|there| if there { pip } else { &blank }).join(gap)
}

/// Returns where a face has pips.
fn spots(face: Face) -> [[bool; 3]; 3] {
    let number = face.index() + 1;
    let (diagonal, other, sides, middle) = (number > 1, number > 3, number == 6, number % 2 == 1);
    [
        [diagonal, false, other],
        [sides, middle, sides],
        [other, false, diagonal],
    ]
}

/// Writes under a die how it lies, or the key that takes it.
fn draw_sign(
    canvas: &mut Canvas<'_, '_>,
    (x, y): (u16, u16),
    size: Size,
    place: usize,
    die: DieFace,
) {
    let number = place + 1;
    let sign = match die.look {
        DieLook::Held => "kept".to_owned(),
        DieLook::Picked => format!("▲ {number}"),
        DieLook::Rolling | DieLook::Fallen => String::new(),
        DieLook::Loose | DieLook::Scoring => number.to_string(),
    };
    let sign = if die.pointed {
        format!("›{sign}‹")
    } else {
        sign
    };
    let width = usize::from(size.width());
    let style = match (die.look, die.pointed) {
        (DieLook::Held | DieLook::Picked, _) => canvas.look.held,
        (_, true) => canvas.look.accent,
        _ => canvas.look.faint,
    };
    canvas.write(x, y, &format!("{sign:^width$}"), style);
}

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
            tile if framed => tile.number.to_string(),
            tile if tile.picked => format!("({})", tile.number),
            tile if tile.pointed => format!("›{}‹", tile.number),
            tile => tile.number.to_string(),
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
        if tile.open {
            let area = Rect::new(x, area.y, width - 1, height);
            canvas.spot(area, ClickTarget::Tile(place));
        }
        x += width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_have_as_many_pips_as_they_say() {
        for number in 1..=6 {
            let face = Face::from_digit(char::from(b'0' + number)).unwrap();
            let pips = spots(face).concat().into_iter().filter(|pip| *pip).count();
            assert_eq!(pips, usize::from(number));
        }
    }

    #[test]
    fn every_size_draws_all_pips() {
        for size in [Size::Giant, Size::Huge, Size::Large, Size::Narrow] {
            for number in 1..=6_u8 {
                let face = Face::new(number).unwrap();
                let rows = (0..size.height() - 2).map(|row| pips(size, face, row));
                let text: String = rows.collect();
                let drawn = text.replace("██", "●").matches('●').count();
                assert_eq!(drawn, usize::from(number), "{size:?}");
            }
        }
    }

    #[test]
    fn dice_are_as_large_as_there_is_room() {
        assert_eq!(Size::fitting(150, 12, 6), Some(Size::Giant));
        assert_eq!(Size::fitting(90, 10, 6), Some(Size::Huge));
        assert_eq!(Size::fitting(80, 10, 6), Some(Size::Large));
        assert_eq!(Size::fitting(52, 10, 6), Some(Size::Narrow));
        assert_eq!(Size::fitting(52, 4, 6), Some(Size::Small));
        assert_eq!(Size::fitting(20, 10, 6), None);
    }
}
