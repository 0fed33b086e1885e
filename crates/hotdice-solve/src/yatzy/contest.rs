//! Many games at once in which some seats play to win, a turn at a time ([`Effort::OneTurn`](super::Effort::OneTurn)).
//!
//! All games fill their boxes in step, as in [`simulate`](super::simulate). No two games of somebody who plays to win are alike, because
//! the sheets of the others count too; so the lanes of a vector hold different games, each with the share of the win that its
//! final totals are worth, and a turn is worked out once instead of once for each of its decisions.

use super::boxes::{BoxWay, Filled, each};
use super::layout::SheetState;
use super::levels::LANES;
use super::policy::{Policy, decide};
use super::rest::{Final, Rests, shares};
use super::rows::Row;
use super::simulate::{GameInPlay, RerollTable, put_in_order, throw};
use super::turn::PlacingValues;
use super::winning::Winning;
use super::worth::Mean;
use crate::generic::Aim;
use crate::{Stopped, Watch};

impl Winning {
    /// Plays many games between seats with these aims, and returns the final points of every game for each seat.
    ///
    /// Who plays to win works out one turn, after which everybody plays for points, whatever effort goes into other decisions. `word`
    /// returns random words of 64 bits; the same words give the same games.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn simulate(
        &self,
        aims: &[Aim],
        games: usize,
        mut word: impl FnMut() -> u64,
        watch: &dyn Watch,
    ) -> Result<Vec<Vec<u32>>, Stopped> {
        let rests = self.rests();
        let layout = rests.layout();
        let mut seats = vec![vec![GameInPlay::START; games]; aims.len()];
        let throws = RerollTable::new(layout);
        let turns = layout.boxes.all.len();
        for filled in 0..turns {
            for (seat, aim) in aims.iter().enumerate() {
                watch.go_on()?;
                match aim {
                    Aim::Points => {
                        let own = &mut seats[seat];
                        let from = put_in_order(layout, filled, own);
                        let solved = rests.solved();
                        solved.play_in_order(&throws, filled, own, &mut word);
                        put_back(own, &from);
                    }
                    Aim::Win => play_to_win(rests, filled, &mut seats, seat, &mut word),
                }
            }
            watch.progress(filled as u64 + 1, turns as u64);
        }
        let score = |player: &GameInPlay| u32::from(player.score(layout));
        let scores = seats.iter().map(|own| own.iter().map(score).collect());
        Ok(scores.collect())
    }
}

/// Puts players that were put in an order back to where they came from.
fn put_back(players: &mut [GameInPlay], from: &[u32]) {
    let ordered = players.to_vec();
    for (player, from) in ordered.into_iter().zip(from) {
        players[*from as usize] = player;
    }
}

/// Plays one turn of a seat in every game, to win.
fn play_to_win(
    rests: &Rests,
    filled: usize,
    seats: &mut [Vec<GameInPlay>],
    seat: usize,
    word: &mut impl FnMut() -> u64,
) {
    let layout = rests.layout();
    let most = layout.rolls - 1 + layout.levels[filled].saved - 1;
    let mut policy = Policy::new(layout, most);
    let games = seats[seat].len();
    for first in (0..games).step_by(LANES) {
        let used = (games - first).min(LANES);
        let lane = |lane: usize| Contender::new(rests, seats, seat, first + lane.min(used - 1));
        let contenders: [Contender; LANES] = std::array::from_fn(lane);
        policy.work_out_for(layout, ContenderGroup::new(rests, &contenders));
        for (lane, contender) in contenders.iter().enumerate().take(used) {
            contender.play(rests, &policy, lane, &mut seats[seat][first + lane], word);
        }
    }
}

/// Somebody who is about to begin a turn and plays to win.
pub(super) struct Contender {
    sheet: SheetState,
    /// The points on the sheet, bonus aside.
    written: i32,
    /// What final totals are worth.
    shares: Row,
}

impl Contender {
    fn new(rests: &Rests, seats: &[Vec<GameInPlay>], seat: usize, game: usize) -> Self {
        let others = seats.iter().enumerate().filter(|(other, _)| *other != seat);
        let others: Vec<Final> = others
            .map(|(_, own)| {
                let GameInPlay {
                    sheet,
                    saved,
                    points,
                } = own[game];
                Final {
                    written: points.into(),
                    rest: rests.rest(&sheet, saved.into()),
                }
            })
            .collect();
        Self::against(&seats[seat][game], &others)
    }

    /// Returns somebody whose rivals come to these totals.
    pub(super) fn against(player: &GameInPlay, others: &[Final]) -> Self {
        Self {
            sheet: player.sheet,
            written: player.points.into(),
            shares: shares(others),
        }
    }

