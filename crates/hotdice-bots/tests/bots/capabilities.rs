//! A game is whole as soon as it can be played: bots, hints, accounts, tournaments, duels and figures need nothing else.

use hotdice_bots::{
    Level, Limited, Limits, Scope, Uncached, Unsolvable, can_play, exact_duel, figures, oracle,
    seat, tournament,
};
use hotdice_core::{AnyGame, AnyPosition, Face, Game, Seat, Turn};
use hotdice_games::pig::Pig;
use hotdice_solve::Unwatched;
use hotdice_solve::ledger::Ledger;
use hotdice_solve::oracle::Certainty;

use crate::memory::Memory;
use crate::playing::{Dice, game, play};
use crate::toy::{Hog, Tiles};

const TILES: Tiles = Tiles { highest: 5 };

fn hog(target: u32) -> Hog {
    Hog(Pig {
        target,
        ..Pig::USUAL
    })
}

/// Asks everything of a small game that can be asked of any.
#[track_caller]
fn check(game: &dyn AnyGame, seats: u8) {
    let memory = Memory::default();
    let rules = game.rules_line();
    let known = oracle(game, seats, &memory).expect("hints");
    assert_eq!(known.certainty(), Certainty::Exact);
    for level in Level::ALL {
        can_play(game, level, seats).expect("a bot of every level");
        let levels = vec![level; usize::from(seats)];
        for seed in 0..3 {
            let played = play(game, &levels, &memory, Dice::new(seed), seed);
            let ledger = Ledger::new(&*known, &*played.start, seats, &played.events);
            let ledger = ledger.expect("accounts");
            for account in &ledger.accounts {
                assert!(
                    account.imbalance().abs() < 1e-9,
                    "{rules} {level}: {account:?}"
                );
                assert!(account.skill < 1e-9, "{rules} {level}: {account:?}");
                if level == Level::Perfect {
                    assert!(account.skill > -1e-9, "{rules}: {account:?}");
                }
            }
            for decision in &played.decisions {
                let values = known.action_values(&*decision.position);
                assert_eq!(values.len(), decision.position.actions().len());
                assert!(values.is_sorted_by(|one, other| one.value >= other.value));
            }
        }
    }
    assert!(
        !figures(game, Scope::Game, &memory)
            .expect("figures")
            .is_empty()
    );
}

/// The exact chance of bots is what their games come to.
#[track_caller]
fn check_duel(game: &dyn AnyGame, levels: &[Level]) {
    let memory = Memory::default();
    let exact = exact_duel(game, levels, &memory, &Unwatched).expect("a chance");
    let exact = exact.expect("bots whose choices are known");
    let tally = tournament(game, levels, &memory, 2000, 5, &Unwatched).expect("games");
    let wins = tally.wins(Seat::FIRST);
    let all: f64 = Seat::all(2).map(|seat| tally.wins(seat).mean).sum();
    assert!((all - 1.0).abs() < 1e-9);
    assert!(
        (wins.mean - exact).abs() < 2.0 * wins.margin,
        "{exact} {wins:?}"
    );
}

#[test]
fn a_game_that_nobody_knows() {
    for seats in 1..=3 {
        check(&TILES, seats);
    }
    check_duel(&TILES, &[Level::Random, Level::Greedy]);
    check_duel(&TILES, &[Level::Perfect, Level::Careful]);
}

#[test]
fn pig_under_another_name() {
    check(&hog(15), 2);
    check_duel(&hog(15), &[Level::Greedy, Level::Perfect]);
    let memory = Memory::default();
    let figures = figures(&hog(25), Scope::Game, &memory).expect("figures");
    assert_eq!(figures[0].name, "first_wins");
    assert!((figures[0].value - 0.588109237294).abs() < 1e-12);
}

/// Better players win more often, also where they only look ahead.
#[test]
fn levels_are_levels() {
    let memory = Memory::default();
    let game = hog(40);
    let wins = |levels| {
        let tally = tournament(&game, levels, &memory, 300, 1, &Unwatched).expect("games");
        tally.wins(Seat::FIRST).mean
    };
    assert!(wins(&[Level::Careful, Level::Random]) > 0.6);
    assert!(wins(&[Level::Strong, Level::Greedy]) > 0.6);
}

