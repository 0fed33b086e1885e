//! Who has a table open.

use std::collections::HashMap;

use hotdice_table::PlayerId;

/// Who has a table open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visitors {
    /// How often each of them has it open.
    players: HashMap<u32, u32>,
    /// How many who do not play have it open.
    pub watching: u32,
}

impl Visitors {
    /// Tells whether a player has the table open.
    #[must_use]
    pub fn has(&self, player: PlayerId) -> bool {
        self.players.contains_key(&player.number())
    }

    /// Returns the numbers of the players who have it open, in order.
    #[must_use]
    pub fn players(&self) -> Vec<u32> {
        let mut players: Vec<u32> = self.players.keys().copied().collect();
        players.sort_unstable();
        players
    }

    /// Counts a player by number.
    pub fn add_player(&mut self, number: u32) {
        *self.players.entry(number).or_default() += 1;
    }

    /// Counts somebody who opens the table.
    pub fn enter(&mut self, player: Option<PlayerId>) {
        match player {
            Some(player) => self.add_player(player.number()),
            None => self.watching += 1,
        }
    }

    /// Counts somebody who closes it.
    pub fn leave(&mut self, player: Option<PlayerId>) {
        match player {
            None => self.watching = self.watching.saturating_sub(1),
            Some(player) => {
                let often = self.players.entry(player.number()).or_default();
                *often = often.saturating_sub(1);
                self.players.retain(|_, often| *often > 0);
            }
        }
    }

    /// Tells whether nobody has it open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.is_empty() && self.watching == 0
    }
}
