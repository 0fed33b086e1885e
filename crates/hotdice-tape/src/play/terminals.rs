//! The terminals of a tape, and the one that it is at.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::patient;

use super::LOOK;
use super::trouble::Trouble;
use crate::svg::Still;
use crate::tmux::Tmux;

/// The size of terminals unless the tape says otherwise.
const USUAL_SIZE: (u16, u16) = (100, 30);

/// What a program waits for after Escape, which could be the beginning of another key.
const AFTER_ESCAPE: Duration = Duration::from_millis(80);

/// What passes between two looks at the screen: nobody answers faster, and programs drop keys that were pressed before anything was seen.
const REACTION: Duration = Duration::from_millis(320);

/// How long a screen is the same before a picture is taken of it.
const REST: Duration = Duration::from_millis(800);

/// How long a shell may take until it is ready.
const LONGEST_START: Duration = Duration::from_secs(30);

/// The terminals that are open.
pub(super) struct Terminals {
    tmux: Tmux,
    folder: PathBuf,
    size: (u16, u16),
    variables: Vec<(String, String)>,
    open: Vec<Terminal>,
    /// The place of the one that the tape is at.
    here: usize,
    /// When keys were last pressed.
    pressed: Cell<Option<Instant>>,
}

struct Terminal {
    name: String,
    data: PathBuf,
    /// Its modes and the settings of its line before anything ran in it.
    before: String,
    size: (u16, u16),
}

impl Terminals {
    pub(super) fn new(folder: &Path, binary: &Path) -> Self {
        Self {
            tmux: Tmux::new(folder, environment(folder, binary)),
            folder: folder.to_owned(),
            size: USUAL_SIZE,
            variables: Vec::new(),
            open: Vec::new(),
            here: 0,
            pressed: Cell::new(None),
        }
    }

    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    pub(super) fn resize(&mut self, size: (u16, u16)) -> Result<(), Trouble> {
        self.size = size;
        if let Some(terminal) = self.open.get_mut(self.here) {
            terminal.size = size;
            self.tmux.resize(&terminal.name, size)?;
        }
        Ok(())
    }

    /// Goes to a terminal, and opens it if it is new.
    pub(super) fn go(&mut self, name: &str) -> Result<(), Trouble> {
        let known = self.open.iter().position(|terminal| terminal.name == name);
        self.here = match known {
            Some(place) => place,
            None => {
                let terminal = self.opened(name)?;
                self.open.push(terminal);
                self.open.len() - 1
            }
        };
        Ok(())
    }

    fn opened(&self, name: &str) -> Result<Terminal, Trouble> {
        let data = self.folder.join("data").join(name);
        fs::create_dir_all(&data)?;
        let mut variables = vec![(
            "HOTDICE_DATA".to_owned(),
            data.to_string_lossy().into_owned(),
        )];
        variables.extend(self.variables.iter().cloned());
        self.tmux.open(name, self.size, &variables, &data)?;
        self.wait_for_prompt(name)?;
        Ok(Terminal {
            name: name.to_owned(),
            data,
            before: self.state(name)?,
            size: self.size,
        })
    }

    /// Waits until the shell is ready, for at most a while: what is typed meets it in any case.
    fn wait_for_prompt(&self, name: &str) -> Result<(), Trouble> {
        let begun = Instant::now();
        while begun.elapsed() < patient(LONGEST_START) && !self.tmux.screen(name)?.contains('$') {
            thread::sleep(LOOK);
        }
        Ok(())
    }

    /// Returns the place of the terminal that the tape is at; without one, one is opened.
    pub(super) fn here(&mut self) -> Result<usize, Trouble> {
        if self.open.is_empty() {
            self.go("first")?;
        }
        Ok(self.here)
    }

