//! What players see and read.

use hotdice_core::{
    AnyPosition, Choice, Dice, Line, Part, Piece, Position, Scene, ScoreRefused, Seat, Show, Span,
    Target, Viewer,
};

use super::{for_each_random_state, position};
use crate::tridice::TriDice;

const STATE: &str = "turn=1 hands=1,0 board=11:1=1324,22:2=2413,41:2=2134";

fn scene(state: &str) -> Scene {
    position(TriDice::USUAL, state).scene(Viewer::Seat(Seat::FIRST))
}

fn words(line: &Line) -> String {
    let span = |span: &Span| match span {
        Span::Text(text) => text.clone(),
        Span::Seat(seat) => format!("<{seat}>"),
        Span::Dice(dice) => dice.to_string(),
    };
    line.spans.iter().map(span).collect()
}

fn lines(scene: &Scene) -> Vec<String> {
    let line = |part: &Part| match part {
        Part::Line(line) => Some(words(line)),
        _ => None,
    };
    scene.parts.iter().filter_map(line).collect()
}

#[test]
fn the_triangle_shows_every_cell_and_die() {
    let scene = scene(STATE);
    let Some(Part::Triangle(triangle)) = scene.parts.first() else {
        panic!("the board comes first");
    };
    assert_eq!((triangle.rows, triangle.cells.len()), (4, 16));
    let (top, below) = (&triangle.cells[0], &triangle.cells[2]);
    assert_eq!((top.name.as_str(), top.points_up), ("11", true));
    assert_eq!((below.name.as_str(), below.points_up), ("22", false));
    let piece = Piece {
        seat: Seat::FIRST,
        number: 1,
        corners: [4, 2, 3],
    };
    assert_eq!(top.piece, Some(piece));
    // Rolled from 11 to 22 the lower corner is the tip that was on top.
    assert_eq!(below.piece.unwrap().number, 1);
    assert_eq!(below.piece.unwrap().corners, [3, 2, 4]);
}

#[test]
fn the_triangle_knows_what_is_captured_and_threatened() {
    let triangle = |state: &str| match scene(state).parts.into_iter().next() {
        Some(Part::Triangle(triangle)) => triangle,
        _ => panic!("the board comes first"),
    };
    let board = triangle(STATE);
    assert_eq!(board.captured, [2, 2]);
    let reached_by = |seat: Seat| {
        let cells = board.cells.iter();
        let cells = cells.filter(|cell| cell.reached_by.contains(&seat));
        cells.map(|cell| cell.name.clone()).collect::<Vec<_>>()
    };
    // The die on 11 shows 1, and 22 is its only neighbour.
    assert_eq!(reached_by(Seat::FIRST), ["22"]);
    let mut moves: Vec<String> = position(TriDice::USUAL, &STATE.replace("turn=1", "turn=2"))
        .actions()
        .iter()
        .filter_map(|action| Some(action.notation().split_once('-')?.1.to_owned()))
        .collect();
    moves.sort();
    moves.dedup();
    assert_eq!(reached_by(Seat::FIRST.next(2)), moves);
    let whole = triangle("turn=1 hands=3,3 board=11:1=1324,41:2=2134");
    assert!(whole.captured.is_empty());
}

#[test]
fn hands_are_tracks() {
    let tracks: Vec<_> = scene(STATE)
        .parts
        .into_iter()
        .filter_map(|part| match part {
            Part::Track(track) => Some((track.name, track.value, track.target)),
            _ => None,
        })
        .collect();
    assert_eq!(
        tracks,
        [
            ("dice in hand".into(), 1, Some(4)),
            ("dice in hand".into(), 0, Some(4))
        ]
    );
}

#[test]
fn captures_come_first_and_placements_last() {
    let choices = scene(&format!("{STATE},44:1=2413")).choices;
    let mut kinds: Vec<&str> = choices.iter().map(|choice| choice.hint.as_str()).collect();
    kinds.dedup();
    assert_eq!(
        kinds,
        ["captures the 1", "2 steps", "rolled from your hand"]
    );
    assert_eq!(choices[0].label, "Move 11 to 22");
    let way = ["11", "22"].map(str::to_owned).to_vec();
    assert_eq!(choices[0].target, Target::Way(way));
    let last = choices.last().unwrap();
    assert_eq!(last.notation, "place 47");
    assert_eq!(last.target, Target::Cell("47".to_owned()));
}

