//! How much of the chance to win some ways to play give away, on sheets that are small enough to know.
//!
//! Every turn of a duel is played once more: what a way to play holds for best decides, and what that is really worth is carried
//! along.

use std::sync::Arc;

use super::distribution::Distribution;
use super::duel::DuelTable;
use super::layout::SheetState;
use super::levels::LANES;
use super::moments::{Deviations, SimdMeanSquare};
use super::paths::PathSheet;
use super::reply::ReplyTable;
use super::rest::{Final, Rest, Rests, shares};
use super::rows::{Row, Totals, rows_before};
use super::solved::Solved;
use crate::parallel::map;
use crate::{Stopped, Watch};

/// A way to play against one other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayToWin {
    /// For points, whatever the other has.
    Points,
    /// The best turn, after which both play for points.
    OneTurn,
    /// The best reply to somebody who plays for points, to the end of the game.
    Reply,
    /// Perfectly.
    Perfect,
}

/// What a way to play gives away against a perfect player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regret {
    /// How many pairs of sheets with a lead can come up before a turn.
    pub states: usize,
    /// The most that one turn gives away.
    pub worst: f64,
    /// What one turn gives away on average over all of them.
    pub mean: f64,
    /// The chance of whoever plays like this to win: as the first, and as the second.
    pub chances: [f64; 2],
}

impl Regret {
    /// Works out what some ways to play give away; nothing if a game of two takes more than `most` values.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn of(
        solved: Arc<Solved>,
        deviations: Arc<Deviations>,
        plays: &[PlayToWin],
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Option<Vec<Self>>, Stopped> {
        let empty = [(SheetState::EMPTY, 0); 2];
        let Some(duel) = DuelTable::within(&solved.layout, empty, 0, most, watch)? else {
            return Ok(None);
        };
        let rests = Rests::new(solved, deviations);
        let examiner = Examiner { rests, duel };
        let regret = |play: &PlayToWin| {
            watch.go_on()?;
            let (states, worst, sum) = examiner.each_turn(*play);
            Ok(Self {
                states,
                worst,
                mean: sum / states as f64,
                chances: [0, 1].map(|side| examiner.whole_game(*play, side)),
            })
        };
        plays.iter().map(regret).collect::<Result<_, _>>().map(Some)
    }
}

struct Examiner {
    rests: Rests,
    duel: DuelTable,
}

/// What somebody holds sheets for after a turn, with so many rolls saved, by how far it is ahead.
type Opinion<'a> = Box<dyn Fn(&SheetState, usize, i32) -> [f64; LANES] + Send + Sync + 'a>;

impl Examiner {
    /// Returns how many states there are before a turn, and the most and the sum of what one turn gives away in them.
    fn each_turn(&self, play: PlayToWin) -> (usize, f64, f64) {
        let mut found = (0, 0.0_f64, 0.0);
        for turn in 0..self.duel.len() {
            let [opinions, truths] =
                [play, PlayToWin::Perfect].map(|play| self.opinions(play, turn));
            let pairs: Vec<_> = self.duel.pairs(turn).collect();
            let losses = map(pairs, |(mover, other)| {
                let truth = &truths[other];
                let best = self.played(turn, mover, other, truth, truth);
                let played = self.played(turn, mover, other, &opinions[other], truth);
                let leads = self.duel.leads(turn, mover, other);
                let losses = (leads.first..=leads.last).map(|lead| best.at(lead) - played.at(lead));
                losses.fold((0, 0.0_f64, 0.0), |(states, worst, sum), loss| {
                    (states + 1, worst.max(loss), sum + loss)
                })
            });
            for (states, worst, sum) in losses {
                found = (found.0 + states, found.1.max(worst), found.2 + sum);
            }
        }
        found
    }

