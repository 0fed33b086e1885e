//! Records that are verified, and every way in which one is not.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use hotdice_core::Bytes32;
use hotdice_verify::{EffectTally, Memory, verify};

const PIG: &str = include_str!("../../../testdata/fair/pig.hotdice");

const LINKED: &str = include_str!("../../../testdata/fair/linked.hotdice");

const WITHHELD: &str = include_str!("../../../testdata/fair/withheld.hotdice");

const ALL: [(&str, &str); 9] = [
    ("pig", PIG),
    (
        "farkle",
        include_str!("../../../testdata/fair/farkle.hotdice"),
    ),
    (
        "cheese",
        include_str!("../../../testdata/fair/cheese.hotdice"),
    ),
    ("kata", include_str!("../../../testdata/fair/kata.hotdice")),
    (
        "tridice",
        include_str!("../../../testdata/fair/tridice.hotdice"),
    ),
    ("bots", include_str!("../../../testdata/fair/bots.hotdice")),
    ("linked", LINKED),
    (
        "linked_evening",
        include_str!("../../../testdata/fair/linked_evening.hotdice"),
    ),
    ("withheld", WITHHELD),
];

#[test]
fn golden_records_are_verified() {
    for (name, text) in ALL {
        let verdict = verify(text, &Memory::default());
        assert!(verdict.is_verified(), "{name}: {:?}", verdict.problem);
        let rolled = text.lines().filter(|line| line.starts_with("rolled"));
        assert_eq!(verdict.rolls as usize, rolled.count(), "{name}");
    }
    let verdict = verify(PIG, &Memory::default());
    assert_eq!((verdict.rolls, verdict.dice), (5, 5));
    assert_eq!(verdict.table.as_deref(), Some("k7w2m9x4ab"));
}

/// Expects this problem in a record with a change.
#[track_caller]
fn check(from: &str, to: &str, problem: &str) {
    let text = PIG.replacen(from, to, 1);
    assert_ne!(text, PIG);
    check_text(&text, problem);
}

#[track_caller]
fn check_text(text: &str, problem: &str) {
    let found = verify(text, &Memory::default()).problem;
    let found = found.expect("a problem").to_string();
    assert!(found.starts_with(problem), "{found}");
}

#[test]
fn dice_that_did_not_come_from_a_server() {
    let check = |origin: &str, problem: &str| {
        let text = format!(
            "hotdice record 1\nrules pig(target=10)\ndice {origin}\nseat 1 Ada\nseat 2 Bo\n\nrolled 6\n"
        );
        check_text(&text, problem);
    };
    check(
        "system",
        "line 3: there is nothing to verify: the dice came from the operating system",
    );
    check(
        "seed 7",
        "line 3: there is nothing to verify: the dice came from seed 7",
    );
    check(
        "unknown",
        "line 3: there is nothing to verify: the record does not say",
    );
}

#[test]
fn games_that_are_not_over() {
    let end = PIG.find("ended").unwrap();
    check_text(&PIG[..end], "the game is not over, and the seed");
    let seed = PIG.find("seed").unwrap();
    check_text(&PIG[..seed], "line 18: the game is over, but the seed");
}

/// Expects this problem in the record with linked dice, after a change.
#[track_caller]
fn check_linked(from: &str, to: &str, problem: &str) {
    let text = LINKED.replacen(from, to, 1);
    assert_ne!(text, LINKED);
    check_text(&text, problem);
}

#[test]
fn linked_dice_that_were_changed() {
    check_linked(
        "rolled 1 link",
        "rolled 2 link",
        "line 11, roll 1: the dice should have been 1, but the record says 2",
    );
    check_linked(
        "linked 1 c11d",
        "linked 1 c11e",
        "line 9: the link of seat 1 is not the next one of its chain",
    );
    check_linked("anchor b7", "anchor b8", "line 9: the link of seat 1");
    check_linked("seat 2 Bo", "seat 2 Bob", "line 10: the link of seat 2");
    check_linked("k7w2m9x4ab", "k7w2m9x4ac", "line 33: the seed is not");
    check_linked(
        "link 4062",
        "link 4063",
        "line 11, roll 1: the server's link is not the next one of its chain",
    );
    check_linked("seed e0", "seed e1", "line 33: the seed is not the one");
    check_linked("28c24419", "28c24418", "line 33: the seed is not the one");
}

#[test]
fn links_that_are_out_of_place() {
    let absent = "linked 1 c11d9793b612f6a9afb47608bfc975cd64d79540a81ba266ad1f8bc8a7eddac4";
    check_linked(
        &format!("{absent}\n"),
        "",
        "line 10, roll 1: seat 1 is a person and has neither added a link",
    );
    check_linked(
        absent,
        &format!("absent 1\n{absent}"),
        "line 10: seat 1 has two answers for one roll",
    );
    check_linked(
        absent,
        "absent 1",
        "line 11, roll 1: the dice should have been ",
    );
    check_linked(
        "acted 2 roll",
        "absent 1\nacted 2 roll",
        "line 15: no dice are about to fall here",
    );
    check_linked(
        "absent 1\nrolled",
        "absent 3\nrolled",
        "line 17: nobody plays at seat 3",
    );
    let anchored = format!("anchored 1 {}\nlinked 1", "ab".repeat(32));
    check_linked(
        "linked 1",
        &anchored,
        "line 9: dice are about to fall, so nobody begins a new chain",
    );
    let anchored = format!("anchored 1 {}\nacted 2 hold", "ab".repeat(32));
    check_linked(
        "acted 2 hold",
        &anchored,
        "line 22: the link of seat 1 is not the next one of its chain",
    );
}

