//! A game played at random and written down, to be kept in a golden file.

use std::mem;

use hotdice_core::{AnyGame, AnyPosition, Line, Seat, Turn, Viewer};

use crate::{chance::Chance, picture};

/// Events that are written out; the rest is only counted.
const SHOWN: usize = 40;

/// A game that lasts longer than this does not end.
const MOST_EVENTS: usize = 20_000;

/// Plays a game at random and writes down what every front end gets to show.
///
/// Of each picture only the lines are written that were not there before the event.
///
/// # Panics
/// When the rules do not allow that many seats, a legal event is refused, or the game does not end.
#[must_use]
#[track_caller]
pub fn playthrough(game: &dyn AnyGame, seats: u8, seed: u64) -> String {
    let position = game.open(seats);
    let position = position.unwrap_or_else(|error| panic!("{}: {error}", game.rules_line()));
    let mut teller = Teller {
        position,
        chance: Chance::new(seed),
        text: format!("{}, {seats} seats, seed {seed}\n\n", game.rules_line()),
        picture: Vec::new(),
    };
    teller.tell_position();
    let events = teller.play();
    teller.tell_end(seats, events);
    teller.text
}

struct Teller {
    position: Box<dyn AnyPosition>,
    chance: Chance,
    text: String,
    picture: Vec<String>,
}

impl Teller {
    /// Plays to the end, and returns how many events it took.
    #[track_caller]
    fn play(&mut self) -> usize {
        for number in 1..=MOST_EVENTS {
            let Some((event, story)) = self.step() else {
                return number - 1;
            };
            let last = matches!(self.position.turn(), Turn::Over(_));
            if number == SHOWN + 1 && !last {
                self.put("\n…\n");
            }
            if number <= SHOWN || last {
                self.tell_event(number, &event, &story);
                self.tell_position();
            }
        }
        panic!(
            "no end after {MOST_EVENTS} events: {}",
            self.position.state()
        );
    }

    /// Lets one thing happen; nothing once the game is over.
    #[track_caller]
    fn step(&mut self) -> Option<(String, Vec<Line>)> {
        match self.position.turn() {
            Turn::Over(_) => None,
            Turn::Roll => {
                let roll = self
                    .chance
                    .roll(self.position.as_ref())
                    .expect("dice that fit the throw");
                let rolled = self.position.settle(&roll).expect("a possible roll");
                Some((format!("rolled {roll}"), rolled.story))
            }
            Turn::Decide(seat) => {
                let actions = self.position.actions();
                let action = self.chance.pick(&actions).expect("a legal action");
                let acted = self.position.act(action).expect("a legal action");
                Some((format!("acted {seat} {action}"), acted.story))
            }
        }
    }

    fn tell_event(&mut self, number: usize, event: &str, story: &[Line]) {
        self.put(&format!("\n{number}. {event}\n"));
        for line in story {
            self.put(&format!("  \"{}\"\n", picture::line(line)));
        }
    }

    fn tell_position(&mut self) {
        let viewer = match self.position.turn() {
            Turn::Decide(seat) => Viewer::Seat(seat),
            Turn::Roll | Turn::Over(_) => Viewer::Spectator,
        };
        let scene = self.position.scene(viewer);
        let drawn = picture::parts(&scene);
        self.put(&format!("  = {}\n", self.position.state()));
        let old = mem::replace(&mut self.picture, drawn.clone());
        for line in drawn.iter().filter(|line| !old.contains(line)) {
            self.put(&format!("  | {line}\n"));
        }
        for line in picture::choices(&scene) {
            self.put(&format!("  ? {line}\n"));
        }
    }

    fn tell_end(&mut self, seats: u8, events: usize) {
        let points: Vec<String> = Seat::all(seats)
            .map(|seat| format!("#{seat} {}", self.position.points(seat)))
            .collect();
        let winners: String = match self.position.turn() {
            Turn::Over(standing) => standing
                .winners
                .iter()
                .map(|seat| format!(" #{seat}"))
                .collect(),
            Turn::Roll | Turn::Decide(_) => " nobody yet".to_owned(),
        };
        self.put(&format!(
            "\n{events} events\npoints: {}\nwon by{winners}\n",
            points.join(", ")
        ));
    }

    fn put(&mut self, words: &str) {
        self.text.push_str(words);
    }
}
