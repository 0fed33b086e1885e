//! Every sentence that a game says to people, with gaps for what differs from game to game.
//!
//! Translations of the page are looked up by these texts: numbers become `{n}`, percentages `{p}`, seats `{seat}`, dice
//! `{dice}`, and names of boxes, cards and combinations `{term}`. Such names are sentences of their own.

use std::collections::BTreeSet;

use hotdice_core::{AnyGame, AnyPosition, Line, Part, Scene, Span, Turn, Viewer};

use crate::chance::Chance;

/// Sentences, in order and each once.
#[derive(Debug, Default)]
pub struct Sentences {
    said: BTreeSet<String>,
    /// Names that stand in sentences about the game that is played, longest first.
    terms: Vec<String>,
}

impl Sentences {
    /// Adds what is not told in a game: a description, a figure, a refusal.
    pub fn add(&mut self, text: &str) {
        self.put(text, &[]);
    }

    /// Adds names that stand in sentences.
    pub fn add_terms(&mut self, names: &[&str]) {
        for name in names {
            self.add(name);
            self.terms.push((*name).to_owned());
        }
    }

    /// Adds the rules of a game in words, and what its parameters are.
    pub fn add_rules(&mut self, game: &dyn AnyGame) {
        let known = self.with_boxes(game);
        for section in game.explain() {
            self.add(section.heading);
            let has_terms = ["The boxes", "Jokers", "Cards"].contains(&section.heading);
            for line in section.lines {
                self.put(&line, if has_terms { &known } else { &[] });
            }
        }
        for parameter in game.parameters() {
            self.add(parameter.meaning);
        }
    }

    /// Adds what is said in a random game, up to so many events.
    ///
    /// # Panics
    /// When the rules do not allow that many seats or a legal event is refused.
    #[track_caller]
    pub fn add_play(&mut self, game: &dyn AnyGame, seats: u8, seed: u64, events: usize) {
        let known = self.with_boxes(game);
        let mut position = game.open(seats).expect("so many can play");
        let mut chance = Chance::new(seed);
        for _ in 0..events {
            self.add_scene(&*position, &known);
            let happened = match position.turn() {
                Turn::Over(_) => return,
                Turn::Roll => {
                    let roll = chance.roll(&*position).expect("dice that fit the throw");
                    position.settle(&roll).expect("a possible roll")
                }
                Turn::Decide(_) => {
                    let actions = position.actions();
                    let action = chance.pick(&actions).expect("a legal action");
                    position.act(action).expect("a legal action")
                }
            };
            for line in &happened.story {
                self.put(&joined(line), &known);
            }
        }
    }

    /// Adds what is said in one position, and about one thing that happens there.
    ///
    /// # Panics
    /// When there is no such position or the event cannot come there.
    #[track_caller]
    pub fn add_event(&mut self, game: &dyn AnyGame, state: &str, event: &str) {
        let known = self.with_boxes(game);
        let mut position = game.read_state(state).expect("a state of this game");
        self.add_scene(&*position, &known);
        let happened = position.play(event).expect("an event that can come here");
        for line in &happened.story {
            self.put(&joined(line), &known);
        }
    }

    /// Writes the sentences one in a line.
    #[must_use]
    pub fn text(&self) -> String {
        self.said.iter().map(|line| format!("{line}\n")).collect()
    }

    fn add_scene(&mut self, position: &dyn AnyPosition, known: &[String]) {
        let viewer = match position.turn() {
            Turn::Decide(seat) => Viewer::Seat(seat),
            Turn::Roll | Turn::Over(_) => Viewer::Spectator,
        };
        let scene = position.scene(viewer);
        for part in &scene.parts {
            match part {
                Part::Track(track) => self.add(&track.name),
                Part::Card(card) => {
                    self.add(&card.name);
                    self.add(&card.effect);
                }
                Part::Line(line) => self.put(&joined(line), known),
                Part::Tray(_) | Part::Sheet(_) | Part::Tiles(_) | Part::Triangle(_) => {}
            }
        }
        for choice in &scene.choices {
            self.put(&choice.label, known);
            self.put(&choice.hint, known);
        }
    }

    /// Returns the known names with those of the game's boxes.
    fn with_boxes(&self, game: &dyn AnyGame) -> Vec<String> {
        let scene = game
            .open(game.seats().least())
            .map(|position| position.scene(Viewer::Spectator))
            .unwrap_or_default();
        let mut known = self.terms.clone();
        known.extend(rows(&scene));
        known.sort_by_key(|name| std::cmp::Reverse(name.len()));
        known
    }

    fn put(&mut self, text: &str, terms: &[String]) {
        let normal = normalized(text, terms);
        if !normal.is_empty() {
            self.said.insert(normal);
        }
    }
}

/// Lists the rows of the sheet of a scene.
#[must_use]
pub fn rows(scene: &Scene) -> Vec<String> {
    let sheets = scene.parts.iter().filter_map(|part| match part {
        Part::Sheet(sheet) => Some(sheet),
        _ => None,
    });
    let rows = sheets.flat_map(|sheet| sheet.rows.iter());
    rows.map(|row| row.name.clone()).collect()
}

fn joined(line: &Line) -> String {
    let pieces = line.spans.iter().map(|span| match span {
        Span::Text(text) => text.as_str(),
        Span::Seat(_) => "{seat}",
        Span::Dice(_) => "{dice}",
    });
    pieces.collect()
}

/// Puts gaps in a text.
fn normalized(text: &str, terms: &[String]) -> String {
    let mut rest = text.trim();
    let mut normal = String::new();
    while let Some(first) = rest.chars().next() {
        let is_start = !normal.ends_with(|last: char| last.is_alphanumeric());
        let term = terms.iter().find(|term| {
            let after = rest.strip_prefix(term.as_str());
            is_start && after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
        });
        if let Some(term) = term {
            normal.push_str("{term}");
            rest = &rest[term.len()..];
        } else if first.is_ascii_digit() {
            let length = number_length(rest);
            rest = &rest[length..];
            if let Some(after) = rest.strip_prefix('%') {
                normal.push_str("{p}");
                rest = after;
            } else {
                normal.push_str("{n}");
            }
        } else {
            normal.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    normal
}

/// Returns how long the number is with which a text begins: `1,450`, `21.3`, or dice written as `1 1 5`.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
    let mut end = 1;
    loop {
        let joins = bytes.get(end).is_some_and(|byte| b",. ".contains(byte));
        let is_group = bytes.get(end) != Some(&b',') || is_digit(end + 2) && is_digit(end + 3);
        if is_digit(end) {
            end += 1;
        } else if joins && is_group && is_digit(end + 1) {
            end += 2;
        } else {
            return end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, normal: &str) {
        assert_eq!(normalized(text, &["Two pairs".to_owned()]), normal);
    }

    #[test]
    fn what_differs_becomes_a_gap() {
        check("total: 1,450", "total: {n}");
        check("21.3% chance to bust", "{p} chance to bust");
        check("Keep 1 1 5, roll 3 dice", "Keep {n}, roll {n} dice");
        check("Shut 1, 2 and 6", "Shut {n}, {n} and {n}");
        check("It shows 4.", "It shows {n}.");
        check("Score Two pairs", "Score {term}");
        check("Two pairss", "Two pairss");
    }
}
