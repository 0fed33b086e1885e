//! The box-filling family: a box is data.

mod pattern;
mod score_box;

pub use pattern::{FaceSet, Least, NotAPattern, Pattern, Sizes};
pub use score_box::{BoxName, NotABox, Pay, ScoreBox};
