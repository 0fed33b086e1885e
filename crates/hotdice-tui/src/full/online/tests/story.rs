//! What is seen while others are told of.

use std::sync::Arc;

use hotdice_client::KnownSeat;
use hotdice_core::{AnyPosition, Part, Scene, Seat, Viewer};
use hotdice_wire::{
    Event, EventKind, Happened, PlayerView, Presence, TableAfter, TableView, Waiting, WaitingFor,
};

use super::house::Player;
use super::pictures::Here;
use crate::full::table;
use crate::full::testing::Theatre;
use crate::job::Bell;
use crate::services::Hosted;
use crate::session::{
    Leaving, Link, OnlineSession, Session, SessionEventKind, TableAccess, TablePhase, Update,
};

/// How many events there were before the game: opened, twice joined, started.
const BEFORE: u64 = 4;

/// Two turns of farkle, the first of which scores and the second of which does not.
const LOG: [&str; 6] = [
    "rolled 1 1 1 2 3 4",
    "acted 1 keep 1 1 1",
    "acted 1 bank",
    "rolled 2 3 3 4 6 6",
    "rolled 1 2 3 4 6 6",
    "acted 1 keep 1",
];

pub(super) fn player(seat: u8, name: &str) -> PlayerView {
    PlayerView {
        seat,
        player: u32::from(seat),
        name: name.to_owned(),
        bot: None,
        presence: Presence::Here,
        resigned: false,
        online: true,
        points: 0,
    }
}

/// Returns a look at a table, as Ada in the first seat has it.
pub(super) fn view(rules: &str, position: &dyn AnyPosition) -> TableView {
    TableView {
        rules: rules.to_owned(),
        seq: BEFORE,
        stage: hotdice_wire::Stage::Playing,
        players: vec![player(1, "Ada"), player(2, "Bo")],
        waiting: Waiting {
            whom: WaitingFor::Person,
            seat: Some(1),
        },
        you: Some(1),
        scene: Some(position.scene(Viewer::Spectator)),
        ..super::table()
    }
}

pub(super) fn access() -> TableAccess {
    TableAccess {
        server: "http://127.0.0.1:7878".parse().unwrap(),
        table: "k7w2m9x4ab".to_owned(),
        seat: Some(KnownSeat {
            name: "Ada".to_owned(),
            token: "t0ken".parse().unwrap(),
            entropy: "00".repeat(32),
            secret: None,
        }),
        host: None,
        hosted: None,
    }
}

/// Lets something happen, and returns it as the server tells it.
fn happen(seq: u64, line: &str, position: &mut dyn AnyPosition, pictured: bool) -> Event {
    let (kind, event) = match line.split_once(' ').unwrap() {
        ("rolled", roll) => (EventKind::Rolled, roll),
        (_, rest) => (EventKind::Acted, rest.split_once(' ').unwrap().1),
    };
    let happened = position.play(event).unwrap();
    Event {
        seq,
        kind,
        line: line.to_owned(),
        story: happened.story,
        after: pictured.then(|| TableAfter {
            due: None,
            closed: None,
            stage: hotdice_wire::Stage::Playing,
            players: vec![player(1, "Ada"), player(2, "Bo")],
            waiting: Waiting {
                whom: WaitingFor::Person,
                seat: Some(1),
            },
            deadline: None,
            offers: Vec::new(),
            can_draw: false,
            scene: Some(position.picture()),
            state: None,
        }),
        ..Event::default()
    }
}

/// Returns whose turn a scene shows, the points in it, and its dice.
fn read(scene: &Scene) -> (Option<Seat>, Vec<i32>, String) {
    let mut points = Vec::new();
    let mut dice = String::new();
    for part in &scene.parts {
        match part {
            Part::Track(track) => points.push(track.value),
            Part::Tray(tray) => tray
                .dice
                .iter()
                .for_each(|die| dice += &die.face.to_string()),
            _ => {}
        }
    }
    (scene.turn, points, dice)
}

