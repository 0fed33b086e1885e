//! House rules of our own that nobody has solved: the race against the solver for any small game, and against games
//! that are played.

use hotdice_bots::{Level, Solvable, tournament};
use hotdice_core::{Game, Seat};
use hotdice_games::push_luck::PushLuck;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::{Aim, Solution};
use hotdice_solve::oracle::{EvaluatorOracle, Oracle};
use hotdice_solve::push_luck::Race;

use crate::memory::Memory;
use crate::playing::{Dice, play};

const OWN: &str =
    "farkle(three_ones=700,kinds=linear,straight=1000,opening=200,target=300,end=on-bank)";

fn game(line: &str) -> PushLuck {
    PushLuck::read(&line.parse().expect("a rules line")).expect("a game")
}

/// Solves a race twice, from its rules alone the second time, and compares all decisions of some games.
#[test]
fn a_shrunken_race_from_the_rules_alone() {
    let game = game(OWN);
    let start = game.start(2);
    let race = Race::solve(&game, 1 << 30, &Unwatched).expect("a small race");
    let solution = Solution::solve(&game, &start, 2, Aim::Win, 2_000_000, &Unwatched);
    let solution = solution.expect("a small game");
    let plain = solution.value(&start, Seat::FIRST);
    let plain = plain.expect("the start comes up");
    assert!((race.first_wins() - plain).abs() < 1e-10, "{plain}");
    let [race, solution]: [Box<dyn Oracle>; 2] = [
        Box::new(EvaluatorOracle::new(game.clone(), race)),
        Box::new(solution),
    ];
    for seed in 0..10 {
        let levels = [Level::Random, Level::Strong];
        let played = play(&game, &levels, &Memory::default(), Dice::new(seed), seed);
        for decision in &played.decisions {
            let position = &*decision.position;
            let values = |oracle: &dyn Oracle| {
                let mut values = oracle.action_values(position);
                values.sort_by(|a, b| a.action.cmp(&b.action));
                values
            };
            let [race, solution] = [values(&*race), values(&*solution)];
            assert_eq!(race.len(), solution.len(), "{}", position.state());
            for (one, other) in std::iter::zip(race, solution) {
                assert_eq!(one.action, other.action);
                let apart = (one.value - other.value).abs();
                assert!(apart < 1e-10, "{}: {}", position.state(), one.action);
            }
        }
    }
}

#[test]
fn a_race_as_it_is_played() {
    let game = game(OWN);
    let memory = Memory::default();
    let exact = Race::get(&memory, &game);
    let exact = exact.expect("a small race").first_wins();
    let levels = [Level::Perfect; 2];
    let tally = tournament(&game, &levels, &memory, 20_000, 11, &Unwatched).expect("games");
    let wins = tally.wins(Seat::FIRST);
    // The interval of 99.9 %, from that of 95 %.
    let margin = wins.margin * 3.2905 / 1.96;
    assert!((wins.mean - exact).abs() < margin, "{exact} {wins:?}");
}
