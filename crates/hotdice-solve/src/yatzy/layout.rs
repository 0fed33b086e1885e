//! Where the value of every state at the start of a turn stands in the table.
//!
//! A state is a set of filled boxes, whether jokers earn 100 points, how many rolls are saved, and a class of upper
//! sums. The table has a level for each number of filled boxes; in a level the sets follow each other, and in a set the
//! jokers, then the saved rolls, then the classes.

use hotdice_games::yatzy::{Bonus, Column, HUNDRED, Rules, UnusedRolls, Yatzy};

use super::boxes::{Boxes, Effect, Filled, Jokers, each};
use super::lattice::Lattice;
use super::upper::UpperSums;

/// How many bytes a value takes.
const VALUE: u64 = 8;

/// A table that would take more memory than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table takes {} MiB and may take {} MiB", bytes >> 20, limit >> 20)]
pub struct TooLarge {
    /// How many bytes it takes at least.
    pub bytes: u64,
    /// How many bytes it may take.
    pub limit: u64,
}

/// Everything about a game that does not depend on values.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) lattice: Lattice,
    pub(super) boxes: Boxes,
    pub(super) upper: UpperSums,
    bonus: Option<Bonus>,
    /// How many rolls a turn has.
    pub(super) rolls: usize,
    /// Whether rolls that are not used are saved.
    pub(super) saves: bool,
    pub(super) levels: Vec<TableLevel>,
    /// Where the states of each set begin in its level.
    start: Vec<usize>,
}

/// All states with the same number of filled boxes.
#[derive(Clone, Debug)]
pub(super) struct TableLevel {
    /// The sets of filled boxes.
    pub(super) sets: Vec<Filled>,
    /// How many states there are.
    pub(super) states: usize,
    /// How many numbers of saved rolls there are, from 0.
    pub(super) saved: usize,
}

/// What a seat has on its sheet, as far as it matters, saved rolls aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SheetState {
    pub(super) filled: Filled,
    /// Whether further rolls of equal dice earn 100 points.
    pub(super) hundreds: bool,
    /// The least upper sum that is as good.
    pub(super) sum: u16,
}

impl SheetState {
    /// A sheet with nothing on it.
    pub(super) const EMPTY: Self = Self {
        filled: 0,
        hundreds: false,
        sum: 0,
    };

    /// Returns what a joker earns on this sheet beside what its box pays.
    #[inline(always)]
    pub(super) const fn on_top(&self) -> u16 {
        if self.hundreds { HUNDRED } else { 0 }
    }
}

impl TooLarge {
    /// Refuses a table of more than `limit` bytes.
    pub(super) fn check(bytes: u64, limit: u64) -> Result<(), Self> {
        if bytes <= limit {
            Ok(())
        } else {
            Err(Self { bytes, limit })
        }
    }
}

/// How large the table of a game is, without its layout: sets of boxes are counted and not listed.
#[derive(Clone, Debug)]
pub struct TableSize {
    /// How many states each level has.
    states: Vec<u64>,
    own_bytes: u64,
}

impl TableSize {
    /// Measures the table of a game.
    ///
    /// # Errors
    /// When only to lay it out would take more than `limit` bytes.
    pub fn of(game: &Yatzy, limit: u64) -> Result<Self, TooLarge> {
        let layout = Layout::without_sets(game, limit)?;
        let all = layout.boxes.all.len();
        let equal_bit = layout.boxes.jokers.as_ref().map_or(0, Jokers::equal_bit);
        let equal_below = equal_bit & !layout.boxes.upper_part();
        let below = all - layout.boxes.upper - usize::from(equal_below != 0);
        let mut states = vec![0; all + 1];
        for upper in 0..=layout.boxes.upper_part() {
            for (equal, others) in [(0, 0), (equal_below, 1)] {
                if others > 0 && equal_below == 0 {
                    continue;
                }
                let sheets = layout.sheets(upper | equal) as u64;
                for (filled, ways) in choices(below).into_iter().enumerate() {
                    let level = upper.count_ones() as usize + others + filled;
                    states[level] += ways * sheets * layout.saved_at(level) as u64;
                }
            }
        }
        let own_bytes = layout.own_bytes();
        Ok(Self { states, own_bytes })
    }

    /// Returns how many states there are.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states.iter().sum()
    }

    /// Returns how many bytes the layout itself takes at most.
    #[must_use]
    pub fn own_bytes(&self) -> u64 {
        self.own_bytes
    }

    /// Returns how many bytes the whole table takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.states() * VALUE
    }

    /// Returns how many bytes the two largest levels that follow each other take.
    #[must_use]
    pub fn streamed_bytes(&self) -> u64 {
        let pairs = self.states.windows(2);
        pairs.map(|pair| pair[0] + pair[1]).max().unwrap_or(0) * VALUE
    }
}

