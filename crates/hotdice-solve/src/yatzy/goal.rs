//! The play that is most likely to reach a given score, and how likely that is.

use hotdice_core::{Dice, Game, Seat};
use hotdice_games::yatzy::{Action, Column, Phase, State, Yatzy};
use pulp::NullaryFnOnce;

use super::layout::{Layout, Sheet, TooLarge};
use super::levels::LANES;
use super::missing::{MissingGroup, Rows};
use super::parallel::{Share, in_parallel, share_out};
use super::progress::Progress;
use super::solved::{Unsolved, rolls_of, written};
use super::turn::Work;
use super::worth::Mean;
use crate::{Stopped, Watch, processor};

/// The chance to reach a score, from the start of every turn and for every number of points that are missing.
#[derive(Clone, Debug)]
pub struct Goal {
    game: Yatzy,
    score: u32,
    layout: Layout,
    rows: Rows,
    /// The chances of each level, by the number of filled boxes.
    levels: Vec<Vec<f64>>,
}

impl Goal {
    /// Works out the play that is most likely to end with `score` points or more.
    ///
    /// # Errors
    /// When the table would take more than `limit` bytes, said before the work begins, or when `watch` stops it.
    pub fn solve(
        game: &Yatzy,
        score: u32,
        limit: u64,
        watch: &dyn Watch,
    ) -> Result<Self, Unsolved> {
        let layout = Layout::new(game, limit)?;
        let rows = Rows::new(&layout, score);
        TooLarge::check(rows.bytes(), limit)?;
        let progress = Progress::new(rows.cells(), watch);
        let mut levels = vec![last_level(&layout, &rows)];
        for filled in (0..layout.boxes.all.len()).rev() {
            let later = &levels[levels.len() - 1];
            levels.push(level_before(&layout, &rows, filled, later, &progress)?);
        }
        levels.reverse();
        Ok(Self {
            game: game.clone(),
            score,
            layout,
            rows,
            levels,
        })
    }

    /// Returns the chance to reach a score, and keeps no table: two levels are in memory at a time.
    ///
    /// # Errors
    /// When these two would take more than `limit` bytes, said before the work begins, or when `watch` stops it.
    pub fn chance_within(
        game: &Yatzy,
        score: u32,
        limit: u64,
        watch: &dyn Watch,
    ) -> Result<f64, Unsolved> {
        let layout = Layout::new(game, limit)?;
        let rows = Rows::new(&layout, score);
        TooLarge::check(rows.streamed_bytes(), limit)?;
        let progress = Progress::new(rows.cells(), watch);
        let mut values = last_level(&layout, &rows);
        for filled in (0..layout.boxes.all.len()).rev() {
            values = level_before(&layout, &rows, filled, &values, &progress)?;
        }
        Ok(rows.chance(&layout, &Sheet::EMPTY, 0, i64::from(score), &values))
    }

