//! Tables on real servers, and pictures of every screen on the way there.

mod house;
mod pictures;
mod play;
mod refusals;
mod screens;
mod story;
