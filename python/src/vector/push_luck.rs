//! Push your luck without states on the heap: everything that can be known of a roll is in tables.
//!
//! Games with cards, and tables of more than four, are played by the plain kernel.

use hotdice_games::push_luck::{
    BankTakes, BustPenalty, DeckKind, End, First, Hot, Piggyback, PushLuck, Rules,
};

use super::Kernel;
use super::luck::Luck;
use super::throws::Throws;
use crate::handfuls::{HANDFULS, handful};

/// The most seats.
const SEATS: usize = 4;

/// The numbers of the actions.
const ROLL: u16 = 0;
const BANK: u16 = 1;
const PICK_UP: u16 = 4;
const FRESH: u16 = 5;
const KEEPS: u16 = 6;

/// No points are paid because the dice may not be kept.
const NOT_KEPT: u32 = u32::MAX;

/// Nobody.
const NOBODY: u8 = u8::MAX;

const DICE: u8 = 6;

/// The place of a phase in an observation.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Phase {
    First = 0,
    PickUp = 3,
    Roll = 4,
    Choose = 5,
    Kept = 6,
    Over = 7,
}

/// Where a game stands.
#[derive(Clone)]
pub(super) struct State {
    scores: [u32; SEATS],
    total: u32,
    /// What the last seat banked, to be picked up.
    left_points: u32,
    busts: [u8; SEATS],
    /// The handful on the table, and what is kept of it.
    roll: u16,
    kept: u16,
    phase: Phase,
    seat: u8,
    /// How many dice are rolled or can be picked up.
    dice: u8,
    closer: u8,
}

/// The kernel of the family.
pub(super) struct Quick {
    rules: Rules,
    seats: u8,
    target: f32,
    throws: &'static Throws,
    /// What every handful is worth, and how many of its dice score.
    worth: Box<[u32; HANDFULS]>,
    scoring: Box<[u8; HANDFULS]>,
    /// What every handful pays that is kept.
    keep: Box<[u32; HANDFULS]>,
    /// The numbers of the keeps that every roll allows, one roll after the other.
    keeps: Vec<i16>,
    /// Where those of each roll begin.
    first_keep: Box<[u32; HANDFULS + 1]>,
    /// The counts of every handful as observed.
    observed: Box<[[f32; 6]; HANDFULS]>,
}

impl Quick {
    /// Returns the kernel of a game; nothing for one that it cannot play.
    pub(super) fn new(game: &PushLuck, seats: u8) -> Option<Self> {
        let rules = game.rules();
        // Named one by one: a rule that is added has to be thought about here.
        let Rules {
            ones: _,
            fives: _,
            three_ones: _,
            kinds: _,
            straight: _,
            short_straight: _,
            three_pairs: _,
            four_and_pair: _,
            two_triplets: _,
            no_score: _,
            count: _,
            hot: _,
            target,
            end: _,
            opening: _,
            opens: _,
            bank_min: _,
            busts: _,
            piggyback: _,
            first: _,
            bank_takes: _,
            deck,
            seats: _,
        } = *rules;
        if deck != DeckKind::None || usize::from(seats) > SEATS {
            return None;
        }
        let throws = Throws::tables();
        let scorer = game.scorer();
        let of = |place: usize| handful(place).unwrap_or_default();
        let keep: Box<[u32; HANDFULS]> = Box::new(std::array::from_fn(|place| {
            scorer.keep(of(place)).unwrap_or(NOT_KEPT)
        }));
        let mut keeps = Vec::new();
        let mut first_keep = Box::new([0; HANDFULS + 1]);
        for roll in 0..HANDFULS {
            first_keep[roll] = keeps.len() as u32;
            let parts = 1..HANDFULS as u16;
            let allowed = parts.filter(|part| {
                keep[usize::from(*part)] != NOT_KEPT && throws.contains(roll as u16, *part)
            });
            keeps.extend(allowed.map(|part| (KEEPS + part - 1) as i16));
        }
        first_keep[HANDFULS] = keeps.len() as u32;
        Some(Self {
            seats,
            target: target as f32,
            throws,
            worth: Box::new(std::array::from_fn(|place| scorer.worth(of(place)).points)),
            scoring: Box::new(std::array::from_fn(|place| {
                scorer.worth(of(place)).scoring.len()
            })),
            keep,
            keeps,
            first_keep,
            observed: Box::new(
                throws
                    .counts
                    .map(|counts| counts.map(|count| f32::from(count) / 6.0)),
            ),
            rules: rules.clone(),
        })
    }

