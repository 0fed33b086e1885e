//! Many games of perfect play at once.
//!
//! All games fill their boxes in step. Before each turn they are put in the order of their sheets, so that the decisions
//! for a sheet are worked out once for all games that have it, and those for several sheets side by side.

use super::layout::{Layout, SheetState};
use super::levels::LANES;
use super::policy::{KeepChoice, Policy};
use super::solved::Solved;
use crate::{Stopped, Watch};

/// One game on its way.
#[derive(Clone, Copy, Debug)]
struct GameInPlay {
    sheet: SheetState,
    saved: u16,
    points: u16,
}

impl Solved {
    /// Plays many games with the highest expected points, and returns the final points of each, in no order that means
    /// anything.
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
        let empty = SheetState::EMPTY;
        let player = GameInPlay {
            sheet: empty,
            saved: 0,
            points: 0,
        };
        let mut players = vec![player; games];
        let turns = self.layout.boxes.all.len();
        for filled in 0..turns {
            watch.go_on()?;
            self.play_turns(filled, &mut players, &mut word);
            watch.progress(filled as u64 + 1, turns as u64);
        }
        let score = |player: &GameInPlay| player.points + self.layout.bonus(&player.sheet);
        Ok(players
            .iter()
            .map(|player| u32::from(score(player)))
            .collect())
    }

    /// Plays one turn of every game.
    fn play_turns(
        &self,
        filled: usize,
        players: &mut [GameInPlay],
        word: &mut impl FnMut() -> u64,
    ) {
        let layout = &self.layout;
        let most = layout.rolls - 1 + layout.levels[filled].saved - 1;
        let mut policy = Policy::new(layout, most);
        put_in_order(layout, players);
        let mut alike = players.chunk_by_mut(|one, other| one.sheet == other.sheet);
        loop {
            let mut groups: Vec<&mut [GameInPlay]> = alike.by_ref().take(LANES).collect();
            let Some(first) = groups.first() else { return };
            let mut sheets = [first[0].sheet; LANES];
            for (sheet, group) in sheets.iter_mut().zip(&groups) {
                *sheet = group[0].sheet;
            }
            policy.work_out(layout, sheets, &self.levels[filled + 1]);
            for (lane, group) in groups.iter_mut().enumerate() {
                for player in group.iter_mut() {
                    play_turn(layout, &policy, lane, player, word);
                }
            }
        }
    }
}

/// Puts the players in the order of their sheets.
fn put_in_order(layout: &Layout, players: &mut [GameInPlay]) {
    let place = |player: &GameInPlay| layout.index(&player.sheet, 0) as u32;
    let mut order: Vec<(u32, u32)> = players.iter().map(place).zip(0..).collect();
    order.sort_unstable();
    let before = players.to_vec();
    for (player, (_, from)) in players.iter_mut().zip(order) {
        *player = before[from as usize];
    }
}

#[inline]
fn play_turn(
    layout: &Layout,
    policy: &Policy,
    lane: usize,
    player: &mut GameInPlay,
    word: &mut impl FnMut() -> u64,
) {
    let full = layout.lattice.full();
    let mut rolls = layout.rolls - 1 + usize::from(player.saved);
    let mut keep = 0;
    loop {
        let roll = throw(layout, keep, word());
        keep = decide(layout, policy, lane, rolls, roll);
        if keep == roll {
            let written = policy.written(layout, &player.sheet, lane, rolls, roll - full);
            player.sheet = layout.after(&player.sheet, written.place, written.written);
            player.points += written.points;
            player.saved = if layout.saves { rolls as u16 } else { 0 };
            return;
        }
        rolls -= 1;
    }
}

/// Returns what is kept of a roll: all of it when it is placed.
#[inline]
fn decide(layout: &Layout, policy: &Policy, lane: usize, rolls: usize, roll: usize) -> usize {
    let mut keep = roll;
    while let KeepChoice::Part(part) = policy.choice(layout, lane, rolls, keep) {
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
