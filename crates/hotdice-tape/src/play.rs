//! Playing a tape.

mod answering;
mod terminals;
mod trouble;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::patient;
use tempfile::TempDir;

use crate::served::Served;
use crate::svg::Still;
use crate::tape::{Command, Tape};
use terminals::Terminals;
pub use trouble::{Stopped, Trouble};

/// How long a tape waits for something to be seen, unless it says otherwise.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often the screen is looked at while waiting.
const LOOK: Duration = Duration::from_millis(25);

/// How long what is waited for may be there on a screen that is never at rest.
const RESTLESS: Duration = Duration::from_secs(2);

/// Plays tapes with one program.
#[derive(Debug)]
pub struct Player {
    binary: PathBuf,
}

impl Player {
    /// Returns a player of tapes that run this `hotdice`.
    pub fn new(binary: impl Into<PathBuf>) -> Self {
        Self {
            binary: binary.into(),
        }
    }

    /// Plays a tape; returns the pictures that it takes.
    ///
    /// # Errors
    /// When something is not as the tape says, with the line and what was on the screen.
    pub fn play(&self, tape: &Tape) -> Result<Vec<(String, Still)>, Stopped> {
        let at = |line| {
            move |trouble| Stopped {
                path: tape.path.clone(),
                line,
                trouble,
            }
        };
        let mut playing = Playing::new(&self.binary).map_err(at(1))?;
        for (line, command) in &tape.steps {
            playing.step(command).map_err(at(*line))?;
        }
        Ok(playing.stills)
    }
}

/// A tape that is being played. What it started ends with it, before its folder goes.
struct Playing {
    terminals: Terminals,
    server: Option<Served>,
    names: HashMap<String, String>,
    patience: Duration,
    stills: Vec<(String, Still)>,
    binary: PathBuf,
    folder: TempDir,
}

impl Playing {
    fn new(binary: &Path) -> Result<Self, Trouble> {
        let folder = tempfile::Builder::new().prefix("tape").tempdir()?;
        Ok(Self {
            terminals: Terminals::new(folder.path(), binary),
            server: None,
            names: HashMap::new(),
            patience: patient(PATIENCE),
            stills: Vec::new(),
            binary: binary.to_owned(),
            folder,
        })
    }

    fn step(&mut self, command: &Command) -> Result<(), Trouble> {
        match command {
            Command::Size(columns, rows) => self.terminals.resize((*columns, *rows)),
            Command::Set(name, value) => {
                self.terminals.set(name, value);
                Ok(())
            }
            Command::Terminal(name) => self.terminals.go(name),
            Command::Run(line) => {
                let line = self.filled(line);
                self.terminals.run(&line)
            }
            Command::Type(text) => {
                let text = self.filled(text);
                self.terminals.letters(&text)
            }
            Command::Press(keys) => self.terminals.press(keys),
            Command::Click(text) => self.click(&self.filled(text)),
            Command::Patience(patience) => {
                self.patience = patient(*patience);
                Ok(())
            }
            Command::Wait(text) => self.wait(&self.filled(text)).map(drop),
            Command::Gone(text) => self.gone(&self.filled(text)),
            Command::Miss(text) => self.miss(&self.filled(text)),
            Command::Until(text, rules) => {
                let here = [self.terminals.here()?];
                let text = self.filled(text);
                answering::answer(&mut self.terminals, &here, &text, rules, self.patience)
            }
            Command::Together(text, rules) => {
                let all = self.terminals.all();
                let text = self.filled(text);
                answering::answer(&mut self.terminals, &all, &text, rules, self.patience)
            }
            Command::Take(name, text) => self.take(name, text),
            Command::Still(name) => {
                let still = self.terminals.still(self.patience)?;
                self.stills.push((name.clone(), still));
                Ok(())
            }
            Command::File(name, text) => self.terminals.write(name, &self.filled(text)),
            Command::Serve => self.serve(),
            Command::Kill => self.kill(),
            Command::Restored => self.terminals.restored(self.patience),
            Command::Idle(time) => {
                thread::sleep(*time);
                Ok(())
            }
        }
    }

    /// Puts what was taken in for the names in braces.
    fn filled(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (name, value) in &self.names {
            filled = filled.replace(&format!("{{{name}}}"), value);
        }
        filled
    }

    fn click(&self, text: &str) -> Result<(), Trouble> {
        let screen = self.wait(text)?;
        let place = place(&screen, text);
        let never = || never_seen(text, screen);
        self.terminals.click(place.ok_or_else(never)?)
    }

    fn wait(&self, text: &str) -> Result<String, Trouble> {
        let seen = |screen: &str| screen.contains(text);
        self.watch(seen, |screen| never_seen(text, screen))
    }

    fn gone(&self, text: &str) -> Result<(), Trouble> {
        let gone = |screen: &str| !screen.contains(text);
        let trouble = |screen| Trouble::StillSeen {
            text: text.to_owned(),
            screen,
        };
        self.watch(gone, trouble).map(drop)
    }

    fn miss(&self, text: &str) -> Result<(), Trouble> {
        let anything = |_: &str| true;
        let screen = self.watch(anything, |screen| never_seen("", screen))?;
        match screen.contains(text) {
            false => Ok(()),
            true => Err(Trouble::Seen {
                text: text.to_owned(),
                screen,
            }),
        }
    }

    /// Looks at the screen until it is as wanted and at rest: it could be half drawn before.
    fn watch(
        &self,
        is_wanted: impl Fn(&str) -> bool,
        trouble: impl FnOnce(String) -> Trouble,
    ) -> Result<String, Trouble> {
        let begun = Instant::now();
        let (mut before, mut since) = (None, None);
        loop {
            let screen = self.terminals.screen()?;
            if is_wanted(&screen) {
                let since = *since.get_or_insert_with(Instant::now);
                if before.as_ref() == Some(&screen) || since.elapsed() > RESTLESS {
                    return Ok(screen);
                }
            } else {
                since = None;
            }
            if begun.elapsed() > self.patience {
                return Err(trouble(screen));
            }
            before = Some(screen);
            thread::sleep(LOOK);
        }
    }

    fn take(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        let screen = self.wait(text)?;
        let after = screen.split_once(text).map_or("", |(_, after)| after);
        let line = after.lines().next().unwrap_or_default();
        let word = line
            .split(|letter: char| letter.is_whitespace() || "│▶┃".contains(letter))
            .find(|word| !word.is_empty());
        match word {
            Some(word) => {
                self.names.insert(name.to_owned(), word.to_owned());
                Ok(())
            }
            None => Err(Trouble::NothingAfter {
                text: text.to_owned(),
                screen,
            }),
        }
    }

    fn serve(&mut self) -> Result<(), Trouble> {
        let server = match &mut self.server {
            Some(server) => server,
            none => {
                let data = self.folder.path().join("server");
                none.insert(Served::new(&self.binary, data))
            }
        };
        self.names.insert("server".to_owned(), server.address());
        server.start().map_err(Trouble::Server)
    }

    fn kill(&mut self) -> Result<(), Trouble> {
        let server = self.server.as_mut().ok_or(Trouble::NoServer)?;
        server.kill().map_err(Trouble::Server)
    }
}

fn never_seen(text: &str, screen: String) -> Trouble {
    Trouble::NeverSeen {
        text: text.to_owned(),
        screen,
    }
}

/// Returns row and column of a text.
fn place(screen: &str, text: &str) -> Option<(usize, usize)> {
    let mut lines = screen.lines().enumerate();
    lines.find_map(|(row, line)| {
        let before = &line[..line.find(text)?];
        Some((row, before.chars().count()))
    })
}
