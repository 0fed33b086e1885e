//! How much memory it takes to solve a small game.

/// What a state takes while a game is solved, whoever plays: in the index of states just after that has doubled, as a node with
/// four edges on average, and in the search for parts.
const TO_SOLVE: u64 = 216;

/// What a state takes afterwards: in the index, on the heap, and in what the heap does not give back.
const TO_KEEP: u64 = 168;

/// What a state takes for each seat: a score and a value.
const FOR_A_SEAT: u64 = 12;

/// Returns how many bytes it takes to solve a game of so many states.
///
/// Measured with pig, whose states lead to two or six others; `tests/memory.rs` of hotdice-solutions holds it to the truth.
#[must_use]
pub fn bytes_to_solve(states: u128, seats: u8) -> u128 {
    states.saturating_mul(u128::from(TO_SOLVE + FOR_A_SEAT * u64::from(seats)))
}

/// Returns how many bytes the solution of a game of so many states takes.
#[must_use]
pub fn bytes_to_keep(states: u128, seats: u8) -> u128 {
    states.saturating_mul(u128::from(TO_KEEP + FOR_A_SEAT * u64::from(seats)))
}
