//! The coach of a game on this terminal: a thread that knows what positions are worth.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use hotdice_bots::{Library, oracle};
use hotdice_core::{AnyGame, AnyPosition, Seat};
use hotdice_solve::oracle::Oracle;

use super::Coaching;
use crate::job::Bell;

/// A coach who is asked by request.
pub(super) struct Coach {
    requests: Sender<CoachRequest>,
    answers: Receiver<CoachAnswer>,
    /// What was last said about a decision, and after how many events that was.
    said: Option<(usize, Coaching)>,
    /// The last decision that was asked about.
    asked: Option<usize>,
    /// What the player's seat was worth after so many events.
    course: Vec<f64>,
    /// Why there is no coach.
    absent: Option<String>,
}

/// A question: a position, after so many events.
struct CoachRequest {
    events: usize,
    position: Box<dyn AnyPosition>,
    asked: CoachQuestion,
}

enum CoachQuestion {
    Choices,
    Worth(Seat),
}

enum CoachAnswer {
    Absent(String),
    Choices(usize, Coaching),
    Worth(usize, f64),
}

impl Coach {
    /// Starts a coach, which may need a while to solve the game first.
    pub(super) fn new(
        game: Arc<dyn AnyGame>,
        seats: u8,
        library: Arc<dyn Library>,
        bell: &Bell,
    ) -> Self {
        let (requests, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        let bell = bell.clone();
        thread::spawn(move || {
            let send = |answer| {
                let sent = outbox.send(answer);
                bell.ring();
                sent.is_ok()
            };
            match oracle(&*game, seats, &*library) {
                Ok(oracle) => work(&*oracle, &inbox, send),
                Err(why) => drop(send(CoachAnswer::Absent(why.to_string()))),
            }
        });
        Self {
            requests,
            answers,
            said: None,
            asked: None,
            course: Vec::new(),
            absent: None,
        }
    }

    /// Asks what the player's seat is worth after so many events.
    pub(super) fn follow(&self, events: usize, position: &dyn AnyPosition, seat: Seat) {
        self.send(events, position, CoachQuestion::Worth(seat));
    }

    /// Returns what there is to say about the decision after so many events.
    pub(super) fn about(&mut self, events: usize, position: &dyn AnyPosition) -> Coaching {
        self.read();
        if let Some(why) = &self.absent {
            return Coaching::None(why.clone());
        }
        if self.asked != Some(events) {
            self.asked = Some(events);
            self.send(events, position, CoachQuestion::Choices);
        }
        match &self.said {
            Some((about, coaching)) if *about == events => coaching.clone(),
            _ => Coaching::Working,
        }
    }

    /// Forgets what was said: the last event was taken back.
    pub(super) fn forget(&mut self, events: usize) {
        self.asked = None;
        self.said = None;
        self.course.truncate(events + 1);
    }

    /// Returns what the player's seat was worth in the course of the game.
    pub(super) fn course(&self) -> &[f64] {
        &self.course
    }

    fn send(&self, events: usize, position: &dyn AnyPosition, asked: CoachQuestion) {
        let position = position.boxed_clone();
        drop(self.requests.send(CoachRequest {
            events,
            position,
            asked,
        }));
    }

    /// Reads what has come.
    pub(super) fn read(&mut self) {
        while let Ok(answer) = self.answers.try_recv() {
            match answer {
                CoachAnswer::Absent(why) => self.absent = Some(why),
                CoachAnswer::Choices(events, coaching) => self.said = Some((events, coaching)),
                CoachAnswer::Worth(events, worth) if events == self.course.len() => {
                    self.course.push(worth);
                }
                CoachAnswer::Worth(..) => {}
            }
        }
    }
}

fn work(oracle: &dyn Oracle, inbox: &Receiver<CoachRequest>, send: impl Fn(CoachAnswer) -> bool) {
    while let Ok(request) = inbox.recv() {
        let CoachRequest {
            events,
            position,
            asked,
        } = request;
        let answer = match asked {
            CoachQuestion::Choices => CoachAnswer::Choices(events, choices(oracle, &*position)),
            CoachQuestion::Worth(seat) => match oracle.value(&*position, seat) {
                Some(worth) => CoachAnswer::Worth(events, worth),
                None => continue,
            },
        };
        if !send(answer) {
            return;
        }
    }
}

fn choices(oracle: &dyn Oracle, position: &dyn AnyPosition) -> Coaching {
    Coaching::Ready {
        aim: oracle.aim(),
        certainty: oracle.certainty_at(position),
        values: oracle.action_values(position),
    }
}
