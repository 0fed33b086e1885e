//! Answering what is seen, for as long as it takes.

use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::patient;

use super::LOOK;
use super::terminals::Terminals;
use super::trouble::Trouble;
use crate::tape::Rule;

/// How long a key may take to change the screen before it is pressed again.
const ANSWER: Duration = Duration::from_secs(3);

/// The most keys that are pressed: no game is that long.
const MOST_KEYS: usize = 4_000;

/// A terminal at which things are answered.
#[derive(Default)]
struct Post {
    place: usize,
    screen: String,
    /// When a key was last pressed at this screen.
    pressed: Option<Instant>,
}

/// What came of a look at a screen.
#[derive(PartialEq, Eq)]
enum Seen {
    /// What was waited for.
    Text,
    /// Something new.
    Change,
    /// What was there before.
    Same,
    /// Something that was answered.
    Question,
}

/// Answers at some terminals until a text is on all of their screens. What changes by itself is waited for.
pub(super) fn answer(
    terminals: &mut Terminals,
    places: &[usize],
    text: &str,
    rules: &[Rule],
    patience: Duration,
) -> Result<(), Trouble> {
    let here = terminals.here()?;
    let mut posts: Vec<Post> = places.iter().map(|place| Post::at(*place)).collect();
    let (mut moved, mut keys) = (Instant::now(), 0);
    loop {
        let mut missing = None;
        for post in &mut posts {
            terminals.turn_to(post.place);
            let seen = post.look(terminals, text, rules)?;
            if seen == Seen::Change {
                moved = Instant::now();
            }
            keys += usize::from(seen == Seen::Question);
            if seen != Seen::Text {
                missing = Some(post.screen.clone());
            }
        }
        terminals.turn_to(here);
        let Some(screen) = missing else { return Ok(()) };
        let text = || text.to_owned();
        if moved.elapsed() > patience {
            return Err(Trouble::NeverSeen {
                text: text(),
                screen,
            });
        }
        if keys > MOST_KEYS {
            return Err(Trouble::Endless {
                text: text(),
                screen,
            });
        }
        thread::sleep(LOOK);
    }
}

impl Post {
    fn at(place: usize) -> Self {
        Self {
            place,
            ..Self::default()
        }
    }

    fn look(&mut self, terminals: &Terminals, text: &str, rules: &[Rule]) -> Result<Seen, Trouble> {
        let screen = terminals.screen()?;
        if screen.contains(text) {
            return Ok(Seen::Text);
        }
        // Only what shows twice is answered: nothing is half drawn then.
        if screen != self.screen {
            (self.screen, self.pressed) = (screen, None);
            return Ok(Seen::Change);
        }
        let answered = self
            .pressed
            .is_some_and(|at| at.elapsed() < patient(ANSWER));
        match rules.iter().find(|rule| self.screen.contains(&rule.seen)) {
            Some(rule) if !answered => {
                terminals.press(&rule.keys)?;
                self.pressed = Some(Instant::now());
                Ok(Seen::Question)
            }
            _ => Ok(Seen::Same),
        }
    }
}
