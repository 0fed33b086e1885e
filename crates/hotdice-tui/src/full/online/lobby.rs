//! Before the game: who is here, and how others get here.

mod picture;

use hotdice_bots::Level;
use hotdice_client::Error;
use hotdice_core::Line as Story;
use hotdice_wire::{EventKind, Happened, Stage};
use ratatui::crossterm::event::KeyCode;

use super::super::canvas::Canvas;
use super::super::job::Job;
use super::super::screen::{Cx, Hint, Screen, Step};
use super::super::table;
use super::address::grouped;
use super::arrival::Arrival;
use super::link::Link;
use super::sitting::OnlineSitting;
use super::words;

/// Enters a room: waits there until the game begins, or sits down at a table that is played at.
pub(super) fn enter(arrival: Arrival, cx: &mut Cx) -> Box<dyn Screen> {
    let Arrival { place, view } = arrival;
    if let Some(remark) = place.hosted.as_ref().and_then(|hosted| hosted.remark()) {
        cx.say(remark);
    }
    let stage = view.stage;
    let link = Link::new(place, view, &cx.bell);
    match stage {
        Stage::Gathering => Box::new(Lobby::new(link)),
        Stage::Playing | Stage::Over => table::sit(Box::new(OnlineSitting::new(link)), cx),
    }
}

/// The waiting room.
pub(super) struct Lobby {
    /// Nothing once the game has begun.
    link: Option<Link>,
    /// What happened here.
    story: Vec<String>,
    /// What the next bot plays like.
    level: usize,
    asked: Option<Asked>,
    /// What is asked next: keys are pressed faster than a server answers.
    next: Option<Errand>,
    begun: bool,
}

/// Something that was asked of the server.
struct Asked {
    what: Errand,
    answer: Job<Result<Happened, Error>>,
}

/// What can be asked here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Errand {
    Start,
    AddBot,
    GetUp,
}

impl Lobby {
    fn new(link: Link) -> Self {
        Self {
            link: Some(link),
            story: Vec::new(),
            level: 2,
            asked: None,
            next: None,
            begun: false,
        }
    }

    /// Returns a room in which this has happened, to be drawn in tests.
    #[cfg(test)]
    pub(super) fn scripted(link: Link, story: &[&str]) -> Self {
        Self {
            story: story.iter().map(|line| (*line).to_owned()).collect(),
            ..Self::new(link)
        }
    }

    fn is_host(&self) -> bool {
        self.link
            .as_ref()
            .is_some_and(|link| link.place.host.is_some())
    }

    fn has_room(&self) -> bool {
        let room = |link: &Link| link.view().players.len() < usize::from(link.view().seats);
        self.link.as_ref().is_some_and(room)
    }

    fn is_seated(&self) -> bool {
        self.link
            .as_ref()
            .is_some_and(|link| link.place.seat.is_some())
    }

    fn level(&self) -> Level {
        Level::ALL[self.level % Level::ALL.len()]
    }

    fn ask(&mut self, what: Errand) {
        let Some(link) = &self.link else { return };
        if self.asked.is_some() {
            self.next = Some(what);
            return;
        }
        let (client, place, level) = (link.client(), link.place.clone(), self.level());
        let answer = Job::start(&link.bell, move || {
            let table = &place.table;
            match (what, &place.host, place.token()) {
                (Errand::Start, Some(host), _) => client.start(table, host),
                (Errand::AddBot, Some(host), _) => client
                    .add_bot(table, host, &level.to_string())
                    .map(|_| nothing()),
                (Errand::GetUp, _, Some(seat)) => client.leave(table, seat),
                _ => Ok(nothing()),
            }
        });
        self.asked = Some(Asked { what, answer });
    }

    fn answered(&mut self, cx: &mut Cx) -> Step {
        let Some(asked) = &mut self.asked else {
            return Step::Stay;
        };
        let (what, Some(answer)) = (asked.what, asked.answer.poll()) else {
            return Step::Stay;
        };
        self.asked = None;
        if let Some(next) = self.next.take() {
            self.ask(next);
        }
        match answer {
            Ok(Ok(happened)) => return self.done(what, happened, cx),
            Ok(Err(error)) => cx.complain(words::of(&error)),
            Err(broken) => cx.complain(format!("Nothing came of it: {broken}.")),
        }
        Step::Stay
    }