/// What a walk through all rolls and choices finds for one player alone.
fn walk(state: &<Tiles as Game>::State, payoff: fn(i32) -> f64) -> f64 {
    let after = |act: &dyn Fn(&mut <Tiles as Game>::State)| {
        let mut next = state.clone();
        act(&mut next);
        walk(&next, payoff)
    };
    match TILES.turn(state) {
        Turn::Over(_) => payoff(TILES.points(state, Seat::FIRST)),
        Turn::Roll => {
            let rolls = Face::ALL.iter();
            rolls
                .map(|face| after(&|next| TILES.settle(next, face)))
                .sum::<f64>()
                / 6.0
        }
        Turn::Decide(_) => {
            let mut best = f64::NEG_INFINITY;
            TILES.for_each_action(state, |action| {
                best = best.max(after(&|next| TILES.act(next, &action)));
            });
            best
        }
    }
}

#[test]
fn a_game_states_its_own_figures() {
    let memory = Memory::default();
    let figures = figures(&TILES, Scope::Game, &memory).expect("figures");
    let names: Vec<&str> = figures.iter().map(|figure| figure.name).collect();
    assert_eq!(names, ["shut", "expected_rest", "first_wins"]);
    let start = TILES.start(1);
    let shut = walk(&start, |rest| f64::from(u8::from(rest == 0)));
    let rest = -walk(&start, |rest| f64::from(-rest));
    assert!(
        (figures[0].value - shut).abs() < 1e-12,
        "{shut} {figures:?}"
    );
    assert!(
        (figures[1].value - rest).abs() < 1e-12,
        "{rest} {figures:?}"
    );
    assert!((0.0..1.0).contains(&figures[2].value));
}

/// A state that no game from the start comes to is solved from itself.
#[test]
fn a_state_that_somebody_typed() {
    let game = hog(20);
    let typed = game_position(&game, "scores=1,1 turn=1 total=3 next=choose");
    let known = oracle(&game, 2, &Memory::default()).expect("hints");
    assert_eq!(known.action_values(&*typed).len(), 2);
    let values = Seat::all(2).filter_map(|seat| known.value(&*typed, seat));
    assert!((values.sum::<f64>() - 1.0).abs() < 1e-12);
}

fn game_position(game: &dyn AnyGame, state: &str) -> Box<dyn AnyPosition> {
    game.read_state(state).expect("a state")
}

/// A game that does not fit in memory has bots, hints that say they are estimates, and a reason why nobody is perfect.
#[test]
fn a_game_too_large_to_be_solved() {
    let game = hog(300);
    let memory = 8 << 20;
    let limits = Limits {
        memory,
        ..Limits::NONE
    };
    let library = Limited::new(&Uncached, limits);
    let refused = seat(&game, Level::Perfect, 2, &library, [0; 32]).err();
    let refused = refused.expect("too large");
    assert!(matches!(refused, Unsolvable::TooLarge(_)), "{refused}");
    assert!(refused.to_string().contains("use bot:strong"), "{refused}");
    let known = oracle(&game, 2, &library).expect("estimates");
    assert_eq!(known.certainty(), Certainty::Estimate);
    let position = game_position(&game, "scores=0,0 turn=1 total=6 next=choose");
    assert_eq!(known.action_values(&*position).len(), 2);
    let mut strong = seat(&game, Level::Strong, 2, &library, [0; 32]).expect("a bot");
    assert!(strong.choose(&*position).is_some());
}

/// Every preset has bots of the simple levels at once, and says whether there is a perfect one without solving anything.
#[test]
fn every_game_of_the_registry() {
    let limits = Limits {
        is_probe: true,
        ..Limits::NONE
    };
    let probe = Limited::new(&Uncached, limits);
    for (_, preset) in hotdice_games::presets() {
        let game = game(preset.name);
        let seats = game.seats().least().max(2).min(game.seats().most());
        for level in [Level::Random, Level::Greedy, Level::Careful] {
            let mut bot = seat(&*game, level, seats, &probe, [7; 32]).expect(preset.name);
            let mut position = game.open(seats).expect("seats");
            let mut dice = Dice::new(3);
            while let Turn::Roll = position.turn() {
                let roll = dice.roll(&*position);
                position.settle(&roll).expect("a roll");
            }
            let chosen = bot.choose(&*position).expect(preset.name);
            position.act(&chosen).expect(preset.name);
        }
        can_play(&*game, Level::Strong, seats).expect(preset.name);
        match can_play(&*game, Level::Perfect, seats) {
            Ok(()) => {}
            Err(Unsolvable::Refused(why) | Unsolvable::TooLarge(why)) => {
                assert!(why.contains("take") || why.contains("use"), "{why}");
            }
            Err(why) => panic!("{}: {why}", preset.name),
        }
        match oracle(&*game, seats, &probe).map(drop) {
            Ok(()) | Err(Unsolvable::Stopped(_) | Unsolvable::Refused(_)) => {}
            Err(why) => panic!("{}: {why}", preset.name),
        }
    }
}
