//! The searching player.

use std::collections::HashSet;
use std::sync::Arc;

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::tridice::{Rows, State, TriDice};
use proptest::prelude::*;

use super::endings::random_ending;
use super::{Chance, action, actions, game, plain_search, quiet_game, state, wander};
use crate::Unwatched;
use crate::tridice::{Advice, Budget, Endings, Extent, RatingCertainty, Search, Wanted};
use crate::watch::Impatient;

fn advise(search: &mut Search, state: &State, wanted: Wanted, budget: Budget) -> Advice {
    search.advise(state, wanted, budget, &Unwatched).unwrap()
}

fn duels(rows: Rows) -> Arc<Endings> {
    Arc::new(Endings::new(rows, Extent::OneAgainstOne, &Unwatched).unwrap())
}

/// Compares every value with plain looking ahead, and the best of a pruned search with the best there.
#[track_caller]
fn check_against_plain(game: &TriDice, state: &State, depth: u8) {
    let budget = Budget::of_depth(depth);
    let plain = |action| f64::midpoint(1.0, plain_search::score(game, state, action, depth));
    for mut search in [Search::new(*game), Search::new(*game).without_memory()] {
        let every = advise(&mut search, state, Wanted::Every, budget);
        for rating in every
            .ratings
            .iter()
            .filter(|r| r.certainty != RatingCertainty::Exact)
        {
            let expected = plain(rating.action);
            assert!(
                (rating.value - expected).abs() < 1e-5,
                "{rating:?} {expected}"
            );
        }
        let best = advise(&mut search, state, Wanted::Best, budget);
        let most = every.best().value;
        assert!((best.best().value - most).abs() < 1e-5, "{state:?}");
        assert!(best.ratings.iter().all(|rating| rating.value < most + 1e-5));
    }
}

#[test]
fn the_search_equals_plain_looking_ahead() {
    let mut chance = Chance(3);
    for (rows, dice, events, depth) in [
        (3, 2, 0, 2),
        (3, 2, 9, 2),
        (4, 3, 16, 2),
        (4, 2, 12, 3),
        (3, 2, 14, 3),
    ] {
        let game = game(rows, dice);
        let states = (0..40)
            .filter_map(|_| wander(&game, &chance.words(events)))
            .filter(|state| actions(&game, state).len() > 1);
        for state in states.take(3) {
            check_against_plain(&game, &state, depth);
        }
    }
}

/// Four turns ahead the same position comes in two orders of moves, so that memory matters.
#[test]
fn memory_changes_no_value() {
    let game = game(4, 2);
    let is_full = |state: &State| {
        let mut seats = Seat::all(2);
        let has_choice = actions(&game, state).len() > 1;
        has_choice && seats.all(|seat| state.hand(seat) == 0 && state.dice_left(seat) == 2)
    };
    let states = (1..3_000).filter_map(|seed| wander(&game, &Chance(seed * 97).words(12)));
    let states: Vec<State> = states.filter(is_full).take(20).collect();
    assert_eq!(states.len(), 20);
    for state in states {
        check_against_plain(&game, &state, 4);
    }
}

#[test]
fn the_same_budget_gives_the_same_advice() {
    let game = TriDice::USUAL;
    let mut used = Search::new(game);
    for seed in 1..6 {
        let Some(state) = wander(&game, &Chance(seed).words(12)) else {
            continue;
        };
        let budget = Budget::of_nodes(3_000);
        let fresh = advise(&mut Search::new(game), &state, Wanted::Best, budget);
        assert_eq!(advise(&mut used, &state, Wanted::Best, budget), fresh);
        assert!(fresh.nodes <= 3_000 || fresh.depth == 1);
    }
}

