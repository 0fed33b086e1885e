//! What chance does, and what is more than that.

use hotdice_core::{Bytes32, Throw};
use hotdice_table::TableId;
use hotdice_verify::hmac_sha256;

/// One die as everybody knows it.
pub(crate) const ONE: Throw = Throw { dice: 1, sides: 6 };

/// Returns bytes that look random and are the same in every run.
pub(crate) fn bytes(what: &str, number: u64) -> Bytes32 {
    Bytes32(hmac_sha256(what.as_bytes(), &[&number.to_be_bytes()]))
}

pub(crate) fn table(number: u64) -> TableId {
    let name = bytes("table", number).0;
    TableId::from_bytes(std::array::from_fn(|place| name[place]))
}

/// Returns how many standard deviations hits are above what one guess in six brings.
pub(crate) fn surprise(hits: usize, tries: usize) -> f64 {
    let tries = tries as f64;
    let deviation = (tries * 5.0 / 36.0).sqrt();
    (hits as f64 - tries / 6.0) / deviation
}

/// Tells whether somebody who hits so often merely guesses.
#[track_caller]
pub(crate) fn assert_chance(hits: usize, tries: usize) {
    let surprise = surprise(hits, tries);
    assert!(
        surprise.abs() < 4.0,
        "{hits} of {tries}: {surprise:.1} deviations"
    );
}

/// Tells whether somebody who hits so often knows something.
#[track_caller]
pub(crate) fn assert_knowledge(hits: usize, tries: usize) {
    let surprise = surprise(hits, tries);
    assert!(
        surprise > 10.0,
        "{hits} of {tries}: {surprise:.1} deviations"
    );
}
