//! What players see and read.

use hotdice_core::{
    AnyPosition, Line, Mark, Part, Scene, Seat, Sheet, SheetCell, Span, Target, Viewer,
};

use super::{game, position};
use SheetCell::{Filled, Offered, Open, Sum};

fn scene(position: &dyn AnyPosition) -> Scene {
    position.scene(Viewer::Seat(Seat::FIRST))
}

fn sheet(scene: &Scene) -> &Sheet {
    let mut sheets = scene.parts.iter().filter_map(|part| match part {
        Part::Sheet(sheet) => Some(sheet),
        _ => None,
    });
    sheets.next_back().unwrap()
}

#[track_caller]
fn check_row(scene: &Scene, name: &str, cells: &[SheetCell]) {
    let row = sheet(scene).rows.iter().find(|row| row.name == name);
    assert_eq!(row.unwrap().cells, cells, "{name}");
}

/// Writes a line with `#` for a seat.
fn text(line: &Line) -> String {
    let pieces = line.spans.iter().map(|span| match span {
        Span::Text(text) => text.clone(),
        Span::Seat(seat) => format!("#{seat}"),
        Span::Dice(dice) => dice.to_string(),
    });
    pieces.collect()
}

const LATE: &str = "sheets=3,6,9,12,15,18,-,-,25,-,-,50,-/-,6,9,12,15,18,-,-,25,-,-,50,20 \
    hundreds=1,0 turn=1 left=1 dice=44444";

#[test]
fn the_sheet_offers_what_may_be_placed() {
    let scene = scene(&*position("yahtzee", LATE));
    check_row(&scene, "Ones", &[Filled(3), Open]);
    check_row(&scene, "Upper sum", &[Sum(63), Sum(60)]);
    check_row(&scene, "Upper bonus", &[Sum(35), Sum(0)]);
    check_row(&scene, "Small straight", &[Offered(30), Open]);
    check_row(&scene, "Chance", &[Offered(20), Filled(20)]);
    check_row(&scene, "Joker bonus", &[Sum(100), Sum(0)]);
    check_row(&scene, "Total", &[Sum(273), Sum(155)]);
    assert_eq!(sheet(&scene).rows.len(), 17);
}

#[test]
fn choices_come_best_first() {
    let state = "sheets=-,-,-,-,-,-,-,-,-,-,-,-,- turn=1 left=1 dice=11222";
    let choices = scene(&*position("yahtzee", state)).choices;
    assert_eq!(choices[0].label, "Score Full house");
    assert_eq!(choices[0].hint, "25 points");
    assert_eq!(choices[0].target, Target::Row("Full house".to_owned()));
    let first_hold = choices
        .iter()
        .find(|choice| choice.notation.starts_with("hold"))
        .unwrap();
    assert_eq!(first_hold.label, "Keep 1 2 2 2, roll 1 die");
    let last = choices.last().unwrap();
    assert_eq!(
        (last.notation.as_str(), last.label.as_str()),
        ("hold none", "Roll all 5 dice")
    );
}

#[test]
fn held_dice_are_marked() {
    let state = "sheets=-,-,-,-,-,-,-,-,-,-,-,-,- turn=1 left=1 held=44";
    let scene = scene(&*position("yahtzee", state));
    let Part::Tray(tray) = &scene.parts[0] else {
        panic!("a tray comes first");
    };
    assert!(tray.dice.iter().all(|die| die.mark == Mark::Held));
    assert_eq!(scene.parts[1], Part::Line("1 roll left".into()));
}

#[track_caller]
fn check_story(rules: &str, state: &str, event: &str, told: &[&str]) {
    let mut position = position(rules, state);
    let lines = position.play(event).unwrap().story;
    assert_eq!(lines.iter().map(text).collect::<Vec<_>>(), told);
}

#[test]
fn tells_what_happened() {
    let check = |phase: &str, event, told: &[&str]| {
        let state = format!("sheets=3,6,9,12,15,-,50,- turn=1 {phase}");
        let boxes = "ones+twos+threes+fours+fives+sixes+yahtzee+chance";
        let rules = format!("yahtzee(boxes={boxes},saved_rolls=on)");
        check_story(&rules, &state, event, told);
    };
    check("left=2 held=none", "1 2 3 4 5", &["#1 rolled 1 2 3 4 5."]);
    check(
        "left=1 held=66",
        "1 2 3",
        &["#1 rolled 1 2 3 and has 1 2 3 6 6."],
    );
    check(
        "left=1 dice=12366",
        "hold 6 6",
        &["#1 keeps 6 6 and rolls the others again."],
    );
    check(
        "left=1 dice=12366",
        "hold none",
        &["#1 rolls all dice again."],
    );
    check(
        "saved=1 left=0 dice=12366",
        "hold none",
        &["#1 rolls all dice again with a saved roll."],
    );
    let placed = "#1 scratches Sixes.";
    check("left=0 dice=11112", "place sixes", &[placed]);
    check(
        "left=1 dice=66666",
        "place sixes",
        &[
            "#1 scores 30 in Sixes with 6 6 6 6 6.",
            "#1 gets a bonus of 100 points for another joker.",
            "#1 earns the upper bonus: 35 points.",
            "#1 saves 1 roll.",
        ],
    );
}

#[test]
fn explains_boxes_nobody_wrote_words_for() {
    let rules =
        "yahtzee(add=five-odd:5-of-135:30+low:all-of-123:sum+ends:has-16:dice+two:sets-2-1:dice)";
    let sections = game(rules).explain();
    let lines: Vec<&str> = sections[1].lines.iter().map(String::as_str).collect();
    assert_eq!(lines[0], "Ones: the sum of all 1s");
    assert_eq!(
        lines[6..],
        [
            "Three of a kind: three of a kind for the sum of all dice",
            "Four of a kind: four of a kind for the sum of all dice",
            "Full house: three of a kind and a different pair for 25 points",
            "Small straight: 4 in a row for 30 points",
            "Large straight: 5 in a row for 40 points",
            "Yahtzee: five of a kind for 50 points",
            "Chance: any dice for the sum of all dice",
            "Five odd: at least 5 dice showing 1, 3 or 5 for 30 points",
            "Low: only 1, 2 or 3 for the sum of all dice",
            "Ends: 1 and 6 for the sum of those dice",
            "Two: a pair and another die for the sum of those dice",
        ]
    );
    let headings: Vec<&str> = sections.iter().map(|section| section.heading).collect();
    assert_eq!(
        headings,
        [
            "A turn",
            "The boxes",
            "The upper bonus",
            "Jokers",
            "The end"
        ]
    );
}
