//! Before the game, and between two.

use hotdice_table::{PlayerId, Refused, Waiting};

use crate::common::host::{Host, bot, person, table_id};
use crate::common::seat;

fn names(host: &Host) -> Vec<String> {
    let players = host.table.players().iter();
    players
        .map(|player| player.who.name().to_string())
        .collect()
}

#[test]
fn the_game_begins_when_every_seat_is_taken() {
    let mut host = Host::open("pig", 3, 1);
    for name in ["Ada", "Bo"] {
        host.join(person(name, 1)).unwrap();
        assert_eq!(host.table.waiting(), Waiting::Start);
        assert_eq!(host.table.record(), None);
    }
    host.join(bot("careful")).unwrap();
    assert!(host.table.game_on().is_some());
}

#[test]
fn the_host_begins_earlier_with_fewer() {
    let mut host = Host::open("pig", 4, 1);
    host.join(person("Ada", 1)).unwrap();
    let start = host.table.start(&host.croupier);
    assert!(matches!(start, Err(Refused::TooFew { joined: 1, .. })));
    host.join(person("Bo", 2)).unwrap();
    let start = host.table.start(&host.croupier);
    host.granted(start).unwrap();
    assert_eq!(host.game().names().len(), 2);
    host.play_on();
    assert!(host.is_over());
}

#[test]
fn who_gets_up_again_leaves_no_gap() {
    let mut host = Host::open("pig", 3, 1);
    let ada = host.join(person("Ada", 1)).unwrap();
    let bo = host.join(person("Bo", 2)).unwrap();
    host.write(host.table.leave(ada, &host.croupier).unwrap());
    assert_eq!(host.table.seat_of(bo), Some(seat(1)));
    assert_eq!(host.table.seat_of(ada), None);
    let again = host.join(person("Ada", 3)).unwrap();
    assert_eq!(again.number(), 3);
    host.join(bot("random")).unwrap();
    assert_eq!(names(&host), ["Bo", "Ada", "bot:random"]);
    let entropy: Vec<u8> = host
        .table
        .entropy()
        .iter()
        .flatten()
        .map(|bytes| bytes.0[0])
        .collect();
    assert_eq!(
        entropy,
        [2, 3],
        "what was added by whoever left does not count"
    );
}

/// Plays a game of three, and opens the table where they meet again.
fn rematch() -> Host {
    let mut first = Host::open("pig(target=20)", 3, 1);
    first.join(person("Ada", 1)).unwrap();
    first.join(bot("careful")).unwrap();
    first.join(person("Bo", 2)).unwrap();
    first.play_on();
    let next = table_id(2);
    first.write(first.table.meet_again(next).unwrap());
    assert_eq!(first.table.rematch(), Some(next));
    assert!(
        first.table.meet_again(table_id(3)).unwrap().is_empty(),
        "the first word stands"
    );
    let mut settings = first.table.settings().clone();
    settings.after = Some(first.table.id());
    Host::with(settings, next, [9; 32])
}

#[test]
fn who_meets_again_sits_as_before() {
    let mut host = rematch();
    let before = |number| Some(PlayerId::of_seat(seat(number)));
    host.join_again(person("Bo", 3), before(3)).unwrap();
    host.join_again(person("Ada", 4), before(1)).unwrap();
    assert_eq!(names(&host), ["Ada", "Bo"]);
    host.join_again(bot("careful"), before(2)).unwrap();
    assert_eq!(names(&host), ["Ada", "bot:careful", "Bo"]);
    host.play_on();
    assert!(host.is_over());
}

#[test]
fn only_who_played_before_meets_again() {
    let mut host = rematch();
    let before = |number| Some(PlayerId::of_seat(seat(number)));
    for stranger in [None, before(4)] {
        let refused = host.join_again(person("Cy", 3), stranger);
        assert!(matches!(refused, Err(Refused::NotInvited)));
    }
    host.join_again(person("Bo", 3), before(3)).unwrap();
    let refused = host.join_again(person("Cy", 3), before(3));
    assert!(matches!(refused, Err(Refused::NotInvited)));
}

#[test]
fn who_meets_again_may_get_up_and_sit_down() {
    let mut host = rematch();
    let before = Some(PlayerId::of_seat(seat(3)));
    let bo = host.join_again(person("Bo", 3), before).unwrap();
    host.write(host.table.leave(bo, &host.croupier).unwrap());
    host.join_again(person("Bo", 4), before).unwrap();
    assert_eq!(names(&host), ["Bo"]);
}
