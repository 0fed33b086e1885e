//! Feeds [`hotdice_fuzz::address`] whatever the fuzzer thinks of.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| hotdice_fuzz::address(input));
