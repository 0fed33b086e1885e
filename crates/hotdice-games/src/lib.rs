#![doc = include_str!("../README.md")]

pub mod pig;
pub mod push_luck;
mod registry;
pub mod shut_the_box;
pub mod tridice;
pub mod yatzy;

pub use registry::{FAMILIES, Family, Preset, find, presets};
