//! Servers and players that do not keep to the rules of linked dice, and what an honest client makes of it.

use hotdice_core::{Bytes32, Name, Seat};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_table::{Refused, TableEvent, Waiting};
use hotdice_verify::{LogCheck, OwnSeat, Problem, formulas};

use crate::common::host::{Host, bot};
use crate::common::seat;
use crate::odds::{ONE, bytes, surprise};

/// What Ada's program does: it reads the log, checks it, and shows a link when its roll is due and not before.
struct Client {
    check: LogCheck,
    chain: SecretChain,
}

impl Client {
    fn of(host: &Host, name: &str) -> Self {
        let name: Name = name.parse().unwrap();
        let chain = host.chains[&name].clone();
        let own = OwnSeat::new(name, chain.anchor());
        let check = LogCheck::new(host.table.id().as_str(), Some(own));
        Self { check, chain }
    }

    /// Reads what is new in a log.
    fn read(&mut self, log: &[TableEvent]) -> Result<(), Problem> {
        for event in &log[self.check.seq() as usize..] {
            self.check.read(&event.to_string(), None)?;
        }
        Ok(())
    }

    /// Shows the link of the roll that is due.
    fn show(&mut self) -> Option<(u64, Bytes32)> {
        let (roll, number) = self.check.due()?;
        self.check.note_sent(roll, None);
        Some((roll, self.chain.link(number)?))
    }
}

/// Ada against a bot of the server, with Ada's client, at a decision of the bot.
fn bots_turn(number: u64) -> (Host, Client) {
    let mut host = Host::linked("pig(target=1000000)", 2, 1);
    let settings = host.table.settings().clone();
    let table = crate::odds::table(number);
    host = Host::with(settings, table, bytes("seed", number).0);
    host.join(bot("careful")).unwrap();
    host.sit("Ada", number as u8).unwrap();
    let mut client = Client::of(&host, "Ada");
    while !matches!(host.table.waiting(), Waiting::Bot(..)) {
        host.add_links();
        if let Waiting::Person(_) = host.table.waiting() {
            host.act("hold").unwrap();
        }
    }
    client.read(&host.log).unwrap();
    (host, client)
}

/// Writes what an honest server never would.
fn forge(host: &Host, lines: &[String]) -> Vec<TableEvent> {
    let forged = lines.iter().map(|line| line.parse().unwrap());
    host.log.iter().cloned().chain(forged).collect()
}

/// Returns the line of a roll as it follows from links.
fn rolled(host: &Host, links: &[(Seat, Bytes32)]) -> (u32, String) {
    let roll = host.rolls() as u64 + 1;
    let server = host.croupier.link(roll).unwrap();
    let key = formulas::linked_key(host.table.id().as_str(), roll, server, links);
    let pips = formulas::dice(key, roll, ONE).unwrap()[0] + 1;
    (u32::from(pips), format!("rolled {pips} link {server}"))
}

#[track_caller]
fn assert_notices(noticed: Result<(), Problem>, what: &str) {
    let problem = noticed.expect_err("a problem").to_string();
    assert!(problem.contains(what), "{problem}");
}

/// Before the decision is written down there is nothing to be had, however often the server asks.
#[test]
fn a_client_shows_no_link_before_the_decision() {
    let (host, mut client) = bots_turn(1);
    assert_eq!(client.show(), None);
    let decided = forge(&host, &["acted 1 roll".to_owned()]);
    client.read(&decided).unwrap();
    let shown = client.show();
    assert_eq!(shown, client.show(), "the same link again");
    let (roll, link) = shown.unwrap();
    assert_eq!(link, host.link_of(seat(2), roll));
}

