//! What the lease holder does: it moves bots, one move at a time beside the requests, runs turn clocks, and lets linked dice fall
//! without those who do not answer.
//!
//! The time of a decision runs from the event after which it was due, on whichever server: nobody gains time when a
//! server is restarted or another one takes over, and nobody is short of a few seconds either.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use hotdice_api::seat_bot;
use hotdice_bots::{Bot, Level, Library};
use hotdice_core::{AnyGame, AnyPosition, CheckedAction, Seat};
use hotdice_table::{TableId, Waiting};
use hotdice_wire::Code;
use hotdice_world::World;
use tokio_util::task::AbortOnDropHandle;

use super::TableService;
use crate::failure::Failure;
use crate::http::Limiter;
use crate::scheduler::{JobContext, Order, Payer};
use crate::session::{ActiveTable, Alarm, TableSession};
use crate::store::Millis;

/// A move to be chosen.
struct BotTask {
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    seat: Seat,
    level: Level,
    seats: u8,
    /// The last event that the bot has seen.
    seen: u64,
    bot: Option<Box<dyn Bot>>,
    is_bots_only: bool,
}

/// How many moves a second bots make among themselves for one payer in the long run, and at once: enough for a whole
/// game of nearly any rules. Nobody waits for them, and a log that nobody reads still takes room.
const BOTS_ONLY_RATE: NonZeroU32 = NonZeroU32::new(5).expect("more than none");
const BOTS_ONLY_BURST: NonZeroU32 = NonZeroU32::new(2_000).expect("more than none");

/// Slows bots down that play only among themselves.
pub(super) struct BotsOnly {
    limiter: Limiter<Payer>,
    world: World,
}

impl BotsOnly {
    pub(super) fn new(world: &World) -> Self {
        Self {
            limiter: Limiter::per_second(BOTS_ONLY_RATE, BOTS_ONLY_BURST, world),
            world: world.clone(),
        }
    }

    /// Waits until another move may be made.
    async fn wait(&self, payer: Payer) {
        while let Some(wait) = self.limiter.wait(&payer) {
            self.world.sleep(wait).await;
        }
    }
}

impl TableService {
    /// Moves the bots of a table in a task, if it is the turn of one and no task does so already.
    pub(super) fn move_bots(
        self: &Arc<Self>,
        active: &Arc<ActiveTable>,
        session: &mut TableSession,
    ) {
        if session.moving_bots || !matches!(session.table().waiting(), Waiting::Bot(..)) {
            return;
        }
        session.moving_bots = true;
        let (service, active) = (self.clone(), active.clone());
        self.spawn(async move {
            while !service.closing.is_cancelled() && service.move_one_bot(&active).await {}
        });
    }

    /// Lets the bot whose turn it is move; returns whether there may be another move.
    async fn move_one_bot(self: &Arc<Self>, active: &Arc<ActiveTable>) -> bool {
        let mut task = match take_task(&mut *active.session.lock().await) {
            Ok(Some(task)) => task,
            Ok(None) => return false,
            Err(failure) => return self.give_up_bot(active, &failure).await,
        };
        let (seat, seen, level) = (task.seat, task.seen, task.level);
        let (payer, is_bots_only) = (active.payer(), task.is_bots_only);
        let order = Order::bot(payer, active.id, level);
        let thinking = async {
            if is_bots_only {
                self.bots_only.wait(payer).await;
            }
            let seeds = (self.world.clone(), active.id);
            let choose =
                move |context: &JobContext<'_>| choose(&mut task, context.library(), &seeds);
            self.scheduler.run(order, choose).await
        };
        let chosen = tokio::select! {
            biased;
            // Nobody waits for a bot that thinks while the service closes: it moves elsewhere, or after the next start.
            () = self.closing.cancelled() => return false,
            chosen = thinking => chosen,
        };
        let (action, bot) = match chosen {
            Ok(chosen) => chosen,
            Err(failure) => return self.give_up_bot(active, &failure).await,
        };
        if let Some(bot) = bot {
            let mut session = active.session.lock().await;
            session.bots.insert((seat, level), bot);
        }
        let moved = self.change_as_lease_holder(active, move |session| {
            let table = session.table();
            Ok(table
                .act_for(seat, seen, &action, session.croupier())?
                .into())
        });
        match moved.await {
            Ok(()) => true,
            // Whoever was away has come back in the meantime, or another server was quicker.
            Err(failure) if failure.code == Code::Stale => {
                let mut session = active.session.lock().await;
                session.moving_bots = session.lease().is_some();
                session.moving_bots
            }
            Err(failure) => self.give_up_bot(active, &failure).await,
        }
    }

