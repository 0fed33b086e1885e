//! Pictures: the scenes of the games as JSON.

mod back;

use hotdice_core as core;
use serde::{Deserialize, Serialize};

pub use back::NotAScene;

/// What a viewer sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The seat whose turn it is, unless the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// The pictures from top to bottom.
    pub parts: Vec<Part>,
    /// What the viewer may do now, most natural first.
    pub choices: Vec<Choice>,
}

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Part {
    /// Dice in a row.
    Tray(Tray),
    /// A sheet of boxes with a column for each seat.
    Sheet(Sheet),
    /// A number on its way to another.
    Track(Track),
    /// A triangle of triangular cells with four-sided dice on it.
    Triangle(Triangle),
    /// A card, face up.
    Card(Card),
    /// A line of text.
    Line(Line),
}

/// Dice in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tray {
    /// What these dice are.
    pub name: String,
    /// The dice from left to right.
    pub dice: Vec<Die>,
}

/// One six-sided die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Die {
    /// What it shows, 1 to 6.
    pub face: u8,
    /// How it lies.
    pub mark: Mark,
}

/// How a die lies in its tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Mark {
    /// Free.
    Loose,
    /// Part of something that scores.
    Scoring,
    /// Set aside by the player.
    Held,
}

/// A sheet of boxes with a column for each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sheet {
    /// The seats whose columns these are.
    pub columns: Vec<u8>,
    /// The rows from top to bottom.
    pub rows: Vec<SheetRow>,
}

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SheetRow {
    /// The name of the row.
    pub name: String,
    /// One cell for each column.
    pub cells: Vec<SheetCell>,
}

/// A cell of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "points", rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SheetCell {
    /// Nothing yet.
    Open,
    /// Nothing yet, but the dice on the table would pay this here.
    Offered(i32),
    /// Written down for good.
    Filled(i32),
    /// A sum that the sheet keeps by itself.
    Sum(i32),
}

/// A number on its way to another: a score, dice in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Track {
    /// Whose it is.
    pub seat: u8,
    /// What it counts.
    pub name: String,
    /// Where it is.
    pub value: i32,
    /// Where it goes, if it goes anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<i32>,
}

/// A triangle of triangular cells, named by row and place: `11` on top, then `21 22 23` and so on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Triangle {
    /// How many rows there are.
    pub rows: u8,
    /// The cells, row by row from the top, each from left to right.
    pub cells: Vec<TriangleCell>,
}

/// A cell of a triangle board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TriangleCell {
    /// Its name.
    pub name: String,
    /// Whether its tip points up.
    pub points_up: bool,
    /// The die that stands on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
}

/// A four-sided die on a triangle board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Whose it is.
    pub seat: u8,
    /// The number on its upper tip: how far it walks.
    pub number: u8,
    /// The numbers on the tips it stands on: left, middle (top or bottom), right.
    pub corners: [u8; 3],
}

/// A card, face up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Card {
    /// Its title.
    pub name: String,
    /// What it does.
    pub effect: String,
}

/// Something the viewer may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// What a menu shows.
    pub label: String,
    /// What to send back.
    pub notation: String,
    /// What it leads to, in a few words; may be empty.
    pub hint: String,
    /// What it is done to, for front ends where things can be pointed at.
    pub target: Target,
}

/// What a choice is done to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "of", rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Target {
    /// Nothing in the picture.
    Nothing,
    /// Dice of the first tray, by their faces.
    Dice(Vec<u8>),
    /// A row of the sheet.
    Row(String),
    /// An empty cell of the triangle.
    Cell(String),
    /// A walk over these cells of the triangle, from start to end.
    Way(Vec<String>),
}

/// A line of text in which seats are not yet names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line {
    /// The pieces from left to right.
    pub spans: Vec<Span>,
    /// How it is meant.
    pub tone: Tone,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Span {
    /// Words.
    Text(String),
    /// Whoever sits there.
    Seat(u8),
    /// Dice, by their faces.
    Dice(Vec<u8>),
}

/// How a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Tone {
    /// As it is.
    Plain,
    /// Something to be glad about.
    Good,
    /// Something to be sorry about.
    Bad,
}

