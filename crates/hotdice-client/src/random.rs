//! Randomness of the operating system.

use hotdice_core::Bytes32;
use rand::TryRng;
use rand::rngs::{SysError, SysRng};

/// The operating system gave no randomness.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no randomness")]
pub struct NoRandomness(#[source] SysError);

/// Returns what a player adds to the dice: thirty-two random bytes, to be drawn anew for every seat.
///
/// # Errors
/// When the operating system gives no randomness.
pub fn entropy() -> Result<Bytes32, NoRandomness> {
    bytes().map(Bytes32)
}

/// Returns a name for a request that no other request has.
pub(crate) fn key() -> Result<String, NoRandomness> {
    let bytes: [u8; 16] = bytes()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns a number from 0 up to 1; the middle if there is no randomness.
pub(crate) fn fraction() -> f64 {
    bytes().map_or(0.5, |bytes| {
        f64::from(u32::from_le_bytes(bytes)) / 2_f64.powi(32)
    })
}

fn bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).map_err(NoRandomness)?;
    Ok(bytes)
}
