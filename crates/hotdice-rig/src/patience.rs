//! How long to wait before giving up.
//!
//! Such limits only end what hangs, so they are generous. A machine that is busy with much else needs even longer.

use std::env;
use std::time::Duration;

/// The environment variable with the factor by which every limit grows.
const VARIABLE: &str = "HOTDICE_TEST_PATIENCE";

/// Returns a limit, longer by the factor that the environment asks for.
///
/// # Panics
/// When the environment asks for what is no factor.
#[must_use]
pub fn patient(limit: Duration) -> Duration {
    limit * factor().unwrap_or_else(|misused| panic!("{misused}"))
}

/// Returns the factor that the environment asks for: 1 unless told otherwise.
///
/// # Errors
/// What is wrong with the variable, when it is not a number from 1 to 1000.
pub fn factor() -> Result<u32, String> {
    env::var_os(VARIABLE).map_or(Ok(1), |text| read(&text.to_string_lossy()))
}

fn read(text: &str) -> Result<u32, String> {
    let factor = text.trim().parse().ok();
    let factor = factor.filter(|factor| (1..=1000).contains(factor));
    factor.ok_or_else(|| format!("{VARIABLE}={text}: use a whole number from 1 to 1000"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_a_whole_number_that_is_not_too_large() {
        assert_eq!(read("1"), Ok(1));
        assert_eq!(read(" 20 "), Ok(20));
        for wrong in ["", "0", "-2", "1.5", "1001", "much"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
