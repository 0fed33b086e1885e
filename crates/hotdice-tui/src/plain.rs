//! Line by line: no cursor movement, no boxes, nothing that a pipe or a screen reader would stumble over.

mod age;
mod company;
mod console;
pub mod draw;
mod game;
pub mod ledger;
mod menu;
mod replay;
mod rules;
mod seats;
mod worth;
mod wrap;

pub use age::age_in_words;
pub use company::{Coach, Company};
pub use console::{Console, Echo};
pub use game::{Ending, Keeper, play, who_won};
pub use ledger::write_ledger;
pub use menu::{Entry, Menu, by_dice};
pub use replay::replay;
pub use rules::write_rules;
pub use seats::ask_names;
pub use worth::{difference_in_words, worth_in_words};
pub use wrap::wrap;
