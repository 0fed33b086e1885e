//! How long whoever waits for something waits before giving up.
//!
//! Such limits only end what hangs, so they are generous; a machine that is busy with much else needs even longer.

use std::env;
use std::time::Duration;

/// The environment variable with the factor by which every limit grows.
const VARIABLE: &str = "HOTDICE_TEST_PATIENCE";

/// Returns a limit, longer by the factor that the environment asks for.
///
/// # Panics
/// When the factor is not a number from 1 to 1000.
#[must_use]
pub fn patient(limit: Duration) -> Duration {
    limit * factor()
}

/// Returns the factor that the environment asks for: 1 unless told otherwise.
///
/// # Panics
/// When it is not a number from 1 to 1000.
#[must_use]
pub fn factor() -> u32 {
    match env::var_os(VARIABLE) {
        None => 1,
        Some(text) => read(&text.to_string_lossy()).unwrap_or_else(|| {
            panic!("{VARIABLE}={}: use a number from 1 to 1000", text.display())
        }),
    }
}

fn read(text: &str) -> Option<u32> {
    let factor = text.trim().parse().ok()?;
    (1..=1000).contains(&factor).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_a_whole_number_that_is_not_too_large() {
        assert_eq!(read("1"), Some(1));
        assert_eq!(read(" 20 "), Some(20));
        for wrong in ["", "0", "-2", "1.5", "1001", "much"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
