//! How fast it is, by the clock and by counted instructions.

use std::process::{Command, ExitCode, ExitStatus};

use crate::{answers, cargo, root};

/// Something whose instructions are counted.
struct Counted {
    /// Its name for the counting program.
    way: &'static str,
    /// How often it is done in the shorter run and in the longer one. Their difference leaves the start of the program out.
    times: [u64; 2],
    /// How many things are done each time.
    things: u64,
    /// What one of them is.
    thing: &'static str,
}

impl Counted {
    const fn rolls(way: &'static str) -> Self {
        Self {
            way,
            times: [100_000, 300_000],
            things: 1,
            thing: "scored roll",
        }
    }
}

const COUNTED: [Counted; 11] = [
    Counted::rolls("split"),
    Counted::rolls("worth"),
    Counted::rolls("ordered"),
    Counted {
        way: "race",
        times: [1, 3],
        things: 400,
        thing: "pair of scores",
    },
    Counted {
        way: "three",
        times: [1, 3],
        things: 1000,
        thing: "triple of scores",
    },
    Counted {
        way: "falls",
        times: [1, 3],
        things: 900,
        thing: "pair of scores and busts, where busts cost points",
    },
    Counted {
        way: "pig",
        times: [1, 3],
        things: 10_000,
        thing: "pair of scores of pig",
    },
    Counted {
        way: "ledger",
        times: [1, 3],
        things: 100,
        thing: "event that is analysed",
    },
    Counted {
        way: "yatzy",
        times: [10, 30],
        things: 256,
        thing: "state at the start of a turn",
    },
    Counted {
        way: "sheets",
        times: [10_000, 30_000],
        things: 1,
        thing: "sheet of kata for points",
    },
    Counted {
        way: "contests",
        times: [500, 1500],
        things: 1,
        thing: "game of kata, to win against a player for points",
    },
];

/// Runs the benchmarks and counts instructions.
pub(crate) fn run() -> ExitCode {
    let measured = cargo(&["bench", "--locked", "-p", "hotdice-bench"]).status();
    if !measured.is_ok_and(|status| status.success()) {
        return ExitCode::FAILURE;
    }
    if !answers(Command::new("valgrind").arg("--version")) {
        println!("!!! instructions are not counted: valgrind is not installed");
        return ExitCode::SUCCESS;
    }
    match count() {
        Some(()) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

fn count() -> Option<()> {
    let build = [
        "build",
        "--locked",
        "--release",
        "-p",
        "hotdice-bench",
        "--bin",
        "count",
    ];
    cargo(&build).status().ok().filter(ExitStatus::success)?;
    println!("\ninstructions, by callgrind");
    for counted in COUNTED {
        let [fewer, more] = counted.times.map(|times| instructions(counted.way, times));
        let things = (counted.times[1] - counted.times[0]) * counted.things;
        let each = (more? - fewer?) as f64 / things as f64;
        println!("{:>10}  {each:>10.1} per {}", counted.way, counted.thing);
    }
    Some(())
}

/// Returns how many instructions the counting program takes, on one core, to do something so many times.
fn instructions(way: &str, times: u64) -> Option<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.env("RAYON_NUM_THREADS", "1");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg(root().join("target/release/count"));
    let output = valgrind.args([way, &times.to_string()]).output().ok()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    let Some((_, number)) = collected else {
        println!("callgrind did not count:\n{said}");
        return None;
    };
    number.trim().parse().ok()
}
