//! Measures how the program feels: `feel PROGRAM`.
//!
//! The program runs in a terminal of `script`, without tmux in between. A frame counts as seen when its first bytes have come out
//! of that terminal; the line that starts the clock comes out of it as well, written by the shell that then becomes the program.

mod ticks;
mod typewriter;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs, io};

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
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("The machine is this busy: {}", load.trim());
    println!("Milliseconds by the clock: median and worst; on a processor: median");
    let hall: &[&str] = &[];
    let table = &[
        "play", "farkle", "--seat", "Ada", "--seat", "Bo", "--dice", "7",
    ];
    for (place, arguments, words) in [("hall", hall, "Play here"), ("table", table, AT_TABLE)] {
        let starts = (0..STARTS).map(|_| start(program, arguments, words));
        report(place, "first frame", starts.collect::<io::Result<_>>()?);
        let mut open = Typewriter::open(program, arguments)?;
        open.wait_for(words)?;
        open.quiet();
        let keys = (0..KEYS).map(|number| press(&mut open, ["\u{1b}[B", "\u{1b}[A"][number % 2]));
        report(place, "key to frame", keys.collect::<io::Result<_>>()?);
        idle(place, &mut open)?;
    }
    Ok(())
}

/// How long something took by the clock, and on a processor.
type Times = (Duration, Duration);

/// Returns how long the first frame takes.
fn start(program: &Path, arguments: &[&str], words: &str) -> io::Result<Times> {
    let mut open = Typewriter::open(program, arguments)?;
    let time = open.wait_for(words)?;
    Ok((time, Ticks::of(open.process)?.busy))
}

/// Returns how long the frame after a key takes.
fn press(open: &mut Typewriter, key: &str) -> io::Result<Times> {
    let before = Ticks::of(open.process)?.busy;
    let time = open.press(key)?;
    let after = Ticks::of(open.process)?.busy;
    Ok((time, after.saturating_sub(before)))
}

fn report(place: &str, what: &str, times: Vec<Times>) {
    let (mut clock, mut processor): (Vec<_>, Vec<_>) = times.into_iter().unzip();
    clock.sort();
    processor.sort();
    let milliseconds = |time: &Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{place:>6}, {what:<12} {:>8.2} {:>8.2} {:>8.2}   of {}",
        milliseconds(&clock[clock.len() / 2]),
        milliseconds(&clock[clock.len() - 1]),
        milliseconds(&processor[processor.len() / 2]),
        clock.len()
    );
}

/// Leaves the program alone, and says what it did meanwhile.
fn idle(place: &str, open: &mut Typewriter) -> io::Result<()> {
    open.quiet();
    let before = Ticks::of(open.process)?;
    let written = open.listen_for(WAITING);
    let after = Ticks::of(open.process)?;
    println!(
        "{place:>6}, waiting for {} s: {} ticks and {} µs on a processor, {} times awake, {written} bytes written",
        WAITING.as_secs(),
        after.used - before.used,
        after.busy.saturating_sub(before.busy).as_micros(),
        after.awake - before.awake,
    );
    Ok(())
}
