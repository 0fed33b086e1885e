//! Many games without states.

use hotdice_core::{Dice, Seat, SeatSet};
use hotdice_games::yatzy::{BoxIndex, Column, HUNDRED, Yatzy};
use hotdice_solve::generic::Aim;
use hotdice_solve::yatzy::{Solved, Winning};
use hotdice_solve::{Stopped, Watch};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::best_of;
use crate::simulate::{BATCH, Tally, below, in_batches};

/// How many sheets are played in step: the more of them are alike, the less there is to think about. All cores share them.
const SHEETS: u64 = 500_000;

/// Plays games of perfect players for points, one at each seat.
///
/// Nobody looks at the sheets of others, so each seat fills its sheets by itself, and a game is one sheet of each. Sheets come back in an order
/// that depends on what is on them; those of the other seats are shuffled before they meet.
///
/// # Errors
/// When the watch says stop.
pub(crate) fn simulate_for_points(
    solved: &Solved,
    seats: usize,
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Stopped> {
    in_batches(SHEETS, games, seed, watch, |dice, size| {
        let mut sheets = Vec::new();
        for seat in 0..seats {
            let words = || {
                let mut own = ChaCha8Rng::from_rng(dice);
                move || own.next_u64()
            };
            let mut own = solved.simulate_in_parts(size as usize, words, &OnlyStops(watch))?;
            if seat > 0 {
                shuffle(&mut own, dice);
            }
            sheets.push(own);
        }
        Ok(tally(&sheets))
    })
}

/// How many games between players of whom some play to win are played in step: enough to fill many vectors, and few enough for all cores to
/// have some.
const CONTESTS: u64 = 10_000;

/// Plays games of players with these aims, one at each seat; who plays to win works out one turn.
///
/// # Errors
/// When the watch says stop.
pub(crate) fn simulate_contest(
    winning: &Winning,
    aims: &[Aim],
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Stopped> {
    in_batches(CONTESTS, games, seed, watch, |dice, size| {
        let seats = winning.simulate(aims, size as usize, || dice.next_u64(), &OnlyStops(watch))?;
        Ok(tally(&seats))
    })
}

/// Counts games, given the points of every game for each seat.
fn tally(seats: &[Vec<u32>]) -> Tally {
    let mut tally = Tally::new(seats.len());
    for game in 0..seats.first().map_or(0, Vec::len) {
        let winners = SeatSet::highest(seats.iter().map(|own| own[game]));
        tally.count(winners, |seat| f64::from(seats[seat.index()][game]));
    }
    tally
}

/// Puts things in any order, each as likely as the others (Fisher and Yates).
fn shuffle<T>(things: &mut [T], dice: &mut ChaCha8Rng) {
    for last in (1..things.len()).rev() {
        things.swap(last, below(dice, last as u32 + 1) as usize);
    }
}

/// Lets somebody stop a part of the work, of which the whole shows the progress.
struct OnlyStops<'a>(&'a dyn Watch);

impl Watch for OnlyStops<'_> {
    fn progress(&self, _done: u64, _total: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Plays games of greedy players, one at each seat; the same dice give the same games as [`simulate`](crate::simulate) between
/// [`Greedy`](super::Greedy) players.
///
/// # Errors
/// When the watch says stop.
pub(crate) fn simulate_greedy(
    game: &Yatzy,
    seats: usize,
    games: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Tally, Stopped> {
    let tables = GreedyTables::new(game);
    in_batches(BATCH, games, seed, watch, |dice, games| {
        let mut tally = Tally::new(seats);
        let mut sheets = vec![tables.empty(); seats];
        for _ in 0..games {
            sheets.fill(tables.empty());
            for _ in 0..game.boxes().len() {
                for sheet in &mut sheets {
                    tables.write(sheet, dice);
                }
            }
            let points = |sheet: &GreedySheet| tables.total(sheet);
            let winners = SeatSet::highest(sheets.iter().map(points));
            tally.count(winners, |seat: Seat| {
                f64::from(points(&sheets[seat.index()]))
            });
        }
        Ok(tally)
    })
}

/// Where a greedy player writes every roll: the first box of a list that is still open.
struct GreedyTables<'a> {
    game: &'a Yatzy,
    /// How many throws there are.
    throws: u32,
    /// The rank of every throw by its number, whose digits in base six are the sides.
    ranks: Vec<u16>,
    /// For every rank the places of all boxes, the one that pays most first and of equals the upper one, with what they pay.
    best: Vec<Vec<(u8, u16)>>,
    /// For every rank the roll, if it is one of equal dice that may be a joker.
    jokers: Vec<Option<Dice>>,
    places: Vec<BoxIndex>,
    /// The upper boxes, by a bit for each place.
    upper: u32,
    equal_box: Option<BoxIndex>,
}

/// The sheet of a greedy player, as far as it matters to it.
#[derive(Clone, Copy)]
struct GreedySheet {
    /// The open boxes, by a bit for each place.
    open: u32,
    points: u32,
    upper_points: u32,
    /// What stands in the box for equal dice.
    equal: u16,
}

impl<'a> GreedyTables<'a> {
    fn new(game: &'a Yatzy) -> Self {
        let dice = game.rules().dice;
        let throws = 6_u32.pow(dice.into());
        let rank = |mut number: u32| {
            let digit = |_| {
                let side = (number % 6) as u16;
                number /= 6;
                side
            };
            let lying: Vec<u16> = (0..dice).map(digit).collect();
            Dice::lying(&lying).rank() as u16
        };
        let places: Vec<BoxIndex> = game.places().map(|(place, _)| place).collect();
        let best = |roll: Dice| {
            let pays = |place: &BoxIndex| (place.index() as u8, game.table().points(*place, roll));
            let mut boxes: Vec<(u8, u16)> = places.iter().map(pays).collect();
            // A stable sort: equals stay in the order of the sheet.
            boxes.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
            boxes
        };
        let has_jokers = game.rules().joker.is_some();
        let is_equal = |roll: &Dice| roll.faces().next() == roll.faces().last();
        let joker = |roll: Dice| Some(roll).filter(|roll| has_jokers && is_equal(roll));
        let is_upper = |(place, score_box): (BoxIndex, &hotdice_games::yatzy::ScoreBox)| {
            u32::from(score_box.upper_face().is_some()) << place.index()
        };
        Self {
            game,
            throws,
            ranks: (0..throws).map(rank).collect(),
            best: Dice::all(dice).map(best).collect(),
            jokers: Dice::all(dice).map(joker).collect(),
            upper: game.places().map(is_upper).sum(),
            equal_box: game.equal_box(),
            places,
        }
    }

    fn empty(&self) -> GreedySheet {
        GreedySheet {
            open: (1 << self.places.len()) - 1,
            points: 0,
            upper_points: 0,
            equal: 0,
        }
    }

    /// Rolls once and writes that where it pays most.
    #[inline]
    fn write(&self, sheet: &mut GreedySheet, dice: &mut ChaCha8Rng) {
        let rank = usize::from(self.ranks[below(dice, self.throws) as usize]);
        let (place, points) = match self.jokers[rank] {
            Some(roll) => self.with_joker(sheet, roll),
            None => self.first_open(sheet, rank),
        };
        let written = 1 << place;
        sheet.open &= !written;
        sheet.points += u32::from(points);
        sheet.upper_points += if self.upper & written != 0 {
            points.into()
        } else {
            0
        };
    }

    #[inline]
    fn first_open(&self, sheet: &GreedySheet, rank: usize) -> (u8, u16) {
        let best = self.best[rank].iter();
        let mut open = best.filter(|(place, _)| sheet.open >> place & 1 != 0);
        *open.next().expect("an open box while the game goes on")
    }

    /// Writes equal dice, which are rare, by the rules themselves: all they look at is which boxes are open, and what the box for equal
    /// dice has paid.
    #[cold]
    fn with_joker(&self, sheet: &mut GreedySheet, roll: Dice) -> (u8, u16) {
        let mut column = Column::default();
        for place in &self.places {
            if sheet.open >> place.index() & 1 == 0 {
                let is_equal_box = Some(*place) == self.equal_box;
                column.fill(*place, if is_equal_box { sheet.equal } else { 0 });
            }
        }
        let placing = self.game.placing(&column, roll);
        let (place, points) = best_of(self.game, &placing, |_| 0.0);
        let points = points as u16;
        if Some(place) == self.equal_box {
            sheet.equal = points;
        }
        if placing.hundred {
            sheet.points += u32::from(HUNDRED);
        }
        (place.index() as u8, points)
    }

    fn total(&self, sheet: &GreedySheet) -> u32 {
        let bonus = match self.game.rules().bonus {
            Some(bonus) if sheet.upper_points >= bonus.at.into() => bonus.points,
            _ => 0,
        };
        sheet.points + u32::from(bonus)
    }
}
