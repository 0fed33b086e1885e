//! Linked dice: when they fall, with which links, and what is refused on the way.

use hotdice_core::{Attendance, Bytes32, Seat};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_table::{Impossible, PlayerId, Refused, Table, TableEvent, Waiting};

use crate::common::host::{Host, bot, person};
use crate::common::seat;

/// Ada and Bo, whose first roll is due.
fn pig() -> (Host, PlayerId, PlayerId) {
    let mut host = Host::linked("pig(target=50)", 2, 1);
    let ada = host.sit("Ada", 1).unwrap();
    let bo = host.sit("Bo", 2).unwrap();
    (host, ada, bo)
}

/// The events since a number, each by its first word and seat.
fn words(host: &Host, since: usize) -> Vec<String> {
    let short = |event: &TableEvent| {
        let line = event.to_string();
        let words = line.split(' ').take(2);
        words.collect::<Vec<_>>().join(" ")
    };
    host.log[since..].iter().map(short).collect()
}

fn missing(host: &Host) -> Vec<Seat> {
    match host.table.waiting() {
        Waiting::Links(missing) => missing.iter().collect(),
        waiting => panic!("{waiting:?}"),
    }
}

#[track_caller]
fn send(host: &mut Host, player: PlayerId, roll: u64) -> Result<(), Refused> {
    let link = host.link_of(host.table.seat_of(player).unwrap(), roll);
    let answer = host.table.link(player, roll, link, &host.croupier);
    host.granted(answer)
}

#[test]
fn dice_fall_with_the_last_link() {
    let (mut host, ada, bo) = pig();
    assert_eq!(host.table.due(), Some(1));
    assert_eq!(missing(&host), [seat(1), seat(2)]);
    send(&mut host, bo, 1).unwrap();
    assert_eq!(missing(&host), [seat(1)]);
    let before = host.log.len();
    send(&mut host, ada, 1).unwrap();
    let fallen = words(&host, before);
    assert_eq!(fallen[0], "linked 1");
    assert!(fallen[1].starts_with("rolled "), "{fallen:?}");
    // The same link again changes nothing.
    let length = host.log.len();
    send(&mut host, ada, 1).unwrap();
    assert_eq!(host.log.len(), length);
}

/// The answer to a link may be lost, also that of the roll that ended the game: whoever sends it again is not refused.
#[test]
fn the_link_of_the_last_roll_can_be_sent_again() {
    let mut host = Host::linked("shut-the-box", 2, 1);
    let ada = host.sit("Ada", 1).unwrap();
    let bo = host.sit("Bo", 2).unwrap();
    let mut last = 0;
    while !host.is_over() {
        match host.table.waiting() {
            Waiting::Links(_) => {
                last = host.table.due().unwrap();
                send(&mut host, ada, last).unwrap();
                send(&mut host, bo, last).unwrap();
            }
            _ => {
                let action = host.pick(0).unwrap();
                let seen = host.table.seq();
                let Waiting::Person(decides) = host.table.waiting() else {
                    panic!("somebody decides");
                };
                let player = host.table.players()[decides.index()].id;
                let acted = host.table.act(player, seen, &action, &host.croupier);
                host.granted(acted).unwrap();
            }
        }
    }
    let length = host.log.len();
    for player in [ada, bo] {
        send(&mut host, player, last).unwrap();
        let refused = send(&mut host, player, last + 1).unwrap_err();
        assert!(matches!(refused, Refused::Over), "{refused}");
    }
    assert_eq!(host.log.len(), length);
}

/// Whoever acts may send the link along: with one person everything is one batch.
#[test]
fn a_link_comes_with_the_action() {
    let mut host = Host::linked("pig(target=50)", 2, 3);
    let ada = host.sit("Ada", 1).unwrap();
    host.join(bot("careful")).unwrap();
    host.add_links();
    while host.table.waiting() != Waiting::Person(seat(1)) {
        host.act("hold").unwrap();
    }
    let (before, roll) = (host.log.len(), host.rolls() as u64 + 1);
    let (seen, link) = (host.table.seq(), host.link_of(seat(1), roll));
    let act = |host: &Host, action, link| {
        host.table
            .act_expecting(ada, seen, action, None, link, &host.croupier)
    };
    let acted = act(&host, "roll", Some(link));
    host.granted(acted).unwrap();
    let fallen = words(&host, before);
    assert_eq!(fallen[..2], ["acted 1", "linked 1"]);
    assert!(fallen[2].starts_with("rolled "), "{fallen:?}");
}

/// A bot decides without knowing any link: its decision is written down, and only then links are asked for.
#[test]
fn a_bot_decides_before_anybody_shows_a_link() {
    let mut host = Host::linked("pig(target=1000)", 2, 3);
    host.join(bot("careful")).unwrap();
    host.sit("Ada", 1).unwrap();
    host.add_links();
    while !matches!(host.table.waiting(), Waiting::Bot(..)) {
        host.act("hold").unwrap();
    }
    let before = host.log.len();
    let action = host.game().read_action("roll").unwrap();
    let acted = host
        .table
        .act_for(seat(1), host.table.seq(), &action, &host.croupier);
    host.granted(acted).unwrap();
    assert_eq!(words(&host, before), ["acted 1"]);
    assert_eq!(missing(&host), [seat(2)]);
}

