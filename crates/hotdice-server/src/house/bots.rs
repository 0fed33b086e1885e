//! Bots: they think beside the requests, one move at a time.

use std::sync::Arc;

use hotdice_bots::{Bot, Level, Library, Unsolvable};
use hotdice_core::{AnyGame, AnyPosition, Seat};
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
        let thought = match self.think(task).await {
            Ok(thought) => thought,
            Err(failure) => {
                tracing::error!(table = %room.id, detail = failure.detail, "a bot does not move");
                room.state.lock().await.thinking = false;
                return false;
            }
        };
        let (action, bot) = thought;
        room.state.lock().await.bots.insert((seat, level), bot);
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

    /// Thinks on a thread that may take its time.
    async fn think(&self, task: Task) -> Result<(String, Box<dyn Bot>), Failure> {
        let thinker = self.thinkers.clone().acquire_owned().await;
        self.work(thinker, move |library| think(task, library))
            .await
    }

    /// Answers a question beside the requests, as soon as there is somebody to do it; refuses one too many.
    pub(crate) async fn ponder<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Library) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let place = self.questions.clone().try_acquire_owned();
        let place = place.map_err(|_| {
            let detail = "too many questions at once: wait a moment and ask again";
            Failure::new(hotdice_wire::Code::RateLimited, detail)
        })?;
        let ponderer = self.ponderers.clone().acquire_owned().await;
        self.work((place, ponderer), work).await
    }

    /// Works on a thread of its own; the permits are kept until the work is done, also when whoever asked has hung up.
    async fn work<T: Send + 'static>(
        &self,
        permits: impl Send + 'static,
        work: impl FnOnce(&dyn Library) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let library = self.library.clone();
        let working = tokio::task::spawn_blocking(move || {
            let _permits = permits;
            work(&*library)
        });
        working.await.map_err(|error| Failure::internal(&error))?
    }

    /// Says whether a bot of a level can play at a table, which may take a while.
    pub(crate) async fn check_bot(
        &self,
        game: Arc<dyn AnyGame>,
        level: Level,
        seats: u8,
    ) -> Result<(), Failure> {
        let seed = random()?;
        self.ponder(move |library| {
            Ok(hotdice_bots::seat(&*game, level, seats, library, seed).map(drop)?)
        })
        .await
    }
}

/// Returns what the bot whose turn it is has to think about; if there is none here, nobody thinks any more.
fn take_task(state: &mut State) -> Option<Task> {
    let (Waiting::Bot(seat, level), Some(_)) = (state.table.waiting(), state.lease()) else {
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

fn think(task: Task, library: &dyn Library) -> Result<(String, Box<dyn Bot>), Failure> {
    let mut bot = match task.bot {
        Some(bot) => bot,
        None => seat(&*task.game, &task.level, task.seats, library)?,
    };
    let action = bot.choose(&*task.position);
    let action = action.ok_or_else(|| Failure::internal(&"the bot has no choice"))?;
    Ok((action, bot))
}

/// Seats a bot; one that cannot play at its level, because the table has other seats than when it was invited, plays as
/// well as it can.
fn seat(
    game: &dyn AnyGame,
    level: &str,
    seats: u8,
    library: &dyn Library,
) -> Result<Box<dyn Bot>, Failure> {
    let level: Level = level.parse().map_err(Failure::invalid)?;
    let seated: Result<_, Unsolvable> = hotdice_bots::seat(game, level, seats, library, random()?);
    match seated {
        Ok(bot) => Ok(bot),
        Err(why) => {
            tracing::warn!(%why, "a bot plays below its level");
            Ok(hotdice_bots::seat(
                game,
                Level::Careful,
                seats,
                library,
                random()?,
            )?)
        }
    }
}
