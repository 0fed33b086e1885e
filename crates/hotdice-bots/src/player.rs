//! A player that is a program: it sees a view and chooses an action.

use std::sync::Arc;

use hotdice_core::{AnyPosition, CheckedAction, Game, Open, Position, Show, Turn, Viewer};
use hotdice_solve::generic::Solution;
use hotdice_solve::oracle::Evaluator;

/// A game in which everybody sees everything but the dice to come.
pub trait OpenGame: Game<View = Open<<Self as Game>::State>> {}

impl<G: Game<View = Open<<G as Game>::State>>> OpenGame for G {}

/// A player of one game.
///
/// All it gets is what its seat may see; it has no way to the table, the dice to come or the state behind the view.
pub trait Player<G: Game>: Send + Sync {
    /// Chooses a legal action for a seat that has to decide.
    fn choose(&self, game: &G, view: &G::View, luck: &mut dyn RandomSource) -> G::Action;

    /// Tells how its choices come about, for those who work out exact chances.
    fn habit(&self) -> Habit {
        Habit::Steady
    }
}

/// How the choices of a player come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// The same choice in the same position.
    Steady,
    /// Any legal action, each as likely as the others.
    Uniform,
    /// In a way that cannot be foretold: coins, or the time it had.
    Unknown,
}

/// A player of any game.
pub trait AnyPlayer: Send + Sync {
    /// Chooses an action for the seat that decides; nothing if nobody does or the position is of another game.
    fn choose(
        &self,
        position: &dyn AnyPosition,
        luck: &mut dyn RandomSource,
    ) -> Option<CheckedAction>;

    /// Returns how likely each legal action is, in their order; nothing where that cannot be known.
    fn odds(&self, position: &dyn AnyPosition) -> Option<Vec<f64>>;
}

/// Random words, for players that toss a coin.
pub trait RandomSource {
    /// Returns 64 random bits.
    fn word(&mut self) -> u64;
}

impl<F: FnMut() -> u64> RandomSource for F {
    fn word(&mut self) -> u64 {
        self()
    }
}

/// Returns the chances of actions of which one is certain.
pub(crate) fn certainly(chosen: &CheckedAction, actions: &[CheckedAction]) -> Option<Vec<f64>> {
    let place = actions.iter().position(|action| action == chosen)?;
    let mut odds = vec![0.0; actions.len()];
    odds[place] = 1.0;
    Some(odds)
}

/// A player of one game as a player of any. This is the only place that turns a state into a view for it.
pub(crate) struct Typed<G, P> {
    pub(crate) game: G,
    pub(crate) player: P,
}

impl<G: Show, P: Player<G>> AnyPlayer for Typed<G, P> {
    fn choose(
        &self,
        position: &dyn AnyPosition,
        luck: &mut dyn RandomSource,
    ) -> Option<CheckedAction> {
        let position: &Position<G> = position.as_any().downcast_ref()?;
        let Turn::Decide(seat) = Position::turn(position) else {
            return None;
        };
        let state = Position::state(position);
        let view = self.game.view(state, Viewer::Seat(seat));
        let action = self.player.choose(&self.game, &view, luck);
        Some(CheckedAction::new(&self.game, action))
    }

    fn odds(&self, position: &dyn AnyPosition) -> Option<Vec<f64>> {
        let actions = position.actions();
        match self.player.habit() {
            Habit::Steady => certainly(&self.choose(position, &mut || 0)?, &actions),
            Habit::Uniform => Some(vec![1.0 / actions.len() as f64; actions.len()]),
            Habit::Unknown => None,
        }
    }
}

/// Chooses any legal action, each as likely as the others.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: OpenGame> Player<G> for Random {
    fn choose(
        &self,
        game: &G,
        Open(state): &Open<G::State>,
        luck: &mut dyn RandomSource,
    ) -> G::Action {
        let mut actions = Vec::new();
        game.for_each_action(state, |action| actions.push(action));
        // The bias of a remainder of 64 bits is far below what anybody could notice.
        let place = luck.word() % actions.len() as u64;
        actions.swap_remove(place as usize)
    }

    fn habit(&self) -> Habit {
        Habit::Uniform
    }
}

/// Chooses what an evaluator holds for best; of equal actions the first.
#[derive(Clone, Copy, Debug)]
pub struct Best<E>(pub E);

impl<G: OpenGame, E: Evaluator<G>> Player<G> for Best<E> {
    fn choose(&self, game: &G, view: &Open<G::State>, luck: &mut dyn RandomSource) -> G::Action {
        let values = self.0.action_values(&view.0);
        let best = values
            .into_iter()
            .reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.map_or_else(|| Random.choose(game, view, luck), |(action, _)| action)
    }
}

/// Chooses what a generic solution holds for best; of equal actions the first.
pub(crate) struct BestBySolution(pub(crate) Arc<Solution>);

impl<G: OpenGame> Player<G> for BestBySolution {
    fn choose(&self, game: &G, view: &Open<G::State>, luck: &mut dyn RandomSource) -> G::Action {
        let state = &view.0;
        let mut best: Option<(G::Action, f64)> = None;
        if let Turn::Decide(seat) = game.turn(state) {
            game.for_each_action(state, |action| {
                let mut after = state.clone();
                game.act(&mut after, &action);
                if let Some(value) = self.0.value(&after, seat)
                    && best.as_ref().is_none_or(|(_, best)| value > *best)
                {
                    best = Some((action, value));
                }
            });
        }
        best.map_or_else(|| Random.choose(game, view, luck), |(action, _)| action)
    }
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Arc<P> {
    fn choose(&self, game: &G, view: &G::View, luck: &mut dyn RandomSource) -> G::Action {
        (**self).choose(game, view, luck)
    }

    fn habit(&self) -> Habit {
        (**self).habit()
    }
}
