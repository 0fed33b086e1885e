//! Many games of perfect play at once.
//!
//! All games fill their boxes in step. Before each turn they are put in the order of their sheets, so that the decisions
//! for a sheet are worked out once for all games that have it, and those for several sheets side by side.

use super::layout::{Layout, Sheet};
use super::levels::LANES;
use super::policy::{Choice, Policy};
use super::solved::Solved;
use crate::{Stopped, Watch};

/// One game on its way.
#[derive(Clone, Copy, Debug)]
struct Player {
    sheet: Sheet,
    saved: usize,
    points: u32,
}

impl Solved {
    /// Plays many games with the highest expected points, and returns the final points of each.
    ///
    /// `word` returns random words of 64 bits; the same words give the same games.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn simulate(
        &self,
        games: usize,
        mut word: impl FnMut() -> u64,
        watch: &dyn Watch,
    ) -> Result<Vec<u32>, Stopped> {
        let empty = Sheet::EMPTY;
        let player = Player {
            sheet: empty,
            saved: 0,
            points: 0,
        };
        let mut players = vec![player; games];
        let turns = self.layout.boxes.all.len();
        for filled in 0..turns {
            if watch.is_stopped() {
                return Err(Stopped);
            }
            self.play_turns(filled, &mut players, &mut word);
            watch.progress(filled as u64 + 1, turns as u64);
        }
        let bonus = |player: &Player| u32::from(self.layout.bonus(&player.sheet));
        Ok(players
            .iter()
            .map(|player| player.points + bonus(player))
            .collect())
    }

    /// Plays one turn of every game.
    fn play_turns(&self, filled: usize, players: &mut [Player], word: &mut impl FnMut() -> u64) {
        let layout = &self.layout;
        let most = layout.rolls - 1 + layout.levels[filled].saved - 1;
        let mut policy = Policy::new(layout, most);
        let order = in_order(layout, filled, players);
        let mut alike = order.chunk_by(|one, other| one.0 == other.0);
        loop {
            let groups: Vec<&[(u32, u32)]> = alike.by_ref().take(LANES).collect();
            let Some(first) = groups.first() else { return };
            let mut sheets = [players[first[0].1 as usize].sheet; LANES];
            for (sheet, group) in sheets.iter_mut().zip(&groups) {
                *sheet = players[group[0].1 as usize].sheet;
            }
            policy.work_out(layout, sheets, &self.levels[filled + 1]);
            for (lane, group) in groups.iter().enumerate() {
                for &(_, player) in *group {
                    let player = &mut players[player as usize];
                    play_turn(layout, &policy, lane, player, word);
                }
            }
        }
    }
}

/// Returns the players by their sheets, each with the number of its sheet.
fn in_order(layout: &Layout, filled: usize, players: &[Player]) -> Vec<(u32, u32)> {
    let saved = layout.levels[filled].saved;
    let number = |player: &Player| (layout.index(&player.sheet, 0) / saved) as u32;
    let mut order: Vec<(u32, u32)> = players.iter().map(number).zip(0..).collect();
    order.sort_unstable();
    order
}

#[inline]
fn play_turn(
    layout: &Layout,
    policy: &Policy,
    lane: usize,
    player: &mut Player,
    word: &mut impl FnMut() -> u64,
) {
    let full = layout.lattice.full();
    let mut rolls = layout.rolls - 1 + player.saved;
    let mut keep = 0;
    loop {
        let roll = throw(layout, keep, word());
        keep = decide(layout, policy, lane, rolls, roll);
        if keep == roll {
            let written = policy.written(layout, &player.sheet, lane, rolls, roll - full);
            player.sheet = layout.after(&player.sheet, written.place, written.written);
            player.points += u32::from(written.points);
            player.saved = if layout.saves { rolls } else { 0 };
            return;
        }
        rolls -= 1;
    }
}

/// Returns what is kept of a roll: all of it when it is placed.
#[inline]
fn decide(layout: &Layout, policy: &Policy, lane: usize, rolls: usize, roll: usize) -> usize {
    let mut keep = roll;
    while let Choice::Part(part) = policy.choice(layout, lane, rolls, keep) {
        keep = part;
    }
    keep
}

/// Adds dice to a handful until all are there. One word is enough: each die takes its share and leaves the rest.
#[inline]
fn throw(layout: &Layout, mut keep: usize, mut word: u64) -> usize {
    let full = layout.lattice.full();
    while keep < full {
        let wide = u128::from(word) * 6;
        keep = usize::from(layout.lattice.more(keep)[(wide >> 64) as usize]);
        word = wide as u64;
    }
    keep
}
