//! Work in the background, and the bell that says it is done.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use ratatui::crossterm::event::Event;

use crate::full::Shade;

/// Something that an event loop waits for.
#[derive(Debug)]
pub enum Signal {
    /// The player did something.
    Input(Event),
    /// The terminal said what its background is like.
    Ground(Shade),
    /// Somebody has news.
    Ring,
    /// The program shall stop, because of this signal of the system.
    Stop(u8),
    /// The program shall sleep until it is woken.
    Suspend,
    /// The program was asleep.
    Resumed,
}

/// Wakes an event loop.
#[derive(Clone, Debug)]
pub struct Bell(Sender<Signal>);

impl Bell {
    /// Returns a bell, and where it is heard.
    #[must_use]
    pub fn new() -> (Self, Receiver<Signal>) {
        let (sender, receiver) = mpsc::channel();
        (Self(sender), receiver)
    }

    /// Says that there is news.
    pub fn ring(&self) {
        self.send(Signal::Ring);
    }

    /// Sends a signal; nobody minds if the loop is gone.
    pub(crate) fn send(&self, signal: Signal) {
        drop(self.0.send(signal));
    }
}

/// Rings when it is dropped, so that a job which breaks is heard of as well.
struct RingAtTheEnd(Bell);

impl Drop for RingAtTheEnd {
    fn drop(&mut self) {
        self.0.ring();
    }
}

/// Work on a thread of its own.
pub(crate) struct BackgroundJob<T> {
    answer: Option<Receiver<T>>,
}

/// Work that broke off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("something broke inside the program")]
pub(crate) struct Broken;

impl<T: Send + 'static> BackgroundJob<T> {
    /// Begins some work.
    pub(crate) fn start(bell: &Bell, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (sender, receiver) = mpsc::channel();
        let ring = RingAtTheEnd(bell.clone());
        thread::spawn(move || {
            let _ring = ring;
            // Dropped before the bell rings, also by a panic: whoever hears it finds out at once.
            let sender = sender;
            let answer = work();
            drop(sender.send(answer));
        });
        let answer = Some(receiver);
        Self { answer }
    }

    /// Returns what came of it, once.
    pub(crate) fn poll(&mut self) -> Option<Result<T, Broken>> {
        let found = match self.answer.as_ref()?.try_recv() {
            Ok(answer) => Ok(answer),
            Err(TryRecvError::Disconnected) => Err(Broken),
            Err(TryRecvError::Empty) => return None,
        };
        self.answer = None;
        Some(found)
    }

    /// Tells whether nothing has come of it yet.
    pub(crate) fn is_busy(&self) -> bool {
        self.answer.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_rings_when_it_is_done() {
        let (bell, signals) = Bell::new();
        let mut job = BackgroundJob::start(&bell, || 6 * 7);
        assert!(matches!(signals.recv(), Ok(Signal::Ring)));
        assert_eq!(job.poll(), Some(Ok(42)));
        assert_eq!(job.poll(), None);
        assert!(!job.is_busy());
    }

    #[test]
    fn a_job_that_breaks_is_heard_of() {
        let (bell, signals) = Bell::new();
        let mut job: BackgroundJob<()> = BackgroundJob::start(&bell, || panic!("on purpose"));
        assert!(matches!(signals.recv(), Ok(Signal::Ring)));
        assert_eq!(job.poll(), Some(Err(Broken)));
    }
}