fn any_game() -> impl Strategy<Value = TriDice> {
    (3..=5_u8, 1..=4_u8).prop_map(|(rows, dice)| game(rows, dice))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_legal_action_is_rated_once(
        game in any_game(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
        nodes in 0..500_u64,
    ) {
        let Some(state) = wander(&game, &choices) else { return Ok(()) };
        for wanted in [Wanted::Best, Wanted::Every] {
            let budget = Budget::of_nodes(nodes);
            let advice = advise(&mut Search::new(game), &state, wanted, budget);
            let rated: HashSet<_> = advice.ratings.iter().map(|rating| rating.action).collect();
            prop_assert_eq!(rated.len(), advice.ratings.len());
            prop_assert_eq!(rated, actions(&game, &state).into_iter().collect());
            prop_assert!(advice.ratings.iter().all(|rating| (0.0..=1.0).contains(&rating.value)));
            let is_known = advice.best().certainty == RatingCertainty::Exact;
            prop_assert!(advice.depth >= 1 || is_known);
        }
    }
}

#[track_caller]
fn check_best(game: &TriDice, text: &str, best: &str, value: f64) {
    let advice = advise(
        &mut Search::new(*game),
        &state(game, text),
        Wanted::Best,
        Budget::of_nodes(5_000),
    );
    assert_eq!(advice.best().action, action(game, best));
    assert_eq!(
        (advice.best().value, advice.best().certainty),
        (value, RatingCertainty::Exact)
    );
}

#[test]
fn a_win_in_one_is_found() {
    check_best(
        &game(4, 2),
        "turn=1 hands=1,0 board=11:1=1243,22:2=1243",
        "move 11-22",
        1.0,
    );
    check_best(
        &game(3, 1),
        "turn=2 hands=0,0 board=22:1=1243,11:2=1243",
        "move 11-22",
        1.0,
    );
}

#[test]
fn nothing_is_said_where_nobody_chooses() {
    let game = TriDice::USUAL;
    let mut rolling = game.start(2);
    game.act(&mut rolling, &action(&game, "place 33"));
    let mut search = Search::new(game);
    let said = search.advise(&rolling, Wanted::Best, Budget::of_nodes(10), &Unwatched);
    assert_eq!(said, None);
}

/// Lets both dice walk to and fro until the next turn can end in a draw.
fn nearly_repeated(game: &TriDice) -> State {
    let mut state = state(game, "turn=1 hands=0,0 board=22:1=1432,31:2=1432");
    for _ in 0..40 {
        let draws = |action: &_| {
            let mut after = state;
            game.act(&mut after, action);
            after.draw().is_some()
        };
        let actions = actions(game, &state);
        if actions.iter().any(draws) {
            return state;
        }
        let back = actions.into_iter().max_by_key(|action| {
            let mut after = state;
            game.act(&mut after, action);
            (after.quiet_turns() > 0, after.times())
        });
        game.act(&mut state, &back.unwrap());
    }
    state
}

#[test]
fn a_draw_on_the_board_is_worth_one_half() {
    let game = game(4, 1);
    let state = nearly_repeated(&game);
    assert!(matches!(game.turn(&state), Turn::Decide(_)));
    let advice = advise(
        &mut Search::new(game),
        &state,
        Wanted::Every,
        Budget::of_nodes(2_000),
    );
    let mut drawn = 0;
    for rating in &advice.ratings {
        let mut after = state;
        game.act(&mut after, &rating.action);
        if after.draw().is_some() {
            assert_eq!(
                (rating.value, rating.certainty),
                (0.5, RatingCertainty::Exact)
            );
            drawn += 1;
        }
    }
    assert!(drawn > 0);
}

/// Positions in which some draw is at most a few turns away, so that the search has to count as the rules do.
#[test]
fn draws_ahead_are_seen_as_by_plain_looking_ahead() {
    let game = game(4, 1);
    for taken_back in 1..=2 {
        let state = before_repetition(&game, taken_back);
        check_against_plain(&game, &state, 3);
    }
    check_against_plain(&game, &before_quiet_draw(&game), 3);
}

/// Lets two dice that never meet walk to and fro, and stops so many turns before a draw by repetition.
fn before_repetition(game: &TriDice, taken_back: usize) -> State {
    let turns = ["move 33-22", "move 44-31", "move 22-33", "move 31-44"];
    let mut played = state(game, "turn=1 hands=0,0 board=33:1=2134,44:2=3142");
    for turn in turns.iter().cycle().take(8 - taken_back) {
        let turn = action(game, turn);
        assert_eq!(game.check(&played, &turn), Ok(()));
        game.act(&mut played, &turn);
    }
    played
}

/// Plays quiet turns that repeat nothing too often, until the next but one ends the game.
fn before_quiet_draw(game: &TriDice) -> State {
    (1..2_000)
        .filter_map(|seed| quiet_game(game, seed, 38))
        .find(|state| actions(game, state).len() > 1)
        .expect("some game stays quiet for long")
}

#[test]
fn endings_are_looked_up() {
    let game = game(4, 1);
    let endings = duels(Rows::USUAL);
    let mut search = Search::new(game).with_endings(Arc::clone(&endings));
    for seed in 1..60 {
        let Some(state) = wander(&game, &Chance(seed * 31).words(4)) else {
            continue;
        };
        let advice = advise(&mut search, &state, Wanted::Best, Budget::of_nodes(100));
        assert_eq!((advice.nodes, advice.depth), (0, 0));
        assert_eq!(Some(advice.best().value), endings.value(&game, &state));
        assert_eq!(advice.best().certainty, RatingCertainty::Exact);
    }
}

/// Without the tables the search has to find what they say, where the capture is near.
#[test]
fn the_search_agrees_with_near_endings() {
    let game = game(4, 1);
    let endings = duels(Rows::USUAL);
    let mut agreed = 0;
    for seed in 1..200 {
        let Some(state) = wander(&game, &Chance(seed * 131).words(4)) else {
            continue;
        };
        let Some(turns) = near(endings.of(&state)) else {
            continue;
        };
        let budget = Budget::of_depth(turns);
        let advice = advise(&mut Search::new(game), &state, Wanted::Every, budget);
        let value = endings.value(&game, &state).unwrap();
        assert!(
            (advice.best().value - value).abs() < 0.01,
            "{state:?} {:?}",
            advice.best()
        );
        agreed += 1;
    }
    assert!(agreed > 50);
}

/// In endings of two against one, the search without tables hardly ever gives away what the tables say.
#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn the_search_keeps_the_value_of_endings() {
    let game = game(4, 2);
    let endings = Endings::new(Rows::USUAL, Extent::TwoAgainstOne, &Unwatched).unwrap();
    let mut search = Search::new(game);
    let mut chance = Chance(23);
    let states = std::iter::repeat_with(|| random_ending(&game, &mut chance)).flatten();
    let kept = states.take(1_000).filter(|state| {
        let best = advise(&mut search, state, Wanted::Best, Budget::of_nodes(20_000));
        let mut after = *state;
        game.act(&mut after, &best.best().action);
        let value = endings.value(&game, &after).unwrap();
        1.0 - value == endings.value(&game, state).unwrap()
    });
    let kept = kept.count();
    assert!(kept >= 990, "{kept} of 1000");
}

