//! TriDice: endings, whose every value follows from those after it by the rules alone.
//!
//! The history of a game is part of its states, so there are too many of them for the generic solver.

use std::sync::{Arc, Mutex};

use hotdice_core::{Game, Turn};
use hotdice_games::tridice::{Action, Rows, State, TriDice};
use hotdice_solve::Unwatched;
use hotdice_solve::tridice::{Budget, Endings, Extent, RatingCertainty, Search, Wanted};

use super::rules_alone::{close, one_step, walk};

pub(super) fn check(rules: &str, game: &TriDice) -> Vec<Option<f64>> {
    let extent = match (game.rows().count(), game.dice()) {
        (3, 2..) => Extent::TwoAgainstOne,
        _ => Extent::OneAgainstOne,
    };
    let endings = endings(game.rows(), extent);
    let mut search = Search::new(*game).with_endings(Arc::clone(&endings));
    walk(game, 2, 12, |state| {
        check_value(rules, game, &endings, state);
        check_advice(game, &endings, &mut search, state);
    });
    vec![endings.value(game, &game.start(2))]
}

/// Returns endings, which are the same however many dice a game has.
fn endings(rows: Rows, extent: Extent) -> Arc<Endings> {
    static KNOWN: Mutex<Vec<Arc<Endings>>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().expect("no test has failed meanwhile");
    let is_wanted = |one: &&Arc<Endings>| (one.rows(), one.extent()) == (rows, extent);
    if let Some(endings) = known.iter().find(is_wanted) {
        return Arc::clone(endings);
    }
    let solved = Endings::new(rows, extent, &Unwatched).expect("nobody stops it");
    known.push(Arc::new(solved));
    Arc::clone(&known[known.len() - 1])
}

/// Returns the value for the seat in turn of the state before.
fn after(game: &TriDice, endings: &Endings, before: &State, state: &State) -> Option<f64> {
    let value = match game.turn(state) {
        Turn::Over(standing) => {
            let share = 1.0 / f64::from(standing.winners.len());
            let wins = standing.winners.contains(before.seat());
            return Some(if wins { share } else { 0.0 });
        }
        _ => endings.value(game, state)?,
    };
    let is_same = state.seat() == before.seat();
    Some(if is_same { value } else { 1.0 - value })
}

fn check_value(rules: &str, game: &TriDice, endings: &Endings, state: &State) {
    let (Some(found), false) = (
        endings.value(game, state),
        matches!(game.turn(state), Turn::Over(_)),
    ) else {
        return;
    };
    let mut all_known = true;
    let expected = one_step(game, state, state.seat(), |next| {
        let value = after(game, endings, state, next);
        all_known &= value.is_some();
        value.unwrap_or(0.0)
    });
    if let (true, Some(expected)) = (all_known, expected) {
        close(found, expected, 1e-12, || format!("{rules} {state:?}"));
    }
}

/// What the search holds for exact is so, and what it does is legal.
fn check_advice(game: &TriDice, endings: &Endings, search: &mut Search, state: &State) {
    let budget = Budget::of_depth(1);
    let Some(advice) = search.advise(state, Wanted::Every, budget, &Unwatched) else {
        return;
    };
    let mut legal: Vec<Action> = Vec::new();
    game.for_each_action(state, |action| legal.push(action));
    assert_eq!(legal.len(), advice.ratings.len());
    for rating in &advice.ratings {
        assert!(legal.contains(&rating.action), "{:?}", rating.action);
        if rating.certainty == RatingCertainty::Exact {
            let mut next = *state;
            game.act(&mut next, &rating.action);
            assert_eq!(after(game, endings, state, &next), Some(rating.value));
        }
    }
}