/// Returns in how many ways none, one, two … of some things can be chosen.
fn choices(things: usize) -> Vec<u64> {
    let mut row = vec![1];
    for _ in 0..things {
        let sums = row.windows(2).map(|pair: &[u64]| pair[0] + pair[1]);
        row = std::iter::once(1).chain(sums).chain([1]).collect();
    }
    row
}

impl Layout {
    /// Lays out the table of a game.
    ///
    /// # Errors
    /// When it needs more than `limit` bytes, said before any of them is taken.
    pub(super) fn new(game: &Yatzy, limit: u64) -> Result<Self, TooLarge> {
        let mut layout = Self::without_sets(game, limit)?;
        layout.start = vec![0; 1 << layout.boxes.all.len()];
        layout.levels = layout.measure();
        Ok(layout)
    }

    /// Lays out all but the sets of filled boxes, of which there may be many.
    fn without_sets(game: &Yatzy, limit: u64) -> Result<Self, TooLarge> {
        // Every field by its name: a rule that is added does not compile here until somebody has decided what it does to
        // the table. What boxes pay, and for which rolls, is asked of the game, whatever its sheet.
        let Rules {
            dice,
            rolls,
            bonus,
            joker,
            unused,
            base: _,
            boxes: _,
            added: _,
            seats: _,
        } = *game.rules();
        let lattice = Lattice::new(dice);
        let boxes = Boxes::new(game, bonus, joker, &lattice);
        let goal = bonus.map(|Bonus { points: _, at }| at);
        TooLarge::check(own_bytes(&boxes, goal), limit)?;
        Ok(Self {
            upper: UpperSums::new(&boxes, goal),
            bonus,
            rolls: usize::from(rolls),
            saves: unused == UnusedRolls::Saved,
            levels: Vec::new(),
            start: Vec::new(),
            lattice,
            boxes,
        })
    }

    /// Returns how many bytes the layout itself takes at most.
    pub(super) fn own_bytes(&self) -> u64 {
        let goal = self.bonus.map(|bonus| bonus.at);
        own_bytes(&self.boxes, goal)
    }

    /// Returns how many bytes the whole table takes.
    pub(super) fn bytes(&self) -> u64 {
        self.states() * VALUE
    }

    /// Returns how many bytes the two largest levels that follow each other take.
    pub(super) fn streamed_bytes(&self) -> u64 {
        let pairs = self.levels.windows(2);
        let states = pairs.map(|pair| pair[0].states + pair[1].states).max();
        states.unwrap_or(0) as u64 * VALUE
    }

    fn measure(&mut self) -> Vec<TableLevel> {
        let mut levels: Vec<TableLevel> = (0..=self.boxes.all.len())
            .map(|filled| TableLevel {
                sets: Vec::new(),
                states: 0,
                saved: self.saved_at(filled),
            })
            .collect();
        for set in 0..=self.boxes.full() {
            let level = &mut levels[set.count_ones() as usize];
            level.sets.push(set);
            self.start[set as usize] = level.states;
            level.states += self.sheets(set) * level.saved;
        }
        levels
    }

    /// Returns how many numbers of saved rolls a seat can have that has filled so many boxes.
    fn saved_at(&self, filled: usize) -> usize {
        if self.saves {
            filled * (self.rolls - 1) + 1
        } else {
            1
        }
    }

    /// Returns how many states there are.
    pub(super) fn states(&self) -> u64 {
        self.levels.iter().map(|level| level.states as u64).sum()
    }

    /// Returns how many states these filled boxes have.
    pub(super) fn states_of(&self, set: Filled) -> usize {
        self.sheets(set) * self.levels[set.count_ones() as usize].saved
    }

    /// Returns how many sheets with these filled boxes can be told apart.
    pub(super) fn sheets(&self, set: Filled) -> usize {
        self.joker_states(set) * self.classes(set)
    }

    fn joker_states(&self, set: Filled) -> usize {
        match &self.boxes.jokers {
            Some(jokers) if set & jokers.equal_bit() != 0 => 2,
            _ => 1,
        }
    }

    /// Returns how many classes of upper sums these filled boxes have.
    #[inline(always)]
    pub(super) fn classes(&self, set: Filled) -> usize {
        self.upper.classes(self.upper_part(set))
    }

    #[inline(always)]
    fn upper_part(&self, set: Filled) -> Filled {
        set & self.boxes.upper_part()
    }

    /// Returns all sheets with these filled boxes, in the order of the table.
    pub(super) fn sheets_of(&self, filled: Filled) -> impl Iterator<Item = SheetState> {
        let jokers = [false, true];
        let classes = self.classes(filled);
        jokers
            .into_iter()
            .take(self.joker_states(filled))
            .flat_map(move |hundreds| {
                (0..classes).map(move |class| SheetState {
                    filled,
                    hundreds,
                    sum: self.upper.least(self.upper_part(filled), class),
                })
            })
    }

