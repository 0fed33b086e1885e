//! Line by line: no cursor movement, no boxes, nothing that a pipe or a screen reader would stumble over.

mod console;
pub mod draw;
pub mod ledger;
mod menu;
mod practice;
mod seats;
mod table;
mod typed;
mod words;

pub use console::{Console, Echo, SpinnerFn};
pub use ledger::{write_ledger, write_mistakes};
pub use menu::{ChoiceMenu, MenuEntry};
pub use practice::practise;
pub use seats::{ask_names, read_name};
pub use table::{PlayUntil, TableExit, play, wait_for_start, who_won};
pub(crate) use words::fold;
pub use words::{
    age_in_words, difference_in_words, error_in_words, estimate_in_words, level_in_words, replay,
    sentence, show_moment, worth_in_words, wrap, write_rules,
};
