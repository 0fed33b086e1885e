//! Scenes as lines of text.

use hotdice_core::{
    Face, Line, Mark, Name, Part, Piece, Scene, Seat, Sheet, SheetCell, SheetRow, Span, Tile,
    Tiles, Track, Tray, Triangle, TriangleCell, capitalized, with_commas,
};

use super::words::wrap;

/// Writes a line with the names of the players in it.
#[must_use]
pub fn line(line: &Line, names: &[Name]) -> String {
    line.spans
        .iter()
        .map(|span| match span {
            Span::Text(text) => text.clone(),
            Span::Seat(seat) => name(names, *seat),
            Span::Dice(dice) => dice.to_string(),
        })
        .collect()
}

/// Returns who sits at a seat.
#[must_use]
pub fn name(names: &[Name], seat: Seat) -> String {
    let Some(name) = names.get(seat.index()) else {
        return "somebody".to_owned();
    };
    let Some(level) = name.as_str().strip_prefix("bot:") else {
        return name.to_string();
    };
    let called = capitalized(level);
    let alike = |names: &[Name]| names.iter().filter(|each| *each == name).count();
    match alike(names) {
        1 => called,
        _ => format!("{called} {}", alike(&names[..=seat.index()])),
    }
}

/// Returns how many letters the longest name has.
pub(crate) fn longest(names: &[Name]) -> usize {
    let seats = Seat::all(names.len() as u8);
    let lengths = seats.map(|seat| name(names, seat).chars().count());
    lengths.max().unwrap_or_default()
}

/// Whether a sheet shows what the dice on the table would pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferDisplay {
    /// It does.
    Shown,
    /// It does not: nobody is about to choose.
    Hidden,
}

/// Draws what changes from turn to turn: tracks and sheets.
#[must_use]
pub fn board(scene: &Scene, names: &[Name], offers: OfferDisplay) -> Vec<String> {
    let width = longest(names);
    let mut lines = Vec::new();
    for part in &scene.parts {
        match part {
            Part::Track(part) => {
                let line = track(part, names, width);
                lines.push(line + &pieces(scene, part.seat));
            }
            Part::Sheet(part) => lines.extend(sheet(part, names, offers)),
            Part::Tray(_) | Part::Triangle(_) | Part::Card(_) | Part::Tiles(_) | Part::Line(_) => {}
        }
    }
    lines
}

/// Draws what lies on the table: dice, cards, the triangle board, and what is said about them.
///
/// A tray whose dice are `known`, because they have just been told, is left out unless some of them are held.
#[must_use]
pub fn table(scene: &Scene, names: &[Name], known: Option<&[Face]>) -> Vec<String> {
    let mut lines = Vec::new();
    for part in &scene.parts {
        match part {
            Part::Tray(part) if is_told(part, known) => {}
            Part::Tray(part) => lines.push(tray(part)),
            Part::Card(card) => {
                lines.push(wrap(&format!("Card: {}: {}", card.name, card.effect), 2));
            }
            Part::Tiles(part) => lines.push(tiles(part)),
            Part::Line(text) => lines.push(line(text, names)),
            Part::Triangle(part) => {
                lines.extend(triangle(part, names));
                lines.extend(threats(part, names, scene.turn));
                lines.extend(part.cells.iter().filter_map(describe));
            }
            Part::Track(_) | Part::Sheet(_) => {}
        }
    }
    lines
}

/// Writes what is said about the table: cards and lines.
pub(crate) fn remarks(scene: &Scene, names: &[Name]) -> Vec<String> {
    let remarks = scene.parts.iter().filter_map(|part| match part {
        Part::Card(card) => Some(format!("{}: {}", card.name, card.effect)),
        Part::Line(text) => Some(line(text, names)),
        _ => None,
    });
    remarks.collect()
}

/// Tells whether a game is played on a triangle.
pub(super) fn has_triangle(scene: &Scene) -> bool {
    let mut parts = scene.parts.iter();
    parts.any(|part| matches!(part, Part::Triangle(_)))
}

/// Draws triangle boards without the corners of their dice.
pub(crate) fn triangles(scene: &Scene, names: &[Name]) -> Vec<String> {
    let boards = scene.parts.iter().filter_map(|part| match part {
        Part::Triangle(part) => Some(triangle(part, names)),
        _ => None,
    });
    boards.flatten().collect()
}

fn is_told(tray: &Tray, known: Option<&[Face]>) -> bool {
    let held = tray.dice.iter().any(|die| die.mark == Mark::Held);
    let sorted = |faces: &mut dyn Iterator<Item = Face>| {
        let mut faces: Vec<Face> = faces.collect();
        faces.sort_unstable();
        faces
    };
    let lies = sorted(&mut tray.dice.iter().map(|die| die.face));
    !held && known.is_some_and(|known| sorted(&mut known.iter().copied()) == lies)
}

fn track(track: &Track, names: &[Name], width: usize) -> String {
    let (name, value) = (name(names, track.seat), track.value_in_words());
    let target = track.target.map_or(String::new(), |target| {
        format!(" of {}", with_commas(target))
    });
    format!("  {name:<width$} {value:>6}{target} {}", track.name)
}

/// Writes tiles; a dot stands for one that is down.
fn tiles(tiles: &Tiles) -> String {
    let tile = |tile: &Tile| match tile.number {
        number if tile.open => number.to_string(),
        _ => ".".to_owned(),
    };
    let shown: Vec<String> = tiles.tiles.iter().map(tile).collect();
    format!("{}: {}", tiles.name, shown.join(" "))
}

