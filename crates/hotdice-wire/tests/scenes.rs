//! Pictures survive the way over the wire.

use hotdice_core::{AnyPosition, Line, Scene, Seat, Turn, Viewer};
use hotdice_wire as wire;

/// Sends a picture as JSON and expects it to arrive as it was.
#[track_caller]
fn check(scene: Scene) {
    let json = serde_json::to_string(&wire::Scene::from(scene.clone())).expect("JSON");
    let sent: wire::Scene = serde_json::from_str(&json).expect("the JSON of a scene");
    assert_eq!(Scene::try_from(sent), Ok(scene), "{json}");
}

#[track_caller]
fn check_line(line: Line) {
    let json = serde_json::to_string(&wire::Line::from(line.clone())).expect("JSON");
    let sent: wire::Line = serde_json::from_str(&json).expect("the JSON of a line");
    assert_eq!(Line::try_from(sent), Ok(line), "{json}");
}

/// Lets something happen that depends on nothing but `number`.
fn step(position: &mut dyn AnyPosition, number: u16) -> Option<Vec<Line>> {
    match position.turn() {
        Turn::Over(_) => None,
        Turn::Roll => {
            let throw = position.throw().expect("dice are due");
            let side = |die: u16| (7 * number + die * (3 + number)) % throw.sides;
            let lying: Vec<u16> = (0..u16::from(throw.dice)).map(side).collect();
            let roll = position.read_throw(&lying).expect("a throw");
            Some(position.settle(&roll).expect("a possible roll"))
        }
        Turn::Decide(seat) => {
            let scene = position.scene(Viewer::Seat(seat));
            let choice = &scene.choices[usize::from(number) % scene.choices.len()];
            Some(position.act(&choice.notation).expect("a listed choice"))
        }
    }
}

#[test]
fn every_picture_of_every_game_arrives() {
    for (_, preset) in hotdice_games::presets() {
        let game = hotdice_games::find(preset.name).expect("a preset");
        let seats = game.seats().least().max(2).min(game.seats().most());
        let mut position = game.open(seats).expect("seats that are allowed");
        for number in 0..150 {
            check(position.scene(Viewer::Spectator));
            Seat::all(seats).for_each(|seat| check(position.scene(Viewer::Seat(seat))));
            match step(&mut *position, number) {
                Some(story) => story.into_iter().for_each(check_line),
                None => break,
            }
        }
    }
}

#[test]
fn pictures_that_cannot_be_are_refused() {
    let scene = |json: &str| {
        let sent: wire::Scene = serde_json::from_str(json).expect("the JSON of a scene");
        Scene::try_from(sent)
    };
    let no_seat = scene(r#"{"turn":0,"parts":[],"choices":[]}"#);
    assert_eq!(no_seat, Err(wire::NotAScene::Seat(0)));
    let no_face = scene(
        r#"{"parts":[{"kind":"tray","name":"dice","dice":[{"face":7,"mark":"loose"}]}],"choices":[]}"#,
    );
    assert_eq!(no_face, Err(wire::NotAScene::Face(7)));
    let faces = vec![1; 256];
    let many = wire::Line {
        spans: vec![wire::Span::Dice(faces)],
        tone: wire::Tone::Plain,
    };
    assert_eq!(Line::try_from(many), Err(wire::NotAScene::TooManyDice));
}
