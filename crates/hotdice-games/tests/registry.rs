//! What every preset of the registry must pass. A new game is picked up by itself.
//!
//! Golden files are written with `HOTDICE_BLESS=1`; perft files are written by hand, from a count made elsewhere
//! where there is one. With `HOTDICE_LONG=1` many more games are played and deeper levels are counted.

#![allow(
    clippy::disallowed_macros,
    reason = "a failing test says which preset it failed on"
)]

use std::collections::HashSet;
use std::sync::Arc;

use hotdice_core::{AnyGame, RulesError, RulesLine, Viewer};
use hotdice_games::push_luck::Card;
use hotdice_games::{FAMILIES, find, presets};
use hotdice_testkit::{
    Conformance, Sentences, golden, is_long, perft, playthrough, refusals, rows, rules_text,
};

const PLAYTHROUGHS: &str = "testdata/golden";
const RULES: &str = "testdata/rules";
const PERFT: &str = "testdata/perft";
const DEEP_PERFT: &str = "testdata/perft-deep";

/// Runs a check on every preset, and says which one it runs on.
fn for_each_preset(check: impl Fn(&str, Arc<dyn AnyGame>)) {
    for (_, preset) in presets() {
        println!("preset {}", preset.name);
        let game = find(preset.name).expect("the name of a preset is a rules line");
        check(preset.name, game);
    }
}

/// Holds a game to the conformance kit.
#[track_caller]
fn conform(game: &dyn AnyGame) {
    let usual = Conformance::new(game, find);
    let kit = if is_long() { usual.games(50) } else { usual };
    if let Err(failure) = kit.check() {
        panic!("{failure}");
    }
}

/// House rules that bring together what no preset does.
const HOUSE_RULES: &[&str] = &[
    "cheese(deck=small)",
    "cheese(deck=full)",
    "cheese(deck=full,hot=optional,bank_takes=roll,target=2000)",
    "farkle(deck=full,hot=forced,end=final-round,target=3000)",
    "farkle(first=random,busts=2:-500,opening=350,target=2000)",
    "farkle(hot=ends-turn,no_score=250,bank_min=300,target=2000)",
    "zilch(count=in-order,kinds=linear,hot=forced,end=on-roll,target=4000)",
    "kingdom-come(piggyback=yes,bank_min=200,target=2000)",
    "farkle(piggyback=yes,hot=forced,busts=2:-300,opening=300,opens=game,target=2000)",
    "zilch(piggyback=yes,short_straight=300/400,opening=500,opens=game,target=3000)",
    "cheese(deck=full,opening=1000,opens=game,busts=1:-200,target=2500)",
    "zilch(ones=0,fives=0,seats=1-3,end=on-bank,target=1000)",
];

#[test]
fn house_rules_conform() {
    for rules in HOUSE_RULES {
        println!("rules {rules}");
        let game = find(rules).expect("these rules go together");
        conform(game.as_ref());
    }
}

#[test]
fn every_preset_conforms() {
    for_each_preset(|_, game| conform(game.as_ref()));
}

#[test]
fn every_preset_is_its_own_rules_line() {
    for_each_preset(|name, game| assert_eq!(game.rules_line(), name));
    let names: HashSet<_> = presets().map(|(_, preset)| preset.name).collect();
    assert_eq!(names.len(), presets().count(), "two presets share a name");
}

#[test]
fn every_parameter_has_examples_of_every_kind() {
    for_each_preset(|name, game| {
        for parameter in game.parameters() {
            let examples = parameter.examples;
            let takes = |value: &str| {
                let read = find(&format!("{name}({}={value})", parameter.name));
                matches!(read, Ok(_) | Err(RulesError::Conflict(_)))
            };
            assert!(examples.len() > 1, "{}: {examples:?}", parameter.name);
            for example in examples {
                assert!(takes(example), "{} takes no {example}", parameter.name);
            }
            let accepts = parameter.accepts;
            let words =
                accepts.split(|letter: char| !letter.is_ascii_alphabetic() && letter != '-');
            for word in words.filter(|word| takes(word)) {
                let shows = |example: &&str| example.split('+').any(|part| part == word);
                assert!(
                    examples.iter().any(shows),
                    "no example of {}={word}",
                    parameter.name
                );
            }
        }
    });
}

#[test]
fn every_family_has_small_games() {
    for family in FAMILIES {
        assert!(!family.small.is_empty(), "{} has none", family.name);
        for rules in family.small {
            let line: RulesLine = rules.parse().expect("a rules line");
            let game = (family.read)(&line).expect("a game of the family");
            assert_eq!(game.rules_line(), *rules);
        }
    }
}

#[test]
fn every_preset_plays_as_before() {
    for_each_preset(|name, game| {
        let seats = game.seats().least().max(2).min(game.seats().most());
        let played = playthrough(game.as_ref(), seats, 1);
        golden::check(&format!("{PLAYTHROUGHS}/{name}.txt"), &played);
    });
}

#[test]
fn every_preset_explains_itself_as_before() {
    for_each_preset(|name, game| {
        golden::check(&format!("{RULES}/{name}.txt"), &rules_text(game.as_ref()));
    });
}

