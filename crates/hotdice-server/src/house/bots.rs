//! Bots: they think beside the requests, one move at a time.

use std::sync::Arc;

use hotdice_bots::{Bot, Level, Library};
use hotdice_core::{AnyGame, AnyPosition, CheckedAction, Seat};
use hotdice_table::Waiting;

use super::House;
use crate::failure::Failure;
use crate::room::{Room, State};
use crate::token::random;

/// A move to be thought about.
struct Task {
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    seat: Seat,
    level: String,
    seats: u8,
    /// The last event that the bot has seen.
    seen: u64,
    bot: Option<Box<dyn Bot>>,
}

impl House {
    /// Lets a bot think, if it is its turn and nobody has asked it yet.
    pub(super) fn wake_bot(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        if state.thinking || !matches!(state.table.waiting(), Waiting::Bot(..)) {
            return;
        }
        state.thinking = true;
        let (house, room) = (self.clone(), room.clone());
        self.tasks.spawn(async move {
            while !house.closing.is_cancelled() && house.move_once(&room).await {}
        });
    }

    /// Lets the bot whose turn it is move; says whether there may be another move.
    async fn move_once(self: &Arc<Self>, room: &Arc<Room>) -> bool {
        let Some(task) = take_task(&mut *room.state.lock().await) else {
            return false;
        };
        let (seat, seen, level) = (task.seat, task.seen, task.level.clone());
        let thinking = self.work(&self.lanes.bots, move |library| think(task, library));
        let thought = tokio::select! {
            biased;
            // Nobody waits for a bot that thinks while the house closes: it moves elsewhere, or after the next start.
            () = self.closing.cancelled() => return false,
            thought = thinking => thought,
        };
        let (action, bot) = match thought {
            Ok(thought) => thought,
            Err(failure) => {
                tracing::error!(table = %room.id, detail = failure.detail, "a bot does not move");
                room.state.lock().await.thinking = false;
                return false;
            }
        };
        if let Some(bot) = bot {
            room.state.lock().await.bots.insert((seat, level), bot);
        }
        let moved = self.change_as_keeper(room, move |state| {
            Ok(state
                .table
                .act_for(seat, seen, &action, &state.croupier)?
                .into())
        });
        match moved.await {
            Ok(_) => true,
            // Whoever was away has come back in the meantime, or another server was quicker.
            Err(failure) if failure.code == hotdice_wire::Code::Stale => {
                let mut state = room.state.lock().await;
                state.thinking = state.lease().is_some();
                state.thinking
            }
            Err(failure) => {
                tracing::error!(table = %room.id, detail = failure.detail, "a bot's move failed");
                room.state.lock().await.thinking = false;
                false
            }
        }
    }

    /// Says whether a bot of a level can play at a table, which may take a while.
    pub(crate) async fn check_bot(
        &self,
        game: Arc<dyn AnyGame>,
        level: Level,
        seats: u8,
    ) -> Result<(), Failure> {
        let seed = random()?;
        self.work(&self.lanes.tables, move |library| {
            Ok(hotdice_bots::seat(&*game, level, seats, library, seed).map(drop)?)
        })
        .await
    }
}

/// Returns what the bot whose turn it is has to think about; if there is none here, nobody thinks any more.
fn take_task(state: &mut State) -> Option<Task> {
    let (Waiting::Bot(seat, level), Some(_), false) =
        (state.table.waiting(), state.lease(), state.is_full())
    else {
        state.thinking = false;
        return None;
    };
    let game = state.table.game_on()?;
    Some(Task {
        game: game.game().clone(),
        position: game.position().boxed_clone(),
        seat,
        seats: state.table.players().len() as u8,
        seen: state.table.seq(),
        bot: state.bots.remove(&(seat, level.clone())),
        level,
    })
}

/// Returns what the bot does, and the bot itself if it is to be kept for its next move.
///
/// One that knows a solved game is not kept: it would hold that in memory as long as the table is open. The library does, as long as
/// there is room.
fn think(
    task: Task,
    library: &dyn Library,
) -> Result<(CheckedAction, Option<Box<dyn Bot>>), Failure> {
    let (mut bot, knows) = match task.bot {
        Some(bot) => (bot, false),
        None => seat(&*task.game, &task.level, task.seats, library)?,
    };
    let action = bot.choose(&*task.position);
    let action = action.ok_or_else(|| Failure::internal(&"the bot has no choice"))?;
    Ok((action, (!knows).then_some(bot)))
}

/// Seats a bot, and says whether it may know a solved game; one that cannot play at its level, because the table has other seats
/// than when it was invited or its game takes too long to solve, plays as well as it can.
fn seat(
    game: &dyn AnyGame,
    level: &str,
    seats: u8,
    library: &dyn Library,
) -> Result<(Box<dyn Bot>, bool), Failure> {
    let level: Level = level.parse().map_err(Failure::invalid)?;
    match hotdice_bots::seat(game, level, seats, library, random()?) {
        Ok(bot) => Ok((bot, matches!(level, Level::Strong | Level::Perfect))),
        Err(why) => {
            tracing::warn!(%why, "a bot plays below its level");
            let level = Level::Careful;
            let bot = hotdice_bots::seat(game, level, seats, library, random()?)?;
            Ok((bot, false))
        }
    }
}
