//! A picture of a game in plain data that every front end can draw.
//!
//! The vocabulary is small and closed on purpose: a front end that draws every [`Part`] draws every game, also
//! those not written yet. Seats appear as seats, not as names: who sits there is the table's affair.

use std::borrow::Cow;

use crate::{
    Dice, Face, Game, Notation, ParameterValue, Seat, SoloObjective, game::TypedEvent, with_commas,
};

/// What a viewer sees: pictures from top to bottom, and the choices that are theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The seat whose turn it is, unless the game is over.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub turn: Option<Seat>,
    /// The pictures.
    pub parts: Vec<Part>,
    /// What the viewer may do now, most natural first; empty for everybody but the seat that decides.
    pub choices: Vec<Choice>,
}

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "lowercase"))]
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
    /// Numbered tiles that can be flipped down.
    Tiles(Tiles),
    /// A line of text.
    Line(Line),
}

/// Dice in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tray {
    /// What these dice are.
    pub name: String,
    /// The dice from left to right: by their places on the table.
    pub dice: Vec<Die>,
}

/// One six-sided die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Die {
    /// What it shows.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub face: Face,
    /// How it lies.
    pub mark: Mark,
    /// Its place on the table, counted from 0, which it keeps while it lies there.
    #[cfg_attr(feature = "serde", serde(default))]
    pub place: u8,
}

/// How a die lies in its tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Mark {
    /// Free.
    Loose,
    /// Part of something that scores.
    Scoring,
    /// Set aside by the player.
    Held,
}

impl Tray {
    /// Returns a tray of `dice` in which those of `marked`, taken face by face, lie as `mark` says.
    #[must_use]
    pub fn new(name: &str, dice: Dice, marked: Dice, mark: Mark) -> Self {
        let mut left = marked.counts();
        let dice = std::iter::zip(dice.faces(), 0..)
            .map(|(face, place)| {
                let count = &mut left[face.index()];
                let mark = if *count > 0 { mark } else { Mark::Loose };
                *count = count.saturating_sub(1);
                Die { face, mark, place }
            })
            .collect();
        let name = name.to_owned();
        Self { name, dice }
    }
}

/// A sheet of boxes with a column for each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sheet {
    /// The seats whose columns these are.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub columns: Vec<Seat>,
    /// The rows from top to bottom.
    pub rows: Vec<SheetRow>,
}

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SheetRow {
    /// The name of the row.
    pub name: String,
    /// One cell for each column.
    pub cells: Vec<SheetCell>,
}

/// A cell of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "kind", content = "points", rename_all = "lowercase")
)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Track {
    /// Whose it is.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// What it counts.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub name: Cow<'static, str>,
    /// Where it is.
    pub value: i32,
    /// Where it goes, if it goes anywhere.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub target: Option<i32>,
    /// Whether its seat has not played yet, where the value would look like a result: a dash is shown instead.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "std::ops::Not::not")
    )]
    pub pending: bool,
}

impl Track {
    /// Writes the value, or a dash while its seat has not played.
    #[must_use]
    pub fn value_in_words(&self) -> String {
        if self.pending {
            "–".to_owned()
        } else {
            with_commas(self.value)
        }
    }
}

/// A triangle of triangular cells, named by row and place: `11` on top, then `21 22 23` and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Triangle {
    /// How many rows there are.
    pub rows: u8,
    /// The cells, row by row from the top, each from left to right.
    pub cells: Vec<TriangleCell>,
    /// How many dice each seat has captured; empty as long as nobody has.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub captured: Vec<u8>,
}

/// A cell of a triangle board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TriangleCell {
    /// Its name.
    pub name: String,
    /// Whether its tip points up.
    pub points_up: bool,
    /// The die that stands on it.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub piece: Option<Piece>,
    /// Whose dice could move here, if it was their turn.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub reached_by: Vec<Seat>,
}

/// A four-sided die on a triangle board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Whose it is.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The number on its upper tip: how far it walks.
    pub number: u8,
    /// The numbers on the tips it stands on: left, middle (top or bottom), right.
    pub corners: [u8; 3],
}

/// A card, face up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Card {
    /// Its title.
    pub name: String,
    /// What it does.
    pub effect: String,
}

/// Numbered tiles in a row that can be flipped down, several at once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tiles {
    /// What these tiles are.
    pub name: String,
    /// The tiles from left to right.
    pub tiles: Vec<Tile>,
}

/// One numbered tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tile {
    /// The number on it.
    pub number: u8,
    /// Whether it still stands.
    pub open: bool,
}

/// Something the viewer may do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// What taking it scores at once; nothing where a choice scores nothing by nature, such as rolling on.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub points: Option<i32>,
    /// What can be done right after it, before anything is rolled: a front end may offer both as one step, and nothing has
    /// to be taken back while the player still changes the first half.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub then: Vec<FollowUp>,
}

/// What can be done right after a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FollowUp {
    /// What a menu shows.
    pub label: String,
    /// What to send after the first choice was accepted.
    pub notation: String,
    /// What it leads to, in a few words; may be empty.
    pub hint: String,
    /// What taking it scores at once; nothing where it scores nothing by nature, such as rolling on.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub points: Option<i32>,
}

/// What a choice is done to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "kind", content = "of", rename_all = "lowercase")
)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Target {
    /// Nothing in the picture.
    Nothing,
    /// These dice of the first tray.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    Dice(Dice),
    /// This row of the sheet.
    Row(String),
    /// This empty cell of the triangle.
    Cell(String),
    /// A walk over these cells of the triangle, from start to end.
    Way(Vec<String>),
    /// These tiles, by their numbers.
    Tiles(Vec<u8>),
}

