//! Where the module meets its host: bytes in, bytes out.
//!
//! The host allocates room, writes a message there, and calls; the house answers with a message that the host frees. A message is the
//! length of a JSON text in four bytes (little-endian), that text, and whatever is attached to it.
//!
//! Why this is sound: the host is JavaScript on one thread, and [`hotdice_call`] runs to its end before the next one begins. A message
//! belongs to whoever has it: `hotdice_alloc` gives a buffer of exactly the length asked for to the host, `hotdice_call`
//! takes such a buffer back, and the answer is a buffer that `hotdice_free` takes back. Wrong lengths would be a bug of the
//! host, and cannot leave the memory of the module.

#![expect(unsafe_code, reason = "the borders of a module are raw memory")]

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::house::House;
use crate::message::{HostCall, Reply};

static HOUSE: Mutex<Option<House>> = Mutex::new(None);

mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Fills memory with random bytes.
        pub(super) fn random(at: *mut u8, length: usize);
        /// Returns the time since 1970 in milliseconds.
        pub(super) fn now() -> f64;
        /// Hears how far solving has come.
        #[cfg(feature = "thinking")]
        pub(super) fn progress(done: f64, all: f64);
        /// Hears why the module is about to stop.
        pub(super) fn panicked(at: *const u8, length: usize);
    }
}

/// Tells the host how far solving has come.
#[cfg(feature = "thinking")]
pub(crate) fn progress(done: u64, all: u64) {
    // SAFETY: numbers go out and nothing comes back.
    unsafe { host::progress(done as f64, all as f64) }
}

fn since_1970() -> Duration {
    // SAFETY: a number comes back.
    let milliseconds = unsafe { host::now() };
    Duration::from_secs_f64(milliseconds.max(0.0) / 1000.0)
}

/// Fills memory for everything that draws random numbers.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    at: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: the caller owns so much memory there, and the host fills just that.
    unsafe { host::random(at, length) };
    Ok(())
}

/// Returns room for a message.
#[unsafe(no_mangle)]
extern "C" fn hotdice_alloc(length: usize) -> *mut u8 {
    let room = vec![0u8; length].into_boxed_slice();
    Box::into_raw(room).cast()
}

/// Frees a message.
///
/// # Safety
/// It came from `hotdice_alloc` or `hotdice_call`, with this length, and nobody uses it any more.
#[unsafe(no_mangle)]
unsafe extern "C" fn hotdice_free(at: *mut u8, length: usize) {
    // SAFETY: as the caller says.
    drop(unsafe { owned(at, length) });
}

/// Answers a message. The answer begins where the lower half of the result says, and is as long as the upper half says.
///
/// # Safety
/// The message came from `hotdice_alloc`, with this length, and now belongs to the module.
#[unsafe(no_mangle)]
unsafe extern "C" fn hotdice_call(at: *mut u8, length: usize) -> u64 {
    // SAFETY: as the caller says.
    let message = unsafe { owned(at, length) };
    let answer = answer(&message).into_boxed_slice();
    let length = answer.len() as u64;
    let at = Box::into_raw(answer).cast::<u8>() as usize as u64;
    at | length << 32
}

/// # Safety
/// The slice was leaked by this module with this length, and nobody else owns it.
unsafe fn owned(at: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: as the caller says.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) }
}

fn answer(message: &[u8]) -> Vec<u8> {
    let mut house = HOUSE.lock().unwrap_or_else(PoisonError::into_inner);
    let house = house.get_or_insert_with(|| {
        hotdice_bots::set_host_clock(since_1970);
        std::panic::set_hook(Box::new(|why| {
            let why = why.to_string();
            // SAFETY: the host reads the text while it is there.
            unsafe { host::panicked(why.as_ptr(), why.len()) }
        }));
        House::default()
    });
    let (answer, attached) = match read(message) {
        Ok((call, attached)) => house.call(call, attached),
        Err(why) => (Reply::from(hotdice_api::Rejected::invalid(why)), None),
    };
    let json = serde_json::to_vec(&answer).expect("plain data has a JSON form");
    let mut message = (json.len() as u32).to_le_bytes().to_vec();
    message.extend(json);
    message.extend(attached.unwrap_or_default());
    message
}

fn read(message: &[u8]) -> Result<(HostCall, Option<Vec<u8>>), String> {
    let cut = || "the message is cut short".to_owned();
    let (length, rest) = message.split_first_chunk::<4>().ok_or_else(cut)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (json, attached) = rest.split_at_checked(length).ok_or_else(cut)?;
    let call = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    Ok((call, (!attached.is_empty()).then(|| attached.to_vec())))
}