fn near(ending: Option<crate::tridice::Ending>) -> Option<u8> {
    use crate::tridice::Ending::{Drawn, Lost, Won};
    match ending? {
        Won { turns } | Lost { turns } if turns <= 7 => Some(turns.max(1)),
        Won { .. } | Lost { .. } | Drawn => None,
    }
}

#[test]
fn endings_of_another_board_are_not_used() {
    let game = game(4, 1);
    let mut search = Search::new(game).with_endings(duels(Rows::new(3).unwrap()));
    let advice = advise(
        &mut search,
        &game.start(2),
        Wanted::Best,
        Budget::of_nodes(100),
    );
    assert_eq!(advice.best().certainty, RatingCertainty::Estimate);
}

#[test]
fn a_stopped_search_still_has_something_to_say() {
    let game = TriDice::USUAL;
    let said = Search::new(game).advise(
        &game.start(2),
        Wanted::Best,
        Budget::UNTIL_STOPPED,
        &Impatient,
    );
    let said = said.unwrap();
    assert_eq!((said.depth, said.ratings.len()), (1, 16));
}

#[test]
fn the_search_beats_the_four_rule_player() {
    let game = TriDice::USUAL;
    let wins = (0..6)
        .filter(|&number| wins_against_four_rule(&game, number))
        .count();
    assert!(wins >= 5, "{wins} of 6");
}

fn wins_against_four_rule(game: &TriDice, number: u64) -> bool {
    let mut chance = Chance(number * 7919 + 5);
    let searcher = Seat::new((number % 2) as u8).unwrap();
    let mut search = Search::new(*game);
    let mut state = game.start(2);
    loop {
        match game.turn(&state) {
            Turn::Over(standing) => {
                return standing.winners.len() == 1 && standing.winners.contains(searcher);
            }
            Turn::Roll => {
                let rolls = super::rolls(game, &state);
                game.settle(&mut state, &rolls[usize::from(chance.word()) % 12]);
            }
            Turn::Decide(seat) => {
                let chosen = match seat == searcher {
                    true => {
                        advise(&mut search, &state, Wanted::Best, Budget::of_nodes(3_000))
                            .best()
                            .action
                    }
                    false => crate::tridice::four_rule(game, &state, chance.word().into()).unwrap(),
                };
                game.act(&mut state, &chosen);
            }
        }
    }
}