/// What players of some games say, and the combinations of the push-your-luck games.
const TERMS: &[&str] = &[
    "Farkle!",
    "Zilch!",
    "Bust!",
    "Cut the cheese!",
    "Hot dice!",
    "Passed the cheese!",
    "straight",
    "short straight",
    "three pairs",
    "two triplets",
    "four of a kind and a pair",
    "nothing scores",
    "one {n}",
    "two {n}s",
    "three {n}s",
    "four {n}s",
    "five {n}s",
    "six {n}s",
];

/// What random games hardly ever come to: rules, a state, and what happens there.
const RARE: &[(&str, &str, &str)] = &[
    (
        "tridice",
        "turn=1 hands=0,0 board=11:1=1324,22:2=2413",
        "move 11-22",
    ),
    (
        "tridice",
        "turn=2 hands=0,0 board=22:1=2134,44:2=3142 past=22-33,31-44,33-22,44-31,22-33,31-44,33-22",
        "move 44-31",
    ),
    (
        "yahtzee(boxes=ones+twos+threes+fours+fives+sixes+yahtzee+chance,saved_rolls=on)",
        "sheets=3,6,9,12,15,-,50,- turn=1 left=1 dice=66666",
        "place sixes",
    ),
    (
        "shut-the-box",
        "open=9 totals=0,0 turn=1 round=1 next=shut:36",
        "shut 9",
    ),
    (
        "shut-the-box",
        "open=1,8 totals=0,0 turn=1 round=1 next=shut:36",
        "shut 1 8",
    ),
    (
        "shut-the-box",
        "open=1,2,6 totals=0,0 turn=1 round=1 next=shut:36",
        "shut 1 2 6",
    ),
    (
        "shut-the-box",
        "open=1,2,3,6 totals=0,0 turn=1 round=1 next=shut:66",
        "shut 1 2 3 6",
    ),
    (
        "shut-the-box",
        "open=1,2,3,6,9 totals=0,0 turn=1 round=1 next=shut:66",
        "shut 1 2 3 6",
    ),
];

/// A changed sentence fails here, and then in the page until every language has it.
#[test]
fn every_sentence_is_listed_for_translators() {
    let mut sentences = Sentences::default();
    for term in TERMS {
        sentences.add(term);
    }
    let cards = Card::ALL.map(|card| [card.title(), card.effect()]);
    sentences.add_terms(cards.as_flattened());
    sentences.add_terms(&TERMS[..6]);
    let playable = |rules: &str| find(rules).ok();
    for (_, preset) in presets() {
        sentences.add(preset.sentence);
        let game = find(preset.name).expect("a preset");
        let seats = game.seats().least();
        let scene = game.open(seats).expect("so many can play");
        for row in rows(&scene.scene(Viewer::Spectator)) {
            sentences.add(&row);
        }
        let seats = seats.max(2).min(game.seats().most());
        for seed in 1..=4 {
            sentences.add_play(&*game, seats, seed, 600);
        }
        sentences.add_rules(&*game);
        for parameter in game.parameters() {
            let changed = parameter.examples.iter().filter_map(|value| {
                playable(&format!("{}({}={value})", preset.name, parameter.name))
            });
            for game in changed {
                let seats = game.seats().least().max(2).min(game.seats().most());
                sentences.add_rules(&*game);
                sentences.add_play(&*game, seats, 1, 120);
            }
        }
    }
    for game in HOUSE_RULES.iter().copied().filter_map(playable) {
        let seats = game.seats().least().max(2).min(game.seats().most());
        sentences.add_rules(&*game);
        for seed in 1..=3 {
            sentences.add_play(&*game, seats, seed, 400);
        }
    }
    for &(rules, state, event) in RARE {
        let game = find(rules).expect("these rules go together");
        sentences.add_event(&*game, state, event);
    }
    for text in refusals() {
        sentences.add(&text);
    }
    golden::check("testdata/sentences.txt", &sentences.text());
}

#[test]
fn no_golden_file_is_left_behind() {
    let known: HashSet<_> = presets().map(|(_, preset)| preset.name).collect();
    for folder in [PLAYTHROUGHS, RULES] {
        for name in golden::names(folder) {
            assert!(
                known.contains(name.as_str()),
                "{folder}: no preset {name:?}"
            );
        }
    }
}

#[test]
fn every_perft_count_is_right() {
    for name in golden::names(PERFT) {
        perft::check_file(&format!("{PERFT}/{name}.txt"), find);
    }
}

#[test]
fn every_deep_perft_count_is_right() {
    for name in golden::names(DEEP_PERFT) {
        let path = format!("{DEEP_PERFT}/{name}.txt");
        assert!(!perft::rows(&path).is_empty(), "{path} counts nothing");
        if is_long() {
            perft::check_file(&path, find);
        }
    }
}

#[test]
fn every_preset_has_perft_counts() {
    let counted: HashSet<String> = golden::names(PERFT)
        .iter()
        .flat_map(|name| perft::rows(&format!("{PERFT}/{name}.txt")))
        .filter_map(|row| Some(row.rules.parse::<RulesLine>().ok()?.name))
        .collect();
    for_each_preset(|name, game| {
        let row = || perft::write_row(game.as_ref(), game.seats().least(), 100_000);
        assert!(
            counted.contains(name),
            "no file in {PERFT} counts {name}. This program counts:\n{}",
            row()
        );
    });
}