/// A server that has Ada's link and then lets its bot decide otherwise has told her two stories.
#[test]
fn a_server_that_decides_after_the_link_is_noticed() {
    let (host, mut client) = bots_turn(2);
    client
        .read(&forge(&host, &["acted 1 roll".to_owned()]))
        .unwrap();
    client.show().unwrap();
    let (seq, head) = (client.check.seq(), client.check.head());
    // The server goes back to before the decision; heads tell the stories apart.
    let other = forge(&host, &["acted 1 hold".to_owned()]);
    let mut again = LogCheck::new(host.table.id().as_str(), None);
    for (event, number) in other.iter().zip(1..) {
        let seen = (number == seq).then_some(head);
        let read = again.read(&event.to_string(), seen);
        if number == seq {
            assert_notices(read, "its log was changed, or it tells two stories");
        } else {
            read.unwrap();
        }
    }
}

/// A server that drops Ada's action, keeps the link that came with it and decides for her.
#[test]
fn a_server_that_decides_in_her_place_is_noticed() {
    let mut host = Host::linked("pig(target=1000000)", 2, 8);
    host.sit("Ada", 1).unwrap();
    host.join(bot("careful")).unwrap();
    let mut client = Client::of(&host, "Ada");
    while host.table.waiting() != Waiting::Person(seat(1)) {
        host.add_links();
        if let Waiting::Bot(..) = host.table.waiting() {
            host.act("hold").unwrap();
        }
    }
    client.read(&host.log).unwrap();
    let (roll, _) = client.check.due_after("roll").unwrap();
    client.check.note_sent(roll, Some("roll"));
    let dropped = ["replaced 1 careful".to_owned(), "acted 1 hold".to_owned()];
    let noticed = client.read(&forge(&host, &dropped));
    assert_notices(noticed, "whoever made it could have known the dice");
    let mut client = Client::of(&host, "Ada");
    client.read(&host.log).unwrap();
    client.check.note_sent(roll, Some("roll"));
    let kept = forge(&host, &["acted 1 roll".to_owned()]);
    client.read(&kept).unwrap();
}

/// A server that tries the dice with Ada's link and without it gets better dice, and Ada's client an absence that is none.
#[test]
fn trying_with_and_without_somebody_is_noticed() {
    let games = 300;
    let (mut sixes, mut noticed, mut cheated) = (0, 0, 0);
    for number in 0..games {
        let (host, mut client) = bots_turn(number);
        client
            .read(&forge(&host, &["acted 1 roll".to_owned()]))
            .unwrap();
        let (_, link) = client.show().unwrap();
        let (with, line_with) = rolled(&host, &[(seat(2), link)]);
        let (without, line_without) = rolled(&host, &[]);
        let lines = if with != 6 && without == 6 {
            cheated += 1;
            ["absent 2".to_owned(), line_without]
        } else {
            [format!("linked 2 {link}"), line_with]
        };
        sixes += usize::from(with == 6 || without == 6);
        let decided = ["acted 1 roll".to_owned()].into_iter().chain(lines);
        let log = forge(&host, &decided.collect::<Vec<_>>());
        match client.read(&log) {
            Ok(()) => {}
            Err(Problem::LinkIgnored { .. }) => noticed += 1,
            Err(problem) => panic!("{problem}"),
        }
    }
    assert!(surprise(sixes, games as usize) > 4.0, "it would pay");
    assert!(cheated > 10);
    assert_eq!(noticed, cheated, "but each time it is noticed");
}

/// Ada and Bo at a table that has rolled once without Bo, who is there and has not said so; with Bo's client.
fn without_bo() -> (Host, Client) {
    let mut host = Host::linked("pig(target=1000000)", 2, 9);
    let ada = host.sit("Ada", 1).unwrap();
    host.sit("Bo", 2).unwrap();
    let link = host.link_of(seat(1), 1);
    host.write(host.table.link(ada, 1, link, &host.croupier).unwrap());
    let late = host.table.links_late(host.table.seq(), &host.croupier);
    host.granted(late).unwrap();
    while host.table.waiting() != Waiting::Person(seat(1)) {
        host.act("hold").unwrap();
    }
    let client = Client::of(&host, "Bo");
    (host, client)
}