    /// Returns the score to reach.
    #[must_use]
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Returns the chance to reach it in a whole game.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.before_turn(&Column::default())
    }

    /// Returns how many bytes the table takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.rows.bytes()
    }

    /// Returns the chance of a seat to reach the score from here on.
    #[must_use]
    pub fn value(&self, state: &State, seat: Seat) -> f64 {
        let column = state.column(seat);
        let first = state.left() + 1 == self.game.rules().rolls;
        match state.phase() {
            _ if seat != state.seat() => self.before_turn(column),
            Phase::Rolling { held } if held.is_empty() && first => self.before_turn(column),
            Phase::Rolling { held } => self.rolling(column, rolls_of(state), held),
            Phase::Choosing { .. } => {
                let values = self.action_values(state);
                let best = values.into_iter().map(|(_, value)| value);
                best.reduce(f64::max).expect("a roll can always be placed")
            }
        }
    }

    /// Returns every legal action of the seat in turn with the chance of that seat to reach the score after it.
    ///
    /// Nothing while dice are rolled, or when the game is over.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        let Phase::Choosing { .. } = state.phase() else {
            return Vec::new();
        };
        let column = state.column(state.seat());
        let rolls = rolls_of(state);
        let rolling = (rolls > 0).then(|| self.keeps(column, rolls - 1));
        let mut values = Vec::new();
        self.game.for_each_action(state, |action| {
            let value = match (action, &rolling) {
                (Action::Hold(held), Some(rolling)) => {
                    rolling[usize::from(self.layout.lattice.place(held))].0[0]
                }
                _ => self.after(state, &action),
            };
            values.push((action, value));
        });
        values
    }

    /// Returns the chance after the seat in turn has placed its dice.
    fn after(&self, state: &State, action: &Action) -> f64 {
        let mut after = state.clone();
        self.game.act(&mut after, action);
        self.before_turn(after.column(state.seat()))
    }

    fn before_turn(&self, column: &Column) -> f64 {
        let sheet = self.layout.sheet(column);
        let level = &self.levels[sheet.filled.count_ones() as usize];
        let saved = usize::from(column.saved());
        self.rows
            .chance(&self.layout, &sheet, saved, self.missing(column), level)
    }

    fn missing(&self, column: &Column) -> i64 {
        i64::from(self.score) - i64::from(written(&self.game, column))
    }

    fn rolling(&self, column: &Column, rolls: usize, held: Dice) -> f64 {
        let keeps = self.keeps(column, rolls);
        keeps[usize::from(self.layout.lattice.place(held))].0[0]
    }

    fn keeps(&self, column: &Column, rolls: usize) -> Box<super::lattice::Keeps<Mean<LANES>>> {
        let sheet = self.layout.sheet(column);
        let later = &self.levels[sheet.filled.count_ones() as usize + 1];
        let missing = self.missing(column);
        let group = MissingGroup::new(&self.layout, &self.rows, sheet, missing, later);
        self.layout.rolling(&group, rolls)
    }
}

/// Returns the chances of the last level, on which only the bonus can still come.
fn last_level(layout: &Layout, rows: &Rows) -> Vec<f64> {
    let full = layout.boxes.full();
    let mut values = vec![0.0; rows.cells_of(full)];
    for sheet in layout.sheets_of(full) {
        for saved in 0..layout.levels[layout.boxes.all.len()].saved {
            let row = &mut values[rows.row(layout, &sheet, saved)];
            for (missing, chance) in rows.missing(full).zip(row) {
                let reached = i64::from(layout.bonus(&sheet)) >= missing;
                *chance = if reached { 1.0 } else { 0.0 };
            }
        }
    }
    values
}

/// Returns the chances of a level from those of the next.
fn level_before(
    layout: &Layout,
    rows: &Rows,
    filled: usize,
    later: &[f64],
    progress: &Progress<'_>,
) -> Result<Vec<f64>, Stopped> {
    let mut values = vec![0.0; rows.cells_at(filled)];
    let sets = &layout.levels[filled].sets;
    let shares = share_out(sets, &mut values, |set| rows.cells_of(set));
    in_parallel(shares, |share| {
        if !progress.is_stopped() {
            let cells = share.values.len();
            processor::best().dispatch(Job {
                layout,
                rows,
                later,
                share,
            });
            progress.add(cells);
        }
    });
    progress.check().map(|()| values)
}

/// The work on a share, to be compiled for every kind of processor.
struct Job<'a> {
    layout: &'a Layout,
    rows: &'a Rows,
    later: &'a [f64],
    share: Share<'a, f64>,
}

impl NullaryFnOnce for Job<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            layout,
            rows,
            later,
            share,
        } = self;
        let start = rows.start(share.sets[0]);
        let saved = layout.levels[share.sets[0].count_ones() as usize].saved;
        let mut work = Work::new(layout);
        for sheet in share.sets.iter().flat_map(|&set| layout.sheets_of(set)) {
            for (nth, missing) in rows.missing(sheet.filled).enumerate().step_by(LANES) {
                let group = MissingGroup::new(layout, rows, sheet, missing, later);
                layout.play_turn(&group, &mut work, saved, |rolls, worth: Mean<LANES>| {
                    let row = rows.row(layout, &sheet, rolls);
                    let row = &mut share.values[row.start - start..row.end - start];
                    for (chance, worth) in row[nth..].iter_mut().zip(worth.0) {
                        *chance = worth;
                    }
                });
            }
        }
    }
}
