//! Turns event by event, and refusals with their whole message.

use hotdice_core::{AnyPosition, Part, Turn, Viewer};

use crate::find;

/// Plays events, each an action or a roll, and returns the position they lead to.
#[track_caller]
fn play(rules: &str, seats: u8, events: &str) -> Box<dyn AnyPosition> {
    let mut position = find(rules).unwrap().open(seats).unwrap();
    for event in events
        .split(';')
        .map(str::trim)
        .filter(|event| !event.is_empty())
    {
        match position.turn() {
            Turn::Roll => drop(
                position
                    .settle(&position.read_roll(event).unwrap())
                    .unwrap(),
            ),
            _ => drop(position.act(&position.read_action(event).unwrap()).unwrap()),
        }
    }
    position
}

#[track_caller]
fn check(rules: &str, seats: u8, events: &str, state: &str) {
    assert_eq!(play(rules, seats, events).state(), state);
}

#[track_caller]
fn refuses(rules: &str, events: &str, action: &str, message: &str) {
    let refused = play(rules, 1, events).read_action(action).unwrap_err();
    assert_eq!(refused.to_string(), message);
}

#[test]
fn tiles_that_add_up_are_shut_until_nothing_fits() {
    check(
        "shut-the-box",
        2,
        "3 4; shut 1 2 4; 6 6",
        "open=3,5,6,7,8,9 totals=0,0 turn=1 round=1 next=shut:66",
    );
    check(
        "shut-the-box",
        2,
        "3 4; shut 1 2 4; 1 1",
        "open=1,2,3,4,5,6,7,8,9 totals=38,0 turn=2 round=1 next=roll:2",
    );
}

#[test]
fn one_die_is_a_choice_an_order_or_never_there() {
    let few = "5 4; shut 9; 4 4; shut 8; 4 3; shut 7; 5 4; shut 5 4; 4 5";
    let open = "open=1,2,3,6 totals=0 turn=1 round=1";
    check("shut-the-box", 1, few, &format!("{open} next=shut:45"));
    check(
        "shut-the-box",
        1,
        &format!("{few}; shut 3 6"),
        "open=1,2 totals=0 turn=1 round=1 next=dice",
    );
    check(
        "shut-the-box(one_die_forced=yes)",
        1,
        &format!("{few}; shut 3 6"),
        "open=1,2 totals=0 turn=1 round=1 next=roll:1",
    );
    check(
        "shut-the-box(one_die=never)",
        1,
        &format!("{few}; shut 3 6"),
        "open=1,2 totals=0 turn=1 round=1 next=roll:2",
    );
    let high = "5 4; shut 9; 4 4; shut 8; 4 3; shut 7";
    check(
        "shut-the-box(one_die=high)",
        1,
        high,
        "open=1,2,3,4,5,6 totals=0 turn=1 round=1 next=dice",
    );
}

#[test]
fn a_shut_box_wins_at_once_or_counts_nothing() {
    let shut = "2 1; shut 1 2";
    check(
        "shut-the-box(tiles=2,one_die=never)",
        2,
        shut,
        "open=- totals=0,0 turn=1 round=1 next=over",
    );
    let goes_on = "shut-the-box(tiles=2,one_die=never,shut_wins=no)";
    check(
        goes_on,
        2,
        shut,
        "open=1,2 totals=0,0 turn=2 round=1 next=roll:2",
    );
    check(
        goes_on,
        2,
        "2 1; shut 1 2; 6 6",
        "open=1,2 totals=0,3 turn=2 round=1 next=over",
    );
}

#[test]
fn the_lowest_rest_wins_and_equal_rests_share() {
    let winners = |events: &str| match play("shut-the-box(tiles=2,one_die=never)", 2, events).turn()
    {
        Turn::Over(standing) => standing
            .winners
            .iter()
            .map(|seat| seat.to_string())
            .collect(),
        turn => vec![format!("{turn:?}")],
    };
    assert_eq!(winners("6 6; 5 5"), ["1", "2"]);
    assert_eq!(winners("1 1; shut 2; 6 6; 6 6"), ["1"]);
    assert_eq!(winners("6 6; 1 1; shut 2; 6 6"), ["2"]);
}

