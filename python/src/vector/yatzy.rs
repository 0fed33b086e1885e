//! The yatzy family without states on the heap: sheets of points and bits, and tables for every roll.
//!
//! Tables of more than four are played by the plain kernel.

use hotdice_games::yatzy::{Bonus, HUNDRED, Joker, MOST_BOXES, Pay, Rules, UnusedRolls, Yatzy};

use super::Kernel;
use super::luck::Luck;
use super::throws::Throws;
use crate::encoding::YatzyScales;
use crate::handfuls::{FIRST, HANDFULS};

/// The most seats.
const SEATS: usize = 4;

/// Places of rolls by three bits for each count of the first five faces; the sixth follows from the number of dice.
const KEYS: usize = 1 << 15;

/// What one seat has written down.
#[derive(Clone, Copy, Default)]
struct Column {
    /// Points of every box, as observed.
    cells: [f32; MOST_BOXES],
    filled: u32,
    /// The sum of all cells.
    written: u32,
    upper: u16,
    hundreds: u16,
    saved: u16,
    /// What the box for equal dice has paid, if it is filled.
    equal_paid: u16,
}

/// Where a game stands.
#[derive(Clone)]
pub(super) struct State {
    columns: [Column; SEATS],
    /// The handful on the table, or the dice that stay while the others are rolled.
    dice: u16,
    seat: u8,
    left: u8,
    is_choosing: bool,
}

/// The kernel of the family.
pub(super) struct Quick {
    throws: &'static Throws,
    scales: YatzyScales,
    seats: u8,
    dice: u8,
    rolls: u8,
    boxes: usize,
    bonus: Option<Bonus>,
    joker: Option<Joker>,
    saves: bool,
    /// All boxes, those of the upper part, and the upper boxes of each face.
    all: u32,
    upper: u32,
    matching: [u32; 6],
    equal: Option<usize>,
    /// Points of every roll in every box, by the handful of the roll beyond the first of so many dice.
    pays: Vec<u16>,
    distinct: usize,
    /// What a box pays that always pays the same.
    flat: [Option<u16>; MOST_BOXES],
    /// The face of rolls of equal dice, by the same place.
    faces: Vec<Option<u8>>,
    /// The numbers of the holds that every roll allows, and where those of each begin.
    holds: Vec<i16>,
    first_hold: Vec<u32>,
    /// The counts of every handful, three bits each, and the handful of all dice by the first five of them.
    keys: Box<[u32; HANDFULS]>,
    by_key: Box<[u16; KEYS]>,
    observed: Box<[[f32; 6]; HANDFULS]>,
}

impl Quick {
    /// Returns the kernel of a game; nothing for one that it cannot play.
    pub(super) fn new(game: &Yatzy, seats: u8) -> Option<Self> {
        // Named one by one: a rule that is added has to be thought about here.
        let Rules {
            base: _,
            dice,
            rolls,
            boxes: _,
            added: _,
            bonus,
            joker,
            unused,
            seats: _,
        } = *game.rules();
        if usize::from(seats) > SEATS {
            return None;
        }
        let throws = Throws::tables();
        let boxes = game.boxes().len();
        let (first, end) = (FIRST[usize::from(dice)], FIRST[usize::from(dice) + 1]);
        let rolls_of = || first as u16..end as u16;
        let pays = game
            .places()
            .flat_map(|(place, _)| game.table().of_box(place).to_vec());
        let mut upper = 0;
        let mut matching = [0; 6];
        let mut flat = [None; MOST_BOXES];
        for (place, score_box) in game.boxes().iter().enumerate() {
            if let Some(face) = score_box.upper_face() {
                upper |= 1 << place;
                matching[face.index()] |= 1 << place;
            }
            if let Pay::Flat(points) = score_box.pay {
                flat[place] = Some(points);
            }
        }
        let mut holds = Vec::new();
        let mut first_hold = Vec::new();
        for roll in rolls_of() {
            first_hold.push(holds.len() as u32);
            let held = (0..first as u16).filter(|part| throws.contains(roll, *part));
            holds.extend(held.map(|part| boxes as i16 + part as i16));
        }
        first_hold.push(holds.len() as u32);
        let faces = rolls_of().map(|roll| {
            let counts = throws.counts[usize::from(roll)];
            let face = counts.iter().position(|count| *count == dice);
            face.map(|face| face as u8)
        });
        let key = |counts: [u8; 6]| {
            let counts = counts.into_iter().rev();
            counts.fold(0, |key, count| key << 3 | u32::from(count))
        };
        let keys: Box<[u32; HANDFULS]> = Box::new(throws.counts.map(key));
        let mut by_key = Box::new([0; KEYS]);
        for roll in rolls_of() {
            by_key[keys[usize::from(roll)] as usize % KEYS] = roll;
        }
        let dice_scale = f32::from(dice);
        Some(Self {
            throws,
            scales: YatzyScales::of(game),
            seats,
            dice,
            rolls,
            boxes,
            bonus,
            joker,
            saves: unused == UnusedRolls::Saved,
            all: u32::MAX >> (MOST_BOXES - boxes),
            upper,
            matching,
            equal: game.equal_box().map(|place| place.index()),
            pays: pays.collect(),
            distinct: end - first,
            flat,
            faces: faces.collect(),
            holds,
            first_hold,
            keys,
            by_key,
            observed: Box::new(
                throws
                    .counts
                    .map(|counts| counts.map(|count| f32::from(count) / dice_scale)),
            ),
        })
    }

