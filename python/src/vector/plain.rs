//! Any game, straight from its rules.

use hotdice_core::{Seat, Throw, Turn};

use super::Kernel;
use super::luck::Luck;
use crate::encoding::{Encoded, Row};

/// The kernel of any game.
pub(super) struct Plain<G> {
    game: G,
    seats: u8,
}

impl<G: Encoded> Plain<G> {
    pub(super) fn new(game: &G, seats: u8) -> Self {
        let game = game.clone();
        Self { game, seats }
    }

    fn turn_of(&self, state: &G::State) -> Seat {
        match self.game.turn(state) {
            Turn::Decide(seat) => seat,
            Turn::Roll | Turn::Over(_) => Seat::FIRST,
        }
    }
}

/// Throws dice: a number below all that can lie there, whose digits are the sides, the first die first.
fn lying(throw: Throw, luck: &mut Luck, sides: &mut [u16; 8]) -> usize {
    let dice = usize::from(throw.dice).min(sides.len());
    let all = u64::from(throw.sides.max(1)).pow(dice as u32);
    let mut number = luck.below(all);
    for side in &mut sides[..dice] {
        *side = (number % u64::from(throw.sides.max(1))) as u16;
        number /= u64::from(throw.sides.max(1));
    }
    dice
}

impl<G: Encoded> Kernel for Plain<G> {
    type State = G::State;

    fn start(&self) -> G::State {
        self.game.start(self.seats)
    }

    fn advance(&self, state: &mut G::State, luck: &mut Luck) {
        while self.game.turn(state) == Turn::Roll {
            let mut sides = [0; 8];
            let dice = lying(self.game.throw(state), luck, &mut sides);
            let roll = self.game.read_throw(state, &sides[..dice]);
            self.game.settle(state, &roll);
        }
    }

    fn is_over(&self, state: &G::State) -> bool {
        matches!(self.game.turn(state), Turn::Over(_))
    }

    fn seat(&self, state: &G::State) -> u8 {
        self.turn_of(state).index() as u8
    }

    fn is_legal(&self, state: &G::State, action: u16) -> bool {
        let action = self.game.action(usize::from(action));
        action.is_some_and(|action| self.game.check(state, &action).is_ok())
    }

    fn act(&self, state: &mut G::State, action: u16) {
        if let Some(action) = self.game.action(usize::from(action)) {
            self.game.act(state, &action);
        }
    }

    fn legal(&self, state: &G::State, actions: &mut [i16]) -> usize {
        let mut count = 0;
        self.game.for_each_action(state, |action| {
            if let Some(id) = self.game.action_id(&action)
                && let Some(place) = actions.get_mut(count)
            {
                *place = id as i16;
                count += 1;
            }
        });
        actions[..count].sort_unstable();
        count
    }

    fn observe(&self, state: &G::State, row: &mut [f32]) {
        self.game
            .observe(state, self.turn_of(state), &mut Row::new(row));
    }

    fn points(&self, state: &G::State, seat: u8) -> i32 {
        Seat::new(seat).map_or(0, |seat| self.game.points(state, seat))
    }

    fn winners(&self, state: &G::State) -> u64 {
        match self.game.turn(state) {
            Turn::Over(standing) => {
                let bits = standing.winners.iter().map(|seat| 1 << seat.index());
                bits.fold(0, |all, bit: u64| all | bit)
            }
            Turn::Decide(_) | Turn::Roll => 0,
        }
    }

    fn notation(&self, state: &G::State) -> Option<String> {
        Some(self.game.write_state(state))
    }
}