#[test]
fn a_way_is_drawn_and_always_the_same() {
    let find = |choices: Vec<Choice>| choices.into_iter().find(|way| way.notation == "move 33-11");
    let state = "turn=1 hands=0,1 board=33:1=1243";
    let choice = find(scene(state).choices).unwrap();
    assert_eq!(choice.hint, "4 steps");
    let way = ["33", "32", "21", "22", "11"].map(str::to_owned).to_vec();
    assert_eq!(choice.target, Target::Way(way));
    let blocked = find(scene(&format!("{state},32:2=1243")).choices).unwrap();
    let way = ["33", "34", "23", "22", "11"].map(str::to_owned).to_vec();
    assert_eq!(blocked.target, Target::Way(way));
}

#[test]
fn the_last_capture_says_that_it_wins() {
    let choices = scene("turn=1 hands=0,0 board=11:1=1324,22:2=2413").choices;
    assert_eq!(choices[0].hint, "captures the 1 and wins");
}

#[track_caller]
fn check(state: &str, event: &str, told: &[&str]) {
    let mut position = position(TriDice::USUAL, state);
    let happened = AnyPosition::play(&mut position, event).unwrap();
    let story: Vec<String> = happened.story.iter().map(words).collect();
    assert_eq!(story, told);
}

#[test]
fn stories_tell_what_happened() {
    check(STATE, "place 33", &["<1> rolls a die for 33."]);
    check(
        "turn=2 hands=3,3 board=empty rolling=33",
        "33=2413",
        &["<2> places a die on 33. It shows 1."],
    );
    check(
        STATE,
        "move 11-22",
        &["<1> moves from 11 to 22 and captures a 1."],
    );
    check(
        "turn=1 hands=0,0 board=11:1=1324,22:2=2413",
        "move 11-22",
        &[
            "<1> moves from 11 to 22 and captures a 1.",
            "<2> has no dice left. <1> wins!",
        ],
    );
    let round = "22-33,31-44,33-22,44-31";
    check(
        &format!("turn=2 hands=0,0 board=22:1=2134,44:2=3142 past={round},22-33,31-44,33-22"),
        "move 44-31",
        &[
            "<2> moves from 44 to 31. The die now shows 3.",
            "It's a draw: the same position came up three times.",
        ],
    );
}

#[test]
fn warns_of_draws() {
    let round = "22-33,31-44,33-22,44-31";
    let twice = format!("turn=1 hands=0,0 board=22:1=2134,31:2=3142 past={round}");
    assert_eq!(
        lines(&scene(&twice)),
        ["This position has come up twice. The third time it's a draw."]
    );
}

#[test]
fn long_quiet_play_is_counted() {
    for_each_random_state(2, |game, state| {
        let position = Position::from_state(*game, *state);
        let told = lines(&position.scene(Viewer::Spectator));
        let expected = format!(
            "{} turns without a new die or a capture. At 40 it's a draw.",
            state.quiet_turns()
        );
        assert_eq!(told.contains(&expected), state.quiet_turns() > 20);
    });
}

#[test]
fn rolls_have_no_score() {
    let score = TriDice::USUAL.score(Dice::NONE, None);
    assert_eq!(score, Err(ScoreRefused::Pieces));
}

#[test]
fn rules_in_words_follow_the_parameters() {
    let rules = |line| {
        let sections = crate::find(line).unwrap().explain();
        let lines = sections.into_iter().flat_map(|section| section.lines);
        lines.collect::<Vec<_>>().join(" ")
    };
    assert!(rules("tridice").contains("4 rows with 16 triangular cells"));
    assert!(rules("tridice(rows=3,dice=1)").contains("starts with 1 four-sided die in hand"));
    assert!(rules("tridice(rows=5)").contains("down to 51 and 59"));
}
