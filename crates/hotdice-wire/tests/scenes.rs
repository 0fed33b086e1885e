//! Pictures survive the way over the wire, and look there as they always have.

use hotdice_core::{AnyPosition, Line, Scene, Seat, Turn, Viewer};
use hotdice_wire::{Event, EventKind};
use serde_json::Value;

/// Scenes as they were written before they had places and points: rules, state and JSON of whoever decides, or of a spectator.
const OLD_SCENES: &str = include_str!("data/scenes.tsv");

/// Sends a picture as JSON and expects it to arrive as it was.
#[track_caller]
fn check(scene: &Scene) {
    let json = serde_json::to_string(scene).expect("JSON");
    let sent: Scene = serde_json::from_str(&json).expect("the JSON of a scene");
    assert_eq!(sent, *scene, "{json}");
}

#[track_caller]
fn check_line(line: &Line) {
    let json = serde_json::to_string(line).expect("JSON");
    let sent: Line = serde_json::from_str(&json).expect("the JSON of a line");
    assert_eq!(sent, *line, "{json}");
}

/// Lets something happen that depends on nothing but `number`.
fn step(position: &mut dyn AnyPosition, number: u16) -> Option<Vec<Line>> {
    let event = match position.turn() {
        Turn::Over(_) => return None,
        Turn::Roll => {
            let throw = position.throw().expect("dice are due");
            let side = |die: u16| (7 * number + die * (3 + number)) % throw.sides;
            let lying: Vec<u16> = (0..u16::from(throw.dice)).map(side).collect();
            let roll = position.read_throw(&lying).expect("a throw");
            position.settle(&roll)
        }
        Turn::Decide(seat) => {
            let scene = position.scene(Viewer::Seat(seat));
            let choice = &scene.choices[usize::from(number) % scene.choices.len()];
            position.play(&choice.notation)
        }
    };
    Some(event.expect("a possible event").story)
}

#[test]
fn every_picture_of_every_game_arrives() {
    for (_, preset) in hotdice_games::presets() {
        let game = hotdice_games::find(preset.name).expect("a preset");
        let seats = game.seats().least().max(2).min(game.seats().most());
        let mut position = game.open(seats).expect("seats that are allowed");
        for number in 0..150 {
            check(&position.picture());
            Seat::all(seats).for_each(|seat| check(&position.scene(Viewer::Seat(seat))));
            match step(&mut *position, number) {
                Some(story) => story.iter().for_each(check_line),
                None => break,
            }
        }
    }
}

/// Takes out what scenes had not got when the old ones were written.
fn without_additions(scene: &mut Value) {
    let list = |value: &mut Value| value.as_array_mut().map(std::mem::take).unwrap_or_default();
    for part in scene["parts"].as_array_mut().expect("parts") {
        if part["kind"] == "tray" {
            let mut dice = list(&mut part["dice"]);
            for (place, die) in dice.iter_mut().enumerate() {
                let had = die.as_object_mut().expect("a die").shift_remove("place");
                assert_eq!(had, Some(place.into()));
            }
            part["dice"] = dice.into();
        }
        if part["kind"] == "triangle" {
            part.as_object_mut()
                .expect("a part")
                .shift_remove("captured");
            for cell in part["cells"].as_array_mut().expect("cells") {
                cell.as_object_mut()
                    .expect("a cell")
                    .shift_remove("reached_by");
            }
        }
    }
    for choice in scene["choices"].as_array_mut().expect("choices") {
        let choice = choice.as_object_mut().expect("a choice");
        choice.shift_remove("points");
        choice.shift_remove("then");
    }
}

/// Blanks what people read: a better sentence is no other protocol.
fn without_words(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let is_row = fields.get("kind").is_some_and(|kind| kind == "row");
            for (key, field) in fields {
                let is_read = ["label", "hint", "text", "name", "effect"].contains(&key.as_str());
                if field.is_string() && (is_read || is_row && key == "of") {
                    *field = "".into();
                } else {
                    without_words(field);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_words),
        _ => {}
    }
}

#[test]
fn scenes_are_written_as_they_always_were() {
    for line in OLD_SCENES.lines() {
        let [rules, state, old] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("rules, state and scene: {line}");
        };
        let game = hotdice_games::find(rules).expect("rules");
        let position = game.read_state(state).expect("a state");
        let viewer = match position.turn() {
            Turn::Decide(seat) => Viewer::Seat(seat),
            Turn::Roll | Turn::Over(_) => Viewer::Spectator,
        };
        let scene = position.scene(viewer);
        let mut new = serde_json::to_value(&scene).expect("JSON");
        without_additions(&mut new);
        let read: Scene = serde_json::from_str(old).expect("an old scene");
        let mut old: Value = serde_json::from_str(old).expect("an old scene");
        without_words(&mut new);
        without_words(&mut old);
        assert_eq!(new.to_string(), old.to_string(), "{rules} {state}");
        assert_eq!(read.parts.len(), scene.parts.len());
    }
}

#[test]
fn pictures_that_cannot_be_are_refused() {
    let refused = |json: &str| {
        let scene = serde_json::from_str::<Scene>(json);
        scene.expect_err("no scene").to_string()
    };
    let no_seat = refused(r#"{"turn":0,"parts":[],"choices":[]}"#);
    assert!(no_seat.contains("a seat from 1 on"), "{no_seat}");
    let no_face = refused(
        r#"{"parts":[{"kind":"tray","name":"dice","dice":[{"face":7,"mark":"loose"}]}],"choices":[]}"#,
    );
    assert!(no_face.contains("1 to 6 pips"), "{no_face}");
    let dice = vec!["1"; 256].join(",");
    let line = format!(r#"{{"spans":[{{"dice":[{dice}]}}],"tone":"plain"}}"#);
    let many = serde_json::from_str::<Line>(&line).expect_err("too many dice");
    assert!(many.to_string().contains("255"), "{many}");
}

#[test]
fn events_of_older_servers_are_read() {
    let old = r#"{"seq":7,"at":1700000000000,"kind":"acted","line":"acted 1 keep 1 1","story":[]}"#;
    let event: Event = serde_json::from_str(old).expect("an event");
    assert_eq!(
        event,
        Event {
            seq: 7,
            at: 1_700_000_000_000,
            kind: EventKind::Acted,
            line: "acted 1 keep 1 1".to_owned(),
            ..Event::default()
        }
    );
    assert_eq!(serde_json::to_string(&event).expect("JSON"), old);
}
