//! Tests that can take their time.

use std::env;

/// Tells whether `HOTDICE_LONG=1` asks the tests to try much more than they usually do.
#[must_use]
pub fn is_long() -> bool {
    env::var_os("HOTDICE_LONG").is_some_and(|long| long == "1")
}
