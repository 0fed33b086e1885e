//! Players of the push-your-luck family.

mod quick;
mod quick_player;

use hotdice_core::{Dice, Game, Open, Seat, Turn};
use hotdice_games::push_luck::{Action, Phase, PushLuck, State};
use hotdice_solve::push_luck::{PointsPlan, Racer};

use crate::player::{Player, RandomSource};

pub(crate) use quick::{QuickPlayOut, simulate};
pub(crate) use quick_player::{QuickDuelist, QuickPlayer};

/// Takes every die that scores and banks as soon as it may.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

/// Takes every die that scores and banks from 300 points on, or when two dice or fewer are left.
#[derive(Clone, Copy, Debug)]
pub struct Careful;

/// Plays every turn for as many points as it brings on average, and for the game only when one turn decides it.
#[derive(Clone, Debug)]
pub struct Strong {
    plan: PointsPlan,
}

impl Strong {
    /// Returns a strong player of a game.
    #[must_use]
    pub fn new(game: &PushLuck) -> Self {
        let plan = PointsPlan::new(game);
        Self { plan }
    }
}

impl Player<PushLuck> for Strong {
    fn choose(
        &self,
        game: &PushLuck,
        Open(state): &Open<State>,
        _luck: &mut dyn RandomSource,
    ) -> Action {
        let mut best: Option<(Action, f64)> = None;
        for (action, mut value) in self.plan.action_values(state) {
            if action == Action::Bank && (loses(game, state) || wins(game, state)) {
                value = if wins(game, state) {
                    f64::INFINITY
                } else {
                    -1.0
                };
            }
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((action, value));
            }
        }
        best.map_or(Action::Bank, |(action, _)| action)
    }
}

/// Plays a race of two perfectly.
#[derive(Debug)]
pub struct Racing(pub Racer);

impl Player<PushLuck> for Racing {
    fn choose(&self, game: &PushLuck, view: &Open<State>, luck: &mut dyn RandomSource) -> Action {
        let action = self.0.choose(&view.0);
        action.unwrap_or_else(|| Greedy.choose(game, view, luck))
    }
}

/// Tells whether banking now wins on the spot.
fn wins(game: &PushLuck, state: &State) -> bool {
    let mut after = state.clone();
    game.act(&mut after, &Action::Bank);
    matches!(game.turn(&after), Turn::Over(standing) if standing.winners.contains(state.seat()))
}

/// Tells whether banking now ends the final round without a share of the win for this seat.
fn loses(game: &PushLuck, state: &State) -> bool {
    let mut after = state.clone();
    game.act(&mut after, &Action::Bank);
    state.closer().is_some()
        && Seat::all(state.seats()).any(|seat| after.score(seat) > after.score(state.seat()))
}

/// The turn total from which the careful player banks.
const ENOUGH: u32 = 300;

/// The most dice that the careful player does not trust, and that nobody picks up who does not reckon.
const FEW: u8 = 2;

impl Player<PushLuck> for Greedy {
    fn choose(
        &self,
        game: &PushLuck,
        Open(state): &Open<State>,
        _luck: &mut dyn RandomSource,
    ) -> Action {
        bank_or(game, state, always)
    }
}

impl Player<PushLuck> for Careful {
    fn choose(
        &self,
        game: &PushLuck,
        Open(state): &Open<State>,
        _luck: &mut dyn RandomSource,
    ) -> Action {
        bank_or(game, state, carefully)
    }
}

/// What lies before a player once every scoring die of a roll is kept.
pub(crate) struct AllKept {
    total: u32,
    /// How many dice there would be to roll.
    left: u8,
}

impl AllKept {
    /// Returns what lies before a player who keeps every scoring die of a roll.
    fn after(game: &PushLuck, total: u32, roll: Dice) -> Self {
        let worth = game.scorer().worth(roll);
        let left = roll.len() - worth.scoring.len();
        Self {
            total: total + worth.points,
            left: if left == 0 { 6 } else { left },
        }
    }
}

#[inline]
fn always(_table: &AllKept) -> bool {
    true
}

#[inline]
fn carefully(table: &AllKept) -> bool {
    let enough = table.total >= ENOUGH;
    enough && table.left < 6 || table.left <= FEW
}

/// Banks if that is allowed and `wanted`; otherwise keeps every die that scores, or rolls on.
fn bank_or(game: &PushLuck, state: &State, wanted: impl Fn(&AllKept) -> bool) -> Action {
    let allowed = |action: Action| game.check(state, &action).is_ok();
    let table = state
        .roll()
        .map(|roll| AllKept::after(game, state.total(), roll));
    if let Phase::PickUp { dice, .. } = state.phase() {
        return if dice > FEW {
            Action::PickUp
        } else {
            Action::Fresh
        };
    }
    match (state.roll(), table) {
        (Some(_), Some(table)) if wanted(&table) && allowed(Action::Bank) => Action::Bank,
        (Some(_), _) if allowed(Action::Roll) => Action::Roll,
        (Some(roll), _) => Action::Keep(game.scorer().worth(roll).scoring),
        (None, _) if allowed(Action::Accept) => Action::Accept,
        (None, _) => Action::Decline,
    }
}