/// Writes a tray; kept dice stand in brackets, dice that score have a star.
fn tray(tray: &Tray) -> String {
    let dice = tray.dice.iter().map(|die| match die.mark {
        Mark::Loose => die.face.to_string(),
        Mark::Scoring => format!("{}*", die.face),
        Mark::Held => format!("[{}]", die.face),
    });
    let legend = match tray
        .dice
        .iter()
        .map(|die| die.mark)
        .find(|mark| *mark != Mark::Loose)
    {
        Some(Mark::Scoring) => "   (* scores)",
        Some(Mark::Held) => "   ([ ] kept)",
        _ => "",
    };
    let dice: Vec<String> = dice.collect();
    format!("{}: {}{legend}", capitalised(&tray.name), dice.join(" "))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

fn sheet(sheet: &Sheet, names: &[Name], offers: OfferDisplay) -> Vec<String> {
    let rows = sheet.rows.iter();
    let first = rows
        .map(|row| row.name.chars().count())
        .max()
        .unwrap_or_default();
    let heads: Vec<String> = sheet
        .columns
        .iter()
        .map(|seat| name(names, *seat))
        .collect();
    let widths: Vec<usize> = heads
        .iter()
        .map(|head| head.chars().count().max(6))
        .collect();
    let row = |name: &str, cells: &[String]| {
        let cells = std::iter::zip(cells, &widths).map(|(cell, width)| format!("  {cell:>width$}"));
        format!("  {name:<first$}{}", cells.collect::<String>())
    };
    let head = row("", &heads);
    let rows = sheet
        .rows
        .iter()
        .map(|line| row(&line.name, &cells(line, offers)));
    std::iter::once(head).chain(rows).collect()
}

fn cells(row: &SheetRow, offers: OfferDisplay) -> Vec<String> {
    let cell = |cell: &SheetCell| match cell {
        SheetCell::Open => ".".to_owned(),
        SheetCell::Offered(_) if offers == OfferDisplay::Hidden => ".".to_owned(),
        SheetCell::Offered(points) => format!("({points})"),
        SheetCell::Filled(points) | SheetCell::Sum(points) => points.to_string(),
    };
    row.cells.iter().map(cell).collect()
}

/// Writes the triangle row by row; `x4` is a die of the first seat that walks four steps, `o` is the second seat's.
fn triangle(triangle: &Triangle, names: &[Name]) -> Vec<String> {
    const CELL: usize = 6;
    let mut lines = Vec::new();
    let mut cells = triangle.cells.iter();
    for row in 1..=usize::from(triangle.rows) {
        let indent = " ".repeat(CELL * (usize::from(triangle.rows) - row));
        let row: String = cells.by_ref().take(2 * row - 1).map(cell).collect();
        lines.push(format!("  {indent}{}", row.trim_end()));
    }
    let legend = |seat: Seat| format!("{} {}", letter(seat), name(names, seat));
    let legend: Vec<String> = Seat::all(names.len() as u8).map(legend).collect();
    lines.push(format!(
        "  {}; the number is how far a die walks",
        legend.join(", ")
    ));
    lines
}

/// Says which cells the dice of those who are not in turn could move to.
fn threats(triangle: &Triangle, names: &[Name], turn: Option<Seat>) -> Vec<String> {
    let others = Seat::all(names.len() as u8).filter(|seat| Some(*seat) != turn);
    let line = |seat: Seat| {
        let reached = triangle.cells.iter();
        let reached = reached.filter(|cell| cell.reached_by.contains(&seat));
        let cells: Vec<&str> = reached.map(|cell| cell.name.as_str()).collect();
        let line = format!("  {} threatens {}", name(names, seat), cells.join(" "));
        (!cells.is_empty()).then_some(line)
    };
    others.filter_map(line).collect()
}

/// Says how many dice a seat has on a triangle, and how many it has captured.
fn pieces(scene: &Scene, seat: Seat) -> String {
    let boards = scene.parts.iter().filter_map(|part| match part {
        Part::Triangle(part) => Some(part),
        _ => None,
    });
    let counts = boards.map(|board| {
        let pieces = board.cells.iter().filter_map(|cell| cell.piece);
        let own = pieces.filter(|piece| piece.seat == seat).count();
        let captured = board.captured.get(seat.index()).unwrap_or(&0);
        format!(", {own} on the board, {captured} captured")
    });
    counts.collect()
}

fn cell(cell: &TriangleCell) -> String {
    let piece = cell.piece.map_or("..".to_owned(), mark);
    format!("{}{piece}  ", cell.name)
}

fn describe(cell: &TriangleCell) -> Option<String> {
    let piece = cell.piece?;
    let [left, middle, right] = piece.corners;
    let middle_name = if cell.points_up { "upper" } else { "lower" };
    let (piece, name) = (mark(piece), &cell.name);
    Some(format!(
        "  {name} {piece}: corners {left} left, {middle} {middle_name}, {right} right"
    ))
}

fn mark(piece: Piece) -> String {
    format!("{}{}", letter(piece.seat), piece.number)
}

const fn letter(seat: Seat) -> char {
    match seat.index() {
        0 => 'x',
        1 => 'o',
        _ => '+',
    }
}
