//! What the API answers, wherever it is asked: on a server, or in a browser that has none.
//!
//! Requests and answers are those of [`hotdice_wire`]. Nothing here waits, stores or listens: that is up to whoever
//! carries the requests. The same question gets the same answer from both.

mod analysis;
mod bots;
mod explore;
mod games;
mod opening;
mod position;
mod rejected;
mod stream;
mod timed_table;
mod token_hash;
mod view;
mod visitors;

pub use analysis::{NotAnalysed, aim_of, ledger, ledger_until, ledger_with_aim, to_wire};
pub use bots::{BotAtTable, level_list, seat_bot};
pub use explore::{Deadline, at_once, whole, whole_by};
pub use games::{game_list, rules_answer, score_answer};
pub use hotdice_solve::Watch;
pub use opening::{Newcomer, check_dice, check_host, rematch_of, settings_for};
pub use position::{advised, daily_answer, hint, position_answer};
pub use rejected::Rejected;
pub use stream::{HEAD_DIGITS, Replay, WITH_PICTURE, data_of, frame, stream_id};
pub use timed_table::{Damaged, MAX_LOG, Millis, TimedTable};
pub use token_hash::{hash_of_token, read_token_hash};
pub use view::{Holder, event_view, seat_number, table_view};
pub use visitors::Visitors;