    /// Lets a bot stand still that failed; the next sweep tries again.
    async fn give_up_bot(&self, active: &ActiveTable, failure: &Failure) -> bool {
        tracing::error!(table = %active.id, detail = failure.detail, "a bot does not move");
        active.session.lock().await.moving_bots = false;
        false
    }

    /// Checks that a bot of a level can play a game, and that this server would solve it if that is needed. Nothing is solved.
    pub(crate) async fn check_level(
        &self,
        game: Arc<dyn AnyGame>,
        level: Level,
        seats: u8,
    ) -> Result<(), Failure> {
        let check = move |context: &JobContext<'_>| context.check_level(&*game, level, seats);
        self.scheduler.run(Order::check_level(), check).await
    }

    /// Keeps the timer of a table at its current deadline: set while this server holds the lease, otherwise none.
    pub(super) fn set_alarm(
        self: &Arc<Self>,
        active: &Arc<ActiveTable>,
        session: &mut TableSession,
    ) {
        let leased = session.lease().is_some() && session.needs_lease_holder();
        let deadline = session.timed().alarm().filter(|_| leased);
        if session.alarm.as_ref().map(|alarm| alarm.deadline) == deadline {
            return;
        }
        session.alarm = deadline.map(|deadline| {
            let seen = session.table().moved();
            // A timer keeps no table in use that nobody else uses.
            let (service, active) = (self.clone(), Arc::downgrade(active));
            let time = Duration::from_millis(deadline.saturating_sub(self.now()));
            let sleep = self.world.sleep(time);
            let timer = self.world.spawn(async move {
                tokio::select! {
                    () = service.closing.cancelled() => return,
                    () = sleep => {}
                }
                if let Some(active) = active.upgrade() {
                    service.time_up(&active, seen, deadline).await;
                }
            });
            let timer = AbortOnDropHandle::new(timer);
            Alarm { deadline, timer }
        });
    }

    /// Lets a bot play on, or the dice fall without the links that are missing, if nothing has happened since the alarm was set.
    async fn time_up(self: &Arc<Self>, active: &Arc<ActiveTable>, seen: u64, deadline: Millis) {
        let changed = self.change_as_lease_holder(active, move |session| {
            let table = session.table();
            if session.timed().alarm() != Some(deadline) || table.moved() != seen {
                return Ok(Vec::new().into());
            }
            let (seq, croupier) = (table.seq(), session.croupier());
            Ok(match table.waiting() {
                Waiting::Links(_) => table.links_late(seq, croupier)?.into(),
                _ => table.time_up(seq)?.into(),
            })
        });
        if let Err(failure) = changed.await {
            tracing::warn!(table = %active.id, detail = failure.detail, "a clock ran out in vain");
        }
        let mut session = active.session.lock().await;
        if session.timed().alarm() == Some(deadline) {
            // If this server still holds the lease, the next sweep sets another.
            session.alarm = None;
        }
    }
}

/// Returns the move that is due; if there is none for this server, the task that moves bots ends.
fn take_task(session: &mut TableSession) -> Result<Option<BotTask>, Failure> {
    let (Waiting::Bot(seat, level), Some(_), false) = (
        session.table().waiting(),
        session.lease(),
        session.is_full(),
    ) else {
        session.moving_bots = false;
        return Ok(None);
    };
    let level = level.parse().map_err(Failure::invalid)?;
    let bot = session.bots.remove(&(seat, level));
    let is_bots_only = session.is_bots_only();
    let table = session.table();
    let Some(game) = table.game_on() else {
        return Ok(None);
    };
    Ok(Some(BotTask {
        game: game.game().clone(),
        position: game.position().boxed_clone(),
        seat,
        seats: table.players().len() as u8,
        seen: table.seq(),
        bot,
        level,
        is_bots_only,
    }))
}

/// Returns what the bot does, and the bot itself if it is to be kept for its next move.
fn choose(
    task: &mut BotTask,
    library: &dyn Library,
    (world, table): &(World, TableId),
) -> Result<(CheckedAction, Option<Box<dyn Bot>>), Failure> {
    let (mut bot, keep) = match task.bot.take() {
        Some(bot) => (bot, true),
        None => {
            let (seat, seen) = (task.seat, task.seen);
            let seed = world.random(&format_args!("bot {table} {seat} {seen}"))?;
            let seated = seat_bot(&*task.game, task.level, task.seats, library, seed)?;
            if let Some(why) = seated.below {
                tracing::warn!(why, "a bot plays below its level");
            }
            (seated.bot, seated.keep)
        }
    };
    let action = bot.choose(&*task.position);
    let action = action.ok_or_else(|| Failure::internal(&"the bot has no choice"))?;
    Ok((action, keep.then_some(bot)))
}
