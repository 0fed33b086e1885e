//! Scenes as pictures.
//!
//! Nothing in here knows a game: whatever a scene is made of is drawn, also for games that are not written yet.

mod dice;
mod plot;
mod sheet;
mod text;
mod tiles;
mod track;
mod triangle;

pub(crate) use dice::{DiceRow, DieFace, DieLook};
pub(crate) use plot::{PlotCurve, plot};
pub(crate) use sheet::{SheetPicture, sheet_size};
pub(crate) use text::{seat_name, spoken, wrapped};
pub(crate) use tiles::{TileFace, draw_tiles, tiles_height};
pub(crate) use track::{draw_track, rows_of_tracks};
pub(crate) use triangle::{TrianglePicture, triangle_size};
