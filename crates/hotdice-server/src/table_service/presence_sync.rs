//! Presence between servers: who has a table open, and the feelings they show.
//!
//! None of this is in the log. Each server publishes a snapshot for a table in the store, where it lives as long as the
//! registration of the server, and tells the others over the bus to read it. A server publishes one snapshot at a time;
//! what changes meanwhile goes into the next.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use hotdice_table::{PlayerId, TableId};
use hotdice_wire::Emote;

use super::TableService;
use crate::bus::LogPosition;
use crate::session::{ActiveTable, Broadcast};
use crate::store::{PublishedPresence, StoreError};

/// How old the presence of other servers may be where nobody listens for changes.
const MAX_AGE: Duration = Duration::from_secs(1);

/// Somebody who has a table open, until it is dropped.
pub(crate) struct Visit {
    service: Arc<TableService>,
    active: Arc<ActiveTable>,
    player: Option<PlayerId>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.active.presence.leave(self.player);
        self.service.presence_changed(&self.active);
    }
}

impl TableService {
    /// Counts somebody as having a table open, until the visit is dropped.
    pub(crate) fn visit(
        self: &Arc<Self>,
        active: &Arc<ActiveTable>,
        player: Option<PlayerId>,
    ) -> Visit {
        active.presence.enter(player);
        self.presence_changed(active);
        Visit {
            service: self.clone(),
            active: active.clone(),
            player,
        }
    }

    fn presence_changed(self: &Arc<Self>, active: &Arc<ActiveTable>) {
        active.broadcast_presence();
        self.publish_presence(active);
    }

    /// Sends an emote to a table.
    pub(crate) fn send_emote(self: &Arc<Self>, active: &Arc<ActiveTable>, seat: u8, emote: Emote) {
        active.broadcaster.send(Broadcast::emote(seat, emote));
        if self.store.is_shared() {
            active.presence.add_feeling(seat, emote, self.now());
            self.publish_presence(active);
        }
    }

    /// Publishes the presence of a table for other servers, as soon as possible.
    pub(super) fn publish_presence(self: &Arc<Self>, active: &Arc<ActiveTable>) {
        let alone = !self.store.is_shared() || self.closing.is_cancelled();
        // Without a runtime the program is ending.
        if alone || tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        if !active.presence.request_publish() {
            return;
        }
        let (service, active) = (self.clone(), active.clone());
        self.spawn(async move {
            while let Some(update) = active.presence.next_update(service.now()) {
                let snapshot = update.into_snapshot();
                let withdrawn = snapshot.is_none();
                match service.store_presence(active.id, snapshot).await {
                    Ok(()) => {
                        if withdrawn {
                            active.presence.mark_withdrawn();
                        }
                        service.bus.publish(LogPosition::about_presence(active.id));
                    }
                    Err(error) => {
                        tracing::debug!(%error, "other servers were not shown who is here");
                    }
                }
            }
        });
    }

    async fn store_presence(
        &self,
        table: TableId,
        snapshot: Option<String>,
    ) -> Result<(), StoreError> {
        let node = self.node().await?;
        self.store.publish_presence(table, node, snapshot).await
    }

    /// Reads who has a table open on other servers, unless that was done a moment ago or listeners are told of changes.
    pub(crate) async fn refresh_presence(self: &Arc<Self>, active: &Arc<ActiveTable>) {
        if self.store.is_shared()
            && !active.broadcaster.has_listeners()
            && active.presence.claim_refresh(MAX_AGE, self.world.now())
        {
            self.read_presence(std::slice::from_ref(active)).await;
        }
    }

    /// Reads what other servers have published about some tables, and broadcasts what is new.
    pub(super) async fn read_presence(self: &Arc<Self>, tables: &[Arc<ActiveTable>]) {
        let ids = tables.iter().map(|active| active.id).collect();
        let published = self.store.published_presence(ids).await;
        let (node, published) = match (self.node().await, published) {
            (Ok(node), Ok(published)) => (node, published),
            (Err(error), _) | (_, Err(error)) => {
                tracing::debug!(%error, "nobody knows who is on other servers");
                return;
            }
        };
        let mut by_table: HashMap<TableId, Vec<PublishedPresence>> = HashMap::new();
        for presence in published {
            by_table.entry(presence.table).or_default().push(presence);
        }
        for active in tables {
            let mut others = by_table.remove(&active.id).unwrap_or_default();
            let all = others.len();
            others.retain(|presence| presence.node != node);
            let ours_is_there = others.len() < all;
            let news = active.presence.merge(&others);
            if news.moved {
                active.broadcast_presence();
            }
            for feeling in news.feelings {
                let emote = Broadcast::emote(feeling.seat, feeling.emote);
                active.broadcaster.send(emote);
            }
            // The database, or this server, may have begun anew.
            if !ours_is_there && active.presence.should_be_published() {
                self.publish_presence(active);
            }
        }
    }
}
