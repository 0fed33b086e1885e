//! Feeds [`hotdice_fuzz::stream`] whatever the fuzzer thinks of.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| hotdice_fuzz::stream(input));
