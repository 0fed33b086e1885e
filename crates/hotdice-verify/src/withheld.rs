//! What rolls would have been with the links of those who were absent, as far as later links of theirs tell.

use std::collections::{BTreeMap, HashMap};

use hotdice_core::{AnyPosition, Bytes32, CheckedRoll, Name, Record, RecordEvent, Seat};

use crate::formulas;
use crate::replay::{RecordReplay, RollSource};
use crate::worth::RollWorth;

/// A roll without the link of somebody who was absent, and what it would have been with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// The number of the roll, counted from 1.
    pub roll: u64,
    /// What fell.
    pub fell: String,
    /// What would have fallen with their link.
    pub with_link: String,
    /// Whether the table waited for them; it does not for whoever has left, or has not come back since an absence.
    pub was_awaited: bool,
    /// What their absence did for them.
    pub effect: AbsenceEffect,
}

/// What the absence of somebody did for them in one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsenceEffect {
    /// What fell was better for them.
    Better,
    /// What fell was worse for them.
    Worse,
    /// Both are equal, or the rules alone do not tell them apart.
    Neither,
}

/// How often absences had each effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EffectTally {
    /// How many rolls fell better for somebody without their link.
    pub better: usize,
    /// How many fell worse.
    pub worse: usize,
    /// How many fell neither better nor worse.
    pub neither: usize,
}

impl EffectTally {
    /// Counts effects.
    pub fn of<'a>(withheld: impl IntoIterator<Item = &'a Withheld>) -> Self {
        let mut tally = Self::default();
        for each in withheld {
            match each.effect {
                AbsenceEffect::Better => tally.better += 1,
                AbsenceEffect::Worse => tally.worse += 1,
                AbsenceEffect::Neither => tally.neither += 1,
            }
        }
        tally
    }

    /// Returns how likely it is that accidents go that way at least so often: better and worse are equally likely for them.
    /// It is 1 where neither came more often.
    #[must_use]
    pub fn chance(&self) -> f64 {
        let (most, all) = (self.better.max(self.worse), self.better + self.worse);
        if self.better == self.worse {
            return 1.0;
        }
        // Logarithms, because a half to the power of thousands of rolls is too small for a float.
        let mut exactly = -std::f64::consts::LN_2 * all as f64;
        let mut chance = exactly.exp();
        for count in (most..all).rev() {
            exactly += ((count + 1) as f64 / (all - count) as f64).ln();
            chance += exactly.exp();
        }
        chance
    }
}

/// Follows a record and compares the rolls that fell with those that would have fallen.
pub(crate) struct WithheldLinks<'a> {
    table: &'a str,
    /// The links that were held back, by roll and seat.
    links: HashMap<(u64, Seat), Bytes32>,
    /// What the seats answered to the roll that is due.
    answers: BTreeMap<Seat, SeatReply>,
    rolls: u64,
    found: HashMap<Seat, Vec<Withheld>>,
}

/// What somebody adds to a roll.
#[derive(Clone, Copy)]
enum SeatReply {
    Link(Bytes32),
    Nothing { was_awaited: bool },
}

impl<'a> WithheldLinks<'a> {
    pub(crate) fn new(table: &'a str, record: &Record) -> Self {
        Self {
            table,
            links: links_held_back(table, record),
            answers: BTreeMap::new(),
            rolls: 0,
            found: HashMap::new(),
        }
    }

    /// Takes the next event, with the game before it.
    pub(crate) fn happen(&mut self, event: &RecordEvent, before: &RecordReplay) {
        match event {
            RecordEvent::Linked(seat, link) => {
                self.answers.insert(*seat, SeatReply::Link(*link));
            }
            RecordEvent::Absent(seat) => {
                let was_awaited = match &before.source {
                    RollSource::Links(links) => links.is_waited_for(*seat),
                    RollSource::Key(_) => false,
                };
                self.answers
                    .insert(*seat, SeatReply::Nothing { was_awaited });
            }
            RecordEvent::Rolled(fell, server) => {
                self.rolls += 1;
                let answers = std::mem::take(&mut self.answers);
                if let Some(server) = server {
                    self.roll(fell, *server, &answers, &*before.position);
                }
            }
            _ => {}
        }
    }

