//! Turn clocks.

use std::sync::Arc;
use std::time::Duration;

use hotdice_table::Waiting;

use super::{House, allowed, now};
use crate::room::{Room, State};

impl House {
    /// Sets the clock of a person who has to decide. After a restart of the server everybody has the whole time again.
    pub(super) fn run_clock(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        let waiting = (state.table.waiting(), state.table.settings().clock);
        let (Waiting::Person(_), Some(clock)) = waiting else {
            state.deadline = None;
            return;
        };
        let deadline = now() + allowed(clock);
        state.deadline = Some(deadline);
        let seen = state.table.moved();
        let (house, room) = (self.clone(), room.clone());
        let time = Duration::from_secs(u64::from(clock.get()));
        tokio::spawn(async move {
            tokio::select! {
                () = house.closing.cancelled() => {}
                () = tokio::time::sleep(time) => house.time_up(&room, seen, deadline).await,
            }
        });
    }

    /// Lets a bot play on, if nothing has happened since the clock was set.
    async fn time_up(self: &Arc<Self>, room: &Arc<Room>, seen: u64, deadline: u64) {
        let changed = self.change(room, None, move |state| {
            if state.deadline != Some(deadline) || state.table.moved() != seen {
                return Ok(Vec::new().into());
            }
            Ok(state.table.time_up(state.table.seq())?.into())
        });
        if let Err(failure) = changed.await {
            tracing::warn!(table = %room.id, detail = failure.detail, "a clock ran out in vain");
        }
    }
}
