//! The quick duel against the plain one, and perfect play against itself.

mod plain;

use std::sync::Arc;

use hotdice_games::push_luck::PushLuck;

use super::*;
use crate::Unwatched;
use crate::push_luck::offer::{Offer, RollChoice, Then};
use crate::push_luck::policy::TurnPlan;
use crate::push_luck::{Race, Racer};
use plain::plain_duel;

fn game(line: &str) -> PushLuck {
    PushLuck::read(&line.parse().unwrap()).unwrap()
}

/// Keeps every die that scores, and banks from some total on.
#[derive(Clone, Copy)]
struct Threshold(u32);

impl TurnPolicy for Threshold {
    fn begin(&self, _: Scores) -> Box<dyn TurnPlan + '_> {
        Box::new(*self)
    }

    fn looks_at_scores(&self) -> bool {
        false
    }
}

impl TurnPlan for Threshold {
    fn choices(&self, total: u32, offer: &Offer, visit: &mut dyn FnMut(RollChoice, f64)) {
        let keep = offer.whole();
        let then = if total + offer.points() >= self.0 {
            Then::Bank
        } else {
            Then::Roll
        };
        visit(RollChoice { keep, then }, 1.0);
    }
}

/// Takes any keep and tosses a coin, but goes for it when it is far behind.
struct Moody;

struct Mood(Scores);

impl TurnPolicy for Moody {
    fn begin(&self, scores: Scores) -> Box<dyn TurnPlan + '_> {
        Box::new(Mood(scores))
    }
}

impl TurnPlan for Mood {
    fn choices(&self, total: u32, offer: &Offer, visit: &mut dyn FnMut(RollChoice, f64)) {
        let is_bold = if self.0.is_last {
            self.0.mine + total < self.0.yours
        } else {
            self.0.mine < 150
        };
        let bold = if is_bold { 0.6 } else { 0.25 };
        let part = 1.0 / offer.keeps().len() as f64;
        for &keep in offer.keeps() {
            for (then, chance) in [(Then::Roll, bold), (Then::Bank, 1.0 - bold)] {
                visit(RollChoice { keep, then }, part * chance);
            }
        }
    }
}

/// The quick way is the slow way, and perfect play against itself is the race itself.
#[track_caller]
fn check(line: &str) {
    let game = game(line);
    let race = Arc::new(Race::solve(&game, 1 << 30, &Unwatched).unwrap());
    let racer = Racer::new(race.clone()).unwrap();
    let quick: [Duelist<'_>; 3] = [
        Duelist::Perfect(&race),
        Duelist::Steady(&Threshold(300)),
        Duelist::Steady(&Moody),
    ];
    let slow: [&dyn TurnPolicy; 3] = [&racer, &Threshold(300), &Moody];
    for (first, second) in [(0, 0), (0, 1), (0, 2), (2, 0), (1, 2)] {
        let found = duel(&game, [quick[first], quick[second]], &Unwatched).unwrap();
        let plain = plain_duel(&game, [slow[first], slow[second]]);
        let apart = (found - plain).abs();
        assert!(
            apart < 1e-12,
            "{line}, {first} v {second}: {found}, not {plain}"
        );
        let best = race.first_wins();
        match (first, second) {
            (0, 0) => assert!((found - best).abs() < 1e-12, "{line}: {found}, not {best}"),
            (0, _) => assert!(found > best, "{line}: {found} is not better than {best}"),
            (_, 0) => assert!(found < best, "{line}: {found} is not worse than {best}"),
            _ => {}
        }
    }
}

#[test]
fn the_quick_way_is_the_slow_way() {
    check("farkle(target=300)");
    check("farkle(target=250,end=on-bank,opening=200)");
    check("cheese(target=300,bank_min=150)");
}

#[test]
fn so_it_is_with_hot_dice_of_every_kind() {
    check("cheese(target=300,end=on-roll)");
    check("farkle-minimal(target=200,hot=forced)");
}

#[test]
fn so_it_is_in_a_final_round() {
    check("cheese(target=150,end=final-round)");
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn so_it_is_in_longer_games() {
    check("farkle(target=600)");
    check("farkle(target=150,end=final-round,opening=150,bank_takes=kept,first=random)");
}

/// Perfect play against itself is the race itself, also where the slow way would take hours.
#[track_caller]
fn check_perfect(line: &str) {
    let game = game(line);
    let race = Race::solve(&game, 1 << 30, &Unwatched).unwrap();
    let perfect = Duelist::Perfect(&race);
    let found = duel(&game, [perfect, perfect], &Unwatched).unwrap();
    let best = race.first_wins();
    assert!((found - best).abs() < 1e-12, "{line}: {found}, not {best}");
    let steady = Duelist::Steady(&Threshold(300));
    assert!(duel(&game, [perfect, steady], &Unwatched).unwrap() > best);
    assert!(duel(&game, [steady, perfect], &Unwatched).unwrap() < best);
}

#[test]
fn perfect_play_is_perfect_in_any_final_round() {
    check_perfect("cheese(target=300,end=final-round,hot=forced)");
    check_perfect("cheese(target=300,end=final-round,hot=optional,no_score=100)");
    check_perfect("zilch(target=500)");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let steady = Duelist::Steady(&Threshold(300));
    let refused = |line: &str, first| duel(&game(line), [first, steady], &Unwatched).unwrap_err();
    assert_eq!(refused("zilch-playr", steady), DuelRefused::Rules);
    assert_eq!(refused("cheese(deck=small)", steady), DuelRefused::Rules);
    let large = refused("farkle(target=1000000)", steady);
    assert!(matches!(large, DuelRefused::TooLarge { .. }), "{large}");
    let race = Race::solve(&game("farkle(target=300)"), 1 << 30, &Unwatched).unwrap();
    let other = refused("farkle(target=350)", Duelist::Perfect(&race));
    assert_eq!(other, DuelRefused::OtherRules);
}
