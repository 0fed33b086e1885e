//! Players of TriDice.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hotdice_core::{Game, Open};
use hotdice_games::tridice::{Action, State, TriDice};
use hotdice_solve::Watch;
use hotdice_solve::tridice::{Budget, Endings, Search, Wanted, four_rule};

use crate::player::{Luck, Player, Random};

/// Captures the highest number within reach, and otherwise does anything.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

/// Captures, flees, places safely, and otherwise seeks a 4: the four rules of the first program, mended.
#[derive(Clone, Copy, Debug)]
pub struct FourRules;

/// Looks ahead for as long as it has time.
#[derive(Debug)]
pub struct Searching {
    search: Mutex<Search>,
    time: Duration,
}

impl Player<TriDice> for Greedy {
    fn choose(&self, game: &TriDice, view: &Open<State>, luck: &mut dyn Luck) -> Action {
        let board = view.0.board();
        let mut best = None;
        game.for_each_action(&view.0, |action| {
            if let Action::Move { to, .. } = action {
                let captured = board.number(to);
                if captured > best.map_or(None, |(number, _)| number) {
                    best = Some((captured, action));
                }
            }
        });
        best.map_or_else(|| Random.choose(game, view, luck), |(_, action)| action)
    }
}

impl Player<TriDice> for FourRules {
    fn choose(&self, game: &TriDice, view: &Open<State>, luck: &mut dyn Luck) -> Action {
        let action = four_rule(game, &view.0, luck.word());
        action.unwrap_or_else(|| Random.choose(game, view, luck))
    }
}

impl Searching {
    /// Returns a player that looks ahead for so long at every choice.
    #[must_use]
    pub fn new(game: &TriDice, endings: Arc<Endings>, time: Duration) -> Self {
        let search = Search::new(*game).with_endings(endings);
        Self {
            search: Mutex::new(search),
            time,
        }
    }
}

impl Player<TriDice> for Searching {
    fn choose(&self, game: &TriDice, view: &Open<State>, luck: &mut dyn Luck) -> Action {
        let mut search = self.search.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let deadline = Deadline(Instant::now() + self.time);
        let advice = search.advise(&view.0, Wanted::Best, Budget::UNTIL_STOPPED, &deadline);
        match advice {
            Some(advice) => advice.best().action,
            None => Random.choose(game, view, luck),
        }
    }
}

/// Stops a search when its time is up.
struct Deadline(Instant);

impl Watch for Deadline {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        Instant::now() >= self.0
    }
}