    /// Returns the places of all terminals.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.open.len()).collect()
    }

    /// Goes to a terminal by its place.
    pub(super) fn turn_to(&mut self, place: usize) {
        self.here = place;
    }

    fn terminal(&mut self) -> Result<&Terminal, Trouble> {
        let here = self.here()?;
        Ok(&self.open[here])
    }

    fn name(&self) -> &str {
        self.open
            .get(self.here)
            .map_or("", |terminal| &terminal.name)
    }

    /// Types a line to the shell.
    pub(super) fn run(&mut self, line: &str) -> Result<(), Trouble> {
        let name = self.terminal()?.name.clone();
        self.tmux.letters(&name, line)?;
        Ok(self.tmux.keys(&name, &["Enter".to_owned()])?)
    }

    pub(super) fn letters(&mut self, text: &str) -> Result<(), Trouble> {
        let name = self.terminal()?.name.clone();
        Ok(self.tmux.letters(&name, text)?)
    }

    /// Presses keys one after the other, as somebody would who looked first.
    pub(super) fn press(&self, keys: &[String]) -> Result<(), Trouble> {
        if let Some(pressed) = self.pressed.get() {
            thread::sleep(REACTION.saturating_sub(pressed.elapsed()));
        }
        self.pressed.set(Some(Instant::now()));
        for key in keys {
            self.tmux.keys(self.name(), std::slice::from_ref(key))?;
            if key == "Escape" {
                thread::sleep(AFTER_ESCAPE);
            }
        }
        Ok(())
    }

    /// Clicks on a place of the screen, as terminals tell programs of clicks.
    pub(super) fn click(&self, (row, column): (usize, usize)) -> Result<(), Trouble> {
        let (column, row) = (column + 1, row + 1);
        let click = format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m");
        Ok(self.tmux.letters(self.name(), &click)?)
    }

    pub(super) fn screen(&self) -> Result<String, Trouble> {
        Ok(self.tmux.screen(self.name())?)
    }

    /// Takes a picture as soon as the screen is at rest, or has moved for too long.
    pub(super) fn still(&mut self, patience: Duration) -> Result<Still, Trouble> {
        let (columns, _) = self.terminal()?.size;
        let begun = Instant::now();
        let mut seen = String::new();
        let mut since = begun;
        while since.elapsed() < REST && begun.elapsed() < patience {
            let now = self.tmux.coloured(self.name())?;
            if now != seen {
                (seen, since) = (now, Instant::now());
            }
            thread::sleep(LOOK);
        }
        Ok(Still::of(&seen, columns))
    }

    /// Writes a file in the data folder.
    pub(super) fn write(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        let path = self.terminal()?.data.join(name);
        Ok(fs::write(path, text)?)
    }

    /// Waits until the terminal is what it was, and then sees whether its shell answers.
    pub(super) fn restored(&mut self, patience: Duration) -> Result<(), Trouble> {
        let before = self.terminal()?.before.clone();
        let begun = Instant::now();
        loop {
            let now = self.state(self.name())?;
            if now == before {
                break;
            }
            if begun.elapsed() > patience {
                let screen = self.screen()?;
                return Err(Trouble::Unrestored {
                    before,
                    now,
                    screen,
                });
            }
            thread::sleep(LOOK);
        }
        self.shell_answers(patience)
    }

    /// Types a command: its letters have to appear, and so does its answer.
    fn shell_answers(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.run("clear; echo back-$((6 * 7))")?;
        let begun = Instant::now();
        loop {
            let screen = self.screen()?;
            if screen.contains("back-42") {
                return Ok(());
            }
            if begun.elapsed() > patience {
                let text = "back-42".to_owned();
                return Err(Trouble::NeverSeen { text, screen });
            }
            thread::sleep(LOOK);
        }
    }

    /// Returns everything that a program could have left behind; the size is the tape's own doing.
    fn state(&self, name: &str) -> Result<String, Trouble> {
        let line = self.tmux.line(name)?;
        let line = line.split_once(';').map_or("", |(_, rest)| rest);
        let settings = line.split_once("columns").map_or(line, |(_, rest)| {
            rest.split_once(';').map_or("", |(_, rest)| rest)
        });
        let settings: Vec<&str> = settings.split_whitespace().collect();
        Ok(format!(
            "{}; {}",
            self.tmux.modes(name)?,
            settings.join(" ")
        ))
    }
}

/// Returns what programs in the terminals know of the world.
fn environment(folder: &Path, binary: &Path) -> Vec<(String, String)> {
    let programs = binary.parent().unwrap_or(Path::new("."));
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", programs.display());
    let home = folder.to_string_lossy().into_owned();
    [
        ("PATH", path.as_str()),
        ("HOME", &home),
        ("SHELL", "/bin/sh"),
        ("LANG", "C.UTF-8"),
        ("TERM", "tmux-256color"),
        ("COLORTERM", "truecolor"),
        ("PS1", "$ "),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec()
}