    /// Returns the place of a roll of all dice among all of them.
    #[inline]
    fn rank(&self, roll: u16) -> usize {
        usize::from(roll) - FIRST[usize::from(self.dice)]
    }

    #[inline]
    fn can_roll(&self, state: &State) -> bool {
        state.left > 0 || state.columns[usize::from(state.seat)].saved > 0
    }

    /// Returns the boxes that the roll may go in, whether it fits every box that pays always the same, and whether it earns 100 on top.
    #[inline]
    fn placing(&self, column: &Column, rank: usize) -> (u32, bool, bool) {
        let open = self.all & !column.filled;
        let (Some(joker), Some(face), Some(equal)) = (self.joker, self.faces[rank], self.equal)
        else {
            return (open, false, false);
        };
        if column.filled >> equal & 1 == 0 {
            return (open, false, false);
        }
        let matching = open & self.matching[usize::from(face)];
        let lower = open & !self.upper;
        let first_of = |sets: [u32; 2]| sets.into_iter().find(|set| *set != 0).unwrap_or(open);
        let (allowed, wild) = match joker {
            Joker::Forced => (first_of([matching, lower]), matching == 0),
            Joker::Free => (open, matching == 0),
            Joker::Original => (first_of([lower, open]), true),
        };
        (allowed, wild, column.equal_paid > 0)
    }

    fn place(&self, state: &mut State, place: usize) {
        let rank = self.rank(state.dice);
        let column = &mut state.columns[usize::from(state.seat)];
        let (_, wild, hundred) = self.placing(column, rank);
        let points = match self.flat[place] {
            Some(points) if wild => points,
            _ => self.pays[place * self.distinct + rank],
        };
        column.cells[place] = f32::from(points) / self.scales.cell;
        column.filled |= 1 << place;
        column.written += u32::from(points);
        column.hundreds += u16::from(hundred);
        if self.upper >> place & 1 == 1 {
            column.upper += points;
        }
        if self.equal == Some(place) {
            column.equal_paid = points;
        }
        if self.saves {
            column.saved += u16::from(state.left);
        }
        state.seat = if state.seat + 1 == self.seats {
            0
        } else {
            state.seat + 1
        };
        state.left = self.rolls - 1;
        state.dice = 0;
        state.is_choosing = false;
    }

    #[inline]
    fn total(&self, column: &Column) -> u32 {
        let bonus = match self.bonus {
            Some(bonus) if column.upper >= bonus.at => bonus.points,
            _ => 0,
        };
        column.written + u32::from(bonus) + u32::from(column.hundreds) * u32::from(HUNDRED)
    }

    fn holds_of(&self, rank: usize) -> &[i16] {
        let (first, end) = (self.first_hold[rank], self.first_hold[rank + 1]);
        &self.holds[first as usize..end as usize]
    }
}

impl Kernel for Quick {
    type State = State;