    /// Returns where the states of a set begin in its level.
    #[inline(always)]
    pub(super) fn start(&self, set: Filled) -> usize {
        self.start[set as usize]
    }

    /// Returns where a sheet stands in its level when `saved` rolls are saved.
    #[inline(always)]
    pub(super) fn index(&self, sheet: &SheetState, saved: usize) -> usize {
        let class = self.class_row(sheet.filled)[self.upper.capped(sheet.sum)];
        self.row(sheet, saved) + usize::from(class)
    }

    /// Returns where the classes of a sheet begin in its level when `saved` rolls are saved.
    #[inline(always)]
    pub(super) fn row(&self, sheet: &SheetState, saved: usize) -> usize {
        let level = sheet.filled.count_ones() as usize;
        let row = usize::from(sheet.hundreds) * self.levels[level].saved + saved;
        self.start(sheet.filled) + row * self.classes(sheet.filled)
    }

    /// Returns where a sheet stands among those with the same filled boxes in the next level, no rolls saved, after a box
    /// is filled that changes nothing else.
    #[inline(always)]
    pub(super) fn offset_later(&self, sheet: &SheetState) -> usize {
        let level = sheet.filled.count_ones() as usize;
        let row = usize::from(sheet.hundreds) * self.levels[level + 1].saved;
        let class = self.class_row(sheet.filled)[self.upper.capped(sheet.sum)];
        row * self.classes(sheet.filled) + usize::from(class)
    }

    /// Returns the class of every upper sum that a set of filled boxes can have.
    #[inline(always)]
    pub(super) fn class_row(&self, set: Filled) -> &[u16] {
        self.upper.row(self.upper_part(set))
    }

    /// Returns a sheet after points are written in an open box.
    #[inline(always)]
    pub(super) fn after(&self, sheet: &SheetState, place: usize, points: u16) -> SheetState {
        let mut after = *sheet;
        after.filled |= 1 << place;
        match self.boxes.all[place].effect {
            Effect::None => {}
            Effect::Upper => after.sum = self.upper.capped(sheet.sum + points) as u16,
            Effect::Jokers => after.hundreds = points > 0,
        }
        after
    }

    /// Returns the sheet of a column.
    pub(super) fn sheet(&self, column: &Column) -> SheetState {
        let mut sheet = SheetState::EMPTY;
        for (place, solver_box) in self.boxes.all.iter().enumerate() {
            if let Some(points) = column.cell(solver_box.index) {
                sheet = self.after(&sheet, place, points);
            }
        }
        sheet
    }

    /// Returns the bonus of a full sheet.
    pub(super) fn bonus(&self, sheet: &SheetState) -> u16 {
        match self.bonus {
            Some(Bonus { points, at }) if sheet.sum >= at => points,
            _ => 0,
        }
    }

    /// Returns the boxes that are open.
    #[inline(always)]
    pub(super) fn open(&self, sheet: &SheetState) -> Filled {
        self.boxes.full() & !sheet.filled
    }

    /// Tells whether a roll of equal dice is a joker.
    #[inline(always)]
    pub(super) fn has_jokers(&self, sheet: &SheetState) -> bool {
        match &self.boxes.jokers {
            Some(jokers) => sheet.filled & jokers.equal_bit() != 0,
            None => false,
        }
    }

    /// Returns the face of a roll, counted from 0, that is a joker on this sheet.
    #[inline(always)]
    pub(super) fn joker_face(&self, sheet: &SheetState, rank: usize) -> Option<usize> {
        let jokers = self.boxes.jokers.as_ref()?;
        let face = jokers.face(rank)?;
        self.has_jokers(sheet).then_some(face)
    }

    /// Returns every box that a joker of a face may go in, with what that pays.
    pub(super) fn joker_ways(
        &self,
        sheet: &SheetState,
        face: usize,
    ) -> impl Iterator<Item = (usize, u16)> {
        let jokers = self.boxes.jokers.iter();
        let open = self.open(sheet);
        jokers.flat_map(move |jokers| {
            let wild = jokers.wild(open, face);
            each(wild.allowed).map(move |place| {
                let points = self.boxes.all[place].pay(jokers.rank(face), wild.fits);
                (place, points)
            })
        })
    }
}

/// Returns how many bytes the layout of these boxes takes at most.
fn own_bytes(boxes: &Boxes, goal: Option<u16>) -> u64 {
    let sets = 1_u64 << boxes.all.len();
    sets * 2 * VALUE + UpperSums::bytes(boxes, goal)
}
