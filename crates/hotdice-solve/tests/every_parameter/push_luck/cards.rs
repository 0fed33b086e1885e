//! Turns under cards, for points.

use hotdice_core::{Dice, Game, Seat};
use hotdice_games::push_luck::{Action, BankTakes, Card, Phase, PushLuck, Roll, State};
use hotdice_solve::push_luck::BestTurn;

use super::{far_from_the_end, far_gone, gained};
use crate::rules_alone::{UpTo, close};

/// Holds what a turn is worth under each card against that turn by the rules alone.
pub(super) fn check(rules: &str, game: &PushLuck) {
    let all = BestTurn::of(game);
    let in_play = |card: &Card| game.rules().deck.count(*card) > 0;
    let cards: Vec<Card> = all.cards().iter().map(|(card, _)| *card).collect();
    let expected: Vec<Card> = Card::ALL.into_iter().filter(in_play).collect();
    assert_eq!(cards, expected, "{rules}");
    // Banking a pass of which a part pays more takes that part, and passes no more. The solver banks the pass.
    let loses_passes = game.rules().bank_takes == BankTakes::Roll && parts_pay_more(game);
    let within = if loses_passes { 1e-2 } else { 1e-7 };
    for (card, found) in all.cards() {
        let value = by_the_rules(game, &all, *card);
        close(*found, value, within, || format!("{card:?}: {rules}"));
    }
}

/// Tells whether there is a roll that may be kept whole, and pays more where some of it is left.
fn parts_pay_more(game: &PushLuck) -> bool {
    let scorer = game.scorer();
    let pays_less = |roll| {
        scorer
            .keep(roll)
            .is_some_and(|all| all < scorer.worth(roll).points)
    };
    (1..=6).any(|dice| Dice::all(dice).any(pays_less))
}

fn by_the_rules(game: &PushLuck, found: &BestTurn, card: Card) -> f64 {
    let mut start = far_from_the_end(game, 0);
    assert_eq!(start.phase(), Phase::Draw);
    game.settle(&mut start, &Roll::Card(card));
    if start.phase() == Phase::Answer {
        game.act(&mut start, &Action::Accept);
    }
    let mut turn = UpTo::new(game, Seat::FIRST, |state: &State| {
        gained(state).or_else(|| far_gone(game, found, state))
    });
    turn.value(&start)
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn turns_that_go_on_after_a_pass() {
    for line in [
        "farkle-minimal(fives=0,target=1000000,deck=full)",
        "farkle(fives=0,kinds=100/200/300,target=1000000,deck=small)",
        "farkle(fives=0,target=1000000,deck=full,hot=forced)",
    ] {
        let game = PushLuck::read(&line.parse().expect("a rules line"));
        check(line, &game.expect("rules that go together"));
    }
}