    #[inline]
    fn begin_turn(&self, state: &mut State, seat: u8) {
        state.seat = seat;
        state.total = 0;
        state.phase = Phase::Roll;
        state.dice = DICE;
    }

    #[inline]
    fn end_turn(&self, state: &mut State) {
        let next = if state.seat + 1 == self.seats {
            0
        } else {
            state.seat + 1
        };
        self.begin_turn(state, next);
        if state.closer == next {
            finish(state);
        }
    }

    fn bank(&self, state: &mut State, left: u8) {
        let points = state.total;
        let seat = state.seat;
        let score = &mut state.scores[usize::from(seat)];
        *score += points;
        state.busts[usize::from(seat)] = 0;
        let has_reached = *score >= self.rules.target;
        if has_reached && self.rules.end != End::FinalRound {
            return finish(state);
        }
        if has_reached && state.closer == NOBODY {
            state.closer = seat;
        }
        self.end_turn(state);
        let is_offered = self.rules.piggyback == Piggyback::Yes && left > 0 && state.seat != seat;
        if is_offered && state.phase != Phase::Over {
            state.phase = Phase::PickUp;
            state.left_points = points;
            state.dice = left;
        }
    }

    fn bust(&self, state: &mut State) {
        if let BustPenalty::InARow(most, points) = self.rules.busts {
            let seat = usize::from(state.seat);
            state.busts[seat] += 1;
            if state.busts[seat] == most {
                state.busts[seat] = 0;
                let score = &mut state.scores[seat];
                *score -= points.min(self.rules.counted(*score));
            }
        }
        self.end_turn(state);
    }

    #[inline]
    fn settle(&self, state: &mut State, roll: u16) {
        let place = usize::from(roll);
        let worth = self.worth[place];
        if worth == 0 {
            return self.bust(state);
        }
        let reached = state.scores[usize::from(state.seat)] + state.total + worth;
        if self.rules.end == End::OnRoll && reached >= self.rules.target {
            state.scores[usize::from(state.seat)] = reached;
            finish(state);
        } else if self.scoring[place] == 0 {
            state.total += worth;
        } else {
            state.phase = Phase::Choose;
            state.roll = roll;
        }
    }

    /// Returns what banking counts of the roll on the table, and how many dice that takes; nothing where something has to be kept first.
    #[inline]
    fn banked(&self, state: &State) -> Option<(u32, u8)> {
        match (state.phase, self.rules.bank_takes) {
            (Phase::Choose | Phase::Kept, BankTakes::Roll) => {
                let roll = usize::from(state.roll);
                Some((self.worth[roll], self.scoring[roll]))
            }
            (Phase::Kept, BankTakes::Kept) => {
                let kept = usize::from(state.kept);
                Some((self.keep[kept], self.throws.len[kept]))
            }
            _ => None,
        }
    }

    #[inline]
    fn may_bank(&self, state: &State) -> bool {
        let Some((points, dice)) = self.banked(state) else {
            return false;
        };
        let passes = dice == self.throws.len[usize::from(state.roll)];
        if passes && self.rules.hot == Hot::EndsTurn {
            return true;
        }
        let least = self
            .rules
            .least_to_bank(state.scores[usize::from(state.seat)]);
        !(passes && self.rules.hot == Hot::Forced) && state.total + points >= least
    }

    fn keeps_of(&self, roll: u16) -> &[i16] {
        let place = usize::from(roll);
        let (first, end) = (self.first_keep[place], self.first_keep[place + 1]);
        &self.keeps[first as usize..end as usize]
    }
}

#[inline]
fn finish(state: &mut State) {
    state.total = 0;
    state.phase = Phase::Over;
}

impl Kernel for Quick {
    type State = State;

    fn start(&self) -> State {
        let mut state = State {
            scores: [0; SEATS],
            total: 0,
            left_points: 0,
            busts: [0; SEATS],
            roll: 0,
            kept: 0,
            phase: Phase::First,
            seat: 0,
            dice: 0,
            closer: NOBODY,
        };
        if self.rules.first == First::Entered {
            self.begin_turn(&mut state, 0);
        }
        state
    }

    #[inline]
    fn advance(&self, state: &mut State, luck: &mut Luck) {
        loop {
            match state.phase {
                Phase::Roll => self.settle(state, self.throws.throw(state.dice, luck)),
                Phase::First => {
                    let first = luck.below(u64::from(self.seats)) as u8;
                    self.begin_turn(state, first);
                }
                Phase::PickUp | Phase::Choose | Phase::Kept | Phase::Over => return,
            }
        }
    }

