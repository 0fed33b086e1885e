//! Many games of perfect play at once.
//!
//! All games fill their boxes in step. Before each turn they are put in the order of their sheets, so that the decisions
//! for a sheet are worked out once for all games that have it, and those for several sheets side by side.

use super::layout::{Layout, SheetState};
use super::levels::LANES;
use super::policy::{Policy, decide};
use super::solved::Solved;
use crate::{Stopped, Watch};

/// One game on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameInPlay {
    pub(super) sheet: SheetState,
    pub(super) saved: u16,
    /// The points on the sheet, bonus aside.
    pub(super) points: u16,
}

impl GameInPlay {
    /// An empty sheet.
    pub(super) const START: Self = Self {
        sheet: SheetState::EMPTY,
        saved: 0,
        points: 0,
    };

    /// Writes points in a box, which earn so many in all, when `rolls` rolls are not used.
    #[inline]
    pub(super) fn write(
        &mut self,
        layout: &Layout,
        place: usize,
        written: u16,
        points: u16,
        rolls: usize,
    ) {
        self.sheet = layout.after(&self.sheet, place, written);
        self.points += points;
        self.saved = if layout.saves { rolls as u16 } else { 0 };
    }

    /// Returns the final points of a full sheet.
    pub(super) fn score(&self, layout: &Layout) -> u16 {
        self.points + layout.bonus(&self.sheet)
    }
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
        let mut players = vec![GameInPlay::START; games];
        let turns = self.layout.boxes.all.len();
        for filled in 0..turns {
            watch.go_on()?;
            put_in_order(&self.layout, &mut players);
            self.play_in_order(filled, &mut players, &mut word);
            watch.progress(filled as u64 + 1, turns as u64);
        }
        let score = |player: &GameInPlay| u32::from(player.score(&self.layout));
        Ok(players.iter().map(score).collect())
    }

    /// Plays one turn of every game; those with the same sheet stand together.
    pub(super) fn play_in_order(
        &self,
        filled: usize,
        players: &mut [GameInPlay],
        word: &mut impl FnMut() -> u64,
    ) {
        let layout = &self.layout;
        let most = layout.rolls - 1 + layout.levels[filled].saved - 1;
        let mut policy = Policy::new(layout, most);
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

/// Puts the players in the order of their sheets, and returns where each of them comes from beside the place of its sheet.
pub(super) fn put_in_order(layout: &Layout, players: &mut [GameInPlay]) -> Vec<(u32, u32)> {
    let place = |player: &GameInPlay| layout.index(&player.sheet, 0) as u32;
    let mut order: Vec<(u32, u32)> = players.iter().map(place).zip(0..).collect();
    order.sort_unstable();
    let before = players.to_vec();
    for (player, (_, from)) in players.iter_mut().zip(&order) {
        *player = before[*from as usize];
    }
    order
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
            player.write(
                layout,
                written.place,
                written.written,
                written.points,
                rolls,
            );
            return;
        }
        rolls -= 1;
    }
}

/// Adds dice to a handful until all are there. One word is enough: each die takes its share and leaves the rest.
#[inline]
pub(super) fn throw(layout: &Layout, mut keep: usize, mut word: u64) -> usize {
    let full = layout.lattice.full();
    while keep < full {
        let wide = u128::from(word) * 6;
        keep = usize::from(layout.lattice.more(keep)[(wide >> 64) as usize]);
        word = wide as u64;
    }
    keep
}
