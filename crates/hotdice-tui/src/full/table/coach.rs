//! The coach of a game on this terminal: a thread that knows what positions are worth.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use hotdice_bots::{Library, oracle};
use hotdice_core::{AnyGame, AnyPosition, Seat};
use hotdice_solve::oracle::Oracle;

use super::super::job::Bell;
use super::sitting::Coaching;

/// A coach who is asked by letter.
pub(super) struct Coach {
    letters: Sender<Letter>,
    answers: Receiver<Answer>,
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
struct Letter {
    events: usize,
    position: Box<dyn AnyPosition>,
    asked: Asked,
}

enum Asked {
    Choices,
    Worth(Seat),
}

enum Answer {
    Absent(String),
    Choices(usize, Coaching),
    Worth(usize, f64),
}

impl Coach {
    /// Hires a coach, who may need a while to solve the game first.
    pub(super) fn hire(
        game: Arc<dyn AnyGame>,
        seats: u8,
        library: Arc<dyn Library>,
        bell: &Bell,
    ) -> Self {
        let (letters, inbox) = mpsc::channel();
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
                Err(why) => drop(send(Answer::Absent(why.to_string()))),
            }
        });
        Self {
            letters,
            answers,
            said: None,
            asked: None,
            course: Vec::new(),
            absent: None,
        }
    }

    /// Asks what the player's seat is worth after so many events.
    pub(super) fn follow(&self, events: usize, position: &dyn AnyPosition, seat: Seat) {
        self.send(events, position, Asked::Worth(seat));
    }

    /// Returns what there is to say about the decision after so many events.
    pub(super) fn about(&mut self, events: usize, position: &dyn AnyPosition) -> Coaching {
        self.read();
        if let Some(why) = &self.absent {
            return Coaching::None(why.clone());
        }
        if self.asked != Some(events) {
            self.asked = Some(events);
            self.send(events, position, Asked::Choices);
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

    fn send(&self, events: usize, position: &dyn AnyPosition, asked: Asked) {
        let position = position.boxed_clone();
        drop(self.letters.send(Letter {
            events,
            position,
            asked,
        }));
    }

    /// Reads what has come.
    pub(super) fn read(&mut self) {
        while let Ok(answer) = self.answers.try_recv() {
            match answer {
                Answer::Absent(why) => self.absent = Some(why),
                Answer::Choices(events, coaching) => self.said = Some((events, coaching)),
                Answer::Worth(events, worth) if events == self.course.len() => {
                    self.course.push(worth);
                }
                Answer::Worth(..) => {}
            }
        }
    }
}

fn work(oracle: &dyn Oracle, inbox: &Receiver<Letter>, send: impl Fn(Answer) -> bool) {
    while let Ok(letter) = inbox.recv() {
        let Letter {
            events,
            position,
            asked,
        } = letter;
        let answer = match asked {
            Asked::Choices => Answer::Choices(events, choices(oracle, &*position)),
            Asked::Worth(seat) => match oracle.value(&*position, seat) {
                Some(worth) => Answer::Worth(events, worth),
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
        certainty: oracle.certainty(),
        values: oracle.action_values(position),
    }
}
