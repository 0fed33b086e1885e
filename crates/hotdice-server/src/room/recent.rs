//! The last events of a table, for those who have missed only a few.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hotdice_wire::Event;

/// How many are kept.
const MOST: usize = 128;

/// An event as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    pub(crate) seq: u64,
    pub(crate) json: Arc<str>,
}

impl Printed {
    pub(crate) fn new(event: &Event) -> Self {
        let json = serde_json::to_string(event).expect("events are plain data");
        Self {
            seq: event.seq,
            json: json.into(),
        }
    }
}

/// The last events of a table, without a gap.
#[derive(Default)]
pub(super) struct Recent(Mutex<VecDeque<Printed>>);

impl Recent {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Printed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the events that came next.
    pub(super) fn note(&self, events: &[Printed]) {
        let mut recent = self.lock();
        recent.extend(events.iter().cloned());
        let many = recent.len().saturating_sub(MOST);
        recent.drain(..many);
    }

    /// Forgets them, because nobody has printed what came next.
    pub(super) fn forget(&self) {
        *self.lock() = VecDeque::new();
    }

    /// Returns what came after an event; nothing if that is not known here.
    pub(super) fn after(&self, seen: u64) -> Option<Vec<Printed>> {
        let recent = self.lock();
        let known = (recent.front()?.seq..=recent.back()?.seq).contains(&(seen + 1));
        let later = recent.iter().filter(|event| event.seq > seen);
        known.then(|| later.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(numbers: std::ops::RangeInclusive<u64>) -> Vec<Printed> {
        let json = "{}".into();
        let print = |seq| Printed {
            seq,
            json: Arc::clone(&json),
        };
        numbers.map(print).collect()
    }

    #[test]
    fn what_was_missed_is_known_whole_or_not_at_all() {
        let recent = Recent::default();
        assert!(recent.after(0).is_none());
        recent.note(&printed(11..=12));
        recent.note(&printed(13..=13));
        let after = |seen| {
            let events = recent.after(seen)?;
            Some(events.iter().map(|event| event.seq).collect::<Vec<_>>())
        };
        assert_eq!(after(9), None);
        assert_eq!(after(10), Some(vec![11, 12, 13]));
        assert_eq!(after(12), Some(vec![13]));
        assert_eq!(after(13), None);
        recent.note(&printed(14..=500));
        assert_eq!(after(13), None, "only the last are kept");
        assert_eq!(after(500 - MOST as u64).unwrap().len(), MOST);
        recent.forget();
        assert_eq!(after(499), None);
    }
}