/// What was held back, as a later link shows it: counted apart with a few lines of Python that know pig.
#[test]
fn links_that_were_held_back_are_worked_out() {
    let verdict = verify(WITHHELD, &Memory::default());
    let [ada, mal] = &verdict.absences.unwrap()[..] else {
        panic!("two persons");
    };
    assert_eq!((ada.rolls, ada.withheld.len()), (0, 0));
    assert_eq!((mal.rolls, mal.withheld.len()), (11, 10));
    let tally = |better, worse, neither| EffectTally {
        better,
        worse,
        neither,
    };
    assert_eq!(EffectTally::of(&mal.withheld), tally(7, 2, 1));
    let awaited = mal.withheld.iter().filter(|each| each.was_awaited);
    assert_eq!(EffectTally::of(awaited), tally(7, 0, 0));
    let rolls: Vec<String> = mal
        .withheld
        .iter()
        .map(|each| format!("{}: {} {}", each.roll, each.fell, each.with_link))
        .collect();
    assert_eq!(rolls[..3], ["1: 1 3", "2: 1 5", "3: 1 1"]);

    // Before Mal shows another link, nobody knows what was held back.
    let end = WITHHELD.find("linked 2 ").unwrap();
    let verdict = verify(&WITHHELD[..end], &Memory::default());
    assert!(verdict.is_verified(), "{:?}", verdict.problem);
    let mal = &verdict.absences.unwrap()[1];
    assert_eq!((mal.rolls, mal.withheld.len()), (4, 0));
}

/// A game with linked dice that was never finished has no seed, and is verified as far as it went.
#[test]
fn linked_dice_are_verified_without_an_end() {
    let unfinished = |before: &str| &LINKED[..LINKED.find(before).unwrap()];
    let verdict = verify(unfinished("acted 2 hold"), &Memory::default());
    assert!(verdict.is_verified(), "{:?}", verdict.problem);
    assert_eq!((verdict.rolls, verdict.dice), (3, 3));
    check_text(
        unfinished("seed"),
        "line 32: the game is over, but the seed of its dice is missing",
    );
}

#[test]
fn no_change_of_a_linked_record_goes_unnoticed() {
    let names = ["Ada", "Bo"].map(|name| {
        let place = LINKED.find(name).unwrap();
        place..place + name.len()
    });
    // Each try works out sixteen thousand hashes, so not every letter is changed.
    for place in (0..LINKED.len()).step_by(7) {
        if names.iter().any(|name| name.contains(&place)) {
            continue;
        }
        for letter in [b'7', b'\n'] {
            let mut bytes = LINKED.as_bytes().to_vec();
            bytes[place] = letter;
            let text = String::from_utf8(bytes).unwrap();
            let same = text.split_whitespace().eq(LINKED.split_whitespace());
            let verified = verify(&text, &Memory::default()).is_verified();
            assert!(!verified || same, "{text}");
        }
    }
}

#[test]
fn promises_that_were_not_kept() {
    check(
        "seed e0",
        "seed e1",
        "line 19: the seed is not the one that the server promised: its commitment is ",
    );
    check("d26abd8d", "d26abd8c", "line 19: the seed is not the one");
    check(
        "k7w2m9x4ab",
        "k7w2m9x4ac",
        "line 19: the seed is not the one",
    );
    check(
        "entropy 00",
        "entropy 01",
        "line 13, roll 3: the dice should have been 4, but the record says 1",
    );
}

#[test]
fn dice_that_were_changed() {
    check(
        "rolled 6",
        "rolled 5",
        "line 9, roll 1: the dice should have been 6, but the record says 5",
    );
    check(
        "rolled 1",
        "rolled 6",
        "line 13, roll 3: the dice should have been 1, but the record says 6",
    );
    check("rolled 6", "rolled 7", "line 9, roll 1: ");
    check(
        "rolled 6\n",
        "rolled 6\nrolled 3\n",
        "line 10, roll 2: a player has to choose",
    );
    check("rolled 3\n", "", "line 11: roll the dice first");
}

/// A roll left out cannot be made up for: the next has another number.
#[test]
fn a_roll_cannot_be_skipped() {
    let mut lines: Vec<&str> = PIG.lines().collect();
    lines.splice(8..13, []);
    assert_eq!(lines[8], "rolled 3");
    check_text(
        &lines.join("\n"),
        "line 9, roll 1: the dice should have been 6, but the record says 3",
    );
}

