//! People who go away, bots that play on, and people who come back.

use hotdice_core::{Attendance, RecordEvent};
use hotdice_table::{PlayerId, Presence, Refused, Waiting};

use crate::common::host::{Host, bot, person};
use crate::common::seat;

/// A game in which the first seat, Ada's, decides.
fn adas_turn() -> (Host, PlayerId) {
    let mut host = Host::open("kata(seats=1+)", 2, 1);
    let ada = host.join(person("Ada", 1)).unwrap();
    host.join(bot("random")).unwrap();
    assert_eq!(host.table.waiting(), Waiting::Person(seat(1)));
    (host, ada)
}

fn time_up(host: &mut Host) {
    let events = host.table.time_up(host.table.seq());
    host.granted(events).unwrap();
}

#[test]
fn what_a_stand_in_does_is_marked() {
    let (mut host, ada) = adas_turn();
    time_up(&mut host);
    assert_eq!(
        host.table.waiting(),
        Waiting::Bot(seat(1), "careful".to_owned())
    );
    host.act(&host.pick(0).unwrap()).unwrap();
    host.write(host.table.come_back(ada).unwrap());
    let record = host.table.record().unwrap();
    let place = |wanted: &RecordEvent| record.events.iter().position(|event| event == wanted);
    let replaced = RecordEvent::Attended(seat(1), Attendance::Replaced("careful".to_owned()));
    let returned = RecordEvent::Attended(seat(1), Attendance::Returned);
    let (from, to) = (place(&replaced).unwrap(), place(&returned).unwrap());
    let acted = |event: &RecordEvent| matches!(event, RecordEvent::Acted(by, _) if *by == seat(1));
    assert_eq!(
        record.events[from..to]
            .iter()
            .filter(|event| acted(event))
            .count(),
        1
    );
}

/// A bot that thought while the person came back has no say any more.
#[test]
fn a_bot_does_not_move_for_somebody_who_is_back() {
    let (mut host, ada) = adas_turn();
    time_up(&mut host);
    let (seen, action) = (host.table.seq(), host.pick(0).unwrap());
    host.write(host.table.come_back(ada).unwrap());
    for seen in [seen, host.table.seq()] {
        let read = host.game().read_action(&action).unwrap();
        let late = host.table.act_for(seat(1), seen, &read, &host.croupier);
        assert!(matches!(late, Err(Refused::NotYourTurn { .. })), "{late:?}");
    }
    assert!(host.table.act(ada, seen, &action, &host.croupier).is_ok());
}

/// Two clocks that ring at once replace nobody twice, and a late one does not chase away who is back.
#[test]
fn a_late_clock_does_no_harm() {
    let (mut host, ada) = adas_turn();
    let seen = host.table.seq();
    time_up(&mut host);
    assert!(host.table.time_up(seen).unwrap().is_empty());
    host.write(host.table.come_back(ada).unwrap());
    assert!(matches!(
        host.table.time_up(seen),
        Err(Refused::Stale { .. })
    ));
    time_up(&mut host);
    assert_eq!(
        host.table.players()[0].presence,
        Presence::Replaced("careful".to_owned())
    );
}

#[test]
fn bots_have_all_the_time_in_the_world() {
    let mut host = Host::open("pig", 2, 1);
    host.join(bot("random")).unwrap();
    host.join(bot("random")).unwrap();
    assert!(host.table.time_up(host.table.seq()).unwrap().is_empty());
}

#[test]
fn who_acts_is_back() {
    let (mut host, ada) = adas_turn();
    host.write(host.table.leave(ada, &host.croupier).unwrap());
    assert!(
        host.table.leave(ada, &host.croupier).unwrap().is_empty(),
        "one leaves once"
    );
    assert_eq!(
        host.table.waiting(),
        Waiting::Person(seat(1)),
        "the seat waits"
    );
    host.act(&host.pick(0).unwrap()).unwrap();
    assert_eq!(host.table.players()[0].presence, Presence::Here);
    assert!(host.table.come_back(ada).unwrap().is_empty());
    let record = host.record();
    assert!(record.contains("left 1\nreturned 1\nacted 1 "), "{record}");
}

/// Coming and going does not make anybody's choice out of date.
#[test]
fn others_may_come_and_go_meanwhile() {
    let mut host = Host::open("kata(seats=1+)", 2, 1);
    let ada = host.join(person("Ada", 1)).unwrap();
    let bo = host.join(person("Bo", 2)).unwrap();
    let (seen, action) = (host.table.seq(), host.pick(0).unwrap());
    host.write(host.table.leave(bo, &host.croupier).unwrap());
    let answer = host.table.act(ada, seen, &action, &host.croupier);
    host.granted(answer).unwrap();
}
