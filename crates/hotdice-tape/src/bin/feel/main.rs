//! Measures how the program feels: `feel PROGRAM`.
//!
//! The program runs in a terminal of `script`, without tmux in between. The clock starts when a shell in it is told to become the
//! program, or when a key goes in, and stops with the last byte of the frame that comes out.

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

/// A word of the first frame of the hall and of a table. Blanks are not written, so there is nothing longer.
const WORDS: [&str; 2] = ["Leave", "choice"];

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
    // Dice that roll for a moment would be measured as well.
    let table = "--no-animation play farkle --seat Ada --seat Bo --dice 7";
    let table: Vec<&str> = table.split(' ').collect();
    for (place, arguments, words) in [("hall", hall, WORDS[0]), ("table", &table, WORDS[1])] {
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