#[test]
fn who_does_not_answer_is_absent_until_they_are_back() {
    let (mut host, ada, bo) = pig();
    send(&mut host, ada, 1).unwrap();
    let before = host.log.len();
    let late = host.table.links_late(host.table.seq(), &host.croupier);
    host.granted(late).unwrap();
    let fallen = words(&host, before);
    assert_eq!(fallen[0], "absent 2");
    assert!(fallen[1].starts_with("rolled "), "{fallen:?}");
    // Nobody waits for Bo the next time, nor does the table ask.
    while host.table.waiting() != Waiting::Person(seat(1)) {
        host.act("hold").unwrap();
    }
    let before = host.log.len();
    host.act("roll").unwrap();
    let fallen = words(&host, before);
    assert_eq!(fallen[..3], ["acted 1", "absent 2", "linked 1"]);
    let roll = host.table.due().unwrap_or_else(|| host.rolls() as u64);
    assert!(send(&mut host, bo, roll).is_err(), "too late for that roll");
    let before = host.log.len();
    host.write(host.table.come_back(bo).unwrap());
    assert_eq!(words(&host, before), ["returned 2"]);
    assert!(host.table.come_back(bo).unwrap().is_empty());
    while host.table.waiting() != Waiting::Person(seat(1)) {
        host.act("hold").unwrap();
    }
    let acted = host
        .table
        .act(ada, host.table.seq(), "roll", &host.croupier);
    host.granted(acted).unwrap();
    assert_eq!(missing(&host), [seat(1), seat(2)]);
}

/// Dice that only wait for somebody who leaves fall at once.
#[test]
fn who_leaves_is_not_waited_for() {
    let (mut host, ada, bo) = pig();
    send(&mut host, ada, 1).unwrap();
    let before = host.log.len();
    host.write(host.table.leave(bo, &host.croupier).unwrap());
    let fallen = words(&host, before);
    assert_eq!(fallen[..2], ["left 2", "absent 2"]);
    assert!(fallen[2].starts_with("rolled "), "{fallen:?}");
    let attended = TableEvent::Attended(seat(2), Attendance::Left);
    assert_eq!(host.log[before], attended);
}

#[test]
fn bots_among_themselves_wait_for_nobody() {
    let mut host = Host::linked("pig(target=20)", 2, 6);
    host.join(bot("random")).unwrap();
    host.join(bot("greedy")).unwrap();
    host.play_on();
    assert!(host.is_over());
}

#[test]
fn links_that_are_refused_change_nothing() {
    let (mut host, ada, bo) = pig();
    let (first, second) = (host.link_of(seat(1), 1), host.link_of(seat(1), 2));
    let link = |host: &Host, player, roll, link| {
        let refused = host.table.link(player, roll, link, &host.croupier);
        refused.unwrap_err().to_string()
    };
    let wrong = "this isn't the link of roll 1 in your chain";
    assert_eq!(link(&host, ada, 1, second), wrong);
    assert_eq!(link(&host, bo, 1, first), wrong);
    let early = "roll 2 isn't due: keep the links of later rolls to yourself";
    assert_eq!(link(&host, ada, 2, second), early);
    let due = "the dice are about to fall: wait for them";
    let refuse = |answer: Result<Vec<_>, Refused>| answer.unwrap_err().to_string();
    let seen = host.table.seq();
    assert_eq!(
        refuse(host.table.act(ada, seen, "roll", &host.croupier)),
        due
    );
    assert_eq!(refuse(host.table.offer(ada, seen, &host.croupier)), due);
    assert_eq!(refuse(host.table.anchor(ada, Bytes32([9; 32]))), due);
    send(&mut host, ada, 1).unwrap();
    assert_eq!(link(&host, ada, 1, second), wrong);
    host.add_links();
    let roll = host.rolls() as u64 + 1;
    let (next, seen) = (host.link_of(seat(1), roll), host.table.seq());
    let Waiting::Person(decides) = host.table.waiting() else {
        panic!("somebody decides");
    };
    assert_eq!(decides, seat(1));
    let with = |link| {
        let acted = host
            .table
            .act_expecting(ada, seen, "roll", None, Some(link), &host.croupier);
        acted.map(|_| ()).map_err(|refused| refused.to_string())
    };
    let wrong = format!("this isn't the link of roll {roll} in your chain");
    assert_eq!(with(first), Err(wrong));
    assert_eq!(with(next), Ok(()));
    let committed = Host::open("pig", 2, 1);
    assert_eq!(committed.table.due(), None);
}

