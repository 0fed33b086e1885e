//! A player that is a program: it sees a view and chooses an action.

use std::sync::Arc;

use hotdice_core::{Game, Open, Turn};
use hotdice_solve::generic::Solution;
use hotdice_solve::oracle::Evaluator;

/// A game in which everybody sees everything but the dice to come.
pub trait OpenGame: Game<View = Open<<Self as Game>::State>> {}

impl<G: Game<View = Open<<G as Game>::State>>> OpenGame for G {}

/// A player of a game.
///
/// All it gets is what its seat may see; it has no way to the table, the dice to come or the state behind the view.
pub trait Player<G: Game>: Send + Sync {
    /// Chooses a legal action for a seat that has to decide.
    fn choose(&self, game: &G, view: &G::View, luck: &mut dyn Luck) -> G::Action;
}

/// Random words, for players that toss a coin.
pub trait Luck {
    /// Returns 64 random bits.
    fn word(&mut self) -> u64;
}

impl<F: FnMut() -> u64> Luck for F {
    fn word(&mut self) -> u64 {
        self()
    }
}

/// Chooses any legal action, each as likely as the others.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: OpenGame> Player<G> for Random {
    fn choose(&self, game: &G, Open(state): &Open<G::State>, luck: &mut dyn Luck) -> G::Action {
        let mut actions = Vec::new();
        game.for_each_action(state, |action| actions.push(action));
        // The bias of a remainder of 64 bits is far below what anybody could notice.
        let place = luck.word() % actions.len() as u64;
        actions.swap_remove(place as usize)
    }
}

/// Chooses what an evaluator holds for best; of equal actions the first.
#[derive(Clone, Copy, Debug)]
pub struct Best<E>(pub E);

impl<G: OpenGame, E: Evaluator<G>> Player<G> for Best<E> {
    fn choose(&self, game: &G, Open(state): &Open<G::State>, luck: &mut dyn Luck) -> G::Action {
        let values = self.0.action_values(state);
        let best = values
            .into_iter()
            .reduce(|best, other| if other.1 > best.1 { other } else { best });
        match best {
            Some((action, _)) => action,
            None => Random.choose(game, &Open(state.clone()), luck),
        }
    }
}

/// Chooses what a generic solution holds for best; of equal actions the first.
pub(crate) struct Solved(pub(crate) Arc<Solution>);

impl<G: OpenGame> Player<G> for Solved {
    fn choose(&self, game: &G, Open(state): &Open<G::State>, luck: &mut dyn Luck) -> G::Action {
        let Turn::Decide(seat) = game.turn(state) else {
            return Random.choose(game, &Open(state.clone()), luck);
        };
        let mut best: Option<(G::Action, f64)> = None;
        game.for_each_action(state, |action| {
            let mut after = state.clone();
            game.act(&mut after, &action);
            if let Some(value) = self.0.value(&after, seat)
                && best.as_ref().is_none_or(|(_, best)| value > *best)
            {
                best = Some((action, value));
            }
        });
        match best {
            Some((action, _)) => action,
            None => Random.choose(game, &Open(state.clone()), luck),
        }
    }
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Arc<P> {
    fn choose(&self, game: &G, view: &G::View, luck: &mut dyn Luck) -> G::Action {
        (**self).choose(game, view, luck)
    }
}
