//! Many things at once, with the same results for any number of threads.

use super::turn::Scratch;

/// Does the same to each of some things, on all cores; results keep their order.
#[cfg(feature = "parallel")]
pub(super) fn each<T: Send, R: Send>(
    things: Vec<T>,
    work: impl Fn(&mut Scratch, T) -> R + Sync + Send,
) -> Vec<R> {
    use rayon::prelude::*;
    things
        .into_par_iter()
        .map_init(Scratch::default, work)
        .collect()
}

/// Does the same to each of some things.
#[cfg(not(feature = "parallel"))]
pub(super) fn each<T, R>(things: Vec<T>, work: impl Fn(&mut Scratch, T) -> R) -> Vec<R> {
    let mut scratch = Scratch::default();
    let things = things.into_iter();
    things.map(|thing| work(&mut scratch, thing)).collect()
}
