//! How long things are shown before the next thing happens.

use std::time::{Duration, Instant};

use hotdice_core::Line;

use super::sitting::{Moment, MomentKind, Stage};
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
    /// Begins to show a moment, after which the table waits for something.
    ///
    /// What players did themselves they need not look at, nor at anything if they have to choose now.
    pub(super) fn new(moment: Moment, stage: Stage, pace: Pace, now: Instant) -> Self {
        let rolling = match moment.kind {
            MomentKind::Rolled(Some(_)) => pace.rolling(),
            MomentKind::Rolled(None) | MomentKind::Acted | MomentKind::Other => 0,
        };
        let pause = match (moment.own, moment.kind, stage) {
            (true, ..) | (_, MomentKind::Other, _) | (.., Stage::Yours(_)) => 0,
            (false, ..) => pace.pause(),
        };
        let lying = now + Duration::from_millis(rolling);
        let until = lying + Duration::from_millis(pause);
        Self {
            story: moment.story,
            began: now,
            lying,
            until,
        }
    }

    /// Returns what can be told now, once.
    pub(super) fn tell(&mut self, now: Instant) -> Vec<Line> {
        match now >= self.lying {
            true => std::mem::take(&mut self.story),
            false => Vec::new(),
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
        match now < self.lying {
            true => (now + FRAME).min(self.lying),
            false => self.until,
        }
    }
}

/// Returns the face that a rolling die shows in a picture: any, as long as it changes.
pub(super) fn tumbling(frame: u64, place: usize) -> usize {
    let mixed = (frame + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (place as u64 + 1).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed >> 33) as usize % 6
}
