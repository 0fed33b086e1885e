//! What dice on a table are worth.

use hotdice_core::{BoxScore, Dice, Face, Score, Split};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// What dice on a table are worth.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ScoreAnswer {
    /// Dice split into combinations.
    Split(SplitAnswer),
    /// What one box would pay.
    Box(BoxAnswer),
    /// What every box would pay.
    Boxes {
        /// The boxes and their points.
        #[cfg_attr(feature = "openapi", schema(value_type = std::collections::HashMap<String, u32>))]
        boxes: BoxesAnswer,
    },
}

/// Dice split into the combinations that score.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SplitAnswer {
    /// The sum of all parts.
    pub total: u32,
    /// The combinations.
    pub parts: Vec<PartAnswer>,
    /// The dice that did not score.
    pub unscored: Vec<u8>,
    /// Whether such a roll ends the turn without points.
    pub bust: bool,
}

/// A combination that scores.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartAnswer {
    /// What players call it.
    pub name: &'static str,
    /// Its dice.
    pub dice: Vec<u8>,
    /// Its points.
    pub points: u32,
}

/// What a box pays.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoxAnswer {
    /// The name of the box.
    #[serde(rename = "box")]
    pub name: String,
    /// Its points.
    pub score: u32,
}

/// Boxes in the order of the sheet, written as one object.
#[derive(Clone, Debug)]
pub struct BoxesAnswer(Vec<BoxScore>);

impl Serialize for BoxesAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for scored in &self.0 {
            map.serialize_entry(&scored.name, &scored.points)?;
        }
        map.end()
    }
}

impl From<Score> for ScoreAnswer {
    fn from(score: Score) -> Self {
        match score {
            Score::Split(split) => Self::Split(split.into()),
            Score::Box(scored) => Self::Box(BoxAnswer {
                name: scored.name,
                score: scored.points,
            }),
            Score::Boxes(boxes) => Self::Boxes {
                boxes: BoxesAnswer(boxes),
            },
        }
    }
}

impl From<Split> for SplitAnswer {
    fn from(split: Split) -> Self {
        let faces = |dice: Dice| dice.faces().map(Face::pips).collect();
        let part = |part: &hotdice_core::Combination| PartAnswer {
            name: part.name,
            dice: faces(part.dice),
            points: part.points,
        };
        Self {
            total: split.total,
            parts: split.parts.iter().map(part).collect(),
            unscored: faces(split.unscored),
            bust: split.bust,
        }
    }
}
