//! Measures how the program feels: `feel PROGRAM`.
//!
//! The program runs in a terminal of `script`, without tmux in between. A frame counts as seen when its first bytes have come out
//! of that terminal; the line that starts the clock comes out of it as well, written by the shell that then becomes the program.

mod ticks;
mod typewriter;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, io};

use ticks::Ticks;
use typewriter::Typewriter;

/// How often the program is started, and how many keys are pressed.
const STARTS: usize = 15;
const KEYS: usize = 60;

/// How long the program is left alone.
const WAITING: Duration = Duration::from_secs(10);

/// The program's own words for a choice at a table.
const AT_TABLE: &str = "Your choice";

fn main() -> ExitCode {
    let Some(program) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("Usage: feel PROGRAM");
        return ExitCode::from(2);
    };
    match measure(&program) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("feel: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(program: &Path) -> io::Result<()> {
    let hall: &[&str] = &[];
    let table = &[
        "play", "farkle", "--seat", "Ada", "--seat", "Bo", "--dice", "7",
    ];
    println!("all times in milliseconds: median, and the worst of {STARTS} starts or {KEYS} keys");
    for (place, arguments, words) in [("hall", hall, "Play here"), ("table", table, AT_TABLE)] {
        let starts = (0..STARTS).map(|_| start(program, arguments, words));
        report(
            &format!("{place}: first frame"),
            starts.collect::<io::Result<_>>()?,
        );
        let mut open = Typewriter::open(program, arguments)?;
        open.wait_for(words)?;
        open.quiet();
        let keys = (0..KEYS).map(|number| open.press(["\u{1b}[B", "\u{1b}[A"][number % 2]));
        report(
            &format!("{place}: key to frame"),
            keys.collect::<io::Result<_>>()?,
        );
        idle(place, &mut open)?;
    }
    Ok(())
}

/// Returns how long the first frame takes.
fn start(program: &Path, arguments: &[&str], words: &str) -> io::Result<Duration> {
    let mut open = Typewriter::open(program, arguments)?;
    open.wait_for(words)
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{what:<22} {:>8.2} {:>8.2}",
        milliseconds(median),
        milliseconds(worst)
    );
}

/// Leaves the program alone, and says what it did meanwhile.
fn idle(place: &str, open: &mut Typewriter) -> io::Result<()> {
    open.quiet();
    let before = Ticks::of(open.process)?;
    let written = open.listen_for(WAITING);
    let after = Ticks::of(open.process)?;
    println!(
        "{:<22} {} ticks of the processor, {} times awake, {written} bytes written in {} s",
        format!("{place}: waiting"),
        after.used - before.used,
        after.awake - before.awake,
        WAITING.as_secs()
    );
    Ok(())
}