    #[inline]
    fn is_over(&self, state: &State) -> bool {
        state.phase == Phase::Over
    }

    #[inline]
    fn seat(&self, state: &State) -> u8 {
        state.seat
    }

    #[inline]
    fn is_legal(&self, state: &State, action: u16) -> bool {
        match (action, state.phase) {
            (ROLL, Phase::Kept) => true,
            (BANK, _) => self.may_bank(state),
            (PICK_UP | FRESH, phase) => phase == Phase::PickUp,
            (KEEPS.., Phase::Choose) => {
                let part = action - KEEPS + 1;
                let pays = self.keep.get(usize::from(part));
                pays.is_some_and(|pays| *pays != NOT_KEPT) && self.throws.contains(state.roll, part)
            }
            _ => false,
        }
    }

    #[inline]
    fn act(&self, state: &mut State, action: u16) {
        match action {
            ROLL => {
                let kept = usize::from(state.kept);
                state.total += self.keep[kept];
                let left = self.throws.len[usize::from(state.roll)] - self.throws.len[kept];
                state.dice = if left == 0 { DICE } else { left };
                state.phase = Phase::Roll;
            }
            BANK => {
                if let Some((points, dice)) = self.banked(state) {
                    state.total += points;
                    self.bank(state, self.throws.len[usize::from(state.roll)] - dice);
                }
            }
            PICK_UP => {
                state.total = state.left_points;
                state.phase = Phase::Roll;
            }
            FRESH => {
                state.dice = DICE;
                state.phase = Phase::Roll;
            }
            keep => {
                let part = keep.wrapping_sub(KEEPS).wrapping_add(1);
                if part == state.roll && self.rules.hot == Hot::EndsTurn {
                    state.total += self.keep[usize::from(part)];
                    self.bank(state, 0);
                } else {
                    state.kept = part;
                    state.phase = Phase::Kept;
                }
            }
        }
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut [i16]) -> usize {
        let mut count = 0;
        let mut push = |action: u16| {
            actions[count] = action as i16;
            count += 1;
        };
        match state.phase {
            Phase::PickUp => {
                push(PICK_UP);
                push(FRESH);
            }
            Phase::Kept => {
                push(ROLL);
                if self.may_bank(state) {
                    push(BANK);
                }
            }
            Phase::Choose => {
                if self.may_bank(state) {
                    push(BANK);
                }
                let keeps = self.keeps_of(state.roll);
                actions[count..count + keeps.len()].copy_from_slice(keeps);
                count += keeps.len();
            }
            Phase::First | Phase::Roll | Phase::Over => {}
        }
        count
    }

    #[inline]
    fn observe(&self, state: &State, row: &mut [f32]) {
        let seats = usize::from(self.seats);
        let own = usize::from(state.seat);
        let target = self.target;
        row.fill(0.0);
        row[state.phase as usize] = 1.0;
        let (scores, row) = row[8..].split_at_mut(seats);
        let (busts, row) = row.split_at_mut(seats);
        let (turn, row) = row.split_at_mut(seats);
        let (closer, row) = row.split_at_mut(seats);
        let mut seat = own;
        for place in 0..seats {
            scores[place] = state.scores[seat] as f32 / target;
            busts[place] = f32::from(state.busts[seat]);
            if usize::from(state.closer) == seat {
                closer[place] = 1.0;
            }
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
        }
        turn[0] = 1.0;
        row[0] = state.total as f32 / target;
        match state.phase {
            Phase::Kept => {
                let kept = usize::from(state.kept);
                row[1] = self.keep[kept] as f32 / target;
                row[4..10].copy_from_slice(&self.observed[usize::from(state.roll)]);
                row[10..16].copy_from_slice(&self.observed[kept]);
            }
            Phase::Choose => {
                row[4..10].copy_from_slice(&self.observed[usize::from(state.roll)]);
            }
            Phase::PickUp => {
                row[2] = state.left_points as f32 / target;
                row[3] = f32::from(state.dice) / 6.0;
            }
            Phase::First | Phase::Roll | Phase::Over => {}
        }
    }

    #[inline]
    fn points(&self, state: &State, seat: u8) -> i32 {
        self.rules.counted(state.scores[usize::from(seat)]) as i32
    }

    fn winners(&self, state: &State) -> u64 {
        let seats = 0..usize::from(self.seats);
        let counted = |seat: usize| self.rules.counted(state.scores[seat]);
        let most = seats.clone().map(counted).max();
        let winners = seats.filter(|seat| Some(counted(*seat)) == most);
        winners.fold(0, |all, seat| all | 1 << seat)
    }
}