/// The course of the docs: the table no longer waits for Bo, so Bo's client shows no link and has nothing to complain of.
#[test]
fn who_is_absent_shows_no_link_until_they_are_back() {
    let (mut host, mut client) = without_bo();
    client.read(&host.log).unwrap();
    assert!(client.check.is_overlooked());
    let before = host.log.len();
    host.act("roll").unwrap();
    assert!(host.log[before..].contains(&TableEvent::Absent(seat(2))));
    for event in &host.log[before..] {
        client.check.read(&event.to_string(), None).unwrap();
        assert_eq!(client.show(), None, "after {event}");
    }
    let bo = host.table.players()[1].id;
    host.write(host.table.come_back(bo).unwrap());
    client.read(&host.log).unwrap();
    assert!(!client.check.is_overlooked());
    let roll = host.rolls() as u64 + 1;
    let (decides, action) = match host.table.waiting() {
        Waiting::Person(decides) => (decides, "roll"),
        waiting => panic!("{waiting:?}"),
    };
    let player = host.table.players()[decides.index()].id;
    let acted = host
        .table
        .act(player, host.table.seq(), action, &host.croupier);
    host.granted(acted).unwrap();
    client.read(&host.log).unwrap();
    assert_eq!(client.show(), Some((roll, host.link_of(seat(2), roll))));
}

/// As soon as Bo is back and has shown a link, an absence is no longer the normal course.
#[test]
fn a_server_that_ignores_the_link_of_somebody_who_is_back_is_noticed() {
    let (mut host, mut client) = without_bo();
    let bo = host.table.players()[1].id;
    host.write(host.table.come_back(bo).unwrap());
    let acted = ["acted 1 roll".to_owned()];
    client.read(&forge(&host, &acted)).unwrap();
    client.show().unwrap();
    let ignored = [acted[0].clone(), "absent 2".to_owned()];
    assert_notices(
        client.read(&forge(&host, &ignored)),
        "fell without your link",
    );
}

/// A link that goes with a decision is always taken, so its absence is noticed even where nobody waits for it.
#[test]
fn a_link_that_went_with_a_decision_cannot_be_ignored() {
    let (mut host, mut client) = without_bo();
    while host.table.waiting() != Waiting::Person(seat(2)) {
        host.act("hold").unwrap();
    }
    client.read(&host.log).unwrap();
    assert!(client.check.is_overlooked());
    let (roll, _) = client.check.due_after("roll").unwrap();
    client.check.note_sent(roll, Some("roll"));
    let ignored = ["acted 2 roll".to_owned(), "absent 2".to_owned()];
    assert_notices(
        client.read(&forge(&host, &ignored)),
        "fell without your link",
    );
}

/// Whatever happens at an honest table, a link is due for a client exactly when the table waits for it, and nothing is wrong.
#[test]
fn clients_and_tables_agree_on_who_is_waited_for() {
    let (mut overlooked, mut shown) = (0, 0);
    for game in 0..40_u64 {
        let mut host = Host::linked("pig(target=1000000)", 3, game as u8);
        for (name, secret) in [("Ada", 1), ("Bo", 2), ("Cy", 3)] {
            host.sit(name, secret).unwrap();
        }
        let mut client = Client::of(&host, "Bo");
        let bo = host.table.players()[1].id;
        for step in 0..60 {
            for event in &host.log[client.check.seq() as usize..] {
                client.check.read(&event.to_string(), None).unwrap();
                if client.check.seq() == host.table.seq() {
                    let waits = host.table.missing_links().contains(seat(2));
                    assert_eq!(
                        client.check.due().is_some(),
                        waits,
                        "{game} {step}: {event}"
                    );
                }
            }
            overlooked += usize::from(client.check.is_overlooked());
            let number = bytes("step", game * 1000 + step).0[0] % 16;
            let answer = match number {
                0 => host.table.leave(bo, &host.croupier),
                1 => host.table.come_back(bo),
                2 => host.table.links_late(host.table.seq(), &host.croupier),
                3 => host.table.time_up(host.table.seq()),
                4 if step > 50 => host.table.resign(bo, &host.croupier),
                5..=7 => match client.show() {
                    Some((roll, link)) => {
                        shown += 1;
                        host.table.link(bo, roll, link, &host.croupier)
                    }
                    None => continue,
                },
                _ => match host.table.waiting() {
                    Waiting::Links(missing) => {
                        let Some(other) = missing.iter().find(|other| *other != seat(2)) else {
                            continue;
                        };
                        let roll = host.table.due().unwrap();
                        let link = host.link_of(other, roll);
                        let player = host.table.players()[other.index()].id;
                        host.table.link(player, roll, link, &host.croupier)
                    }
                    Waiting::Person(decides) => {
                        let player = host.table.players()[decides.index()].id;
                        let seq = host.table.seq();
                        host.table
                            .act(player, seq, "roll", &host.croupier)
                            .or_else(|_| host.table.act(player, seq, "hold", &host.croupier))
                    }
                    _ => host.act("hold").map(|()| Vec::new()),
                },
            };
            if let Ok(events) = answer {
                host.write(events);
            }
        }
    }
    assert!(overlooked > 100 && shown > 100, "{overlooked} {shown}");
}

