//! Somebody who plays on whatever happens to the servers, and writes down every answer.

mod seats;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hotdice_client::{Client, Error, Patience};
use hotdice_wire::{
    ActionRequest, Code, DiceKind, DueRoll, OpenRequest, Stage, TableView, WaitingFor,
};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::history::{Answer, Heard, History, Request};
use crate::watcher::watch;
use seats::Seats;

/// What is played: every family, short.
const RULES: [&str; 6] = [
    "zilch(target=2000)",
    "farkle(target=1500)",
    "cheese(target=1000)",
    "kata",
    "pig(target=40)",
    "tridice",
];

/// How somebody plays.
#[derive(Clone, Debug)]
pub struct Manners {
    /// What is played, by its rules lines.
    pub rules: Vec<String>,
    /// Whether there are tables with clocks, at which somebody falls asleep.
    pub sleepers: bool,
    /// Whether a seat is played from two places at once at times.
    pub twins: bool,
    /// Whether half of the tables have a bot.
    pub bots: bool,
    /// Whether the dice are linked.
    pub linked: bool,
    /// How long somebody thinks before every action.
    pub thinking: Duration,
    /// How long a game may take before it counts as one that does not end.
    pub longest_game: Duration,
    /// How often a request is sent before it counts as one without an answer.
    pub tries: u32,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            rules: RULES.map(str::to_owned).to_vec(),
            sleepers: true,
            twins: true,
            bots: true,
            linked: false,
            thinking: Duration::ZERO,
            longest_game: Duration::from_secs(180),
            tries: 400,
        }
    }
}

/// Somebody who plays both seats of a table, each by a way of its own, or one against a bot.
pub struct Guest {
    /// One client for each seat. The doors may lead to different servers.
    clients: [Client; 2],
    /// Where somebody watches.
    window: SocketAddr,
    luck: ChaCha8Rng,
    manners: Manners,
    history: History,
}

impl Guest {
    /// Returns somebody who comes through these doors and watches through the last; the number decides all that they choose.
    #[must_use]
    pub fn new(number: u64, doors: [SocketAddr; 3], manners: Manners) -> Self {
        let client = |door: SocketAddr| {
            let url = format!("http://{door}").parse();
            Client::of(url.expect("an address"), stubborn(manners.tries))
        };
        Self {
            clients: [client(doors[0]), client(doors[1])],
            window: doors[2],
            luck: ChaCha8Rng::seed_from_u64(number),
            manners,
            history: History::default(),
        }
    }

    /// Plays games until it is over, the last one to its end, and returns everything that was said.
    #[must_use]
    pub fn play(mut self, over: &AtomicBool) -> History {
        while !over.load(Ordering::Relaxed) {
            self.play_one();
        }
        self.history
    }

    /// Plays one game of every rules line, and returns everything that was said.
    #[must_use]
    pub fn play_each(mut self) -> History {
        for rules in self.manners.rules.clone() {
            self.play_rules(rules);
        }
        self.history
    }

    fn play_one(&mut self) {
        let place = self.draw(self.manners.rules.len());
        self.play_rules(self.manners.rules[place].clone());
    }

    fn draw(&mut self, choices: usize) -> usize {
        self.luck.next_u32() as usize % choices
    }

    fn play_rules(&mut self, rules: String) {
        let asleep = self.manners.sleepers && self.draw(8) == 0;
        let request = OpenRequest {
            rules,
            clock: asleep.then_some(5),
            standin: asleep.then(|| "greedy".to_owned()),
            dice: self.manners.linked.then_some(DiceKind::Linked),
            ..OpenRequest::default()
        };
        let with_bot = self.manners.bots && self.draw(2) == 0;
        let seats = match Seats::take(&self.clients, &request, with_bot) {
            Ok(seats) => seats,
            Err(error) => return self.troubled(&request.rules, &error),
        };
        self.history.tables.push(seats.table.clone());
        let deadline = Instant::now() + self.manners.longest_game;
        let (window, table) = (self.window, seats.table.clone());
        let watcher = thread::spawn(move || watch(window, &table, deadline));
        let sleeps_after = asleep.then(|| self.draw(6));
        let began = Instant::now();
        match self.play_at(&seats, sleeps_after, deadline) {
            Ok(()) => self.history.games.push(began.elapsed()),
            Err(error) => self.troubled(&seats.table, &error),
        }
        match watcher.join() {
            Ok(streams) => self.history.streams.extend(streams),
            Err(_) => self.history.troubles.push("a watcher panicked".to_owned()),
        }
    }

    fn troubled(&mut self, what: &str, error: &Error) {
        self.history.troubles.push(format!("{what}: {error}"));
    }

