//! Dice are things: they have places on the table, and keep them while they lie there.

mod common;

use common::{names, play_on};
use hotdice_core::{DiceOrigin, Mark, Part, Scene, Turn};
use hotdice_table::Match;
use hotdice_table::dice::{PromisedDice, ScriptedDice, SeededDice, SystemDice};

/// Writes the dice of the first tray by place: `0:6 1:1+`, with a `+` behind those that are held.
fn tray(scene: &Scene) -> String {
    let dice = scene.parts.iter().find_map(|part| match part {
        Part::Tray(tray) => Some(&tray.dice),
        _ => None,
    });
    let Some(dice) = dice else {
        return String::new();
    };
    let die = |die: &hotdice_core::Die| {
        let held = if die.mark == Mark::Held { "+" } else { "" };
        format!("{}:{}{held}", die.place, die.face)
    };
    dice.iter().map(die).collect::<Vec<_>>().join(" ")
}

/// Throws dice, given by their pips.
fn throw(game: &mut Match, pips: &[u16]) {
    let lying = pips.iter().map(|pips| pips - 1).collect();
    let rolled = game.roll(&mut ScriptedDice::new([lying]));
    rolled.expect("the dice that are due");
}

#[track_caller]
fn check(game: &Match, expected: &str) {
    assert_eq!(tray(&game.picture()), expected);
}

fn open(rules: &str) -> Match {
    Match::open(rules, names(2), DiceOrigin::Unknown).expect("a game")
}

#[test]
fn kept_dice_stay_and_the_others_fall_into_the_gaps() {
    let mut game = open("farkle");
    throw(&mut game, &[6, 1, 4, 1, 3, 5]);
    check(&game, "0:6 1:1 2:4 3:1 4:3 5:5");
    game.play("keep 1").expect("legal");
    check(&game, "0:6 1:1+ 2:4 3:1 4:3 5:5");
    game.undo().expect("a keep can be taken back");
    game.play("keep 1 1").expect("legal");
    check(&game, "0:6 1:1+ 2:4 3:1+ 4:3 5:5");
    game.play("roll").expect("legal");
    throw(&mut game, &[5, 2, 1, 3]);
    check(&game, "0:5 2:2 4:1 5:3");
    game.play("keep 5").expect("legal");
    check(&game, "0:5+ 2:2 4:1 5:3");
    game.play("roll").expect("legal");
    throw(&mut game, &[1, 1, 5]);
    check(&game, "2:1 4:1 5:5");
    game.play("keep 1 1 5").expect("legal");
    game.play("roll").expect("hot dice");
    throw(&mut game, &[2, 1, 3, 4, 6, 6]);
    check(&game, "0:2 1:1 2:3 3:4 4:6 5:6");
    game.play("keep 1").expect("legal");
    game.play("bank").expect("legal");
    throw(&mut game, &[3, 3, 3, 6, 4, 5]);
    check(&game, "0:3 1:3 2:3 3:6 4:4 5:5");
}

#[test]
fn what_was_held_comes_back_held() {
    let mut game = open("yatzy");
    throw(&mut game, &[4, 1, 4, 2, 6]);
    check(&game, "0:4 1:1 2:4 3:2 4:6");
    game.play("hold 4 4").expect("legal");
    check(&game, "0:4+ 2:4+");
    throw(&mut game, &[5, 4, 1]);
    check(&game, "0:4+ 1:5 2:4+ 3:4 4:1");
    game.play("hold 1 4").expect("legal");
    check(&game, "0:4+ 4:1+");
    throw(&mut game, &[1, 4, 6]);
    check(&game, "0:4+ 1:1 2:4 3:6 4:1+");
    game.play("place chance").expect("legal");
    throw(&mut game, &[6, 5, 4, 3, 2]);
    check(&game, "0:6 1:5 2:4 3:3 4:2");
}

/// A game that goes on from dice on the table has them side by side, and they stay there.
#[test]
fn dice_of_a_start_position_keep_their_places() {
    let begin = |state: &str| {
        let game = hotdice_games::find("yatzy").expect("a game");
        Match::of(game, names(2), DiceOrigin::Unknown, Some(state)).expect("a state")
    };
    let mut game = open("yatzy");
    throw(&mut game, &[4, 1, 4, 2, 6]);
    let mut again = begin(&game.position().state());
    check(&again, "0:1 1:2 2:4 3:4 4:6");
    again.play("hold 4 4").expect("legal");
    throw(&mut again, &[5, 4, 1]);
    check(&again, "0:5 1:4 2:4+ 3:4+ 4:1");
    game.play("hold 4 4").expect("legal");
    let mut again = begin(&game.position().state());
    throw(&mut again, &[5, 4, 1]);
    check(&again, "0:4+ 1:4+ 2:5 3:4 4:1");
}

/// Replays a match after every event, and compares what is to be seen.
#[track_caller]
fn check_replays(mut game: Match, dice: &mut dyn hotdice_table::DiceSource) {
    for _ in 0..120 {
        let again = Match::replay(&game.record()).expect("a record");
        assert_eq!(again.picture(), game.picture(), "{}", game.record());
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Roll => drop(game.roll(dice).expect("dice are due")),
            Turn::Decide(_) => {
                let actions = game.position().actions();
                let action = &actions[game.log().len() / 2 % actions.len()];
                game.act(action).expect("a legal action");
            }
        }
    }
}

#[test]
fn a_seed_says_where_the_dice_of_a_record_lie() {
    for rules in ["farkle", "yatzy", "cheese", "pig", "tridice"] {
        let game = Match::open(rules, names(2), DiceOrigin::Seed(7)).expect("a game");
        check_replays(game, &mut SeededDice::new(7));
    }
}

#[test]
fn so_does_the_seed_of_promised_dice() {
    let names = names(2);
    let (mut dice, origin) = PromisedDice::new(&names).expect("randomness");
    let mut game = Match::open("farkle(target=2000)", names, origin).expect("a game");
    for _ in 0..3 {
        game.roll(&mut dice).expect("dice are due");
        while let Turn::Decide(_) = game.turn() {
            let actions = game.position().actions();
            game.act(&actions[0]).expect("legal");
        }
    }
    let mut again = PromisedDice::of(game.origin(), dice.seed()).expect("the same dice");
    let replayed = Match::replay_with(&game.record(), Some(&mut again), |_| {});
    let mut replayed = replayed.expect("a record");
    assert_eq!(replayed.picture(), game.picture());
    let next = (game.roll(&mut dice), replayed.roll(&mut again));
    assert_eq!(next.0.expect("dice"), next.1.expect("the same dice"));
}

/// Where nobody knows how the dice fell, or somebody tells lies about it, a record replays all the same.
#[test]
fn an_unknown_order_does_no_harm() {
    let mut game = Match::open("yatzy", names(2), DiceOrigin::System).expect("a game");
    play_on(&mut game, &mut SystemDice::new().expect("randomness"));
    let record = game.record();
    let again = Match::replay(&record).expect("a record");
    assert_eq!(again.record(), record);
    let mut liar = SeededDice::new(99);
    let again = Match::replay_with(&record, Some(&mut liar), |_| {}).expect("a record");
    assert_eq!(again.record(), record);
}
