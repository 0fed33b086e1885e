//! Games between places at a table of a real server.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use hotdice_core::{DiceOrigin, Line, Record};
use hotdice_wire::{Emote, OpenRequest};

use super::super::super::job::{Bell, Signal};
use super::super::super::screen::{Cx, Remark};
use super::super::super::table::{
    Coaching, Connection, Leaving, Moment, MomentKind, Sitting, Stage,
};
use super::super::arrival::{self, Arrival, Destination, NewTable};
use super::super::link::Link;
use super::super::sitting::OnlineSitting;
use super::house::{House, Player};
use crate::backstage::Reach;
use crate::settings::Settings;

/// How long a test waits for something that has to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody at a table, without a screen.
struct Guest {
    player: Arc<Player>,
    cx: Cx,
    signals: Receiver<Signal>,
    sitting: Option<Box<OnlineSitting>>,
    moments: Vec<Moment>,
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
        let cx = Cx::new(player.clone(), bell, Settings::default());
        Self {
            player,
            cx,
            signals,
            sitting: None,
            moments: Vec::new(),
        }
    }

    /// Sits down as soon as the game has begun.
    fn sit(&mut self, arrival: Arrival) {
        let mut link = Link::new(arrival.place, arrival.view, &self.cx.bell);
        let since = Instant::now();
        while link.view().scene.is_none() {
            assert!(since.elapsed() < PATIENCE, "the game does not begin");
            let _ = self.signals.recv_timeout(Duration::from_millis(10));
            link.hear();
        }
        self.sitting = Some(Box::new(OnlineSitting::new(link)));
    }

    fn sitting(&mut self) -> &mut OnlineSitting {
        self.sitting.as_mut().unwrap()
    }

    /// Looks at everything that is there already.
    fn look(&mut self) {
        let sitting = self.sitting.as_mut().unwrap();
        while let Some(moment) = sitting.next(&mut self.cx) {
            self.moments.push(moment);
        }
    }

    /// Returns everything that was told, in order.
    fn told(&self) -> Vec<Vec<Line>> {
        let stories = self.moments.iter().map(|moment| moment.story.clone());
        stories.collect()
    }

    fn stage(&mut self) -> Stage {
        self.sitting().standing().stage
    }

    /// Waits until the table is as it should be.
    #[track_caller]
    fn wait(&mut self, what: &str, mut ready: impl FnMut(&mut OnlineSitting) -> bool) {
        let since = Instant::now();
        loop {
            self.look();
            if ready(self.sitting()) {
                return;
            }
            let standing = self.sitting.as_ref().unwrap().standing();
            assert!(
                since.elapsed() < PATIENCE,
                "{what} does not come: {standing:?}"
            );
            let _ = self.signals.recv_timeout(Duration::from_millis(10));
        }
    }

    /// Stops a turn as soon as the rules allow it, and goes on as long as they do not.
    fn choose(&mut self) -> String {
        let choices = &self.sitting().standing().scene.choices;
        let stop = choices.iter().find(|choice| choice.notation == "hold");
        stop.unwrap_or(&choices[0]).notation.clone()
    }

    fn act(&mut self) {
        let choice = self.choose();
        let Self { sitting, cx, .. } = self;
        sitting.as_mut().unwrap().act(&choice, cx).unwrap();
    }
}

/// Opens a table at which two sit.
fn meet(house: &House, request: OpenRequest) -> (Guest, Guest, Destination) {
    let mut ada = Guest::new(Player::hosting_at(house));
    let mut bob = Guest::new(Arc::default());
    let new = NewTable {
        request,
        bots: Vec::new(),
        reach: Reach::Here,
        name: "Ada".parse().unwrap(),
    };
    let opened = arrival::open(&new, &*ada.player).unwrap();
    let to = Destination {
        server: opened.place.server.clone(),
        table: opened.place.table.parse().unwrap(),
    };
    let joined = arrival::join(&to, &"Bob".parse().unwrap(), &*bob.player).unwrap();
    ada.sit(opened);
    bob.sit(joined);
    (ada, bob, to)
}

/// Plays until somebody has won, or for so many decisions.
fn play(ada: &mut Guest, bob: &mut Guest, decisions: usize) {
    let since = Instant::now();
    for _ in 0..decisions {
        loop {
            assert!(since.elapsed() < PATIENCE, "nobody moves");
            ada.look();
            bob.look();
            match (ada.stage(), bob.stage()) {
                (Stage::Over(_), Stage::Over(_)) => return,
                (Stage::Yours(_), _) => break ada.act(),
                (_, Stage::Yours(_)) => break bob.act(),
                _ => {}
            }
            let _ = ada.signals.recv_timeout(Duration::from_millis(5));
        }
    }
}