#[test]
fn rounds_add_up() {
    check(
        "shut-the-box(tiles=2,one_die=never,rounds=2)",
        2,
        "6 6; 1 1; shut 2; 6 6; 6 6",
        "open=1,2 totals=6,1 turn=2 round=2 next=roll:2",
    );
}

#[test]
fn who_has_not_played_has_no_result_yet() {
    let shown = |rules: &str, events: &str| {
        let scene = play(rules, 2, events).scene(Viewer::Spectator);
        let tracks = scene.parts.into_iter().filter_map(|part| match part {
            Part::Track(track) => Some(track.value_in_words()),
            _ => None,
        });
        tracks.collect::<Vec<_>>()
    };
    let (one, two) = (
        "shut-the-box(tiles=2,one_die=never)",
        "shut-the-box(tiles=2,one_die=never,rounds=2)",
    );
    assert_eq!(shown("shut-the-box", ""), ["45", "–"]);
    assert_eq!(shown(one, "1 1; shut 2; 6 6"), ["1", "3"]);
    assert_eq!(shown(one, "1 1; shut 2; 6 6; 6 6"), ["1", "3"]);
    // The box was shut before the other had a turn.
    assert_eq!(shown(one, "2 1; shut 1 2"), ["0", "–"]);
    assert_eq!(shown(two, "6 6"), ["3", "3"]);
    assert_eq!(shown(two, "6 6; 1 1; shut 2; 6 6"), ["6", "1"]);
}

#[test]
fn refusals_say_what_to_do() {
    refuses(
        "shut-the-box",
        "3 4",
        "shut 3 5",
        "these tiles add up to 8, but the dice show 7",
    );
    refuses(
        "shut-the-box",
        "3 4; shut 7; 3 4",
        "shut 7",
        "tile 7 is not open",
    );
    refuses(
        "shut-the-box(most=2)",
        "3 4",
        "shut 1 2 4",
        "one roll shuts at most 2 tiles",
    );
    refuses(
        "shut-the-box",
        "3 4",
        "roll 2",
        "first shut tiles that add up to 7",
    );
    refuses(
        "shut-the-box(tiles=3)",
        "",
        "shut 3",
        "say how many dice you roll: roll 1 or roll 2",
    );
    refuses(
        "shut-the-box",
        "3 4",
        "shut 3 3",
        "cannot read \"shut 3 3\": use roll 1, roll 2, or shut and the tiles, as shut 3 5",
    );
    let conflict = find("shut-the-box(one_die=never,one_die_forced=yes)").unwrap_err();
    assert!(conflict.to_string().contains("one die cannot be forced"));
}

#[test]
fn states_that_no_game_comes_to_are_refused() {
    let game = find("shut-the-box").unwrap();
    for (state, reason) in [
        (
            "open=1,2 totals=0,0 turn=1 round=1 next=shut:66",
            "no open tiles add up",
        ),
        (
            "open=- totals=0,0 turn=1 round=1 next=roll:2",
            "a turn ends when every tile is shut",
        ),
        (
            "open=13 totals=0,0 turn=1 round=1 next=roll:2",
            "this is not a value of open=",
        ),
        (
            "open=1,12 totals=0,0 turn=1 round=1 next=roll:2",
            "no such tiles",
        ),
        (
            "open=1,9 totals=0,46 turn=1 round=1 next=roll:2",
            "left that much open",
        ),
        (
            "open=1,9 totals=0,0 turn=1 round=0 next=roll:2",
            "no such round",
        ),
        (
            "open=1,9 totals=0,0 turn=1 round=1 next=dice",
            "no choice between one die and two",
        ),
        (
            "open=1,9 totals=0,0 turn=1 round=1 next=over",
            "while somebody has a turn left",
        ),
    ] {
        let refused = game.read_state(state).unwrap_err().to_string();
        assert!(refused.contains(reason), "{state}: {refused}");
    }
}