#[test]
fn dice_that_are_not_linked_take_no_links() {
    let mut host = Host::open("pig(target=50)", 2, 1);
    let ada = host.join(person("Ada", 1)).unwrap();
    host.join(person("Bo", 2)).unwrap();
    let not_linked = "the dice of this table aren't linked: it takes no links";
    let link = host.table.link(ada, 1, Bytes32([0; 32]), &host.croupier);
    assert_eq!(link.unwrap_err().to_string(), not_linked);
    let anchor = host.table.anchor(ada, Bytes32([0; 32]));
    assert_eq!(anchor.unwrap_err().to_string(), not_linked);
    let (seen, link) = (host.table.seq(), Some(Bytes32([0; 32])));
    let acted = host
        .table
        .act_expecting(ada, seen, "roll", None, link, &host.croupier);
    assert_eq!(acted.unwrap_err().to_string(), not_linked);
}

/// A new chain begins with the next roll, and nobody takes another's anchor.
#[test]
fn a_new_chain_begins_at_the_next_roll() {
    let (mut host, ada, bo) = pig();
    host.add_links();
    let owner = ChainOwner::person(host.table.id(), &"Bo".parse().unwrap());
    let chain = SecretChain::new(owner, Bytes32([77; 32]));
    host.write(host.table.anchor(bo, chain.anchor()).unwrap());
    let again = host.table.anchor(bo, chain.anchor()).unwrap();
    assert!(again.is_empty());
    let taken = host.table.anchor(ada, chain.anchor()).unwrap_err();
    assert!(matches!(taken, Refused::AnchorTaken));
    let taken = host.table.anchor(ada, host.table.commitment()).unwrap_err();
    assert!(matches!(taken, Refused::AnchorTaken));
    let base = host.rolls() as u64;
    host.chains.insert("Bo".parse().unwrap(), chain.clone());
    let acted = host
        .table
        .act(ada, host.table.seq(), "roll", &host.croupier);
    host.granted(acted).unwrap();
    let link = chain.link(1).unwrap();
    let answer = host.table.link(bo, base + 1, link, &host.croupier);
    host.granted(answer).unwrap();
    host.play_on();
}

/// A damaged log is found out, and the damage is named.
#[test]
fn a_log_that_was_changed_is_found_out() {
    let (mut host, _, _) = pig();
    host.play_on();
    let lines: Vec<String> = host.log.iter().map(ToString::to_string).collect();
    let replay = |lines: &[String]| {
        let log: Vec<TableEvent> = lines.iter().map(|line| line.parse().unwrap()).collect();
        Table::replay(host.table.id(), &log, None).map(|_| ())
    };
    assert!(replay(&lines).is_ok());
    let rolled = lines
        .iter()
        .position(|line| line.starts_with("rolled 4"))
        .unwrap();
    let change = |place: usize, from: &str, to: &str| {
        let mut changed = lines.clone();
        changed[place] = changed[place].replacen(from, to, 1);
        assert_ne!(changed[place], lines[place]);
        replay(&changed).unwrap_err()
    };
    let other = change(rolled, "rolled 4", "rolled 5");
    let said = "the log says that the dice were 5, but they were 4";
    assert_eq!(other.to_string(), said);
    let link = lines[rolled].rsplit(' ').next().unwrap();
    let other_link = link.replace(&link[..4], "0123");
    assert!(matches!(
        change(rolled, link, &other_link),
        Impossible::Link
    ));
    let linked = lines
        .iter()
        .position(|line| line.starts_with("linked"))
        .unwrap();
    let link = lines[linked].rsplit(' ').next().unwrap();
    let other_link = link.replace(&link[..4], "0123");
    assert!(matches!(
        change(linked, link, &other_link),
        Impossible::Link
    ));
    let mut without = lines.clone();
    without.remove(linked);
    assert!(matches!(replay(&without), Err(Impossible::Order)));
    let mut twice = lines.clone();
    twice.insert(linked, lines[linked].clone());
    assert!(replay(&twice).is_err());
    // The dice of a table without links are compared with its seed.
    let mut host = Host::open("pig(target=20)", 2, 1);
    host.join(person("Ada", 1)).unwrap();
    host.join(person("Bo", 2)).unwrap();
    let mut log = host.log.clone();
    let Some(TableEvent::Rolled(roll, _)) = log.last_mut() else {
        panic!("dice have fallen");
    };
    *roll = if roll == "4" { "5" } else { "4" }.to_owned();
    let damaged = Table::replay(host.table.id(), &log, Some(&host.croupier));
    assert!(matches!(damaged, Err(Impossible::OtherDice { .. })));
}

/// What a table says of itself depends on every event before.
#[test]
fn heads_tell_logs_apart() {
    let (mut host, _, _) = pig();
    let before = host.table.head();
    host.add_links();
    assert_ne!(host.table.head(), before);
    let again = Table::replay(host.table.id(), &host.log, None).unwrap();
    assert_eq!(again.head(), host.table.head());
}
