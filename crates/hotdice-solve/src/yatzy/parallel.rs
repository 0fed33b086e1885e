//! Work that does not depend on its order, on all cores or on one.

/// Works on all shares, on as many cores as there are.
#[cfg(feature = "parallel")]
pub(super) fn in_parallel<T: Send>(shares: Vec<T>, work: impl Fn(T) + Send + Sync) {
    use rayon::prelude::*;
    shares.into_par_iter().for_each(work);
}

/// Works on all shares, one after the other.
#[cfg(not(feature = "parallel"))]
pub(super) fn in_parallel<T: Send>(shares: Vec<T>, work: impl Fn(T) + Send + Sync) {
    shares.into_iter().for_each(work);
}

/// Works on all shares, on as many cores as there are, and returns the results in order.
#[cfg(feature = "parallel")]
pub(super) fn map_in_parallel<T: Send, R: Send>(
    shares: Vec<T>,
    work: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    use rayon::prelude::*;
    shares.into_par_iter().map(work).collect()
}

/// Works on all shares, one after the other, and returns the results in order.
#[cfg(not(feature = "parallel"))]
pub(super) fn map_in_parallel<T: Send, R: Send>(
    shares: Vec<T>,
    work: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    shares.into_iter().map(work).collect()
}
