//! A scene as a few lines of text, for golden files.
//!
//! Seats are `#1`, `#2`; dice that score have a `*`, held dice a `+`; a cell of a sheet is `.` when it is open,
//! `(12)` when it is offered, `12` when it is filled and `=12` when it is a sum.

use hotdice_core::{
    Choice, Die, Line, Mark, Part, Piece, Scene, Sheet, SheetCell, SheetRow, Span, Target, Tile,
    Tiles, Tone, Track, Tray, Triangle,
};

/// Choices beyond these are only counted.
const MOST_CHOICES: usize = 8;

/// Writes the pictures of a scene, one line each or more.
pub(crate) fn parts(scene: &Scene) -> Vec<String> {
    scene.parts.iter().flat_map(part).collect()
}

/// Writes the choices of a scene, one line each.
pub(crate) fn choices(scene: &Scene) -> Vec<String> {
    let shown = scene.choices.iter().take(MOST_CHOICES).map(choice);
    let more = scene.choices.len().saturating_sub(MOST_CHOICES);
    let more = (more > 0).then(|| format!("… and {more} more"));
    shown.chain(more).collect()
}

/// Writes a line of text with its seats and dice.
pub(crate) fn line(line: &Line) -> String {
    let words: String = line.spans.iter().map(span).collect();
    match line.tone {
        Tone::Plain => words,
        Tone::Good => format!("{words} (good)"),
        Tone::Bad => format!("{words} (bad)"),
    }
}

fn span(span: &Span) -> String {
    match span {
        Span::Text(text) => text.clone(),
        Span::Seat(seat) => format!("#{seat}"),
        Span::Dice(dice) => format!("[{dice}]"),
    }
}

fn part(part: &Part) -> Vec<String> {
    match part {
        Part::Tray(shown) => vec![tray(shown)],
        Part::Sheet(shown) => sheet(shown),
        Part::Track(shown) => vec![track(shown)],
        Part::Triangle(shown) => triangle(shown),
        Part::Card(card) => vec![format!("card {}: {}", card.name, card.effect)],
        Part::Tiles(shown) => vec![tiles(shown)],
        Part::Line(shown) => vec![line(shown)],
    }
}

/// Writes tiles; those that are down are in parentheses.
fn tiles(tiles: &Tiles) -> String {
    let tile = |tile: &Tile| match tile.number {
        number if tile.open => format!(" {number}"),
        number => format!(" ({number})"),
    };
    let shown: String = tiles.tiles.iter().map(tile).collect();
    format!("tiles {}:{shown}", tiles.name)
}

fn tray(tray: &Tray) -> String {
    let dice: String = tray.dice.iter().map(die).collect();
    format!("tray {}:{dice}", tray.name)
}

fn die(die: &Die) -> String {
    let mark = match die.mark {
        Mark::Loose => "",
        Mark::Scoring => "*",
        Mark::Held => "+",
    };
    format!(" {}{mark}", die.face)
}

fn sheet(sheet: &Sheet) -> Vec<String> {
    sheet.rows.iter().map(row).collect()
}

fn row(row: &SheetRow) -> String {
    let cells: String = row.cells.iter().map(cell).collect();
    format!("row {}:{cells}", row.name)
}

fn cell(cell: &SheetCell) -> String {
    match cell {
        SheetCell::Open => " .".to_owned(),
        SheetCell::Offered(points) => format!(" ({points})"),
        SheetCell::Filled(points) => format!(" {points}"),
        SheetCell::Sum(points) => format!(" ={points}"),
    }
}

fn track(track: &Track) -> String {
    let target = track.target.map(|target| format!(" of {target}"));
    let (seat, name) = (track.seat, &track.name);
    let value = match track.pending {
        true => "–".to_owned(),
        false => track.value.to_string(),
    };
    format!("{name} #{seat}: {value}{}", target.unwrap_or_default())
}

fn triangle(triangle: &Triangle) -> Vec<String> {
    let standing = triangle.cells.iter().filter_map(|cell| {
        let tip = if cell.points_up { '▲' } else { '▼' };
        let piece = piece(cell.piece.as_ref()?);
        Some(format!("cell {} {tip} {piece}", cell.name))
    });
    standing.collect()
}

fn piece(piece: &Piece) -> String {
    let [left, middle, right] = piece.corners;
    format!(
        "#{} walks {} on {left} {middle} {right}",
        piece.seat, piece.number
    )
}

fn choice(choice: &Choice) -> String {
    let hint = match choice.hint.as_str() {
        "" => String::new(),
        hint => format!(" ({hint})"),
    };
    let target = target(&choice.target);
    format!("{}: {}{hint}{target}", choice.notation, choice.label)
}

fn target(target: &Target) -> String {
    match target {
        Target::Nothing => String::new(),
        Target::Dice(dice) => format!(" @ {dice}"),
        Target::Row(name) | Target::Cell(name) => format!(" @ {name}"),
        Target::Way(cells) => format!(" @ {}", cells.join("-")),
        Target::Tiles(numbers) => format!(" @ {numbers:?}"),
    }
}