/// A line of text in which seats are not yet names.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line {
    /// The pieces from left to right.
    pub spans: Vec<Span>,
    /// How it is meant. Colour may follow it, the words must not need it.
    pub tone: Tone,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Span {
    /// Words.
    Text(String),
    /// Whoever sits there.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    Seat(Seat),
    /// Dice, which a front end may draw or write.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    Dice(Dice),
}

/// How a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Tone {
    /// As it is.
    #[default]
    Plain,
    /// Something to be glad about.
    Good,
    /// Something to be sorry about.
    Bad,
}

impl Line {
    /// Returns a line that begins with whoever sits at `seat`.
    #[must_use]
    pub fn of(seat: Seat, text: impl Into<String>) -> Self {
        let spans = vec![Span::Seat(seat), Span::Text(text.into())];
        let tone = Tone::Plain;
        Self { spans, tone }
    }

    /// Returns the line with more words at its end.
    #[must_use]
    pub fn then(mut self, text: impl Into<String>) -> Self {
        self.spans.push(Span::Text(text.into()));
        self
    }

    /// Returns the line with another seat at its end.
    #[must_use]
    pub fn then_seat(mut self, seat: Seat) -> Self {
        self.spans.push(Span::Seat(seat));
        self
    }

    /// Returns the line with dice at its end.
    #[must_use]
    pub fn then_dice(mut self, dice: Dice) -> Self {
        self.spans.push(Span::Dice(dice));
        self
    }

    /// Returns the line with this tone.
    #[must_use]
    pub fn toned(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Self {
        let spans = vec![Span::Text(text.into())];
        let tone = Tone::Plain;
        Self { spans, tone }
    }
}

/// A game that can be drawn and put into words.
pub trait Show: Notation {
    /// Draws what a view shows, without choices.
    fn scene(&self, view: &Self::View) -> Scene;

    /// Lists the legal actions of a view in which a seat decides, most natural first.
    fn menu(&self, view: &Self::View) -> Vec<Self::Action>;

    /// Describes a legal action of a view, as a menu shows it.
    fn choice(&self, view: &Self::View, action: &Self::Action) -> Choice;

    /// Returns the seat that rolls or draws in a state that waits for a roll; none where chance decides who begins.
    fn roller(&self, state: &Self::State) -> Option<Seat>;

    /// Returns the six-sided dice of a roll; none if it is something else, such as a card.
    fn dice_of(&self, roll: &Self::Roll) -> Dice;

    /// Tells what an event did, in the game's own words.
    fn story(&self, before: &Self::State, event: &EventOf<Self>, after: &Self::State) -> Vec<Line>;

    /// Explains the rules in plain words, from the parameters.
    fn explain(&self) -> Vec<Section>;

    /// Lists all parameters with the values they have here.
    fn parameters(&self) -> Vec<ParameterValue>;

    /// Lists what one player alone may aim for, beside points; the first is what hints and analyses of one player go by.
    fn objectives(&self) -> Vec<SoloObjective<Self>> {
        Vec::new()
    }

    /// Scores dice that lie on a table, in the named box if there is one.
    ///
    /// # Errors
    /// When these rules cannot score such dice.
    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused>;
}

/// An event of a game.
pub type EventOf<G> = TypedEvent<<G as Game>::Action, <G as Game>::Roll>;

/// A few sentences of the rules under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: &'static str,
    /// The sentences.
    pub lines: Vec<String>,
}

impl Section {
    /// Returns a section with these lines.
    #[must_use]
    pub fn new(heading: &'static str, lines: Vec<String>) -> Self {
        Self { heading, lines }
    }
}

/// What dice on a table are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// Dice split into combinations.
    Split(Split),
    /// What every box would pay.
    Boxes(Vec<BoxScore>),
    /// What one box would pay.
    Box(BoxScore),
}

/// Dice split into the combinations that score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The sum of all parts.
    pub total: u32,
    /// The combinations.
    pub parts: Vec<Combination>,
    /// The dice that did not score.
    pub unscored: Dice,
    /// Whether such a roll ends the turn without points.
    pub bust: bool,
}

/// A combination that scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    /// What players call it.
    pub name: &'static str,
    /// Its dice.
    pub dice: Dice,
    /// Its points.
    pub points: u32,
}

/// What a box pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxScore {
    /// The name of the box.
    pub name: String,
    /// Its points.
    pub points: u32,
}

/// Dice that cannot be scored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoreRefused {
    /// There are more dice than the rules have.
    #[error("{given} dice, but this game has only {most}")]
    TooMany {
        /// How many were given.
        given: u8,
        /// How many the rules have.
        most: u8,
    },
    /// A box is filled with all dice or not at all.
    #[error("{given} dice, but this game needs exactly {needed}")]
    Count {
        /// How many were given.
        given: u8,
        /// How many it takes.
        needed: u8,
    },
    /// There is no such box.
    #[error("there is no box {name:?}: did you mean {nearest:?}? There are {known}")]
    UnknownBox {
        /// The name that was written.
        name: String,
        /// The known name most like it.
        nearest: String,
        /// All boxes.
        known: String,
    },
    /// These rules have no boxes.
    #[error("these rules have no boxes: leave --box out")]
    NoBoxes,
    /// These dice are pieces.
    #[error("the dice of this game are pieces on a board: a roll has no score")]
    Pieces,
}