    fn start(&self) -> State {
        State {
            columns: [Column::default(); SEATS],
            dice: 0,
            seat: 0,
            left: self.rolls - 1,
            is_choosing: false,
        }
    }

    #[inline]
    fn advance(&self, state: &mut State, luck: &mut Luck) {
        if state.is_choosing || self.is_over(state) {
            return;
        }
        let held = usize::from(state.dice);
        let rolled = self.throws.throw(self.dice - self.throws.len[held], luck);
        let key = self.keys[held] + self.keys[usize::from(rolled)];
        state.dice = self.by_key[key as usize % KEYS];
        state.is_choosing = true;
    }

    #[inline]
    fn is_over(&self, state: &State) -> bool {
        !state.is_choosing && state.columns[usize::from(state.seat)].filled == self.all
    }

    #[inline]
    fn seat(&self, state: &State) -> u8 {
        state.seat
    }

    #[inline]
    fn is_legal(&self, state: &State, action: u16) -> bool {
        let action = usize::from(action);
        match action.checked_sub(self.boxes) {
            None => {
                let column = &state.columns[usize::from(state.seat)];
                let (allowed, _, _) = self.placing(column, self.rank(state.dice));
                allowed >> action & 1 == 1
            }
            Some(held) => {
                held < FIRST[usize::from(self.dice)]
                    && self.can_roll(state)
                    && self.throws.contains(state.dice, held as u16)
            }
        }
    }

    #[inline]
    fn act(&self, state: &mut State, action: u16) {
        match usize::from(action).checked_sub(self.boxes) {
            None => self.place(state, usize::from(action)),
            Some(held) => {
                if state.left > 0 {
                    state.left -= 1;
                } else {
                    state.columns[usize::from(state.seat)].saved -= 1;
                }
                state.dice = held as u16;
                state.is_choosing = false;
            }
        }
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut [i16]) -> usize {
        let rank = self.rank(state.dice);
        let (mut allowed, _, _) = self.placing(&state.columns[usize::from(state.seat)], rank);
        let mut count = 0;
        while allowed != 0 {
            actions[count] = allowed.trailing_zeros() as i16;
            count += 1;
            allowed &= allowed - 1;
        }
        if self.can_roll(state) {
            let holds = self.holds_of(rank);
            actions[count..count + holds.len()].copy_from_slice(holds);
            count += holds.len();
        }
        count
    }

    #[inline]
    fn observe(&self, state: &State, row: &mut [f32]) {
        let seats = usize::from(self.seats);
        let (boxes, scales) = (self.boxes, &self.scales);
        let mut seat = usize::from(state.seat);
        let mut rest = row;
        for _ in 0..seats {
            let column = &state.columns[seat];
            let (filled, more) = rest.split_at_mut(boxes);
            let (cells, more) = more.split_at_mut(boxes);
            let (sums, more) = more.split_at_mut(4);
            for (place, number) in filled.iter_mut().enumerate() {
                *number = (column.filled >> place & 1) as f32;
            }
            cells.copy_from_slice(&column.cells[..boxes]);
            sums[0] = f32::from(column.upper) / scales.upper;
            sums[1] = f32::from(column.hundreds);
            sums[2] = f32::from(column.saved) / scales.rolls;
            sums[3] = self.total(column) as f32 / scales.total;
            rest = more;
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
        }
        let (turn, rest) = rest.split_at_mut(seats);
        turn.fill(0.0);
        turn[0] = 1.0;
        rest[0] = f32::from(u8::from(state.is_choosing));
        rest[1] = f32::from(state.left) / scales.rolls;
        rest[2..8].copy_from_slice(&self.observed[usize::from(state.dice)]);
    }

    #[inline]
    fn points(&self, state: &State, seat: u8) -> i32 {
        self.total(&state.columns[usize::from(seat)]) as i32
    }

    fn winners(&self, state: &State) -> u64 {
        let seats = 0..usize::from(self.seats);
        let total = |seat: usize| self.total(&state.columns[seat]);
        let most = seats.clone().map(total).max();
        let winners = seats.filter(|seat| Some(total(*seat)) == most);
        winners.fold(0, |all, seat| all | 1 << seat)
    }
}