    /// Hands over what was found about a seat.
    pub(crate) fn take(&mut self, seat: Seat) -> Vec<Withheld> {
        self.found.remove(&seat).unwrap_or_default()
    }

    fn roll(
        &mut self,
        fell: &str,
        server: Bytes32,
        answers: &BTreeMap<Seat, SeatReply>,
        before: &dyn AnyPosition,
    ) {
        for (seat, answer) in answers {
            let (roll, SeatReply::Nothing { was_awaited }) = (self.rolls, *answer) else {
                continue;
            };
            let Some(link) = self.links.get(&(roll, *seat)) else {
                continue;
            };
            let mut with_link = answers.clone();
            with_link.insert(*seat, SeatReply::Link(*link));
            let key = key(self.table, roll, server, &with_link);
            if let Some((fell, with_link)) = both(before, roll, fell, key) {
                let worth = |roll| RollWorth::of(before, roll, *seat);
                let effect = match worth(&fell).zip(worth(&with_link)) {
                    Some((without, with)) if without > with => AbsenceEffect::Better,
                    Some((without, with)) if without < with => AbsenceEffect::Worse,
                    _ => AbsenceEffect::Neither,
                };
                self.found.entry(*seat).or_default().push(Withheld {
                    roll,
                    fell: fell.to_string(),
                    with_link: with_link.to_string(),
                    was_awaited,
                    effect,
                });
            }
        }
    }
}

fn key(table: &str, roll: u64, server: Bytes32, answers: &BTreeMap<Seat, SeatReply>) -> Bytes32 {
    let link = |(seat, answer): (&Seat, &SeatReply)| match answer {
        SeatReply::Link(link) => Some((*seat, *link)),
        SeatReply::Nothing { .. } => None,
    };
    let links: Vec<_> = answers.iter().filter_map(link).collect();
    formulas::linked_key(table, roll, server, &links)
}

/// Returns the roll that fell and the one that another key gives.
fn both(
    before: &dyn AnyPosition,
    roll: u64,
    fell: &str,
    key: Bytes32,
) -> Option<(CheckedRoll, CheckedRoll)> {
    let lying = formulas::dice(key, roll, before.throw()?)?;
    Some((before.read_roll(fell).ok()?, before.read_throw(&lying)?))
}

/// Finds the links that were never shown and follow from a later one: going back from the end, it passes them.
fn links_held_back(table: &str, record: &Record) -> HashMap<(u64, Seat), Bytes32> {
    let rolled = |event: &&RecordEvent| matches!(event, RecordEvent::Rolled(..));
    let mut due = record.events.iter().filter(rolled).count() as u64 + 1;
    let mut later: HashMap<Seat, (u64, Bytes32)> = HashMap::new();
    let mut held_back = HashMap::new();
    for event in record.events.iter().rev() {
        match event {
            RecordEvent::Rolled(..) => due -= 1,
            RecordEvent::Linked(seat, link) => drop(later.insert(*seat, (due, *link))),
            RecordEvent::Anchored(seat, _) => drop(later.remove(seat)),
            RecordEvent::Absent(seat) => {
                let name = record.seats.get(seat.index()).map(Name::as_str);
                if let Some((roll, link)) = later.get_mut(seat) {
                    let who = formulas::who(name);
                    *link = formulas::link_before(table, &who, *link, *roll - due);
                    *roll = due;
                    held_back.insert((due, *seat), *link);
                }
            }
            _ => {}
        }
    }
    held_back
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(better: usize, worse: usize, chance: f64) {
        for (better, worse) in [(better, worse), (worse, better)] {
            let tally = EffectTally {
                better,
                worse,
                neither: 7,
            };
            let error = tally.chance() - chance;
            assert!(error.abs() < 1e-9, "{}", tally.chance());
        }
    }

    #[test]
    fn what_accidents_do() {
        check(0, 0, 1.0);
        check(5, 5, 1.0);
        check(9, 0, 1.0 / 512.0);
        check(9, 1, 11.0 / 1024.0);
        check(2, 1, 0.5);
        check(16_000, 1, 0.0);
        // A tenth of a deviation above the middle: nothing to wonder at.
        let tally = EffectTally {
            better: 8_010,
            worse: 7_990,
            neither: 0,
        };
        assert!((0.43..0.45).contains(&tally.chance()), "{}", tally.chance());
    }
}