    /// Returns the chance of one side to win a whole game like this against a perfect player.
    fn whole_game(&self, play: PlayToWin, side: usize) -> f64 {
        let (duel, layout) = (&self.duel, self.rests.layout());
        // The chance of whoever has just moved, for each pair of sheets, as in the duel itself.
        let ends = duel.pairs(duel.len());
        let ends = ends.map(|(mover, other)| duel.row(layout, &mut None, duel.len(), mover, other));
        let mut later: Vec<Row> = ends.map(Row::of_the_other).collect();
        for turn in (0..duel.len()).rev() {
            let own = turn % 2 == side;
            let opinions = self.opinions(if own { play } else { PlayToWin::Perfect }, turn);
            let pairs: Vec<_> = duel.pairs(turn).collect();
            later = map(pairs, |(mover, other)| {
                let really: Opinion<'_> = Box::new(|sheet, saved, lead| {
                    let place = duel.place_after(layout, turn, other, sheet, saved);
                    later[place].from::<LANES>(lead).0
                });
                let row = self.played(turn, mover, other, &opinions[other], &really);
                row.of_the_other()
            });
        }
        let second = later[0].at(0);
        if side == 0 { 1.0 - second } else { second }
    }

    /// Returns what somebody who plays like this thinks in a turn, for every sheet of the other.
    fn opinions(&self, play: PlayToWin, turn: usize) -> Vec<Opinion<'_>> {
        let others = (0..self.duel.sheets(turn).1.len()).collect();
        map(others, |other| self.opinion(play, turn, other))
    }

    /// Returns what a turn is really worth, by how far whoever plays it is ahead, when an opinion decides.
    fn played(
        &self,
        turn: usize,
        mover: usize,
        other: usize,
        opinion: &Opinion<'_>,
        really: &Opinion<'_>,
    ) -> Row {
        let leads = self.duel.leads(turn, mover, other);
        let from: &PathSheet = &self.duel.sheets(turn).0[mover];
        let mut values = Vec::new();
        rows_before(
            self.rests.layout(),
            &mut None,
            from,
            leads,
            |sheet: &SheetState, saved, lead| SimdMeanSquare::<LANES> {
                mean: opinion(sheet, saved, lead),
                square: really(sheet, saved, lead),
            },
            |worth| values.extend(worth.square),
        );
        Row::new(leads, |lead| values[(lead - leads.first) as usize])
    }

    /// Returns what somebody who plays like this thinks of sheets after a turn, against a sheet of the other.
    fn opinion(&self, play: PlayToWin, turn: usize, other: usize) -> Opinion<'_> {
        let layout = self.rests.layout();
        let rival = self.duel.sheets(turn).1[other];
        let against = |rest: Rest| shares(&[Final { written: 0, rest }]);
        match play {
            PlayToWin::Points => Box::new(move |sheet, saved, lead| {
                let mean = self.rests.mean(sheet, saved);
                lanes(|lane| mean + f64::from(lead) + lane)
            }),
            PlayToWin::OneTurn => {
                let shares = against(self.rests.rest(&rival.sheet, rival.saved));
                Box::new(move |sheet, saved, lead| {
                    let rest = self.rests.rest(sheet, saved);
                    lanes(|lane| rest.expected(&shares, lead + lane as i32))
                })
            }
            PlayToWin::Reply => {
                let known: Arc<Distribution> = self.rests.exact(&rival.sheet, rival.saved);
                let shares = || against(Rest::Known(known));
                let behind = Totals {
                    first: -rival.gained.most,
                    last: -rival.gained.least,
                };
                let empty = (SheetState::EMPTY, 0);
                let table = ReplyTable::within(layout, empty, behind, usize::MAX, shares);
                let table = table.expect("any number of values will do");
                Box::new(move |sheet, saved, lead| {
                    table
                        .row(layout, turn / 2 + 1, sheet, saved)
                        .from::<LANES>(lead)
                        .0
                })
            }
            PlayToWin::Perfect => Box::new(move |sheet, saved, lead| {
                let row = self.duel.after(layout, turn, other, sheet, saved);
                row.from::<LANES>(lead).0
            }),
        }
    }
}

/// Returns something for each of the totals that go side by side.
fn lanes(worth: impl Fn(f64) -> f64) -> [f64; LANES] {
    std::array::from_fn(|lane| worth(lane as f64))
}
