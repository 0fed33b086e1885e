//! The test runner nextest, and its settings.

use std::num::NonZero;
use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

use crate::patience::patient;
use crate::{answers, cargo, root, target};

/// Tells whether nextest is installed, and says how to get it if not.
pub(crate) fn is_installed() -> bool {
    let found = answers(&mut cargo(&["nextest", "--version"]));
    if !found {
        println!(
            "!!! cargo-nextest is not installed: cargo test runs the tests instead, which is slower"
        );
        println!("!!! to install it: cargo install cargo-nextest --locked");
    }
    found
}

/// Tells nextest how many tests to run at once, and how long they may take.
///
/// Many tests wait for servers most of the time, so there are two for each processor. Those that keep all processors busy say in the
/// settings that they count for more.
pub(crate) fn set_up(command: &mut Command) {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    command.args(["--test-threads", &(2 * processors).to_string()]);
    let settings = fs::read_to_string(root().join(SETTINGS)).unwrap_or_default();
    let longer = with_patience(&settings, patient);
    if longer != settings {
        let path = target().join("nextest.toml");
        if let Err(error) = fs::write(&path, longer) {
            println!("!!! {}: {error}: tests get no more time", path.display());
        } else {
            command.arg("--config-file").arg(path);
        }
    }
}

const SETTINGS: &str = ".config/nextest.toml";

/// Returns settings with other periods, which are written like `period = "60s"`. Nextest reads no environment.
fn with_patience(settings: &str, patient: impl Fn(Duration) -> Duration) -> String {
    const PERIOD: &str = "period = \"";
    let mut pieces = settings.split(PERIOD);
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let (seconds, rest) = piece.split_once("s\"").unwrap_or(("", piece));
        let seconds = seconds.parse().map_or(seconds.to_owned(), |seconds| {
            patient(Duration::from_secs(seconds)).as_secs().to_string()
        });
        format!("{text}{PERIOD}{seconds}s\"{rest}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_period_grows() {
        let settings = "a = { period = \"60s\", terminate-after = 10 }\nb = { period = \"7s\" }\n";
        let thrice = with_patience(settings, |limit| limit * 3);
        let expected =
            "a = { period = \"180s\", terminate-after = 10 }\nb = { period = \"21s\" }\n";
        assert_eq!(thrice, expected);
        assert_eq!(with_patience(settings, |limit| limit), settings);
    }

    #[test]
    fn the_settings_of_the_workspace_have_periods_that_grow() {
        let settings = fs::read_to_string(root().join(SETTINGS)).expect("settings");
        let twice = with_patience(&settings, |limit| limit * 2);
        assert!(
            settings
                .lines()
                .zip(twice.lines())
                .all(|(before, after)| before.contains("slow-timeout") == (before != after))
        );
    }
}
