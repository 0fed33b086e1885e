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
    /// What was asked about decisions after the last event, and what was said.
    said: Vec<(AskedDecision, Coaching)>,
    /// What the player's seat was worth after so many events.
    course: Vec<f64>,
    /// Why there is no coach.
    absent: Option<String>,
}

/// A decision: after so many events, and after a choice if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AskedDecision {
    events: usize,
    choice: Option<String>,
}

/// A question about a position.
struct CoachRequest {
    position: Box<dyn AnyPosition>,
    asked: CoachQuestion,
}

enum CoachQuestion {
    Choices(AskedDecision),
    Worth(usize, Seat),
}

enum CoachAnswer {
    Absent(String),
    Choices(AskedDecision, Coaching),
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
            said: Vec::new(),
            course: Vec::new(),
            absent: None,
        }
    }

    /// Asks what the player's seat is worth after so many events.
    pub(super) fn follow(&self, events: usize, position: &dyn AnyPosition, seat: Seat) {
        self.send(position, CoachQuestion::Worth(events, seat));
    }

    /// Returns what there is to say about the decision after so many events.
    pub(super) fn about(&mut self, events: usize, position: &dyn AnyPosition) -> Coaching {
        let choice = None;
        self.ask(AskedDecision { events, choice }, position)
    }

    /// Returns what there is to say about the decision that follows a choice after so many events, in the position after both.
    pub(super) fn about_next(
        &mut self,
        events: usize,
        choice: &str,
        position: &dyn AnyPosition,
    ) -> Coaching {
        let choice = Some(choice.to_owned());
        self.ask(AskedDecision { events, choice }, position)
    }

    fn ask(&mut self, decision: AskedDecision, position: &dyn AnyPosition) -> Coaching {
        self.read();
        if let Some(why) = &self.absent {
            return Coaching::None(why.clone());
        }
        self.said
            .retain(|(about, _)| about.events == decision.events);
        if let Some((_, said)) = self.said.iter().find(|(about, _)| *about == decision) {
            return said.clone();
        }
        self.said.push((decision.clone(), Coaching::Working));
        self.send(position, CoachQuestion::Choices(decision));
        Coaching::Working
    }

    /// Forgets what was said: the last event was taken back.
    pub(super) fn forget(&mut self, events: usize) {
        self.said.clear();
        self.course.truncate(events + 1);
    }

    /// Returns what the player's seat was worth in the course of the game.
    pub(super) fn course(&self) -> &[f64] {
        &self.course
    }

    fn send(&self, position: &dyn AnyPosition, asked: CoachQuestion) {
        let position = position.boxed_clone();
        drop(self.requests.send(CoachRequest { position, asked }));
    }

    /// Reads what has come.
    pub(super) fn read(&mut self) {
        while let Ok(answer) = self.answers.try_recv() {
            match answer {
                CoachAnswer::Absent(why) => self.absent = Some(why),
                CoachAnswer::Choices(decision, coaching) => {
                    let mut said = self.said.iter_mut();
                    if let Some((_, said)) = said.find(|(about, _)| *about == decision) {
                        *said = coaching;
                    }
                }
                CoachAnswer::Worth(events, worth) if events == self.course.len() => {
                    self.course.push(worth);
                }
                CoachAnswer::Worth(..) => {}
            }
        }
    }
}

fn work(oracle: &dyn Oracle, inbox: &Receiver<CoachRequest>, send: impl Fn(CoachAnswer) -> bool) {
    while let Ok(CoachRequest { position, asked }) = inbox.recv() {
        let answer = match asked {
            CoachQuestion::Choices(decision) => {
                CoachAnswer::Choices(decision, choices(oracle, &*position))
            }
            CoachQuestion::Worth(events, seat) => match oracle.value(&*position, seat) {
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
