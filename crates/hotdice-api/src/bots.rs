//! Bots at a table.

use hotdice_bots::{Bot, Level, Library, seat};
use hotdice_core::AnyGame;

use crate::Rejected;

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
