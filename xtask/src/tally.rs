//! How many tests passed and failed, read from what the test runners print.

use std::fmt;
use std::ops::AddAssign;

/// Tests that were counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Tally {
    /// Returns one check that passed or failed.
    pub(crate) fn of(passed: bool) -> Self {
        Self {
            passed: u64::from(passed),
            failed: u64::from(!passed),
            skipped: 0,
        }
    }

    /// Reads the tests that a line of output sums up; most lines sum up nothing.
    ///
    /// ```text
    /// Summary [   1.2s] 9 tests run: 8 passed, 1 failed, 2 skipped     nextest
    /// test result: ok. 5 passed; 0 failed; 1 ignored; …                libtest
    /// 37 scenarios (36 passed, 1 failed)                               cucumber
    /// Tests  1 failed | 37 passed (38)                                 vitest
    /// 29 passed (2.2m)                                                 playwright, a line for each word
    /// 1 failed, 195 passed, 2 skipped in 41.30s (0:00:41)              pytest
    /// ```
    pub(crate) fn read(line: &str) -> Option<Self> {
        let line = without_styles(line);
        // What a failed test printed is shown indented, with the sum of its own runner, and is part of the sum that follows.
        let is_quoted = line.starts_with(' ');
        let line = line.trim();
        let counts = if line.starts_with("Summary [") {
            line.split_once(" run: ")?.1
        } else if let Some(result) = line.strip_prefix("test result: ") {
            if is_quoted {
                return None;
            }
            result.split_once(". ")?.1
        } else if let Some(counts) = line.strip_prefix("Tests ") {
            counts.split_once('(')?.0
        } else if is_playwright(line) {
            line
        } else if let Some(counts) = pytest_counts(line) {
            counts
        } else {
            let (number, counts) = line.split_once(" scenario")?;
            number.parse::<u64>().ok()?;
            counts.split_once('(')?.1.trim_end_matches(')')
        };
        Some(
            counts
                .split([',', ';', '|'])
                .fold(Self::default(), Self::with),
        )
    }

    /// Adds a count such as `8 passed (1 slow)`.
    fn with(mut self, count: &str) -> Self {
        let mut words = count.split_whitespace();
        let number = words.next().and_then(|number| number.parse().ok());
        let number: u64 = number.unwrap_or_default();
        match words.next() {
            Some("passed") => self.passed += number,
            Some("failed" | "timed" | "exec") => self.failed += number,
            Some("skipped" | "ignored") => self.skipped += number,
            _ => {}
        }
        self
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        match self.skipped {
            0 => Ok(()),
            skipped => write!(f, ", {skipped} skipped"),
        }
    }
}

/// Tells lines like `29 passed (2.2m)` and `1 failed`.
fn is_playwright(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let number = words.next().is_some_and(|word| word.parse::<u64>().is_ok());
    let counted = matches!(words.next(), Some("passed" | "failed" | "skipped"));
    number && counted && words.all(|word| word.starts_with('(') && word.ends_with(')'))
}

/// Returns what stands before the time in lines like `1 failed, 195 passed in 41.30s`.
fn pytest_counts(line: &str) -> Option<&str> {
    let (counts, time) = line.split_once(" in ")?;
    let seconds = time.split_whitespace().next()?.strip_suffix('s')?;
    let mut first = counts.split_whitespace();
    let number: Option<u64> = first.next()?.parse().ok();
    let is_counted = matches!(
        first.next()?.trim_end_matches(','),
        "passed" | "failed" | "skipped"
    );
    (number.is_some() && is_counted && seconds.parse::<f64>().is_ok()).then_some(counts)
}

/// Takes out the escape sequences of colours.
fn without_styles(line: &str) -> String {
    let mut pieces = line.split('\u{1b}');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let rest = piece.split_once('m').map_or("", |(_, rest)| rest);
        text + rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(u64, u64, u64)>) {
        let tally = Tally::read(line);
        let counts = tally.map(|tally| (tally.passed, tally.failed, tally.skipped));
        assert_eq!(counts, expected, "{line}");
    }

    #[test]
    fn reads_nextest() {
        check(
            "     Summary [   1.234s] 120 tests run: 120 passed, 0 skipped",
            Some((120, 0, 0)),
        );
        check(
            "\u{1b}[32;1m     Summary\u{1b}[0m [ 1.2s] \u{1b}[1m3/9\u{1b}[0m tests run: 1 passed (1 slow), 1 failed, 1 timed out, 2 skipped",
            Some((1, 2, 2)),
        );
    }

    #[test]
    fn reads_libtest() {
        check(
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.00s",
            Some((5, 0, 1)),
        );
        check(
            "test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
            Some((5, 2, 0)),
        );
        check("    test result: FAILED. 0 passed; 1 failed", None);
    }

    #[test]
    fn reads_pytest() {
        check(
            "195 passed, 2 warnings in 96.08s (0:01:36)",
            Some((195, 0, 0)),
        );
        check("1 failed, 76 passed, 3 skipped in 24.32s", Some((76, 1, 3)));
        check("2 skipped in 0.10s", Some((0, 0, 2)));
        check("3 passed in the end", None);
        check("no tests ran in 0.01s", None);
    }

    #[test]
    fn reads_cucumber() {
        check("37 scenarios (37 passed)", Some((37, 0, 0)));
        check("1 scenario (1 failed)", Some((0, 1, 0)));
        check(
            "\u{1b}[1m2 scenarios (\u{1b}[32m1 passed\u{1b}[0m, 1 skipped)",
            Some((1, 0, 1)),
        );
    }

    #[test]
    fn reads_the_tests_of_the_page() {
        check("      Tests  38 passed (38)", Some((38, 0, 0)));
        check("Tests  1 failed | 37 passed (38)", Some((37, 1, 0)));
        check("  29 passed (2.2m)", Some((29, 0, 0)));
        check("  8 failed", Some((0, 8, 0)));
        check("2 passed the cheese", None);
    }

    #[test]
    fn other_lines_sum_up_nothing() {
        check("test tests::reads_libtest ... ok", None);
        check("  Scenario: Bank", None);
        check("226 steps (226 passed)", None);
        check("", None);
    }
}
