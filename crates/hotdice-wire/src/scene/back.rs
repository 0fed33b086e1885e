//! Pictures that came over the wire, as the rest of the project draws them.

use hotdice_core as core;

use super::{
    Choice, Die, Line, Mark, Part, Piece, Scene, Sheet, SheetCell, SheetRow, Span, Target, Tone,
    Track, Tray, Triangle, TriangleCell,
};

/// A picture that cannot be: a die with seven pips, a seat that no table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAScene {
    /// There is no such seat.
    #[error("there is no seat {0}")]
    Seat(u8),
    /// There is no such face of a die.
    #[error("no die shows {0}")]
    Face(u8),
    /// There are more dice than anybody can hold.
    #[error("there are too many dice")]
    TooManyDice,
}

fn seat(number: u8) -> Result<core::Seat, NotAScene> {
    let seat = number.checked_sub(1).and_then(core::Seat::new);
    seat.ok_or(NotAScene::Seat(number))
}

fn face(pips: u8) -> Result<core::Face, NotAScene> {
    core::Face::new(pips).ok_or(NotAScene::Face(pips))
}

fn dice(faces: &[u8]) -> Result<core::Dice, NotAScene> {
    let mut dice = core::Dice::NONE;
    for pips in faces {
        dice = dice.with(face(*pips)?).ok_or(NotAScene::TooManyDice)?;
    }
    Ok(dice)
}

/// Converts each of a list, or says what is wrong with the first that cannot be.
fn each<A, B>(
    list: Vec<A>,
    of: impl FnMut(A) -> Result<B, NotAScene>,
) -> Result<Vec<B>, NotAScene> {
    list.into_iter().map(of).collect()
}

impl TryFrom<Scene> for core::Scene {
    type Error = NotAScene;

    fn try_from(scene: Scene) -> Result<Self, NotAScene> {
        Ok(Self {
            turn: scene.turn.map(seat).transpose()?,
            parts: each(scene.parts, core::Part::try_from)?,
            choices: each(scene.choices, core::Choice::try_from)?,
        })
    }
}

impl TryFrom<Part> for core::Part {
    type Error = NotAScene;

    fn try_from(part: Part) -> Result<Self, NotAScene> {
        Ok(match part {
            Part::Tray(part) => Self::Tray(tray(part)?),
            Part::Sheet(part) => Self::Sheet(sheet(part)?),
            Part::Track(part) => Self::Track(track(part)?),
            Part::Triangle(part) => Self::Triangle(triangle(part)?),
            Part::Card(card) => Self::Card(core::Card {
                name: card.name,
                effect: card.effect,
            }),
            Part::Line(line) => Self::Line(line.try_into()?),
        })
    }
}

fn tray(tray: Tray) -> Result<core::Tray, NotAScene> {
    let die = |die: Die| {
        let face = face(die.face)?;
        let mark = match die.mark {
            Mark::Loose => core::Mark::Loose,
            Mark::Scoring => core::Mark::Scoring,
            Mark::Held => core::Mark::Held,
        };
        Ok(core::Die { face, mark })
    };
    Ok(core::Tray {
        name: tray.name,
        dice: each(tray.dice, die)?,
    })
}

fn sheet(sheet: Sheet) -> Result<core::Sheet, NotAScene> {
    let cell = |cell: SheetCell| match cell {
        SheetCell::Open => core::SheetCell::Open,
        SheetCell::Offered(points) => core::SheetCell::Offered(points),
        SheetCell::Filled(points) => core::SheetCell::Filled(points),
        SheetCell::Sum(points) => core::SheetCell::Sum(points),
    };
    let row = |row: SheetRow| core::SheetRow {
        name: row.name,
        cells: row.cells.into_iter().map(cell).collect(),
    };
    Ok(core::Sheet {
        columns: each(sheet.columns, seat)?,
        rows: sheet.rows.into_iter().map(row).collect(),
    })
}

fn track(track: Track) -> Result<core::Track, NotAScene> {
    Ok(core::Track {
        seat: seat(track.seat)?,
        name: track.name.into(),
        value: track.value,
        target: track.target,
    })
}

fn triangle(triangle: Triangle) -> Result<core::Triangle, NotAScene> {
    let piece = |piece: Piece| {
        Ok(core::Piece {
            seat: seat(piece.seat)?,
            number: piece.number,
            corners: piece.corners,
        })
    };
    let cell = |cell: TriangleCell| {
        Ok(core::TriangleCell {
            name: cell.name,
            points_up: cell.points_up,
            piece: cell.piece.map(piece).transpose()?,
        })
    };
    Ok(core::Triangle {
        rows: triangle.rows,
        cells: each(triangle.cells, cell)?,
    })
}

impl TryFrom<Choice> for core::Choice {
    type Error = NotAScene;

    fn try_from(choice: Choice) -> Result<Self, NotAScene> {
        Ok(Self {
            label: choice.label,
            notation: choice.notation,
            hint: choice.hint,
            target: match choice.target {
                Target::Nothing => core::Target::Nothing,
                Target::Dice(faces) => core::Target::Dice(dice(&faces)?),
                Target::Row(row) => core::Target::Row(row),
                Target::Cell(cell) => core::Target::Cell(cell),
                Target::Way(way) => core::Target::Way(way),
            },
        })
    }
}

impl TryFrom<Line> for core::Line {
    type Error = NotAScene;

    fn try_from(line: Line) -> Result<Self, NotAScene> {
        let span = |span: Span| {
            Ok(match span {
                Span::Text(text) => core::Span::Text(text),
                Span::Seat(number) => core::Span::Seat(seat(number)?),
                Span::Dice(faces) => core::Span::Dice(dice(&faces)?),
            })
        };
        Ok(Self {
            spans: each(line.spans, span)?,
            tone: match line.tone {
                Tone::Plain => core::Tone::Plain,
                Tone::Good => core::Tone::Good,
                Tone::Bad => core::Tone::Bad,
            },
        })
    }
}
