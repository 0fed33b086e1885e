//! The terminal: taken over, given back in good order, and listened to.

mod ground;
mod osc;

use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use std::{env, panic};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture,
};
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};

use self::ground::GroundAnswer;
use crate::job::{Bell, Signal};

/// The terminal while it is ours; dropping it gives it back.
pub(crate) struct Ours {
    pub(crate) terminal: Terminal<CrosstermBackend<Whole<Stdout>>>,
    mouse: bool,
    /// The title that the window has, if it is ours.
    title: Option<String>,
    /// Whether the terminal is asked for its background.
    asks_ground: bool,
}

impl Ours {
    /// Takes the terminal over.
    pub(crate) fn take(mouse: bool, asks_ground: bool) -> io::Result<Self> {
        give_back_on_panic(thread::current().id());
        let terminal = Terminal::new(CrosstermBackend::new(Whole::new(io::stdout())))?;
        let mut ours = Self {
            terminal,
            mouse,
            title: None,
            asks_ground,
        };
        ours.enter()?;
        Ok(ours)
    }

    fn enter(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        // What is pasted comes as one text, and not as keys that would do something.
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableBracketedPaste,
            EnableFocusChange
        )?;
        // Whoever had the terminal in between had a title of their own.
        self.title = None;
        if self.mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        if self.asks_ground && cfg!(unix) {
            execute!(io::stdout(), Print(ground::QUESTION))?;
        }
        execute!(io::stdout(), Clear(ClearType::All))?;
        // A new terminal draws everything. Its own way to clear asks where the cursor is, and the answer would go to
        // whoever listens to the keys.
        self.terminal = Terminal::new(CrosstermBackend::new(Whole::new(io::stdout())))?;
        Ok(())
    }

    /// Listens to the mouse, or leaves it to the terminal.
    pub(crate) fn listen_to_mouse(&mut self, mouse: bool) -> io::Result<()> {
        if mouse == self.mouse {
            return Ok(());
        }
        self.mouse = mouse;
        if mouse {
            execute!(io::stdout(), EnableMouseCapture)
        } else {
            execute!(io::stdout(), DisableMouseCapture)
        }
    }

    /// Lets the shell have the terminal until the program is wanted again.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        sleep()?;
        self.enter()
    }

    /// Takes the terminal over again after somebody else has used it.
    pub(crate) fn retake(&mut self) -> io::Result<()> {
        self.enter()
    }

    /// Sets the window's title, or gives back the one that it had.
    pub(crate) fn set_title(&mut self, wanted: Option<String>) -> io::Result<()> {
        if self.title == wanted {
            return Ok(());
        }
        let said = match &wanted {
            Some(_) if !HAS_TITLE.swap(true, Ordering::Relaxed) => {
                execute!(io::stdout(), Print(osc::KEEP_TITLE))
            }
            Some(_) => Ok(()),
            None => give_title_back(),
        };
        if let Some(title) = &wanted {
            execute!(io::stdout(), Print(osc::title(title)))?;
        }
        self.title = wanted;
        said
    }

    /// Tells the desktop something.
    pub(crate) fn notify(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), Print(osc::notice(text, variable)))
    }

    /// Puts a text into the clipboard of whoever sits at the terminal, also at the other end of ssh.
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), Print(osc::copy(text, variable)))
    }

    /// Sounds the bell.
    pub(crate) fn sound(&mut self) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(b"\x07")?;
        out.flush()
    }
}

/// Whether the title of the window is ours. A panic has to know it too.
static HAS_TITLE: AtomicBool = AtomicBool::new(false);

fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

impl Drop for Ours {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_title_back() -> io::Result<()> {
    if HAS_TITLE.swap(false, Ordering::Relaxed) {
        execute!(io::stdout(), Print(osc::RESTORE_TITLE))?;
    }
    Ok(())
}

/// Gives the terminal back as it was. What cannot be undone any more is left.
fn give_back() {
    drop(give_title_back());
    drop(execute!(
        io::stdout(),
        DisableMouseCapture,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    ));
    drop(disable_raw_mode());
}

/// Sees to it that the message of a panic can be read. A panic beside the screen is told by whoever waits for the job.
fn give_back_on_panic(screen: ThreadId) {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |cause| {
        if thread::current().id() == screen {
            give_back();
            before(cause);
        }
    }));
}

#[cfg(unix)]
fn sleep() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

#[cfg(not(unix))]
fn sleep() -> io::Result<()> {
    Ok(())
}

/// The signal of a terminal that is gone.
pub(crate) const HANG_UP: u8 = 1;

/// How long the first picture waits for the terminal to say what its background is like. An answer that comes later counts as
/// well, and changes the colours of what is drawn.
const FIRST_ANSWER: Duration = Duration::from_millis(50);

/// Passes keys, clicks and the system's signals on to the event loop.
pub(crate) fn listen(bell: &Bell, asked_ground: bool) -> io::Result<()> {
    let mut answer = GroundAnswer::default();
    if asked_ground && cfg!(unix) {
        let until = Instant::now() + FIRST_ANSWER;
        while event::poll(until.saturating_duration_since(Instant::now()))? {
            let signal = answer.hear(event::read()?);
            let is_answer = matches!(signal, Some(Signal::Ground(_)));
            signal.into_iter().for_each(|signal| bell.send(signal));
            if is_answer {
                break;
            }
        }
    }
    let keys = bell.clone();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            answer
                .hear(event)
                .into_iter()
                .for_each(|signal| keys.send(signal));
        }
        // Without a keyboard nobody could ever leave.
        keys.send(Signal::Stop(HANG_UP));
    });
    listen_to_system(bell)
}

#[cfg(unix)]
fn listen_to_system(bell: &Bell) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
    let bell = bell.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            bell.send(match signal {
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Resumed,
                signal => Signal::Stop(u8::try_from(signal).unwrap_or(HANG_UP)),
            });
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_system(_bell: &Bell) -> io::Result<()> {
    Ok(())
}

/// Asks the terminal to show nothing of what follows yet. Terminals that cannot do this pass over it.
const HOLD: &[u8] = b"\x1b[?2026h";

/// Asks it to show all of it.
const SHOW: &[u8] = b"\x1b[?2026l";

/// Collects what is written until it is flushed, and passes that on in one piece: a screen would otherwise show one part of it
/// before the other.
#[derive(Debug)]
pub(crate) struct Whole<W> {
    out: W,
    frame: Vec<u8>,
}

impl<W> Whole<W> {
    fn new(out: W) -> Self {
        Self {
            out,
            frame: HOLD.to_vec(),
        }
    }
}

impl<W: Write> Write for Whole<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.len() > HOLD.len() {
            self.frame.extend(SHOW);
            let written = self.out.write_all(&self.frame);
            self.frame.truncate(HOLD.len());
            written?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod whole_tests {
    use super::*;

    /// Keeps the pieces that it is given apart.
    #[derive(Default)]
    struct Pieces(Vec<Vec<u8>>);

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_frame_is_one_piece() -> io::Result<()> {
        let mut whole = Whole::new(Pieces::default());
        whole.write_all(b"one")?;
        whole.write_all(b" frame")?;
        assert!(whole.out.0.is_empty());
        whole.flush()?;
        whole.flush()?;
        whole.write_all(b"another")?;
        whole.flush()?;
        let expected = ["one frame", "another"]
            .map(|frame| format!("\x1b[?2026h{frame}\x1b[?2026l").into_bytes());
        assert_eq!(whole.out.0, expected);
        Ok(())
    }
}
