//! Who does not play where, and what the message says.

use hotdice_bots::{Level, Scope, Unsolvable, figures, oracle, seat};

use hotdice_solve::oracle::Certainty;

use crate::memory::Memory;
use crate::playing::game;

#[track_caller]
fn check_perfect(line: &str, seats: u8, message: &str) {
    let refused = seat(
        &*game(line),
        Level::Perfect,
        seats,
        &Memory::default(),
        [0; 32],
    );
    let error: Unsolvable = refused.err().expect("nobody is perfect here");
    assert_eq!(error.to_string(), message);
}

#[test]
fn perfect_only_where_it_is_true() {
    check_perfect(
        "farkle",
        4,
        "farkle is solved for 2 or 3 players, not for 4 players; use bot:strong",
    );
    check_perfect(
        "cheese",
        1,
        "cheese is solved for 2 or 3 players, not for 1 player; use bot:strong",
    );
    check_perfect(
        "tridice",
        2,
        "tridice is not solved: only its endings are; use bot:strong, which knows them and looks ahead",
    );
}

#[test]
fn tables_that_would_not_fit_say_their_size() {
    check_perfect(
        "farkle(target=1000000,ones=1)",
        2,
        "the table would take 14.6 TiB, and 1 GiB may be used: use a smaller target",
    );
    check_perfect(
        "cheese(deck=full)",
        2,
        "a race with cards is not solved: every deck that can be left makes it a race of its own, \
         and the table would take 1 TiB; use deck=none",
    );
}

#[test]
fn figures_are_refused_where_values_are_estimated() {
    let memory = Memory::default();
    let four = oracle(&*game("zilch"), 4, &memory).expect("estimates");
    assert_eq!(four.certainty(), Certainty::Estimate);
    let alone = oracle(&*game("zilch"), 1, &memory).err();
    assert!(matches!(alone, Some(Unsolvable::Refused(_))), "{alone:?}");
    let tridice = figures(&*game("tridice"), Scope::Game, &memory).expect_err("not solved");
    assert!(matches!(tridice, Unsolvable::Refused(_)), "{tridice}");
}

#[test]
fn unknown_levels_have_a_nearest() {
    for (text, nearest) in [
        ("carefull", "careful"),
        ("prefect", "perfect"),
        ("Random", "random"),
    ] {
        let error = text.parse::<Level>().expect_err("no level").to_string();
        assert_eq!(
            error,
            format!(
                "there is no bot {text:?}: did you mean {nearest:?}? \
                 There are random, greedy, careful, strong and perfect"
            )
        );
    }
    let far = "nosuch".parse::<Level>().expect_err("no level").to_string();
    let all = "there are random, greedy, careful, strong and perfect";
    assert_eq!(far, format!("there is no bot \"nosuch\": {all}"));
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
}
