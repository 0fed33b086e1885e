//! One turn, from the last roll back to the first.

use super::boxes::{Filled, each};
use super::lattice::{KeepIndex, KeepValues, at, empty_keeps};
use super::layout::Layout;
use super::worth::SimdWorth;

/// What placing a roll is worth, for some sheets side by side.
pub(super) trait PlacingValues<W: SimdWorth> {
    /// Returns the boxes that are open on any of the sheets.
    fn open(&self) -> Filled;

    /// Looks up what comes after a box is filled, when `rolls` rolls are not used.
    fn look_up(&self, place: usize, rolls: usize, after: &mut [W]);

    /// Returns what it is worth to fill a box for the nth of all it can pay, from what was looked up.
    fn option(&self, place: usize, nth: usize, after: &[W]) -> W;

    /// Returns what it is worth to place equal dice of a face, counted from 0: `usual` where that is no joker.
    fn joker(&self, face: usize, rolls: usize, usual: W) -> W;
}

/// Room to work out a turn.
pub(super) struct TurnScratch<W> {
    /// What each handful is worth.
    pub(super) keeps: Box<KeepValues<W>>,
    /// What comes after each way to fill a box, box after box.
    pub(super) after: Vec<W>,
}

impl<W: SimdWorth> TurnScratch<W> {
    pub(super) fn new(layout: &Layout) -> Self {
        Self {
            keeps: empty_keeps(),
            after: vec![W::NEVER; layout.boxes.options()],
        }
    }
}

impl Layout {
    /// Calls `done` with what the start of a turn is worth, for each number of saved rolls below `saved`.
    #[inline(always)]
    pub(super) fn play_turn<W: SimdWorth>(
        &self,
        outlook: &impl PlacingValues<W>,
        work: &mut TurnScratch<W>,
        saved: usize,
        mut done: impl FnMut(usize, W),
    ) {
        let own = self.rolls - 1;
        self.place(outlook, 0, work);
        for rolls in 0..own + saved {
            if rolls > 0 {
                self.roll_again(outlook, rolls, work);
            }
            if rolls >= own {
                done(rolls - own, self.lattice.first_roll(&work.keeps));
            }
        }
    }

    /// Returns what it is worth to roll on from each handful when `rolls` rolls are left after that.
    pub(super) fn rolling<W: SimdWorth>(
        &self,
        outlook: &impl PlacingValues<W>,
        rolls: usize,
    ) -> Box<KeepValues<W>> {
        let mut work = TurnScratch::new(self);
        self.place(outlook, 0, &mut work);
        for rolls in 1..=rolls {
            self.roll_again(outlook, rolls, &mut work);
        }
        self.lattice.roll_on(&mut work.keeps);
        work.keeps
    }

    /// Turns what rolls are worth with `rolls − 1` more rolls into what they are worth with `rolls`.
    #[inline(always)]
    pub(super) fn roll_again<W: SimdWorth>(
        &self,
        outlook: &impl PlacingValues<W>,
        rolls: usize,
        work: &mut TurnScratch<W>,
    ) {
        self.lattice.roll_on(&mut work.keeps);
        self.lattice.choose_parts(&mut work.keeps);
        // Without saved rolls what is there still holds: the better of placing now and rolling on once less.
        if self.saves || W::NEEDS_PLACING {
            self.place(outlook, rolls, work);
        }
        self.lattice.choose_rolls(&mut work.keeps);
    }

    /// Gives each roll of all dice the worth of its best box, when `rolls` rolls are not used.
    #[inline(always)]
    pub(super) fn place<W: SimdWorth>(
        &self,
        outlook: &impl PlacingValues<W>,
        rolls: usize,
        work: &mut TurnScratch<W>,
    ) {
        let carried = if self.saves { rolls } else { 0 };
        let TurnScratch { keeps, after } = work;
        // Points are never worse than none: a zero anywhere may stand for every roll.
        let mut zero = W::NEVER;
        for place in each(outlook.open()) {
            let solver_box = &self.boxes.all[place];
            let after = &mut after[solver_box.options()];
            outlook.look_up(place, carried, after);
            if solver_box.pays[0].points == 0 {
                let option = outlook.option(place, 0, after);
                zero = zero.or(&option.of_way(solver_box.first));
            }
        }
        keeps[self.lattice.full()..][..self.lattice.rolls()].fill(zero);
        for place in each(outlook.open()) {
            let solver_box = &self.boxes.all[place];
            let after = &after[solver_box.options()];
            for (nth, paid) in solver_box.paying() {
                let worth = outlook.option(place, nth, after);
                let worth = worth.of_way(solver_box.first + nth);
                place_rolls(&paid.rolls, worth, keeps);
            }
        }
        self.place_jokers(outlook, carried, keeps);
    }

    #[inline(always)]
    fn place_jokers<W: SimdWorth>(
        &self,
        outlook: &impl PlacingValues<W>,
        rolls: usize,
        keeps: &mut KeepValues<W>,
    ) {
        if let Some(jokers) = &self.boxes.jokers {
            for (face, &roll) in jokers.rolls.iter().enumerate() {
                keeps[at(roll)] = outlook.joker(face, rolls, keeps[at(roll)]);
            }
        }
    }
}

#[inline(always)]
fn place_rolls<W: SimdWorth>(rolls: &[KeepIndex], worth: W, keeps: &mut KeepValues<W>) {
    for &roll in rolls {
        keeps[at(roll)] = worth.or(&keeps[at(roll)]);
    }
}
