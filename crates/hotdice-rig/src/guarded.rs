//! Processes that end with the one that started them.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Waits at a pipe that closes when its parent ends, however that comes about; then ends the process and clears up behind it.
const GUARD: &str = r#"read -r word
[ "$word" = done ] && exit
kill -CONT "$1"
kill -QUIT "$1"
sleep 0.5
kill -KILL "$1"
[ -n "$2" ] && rm -rf -- "$2""#;

/// A process that ends when this value is dropped, and also when the process that holds it is killed.
#[derive(Debug)]
pub struct Guarded {
    child: Child,
    guard: Child,
}

impl Guarded {
    /// Starts a command; if its parent is killed, the folder `behind` is removed.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn spawn(command: &mut Command, behind: Option<&Path>) -> io::Result<Self> {
        // A group of its own: an interrupt at the terminal is for the test, which then ends its processes in order.
        let mut child = command.process_group(0).spawn()?;
        let guard = guard(child.id(), behind).inspect_err(|_| {
            drop(child.kill());
            drop(child.wait());
        })?;
        Ok(Self { child, guard })
    }

    /// Returns the number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the process.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Stops the process where it stands; it sleeps until [`Guarded::resume`].
    ///
    /// # Errors
    /// When it is not there any more.
    pub fn pause(&mut self) -> io::Result<()> {
        self.signal(Signal::STOP)
    }

    /// Lets a paused process go on.
    ///
    /// # Errors
    /// When it is not there any more.
    pub fn resume(&mut self) -> io::Result<()> {
        self.signal(Signal::CONT)
    }

    /// Asks the process to end, and waits for it so long; then it is killed.
    ///
    /// # Errors
    /// When it is not there any more.
    pub fn end(&mut self, longest: Duration) -> io::Result<ExitStatus> {
        self.end_by(Signal::TERM, longest)
    }

    /// Kills the process in the middle of whatever it does.
    ///
    /// # Errors
    /// When it is not there any more.
    pub fn kill(&mut self) -> io::Result<ExitStatus> {
        self.child.kill()?;
        self.child.wait()
    }

    pub(crate) fn end_by(&mut self, signal: Signal, longest: Duration) -> io::Result<ExitStatus> {
        self.signal(signal)?;
        match self.wait(longest)? {
            Some(status) => Ok(status),
            None => self.kill(),
        }
    }

    /// Waits so long for the process to end; nothing if it goes on.
    ///
    /// # Errors
    /// When it cannot be waited for.
    pub fn wait(&mut self, longest: Duration) -> io::Result<Option<ExitStatus>> {
        let start = Instant::now();
        loop {
            let status = self.child.try_wait()?;
            if status.is_some() || start.elapsed() > longest {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn signal(&mut self, signal: Signal) -> io::Result<()> {
        if self.child.try_wait()?.is_some() {
            return Err(io::Error::other("the process has ended"));
        }
        Ok(kill_process(Pid::from_child(&self.child), signal)?)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        if let Some(mut pipe) = self.guard.stdin.take() {
            drop(pipe.write_all(b"done\n"));
        }
        drop(self.guard.wait());
    }
}

fn guard(id: u32, behind: Option<&Path>) -> io::Result<Child> {
    Command::new("sh")
        .args(["-c", GUARD, "guard", &id.to_string()])
        .arg(behind.unwrap_or_else(|| Path::new("")))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patient;

    fn sleeper() -> Guarded {
        Guarded::spawn(Command::new("sleep").arg("600"), None).expect("a process")
    }

    fn lives(id: u32) -> bool {
        Path::new("/proc").join(id.to_string()).exists()
    }

    #[test]
    fn a_dropped_process_ends() {
        let sleeper = sleeper();
        let (id, guard) = (sleeper.id(), sleeper.guard.id());
        assert!(lives(id) && lives(guard));
        drop(sleeper);
        assert!(!lives(id) && !lives(guard));
    }

    #[test]
    fn a_process_ends_and_its_folder_goes_when_the_parent_is_killed() {
        let folder = tempfile::tempdir().expect("a folder").keep();
        let mut sleeper =
            Guarded::spawn(Command::new("sleep").arg("600"), Some(&folder)).expect("a process");
        // What the guard sees of a killed parent: its pipe closes without a word.
        drop(sleeper.guard.stdin.take());
        let ended = sleeper
            .wait(patient(Duration::from_secs(10)))
            .expect("waiting");
        assert!(ended.is_some());
        drop(sleeper.guard.wait());
        assert!(!folder.exists());
    }

    #[test]
    fn a_paused_process_stands_still_and_goes_on() {
        let mut sleeper = sleeper();
        let state = |id: u32| {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
            let state = stat.rsplit_once(") ").expect("a state").1.chars().next();
            state.expect("a letter")
        };
        sleeper.pause().expect("paused");
        while state(sleeper.id()) != 'T' {
            thread::sleep(Duration::from_millis(1));
        }
        sleeper.resume().expect("resumed");
        while state(sleeper.id()) == 'T' {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_process_that_ended_is_not_signalled() {
        let mut gone = Guarded::spawn(&mut Command::new("true"), None).expect("a process");
        let status = gone
            .wait(patient(Duration::from_secs(10)))
            .expect("waiting");
        assert!(status.expect("an end").success());
        assert!(gone.pause().is_err());
    }
}