#[test]
fn actions_that_are_not_allowed() {
    check(
        "acted 1 hold",
        "acted 2 hold",
        "line 10: it isn't seat 2's turn: seat 1 decides",
    );
    check("acted 1 hold", "acted 1 bank", "line 10: ");
    check(
        "acted 1 hold\n",
        "left 3\nacted 1 hold\n",
        "line 10: nobody plays at seat 3 here",
    );
    check(
        "acted 1 hold\n",
        "agreed\nacted 1 hold\n",
        "line 10: you can't agree on a draw",
    );
    check(
        "ended 1",
        "acted 2 hold\nended 1",
        "line 18: the game is already over before this",
    );
    check(
        "ended 1",
        "rolled 4\nended 1",
        "line 18, roll 6: the game is over",
    );
    check(
        "ended 1",
        "left 1\nended 1",
        "line 18: the game is already over before this",
    );
}

#[test]
fn ends_that_are_not_true() {
    check(
        "ended 1",
        "ended 2",
        "line 18: the record says that seat 2 won, but it was seat 1",
    );
    check(
        "ended 1",
        "ended 1 2",
        "line 18: the record says that seats 1, 2 won",
    );
    let start = PIG.find("acted 1 roll").unwrap();
    let end = PIG.find("ended").unwrap();
    let early = [&PIG[..start], &PIG[end..]].concat();
    check_text(&early, "line 15: the game is not over here");
}

#[test]
fn headers_that_are_wrong() {
    check("pig(target=10)", "pog", "line 2: there is no game \"pog\"");
    check("rules pig(target=10)", "rules tridice", "line 9, roll 1: ");
    check(
        "rules pig(target=10)",
        "rules farkle(seats=3+)",
        "line 4: 2 at the table",
    );
    check(
        "pig(target=10)",
        "pig(target=5)",
        "line 11, roll 2: the game is over",
    );
}

#[test]
fn entropy_that_is_missing_or_too_much() {
    let entropy = PIG.lines().nth(4).unwrap();
    let twice = format!("{entropy}\n{entropy}\n");
    check(&format!("{entropy}\n"), &twice, "line 6: expected seat 2");
    check(
        &format!("{entropy}\n"),
        "",
        "line 4: seat 1 is a person and added nothing",
    );
    check(
        "seat 2 Bo",
        "seat 2 bot:careful",
        "line 6: seat 2 is a bot, and bots add nothing",
    );
    check("entropy 0001", "entropy 000", "line 5: expected 32 bytes");
}

#[test]
fn garbage() {
    check_text("", "line 1: this is not a game record");
    check_text(
        &format!("{PIG}rolled 1\n"),
        "line 20: the game is already over before this line",
    );
    let seed = PIG.lines().last().unwrap();
    check_text(
        &format!("{PIG}{seed}\n"),
        "line 20: the game is already over before this line",
    );
    check("acted 1 hold", "held 1", "line 10: not an event");
}

/// Lines are those of the file, not those of a tidy one.
#[test]
fn empty_lines_are_counted() {
    let text = PIG.replace("rolled 1\n", "\n\nrolled 2\n");
    check_text(&text, "line 15, roll 3: the dice should have been 1");
    let text = PIG.replace('\n', "\r\n");
    assert!(verify(&text, &Memory::default()).is_verified());
}

#[test]
fn what_was_remembered_is_compared() {
    let verdict = verify(PIG, &Memory::default());
    let counting = |first: u8| Bytes32(std::array::from_fn(|place| first + place as u8));
    let check = |commitment: Option<Bytes32>, entropy: &[Bytes32], problem: Option<&str>| {
        let entropy = entropy.to_vec();
        let verdict = verify(
            PIG,
            &Memory {
                commitment,
                entropy,
            },
        );
        let found = verdict.problem.map(|found| found.to_string());
        match problem {
            None => assert_eq!(found, None),
            Some(problem) => assert!(found.unwrap().contains(problem)),
        }
    };
    check(verdict.commitment, &[counting(0x20), counting(0)], None);
    check(
        Some(counting(1)),
        &[],
        Some("line 3: the commitment is not 0102"),
    );
    check(
        None,
        &[counting(0), counting(1)],
        Some("no seat added 0102"),
    );
}

/// Every byte of a record counts: what is changed is not verified, or still says the same.
#[test]
fn no_change_of_a_letter_goes_unnoticed() {
    let names =
        ["Ada", "Bo"].map(|name| PIG.find(name).unwrap()..PIG.find(name).unwrap() + name.len());
    for place in 0..PIG.len() {
        if names.iter().any(|name| name.contains(&place)) {
            continue;
        }
        for letter in [b'7', b'x', b' ', b'\n'] {
            let mut bytes = PIG.as_bytes().to_vec();
            bytes[place] = letter;
            let text = String::from_utf8(bytes).unwrap();
            let same = text.split_whitespace().eq(PIG.split_whitespace());
            let verified = verify(&text, &Memory::default()).is_verified();
            assert!(!verified || same, "{text}");
        }
    }
}
