//! Games between places at a table of a real server.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use hotdice_client::{SeenLog, ServerUrl};
use hotdice_core::{DiceOrigin, Line, Record, RecordEvent, Span};
use hotdice_testworld::Patience;
use hotdice_wire::{DiceKind, Emote, OpenRequest};

use super::house::{House, Player};
use crate::job::{Bell, Signal};
use crate::services::Reach;
use crate::session::{
    self, Arrival, Coaching, Connectivity, Leaving, Link, NextGame, OnlineSession, Session,
    SessionEvent, SessionEventKind, TablePhase, TableRequest, Update,
};

/// Somebody at a table, without a screen.
struct Guest {
    player: Arc<Player>,
    bell: Bell,
    signals: Receiver<Signal>,
    session: Option<Box<OnlineSession>>,
    moments: Vec<SessionEvent>,
    notices: Vec<String>,
    failures: Vec<String>,
}

fn pig(target: u32, coach: bool) -> OpenRequest {
    OpenRequest {
        rules: format!("pig(target={target})"),
        seats: Some(2),
        coach: Some(coach),
        ..OpenRequest::default()
    }
}

impl Guest {
    fn new(player: Arc<Player>) -> Self {
        let (bell, signals) = Bell::new();
        Self {
            player,
            bell,
            signals,
            session: None,
            moments: Vec::new(),
            notices: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// Sits down as soon as the game has begun.
    fn sit(&mut self, arrival: Arrival) {
        let mut link = Link::new(arrival.access, arrival.view, &self.bell, &*self.player);
        let patience = Patience::begin();
        while !link.has_begun() {
            assert!(patience.lasts(), "the game does not begin");
            let _ = self.signals.recv_timeout(Duration::from_millis(10));
            self.moments.extend(link.gather());
        }
        self.session = Some(Box::new(OnlineSession::new(link, self.player.clone())));
    }

    fn session(&mut self) -> &mut OnlineSession {
        self.session.as_mut().unwrap()
    }

    /// Looks at everything that is there already.
    fn look(&mut self) {
        let session = self.session.as_mut().unwrap();
        while let Some(update) = session.next() {
            match update {
                Update::Event(event) => self.moments.push(event),
                Update::Notice(text) | Update::Warning(text) => self.notices.push(text),
                Update::Failure(error) => self.failures.push(error.to_string()),
            }
        }
    }

    /// Returns everything that was told, in order.
    fn told(&self) -> Vec<Vec<Line>> {
        let stories = self.moments.iter().map(|moment| moment.story.clone());
        stories.collect()
    }

    fn phase(&mut self) -> TablePhase {
        self.session().status().phase
    }

    /// Waits until the table is as it should be.
    #[track_caller]
    fn wait(&mut self, what: &str, mut ready: impl FnMut(&mut OnlineSession) -> bool) {
        let patience = Patience::begin();
        loop {
            self.look();
            if ready(self.session()) {
                return;
            }
            let standing = self.session.as_ref().unwrap().status();
            assert!(patience.lasts(), "{what} does not come: {standing:?}");
            let _ = self.signals.recv_timeout(Duration::from_millis(10));
        }
    }

    /// Stops a turn as soon as the rules allow it, and goes on as long as they do not.
    fn choose(&mut self) -> String {
        let choices = &self.session().status().scene.choices;
        let stop = choices.iter().find(|choice| choice.notation == "hold");
        stop.unwrap_or(&choices[0]).notation.clone()
    }

    fn act(&mut self) {
        let choice = self.choose();
        self.session().act(&choice.as_str().into()).unwrap();
    }
}

/// Opens a table at which two sit.
fn meet(house: &House, request: OpenRequest) -> (Guest, Guest, (ServerUrl, String)) {
    let mut ada = Guest::new(Player::hosting_at(house));
    let mut bob = Guest::new(Arc::default());
    let new = TableRequest {
        request,
        bots: Vec::new(),
        name: Some("Ada".parse().unwrap()),
    };
    let opened = session::host(&new, Reach::Here, &*ada.player).unwrap();
    let (server, table) = (opened.access.server.clone(), opened.access.table.clone());
    let name = "Bob".parse().unwrap();
    let joined = session::sit_down(&server, &table, &name, &*bob.player).unwrap();
    ada.sit(opened);
    bob.sit(joined);
    (ada, bob, (server, table))
}

/// Plays until somebody has won, or for so many decisions.
fn play(ada: &mut Guest, bob: &mut Guest, decisions: usize) {
    let patience = Patience::begin();
    for _ in 0..decisions {
        loop {
            assert!(patience.lasts(), "nobody moves");
            ada.look();
            bob.look();
            match (ada.phase(), bob.phase()) {
                (TablePhase::Over(_), TablePhase::Over(_)) => return,
                (TablePhase::Yours(_), _) => break ada.act(),
                (_, TablePhase::Yours(_)) => break bob.act(),
                _ => {}
            }
            let _ = ada.signals.recv_timeout(Duration::from_millis(5));
        }
    }
}

/// Returns the two with the one first whose turn it is.
fn mover_first(mut ada: Guest, mut bob: Guest) -> (Guest, Guest) {
    let patience = Patience::begin();
    loop {
        ada.look();
        bob.look();
        match (ada.phase(), bob.phase()) {
            (TablePhase::Yours(_), _) => return (ada, bob),
            (_, TablePhase::Yours(_)) => return (bob, ada),
            _ => assert!(patience.lasts(), "nobody moves"),
        }
        let _ = ada.signals.recv_timeout(Duration::from_millis(5));
    }
}

fn linked(table: OpenRequest) -> OpenRequest {
    OpenRequest {
        dice: Some(DiceKind::Linked),
        ..table
    }
}

fn has_absences(record: &Record) -> bool {
    let absent = |event: &RecordEvent| matches!(event, RecordEvent::Absent(_));
    record.events.iter().any(absent)
}

/// Every roll that somebody saw fall was checked by their program, and says so.
#[test]
fn linked_dice_have_a_tick_and_one_line_of_explanation() {
    let house = House::open();
    let (mut ada, mut bob, _) = meet(&house, linked(pig(15, false)));
    play(&mut ada, &mut bob, usize::MAX);
    for guest in [&ada, &bob] {
        let notes = guest.notices.iter();
        let notes: Vec<&String> = notes.filter(|note| note.contains("Linked dice")).collect();
        assert_eq!(notes.len(), 1, "{:?}", guest.notices);
        let rolled = guest
            .moments
            .iter()
            .filter(|moment| matches!(moment.kind, SessionEventKind::Rolled(_)));
        for moment in rolled {
            let ticked = moment.story.iter().any(ends_with_tick);
            assert!(ticked, "{:?}", moment.story);
        }
        assert_eq!(guest.failures, [""; 0], "no alarm");
    }
}

/// What the log hashed to is kept when a table is left, and a server that has another log later is found out.
#[test]
fn a_log_that_was_changed_while_nobody_looked_raises_an_alarm() {
    let house = House::open();
    let (mut ada, mut bob, (server, table)) = meet(&house, linked(pig(10_000, false)));
    play(&mut ada, &mut bob, 4);
    drop(bob.session.take());
    let name = "Bob".parse().unwrap();
    let seen = |bob: &Guest| {
        let memory = bob.player.backdrop.memory.lock().unwrap();
        let known = memory.table_at(&server, &table).unwrap();
        known.seen.clone().unwrap().log.unwrap()
    };
    let left = seen(&bob);
    assert!(left.seq > 4, "{left:?}");

    // The same log raises none.
    bob.sit(session::sit_down(&server, &table, &name, &*bob.player).unwrap());
    play(&mut ada, &mut bob, 2);
    assert_eq!(bob.failures, [""; 0]);
    drop(bob.session.take());
    assert!(seen(&bob).seq > left.seq);

    for changed in [
        SeenLog {
            head: "00".repeat(32),
            ..left
        },
        SeenLog {
            seq: 1_000_000,
            ..seen(&bob)
        },
    ] {
        let number = changed.seq;
        {
            let mut memory = bob.player.backdrop.memory.lock().unwrap();
            memory.entry(&server, &table).seen.as_mut().unwrap().log = Some(changed);
        }
        bob.failures.clear();
        bob.sit(session::sit_down(&server, &table, &name, &*bob.player).unwrap());
        let patience = Patience::begin();
        while bob.failures.is_empty() {
            assert!(patience.lasts(), "no alarm");
            bob.look();
            let _ = bob.signals.recv_timeout(Duration::from_millis(10));
        }
        let alarm = format!("Alarm: Event {number} is not the one that the server showed before");
        assert!(bob.failures[0].starts_with(&alarm), "{:?}", bob.failures);
        drop(bob.session.take());
    }
}

fn ends_with_tick(line: &Line) -> bool {
    matches!(line.spans.last(), Some(Span::Text(text)) if text.ends_with('✓'))
}

#[test]
fn two_play_to_the_end_keep_the_record_and_meet_again() {
    let house = House::open();
    let (mut ada, mut bob, to) = meet(&house, linked(pig(15, false)));
    play(&mut ada, &mut bob, usize::MAX);
    let winners = |guest: &mut Guest| match guest.phase() {
        TablePhase::Over(winners) => winners,
        phase => panic!("{phase:?}"),
    };
    assert_eq!(winners(&mut ada), winners(&mut bob));
    let rolls = |guest: &Guest| {
        let rolled = |moment: &&SessionEvent| matches!(moment.kind, SessionEventKind::Rolled(_));
        guest.moments.iter().filter(rolled).count()
    };
    assert_eq!(ada.told(), bob.told(), "who came later was told the same");
    let (mut own, mut acted) = (0, 0);
    for guest in [&mut ada, &mut bob] {
        guest.wait("the record", |session| session.status().deadline.is_none());
        let patience = Patience::begin();
        let text = loop {
            match guest.session().record() {
                Some(record) => break record.unwrap().text,
                None => assert!(patience.lasts(), "there is no record"),
            }
            let _ = guest.signals.recv_timeout(Duration::from_millis(10));
        };
        let record: Record = text.parse().unwrap();
        assert!(matches!(record.dice, DiceOrigin::Linked(_)));
        assert!(!has_absences(&record), "{record}");
        let verdict = hotdice_verify::verify(&text, &hotdice_verify::Memory::default());
        assert!(verdict.is_verified(), "{:?}", verdict.problem);
        assert_eq!(guest.failures, [""; 0], "no alarm");
        let kept = guest.player.records.lock().unwrap().clone();
        assert_eq!(kept, [(format!("pig-{}.hotdice", to.1), text)]);
        guest.look();
        let notices = &guest.notices;
        assert!(
            notices.iter().any(|text| text.contains("games/pig-")),
            "{notices:?}"
        );
        let in_record = record.events.iter();
        let in_record = in_record.filter(|event| event.to_string().starts_with("roll"));
        assert!(rolls(guest) <= in_record.clone().count());
        if guest.player.server.is_some() {
            // The host was there from the beginning.
            assert_eq!(rolls(guest), in_record.count());
        }
        own += guest.moments.iter().filter(|moment| moment.own).count();
        let in_record = record.events.iter();
        acted = in_record
            .filter(|event| event.to_string().starts_with("acted"))
            .count();
    }
    assert_eq!(
        own, acted,
        "whatever was chosen was one's own or the other's"
    );
    let rules = [&mut ada, &mut bob].map(|guest| {
        let patience = Patience::begin();
        loop {
            if let Some(next) = guest.session().rematch() {
                match next.unwrap() {
                    NextGame::Online(arrival) => break arrival.view.rules,
                    NextGame::Local(_) => panic!("it is a table of a server"),
                }
            }
            assert!(patience.lasts(), "there is no rematch");
            let _ = guest.signals.recv_timeout(Duration::from_millis(10));
        }
    });
    let tables = |guest: &Guest| guest.player.backdrop.memory.lock().unwrap().tables.clone();
    assert_eq!(tables(&ada).len(), 2);
    assert_eq!(tables(&ada)[1].table, tables(&bob)[1].table);
    assert!(
        rules.iter().all(|rules| rules == "pig(target=15)"),
        "{rules:?}"
    );
}

#[test]
fn a_server_that_comes_back_goes_on_where_it_was() {
    let mut house = House::open();
    let (mut ada, mut bob, _) = meet(&house, pig(30, false));
    play(&mut ada, &mut bob, 6);
    let (mut mover, mut other) = mover_first(ada, bob);
    house.stop();
    let is_lost =
        |session: &mut OnlineSession| matches!(session.status().connection, Connectivity::Lost(_));
    mover.wait("the loss", is_lost);
    other.wait("the loss", is_lost);
    // What is chosen now is sent as soon as there is somebody to hear it, and once.
    let before = mover.moments.len();
    mover.act();
    mover.look();
    assert_eq!(mover.phase(), TablePhase::Moving);
    house.start();
    let is_good = |session: &mut OnlineSession| session.status().connection == Connectivity::Good;
    mover.wait("the server", is_good);
    other.wait("the server", is_good);
    mover.wait("the answer", |session| {
        session.status().phase != TablePhase::Moving
    });
    let own = mover.moments[before..].iter().filter(|moment| moment.own);
    assert_eq!(own.count(), 1);
    play(&mut mover, &mut other, usize::MAX);
    assert!(matches!(mover.phase(), TablePhase::Over(_)));
    assert_eq!(mover.failures, [""; 0]);
}

#[test]
fn those_who_watch_see_all_and_do_nothing() {
    let house = House::open();
    let (mut ada, mut bob, to) = meet(&house, pig(12, false));
    let mut eve = Guest::new(Arc::default());
    eve.sit(session::watch(&to.0, &to.1).unwrap());
    ada.wait("a watcher", |session| session.status().watching == 1);
    let people = ada.session().status().people.clone();
    assert!(
        people.iter().all(|person| person.presence == "here"),
        "{people:?}"
    );
    assert_eq!(people.iter().filter(|person| person.you).count(), 1);
    let watched = eve.session();
    assert!(watched.act(&"roll".into()).is_err());
    assert!(watched.offer_draw().is_err());
    assert_eq!(
        watched.coach(),
        Coaching::None("This table has no coach.".to_owned())
    );
    play(&mut ada, &mut bob, usize::MAX);
    eve.wait("the end", |session| {
        matches!(session.status().phase, TablePhase::Over(_))
    });
    assert!(eve.player.records.lock().unwrap().is_empty());
    assert!(eve.moments.iter().all(|moment| !moment.own));
}

#[test]
fn somebody_who_chose_elsewhere_is_told_and_looks_again() {
    let house = House::open();
    let (ada, bob, _) = meet(&house, pig(100, false));
    let (mut ada, _bob) = mover_first(ada, bob);
    let known = ada.player.backdrop.memory.lock().unwrap().tables[0].clone();
    let mut twin = Guest::new(ada.player.clone());
    let seat = known.seats[0].clone();
    let back = session::come_back(&known, Some(&seat), &*twin.player).unwrap();
    twin.sit(back);
    twin.wait("the same turn", |session| {
        matches!(session.status().phase, TablePhase::Yours(_))
    });
    assert_eq!(twin.told(), ada.told(), "who comes back is told everything");
    // The twin rolls; Ada, who has not looked up since, rolls as well.
    twin.act();
    twin.wait("the dice", |session| {
        session.status().phase != TablePhase::Moving
    });
    ada.act();
    ada.wait("an answer", |session| {
        session.status().phase != TablePhase::Moving
    });
    assert_eq!(ada.failures.len(), 1, "{:?}", ada.failures);
    let stages = (ada.phase(), twin.phase());
    assert_eq!(stages.0, stages.1);
}

#[test]
fn feelings_go_round_and_leaving_is_told() {
    let house = House::open();
    let (mut ada, mut bob, _) = meet(&house, pig(20, true));
    ada.wait("Bob", |session| {
        let people = &session.status().people;
        people.iter().all(|person| person.presence == "here")
    });
    ada.session().emote(Emote::Bravo).unwrap();
    let patience = Patience::begin();
    let heard = |guest: &Guest| {
        guest.moments.iter().any(|moment| {
            moment
                .story
                .iter()
                .any(|line| format!("{line:?}").contains("Bravo!"))
        })
    };
    while !heard(&bob) {
        assert!(patience.lasts(), "nobody says bravo");
        bob.look();
        let _ = bob.signals.recv_timeout(Duration::from_millis(10));
    }
    let mut session = ada.session.take().unwrap();
    session.leave(Leaving::Abandon).unwrap();
    drop(session);
    bob.wait("the goodbye", |session| {
        session.status().people[0].presence == "away"
    });
    // Coming back is enough to be there again.
    let known = ada.player.backdrop.memory.lock().unwrap().tables[0].clone();
    let seat = known.seats[0].clone();
    ada.sit(session::come_back(&known, Some(&seat), &*ada.player).unwrap());
    bob.wait("the return", |session| {
        session.status().people[0].presence == "here"
    });
    // The coach is asked, and says what it knows or that it knows nothing.
    let (mut ada, _bob) = mover_first(ada, bob);
    assert!(ada.session().abilities().coach);
    let patience = Patience::begin();
    loop {
        match ada.session().coach() {
            Coaching::Working => assert!(patience.lasts(), "the coach is silent"),
            Coaching::Ready { values, .. } => break assert!(!values.is_empty()),
            Coaching::None(cause) => break assert!(!cause.is_empty()),
        }
        let _ = ada.signals.recv_timeout(Duration::from_millis(10));
    }
}

#[test]
fn a_coach_draws_the_course_of_the_game() {
    let house = House::open();
    let (ada, bob, _) = meet(&house, pig(20, true));
    let (mut mover, other) = mover_first(ada, bob);
    mover.act();
    mover.wait("the dice", |session| {
        session.status().phase != TablePhase::Moving
    });
    let (mut mover, _other) = mover_first(mover, other);
    let patience = Patience::begin();
    while mover.session().course().is_empty() {
        assert!(patience.lasts(), "there is no course");
        mover.session().coach();
        mover.look();
        let _ = mover.signals.recv_timeout(Duration::from_millis(10));
    }
    let course = mover.session().course();
    assert!(course.len() > 2, "{course:?}");
    assert!(course.iter().all(|chance| (0.0..=1.0).contains(chance)));
}
