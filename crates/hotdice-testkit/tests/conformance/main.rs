//! The conformance kit passes a sound game with hidden dice, and finds everything that can be broken in it.

mod meddler;
mod toy;

use hotdice_core::{AnyGame, StartRefused};
use hotdice_testkit::{Conformance, Failure, Flaw, conform};

use meddler::{Meddler, Mischief};
use toy::{Fault, Toy, find};

#[test]
fn a_sound_game_passes() {
    conform(&Toy::with(Fault::Nothing), find);
}

/// Whoever could write down a state with hidden dice would see them.
#[test]
fn nobody_begins_from_a_state_that_hides_something() {
    let toy = Toy::with(Fault::Nothing);
    let mut position = AnyGame::open(&toy, 2).expect("two can play");
    let opening = position.state();
    assert!(toy.begin(2, Some(&opening)).is_ok());
    position.play("3").expect("a roll");
    let refused = toy.begin(2, Some(&position.state())).err();
    assert_eq!(refused, Some(StartRefused::Hidden));
}

/// Runs enough games of the toy to come to every state.
fn run(game: &dyn AnyGame) -> Result<(), Failure> {
    Conformance::new(game, find)
        .games(50)
        .most_events(100)
        .check()
}

#[track_caller]
fn check(game: &dyn AnyGame, flaw: fn(&Flaw) -> bool) {
    let failure = run(game).expect_err("a flaw was to be found");
    assert!(flaw(&failure.flaw), "{failure}");
}

#[track_caller]
fn check_fault(fault: Fault, flaw: fn(&Flaw) -> bool) {
    check(&Toy::with(fault), flaw);
}

#[track_caller]
fn check_mischief(mischief: Mischief, flaw: fn(&Flaw) -> bool) {
    check(&Meddler::new(mischief), flaw);
}

#[test]
fn finds_what_a_viewer_must_not_see() {
    check_fault(Fault::LeakingView, |flaw| {
        matches!(flaw, Flaw::Leak { by: "view", .. })
    });
    check_fault(Fault::TwinOfItself, |flaw| matches!(flaw, Flaw::NoTwin(_)));
}

#[test]
fn finds_dice_that_are_not_fair() {
    check_fault(Fault::WrongWeight, |flaw| {
        matches!(
            flaw,
            Flaw::Weights {
                weights: 7,
                throws: 6,
                ..
            }
        )
    });
    check_fault(Fault::EmptyRoll, |flaw| {
        matches!(flaw, Flaw::Weights { throws: 1, .. })
    });
    check_fault(Fault::NoWeight, |flaw| matches!(flaw, Flaw::NoWeight(_)));
    check_fault(Fault::CrookedThrow, |flaw| {
        matches!(flaw, Flaw::Tally { .. })
    });
    check_mischief(Mischief::ReadsAnyThrow, |flaw| {
        matches!(flaw, Flaw::StrangeThrow(_))
    });
}

#[test]
fn finds_actions_that_are_not_as_listed() {
    check_fault(
        Fault::AcceptsIllegal,
        |flaw| matches!(flaw, Flaw::AcceptedUnlisted(text) if text == "swap"),
    );
    check_fault(Fault::RefusesLegal, |flaw| {
        matches!(flaw, Flaw::ListedButRefused { .. })
    });
    check_fault(
        Fault::RepeatsAction,
        |flaw| matches!(flaw, Flaw::Twice(text) if text == "keep"),
    );
    check_fault(
        Fault::RepeatsRoll,
        |flaw| matches!(flaw, Flaw::Twice(text) if text == "1"),
    );
}

#[test]
fn finds_refusals_that_are_not_what_they_should_be() {
    check_mischief(Mischief::ActsWhenRefusing, |flaw| {
        matches!(flaw, Flaw::ChangedByRefusal(_))
    });
    check_mischief(Mischief::Babbles, |flaw| {
        matches!(flaw, Flaw::Message { .. })
    });
    check_fault(Fault::SilentRefusal, |flaw| {
        matches!(flaw, Flaw::Message { letters: 0, .. })
    });
    check_mischief(Mischief::AgreesInVain, |flaw| {
        matches!(flaw, Flaw::IdleAgreement)
    });
}

#[test]
fn finds_turns_that_make_no_sense() {
    check_fault(Fault::NobodyWins, |flaw| {
        matches!(flaw, Flaw::NoSuchSeat(_))
    });
    check_fault(Fault::NeverEnds, |flaw| matches!(flaw, Flaw::Endless(100)));
    check_mischief(Mischief::ThrowsAnyTime, |flaw| {
        matches!(flaw, Flaw::Turn { .. })
    });
    check_mischief(Mischief::OpensAnyTable, |flaw| {
        matches!(flaw, Flaw::TooManySeats(0))
    });
}

#[test]
fn finds_texts_that_do_not_read_back() {
    check_fault(Fault::ForgetfulState, |flaw| {
        matches!(flaw, Flaw::StateText(_) | Flaw::Spaces(_))
    });
    check_fault(Fault::UnreadableState, |flaw| {
        matches!(flaw, Flaw::Unread { .. })
    });
    check_fault(Fault::StrictSpaces, |flaw| matches!(flaw, Flaw::Spaces(_)));
    check_fault(Fault::OtherSpelling, |flaw| {
        matches!(flaw, Flaw::Spelling { .. })
    });
}

#[test]
fn finds_pictures_that_mislead() {
    check_fault(
        Fault::HiddenChoice,
        |flaw| matches!(flaw, Flaw::ActionNotShown(text) if text == "swap"),
    );
    check_fault(
        Fault::InventedChoice,
        |flaw| matches!(flaw, Flaw::ChoiceNotLegal(text) if text == "swap"),
    );
    check_fault(Fault::BlankLabel, |flaw| matches!(flaw, Flaw::NoLabel(_)));
    check_fault(Fault::WrongTurnShown, |flaw| {
        matches!(flaw, Flaw::SceneTurn(_))
    });
    check_fault(Fault::MissingTarget, |flaw| matches!(flaw, Flaw::Target(_)));
    check_mischief(Mischief::ShowsChoicesToAll, |flaw| {
        matches!(flaw, Flaw::ChoicesForOthers(_))
    });
}

#[test]
fn finds_rules_that_are_not_as_written() {
    check_fault(Fault::OtherRules, |flaw| {
        matches!(flaw, Flaw::OtherRules { .. })
    });
    check_fault(Fault::NoWords, |flaw| {
        matches!(flaw, Flaw::Wordless("sections"))
    });
}

#[test]
fn a_failure_says_where_to_look() {
    let failure = run(&Toy::with(Fault::LeakingView))
        .expect_err("a flaw")
        .to_string();
    for part in [
        "toy, 2 seats, seed 0, after 1 events, state \"dice=",
        "can tell this state from",
    ] {
        assert!(failure.contains(part), "{failure}");
    }
}

#[test]
#[should_panic(expected = "toy, 2 seats, seed 0")]
fn conform_panics_with_the_failure() {
    conform(&Toy::with(Fault::WrongWeight), find);
}
