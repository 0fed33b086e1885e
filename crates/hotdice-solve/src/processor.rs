//! Which kind of processor the inner loops (SIMD kernels) are compiled for; the results are the same bits on all of them.

use pulp::Arch;

/// Returns the best kind that this machine is.
pub(crate) fn best() -> Arch {
    #[cfg(all(test, target_arch = "x86_64"))]
    if let Some(lower) = tests::lower() {
        return lower;
    }
    Arch::new()
}

#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) mod tests {
    use std::fmt::Debug;
    use std::sync::atomic::{AtomicU8, Ordering};

    use pulp::Arch;
    use pulp::x86::V3;

    /// Which kind is asked for: 0 for the best, 1 for none in particular, 2 for one with vectors of four numbers.
    static ASKED: AtomicU8 = AtomicU8::new(0);

    pub(super) fn lower() -> Option<Arch> {
        match ASKED.load(Ordering::Relaxed) {
            1 => Some(Arch::Scalar),
            2 => V3::try_new().map(Arch::V3),
            _ => None,
        }
    }

    /// Checks that something comes out the same on every kind of processor that this machine can stand for.
    #[track_caller]
    pub(crate) fn check_all<T: PartialEq + Debug>(work: impl Fn() -> T) {
        let on = |kind: u8| {
            ASKED.store(kind, Ordering::Relaxed);
            let found = work();
            ASKED.store(0, Ordering::Relaxed);
            found
        };
        let best = on(0);
        for (kind, name) in [(1, "plain"), (2, "with vectors of four")] {
            assert!(on(kind) == best, "a processor {name} gives other bits");
        }
    }
}
