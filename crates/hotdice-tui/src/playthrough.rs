//! A recorded game, one moment after the other.

use std::sync::Arc;

use hotdice_core::{
    AnyGame, AnyPosition, Face, Line, Name, Part, Record, RecordEvent, Scene, Seat, SeatSet, Turn,
    counted,
};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::{Decision, Ledger};
use hotdice_table::{Match, ReplayError};

use crate::plain::draw;

/// A game that was played, with all that there was to see.
pub struct Playthrough {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// Who played.
    pub names: Vec<Name>,
    /// The table before the first event and after every one, as the accounts of a game count them.
    pub moments: Vec<PlayedMoment>,
    /// Who has won, if the game is over.
    pub winners: Option<SeatSet>,
}

/// A moment of a game.
pub struct PlayedMoment {
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// What a spectator saw, with the choices of whoever decided.
    pub scene: Scene,
    /// What had just happened.
    pub story: Vec<Line>,
    /// The dice that had just fallen.
    pub fallen: Vec<Face>,
    /// How many turns the seat in turn had begun; in a game of one, how often dice were rolled.
    pub turn: u32,
    /// What was chosen here, in notation.
    pub chosen: Option<String>,
}

impl Playthrough {
    /// Plays a record through.
    ///
    /// # Errors
    /// When the record is no game.
    pub fn of(record: &Record) -> Result<Self, ReplayError> {
        let mut moments: Vec<PlayedMoment> = Vec::new();
        let mut turns = vec![0_u32; record.seats.len()];
        let mut events = record.events.iter();
        let replayed = Match::replay_showing(record, |game, story| {
            let event = if moments.is_empty() {
                None
            } else {
                events.next()
            };
            match (event, moments.last_mut()) {
                (
                    Some(
                        RecordEvent::Attended(..)
                        | RecordEvent::Linked(..)
                        | RecordEvent::Absent(_)
                        | RecordEvent::Anchored(..)
                        | RecordEvent::Ended(_),
                    ),
                    Some(last),
                ) => {
                    return last.story.extend_from_slice(story);
                }
                (Some(RecordEvent::Acted(_, action)), Some(last)) => {
                    let action = last.position.read_action(action).ok();
                    last.chosen = action.map(|action| action.notation().to_owned());
                }
                _ => {}
            }
            let before = moments.last();
            let fallen = match (event, before) {
                (Some(RecordEvent::Rolled(roll, _)), Some(last)) => dice_of(&*last.position, roll),
                _ => Vec::new(),
            };
            let scene = game.picture();
            let begins = match turns.len() {
                1 => matches!(event, Some(RecordEvent::Rolled(..))),
                _ => before.is_none_or(|last| last.scene.turn != scene.turn),
            };
            let seat = scene.turn.map_or(0, Seat::index);
            turns[seat] += u32::from(begins && (scene.turn.is_some() || turns.len() == 1));
            moments.push(PlayedMoment {
                position: game.position().boxed_clone(),
                scene,
                story: story.to_vec(),
                fallen,
                turn: turns[seat],
                chosen: None,
            });
        })?;
        Ok(Self {
            game: replayed.game().clone(),
            names: replayed.names().to_vec(),
            winners: match replayed.turn() {
                Turn::Over(standing) => Some(standing.winners),
                Turn::Decide(_) | Turn::Roll => None,
            },
            moments,
        })
    }