    /// Plays to the end; somebody who falls asleep after some actions lets the clock go on for them.
    fn play_at(
        &mut self,
        seats: &Seats,
        mut awake: Option<usize>,
        deadline: Instant,
    ) -> Result<(), Error> {
        let mut looked = 0;
        while Instant::now() < deadline {
            looked += 1;
            let view = seats.look(&self.clients, looked % seats.people())?;
            if let Some(due) = &view.due {
                self.add_links(seats, due);
                continue;
            }
            let seat = match (view.stage, view.waiting.whom, view.waiting.seat) {
                (Stage::Over, _, _) => return Ok(()),
                (_, WaitingFor::Person, Some(seat)) => usize::from(seat) - 1,
                _ => {
                    thread::sleep(Duration::from_millis(8));
                    continue;
                }
            };
            if awake == Some(0) {
                thread::sleep(Duration::from_millis(100));
                continue;
            }
            let view = seats.look(&self.clients, seat)?;
            if let Some(choices) = choices(&view, seat) {
                thread::sleep(self.manners.thinking);
                self.decide(seats, seat, &view, &choices);
                awake = awake.map(|actions| actions.saturating_sub(1));
            }
        }
        Ok(())
    }

    /// Adds the links that are missing. A link that comes too late, or again, does no harm.
    fn add_links(&mut self, seats: &Seats, due: &DueRoll) {
        for seat in due.missing.iter().map(|seat| usize::from(*seat) - 1) {
            let Some(link) = seats.link(seat, due.roll) else {
                continue;
            };
            let (client, token) = (&self.clients[seat % 2], &seats.tokens[seat]);
            match client.link(&seats.table, token, due.roll, link) {
                Err(error) if !matches!(error.code(), Some(Code::Stale | Code::Over)) => {
                    self.troubled(&seats.table, &error);
                }
                _ => {}
            }
        }
    }

    /// Acts for a seat; at times from two places at once, of which only one can succeed.
    fn decide(&mut self, seats: &Seats, seat: usize, view: &TableView, choices: &[String]) {
        let wish = |guest: &mut Self| ActionRequest {
            link: None,
            seq: view.seq,
            action: choices[guest.draw(choices.len())].clone(),
            expect: None,
        };
        let first = wish(self);
        if !(self.manners.twins && self.draw(4) == 0) {
            let request = ask(&self.clients[seat % 2], seats, seat, &first);
            return self.note(request);
        }
        let second = wish(self);
        let [one, other] = &self.clients;
        let (one, other) = thread::scope(|scope| {
            let other = scope.spawn(|| ask(other, seats, seat, &second));
            (ask(one, seats, seat, &first), other.join())
        });
        self.note(one);
        match other {
            Ok(other) => self.note(other),
            Err(_) => self.history.troubles.push("a guest panicked".to_owned()),
        }
    }

    fn note(&mut self, (request, error): (Request, Option<Error>)) {
        if let Some(error) = error
            && !is_natural(&request.answer)
        {
            self.troubled(&request.table, &error);
        }
        self.history.requests.push(request);
    }
}

/// Tells answers that may well come to somebody who was not the first, or who looked at a server that was behind.
fn is_natural(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::Refused(Code::Stale | Code::NotYourTurn | Code::Over)
    )
}

/// Sends a request until there is an answer.
fn ask(
    client: &Client,
    seats: &Seats,
    seat: usize,
    action: &ActionRequest,
) -> (Request, Option<Error>) {
    let began = Instant::now();
    let happened = client.act(&seats.table, &seats.tokens[seat], action);
    let took = began.elapsed();
    let (answer, error) = match happened {
        Ok(happened) => {
            let events = happened.events.into_iter();
            let heard = events.map(|event| Heard {
                seq: event.seq,
                line: event.line,
            });
            (Answer::Happened(heard.collect()), None)
        }
        Err(error) => {
            let refused = error.code().filter(|code| *code != Code::Internal);
            let answer = refused.map_or(Answer::Unanswered, Answer::Refused);
            (answer, Some(error))
        }
    };
    let request = Request {
        table: seats.table.clone(),
        seat: hotdice_core::Seat::new(seat as u8).expect("one of two seats"),
        action: action.action.clone(),
        answer,
        sent: began,
        took,
    };
    (request, error)
}

/// Returns what the seat may choose, if it is the one that decides in this view.
fn choices(view: &TableView, seat: usize) -> Option<Vec<String>> {
    if view.you != Some(seat as u8 + 1) || view.waiting.seat != view.you {
        return None;
    }
    let choices = view.scene.as_ref()?.choices.iter();
    let choices: Vec<String> = choices.map(|choice| choice.notation.clone()).collect();
    (!choices.is_empty()).then_some(choices)
}

/// Returns the patience of somebody who wants to play through a storm.
fn stubborn(tries: u32) -> Patience {
    Patience {
        tries,
        reconnections: tries,
        first_pause: Duration::from_millis(20),
        longest_pause: Duration::from_millis(400),
        answer: Duration::from_secs(3),
        ..Patience::default()
    }
}

/// Lets many guests play at once until they are told that it is over.
pub(crate) fn play_all(
    guests: Vec<Guest>,
    over: &Arc<AtomicBool>,
) -> Vec<thread::JoinHandle<History>> {
    let begin = |guest: Guest| {
        let over = over.clone();
        thread::spawn(move || guest.play(&over))
    };
    guests.into_iter().map(begin).collect()
}
