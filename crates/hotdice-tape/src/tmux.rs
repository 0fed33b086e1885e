//! Terminals of tmux that nobody sees.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use thiserror::Error;

/// What tells whether a program has left the terminal as it found it: the shell in front, the other screen, the cursor, the mouse,
/// and how keys are sent.
const MODES: &str = "program #{pane_current_command}, other screen #{alternate_on}, cursor #{cursor_flag}, mouse #{mouse_any_flag} #{mouse_sgr_flag}, \
                     keypad #{keypad_flag} #{keypad_cursor_flag}, wrap #{wrap_flag}, insert #{insert_flag}";

/// Tells whether tmux is here.
pub fn is_installed() -> bool {
    let version = Command::new("tmux").arg("-V").output();
    version.is_ok_and(|output| output.status.success())
}

/// Why tmux did not do what it was told.
#[derive(Debug, Error)]
pub enum TmuxError {
    /// It could not be started.
    #[error("tmux cannot be started: {0}")]
    Start(io::Error),
    /// It refused.
    #[error("tmux {command}: {said}")]
    Refused {
        /// What it was told.
        command: String,
        /// What it said.
        said: String,
    },
    /// The terminal's settings cannot be read.
    #[error("stty cannot read the terminal: {0}")]
    Stty(String),
}

/// A server of tmux with a socket of its own; dropping it ends all that runs in it.
#[derive(Debug)]
pub(crate) struct Tmux {
    socket: PathBuf,
    /// The environment of everything in it.
    environment: Vec<(String, String)>,
}

impl Tmux {
    pub(crate) fn new(folder: &Path, environment: Vec<(String, String)>) -> Self {
        Self {
            socket: folder.join("tmux"),
            environment,
        }
    }

    /// Opens a terminal with a shell.
    pub(crate) fn open(
        &self,
        name: &str,
        (columns, rows): (u16, u16),
        variables: &[(String, String)],
        folder: &Path,
    ) -> Result<(), TmuxError> {
        let mut arguments: Vec<String> = ["start-server", ";", "set-option", "-g", "status", "off"]
            .map(str::to_owned)
            .to_vec();
        let set = ["set-option", "-g", "default-terminal", "tmux-256color"];
        arguments.push(";".to_owned());
        arguments.extend(set.map(str::to_owned));
        let size = [columns.to_string(), rows.to_string()];
        let new = [
            "new-session",
            "-d",
            "-s",
            name,
            "-x",
            &size[0],
            "-y",
            &size[1],
        ];
        arguments.push(";".to_owned());
        arguments.extend(new.map(str::to_owned));
        for (name, value) in variables {
            arguments.extend(["-e".to_owned(), format!("{name}={value}")]);
        }
        let folder = folder.to_string_lossy().into_owned();
        arguments.extend(["-c".to_owned(), folder, "exec sh".to_owned()]);
        self.tell(&arguments).map(drop)
    }

    pub(crate) fn resize(&self, name: &str, (columns, rows): (u16, u16)) -> Result<(), TmuxError> {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        self.tell(&["resize-window", "-t", name, "-x", &columns, "-y", &rows])
            .map(drop)
    }

    /// Types letters as they are.
    pub(crate) fn letters(&self, name: &str, text: &str) -> Result<(), TmuxError> {
        self.tell(&["send-keys", "-t", name, "-l", "--", text])
            .map(drop)
    }

    /// Presses keys by their names.
    pub(crate) fn keys(&self, name: &str, keys: &[String]) -> Result<(), TmuxError> {
        let mut arguments = vec!["send-keys", "-t", name, "--"];
        arguments.extend(keys.iter().map(String::as_str));
        self.tell(&arguments).map(drop)
    }

    /// Returns what is on the screen, line by line.
    pub(crate) fn screen(&self, name: &str) -> Result<String, TmuxError> {
        self.tell(&["capture-pane", "-p", "-t", name])
    }

    /// Returns what is on the screen with its colours.
    pub(crate) fn coloured(&self, name: &str) -> Result<String, TmuxError> {
        self.tell(&["capture-pane", "-p", "-e", "-N", "-t", name])
    }

    /// Returns the modes of a terminal that a program could have left behind.
    pub(crate) fn modes(&self, name: &str) -> Result<String, TmuxError> {
        self.show(name, MODES)
    }

    /// Returns the settings of a terminal's line: echo, signals and so on.
    pub(crate) fn line(&self, name: &str) -> Result<String, TmuxError> {
        let device = self.show(name, "#{pane_tty}")?;
        let output = Command::new("stty")
            .args(["-a", "-F", device.trim()])
            .output();
        let output = output.map_err(|error| TmuxError::Stty(error.to_string()))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn show(&self, name: &str, format: &str) -> Result<String, TmuxError> {
        let shown = self.tell(&["display-message", "-p", "-t", name, format])?;
        Ok(shown.trim().to_owned())
    }

    fn tell<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Result<String, TmuxError> {
        let output = self.run(arguments).map_err(TmuxError::Start)?;
        if !output.status.success() {
            let words: Vec<_> = arguments
                .iter()
                .map(|word| word.as_ref().to_string_lossy())
                .collect();
            return Err(TmuxError::Refused {
                command: words.join(" "),
                said: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            });
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn run<A: AsRef<OsStr>>(&self, arguments: &[A]) -> io::Result<Output> {
        let mut command = Command::new("tmux");
        command.env_clear().envs(self.environment.iter().cloned());
        command
            .args(["-u", "-f", "/dev/null", "-S"])
            .arg(&self.socket);
        command.args(arguments).output()
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        // Without a terminal there is no server to end.
        drop(self.run(&["kill-server"]));
    }
}
