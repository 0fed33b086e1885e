//! Feeds [`hotdice_fuzz::bus`] whatever the fuzzer thinks of.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| hotdice_fuzz::bus(input));