    /// Returns how many seats there are.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.names.len() as u8
    }

    /// Returns the moment after so many events.
    #[must_use]
    pub fn moment(&self, events: usize) -> &PlayedMoment {
        &self.moments[events.min(self.last())]
    }

    /// Returns how many events there were.
    #[must_use]
    pub fn last(&self) -> usize {
        self.moments.len() - 1
    }

    /// Returns the nearest moment before or after which another turn began.
    #[must_use]
    pub fn turn_beside(&self, events: usize, forwards: bool) -> usize {
        let turn = |at: usize| (self.moment(at).scene.turn, self.moment(at).turn);
        let begins = |at: &usize| *at == 0 || turn(*at) != turn(at - 1);
        let found = if forwards {
            (events + 1..=self.last()).find(begins)
        } else {
            (0..events).rev().find(begins)
        };
        found.unwrap_or(if forwards { self.last() } else { 0 })
    }

    /// Says when something was: "Turn 7", or "Roll 14" in a game of one.
    #[must_use]
    pub fn when(&self, events: usize) -> String {
        let turn = self.moment(events).turn;
        match (turn, self.seats()) {
            (0, _) => "The start".to_owned(),
            (_, 1) => format!("Roll {turn}"),
            _ => format!("Turn {turn}"),
        }
    }

    /// Says when a decision was made, with the score and the dice: "Turn 7, 2,350 points, 1 1 5".
    #[must_use]
    pub fn setting(&self, decision: &Decision) -> String {
        let moment = self.moment(decision.event - 1);
        let parts = [
            Some(self.when(decision.event - 1)),
            score_in_words(moment, decision.seat),
            dice_in_words(&moment.scene),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(", ")
    }

    /// Says what a decision gave away and what was better, or that there was nothing better.
    #[must_use]
    pub fn verdict(&self, aim: Aim, decision: &Decision, you: Option<Seat>) -> String {
        let scene = &self.moment(decision.event - 1).scene;
        let who = who(&self.names, decision.seat, you);
        let chosen = label(scene, &decision.chosen);
        if !decision.is_mistake(aim) {
            return format!("{who} chose {chosen}: nothing was better.");
        }
        let best = label(scene, &decision.best);
        let loss = loss_in_words(aim, decision.loss());
        format!("{who} chose {chosen}; {best} was better by {loss}.")
    }

    /// Lists the decisions of some seats that were mistakes, in the order of the game.
    pub fn mistakes<'a>(&self, ledger: &'a Ledger, of: impl Fn(Seat) -> bool) -> Vec<&'a Decision> {
        let decisions = ledger.decisions.iter();
        let mistakes = decisions.filter(|decision| decision.is_mistake(ledger.aim));
        mistakes.filter(|decision| of(decision.seat)).collect()
    }
}

/// Tells whether a bot plays under a name.
#[must_use]
pub fn is_bot(name: &Name) -> bool {
    name.as_str().starts_with("bot:")
}

/// Returns the seats of whoever looks at a game: the one with their name, or else all that are people.
#[must_use]
pub fn own_seats(names: &[Name], you: &str) -> Vec<Seat> {
    let seats = || Seat::all(names.len() as u8).zip(names);
    let named = seats().find(|(_, name)| name.as_str() == you);
    match named {
        Some((seat, _)) => vec![seat],
        None => seats()
            .filter(|(_, name)| !is_bot(name))
            .map(|(seat, _)| seat)
            .collect(),
    }
}

/// Says who sits at a seat: "you" if it is theirs.
fn who(names: &[Name], seat: Seat, you: Option<Seat>) -> String {
    if you == Some(seat) {
        "you".to_owned()
    } else {
        draw::name(names, seat)
    }
}

/// Returns the words of a choice.
#[must_use]
pub fn label<'a>(scene: &'a Scene, notation: &'a str) -> &'a str {
    let mut choices = scene.choices.iter();
    let choice = choices.find(|choice| choice.notation == notation);
    choice.map_or(notation, |choice| &choice.label)
}

/// Says what was lost: "12.6 points of winning chance".
#[must_use]
pub fn loss_in_words(aim: Aim, loss: f64) -> String {
    let short = |value: f64| {
        if value < 1.0 {
            format!("{value:.2}")
        } else {
            format!("{value:.1}")
        }
    };
    match aim {
        Aim::Win => format!("{} points of winning chance", short(100.0 * loss)),
        Aim::Points => format!("{} points", short(loss)),
    }
}

/// Returns the dice of a roll; none if it is no roll of six-sided dice.
fn dice_of(position: &dyn AnyPosition, roll: &str) -> Vec<Face> {
    let roll = position.read_roll(roll).ok();
    let pips = roll.as_ref().map(hotdice_core::CheckedRoll::dice);
    let pips = pips.unwrap_or_default().iter();
    pips.filter_map(|pips| Face::new(*pips)).collect()
}

