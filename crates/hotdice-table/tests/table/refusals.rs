//! What a table does not do, and why.

use hotdice_table::{PlayerId, Refused, Waiting};

use crate::common::host::{Host, bot, person, roll_on, table_id};
use crate::common::seat;

/// A game of pig between Ada and Bo.
fn pig() -> (Host, PlayerId, PlayerId) {
    let mut host = Host::open("pig(target=20)", 2, 1);
    let ada = host.join(person("Ada", 1)).unwrap();
    let bo = host.join(person("Bo", 2)).unwrap();
    (host, ada, bo)
}

#[track_caller]
fn check<T: std::fmt::Debug>(answer: Result<T, Refused>, expected: fn(&Refused) -> bool) {
    let refused = answer.expect_err("refused");
    assert!(expected(&refused), "{refused:?}");
    assert!(!refused.to_string().is_empty());
}

#[test]
fn before_the_game() {
    let mut host = Host::open("pig", 3, 1);
    let ada = host.join(person("Ada", 1)).unwrap();
    let croupier = host.croupier.clone();
    let table = host.table.clone();
    let not_started = |refused: &Refused| {
        matches!(
            refused,
            Refused::NotStarted {
                joined: 1,
                seats: 3
            }
        )
    };
    check(table.act(ada, 2, "roll", &croupier), not_started);
    check(
        table.act_for(seat(1), 2, &roll_on(), &croupier),
        not_started,
    );
    check(table.come_back(ada), not_started);
    check(table.time_up(2), not_started);
    check(table.offer(ada, 2, &croupier), not_started);
    check(table.meet_again(table_id(2)), |refused| {
        matches!(refused, Refused::NotOver)
    });
    check(host.join(person("Ada", 2)), |refused| {
        matches!(refused, Refused::NameTaken(_))
    });
    check(host.join(person("Bot:Ada", 2)), |refused| {
        matches!(refused, Refused::NameOfABot(_))
    });
    for level in [
        "",
        "Careful",
        "care ful",
        "careful\n",
        "a-level-that-is-far-too-long-for-a-name",
    ] {
        check(host.join(bot(level)), |refused| {
            matches!(refused, Refused::NotALevel)
        });
    }
    assert_eq!(host.log.len(), 2, "nothing was written down");
}

/// A table is full only as long as the game has not begun, which it does by itself.
#[test]
fn a_full_table() {
    let (mut host, ..) = pig();
    check(host.join(person("Cy", 3)), |refused| {
        matches!(refused, Refused::AlreadyStarted)
    });
    let mut host = Host::open("pig", 2, 1);
    host.join(person("Ada", 1)).unwrap();
    let event = "joined 2 bot:careful".parse().unwrap();
    let event = host.table.check(event, None).unwrap();
    host.table.apply(&event).unwrap();
    check(host.join(person("Cy", 3)), |refused| {
        matches!(refused, Refused::Full)
    });
}

#[test]
fn during_the_game() {
    let (host, ada, bo) = pig();
    let (table, croupier) = (&host.table, &host.croupier);
    let (seen, nobody) = (table.seq(), PlayerId::of_seat(seat(3)));
    let Waiting::Person(decides) = table.waiting() else {
        panic!("somebody decides");
    };
    let (decider, other) = if decides == seat(1) {
        (ada, bo)
    } else {
        (bo, ada)
    };
    check(table.start(croupier), |refused| {
        matches!(refused, Refused::AlreadyStarted)
    });
    check(table.act(nobody, seen, "roll", croupier), |refused| {
        matches!(refused, Refused::NoSeat)
    });
    check(table.leave(nobody, croupier), |refused| {
        matches!(refused, Refused::NoSeat)
    });
    check(table.come_back(nobody), |refused| {
        matches!(refused, Refused::NoSeat)
    });
    check(table.offer(nobody, seen, croupier), |refused| {
        matches!(refused, Refused::NoSeat)
    });
    check(table.act(other, seen, "roll", croupier), |refused| {
        matches!(refused, Refused::NotYourTurn { .. })
    });
    check(table.act(decider, seen, "bank", croupier), |refused| {
        matches!(refused, Refused::Illegal(_))
    });
    check(
        table.act(decider, seen, "nonsense\n", croupier),
        |refused| matches!(refused, Refused::Illegal(_)),
    );
    check(table.offer(decider, seen, croupier), |refused| {
        matches!(refused, Refused::Agreement(_))
    });
    for seen in [0, table.moved() - 1, seen + 1, u64::MAX] {
        check(table.act(decider, seen, "roll", croupier), |refused| {
            matches!(refused, Refused::Stale { .. })
        });
        check(table.offer(decider, seen, croupier), |refused| {
            matches!(refused, Refused::Stale { .. })
        });
        check(table.time_up(seen), |refused| {
            matches!(refused, Refused::Stale { .. })
        });
    }
}

#[test]
fn after_the_game() {
    let (mut host, ada, _) = pig();
    host.play_on();
    let seen = host.table.seq();
    let over = |refused: &Refused| matches!(refused, Refused::Over);
    check(host.join(person("Cy", 3)), over);
    let (table, croupier) = (&host.table, &host.croupier);
    check(table.start(croupier), over);
    check(table.act(ada, seen, "roll", croupier), over);
    check(table.act_for(seat(1), seen, &roll_on(), croupier), over);
    check(table.leave(ada, croupier), over);
    check(table.come_back(ada), over);
    check(table.time_up(seen), over);
    check(table.offer(ada, seen, croupier), over);
    assert_eq!(table.waiting(), Waiting::Nothing);
}

#[test]
fn offers_to_stop() {
    let mut host = Host::open("tridice", 2, 1);
    let ada = host.join(person("Ada", 1)).unwrap();
    let bo = host.join(person("Bo", 2)).unwrap();
    let offer = |host: &Host, player| host.table.offer(player, host.table.seq(), &host.croupier);
    host.write(offer(&host, ada).unwrap());
    assert!(host.table.offers().contains(seat(1)));
    assert!(offer(&host, ada).unwrap().is_empty(), "once is enough");
    host.act(&host.pick(0).unwrap()).unwrap();
    assert!(host.table.offers().is_empty(), "a move is an answer");
    host.write(offer(&host, bo).unwrap());
    host.write(offer(&host, ada).unwrap());
    assert!(host.is_over());
}

#[test]
fn bots_do_not_agree_to_stop() {
    let mut host = Host::open("tridice", 2, 1);
    let ada = host.join(person("Ada", 1)).unwrap();
    host.join(bot("careful")).unwrap();
    let offer = host.table.offer(ada, host.table.seq(), &host.croupier);
    check(offer, |refused| matches!(refused, Refused::BotsPlayOn));
}
