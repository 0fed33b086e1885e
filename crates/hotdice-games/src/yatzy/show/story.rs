//! What happened, in words.

use hotdice_core::{Dice, EventOf, Line, Tone, TypedEvent};

use super::count;
use crate::yatzy::placing::HUNDRED;
use crate::yatzy::state::{BoxIndex, Phase, State};
use crate::yatzy::{Action, Yatzy};

impl Yatzy {
    pub(super) fn told(&self, before: &State, event: &EventOf<Self>, after: &State) -> Vec<Line> {
        match event {
            TypedEvent::Rolled(roll) => vec![rolled(before, *roll, after)],
            TypedEvent::Acted(Action::Hold(held)) => vec![holds(before, *held)],
            TypedEvent::Acted(Action::Place(place)) => self.placed(before, *place, after),
        }
    }

    fn placed(&self, before: &State, place: BoxIndex, after: &State) -> Vec<Line> {
        let seat = before.seat;
        let (old, new) = (before.column(seat), after.column(seat));
        let mut told = vec![self.written(before, place, new.cell(place).unwrap_or(0))];
        if new.hundreds > old.hundreds {
            let text = format!(" gets a bonus of {HUNDRED} points for another joker.");
            told.push(Line::of(seat, text).toned(Tone::Good));
        }
        if self.bonus(new) > self.bonus(old) {
            let text = format!(" earns the upper bonus: {} points.", self.bonus(new));
            told.push(Line::of(seat, text).toned(Tone::Good));
        }
        if new.saved > old.saved {
            let text = format!(" saves {}.", count(new.saved - old.saved, "roll"));
            told.push(Line::of(seat, text));
        }
        told
    }

    fn written(&self, before: &State, place: BoxIndex, points: u16) -> Line {
        let (seat, name) = (before.seat, self.name(place).title());
        match (points, before.phase) {
            (0, _) => Line::of(seat, format!(" scratches {name}.")).toned(Tone::Bad),
            (_, Phase::Choosing { dice }) => {
                Line::of(seat, format!(" scores {points} in {name} with "))
                    .then_dice(dice)
                    .then(".")
            }
            (_, Phase::Rolling { .. }) => Line::of(seat, format!(" scores {points} in {name}.")),
        }
    }
}

fn rolled(before: &State, roll: Dice, after: &State) -> Line {
    let line = Line::of(before.seat, " rolled ").then_dice(roll);
    match after.phase {
        Phase::Choosing { dice } if dice != roll => {
            line.then(" and has ").then_dice(dice).then(".")
        }
        _ => line.then("."),
    }
}

fn holds(before: &State, held: Dice) -> Line {
    let saved = if before.left == 0 {
        " with a saved roll"
    } else {
        ""
    };
    match held {
        Dice::NONE => Line::of(before.seat, format!(" rolls all dice again{saved}.")),
        held => Line::of(before.seat, " keeps ")
            .then_dice(held)
            .then(format!(" and rolls the others again{saved}.")),
    }
}
