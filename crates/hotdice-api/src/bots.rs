//! Bots at a table.

use hotdice_bots::{Bot, Level, Library, can_play_with, seat};
use hotdice_core::AnyGame;
use hotdice_games::find;
use hotdice_wire::LevelList;

use crate::Rejected;
use crate::opening::check_seats;

/// Lists the levels at which bots can play a game at a table of `seats`. Nothing is solved for that.
///
/// # Errors
/// When there is no such game, or it is not for so many.
pub fn level_list(rules: &str, seats: u8, library: &dyn Library) -> Result<LevelList, Rejected> {
    let game = find(rules).map_err(Rejected::invalid)?;
    check_seats(&*game, seats)?;
    let can_play = |level: &Level| can_play_with(&*game, *level, seats, library).is_ok();
    let levels = Level::ALL.into_iter().filter(can_play);
    Ok(LevelList {
        levels: levels.map(|level| level.to_string()).collect(),
    })
}

/// A bot that sits at a table.
pub struct BotAtTable {
    /// The bot.
    pub bot: Box<dyn Bot>,
    /// Whether it is worth keeping for its next move. One that knows a solved game is not: it would hold that in memory as long as
    /// the table is open. A library does, as long as there is room.
    pub keep: bool,
    /// Why it plays below its level, if it does.
    pub below: Option<String>,
}

/// Seats a bot. One that cannot play at its level, because the table is from a time when such bots were let in or its game takes
/// too long to solve, plays as well as it can from then on.
///
/// # Errors
/// When no bot can play.
pub fn seat_bot(
    game: &dyn AnyGame,
    level: Level,
    seats: u8,
    library: &dyn Library,
    seed: [u8; 32],
) -> Result<BotAtTable, Rejected> {
    let may_solve = |level| matches!(level, Level::Strong | Level::Perfect);
    let easier = match level {
        Level::Perfect => [level, Level::Strong, Level::Careful],
        _ => [level, Level::Careful, Level::Random],
    };
    let mut below = None;
    let mut refused = Rejected::invalid("nobody plays");
    for level in easier {
        match seat(game, level, seats, library, seed) {
            Ok(bot) => {
                let keep = !may_solve(level);
                return Ok(BotAtTable { bot, keep, below });
            }
            Err(why) => {
                below = Some(why.to_string());
                refused = why.into();
            }
        }
    }
    Err(refused)
}