/// Returns the two with the one first whose turn it is.
fn mover_first(mut ada: Guest, mut bob: Guest) -> (Guest, Guest) {
    let since = Instant::now();
    loop {
        ada.look();
        bob.look();
        match (ada.stage(), bob.stage()) {
            (Stage::Yours(_), _) => return (ada, bob),
            (_, Stage::Yours(_)) => return (bob, ada),
            _ => assert!(since.elapsed() < PATIENCE, "nobody moves"),
        }
        let _ = ada.signals.recv_timeout(Duration::from_millis(5));
    }
}

#[test]
fn two_play_to_the_end_keep_the_record_and_meet_again() {
    let house = House::open();
    let (mut ada, mut bob, to) = meet(&house, pig(15, false));
    play(&mut ada, &mut bob, usize::MAX);
    let winners = |guest: &mut Guest| match guest.stage() {
        Stage::Over(winners) => winners,
        stage => panic!("{stage:?}"),
    };
    assert_eq!(winners(&mut ada), winners(&mut bob));
    let rolls = |guest: &Guest| {
        let rolled = |moment: &&Moment| matches!(moment.kind, MomentKind::Rolled(_));
        guest.moments.iter().filter(rolled).count()
    };
    assert_eq!(ada.told(), bob.told(), "who came later was told the same");
    let (mut own, mut acted) = (0, 0);
    for guest in [&mut ada, &mut bob] {
        guest.wait("the record", |sitting| {
            sitting.standing().deadline.is_none()
        });
        let since = Instant::now();
        let text = loop {
            let Guest { sitting, cx, .. } = guest;
            match sitting.as_mut().unwrap().record(cx) {
                Some(text) => break text.unwrap(),
                None => assert!(since.elapsed() < PATIENCE, "there is no record"),
            }
            let _ = guest.signals.recv_timeout(Duration::from_millis(10));
        };
        let record: Record = text.parse().unwrap();
        assert!(matches!(record.dice, DiceOrigin::Fair(_)));
        let kept = guest.player.records.lock().unwrap().clone();
        assert_eq!(kept, [(format!("pig-{}.hotdice", to.table), text)]);
        assert!(
            matches!(&guest.cx.remark, Some(Remark::Good(text)) if text.contains("games/pig-"))
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
    let titles = [&mut ada, &mut bob].map(|guest| {
        let since = Instant::now();
        loop {
            let Guest { sitting, cx, .. } = guest;
            if let Some(screen) = sitting.as_mut().unwrap().rematch(cx) {
                break screen.unwrap().title();
            }
            assert!(since.elapsed() < PATIENCE, "there is no rematch");
            let _ = guest.signals.recv_timeout(Duration::from_millis(10));
        }
    });
    let tables = |guest: &Guest| guest.player.backdrop.memory.lock().unwrap().tables.clone();
    assert_eq!(tables(&ada).len(), 2);
    assert_eq!(tables(&ada)[1].table, tables(&bob)[1].table);
    assert!(
        titles.iter().all(|title| title.contains("pig(target=15)")),
        "{titles:?}"
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
        |sitting: &mut OnlineSitting| matches!(sitting.standing().connection, Connection::Lost(_));
    mover.wait("the loss", is_lost);
    other.wait("the loss", is_lost);
    // What is chosen now is sent as soon as there is somebody to hear it, and once.
    let before = mover.moments.len();
    mover.act();
    mover.look();
    assert_eq!(mover.stage(), Stage::Moving);
    house.start();
    let is_good = |sitting: &mut OnlineSitting| sitting.standing().connection == Connection::Good;
    mover.wait("the server", is_good);
    other.wait("the server", is_good);
    mover.wait("the answer", |sitting| {
        sitting.standing().stage != Stage::Moving
    });
    let own = mover.moments[before..].iter().filter(|moment| moment.own);
    assert_eq!(own.count(), 1);
    play(&mut mover, &mut other, usize::MAX);
    assert!(matches!(mover.stage(), Stage::Over(_)));
    assert_eq!(
        mover
            .cx
            .remark
            .as_ref()
            .filter(|remark| matches!(remark, Remark::Bad(_))),
        None
    );
}

#[test]
fn those_who_watch_see_all_and_do_nothing() {
    let house = House::open();
    let (mut ada, mut bob, to) = meet(&house, pig(12, false));
    let mut eve = Guest::new(Arc::default());
    eve.sit(arrival::watch(&to).unwrap());
    ada.wait("a watcher", |sitting| sitting.standing().watching == 1);
    let people = ada.sitting().standing().people.clone();
    assert!(
        people.iter().all(|person| person.presence == "here"),
        "{people:?}"
    );
    assert_eq!(people.iter().filter(|person| person.you).count(), 1);
    let Guest { sitting, cx, .. } = &mut eve;
    let sitting = sitting.as_mut().unwrap();
    assert!(sitting.act("roll", cx).is_err());
    assert!(sitting.offer_draw(cx).is_err());
    assert_eq!(
        sitting.coach(cx),
        Coaching::None("This table has no coach.".to_owned())
    );
    play(&mut ada, &mut bob, usize::MAX);
    eve.wait("the end", |sitting| {
        matches!(sitting.standing().stage, Stage::Over(_))
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
    let back = arrival::come_back(&known, Some(&seat), &*twin.player).unwrap();
    twin.sit(back);
    twin.wait("the same turn", |sitting| {
        matches!(sitting.standing().stage, Stage::Yours(_))
    });
    assert_eq!(twin.told(), ada.told(), "who comes back is told everything");
    // The twin rolls; Ada, who has not looked up since, rolls as well.
    twin.act();
    twin.wait("the dice", |sitting| {
        sitting.standing().stage != Stage::Moving
    });
    ada.act();
    ada.wait("an answer", |sitting| {
        sitting.standing().stage != Stage::Moving
    });
    assert!(
        matches!(&ada.cx.remark, Some(Remark::Bad(_))),
        "{:?}",
        ada.cx.remark
    );
    let stages = (ada.stage(), twin.stage());
    assert_eq!(stages.0, stages.1);
}

#[test]
fn feelings_go_round_and_leaving_is_told() {
    let house = House::open();
    let (mut ada, mut bob, _) = meet(&house, pig(20, true));
    ada.wait("Bob", |sitting| {
        let people = &sitting.standing().people;
        people.iter().all(|person| person.presence == "here")
    });
    let Guest { sitting, cx, .. } = &mut ada;
    sitting.as_mut().unwrap().feel(Emote::Bravo, cx).unwrap();
    let since = Instant::now();
    let heard = |guest: &Guest| {
        guest.moments.iter().any(|moment| {
            moment
                .story
                .iter()
                .any(|line| format!("{line:?}").contains("Bravo!"))
        })
    };
    while !heard(&bob) {
        assert!(since.elapsed() < PATIENCE, "nobody says bravo");
        bob.look();
        let _ = bob.signals.recv_timeout(Duration::from_millis(10));
    }
    let mut sitting = ada.sitting.take().unwrap();
    sitting.leave(Leaving::Abandon, &mut ada.cx);
    drop(sitting);
    bob.wait("the goodbye", |sitting| {
        sitting.standing().people[0].presence == "away"
    });
    // Coming back is enough to be there again.
    let known = ada.player.backdrop.memory.lock().unwrap().tables[0].clone();
    let seat = known.seats[0].clone();
    ada.sit(arrival::come_back(&known, Some(&seat), &*ada.player).unwrap());
    bob.wait("the return", |sitting| {
        sitting.standing().people[0].presence == "here"
    });
    // The coach is asked, and says what it knows or that it knows nothing.
    let (mut ada, _bob) = mover_first(ada, bob);
    assert!(ada.sitting().may_coach());
    let since = Instant::now();
    loop {
        let Guest { sitting, cx, .. } = &mut ada;
        match sitting.as_mut().unwrap().coach(cx) {
            Coaching::Working => assert!(since.elapsed() < PATIENCE, "the coach is silent"),
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
    mover.wait("the dice", |sitting| {
        sitting.standing().stage != Stage::Moving
    });
    let (mut mover, _other) = mover_first(mover, other);
    let since = Instant::now();
    while mover.sitting().course().is_empty() {
        assert!(since.elapsed() < PATIENCE, "there is no course");
        let Guest { sitting, cx, .. } = &mut mover;
        sitting.as_mut().unwrap().coach(cx);
        mover.look();
        let _ = mover.signals.recv_timeout(Duration::from_millis(10));
    }
    let course = mover.sitting().course();
    assert!(course.len() > 2, "{course:?}");
    assert!(course.iter().all(|chance| (0.0..=1.0).contains(chance)));
}