    /// Returns the chance to win after points are written in a box, with some more on top of them.
    #[inline(always)]
    fn worth(&self, rests: &Rests, place: usize, points: u16, on_top: u16, rolls: usize) -> f64 {
        let after = rests.layout().after(&self.sheet, place, points);
        let written = self.written + i32::from(points + on_top);
        rests.rest(&after, rolls).expected(&self.shares, written)
    }

    /// Plays a turn.
    fn play(
        &self,
        rests: &Rests,
        policy: &Policy,
        lane: usize,
        player: &mut GameInPlay,
        word: &mut impl FnMut() -> u64,
    ) {
        let layout = rests.layout();
        let full = layout.lattice.full();
        let mut rolls = layout.rolls - 1 + usize::from(player.saved);
        let mut keep = 0;
        loop {
            let roll = throw(layout, keep, word());
            keep = decide(layout, policy, lane, rolls, roll);
            if keep == roll {
                let (place, points, on_top) = self.written(rests, rolls, roll - full);
                player.write(layout, place, points, points + on_top, rolls);
                return;
            }
            rolls -= 1;
        }
    }

    /// Returns the best box for a roll when `rolls` rolls are left, what it pays, and what is on top of that.
    pub(super) fn written(&self, rests: &Rests, rolls: usize, rank: usize) -> (usize, u16, u16) {
        let layout = rests.layout();
        let saved = if layout.saves { rolls } else { 0 };
        let worth = |&(place, points, on_top): &(usize, u16, u16)| {
            self.worth(rests, place, points, on_top, saved)
        };
        let best = match layout.joker_face(&self.sheet, rank) {
            Some(face) => {
                let on_top = self.sheet.on_top();
                let ways = layout.joker_ways(&self.sheet, face);
                first_best(ways.map(|(place, points)| (place, points, on_top)), worth)
            }
            None => {
                let ways: &[BoxWay] = layout.boxes.ways(rank);
                let open = each(layout.open(&self.sheet));
                first_best(open.map(|place| (place, ways[place].points, 0)), worth)
            }
        };
        best.expect("a roll can always be placed")
    }
}

/// Returns the best of some things, of equal ones the first.
fn first_best<T>(things: impl Iterator<Item = T>, worth: impl Fn(&T) -> f64) -> Option<T> {
    let valued = things.map(|thing| (worth(&thing), thing));
    let best = valued.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map(|(_, thing)| thing)
}

/// Some who are about to begin a turn, side by side.
pub(super) struct ContenderGroup<'a> {
    rests: &'a Rests,
    lanes: &'a [Contender; LANES],
    /// The boxes that are open on any sheet.
    open: Filled,
}

impl<'a> ContenderGroup<'a> {
    pub(super) fn new(rests: &'a Rests, lanes: &'a [Contender; LANES]) -> Self {
        let open = |lane: &Contender| rests.layout().open(&lane.sheet);
        let open = lanes.iter().fold(0, |all, lane| all | open(lane));
        Self { rests, lanes, open }
    }
}

impl PlacingValues<Mean<LANES>> for ContenderGroup<'_> {
    #[inline(always)]
    fn open(&self) -> Filled {
        self.open
    }

    #[inline(always)]
    fn look_up(&self, place: usize, rolls: usize, after: &mut [Mean<LANES>]) {
        let pays = &self.rests.layout().boxes.all[place].pays;
        for (lane, contender) in self.lanes.iter().enumerate() {
            let is_open = contender.sheet.filled >> place & 1 == 0;
            for (after, paid) in after.iter_mut().zip(pays) {
                after.0[lane] = if is_open {
                    contender.worth(self.rests, place, paid.points, 0, rolls)
                } else {
                    f64::NEG_INFINITY
                };
            }
        }
    }

    #[inline(always)]
    fn option(&self, _place: usize, nth: usize, after: &[Mean<LANES>]) -> Mean<LANES> {
        after[nth]
    }

    #[inline(always)]
    fn joker(&self, face: usize, rolls: usize, mut usual: Mean<LANES>) -> Mean<LANES> {
        let layout = self.rests.layout();
        for (lane, contender) in self.lanes.iter().enumerate() {
            let sheet = &contender.sheet;
            if layout.has_jokers(sheet) {
                let on_top = sheet.on_top();
                let ways = layout.joker_ways(sheet, face);
                let worth = ways.map(|(place, points)| {
                    contender.worth(self.rests, place, points, on_top, rolls)
                });
                usual.0[lane] = worth.reduce(f64::max).unwrap_or(usual.0[lane]);
            }
        }
        usual
    }
}
