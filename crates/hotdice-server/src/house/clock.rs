//! Turn clocks.
//!
//! The time of a decision runs from the event after which it was due, on whichever server: nobody gains time when a server
//! is started again or another one takes over, and nobody is short of a few seconds either.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::task::AbortOnDropHandle;

use super::{House, now};
use crate::room::{Room, State};
use crate::store::Millis;

impl House {
    /// Waits for the end of the time of a decision, until another one is due.
    pub(super) fn run_clock(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        let Some(deadline) = state.deadline else {
            return;
        };
        if state.alarm.is_some() {
            return;
        }
        let seen = state.table.moved();
        // Whoever waits keeps no room that nobody else uses.
        let (house, room) = (self.clone(), Arc::downgrade(room));
        let time = Duration::from_millis(deadline.saturating_sub(now()));
        let waiting = tokio::spawn(async move {
            tokio::select! {
                () = house.closing.cancelled() => return,
                () = tokio::time::sleep(time) => {}
            }
            if let Some(room) = room.upgrade() {
                house.time_up(&room, seen, deadline).await;
            }
        });
        state.alarm = Some(AbortOnDropHandle::new(waiting));
    }

    /// Lets a bot play on, if nothing has happened since the clock was set.
    async fn time_up(self: &Arc<Self>, room: &Arc<Room>, seen: u64, deadline: Millis) {
        let changed = self.change_as_keeper(room, move |state| {
            if state.deadline != Some(deadline) || state.table.moved() != seen {
                return Ok(Vec::new().into());
            }
            Ok(state.table.time_up(state.table.seq())?.into())
        });
        if let Err(failure) = changed.await {
            tracing::warn!(table = %room.id, detail = failure.detail, "a clock ran out in vain");
        }
        let mut state = room.state.lock().await;
        if state.deadline == Some(deadline) {
            // If it is still ours to look after, the next sweep sees to it.
            state.alarm = None;
        }
    }
}