fn score_in_words(moment: &PlayedMoment, seat: Seat) -> Option<String> {
    let has_sheet = |part: &Part| matches!(part, Part::Sheet(_));
    let track = moment.scene.parts.iter().find_map(|part| match part {
        Part::Track(track) if track.seat == seat => Some(track),
        _ => None,
    });
    match track {
        Some(track) => Some(format!("{} {}", track.value_in_words(), track.name)),
        None if moment.scene.parts.iter().any(has_sheet) => {
            Some(counted(moment.position.points(seat), "point", "points"))
        }
        None => None,
    }
}

/// Writes the dice on the table.
fn dice_in_words(scene: &Scene) -> Option<String> {
    let tray = scene.parts.iter().find_map(|part| match part {
        Part::Tray(tray) => Some(tray),
        _ => None,
    })?;
    let dice: Vec<String> = tray.dice.iter().map(|die| die.face.to_string()).collect();
    (!dice.is_empty()).then(|| dice.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "hotdice record 1\nrules farkle(target=1000)\ndice unknown\nseat 1 Ada\nseat 2 bot:greedy\n\n\
        rolled 1 1 3 4 6 6\nacted 1 keep 1 1\nacted 1 bank\nrolled 2 3 3 4 6 6\nrolled 1 5 3 4 6 6\n";

    fn played() -> Playthrough {
        Playthrough::of(&GAME.parse().unwrap()).unwrap()
    }

    #[test]
    fn every_event_is_a_moment() {
        let played = played();
        assert_eq!(played.last(), 5);
        let turns = (0..=5).map(|at| {
            (
                played.moment(at).scene.turn.map(Seat::index),
                played.when(at),
            )
        });
        let turns: Vec<String> = turns
            .map(|(seat, when)| format!("{seat:?} {when}"))
            .collect();
        assert_eq!(
            turns,
            [
                "Some(0) Turn 1",
                "Some(0) Turn 1",
                "Some(0) Turn 1",
                "Some(1) Turn 1",
                "Some(0) Turn 2",
                "Some(0) Turn 2"
            ]
        );
        assert_eq!(played.moment(1).chosen.as_deref(), Some("keep 1 1"));
        assert_eq!(played.moment(4).fallen.len(), 6);
        assert_eq!(played.turn_beside(0, true), 3);
        assert_eq!(played.turn_beside(3, true), 4);
        assert_eq!(played.turn_beside(5, true), 5);
        assert_eq!(played.turn_beside(5, false), 4);
        assert_eq!(played.turn_beside(3, false), 0);
        assert_eq!(played.turn_beside(0, false), 0);
    }

    #[test]
    fn decisions_are_told_in_plain_words() {
        let played = played();
        let decision = Decision {
            event: 2,
            seat: Seat::FIRST,
            state: String::new(),
            chosen: "keep 1 1".to_owned(),
            chosen_value: 0.25,
            best: "keep 1".to_owned(),
            best_value: 0.376,
            margin: 0.0,
        };
        assert_eq!(played.setting(&decision), "Turn 1, 0 points, 1 1 3 4 6 6");
        assert_eq!(
            played.verdict(Aim::Win, &decision, Some(Seat::FIRST)),
            "you chose Keep 1 1; Keep 1 was better by 12.6 points of winning chance."
        );
        let best = Decision {
            chosen_value: 0.376,
            ..decision
        };
        assert_eq!(
            played.verdict(Aim::Win, &best, None),
            "Ada chose Keep 1 1: nothing was better."
        );
    }

    #[test]
    fn your_seat_is_the_one_with_your_name() {
        let names = ["Ada", "Bo", "bot:greedy"].map(|name| name.parse().unwrap());
        let seats = |you: &str| -> Vec<usize> {
            own_seats(&names, you)
                .into_iter()
                .map(Seat::index)
                .collect()
        };
        assert_eq!(seats("Bo"), [1]);
        assert_eq!(seats(""), [0, 1]);
    }
}
