//! Every bot of every family: its choices are legal, its games end, and it does not see the dice to come.

use hotdice_bots::{Level, Library};
use hotdice_core::{AnyGame, AnyPosition, Turn, Viewer};
use proptest::prelude::*;

use crate::memory::Memory;
use crate::playing::{Dice, Played, bot, game, play};

const EVERY: [Level; 5] = Level::ALL;

/// Where nobody is perfect.
const UP_TO_STRONG: [Level; 4] = [Level::Random, Level::Greedy, Level::Careful, Level::Strong];

/// Plays each level against the one before it, and looks at what they chose.
#[track_caller]
fn check(line: &str, levels: &[Level], cases: u32) {
    let game = game(line);
    let memory = Memory::default();
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    proptest!(config, |(dice: u64, other: u64, coins: u64, cut: prop::sample::Index)| {
        for place in 0..levels.len() {
            let pair = [levels[place], levels[(place + 1) % levels.len()]];
            let again = |dice| play(&*game, &pair, &memory, dice, coins);
            let played = again(Dice::new(dice));
            // A first roll can win before anybody has had a choice.
            if played.decisions.is_empty() {
                continue;
            }
            check_dice_to_come(&played, cut, |turning| again(Dice::turning(dice, turning, other)));
            check_positions(&*game, &played, cut, &memory, coins);
        }
    });
}

/// Two games whose dice differ from some throw on: up to there, and until they lie, every choice is the same.
#[track_caller]
fn check_dice_to_come(played: &Played, cut: prop::sample::Index, again: impl Fn(usize) -> Played) {
    let turning = cut.get(&played.decisions).throws;
    let other = again(turning);
    let known = played
        .decisions
        .iter()
        .take_while(|decision| decision.throws <= turning);
    let mut seen = 0;
    for (mine, theirs) in std::iter::zip(known, &other.decisions) {
        assert_eq!(
            (mine.position.state(), &mine.chosen),
            (theirs.position.state(), &theirs.chosen),
            "{} looks ahead",
            mine.level
        );
        seen += 1;
    }
    assert!(seen > 0, "the game has a decision before its dice change");
}

/// Fresh bots in the same position choose the same, however it came about and whatever is hidden in it.
#[track_caller]
fn check_positions(
    game: &dyn AnyGame,
    played: &Played,
    cut: prop::sample::Index,
    memory: &Memory,
    coins: u64,
) {
    let decision = cut.get(&played.decisions);
    let Turn::Decide(seat) = decision.position.turn() else {
        panic!("a decision");
    };
    let fresh =
        |position: &dyn AnyPosition| bot(game, decision.level, 2, memory, coins).choose(position);
    let chosen = fresh(&*decision.position);
    if !tosses_coins(game, decision.level) {
        assert_eq!(
            chosen.as_ref(),
            Some(&decision.chosen),
            "{} remembers",
            decision.level
        );
    }
    let read = game
        .read_state(&decision.position.state())
        .expect("a state");
    assert_eq!(
        fresh(&*read),
        chosen,
        "{} knows the history",
        decision.level
    );
    for twin in decision.position.twins(Viewer::Seat(seat)) {
        assert_eq!(
            fresh(&*twin),
            chosen,
            "{} sees what is hidden",
            decision.level
        );
    }
}

/// Tells whether a bot of a level may choose otherwise when it is asked again.
fn tosses_coins(game: &dyn AnyGame, level: Level) -> bool {
    level == Level::Random || game.rules_line().starts_with("tridice")
}

#[test]
fn farkle() {
    check("farkle(target=500)", &EVERY, 12);
}

#[test]
fn farkle_with_every_minimum() {
    check(
        "farkle(target=600,opening=200,bank_min=100,hot=forced,end=final-round)",
        &EVERY,
        8,
    );
}

#[test]
fn zilch() {
    check("zilch(target=1000)", &EVERY, 6);
}

#[test]
fn zilch_with_dear_busts() {
    check("zilch(target=300,busts=2:-200)", &EVERY, 2);
}

#[test]
fn cheese() {
    check("cheese(target=1000)", &EVERY, 8);
}

#[test]
fn cheese_with_cards() {
    check("cheese(target=1500,deck=full)", &UP_TO_STRONG, 8);
}

#[test]
fn yatzy() {
    check(
        "kata(dice=3,boxes=ones+twos+pair:sets-2:dice+chance,rolls=2)",
        &EVERY,
        8,
    );
}

#[test]
fn pig() {
    check("pig(target=15)", &EVERY, 16);
}

/// Without `strong`, which thinks by the clock: what it finds in its time is not the same twice.
#[test]
fn tridice() {
    check(
        "tridice(rows=3,dice=2)",
        &[Level::Random, Level::Greedy, Level::Careful],
        8,
    );
}

#[test]
fn tridice_strong_chooses_legally() {
    let game = game("tridice(rows=3,dice=2)");
    let memory = Memory::default();
    let levels = [Level::Random, Level::Careful];
    let played = play(&*game, &levels, &memory, Dice::new(3), 4);
    let mut strong = bot(&*game, Level::Strong, 2, &memory, 5);
    for decision in played.decisions.iter().take(5) {
        let chosen = strong.choose(&*decision.position).expect("a choice");
        assert!(decision.position.actions().contains(&chosen), "{chosen}");
    }
}

#[test]
fn tables_of_three_and_of_one() {
    let memory = Memory::default();
    for line in ["farkle(target=500)", "zilch(target=1000)"] {
        let levels = [Level::Strong, Level::Careful, Level::Greedy];
        play(&*game(line), &levels, &memory, Dice::new(1), 2);
    }
    let levels = [Level::Perfect, Level::Random, Level::Careful];
    play(&*game("pig(target=10)"), &levels, &memory, Dice::new(1), 2);
    let small = game("kata(dice=3,boxes=ones+twos+pair:sets-2:dice+chance,rolls=2)");
    play(&*small, &[Level::Perfect], &memory, Dice::new(1), 2);
    play(
        &*game("cheese(target=1000)"),
        &[Level::Strong],
        &memory,
        Dice::new(1),
        2,
    );
}

/// A bot asked where nobody decides, or about another game, chooses nothing.
#[test]
fn nothing_to_choose() {
    let memory: Box<dyn Library> = Box::new(Memory::default());
    let farkle = game("farkle");
    let mut bot = hotdice_bots::seat(&*farkle, Level::Greedy, 2, &*memory, [1; 32]).expect("a bot");
    assert_eq!(bot.choose(&*farkle.open(2).expect("two")), None);
    assert_eq!(bot.choose(&*game("tridice").open(2).expect("two")), None);
}