/// Tells the log at a table of these rules, with or without the picture after every event, and returns the scene after every event.
fn told(rules: &str, pictured: bool) -> Vec<Scene> {
    let mut position = hotdice_games::find("farkle").unwrap().open(2).unwrap();
    let view = view(rules, &*position);
    let mut link = Link::scripted(access(), view, None, &Bell::new().0);
    let events = (BEFORE + 1..).zip(LOG);
    let events = events.map(|(seq, line)| happen(seq, line, &mut *position, pictured));
    link.note_all(Happened {
        seq: BEFORE + LOG.len() as u64,
        head: String::new(),
        events: events.collect(),
    });
    let mut session = OnlineSession::new(link, Arc::new(Player::default()));
    let mut scenes = Vec::new();
    while let Some(update) = session.next() {
        let Update::Event(event) = update else {
            panic!("{update:?}");
        };
        assert!(!matches!(
            event.kind,
            SessionEventKind::Other | SessionEventKind::Past
        ));
        assert_eq!(session.status().phase, TablePhase::Moving);
        assert!(session.status().scene.choices.is_empty());
        scenes.push(session.status().scene.clone());
    }
    scenes
}

#[test]
fn dice_scores_and_turn_go_with_the_story() {
    let [ada, bo] = [0, 1].map(Seat::new);
    // Nobody here has to know the rules.
    for rules in ["farkle", "farkle-of-a-later-version"] {
        let seen: Vec<_> = told(rules, true).iter().map(read).collect();
        let dice = |text: &str| text.to_owned();
        assert_eq!(
            seen,
            [
                (ada, vec![0, 0], dice("111234")),
                (ada, vec![0, 0], dice("111234")),
                (bo, vec![300, 0], dice("")),
                (ada, vec![300, 0], dice("")),
                (ada, vec![300, 0], dice("123466")),
                (ada, vec![300, 0], dice("123466")),
            ]
        );
    }
}

#[test]
fn events_without_their_picture_show_nothing_that_is_over() {
    for scene in told("farkle", false) {
        let (turn, points, dice) = read(&scene);
        assert_eq!((turn, points, dice.as_str()), (None, vec![0, 0], ""));
    }
}

#[test]
fn keys_that_do_nothing_at_a_server_are_not_offered() {
    for (rules, draw) in [("farkle", false), ("tridice", true)] {
        let position = hotdice_games::find(rules).unwrap().open(2).unwrap();
        let mut view = view(rules, &*position);
        let scene = position.scene(Viewer::Seat(Seat::FIRST));
        view.scene = Some(scene);
        let mut theatre = Theatre::new((200, 45), Arc::new(Player::default()), |cx| {
            let link = Link::scripted(access(), view, None, &cx.bell);
            let session = OnlineSession::new(link, cx.services.clone());
            table::sit(Box::new(session), cx)
        });
        let text = theatre.text();
        assert!(text.contains("Enter confirm"), "{text}");
        assert!(!text.contains("u undo"), "{text}");
        assert_eq!(text.contains("d offer a draw"), draw, "{text}");
    }
}

#[test]
fn whoever_leaves_is_told_a_way_back_that_is_there() {
    let position = hotdice_games::find("farkle").unwrap().open(2).unwrap();
    for hosted in [false, true] {
        let mut access = access();
        access.hosted = hosted.then(|| Arc::new(Here) as Arc<dyn Hosted>);
        let link = Link::scripted(access, view("farkle", &*position), None, &Bell::new().0);
        let mut session = OnlineSession::new(link, Arc::new(Player::default()));
        let farewell = session.leave(Leaving::Pause).unwrap();
        let parting = farewell.in_words().unwrap();
        assert!(parting.contains("from the hall"), "{parting}");
        assert_eq!(parting.contains("--server"), !hosted, "{parting}");
    }
}
