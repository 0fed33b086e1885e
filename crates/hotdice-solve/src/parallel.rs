//! The same work on many things, on all cores, with the same results for any number of threads.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// Does the same to each of some things; results keep their order.
#[cfg(feature = "parallel")]
pub fn map<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    things.into_par_iter().map(work).collect()
}

/// Does work that maps small lists again and again, on a thread of the pool: from outside, each of them would have to wake it.
#[cfg(feature = "parallel")]
pub(crate) fn within<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    rayon::scope(|_| work())
}

/// Does the same to each of some things, with scratch memory that is reused within each part the list is split into; results keep their
/// order.
#[cfg(feature = "parallel")]
pub(crate) fn map_with<S: Default, T: Send, R: Send>(
    things: Vec<T>,
    work: impl Fn(&mut S, T) -> R + Sync + Send,
) -> Vec<R> {
    let things = things.into_par_iter();
    things.map_init(S::default, work).collect()
}

/// Returns what is found at some places, in order.
#[cfg(feature = "parallel")]
pub(crate) fn filter_map<R: Send>(
    places: std::ops::Range<usize>,
    find: impl Fn(usize) -> Option<R> + Sync + Send,
) -> Vec<R> {
    places.into_par_iter().filter_map(find).collect()
}

/// Does work that maps small lists again and again.
#[cfg(not(feature = "parallel"))]
pub(crate) fn within<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Does the same to each of some things.
#[cfg(not(feature = "parallel"))]
pub fn map<T, R>(things: Vec<T>, work: impl Fn(T) -> R) -> Vec<R> {
    things.into_iter().map(work).collect()
}

/// Does the same to each of some things, with scratch memory that is reused.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_with<S: Default, T, R>(things: Vec<T>, work: impl Fn(&mut S, T) -> R) -> Vec<R> {
    let mut scratch = S::default();
    let things = things.into_iter();
    things.map(|thing| work(&mut scratch, thing)).collect()
}

/// Returns what is found at some places.
#[cfg(not(feature = "parallel"))]
pub(crate) fn filter_map<R>(
    places: std::ops::Range<usize>,
    find: impl Fn(usize) -> Option<R>,
) -> Vec<R> {
    places.filter_map(find).collect()
}
