//! What servers show each other of a table: who has it open, and what they feel.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use hotdice_table::{PlayerId, TableId};
use hotdice_wire::Emote;

use super::{House, now};
use crate::bus::Told;
use crate::room::{News, Room};
use crate::store::{Shown, StoreError};

/// How long it is believed who has a table open elsewhere, where nobody listens for changes.
const BELIEVED: Duration = Duration::from_secs(1);

/// Somebody who has a table open; no longer when dropped.
pub(crate) struct Visit {
    house: Arc<House>,
    room: Arc<Room>,
    player: Option<PlayerId>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.room.presence.go(self.player);
        self.room.tell(News::Presence);
        self.house.show(&self.room);
    }
}

impl House {
    /// Notes that somebody has a table open, for as long as the visit is kept.
    pub(crate) fn visit(self: &Arc<Self>, room: &Arc<Room>, player: Option<PlayerId>) -> Visit {
        room.presence.come(player);
        room.tell(News::Presence);
        self.show(room);
        Visit {
            house: self.clone(),
            room: room.clone(),
            player,
        }
    }

    /// Lets everybody at a table know what somebody feels.
    pub(crate) fn feel(self: &Arc<Self>, room: &Arc<Room>, seat: u8, emote: Emote) {
        room.tell(News::Emote(seat, emote));
        if self.store.is_shared() {
            room.presence.feel(seat, emote, now());
            self.show(room);
        }
    }

    /// Shows other servers what there is to see of a table, as soon as possible.
    pub(super) fn show(self: &Arc<Self>, room: &Arc<Room>) {
        let alone = !self.store.is_shared() || self.closing.is_cancelled();
        // Without a runtime the program ends.
        if alone || tokio::runtime::Handle::try_current().is_err() || !room.presence.must_show() {
            return;
        }
        let (house, room) = (self.clone(), room.clone());
        self.tasks.spawn(async move {
            while let Some(sign) = room.presence.next_sign(now()) {
                let taken_back = sign.is_none();
                match house.show_sign(room.id, sign).await {
                    Ok(()) => {
                        if taken_back {
                            room.presence.is_taken_back();
                        }
                        house.bus.tell(Told::look(room.id));
                    }
                    Err(error) => {
                        tracing::debug!(%error, "other servers were not shown who is here");
                    }
                }
            }
        });
    }

    async fn show_sign(&self, table: TableId, sign: Option<String>) -> Result<(), StoreError> {
        let node = self.node().await?;
        self.store.show(table, node, sign).await
    }

    /// Looks who has a table open elsewhere, if nobody here is told of changes.
    pub(crate) async fn look_elsewhere(self: &Arc<Self>, room: &Arc<Room>) {
        if self.store.is_shared() && !room.is_listened_to() && room.presence.is_older_than(BELIEVED)
        {
            self.read_signs(std::slice::from_ref(room)).await;
        }
    }

    /// Looks what other servers show of some tables, and tells those who listen what is new.
    pub(super) async fn read_signs(self: &Arc<Self>, rooms: &[Arc<Room>]) {
        let tables = rooms.iter().map(|room| room.id).collect();
        let (node, shown) = match (self.node().await, self.store.shown(tables).await) {
            (Ok(node), Ok(shown)) => (node, shown),
            (Err(error), _) | (_, Err(error)) => {
                tracing::debug!(%error, "nobody knows who is on other servers");
                return;
            }
        };
        let mut by_table: HashMap<TableId, Vec<Shown>> = HashMap::new();
        for sign in shown {
            by_table.entry(sign.table).or_default().push(sign);
        }
        for room in rooms {
            let mut signs = by_table.remove(&room.id).unwrap_or_default();
            let before = signs.len();
            signs.retain(|sign| sign.node != node);
            let is_seen = signs.len() < before;
            let seen = room.presence.see(&signs);
            if seen.moved {
                room.tell(News::Presence);
            }
            for feeling in seen.feelings {
                room.tell(News::Emote(feeling.seat, feeling.emote));
            }
            // The database, or this server, may have begun anew.
            if !is_seen && room.presence.is_to_be_seen() {
                self.show(room);
            }
        }
    }
}
