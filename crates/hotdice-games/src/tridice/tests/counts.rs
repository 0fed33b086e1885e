//! Numbers of event sequences, and the fast rules against the slow ones.

use std::collections::BTreeSet;

use hotdice_core::{Position, Standing, Turn};

use super::slow::{SlowGame, Stands};
use super::{Chance, choose, events, every_game, play};
use crate::find;

#[track_caller]
fn check(rules: &str, expected: &[u64]) {
    let game = find(rules).unwrap();
    let counted = (1..).map(|depth| game.perft(2, depth).unwrap());
    assert_eq!(
        counted.take(expected.len()).collect::<Vec<_>>(),
        expected,
        "{rules}"
    );
}

#[test]
fn known_counts() {
    check("tridice", &[16, 192, 2_880, 34_560, 595_080, 7_690_518]);
    check(
        "tridice(rows=3,dice=2)",
        &[9, 108, 864, 10_368, 92_880, 1_048_572],
    );
    check("tridice(rows=5,dice=1)", &[25, 300, 7_200, 86_400]);
}

/// Checks the counts of every depth against the slow rules.
#[track_caller]
fn check_slowly(rows: u8, dice: u8, depth: u32) {
    let game = find(&format!("tridice(rows={rows},dice={dice})")).unwrap();
    let slow = SlowGame::new(rows, dice);
    for depth in 1..=depth {
        let counted = game.perft(2, depth).unwrap();
        assert_eq!(counted, slow.perft(depth) as u64, "{depth} events");
    }
}

#[test]
fn counts_agree_with_the_slow_rules() {
    check_slowly(3, 1, 7);
    check_slowly(3, 2, 6);
    check_slowly(4, 1, 5);
    check_slowly(4, 4, 5);
}

fn stands(turn: Turn) -> Stands {
    match turn {
        Turn::Roll | Turn::Decide(_) => Stands::Open,
        Turn::Over(standing) if standing == Standing::shared_by_all(2) => Stands::Drawn,
        Turn::Over(standing) => Stands::Won(standing.winners.iter().next().unwrap().index()),
    }
}

/// Plays whole games by both rules at once, and returns how they ended.
fn play_both(seed: u64, peaceful: bool) -> Vec<Stands> {
    every_game()
        .map(|game| {
            let mut chance = Chance(seed);
            let mut slow = SlowGame::new(game.rows().count(), game.dice());
            let mut fast = Position::new(game, 2).unwrap();
            loop {
                let open: BTreeSet<String> = events(&fast).into_iter().collect();
                assert_eq!(open, slow.events());
                assert_eq!(stands(fast.turn()), slow.stands());
                let event = choose(&fast, &mut chance, peaceful);
                let Some(event) = event else {
                    break slow.stands();
                };
                play(&mut fast, &[&event]);
                slow.play(&event);
            }
        })
        .collect()
}

#[test]
fn whole_games_agree_with_the_slow_rules() {
    let ends: Vec<Stands> = (1..=12)
        .flat_map(|seed| play_both(seed * 0x9e37_79b9, seed % 2 == 0))
        .collect();
    for end in [Stands::Won(0), Stands::Won(1), Stands::Drawn] {
        assert!(ends.contains(&end), "some game ends as {end:?}");
    }
}