/// An absence that is made up before Ada could answer changes nothing in secret: it stands in the log and the record.
#[test]
fn every_absence_stands_in_the_record() {
    let (mut host, _) = bots_turn(4);
    host.act("roll").unwrap();
    let action = host.game().read_action("roll");
    let acted = action.ok().map(|action| {
        let seen = host.table.seq();
        host.table.act_for(seat(1), seen, &action, &host.croupier)
    });
    if let Some(Ok(events)) = acted {
        host.write(events);
        let late = host.table.links_late(host.table.seq(), &host.croupier);
        host.granted(late).unwrap();
        assert!(host.record().contains("\nabsent 2\nrolled "));
    }
}

/// A player who holds a link back is not waited for, and the dice fall without it: they had two chances, in plain sight.
#[test]
fn a_link_that_is_held_back_is_an_absence() {
    let mut host = Host::linked("pig(target=1000)", 2, 4);
    let ada = host.sit("Ada", 1).unwrap();
    host.sit("Friend", 2).unwrap();
    let link = host.link_of(seat(1), 1);
    host.write(host.table.link(ada, 1, link, &host.croupier).unwrap());
    let (with, _) = rolled(
        &host,
        &[(seat(1), link), (seat(2), host.link_of(seat(2), 1))],
    );
    let (without, _) = rolled(&host, &[(seat(1), link)]);
    assert_ne!(with, without, "with this seed they differ");
    let late = host.table.links_late(host.table.seq(), &host.croupier);
    host.granted(late).unwrap();
    assert!(host.log.contains(&TableEvent::Absent(seat(2))));
    let fell = TableEvent::Rolled(without.to_string(), host.croupier.link(1));
    assert!(host.log.contains(&fell));
}

/// Links that were shown before, or come in another order, are worth nothing to the table and to a client.
#[test]
fn links_again_and_out_of_order() {
    let (mut host, mut client) = bots_turn(5);
    let acted = "acted 1 roll".to_owned();
    client
        .read(&forge(&host, std::slice::from_ref(&acted)))
        .unwrap();
    let (roll, link) = client.show().unwrap();
    let before = client.chain.link(roll - 1).unwrap();
    let after = client.chain.link(roll + 1).unwrap();
    let action = host.game().read_action("roll").unwrap();
    let events = host
        .table
        .act_for(seat(1), host.table.seq(), &action, &host.croupier);
    host.write(events.unwrap());
    let player = host.table.players()[1].id;
    for wrong in [before, after, Bytes32([0; 32])] {
        let refused = host.table.link(player, roll, wrong, &host.croupier);
        assert!(matches!(refused, Err(Refused::WrongLink { .. })));
        let (_, line) = rolled(&host, &[(seat(2), wrong)]);
        let log = forge(&host, &[format!("linked 2 {wrong}"), line]);
        let mut client = Client::of(&host, "Ada");
        assert_notices(client.read(&log), "is not the next one of its chain");
    }
    let (_, line) = rolled(&host, &[(seat(2), link)]);
    // A link of the server that is not the next one, and dice that follow from no link at all.
    let server = line.rsplit(' ').next().unwrap();
    let other = line.replace(server, &before.to_string());
    let linked = format!("linked 2 {link}");
    let mut client = Client::of(&host, "Ada");
    let noticed = client.read(&forge(&host, &[linked.clone(), other]));
    assert_notices(noticed, "the server's link is not the next one");
    let mut client = Client::of(&host, "Ada");
    let pips: u32 = line.split(' ').nth(1).unwrap().parse().unwrap();
    let wrong = line.replacen(&pips.to_string(), &(pips % 6 + 1).to_string(), 1);
    let noticed = client.read(&forge(&host, &[linked.clone(), wrong]));
    assert_notices(noticed, "the dice should have been");
    let mut client = Client::of(&host, "Ada");
    let noticed = client.read(&forge(&host, std::slice::from_ref(&line)));
    assert_notices(
        noticed,
        "has neither added a link to this roll nor been marked absent",
    );
    let mut client = Client::of(&host, "Ada");
    client.read(&forge(&host, &[linked, line])).unwrap();
}

