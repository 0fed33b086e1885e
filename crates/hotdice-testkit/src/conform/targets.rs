//! Pictures fit the table, and choices are done to things that are in the picture.

use hotdice_core::{Choice, Dice, Face, Part, Scene, Seat, Sheet, Target, Triangle};

use super::Flaw;
use super::step::{Seen, Step};

pub(super) fn check(step: &Step<'_>, _: &mut Seen) -> Result<(), Flaw> {
    for viewer in step.viewers() {
        let scene = step.position.scene(viewer);
        scene
            .parts
            .iter()
            .try_for_each(|part| check_part(step, part))?;
        scene
            .choices
            .iter()
            .try_for_each(|choice| check_target(&scene, choice))?;
    }
    Ok(())
}

fn check_part(step: &Step<'_>, part: &Part) -> Result<(), Flaw> {
    match part {
        Part::Sheet(sheet) => check_sheet(step, sheet),
        Part::Triangle(triangle) => check_triangle(step, triangle),
        Part::Track(track) => sits(step, track.seat, "a track of no seat"),
        Part::Tray(_) | Part::Card(_) | Part::Tiles(_) | Part::Line(_) => Ok(()),
    }
}

fn sits(step: &Step<'_>, seat: Seat, otherwise: &'static str) -> Result<(), Flaw> {
    let sits = seat.index() < usize::from(step.seats);
    sits.then_some(()).ok_or(Flaw::Picture(otherwise))
}

fn check_sheet(step: &Step<'_>, sheet: &Sheet) -> Result<(), Flaw> {
    let mut columns = sheet.columns.iter();
    columns.try_for_each(|&seat| sits(step, seat, "a column of no seat"))?;
    let columns = sheet.columns.len();
    match sheet.rows.iter().find(|row| row.cells.len() != columns) {
        Some(row) => Err(Flaw::Row(row.name.clone())),
        None => Ok(()),
    }
}

fn check_triangle(step: &Step<'_>, triangle: &Triangle) -> Result<(), Flaw> {
    if triangle.cells.len() != usize::from(triangle.rows).pow(2) {
        return Err(Flaw::Picture("a triangle of n rows has n times n cells"));
    }
    let mut pieces = triangle.cells.iter().filter_map(|cell| cell.piece);
    pieces.try_for_each(|piece| sits(step, piece.seat, "a piece of no seat"))
}

fn check_target(scene: &Scene, choice: &Choice) -> Result<(), Flaw> {
    let there = match &choice.target {
        Target::Nothing => true,
        Target::Dice(dice) => first_tray(scene).contains(*dice),
        Target::Row(name) => has_row(scene, name),
        Target::Cell(name) => has_cell(scene, name),
        Target::Way(cells) => cells.iter().all(|name| has_cell(scene, name)),
        Target::Tiles(numbers) => numbers.iter().all(|number| has_open_tile(scene, *number)),
    };
    let missing = || Flaw::Target(choice.notation.clone());
    there.then_some(()).ok_or_else(missing)
}

fn first_tray(scene: &Scene) -> Dice {
    let tray = scene.parts.iter().find_map(|part| match part {
        Part::Tray(tray) => Some(tray),
        _ => None,
    });
    let faces: Vec<Face> = tray
        .iter()
        .flat_map(|tray| &tray.dice)
        .map(|die| die.face)
        .collect();
    Dice::try_from(faces.as_slice()).unwrap_or_default()
}

fn has_row(scene: &Scene, name: &str) -> bool {
    scene.parts.iter().any(|part| match part {
        Part::Sheet(sheet) => sheet.rows.iter().any(|row| row.name == name),
        _ => false,
    })
}

fn has_open_tile(scene: &Scene, number: u8) -> bool {
    scene.parts.iter().any(|part| match part {
        Part::Tiles(tiles) => {
            let mut tiles = tiles.tiles.iter();
            tiles.any(|tile| tile.open && tile.number == number)
        }
        _ => false,
    })
}

fn has_cell(scene: &Scene, name: &str) -> bool {
    scene.parts.iter().any(|part| match part {
        Part::Triangle(triangle) => triangle.cells.iter().any(|cell| cell.name == name),
        _ => false,
    })
}
