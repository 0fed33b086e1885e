//! A program in a terminal, whose bytes are timed as they come.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// What is longer than this without a byte is the end of a frame.
const PAUSE: Duration = Duration::from_millis(120);

/// How long anything may take at all.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program in a terminal of its own; dropping it ends the program.
pub(crate) struct Typewriter {
    child: Child,
    keys: ChildStdin,
    pieces: Receiver<(Instant, Vec<u8>)>,
    started: Instant,
    /// When the last piece came.
    last: Instant,
    /// The program's process.
    pub(crate) process: u32,
    _data: TempDir,
}

impl Typewriter {
    /// Starts the program in a terminal of 100 columns and 30 rows; the clock starts when the shell is told to become the program.
    pub(crate) fn open(program: &Path, arguments: &[&str]) -> io::Result<Self> {
        let data = tempfile::Builder::new().prefix("feel").tempdir()?;
        let line = format!(
            "stty rows 30 cols 100 -echo; echo \"process $$.\"; read go; stty echo; exec '{}' {}",
            program.display(),
            arguments.join(" ")
        );
        let mut child = Command::new("script")
            .args([
                "--quiet",
                "--flush",
                "--return",
                "--command",
                &line,
                "/dev/null",
            ])
            .env("HOTDICE_DATA", data.path())
            .env("TERM", "xterm-256color")
            .env("COLORTERM", "truecolor")
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let keys = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let out = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut typewriter = Self {
            child,
            keys,
            pieces: listen(out),
            started: Instant::now(),
            last: Instant::now(),
            process: 0,
            _data: data,
        };
        typewriter.begin()?;
        Ok(typewriter)
    }

    fn begin(&mut self) -> io::Result<()> {
        let said = self.read_until(".")?;
        let number = said.split_once("process ").and_then(|(_, rest)| {
            let digits = rest.split('.').next()?;
            digits.parse().ok()
        });
        self.process = number.ok_or_else(|| io::Error::other("the shell did not say who it is"))?;
        self.started = Instant::now();
        self.keys.write_all(b"\n")?;
        self.keys.flush()
    }

    /// Waits until a word comes, and the rest of its frame; returns how long that took from the start.
    pub(crate) fn wait_for(&mut self, word: &str) -> io::Result<Duration> {
        self.read_until(word)?;
        self.quiet();
        Ok(self.last.saturating_duration_since(self.started))
    }

    /// Presses a key; returns how long its whole frame takes to come.
    pub(crate) fn press(&mut self, key: &str) -> io::Result<Duration> {
        let pressed = Instant::now();
        self.keys.write_all(key.as_bytes())?;
        self.keys.flush()?;
        self.read_until("")?;
        self.quiet();
        Ok(self.last.saturating_duration_since(pressed))
    }

    /// Waits until nothing more comes.
    pub(crate) fn quiet(&mut self) {
        while let Ok((at, _)) = self.pieces.recv_timeout(PAUSE) {
            self.last = at;
        }
    }

    /// Listens for a time; returns how many bytes came.
    pub(crate) fn listen_for(&mut self, time: Duration) -> usize {
        let end = Instant::now() + time;
        let mut bytes = 0;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left) {
                Ok((_, piece)) => bytes += piece.len(),
                Err(_) => return bytes,
            }
        }
    }

    /// Reads until a word has come; returns everything up to there.
    fn read_until(&mut self, word: &str) -> io::Result<String> {
        let mut text = String::new();
        loop {
            let piece = self.pieces.recv_timeout(PATIENCE);
            let (at, piece) =
                piece.map_err(|_| io::Error::other(format!("{word:?} did not come: {text:?}")))?;
            text += &String::from_utf8_lossy(&piece);
            self.last = at;
            if text.contains(word) {
                return Ok(text);
            }
        }
    }
}

impl Drop for Typewriter {
    fn drop(&mut self) {
        // The program leaves at Ctrl-C; `script` ends with it.
        let left = self
            .keys
            .write_all(b"\x03")
            .and_then(|()| self.keys.flush());
        let begun = Instant::now();
        while left.is_ok() && begun.elapsed() < Duration::from_secs(2) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Notes when pieces of output come.
fn listen(mut out: impl Read + Send + 'static) -> Receiver<(Instant, Vec<u8>)> {
    let (send, pieces) = mpsc::channel();
    thread::spawn(move || {
        let mut piece = [0; 65_536];
        while let Ok(read @ 1..) = out.read(&mut piece) {
            if send.send((Instant::now(), piece[..read].to_vec())).is_err() {
                return;
            }
        }
    });
    pieces
}