fn number(seat: core::Seat) -> u8 {
    seat.index() as u8 + 1
}

fn faces(dice: core::Dice) -> Vec<u8> {
    dice.faces().map(core::Face::pips).collect()
}

impl From<core::Scene> for Scene {
    fn from(scene: core::Scene) -> Self {
        Self {
            turn: scene.turn.map(number),
            parts: scene.parts.into_iter().map(Part::from).collect(),
            choices: scene.choices.into_iter().map(Choice::from).collect(),
        }
    }
}

impl From<core::Part> for Part {
    fn from(part: core::Part) -> Self {
        match part {
            core::Part::Tray(tray) => Self::Tray(tray.into()),
            core::Part::Sheet(sheet) => Self::Sheet(sheet.into()),
            core::Part::Track(track) => Self::Track(Track {
                seat: number(track.seat),
                name: track.name.into_owned(),
                value: track.value,
                target: track.target,
            }),
            core::Part::Triangle(triangle) => Self::Triangle(triangle.into()),
            core::Part::Card(core::Card { name, effect }) => Self::Card(Card { name, effect }),
            core::Part::Line(line) => Self::Line(line.into()),
        }
    }
}

impl From<core::Tray> for Tray {
    fn from(tray: core::Tray) -> Self {
        let die = |die: &core::Die| Die {
            face: die.face.pips(),
            mark: match die.mark {
                core::Mark::Loose => Mark::Loose,
                core::Mark::Scoring => Mark::Scoring,
                core::Mark::Held => Mark::Held,
            },
        };
        let dice = tray.dice.iter().map(die).collect();
        let name = tray.name;
        Self { name, dice }
    }
}

impl From<core::Sheet> for Sheet {
    fn from(sheet: core::Sheet) -> Self {
        let cell = |cell: core::SheetCell| match cell {
            core::SheetCell::Open => SheetCell::Open,
            core::SheetCell::Offered(points) => SheetCell::Offered(points),
            core::SheetCell::Filled(points) => SheetCell::Filled(points),
            core::SheetCell::Sum(points) => SheetCell::Sum(points),
        };
        let row = |row: core::SheetRow| SheetRow {
            name: row.name,
            cells: row.cells.into_iter().map(cell).collect(),
        };
        Self {
            columns: sheet.columns.into_iter().map(number).collect(),
            rows: sheet.rows.into_iter().map(row).collect(),
        }
    }
}

impl From<core::Triangle> for Triangle {
    fn from(triangle: core::Triangle) -> Self {
        let piece = |piece: core::Piece| Piece {
            seat: number(piece.seat),
            number: piece.number,
            corners: piece.corners,
        };
        let cell = |cell: core::TriangleCell| TriangleCell {
            name: cell.name,
            points_up: cell.points_up,
            piece: cell.piece.map(piece),
        };
        Self {
            rows: triangle.rows,
            cells: triangle.cells.into_iter().map(cell).collect(),
        }
    }
}

impl From<core::Choice> for Choice {
    fn from(choice: core::Choice) -> Self {
        Self {
            label: choice.label,
            notation: choice.notation,
            hint: choice.hint,
            target: match choice.target {
                core::Target::Nothing => Target::Nothing,
                core::Target::Dice(dice) => Target::Dice(faces(dice)),
                core::Target::Row(row) => Target::Row(row),
                core::Target::Cell(cell) => Target::Cell(cell),
                core::Target::Way(way) => Target::Way(way),
            },
        }
    }
}

impl From<core::Line> for Line {
    fn from(line: core::Line) -> Self {
        let span = |span: core::Span| match span {
            core::Span::Text(text) => Span::Text(text),
            core::Span::Seat(seat) => Span::Seat(number(seat)),
            core::Span::Dice(dice) => Span::Dice(faces(dice)),
        };
        Self {
            spans: line.spans.into_iter().map(span).collect(),
            tone: match line.tone {
                core::Tone::Plain => Tone::Plain,
                core::Tone::Good => Tone::Good,
                core::Tone::Bad => Tone::Bad,
            },
        }
    }
}
