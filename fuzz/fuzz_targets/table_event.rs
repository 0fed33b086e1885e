//! Feeds [`hotdice_fuzz::table_event`] whatever the fuzzer thinks of.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| hotdice_fuzz::table_event(input));
