//! How long things are shown before the next thing happens.

use std::time::{Duration, Instant};

use hotdice_core::Line;

use crate::session::{SessionEvent, SessionEventKind, TablePhase};
use crate::settings::Pace;

/// Between two pictures of rolling dice.
const FRAME: Duration = Duration::from_millis(70);

/// Between two pictures of a clock.
pub(super) const SECOND: Duration = Duration::from_secs(1);

/// Something that is being shown.
pub(super) struct Showing {
    /// What is told when the dice lie.
    story: Vec<Line>,
    began: Instant,
    /// When the dice lie.
    lying: Instant,
    /// When the next thing may happen.
    until: Instant,
}

impl Showing {
    /// Begins to show an event, after which the table waits for something.
    ///
    /// What players did themselves they need not look at, nor at anything if they have to choose now. The turn of somebody else has
    /// `elapsed` so long already, and each thing in it takes at most a third of what is left: however much happens in a turn, it is
    /// over when its time is.
    pub(super) fn new(
        event: SessionEvent,
        phase: TablePhase,
        pace: Pace,
        elapsed: Duration,
        now: Instant,
    ) -> Self {
        let left = Duration::from_millis(pace.turn()).saturating_sub(elapsed);
        let most = match phase {
            TablePhase::Yours(_) => u64::MAX,
            _ => left.as_millis() as u64 / 3,
        };
        let rolls = matches!(&event.kind, SessionEventKind::Rolled(dice) if !dice.is_empty());
        let rolling = if rolls { pace.rolling().min(most) } else { 0 };
        let pause = match (event.own, event.kind, phase) {
            (true, ..)
            | (_, SessionEventKind::Other | SessionEventKind::Past, _)
            | (.., TablePhase::Yours(_)) => 0,
            (false, ..) => pace.pause().min(most),
        };
        let lying = now + Duration::from_millis(rolling);
        let until = lying + Duration::from_millis(pause);
        Self {
            story: event.story,
            began: now,
            lying,
            until,
        }
    }

    /// Returns what can be told now, once.
    pub(super) fn tell(&mut self, now: Instant) -> Vec<Line> {
        if now >= self.lying {
            std::mem::take(&mut self.story)
        } else {
            Vec::new()
        }
    }

    /// Tells whether the next thing has to wait.
    pub(super) fn is_on(&self, now: Instant) -> bool {
        now < self.until
    }

    /// Tells how many pictures the dice have rolled for; nothing once they lie.
    pub(super) fn rolling(&self, now: Instant) -> Option<u64> {
        let frames = now.duration_since(self.began).as_millis() / FRAME.as_millis();
        (now < self.lying).then_some(frames as u64)
    }

    /// Lets the dice lie and the next thing happen.
    pub(super) fn hurry(&mut self) {
        self.lying = self.began;
        self.until = self.began;
    }

    /// Returns when there is something new to see.
    pub(super) fn next_wake(&self, now: Instant) -> Instant {
        if now < self.lying {
            (now + FRAME).min(self.lying)
        } else {
            self.until
        }
    }
}

/// Returns the face that a rolling die shows in a picture: any, as long as it changes.
pub(super) fn tumbling(frame: u64, place: usize) -> usize {
    let mixed = (frame + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (place as u64 + 1).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed >> 33) as usize % 6
}
