//! The quick perfect player chooses what the race holds for best.

use std::sync::Arc;

use hotdice_core::{Game, Turn};
use hotdice_games::push_luck::PushLuck;
use hotdice_solve::Unwatched;
use hotdice_solve::push_luck::{Race, Racer};

/// Plays games at random, and compares at every choice.
#[track_caller]
fn check(rules: &str) {
    let game = PushLuck::read(&rules.parse().expect("a rules line")).expect("a game");
    let race = Race::solve(&game, 1 << 30, &Unwatched).expect("a race");
    let race = Arc::new(race);
    let racer = Racer::new(race.clone()).expect("a plain race");
    let mut word = 1_u64;
    let mut random = |below: usize| {
        word = word
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99);
        (word >> 33) as usize % below
    };
    for _ in 0..60 {
        let mut state = game.start(2);
        loop {
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Roll => {
                    let throw = game.throw(&state);
                    let lying: Vec<u16> = (0..throw.dice).map(|_| random(6) as u16).collect();
                    let roll = game.read_throw(&state, &lying);
                    game.settle(&mut state, &roll);
                }
                Turn::Decide(_) => {
                    let values = race.action_values(&state).expect("a state of the race");
                    let best = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
                    let chosen = racer.choose(&state).expect("a choice");
                    let value = values.iter().find(|(action, _)| *action == chosen);
                    let (_, value) = value.expect("a legal choice");
                    assert!(
                        (best - value).abs() < 1e-12,
                        "{rules}: {state:?} {chosen:?} {values:?}"
                    );
                    let any = values[random(values.len())].0;
                    game.act(&mut state, &any);
                }
            }
        }
    }
}

/// Turns of thousands of points go beyond what is remembered of every turn, and of any.
#[test]
fn the_quick_player_is_perfect_at_large_totals() {
    check("zilch-playr(target=5000,busts=none,end=on-bank)");
}

#[test]
fn the_quick_player_is_perfect() {
    check("farkle(target=1500)");
    check("farkle-minimal(target=1500)");
    check("cheese(target=2000)");
    check("farkle(target=1500,hot=forced,opening=300)");
    check("zilch(target=2500,end=on-bank,bank_min=300,no_score=500)");
    check("cheese(target=1500,bank_takes=roll)");
    check("zilch(target=2500)");
}