    fn done(&mut self, what: Errand, happened: Happened, cx: &mut Cx) -> Step {
        let Some(link) = &mut self.link else {
            return Step::Stay;
        };
        if what == Errand::GetUp {
            forget_seat(link, cx);
            return Step::Back;
        }
        link.note_all(happened);
        Step::Stay
    }

    /// Hears what happened, up to the beginning of the game.
    fn hear(&mut self) {
        let Some(link) = &mut self.link else { return };
        link.hear();
        while !self.begun
            && let Some(event) = link.next_event()
        {
            self.begun = event.kind == EventKind::Started;
            let lines = event
                .story
                .into_iter()
                .filter_map(|line| Story::try_from(line).ok());
            self.story
                .extend(lines.map(|line| picture::in_words(&line)));
        }
        self.begun |= link.is_caught_up() && link.view().stage != Stage::Gathering;
    }
}

fn nothing() -> Happened {
    Happened {
        seq: 0,
        events: Vec::new(),
    }
}

/// Forgets a seat that was given back.
fn forget_seat(link: &Link, cx: &mut Cx) {
    let place = &link.place;
    let Some(seat) = &place.seat else { return };
    let forgotten = cx.backstage.remember(&mut |memory| {
        let known = memory.entry(&place.server, &place.table);
        known.seats.retain(|known| known.token != seat.token);
        if known.seats.is_empty() && known.host.is_none() {
            memory.tables.pop();
        }
    });
    match forgotten {
        Ok(()) => cx.say("You got up, and the seat is free."),
        Err(trouble) => cx.complain(format!(
            "You got up, but the seat is still remembered: {trouble}"
        )),
    }
}

impl Screen for Lobby {
    fn title(&self) -> String {
        self.link.as_ref().map_or(String::new(), |link| {
            let view = link.view();
            format!("Table {}: {}", grouped(&view.table), view.rules)
        })
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        if let Some(link) = &self.link {
            picture::draw(canvas, link, &self.story);
        }
    }

    fn keys(&self) -> Vec<Hint> {
        let mut keys = Vec::new();
        let can_seat = self.is_host() && self.has_room();
        if self.is_host() {
            keys.push(Hint::new(KeyCode::Char('s'), "s", "start now"));
        }
        if can_seat {
            let does = format!("seat a {} bot", self.level());
            keys.push(Hint::new(KeyCode::Char('b'), "b", does));
        }
        keys.push(Hint::new(KeyCode::Esc, "Esc", "leave"));
        if self.is_seated() {
            keys.push(Hint::new(KeyCode::Char('x'), "x", "get up for good"));
        }
        if can_seat {
            keys.push(Hint::new(KeyCode::Right, "←→", "other bot"));
        }
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        let levels = Level::ALL.len();
        match key {
            KeyCode::Esc | KeyCode::Char('q') => {
                if self.is_seated() {
                    cx.say("Your seat is kept: come back to it with Join.");
                }
                return Step::Back;
            }
            KeyCode::Char('s') if self.is_host() => self.ask(Errand::Start),
            KeyCode::Char('b') if self.is_host() && self.has_room() => self.ask(Errand::AddBot),
            KeyCode::Char('x') if self.is_seated() => self.ask(Errand::GetUp),
            KeyCode::Right | KeyCode::Char('l') => self.level = (self.level + 1) % levels,
            KeyCode::Left | KeyCode::Char('h') => self.level = (self.level + levels - 1) % levels,
            _ => {}
        }
        Step::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Step {
        self.hear();
        if let Step::Back = self.answered(cx) {
            return Step::Back;
        }
        self.hear();
        let ready = |link: &mut Link| self.begun && link.view().scene.is_some();
        match self.link.take_if(ready) {
            Some(link) => {
                cx.sound = true;
                Step::Become(table::sit(Box::new(OnlineSitting::new(link)), cx))
            }
            None => Step::Stay,
        }
    }
}
