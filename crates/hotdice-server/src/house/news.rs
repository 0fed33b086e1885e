//! What other servers have written.

use std::sync::Arc;
use std::time::Duration;

use hotdice_table::{TableEvent, TableId};
use tokio::sync::broadcast::error::RecvError;

use super::House;
use crate::bus::{BusState, Told};
use crate::failure::Failure;
use crate::room::{Holder, Room, State, read_log};
use crate::store::StoreError;
use crate::token::Bearer;

/// How often the store is asked for news.
struct Polling {
    /// While nobody tells us.
    alone: Duration,
    /// While others tell us: messages may be lost.
    told: Duration,
    /// In a store that only one server should use.
    unshared: Duration,
}

/// How often the store is asked for news.
const POLLING: Polling = Polling {
    alone: Duration::from_millis(250),
    told: Duration::from_secs(2),
    unshared: Duration::from_secs(10),
};

impl House {
    /// Returns the room of a table, with everything that any server has answered before.
    pub(crate) async fn current_room(self: &Arc<Self>, id: TableId) -> Result<Arc<Room>, Failure> {
        let room = self.room(id).await?;
        self.refresh(&room).await?;
        Ok(room)
    }

    /// Catches up with everything that any server has answered before.
    pub(crate) async fn refresh(self: &Arc<Self>, room: &Arc<Room>) -> Result<(), Failure> {
        let mut state = room.state.lock().await;
        if (self.store.is_shared() || state.doubtful) && self.catch_up(room, &mut state).await? {
            self.look_after(room, &mut state);
        }
        Ok(())
    }

    /// Says whose token it is, also if it was given out by another server.
    pub(crate) async fn holder(&self, room: &Room, bearer: &Bearer) -> Result<Holder, Failure> {
        let mut state = room.state.lock().await;
        let held = state.holder(bearer);
        if held.is_ok() || !(self.store.is_shared() || state.doubtful) {
            return held;
        }
        state.tokens = self.store.tokens(room.id).await?;
        state.holder(bearer)
    }

    /// Reads what others have written, and tells those who listen; says whether there was anything.
    pub(super) async fn catch_up(&self, room: &Room, state: &mut State) -> Result<bool, Failure> {
        let kept = self.store.events_after(room.id, state.table.seq()).await?;
        state.doubtful = false;
        if kept.is_empty() {
            return Ok(false);
        }
        let log = read_log(&kept)?;
        if log
            .iter()
            .any(|event| matches!(event, TableEvent::Joined(..)))
        {
            state.tokens = self.store.tokens(room.id).await?;
        }
        let visitors = room.presence.visitors();
        let happened = log.iter().zip(&kept).map(|(event, kept)| {
            let event = state.read(event)?;
            state.happen_now(&event, kept.at, &visitors)
        });
        let events: Vec<_> = happened.collect::<Result<_, StoreError>>()?;
        metrics::counter!("hotdice_events_of_others_total").increment(events.len() as u64);
        room.tell_events(&events);
        self.note(room.id, log.iter());
        Ok(true)
    }

    /// Hears what other servers tell, until the house closes.
    pub(crate) async fn hear(self: Arc<Self>) {
        let mut news = self.bus.listen();
        loop {
            let told = tokio::select! {
                () = self.closing.cancelled() => return,
                told = news.recv() => told,
            };
            match told {
                Ok(told) => self.told(told),
                Err(RecvError::Lagged(_)) => self.ask_for_news().await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Reads the log of a table, if it matters here and has got further than is known, or looks who has it open.
    fn told(self: &Arc<Self>, told: Told) {
        let Some(room) = self.rooms().get(&told.table).cloned() else {
            return;
        };
        let house = self.clone();
        if told == Told::look(room.id) && room.is_listened_to() {
            self.tasks
                .spawn(async move { house.read_signs(&[room]).await });
        } else if told.seq > room.seq() && room.is_watched() {
            self.tasks
                .spawn(async move { house.go_on(&room, told.seq).await });
        }
    }

    /// Catches up with a table that has got to an event.
    async fn go_on(self: &Arc<Self>, room: &Arc<Room>, seq: u64) {
        let mut state = room.state.lock().await;
        if state.table.seq() >= seq {
            return;
        }
        match self.catch_up(room, &mut state).await {
            Ok(true) => self.look_after(room, &mut state),
            Ok(false) => {}
            Err(failure) => {
                tracing::warn!(table = %room.id, detail = failure.detail, "news was not read");
            }
        }
    }

    /// Asks the store for news now and then, the more often the less the bus can be relied on.
    pub(crate) async fn poll(self: Arc<Self>) {
        let mut before = None;
        loop {
            let state = self.bus.state();
            if before.replace(state) != Some(state) {
                tell_of(state);
            }
            let pause = match (self.store.is_shared(), state) {
                (false, _) => POLLING.unshared,
                (true, BusState::Up) => POLLING.told,
                (true, _) => POLLING.alone,
            };
            tokio::select! {
                () = self.closing.cancelled() => return,
                () = tokio::time::sleep(pause) => self.ask_for_news().await,
            }
        }
    }

    /// Asks how far the tables are that matter here, and who has them open, by one question each for all.
    pub(crate) async fn ask_for_news(self: &Arc<Self>) {
        let mut rooms: Vec<Arc<Room>> = {
            let rooms = self.rooms();
            let watched = rooms.values().filter(|room| room.is_watched());
            watched.cloned().collect()
        };
        if rooms.is_empty() {
            return;
        }
        let watched = rooms.iter().map(|room| room.id).collect();
        match self.store.heads(watched).await {
            Ok(heads) => {
                let told = |(table, seq)| self.told(Told { table, seq });
                heads.into_iter().for_each(told);
            }
            Err(error) => tracing::warn!(%error, "nobody knows whether there is news"),
        }
        rooms.retain(|room| room.is_listened_to());
        if self.store.is_shared() && !rooms.is_empty() {
            self.read_signs(&rooms).await;
        }
    }
}

/// Says in the log how the bus is now.
fn tell_of(state: BusState) {
    match state {
        BusState::Absent => {}
        BusState::Up => tracing::info!("the bus is up"),
        BusState::Down => tracing::warn!("the bus is down: this server reads the log"),
        BusState::Silent => tracing::warn!("the bus is silent: this server reads the log"),
    }
}