/// A store that was rolled back, with the game played on otherwise, has another head at every event from there on.
#[test]
fn a_log_that_was_rolled_back_is_noticed() {
    let mut host = Host::linked("pig(target=1000)", 2, 3);
    host.sit("Ada", 1).unwrap();
    host.sit("Bo", 2).unwrap();
    host.add_links();
    let copy = host.log.clone();
    let play = |host: &mut Host, action: &str| {
        while host.log.len() < 40 {
            host.act(action).unwrap();
        }
    };
    play(&mut host, "hold");
    let mut client = Client::of(&host, "Ada");
    client.read(&host.log).unwrap();
    let remembered = (client.check.seq(), client.check.head());
    let restored = hotdice_table::Table::replay(host.table.id(), &copy, Some(&host.croupier));
    let mut back = Host::with(host.table.settings().clone(), host.table.id(), [3; 32]);
    back.chains = host.chains.clone();
    (back.table, back.log) = (restored.unwrap(), copy);
    play(&mut back, "roll");
    let mut again = Client::of(&host, "Ada");
    for (event, seq) in back.log.iter().zip(1..=remembered.0) {
        let head = (seq == remembered.0).then_some(remembered.1);
        let read = again.check.read(&event.to_string(), head);
        assert_eq!(read.is_err(), seq == remembered.0, "event {seq}");
    }
}

/// Ada and Bo compare heads: two stories cannot have the same.
#[test]
fn two_logs_for_two_clients_have_two_heads() {
    let (host, mut ada) = bots_turn(6);
    let mut bo = Client::of(&host, "Ada");
    ada.read(&forge(&host, &["acted 1 roll".to_owned()]))
        .unwrap();
    bo.read(&forge(&host, &["acted 1 hold".to_owned()]))
        .unwrap();
    assert_eq!(ada.check.seq(), bo.check.seq());
    assert_ne!(ada.check.head(), bo.check.head());
}

/// A server that puts a chain of its own in Ada's place knows her links; her client sees another anchor.
#[test]
fn a_chain_in_her_name_is_noticed() {
    let (host, mut client) = bots_turn(7);
    let owner = ChainOwner::person(host.table.id(), &"Ada".parse().unwrap());
    let forged = SecretChain::new(owner, Bytes32([66; 32])).anchor();
    let noticed = client.read(&forge(&host, &[format!("anchored 2 {forged}")]));
    assert_notices(noticed, "somebody began a new chain in your name");
    let joined = host.log.iter().position(|event| {
        let line = event.to_string();
        line.starts_with("joined 2 ")
    });
    let mut log = host.log.clone();
    log[joined.unwrap()] = format!("joined 2 {forged} Ada").parse().unwrap();
    let mut client = Client::of(&host, "Ada");
    assert_notices(client.read(&log), "somebody began a new chain in your name");
}
