//! Turn clocks.
//!
//! The time of a decision runs from the event after which it was due, on whichever server: nobody gains time when a server
//! is started again or another one takes over, and nobody is short of a few seconds either.

use std::sync::Arc;
use std::time::Duration;

use super::{House, now};
use crate::room::{Room, State};
use crate::store::Millis;

impl House {
    /// Waits for the end of the time of a decision.
    pub(super) fn run_clock(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        let Some(deadline) = state.deadline else {
            return;
        };
        if std::mem::replace(&mut state.ringing, true) {
            return;
        }
        let seen = state.table.moved();
        let (house, room) = (self.clone(), room.clone());
        let time = Duration::from_millis(deadline.saturating_sub(now()));
        tokio::spawn(async move {
            tokio::select! {
                () = house.closing.cancelled() => {}
                () = tokio::time::sleep(time) => house.time_up(&room, seen, deadline).await,
            }
        });
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
            // If it is still ours to look after, the next sweep sees to it.
            room.state.lock().await.ringing = false;
        }
    }
}
