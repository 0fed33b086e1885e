use hotdice_bots::{Player, Random, Tally, pig, push_luck, simulate, yatzy};
use hotdice_core::{Game, Seat};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;

fn tally<G: Game>(game: &G, players: &[&dyn Player<G>], games: u64) -> Tally {
    simulate(game, players, games, 7, &Unwatched).expect("nobody stops it")
}

#[track_caller]
fn check_first_is_better<G: Game>(game: &G, players: &[&dyn Player<G>]) {
    let wins = tally(game, players, 2000).wins(Seat::FIRST);
    assert!(wins.mean - wins.margin > 0.55, "{wins:?}");
}

fn farkle() -> PushLuck {
    PushLuck::read(&"farkle".parse().expect("a rules line")).expect("a game")
}

fn kata() -> Yatzy {
    Yatzy::read(&"kata".parse().expect("a rules line")).expect("a game")
}

#[test]
fn a_plan_beats_chance() {
    check_first_is_better(&farkle(), &[&push_luck::Greedy, &Random]);
    check_first_is_better(&farkle(), &[&push_luck::Careful, &push_luck::Greedy]);
    check_first_is_better(&Pig::USUAL, &[&pig::HoldAt(20), &pig::HoldAt(1)]);
    check_first_is_better(&kata(), &[&yatzy::Greedy, &Random]);
}

#[test]
fn a_look_ahead_is_worth_many_points() {
    let careful = yatzy::Careful::new(&kata());
    let points = tally(&kata(), &[&careful], 200).points(Seat::FIRST);
    assert!(points.mean > 190.0, "{points:?}");
}

#[test]
fn a_seed_gives_the_same_games_again() {
    let players: [&dyn Player<PushLuck>; 2] = [&push_luck::Careful, &Random];
    assert_eq!(
        tally(&farkle(), &players, 1234),
        tally(&farkle(), &players, 1234)
    );
    let other = simulate(&farkle(), &players, 1234, 8, &Unwatched).expect("nobody stops it");
    assert_ne!(tally(&farkle(), &players, 1234), other);
}

#[test]
fn every_game_is_counted_once() {
    let tally = tally(&farkle(), &[&push_luck::Greedy, &push_luck::Greedy], 777);
    let wins: f64 = tally.seats.iter().map(|seat| seat.wins).sum();
    assert_eq!((tally.games, wins), (777, 777.0));
}
