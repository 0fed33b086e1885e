#![doc = include_str!("../README.md")]

mod bot;
mod clock;
mod daily;
mod figures;
mod generic;
mod level;
mod library;
pub mod pig;
mod play_outs;
mod player;
pub mod push_luck;
mod simulate;
mod specialization;
pub mod tridice;
pub mod yatzy;

pub use bot::Bot;
pub use clock::{Timeout, set_host_clock};
pub use daily::{DailyDecision, Day, NotADay, NotYet, daily};
pub use figures::{Figure, Unit};
pub use generic::GameSetup;
pub use level::{Level, NoSuchLevel};
pub use library::{
    AnySolved, Both, EmptyLibrary, Key, Library, Limited, Limits, PAGE_CACHE_BYTES, PageDraft,
    PageFolder, Solvable, SolveCost, Task, Uncached, Unsolvable, Workspace,
};
pub use player::{AnyPlayer, Best, Habit, OpenGame, Player, Random, RandomSource};

pub use simulate::{Estimate, SeatTally, Tally, simulate};
pub use specialization::{
    Entrant, Scope, TurnOutlook, USUAL_MEMORY, can_play, can_play_with, exact_duel, figures,
    is_solved, oracle, oracle_at, oracle_with_aim, seat, tournament, turn_outlook, turn_points,
};
