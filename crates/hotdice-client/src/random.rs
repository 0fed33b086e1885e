//! What is drawn by lot.

use hotdice_core::Bytes32;
use hotdice_world::{NoRandomness, World};

/// Returns what a player adds to the dice: thirty-two random bytes, to be drawn anew for every seat.
///
/// # Errors
/// When the world gives no randomness.
pub fn entropy(world: &World) -> Result<Bytes32, NoRandomness> {
    world.random(&"entropy").map(Bytes32)
}

/// Returns a name for a request that no other request has.
pub(crate) fn key(world: &World) -> Result<String, NoRandomness> {
    let bytes: [u8; 16] = world.random(&"key")?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
