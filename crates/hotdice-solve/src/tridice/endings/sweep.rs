//! Solves an ending from its captures backwards.

use std::ops::Range;

use hotdice_games::tridice::CellSet;

use super::duel::{AfterTurn, EndingDuel, ReplyOutcome};
use super::index::{Parties, Party, cell_of, imprint_of};
use super::{Ending, EndingTable, Endings, Extent, QUIET_TURNS};
use crate::parallel::filter_map;
use crate::{Stopped, Watch};

/// Positions that are looked at before the results are written down.
const BATCH: usize = 1 << 20;

impl Endings {
    /// Solves the tables of one extent; all smaller ones are solved.
    pub(super) fn solve(&mut self, extent: Extent, watch: &dyn Watch) -> Result<(), Stopped> {
        for &(own, enemy) in extent.tables() {
            let len = self.parties[own - 1].len() * self.parties[enemy - 1].len();
            self.tables[own - 1][enemy - 1] = EndingTable::of_draws(len);
        }
        let done = extent.steps() - u64::from(QUIET_TURNS);
        for turns in 1..=QUIET_TURNS {
            watch.progress(done + u64::from(turns - 1), self.extent.steps());
            let mut found = 0;
            for &(own, enemy) in extent.tables() {
                found += self.sweep(own, enemy, turns, watch)?;
            }
            if found == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Finds every position that is won or lost in exactly `turns`, and returns how many there are.
    fn sweep(
        &mut self,
        own: usize,
        enemy: usize,
        turns: u8,
        watch: &dyn Watch,
    ) -> Result<usize, Stopped> {
        let len = self.tables[own - 1][enemy - 1].len();
        let mut found = 0;
        for start in (0..len).step_by(BATCH) {
            watch.go_on()?;
            let batch = start..len.min(start + BATCH);
            let solved = self.solved_in(own, enemy, batch, turns);
            found += solved.len();
            for (own, enemy, ending) in solved {
                self.write_down(own, enemy, ending);
            }
        }
        Ok(found)
    }

    /// Writes down what a position comes to, and with it its turned twins.
    fn write_down(&mut self, own: Party, enemy: Party, ending: Ending) {
        let (mut own, mut enemy) = (own, enemy);
        for _ in 0..3 {
            let place = self.place(&own, &enemy);
            self.tables[own.len() - 1][enemy.len() - 1].set(place, ending);
            own = self.rotation.of(&own);
            enemy = self.rotation.of(&enemy);
        }
    }

    /// Returns the positions among `places` that are won or lost in exactly `turns`.
    ///
    /// Only shorter distances are looked at, so the order in which positions are visited does not matter.
    fn solved_in(
        &self,
        own: usize,
        enemy: usize,
        places: Range<usize>,
        turns: u8,
    ) -> Vec<(Party, Party, Ending)> {
        let table = &self.tables[own - 1][enemy - 1];
        let (owns, enemies) = (&self.parties[own - 1], &self.parties[enemy - 1]);
        let solve = |place: usize| {
            if table.get(place) != Ending::Drawn {
                return None;
            }
            let ((own, own_cells), (enemy, enemy_cells)) = at(owns, enemies, place)?;
            if !self.rotation.is_first(&own) {
                return None;
            }
            let duel = EndingDuel {
                own,
                own_cells,
                enemy,
                enemy_cells,
            };
            let ending = self.ending_in(&duel, turns)?;
            Some((own, enemy, ending))
        };
        filter_map(places, solve)
    }

    /// Says whether a position is won or lost in exactly `turns`, when it is not in fewer.
    fn ending_in(&self, duel: &EndingDuel, turns: u8) -> Option<Ending> {
        let mut is_lost = true;
        let mut has_moved = false;
        for die in duel.own.standings() {
            for target in self.reach(duel, die).iter() {
                has_moved = true;
                let after = duel.after(die, target);
                match self.after(after, turns) {
                    ReplyOutcome::Loses => return Some(Ending::Won { turns }),
                    ReplyOutcome::Wins => {}
                    ReplyOutcome::Open => is_lost = false,
                }
            }
        }
        if !has_moved {
            return self.after_pass(duel, turns);
        }
        is_lost.then_some(Ending::Lost { turns })
    }

    fn after_pass(&self, duel: &EndingDuel, turns: u8) -> Option<Ending> {
        match self.after(AfterTurn::Quiet(duel.own, duel.enemy), turns) {
            ReplyOutcome::Loses => Some(Ending::Won { turns }),
            ReplyOutcome::Wins => Some(Ending::Lost { turns }),
            ReplyOutcome::Open => None,
        }
    }

    fn reach(&self, duel: &EndingDuel, die: u16) -> CellSet {
        let cell = cell_of(die);
        let taken = duel.own_cells.or(duel.enemy_cells);
        let number = imprint_of(die).number_on(cell);
        self.game.reach(cell, number, taken).without(duel.own_cells)
    }

    /// Says what the other player comes to after a turn.
    fn after(&self, after: AfterTurn, turns: u8) -> ReplyOutcome {
        match after {
            AfterTurn::LastCaptured => ReplyOutcome::Loses,
            AfterTurn::Captured(own, enemy) => ReplyOutcome::from(self.ending(&enemy, &own)),
            AfterTurn::Quiet(own, enemy) => {
                let known = self.ending(&enemy, &own);
                ReplyOutcome::from(known.filter(|ending| is_shorter(*ending, turns)))
            }
        }
    }
}

/// Visits the place of every position with the given dice.
pub(super) fn for_each_place(
    parties: &[Parties; 2],
    own: usize,
    enemy: usize,
    mut visit: impl FnMut(usize),
) {
    let (owns, enemies) = (&parties[own - 1], &parties[enemy - 1]);
    (0..owns.len() * enemies.len())
        .filter(|&place| at(owns, enemies, place).is_some())
        .for_each(&mut visit);
}

type Placed = (Party, CellSet);

/// Returns the dice of both at a place of a table, or nothing when two stand on one cell.
fn at(owns: &Parties, enemies: &Parties, place: usize) -> Option<(Placed, Placed)> {
    let own = owns.get(place / enemies.len())?;
    let enemy = enemies.get(place % enemies.len())?;
    own.1.is_apart_from(enemy.1).then_some((own, enemy))
}

const fn is_shorter(ending: Ending, turns: u8) -> bool {
    match ending {
        Ending::Won { turns: known } | Ending::Lost { turns: known } => known < turns,
        Ending::Drawn => false,
    }
}
