//! People who give up for good.

use hotdice_core::{RecordEvent, SeatSet, Turn};
use hotdice_table::{Match, PlayerId, Presence, Refused, Stage, Table, Waiting};

use crate::common::host::{Host, bot, person};
use crate::common::seat;

/// A game of as many people, whose names are letters.
fn game_of(rules: &str, people: u8) -> (Host, Vec<PlayerId>) {
    let mut host = Host::open(rules, people, 1);
    let join = |number: u8| {
        let name = char::from(b'A' + number).to_string();
        host.join(person(&name, number)).unwrap()
    };
    let players = (0..people).map(join).collect();
    (host, players)
}

fn resign(host: &mut Host, player: PlayerId) -> Result<(), Refused> {
    let events = host.table.resign(player, &host.croupier);
    host.granted(events)
}

fn winners(host: &Host) -> SeatSet {
    match host.game().turn() {
        Turn::Over(standing) => standing.winners,
        turn => panic!("the game goes on: {turn:?}"),
    }
}

/// The log and the record lead to the same end.
#[track_caller]
fn check_replays(host: &Host) {
    let again = Table::replay(host.table.id(), &host.log, Some(&host.croupier)).unwrap();
    assert_eq!(
        format!("{:?}", again.stage()),
        format!("{:?}", host.table.stage())
    );
    assert_eq!(again.players(), host.table.players());
    let record = host.table.record().unwrap();
    let written = record.to_string();
    assert!(written.starts_with("hotdice record 2\n"), "{written}");
    assert_eq!(written.parse(), Ok(record.clone()));
    let replayed = Match::replay(&record).unwrap();
    assert_eq!(replayed.turn(), host.game().turn());
    for event in &host.log {
        assert_eq!(event.to_string().parse().as_ref(), Ok(event));
    }
}

#[test]
fn of_two_the_other_wins_whoever_decides() {
    for place in [0, 1] {
        let (mut host, players) = game_of("farkle", 2);
        resign(&mut host, players[place]).unwrap();
        assert_eq!(
            winners(&host),
            [seat(2 - place as u8)].into_iter().collect()
        );
        assert!(matches!(host.table.stage(), Stage::Over(..)));
        check_replays(&host);
        let late = resign(&mut host, players[1 - place]);
        assert!(matches!(late, Err(Refused::Over)), "{late:?}");
    }
}

#[test]
fn a_bot_wins_against_somebody_who_resigns() {
    let mut host = Host::open("pig", 2, 3);
    let ada = host.join(person("Ada", 1)).unwrap();
    host.join(bot("greedy")).unwrap();
    resign(&mut host, ada).unwrap();
    assert_eq!(winners(&host), [seat(2)].into_iter().collect());
    check_replays(&host);
}

#[test]
fn of_three_the_others_play_on_with_a_bot_in_the_seat() {
    let (mut host, players) = game_of("kata(seats=1+)", 3);
    assert_eq!(host.table.waiting(), Waiting::Person(seat(1)));
    resign(&mut host, players[0]).unwrap();
    let careful = || "careful".to_owned();
    assert_eq!(host.table.waiting(), Waiting::Bot(seat(1), careful()));
    assert_eq!(
        host.table.players()[0].presence,
        Presence::Resigned(careful())
    );
    // There is no way back, and no second time.
    let (seen, action) = (host.table.seq(), host.pick(0).unwrap());
    let refused = [
        host.table.come_back(players[0]),
        host.table.resign(players[0], &host.croupier),
        host.table.act(players[0], seen, &action, &host.croupier),
    ];
    for refused in refused {
        assert!(matches!(refused, Err(Refused::Resigned)), "{refused:?}");
    }
    assert!(
        host.table
            .leave(players[0], &host.croupier)
            .unwrap()
            .is_empty()
    );
    host.act(&action).unwrap();
    check_replays(&host);
    resign(&mut host, players[2]).unwrap();
    assert_eq!(winners(&host), [seat(2)].into_iter().collect());
    check_replays(&host);
}

#[test]
fn a_game_with_a_resignation_goes_on_to_its_end() {
    let (mut host, players) = game_of("pig(target=20)", 3);
    resign(&mut host, players[1]).unwrap();
    host.play_on();
    assert!(host.is_over());
    let record = host.table.record().unwrap();
    assert!(record.events.contains(&RecordEvent::Resigned(seat(2))));
    check_replays(&host);
}

#[test]
fn offers_to_stop_fall_with_a_resignation_and_nobody_else_can_make_one() {
    let (mut host, players) = game_of("tridice", 2);
    assert!(host.table.can_agree());
    let offered = host
        .table
        .offer(players[0], host.table.seq(), &host.croupier);
    host.granted(offered).unwrap();
    resign(&mut host, players[1]).unwrap();
    assert!(host.table.offers().is_empty());
    assert!(!host.table.can_agree());
    assert_eq!(winners(&host), [seat(1)].into_iter().collect());
}

#[test]
fn games_that_cannot_be_drawn_say_so_beforehand() {
    let (host, _) = game_of("farkle", 2);
    assert!(!host.table.can_agree());
    let mut host = Host::open("tridice", 2, 1);
    host.join(person("Ada", 1)).unwrap();
    assert!(!host.table.can_agree());
    host.join(bot("greedy")).unwrap();
    assert!(!host.table.can_agree());
}

#[test]
fn who_plays_alone_cannot_resign() {
    let (mut host, players) = game_of("yatzy", 1);
    let refused = resign(&mut host, players[0]);
    assert!(
        matches!(refused, Err(Refused::Resignation(_))),
        "{refused:?}"
    );
    let mut host = Host::open("pig", 2, 3);
    let ada = host.join(person("Ada", 1)).unwrap();
    let refused = resign(&mut host, ada);
    assert!(
        matches!(refused, Err(Refused::NotStarted { .. })),
        "{refused:?}"
    );
}
