//! What is not solved is estimated: the truth lies within the margin, and the same question gets the same answer.

use hotdice_bots::{EmptyLibrary, Level, exact_duel, oracle};
use hotdice_core::{Position, Seat, Turn};
use hotdice_games::tridice::TriDice;
use hotdice_solve::Unwatched;
use hotdice_solve::oracle::Certainty;
use hotdice_solve::tridice::{Budget, Search, Wanted};

use crate::ledger::is_long;
use crate::memory::Memory;
use crate::playing::{Dice, game, play};

/// Estimates come from players of a level against themselves, whose exact chance is known by other means.
#[track_caller]
fn check_start(line: &str, level: Level) {
    let game = game(line);
    let estimates = oracle(&*game, 2, &EmptyLibrary).expect("estimates");
    assert_eq!(estimates.certainty(), Certainty::Estimate);
    let start = game.open(2).expect("two can play");
    let exact = exact_duel(&*game, &[level; 2], &Memory::default(), &Unwatched);
    let exact = exact.expect("a chance").expect("steady players");
    let value = estimates.value(&*start, Seat::FIRST).expect("a value");
    let margin = estimates.margin(&*start);
    assert!(0.0 < margin && margin < 0.1, "{line}: {margin}");
    assert!(
        (value - exact).abs() < 2.5 * margin,
        "{line}: {value} ± {margin}, not {exact}"
    );
}

#[test]
fn the_truth_is_within_the_margin() {
    check_start("farkle(target=2000)", Level::Strong);
    check_start("zilch(target=1000)", Level::Strong);
    check_start("pig(target=30)", Level::Strong);
}

/// At tables of two, three and five: values of all seats add up, margins are stated, and nothing changes from one time to the next.
#[test]
fn the_same_position_gets_the_same_answer() {
    for (line, seats) in [
        ("farkle(target=1500)", 3),
        ("zilch(target=1000,busts=3:-500)", 5),
        ("cheese(target=1500,deck=small)", 2),
        ("pig(target=40)", 4),
        ("shut-the-box(tiles=6)", 3),
    ] {
        let game = game(line);
        let estimates = || oracle(&*game, seats, &EmptyLibrary).expect("estimates");
        let (one, other) = (estimates(), estimates());
        let levels = vec![Level::Careful; usize::from(seats)];
        let played = play(&*game, &levels, &Memory::default(), Dice::new(5), 5);
        for decision in played.decisions.iter().step_by(7) {
            let position = &*decision.position;
            assert!(matches!(position.turn(), Turn::Decide(_)));
            let values = one.action_values(position);
            assert_eq!(values, other.action_values(position), "{line}");
            assert_eq!(values.len(), position.actions().len());
            for value in &values {
                let all: f64 = value.everyone.iter().sum();
                assert!((all - 1.0).abs() < 1e-9, "{line}: {value:?}");
                assert!((0.0..0.25).contains(&value.margin), "{line}: {value:?}");
            }
        }
    }
}

/// A search has no error that statistics could state: its margin is what a far longer search makes of the same actions.
#[test]
fn a_search_is_within_its_margin() {
    let game = game("tridice");
    let memory = Memory::default();
    let estimates = oracle(&*game, 2, &memory).expect("estimates");
    let mut deep = Search::new(TriDice::USUAL);
    let (mut held, mut all) = (0, 0);
    for seed in 0..if is_long() { 30 } else { 3 } {
        let played = play(&*game, &[Level::Careful; 2], &memory, Dice::new(seed), seed);
        for decision in played.decisions.iter().step_by(5) {
            let position: &Position<TriDice> =
                decision.position.as_any().downcast_ref().expect("tridice");
            let budget = Budget::of_nodes(600_000);
            let advice = deep.advise(position.state(), Wanted::Best, budget, &Unwatched);
            let best = advice.expect("a decision").best().value;
            let values = estimates.action_values(&*decision.position);
            let error = (values[0].value - best).abs();
            println!("{error:.4}");
            held += usize::from(error <= values[0].margin);
            all += 1;
        }
    }
    assert!(100 * held >= 90 * all, "{held} of {all}");
}
